"""How far an export has come, told through Redis to whoever waits for it. Without Redis the file comes untold."""

import json
import re
import time
from dataclasses import dataclass, field

import redis

from casino.heartbeat import client

TICKET = re.compile(r"[A-Za-z0-9_-]{8,64}")  # chosen by whoever wants the file, and asks by it
REMEMBERED = 600  # seconds
EVERY = 0.3  # seconds


@dataclass
class Told:
    """To whoever knows the ticket; to nobody, if there is none."""

    ticket: str
    total: int = 0
    read: int = 0
    _last: float = field(default=0.0, repr=False)

    def advance(self, transfers: int) -> None:
        self.read += transfers
        if self.ticket and time.monotonic() - self._last >= EVERY:
            self._tell(done=False)

    def finish(self) -> None:
        if self.ticket:
            self._tell(done=True)

    def _tell(self, *, done: bool) -> None:
        self._last = time.monotonic()
        told = json.dumps({"read": self.read, "total": self.total, "done": done})
        try:
            client().set(_key(self.ticket), told, ex=REMEMBERED)
        except redis.RedisError:
            self.ticket = ""  # and nothing is tried again: each try costs the export time


def progress_of(ticket: str) -> dict[str, int | bool]:
    """Nothing is read of an export that has not begun, and nothing known of one without Redis."""
    try:
        told = client().get(_key(ticket))
    except redis.RedisError:
        told = None
    return {"read": 0, "total": 0, "done": False} if told is None else dict(json.loads(told))


def _key(ticket: str) -> str:
    return f"casino:export:{ticket}"
