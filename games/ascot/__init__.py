"""Ascot."""
