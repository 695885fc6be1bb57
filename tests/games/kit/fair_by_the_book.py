"""fair-1 again, written from docs/fair-1.md alone: a second opinion on ours."""

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")

ADDED_AFTER_THE_OFF = ("reveals", "seed", "moves", "void")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "HDCS"


def canonical(x: object) -> object:
    """The same value, object keys in RFC 8785's order (UTF-16 code units); unsafe numbers are refused."""
    if isinstance(x, dict):
        return {name: canonical(x[name]) for name in sorted(x, key=lambda name: name.encode("utf-16-be"))}
    if isinstance(x, (list, tuple)):
        return [canonical(item) for item in x]
    if isinstance(x, float) or (isinstance(x, int) and abs(x) >= 2**53):
        raise ValueError(f"not a whole number that JSON carries safely: {x!r}")
    return x


def j(x: object) -> bytes:
    return json.dumps(canonical(x), ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def h(x: object) -> str:
    return hashlib.sha256(j(x)).hexdigest()


def chain(table: str, last: str, rounds: int) -> list[str]:
    """Anchor first, then the seeds of rounds 1 to `rounds`, so that chain(...)[n] belongs to round n."""
    seeds = [last]
    for _ in range(rounds):
        seeds.append(h(["fair-1", "chain", table, seeds[-1]]))
    return seeds[::-1]


def commitment(table: str, number: int, seat: str, entropy: str) -> str:
    return h(["fair-1", "commitment", table, number, seat, entropy])


def off_digest(transcript: dict[str, Any]) -> str:
    """Also right for an opening or a bare off: keys that came later are dropped, any other key counts."""
    return h({name: value for name, value in transcript.items() if name not in ADDED_AFTER_THE_OFF})


def key(opening: dict[str, Any], seed: str) -> bytes:
    return hmac.digest(bytes.fromhex(seed), j(opening), "sha256")


def words(k: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(k, j([label, block]), "sha256")
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    if not 1 <= n <= 2**32:
        raise ValueError(f"no word can give a number below {n}")
    limit = 2**32 - 2**32 % n
    return next(word for word in stream if word < limit) % n


def shuffle(k: bytes, label: str, pack: Sequence[T]) -> list[T]:
    cards, stream = list(pack), words(k, label)
    for i in range(len(cards) - 1):
        other = i + below(stream, len(cards) - i)
        cards[i], cards[other] = cards[other], cards[i]
    return cards


def throw(k: bytes, label: str, dice: int, faces: int) -> list[int]:
    stream = words(k, label)
    return [1 + below(stream, faces) for _ in range(dice)]


def new_pack(joker: bool) -> list[str]:
    return [rank + suit for suit in SUITS for rank in RANKS] + (["JK"] if joker else [])
