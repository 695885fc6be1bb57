"""Phones that ask as fast as they are answered, each over one connection that stays open. Without Django, and reading
no more of an answer than its length: they share the machine with the server.
"""

import itertools
import json
import re
import socket
import time
import uuid
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

HORSES = ("minoru", "game_chick", "gou_gou", "miss_mcgiggle", "st_amant")
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
MADE = b"HTTP/1.1 201 "


@dataclass(frozen=True)
class Hall:
    """What clients have to know."""

    session: int
    code: str
    rounds: Sequence[tuple[int, str]]  # and the price of winning in it
    tokens: Sequence[str]  # those who sit at the tables come first


class Phone:
    def __init__(self, port: int) -> None:
        self._line = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, request: bytes) -> None:
        self._line.sendall(request)
        answer = self._line.recv(65536)
        while not _whole(answer):
            more = self._line.recv(65536)
            assert more, "the server hung up"
            answer += more
        assert answer.startswith(MADE), answer.decode()

    def close(self) -> None:
        self._line.close()


def _whole(answer: bytes) -> bool:
    head = answer.find(b"\r\n\r\n")
    length = LENGTH.search(answer)
    return head > 0 and length is not None and len(answer) >= head + 4 + int(length[1])


@dataclass(frozen=True)
class Wish:
    """One request that can be sent again and again, each time with another key."""

    path: str
    token: str
    body: bytes

    def under(self, key: str) -> bytes:
        return (
            f"POST {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self.token}\r\n"
            f"Idempotency-Key: {key}\r\nContent-Type: application/json\r\nContent-Length: {len(self.body)}\r\n\r\n"
        ).encode() + self.body


def wishes(path: str, rounds: Sequence[tuple[int, str]], tokens: Sequence[str]) -> Iterator[Wish]:
    """On every horse of every round in turn, for one guest after another; `path` may name the round."""
    return (
        Wish(
            path.format(round=round_),
            token,
            json.dumps({"market": "win", "selection": horse, "counters": 1, "price": price}).encode(),
        )
        for horse in HORSES
        for token in tokens
        for round_, price in rounds
    )


_word = uuid.uuid4().hex
_numbers = itertools.count()


def ask_for(
    seconds: float, port: int, phones: int, path: str, rounds: Sequence[tuple[int, str]], tokens: Sequence[str]
) -> tuple[int, float]:
    """How many requests so many phones had answered, and in how many seconds."""
    lines = [Phone(port) for _ in range(phones)]  # anew each time: who says nothing for long is hung up on
    wanted = [[*wishes(path, rounds, tokens[place::phones])] for place in range(phones)]
    with ThreadPoolExecutor(phones) as threads:
        started = time.perf_counter()
        until = started + seconds
        asked = [threads.submit(_ask_until, until, line, each) for line, each in zip(lines, wanted, strict=True)]
        done = sum(each.result() for each in asked)
        passed = time.perf_counter() - started
    for line in lines:
        line.close()
    return done, passed


def _ask_until(until: float, phone: Phone, wanted: Sequence[Wish]) -> int:
    done = 0
    for wish in itertools.cycle(wanted):
        phone.ask(wish.under(f"{_word}-{next(_numbers)}"))
        done += 1
        if time.perf_counter() >= until:
            break
    return done
