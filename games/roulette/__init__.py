"""Roulette with cards."""
