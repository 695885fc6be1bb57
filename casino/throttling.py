"""Failed tries, counted in Redis in one step each: a hundred at once are a hundred.

Guests come in all at once when the doors open, over one address: only their failures count. A password is a try before
it is known to be wrong, too: however many are sent at once, no more are looked at than may fail.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import redis
import structlog
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from casino.heartbeat import client
from games.kit.errors import RuleBroken

log = structlog.get_logger("casino.tries")

WINDOW = 60  # seconds
MOST_FROM_AN_ADDRESS = 30  # failures; a hall of guests shares one address
MOST_PASSWORDS = 10  # for one name
# By code: of the API, and of the form of the admin.
GUESSES = frozenset({"unknown_code", "unknown_recovery_code", "unknown_pairing_code", "bad_login", "invalid_login"})


class Throttled(Exception):
    """Too many failures; `wait` is how many seconds are left of it."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


def asked_over(request: HttpRequest) -> str:
    """The address a request comes from. A hall shares one, so that only failures are counted by it."""
    address: str = request.META.get("REMOTE_ADDR") or "unknown"
    return address


@contextmanager
def counted(act: str, whom: str, *, most: int = MOST_FROM_AN_ADDRESS) -> Iterator[None]:
    """Around a try that may fail. Who is wrong once too often is not even told so. Without Redis nothing is counted."""
    key = _key(act, whom)
    with _if_redis_is_there():
        failed, left = _read(key)
        if failed >= most:
            raise Throttled(left)
    try:
        yield
    except RuleBroken as refused:
        if refused.code in GUESSES:
            with _if_redis_is_there():
                failed, left = _count(key)
                if failed > most:
                    raise Throttled(left) from None
        raise


@contextmanager
def counted_beforehand(act: str, whom: str, *, most: int = MOST_FROM_AN_ADDRESS) -> Iterator[None]:
    """The same, counted before it is made and taken off again if it goes well. Without Redis nothing is tried."""
    key = _key(act, whom)
    tries, left = _count(key)
    if tries > most:
        raise Throttled(left)
    guessed_wrong = False
    try:
        yield
    except (RuleBroken, ValidationError) as refused:
        guessed_wrong = getattr(refused, "code", None) in GUESSES
        raise
    finally:
        if not guessed_wrong:
            with _if_redis_is_there():
                _forgive(key)


def _key(act: str, whom: str) -> str:
    return f"casino:tries:{act}:{whom}"


@contextmanager
def _if_redis_is_there() -> Iterator[None]:
    try:
        yield
    except redis.RedisError as error:
        log.warning("tries are not counted", error=str(error))


def _read(key: str) -> tuple[int, int]:
    """How many, and for how many seconds they are remembered."""
    with client().pipeline(transaction=True) as together:
        together.get(key)
        together.ttl(key)
        tries, left = together.execute()
    return int(tries or 0), max(1, left)


def _count(key: str) -> tuple[int, int]:
    with client().pipeline(transaction=True) as together:
        together.incr(key)
        together.expire(key, WINDOW, nx=True)
        together.ttl(key)
        tries, _, left = together.execute()
    return tries, max(1, left)


def _forgive(key: str) -> None:
    with client().pipeline(transaction=True) as together:
        together.decr(key)
        together.expire(key, WINDOW, nx=True)  # it may have run out meanwhile
        together.execute()
