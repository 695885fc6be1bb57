"""Saying that something happened, so that nobody has to look all the time. Only that: what it was, the database says.

A message that is lost costs a reader a second. When Redis is away nobody waits for it.
"""

import time
from dataclasses import dataclass

import redis
import structlog
from django.db import connection, transaction

from casino.heartbeat import client

log = structlog.get_logger("casino.events")

CHANNEL = "casino:wake"
PATIENCE = 0.25  # seconds
REST = 2.0  # seconds without trying, after Redis did not answer

_rests_until = 0.0


@dataclass(frozen=True)
class _Wake:
    session_id: int

    def __call__(self) -> None:
        publish(f"session {self.session_id}")


def wake_after_commit(session_id: int) -> None:
    """Once for all that is told in one database transaction."""
    wake = _Wake(session_id)
    if not any(waiting[1] == wake for waiting in connection.run_on_commit):
        transaction.on_commit(wake, robust=True)


def publish(message: str) -> None:
    global _rests_until
    if time.monotonic() < _rests_until:
        return
    try:
        client(PATIENCE).publish(CHANNEL, message)
    except redis.RedisError as error:
        _rests_until = time.monotonic() + REST
        log.warning("nobody was woken", error=str(error))
