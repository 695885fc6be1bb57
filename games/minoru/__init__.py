"""Minoru."""
