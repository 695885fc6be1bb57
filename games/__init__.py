"""Parlour games: one Django app each, every one with pure rules. None imports another."""
