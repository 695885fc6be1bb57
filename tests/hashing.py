"""Passwords of the tests' own users, hashed once where the house hashes a million times."""

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class OnceHashed(PBKDF2PasswordHasher):
    """The house's own way, and nothing to wait for: nobody steals this database to guess at its passwords.

    Houses in processes of their own know nothing of it, and hash as they always do.
    """

    iterations = 1
