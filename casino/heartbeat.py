"""A sign of life: beat sends it, a worker takes it and writes down when. Broker, beat and worker all had to work."""

import functools
import time

import redis
from celery import shared_task
from django.conf import settings

KEY = "casino:heartbeat"


@functools.cache
def client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


@shared_task(name="casino.heartbeat")
def beat() -> None:
    client().set(KEY, repr(time.time()), ex=3600)


def age() -> float | None:
    """Seconds since a worker last gave a sign, or None if none did in the last hour."""
    last = client().get(KEY)
    return None if last is None else max(0.0, time.time() - float(last))
