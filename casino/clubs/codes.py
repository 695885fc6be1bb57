"""Codes that people read aloud and type: no letter or digit that looks like another, no vowels to make a word."""

import hashlib
import secrets

from django.utils.crypto import salted_hmac

LETTERS = "23456789CDFGHJKMNPQRTVWXY"  # no 0 and O, 1, I and L; of 2 and Z, 5 and S, 8 and B, U and V only one
JOIN_LENGTH = 6
RECOVERY_LENGTH = 10
TICKET_LENGTH = 8


def join_code() -> str:
    return _code(JOIN_LENGTH)


def recovery_code() -> str:
    return _code(RECOVERY_LENGTH)


def is_recovery_code(text: str) -> bool:
    """Whether it could be one of ours, as we write it."""
    return len(text) == RECOVERY_LENGTH and set(text) <= set(LETTERS)


def ticket_code() -> str:
    return _code(TICKET_LENGTH)


def recovery_code_for(session: str, secret: str) -> str:
    """The same code whenever the same phone asks: it need not be kept to be told again."""
    drawn = salted_hmac("casino.recovery", f"{session}:{secret}", algorithm="sha256").digest()
    number = int.from_bytes(drawn)
    letters = []
    for _ in range(RECOVERY_LENGTH):
        number, at = divmod(number, len(LETTERS))
        letters.append(LETTERS[at])
    return "".join(letters)


def token() -> str:
    """What a device or a script shows. No person reads it."""
    return secrets.token_urlsafe(32)


def as_typed(text: str) -> str:
    """What was meant: capitals or not, with blanks or hyphens or without."""
    return "".join(letter for letter in text.upper() if letter.isalnum())


def digest(secret: str) -> str:
    """What is kept of a secret. It is long and random, so that nobody can try all of them."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _code(length: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(length))
