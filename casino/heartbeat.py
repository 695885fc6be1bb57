"""A sign of life: beat sends it, a worker takes it and writes down when. Broker, beat and worker all had to work."""

import functools
import time

import redis
from celery import shared_task
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

KEY = "casino:heartbeat"


@functools.cache
def client(patience: float = 2.0) -> redis.Redis:
    """Redis, asked once: whoever asks has something to say when it is away, and redis-py would try for seconds."""
    # Given its connections it does not close them when it goes: threads that ask first at the same moment make two.
    connections = redis.ConnectionPool.from_url(
        settings.REDIS_URL,
        socket_timeout=patience,
        socket_connect_timeout=patience,
        retry=Retry(NoBackoff(), 0),
    )
    return redis.Redis(connection_pool=connections)


@shared_task(name="casino.heartbeat")
def beat() -> None:
    client().set(KEY, repr(time.time()), ex=3600)


def age() -> float | None:
    """Seconds since a worker last gave a sign, or None if none did in the last hour."""
    last = client().get(KEY)
    return None if last is None else max(0.0, time.time() - float(last))
