"""Failed tries, counted in Redis. Each try is counted before it is made and taken off again if it goes well, in one
step each: a hundred at once are a hundred.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import redis
import structlog

from casino.api.problems import Throttled
from casino.heartbeat import client
from games.kit.errors import RuleBroken

log = structlog.get_logger("casino.api")

WINDOW = 60  # seconds
MOST_FROM_AN_ADDRESS = 30  # failures; a hall of guests shares one address
MOST_PASSWORDS = 10  # for one name
GUESSES = frozenset({"unknown_code", "unknown_recovery_code", "unknown_pairing_code", "bad_login"})


@contextmanager
def counted(act: str, whom: str, *, most: int = MOST_FROM_AN_ADDRESS, needs_redis: bool = False) -> Iterator[None]:
    """Around a try that may fail. Without Redis nothing is counted, unless that would be unsafe."""
    key = f"casino:tries:{act}:{whom}"
    try:
        with client().pipeline(transaction=True) as together:
            together.incr(key)
            together.expire(key, WINDOW, nx=True)
            together.ttl(key)
            tries, _, left = together.execute()
    except redis.RedisError as error:
        if needs_redis:
            raise
        log.warning("tries are not counted", error=str(error))
        yield
        return
    if tries > most:
        raise Throttled(max(1, left))
    guessed_wrong = False
    try:
        yield
    except RuleBroken as refused:
        guessed_wrong = refused.code in GUESSES
        raise
    finally:
        if not guessed_wrong:
            _forgive(key)


def _forgive(key: str) -> None:
    try:
        with client().pipeline(transaction=True) as together:
            together.decr(key)
            together.expire(key, WINDOW, nx=True)  # it may have run out meanwhile
            together.execute()
    except redis.RedisError as error:
        log.warning("a try was not taken off", error=str(error))
