"""The Django project, and the only place where games and counters meet."""

__version__ = "0.1.0"
