"""What every check of the books speaks of."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, NamedTuple, Protocol, TypeVar

Answer = TypeVar("Answer")


class Finding(NamedTuple):
    """Something that is not as the laws say: which law, which row, and what is wrong with it."""

    law: str
    row: str
    sentence: str


class Aside(Protocol):
    """Start a long reading on a connection of its own, which sees what this one sees; others go on meanwhile."""

    def __call__(self, read: Callable[..., Answer], /, *values: Any) -> Future[Answer]: ...
