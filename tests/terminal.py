"""`casino …` as somebody types it, in this very process: a refusal is read in milliseconds, not after another start of
Python. That a shell can run each of the commands too, is shown by `tests/test_docs.py`.
"""

import io
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass

from casino.cli import main
from tests.houses import clean_environment


@dataclass(frozen=True)
class Done:
    """What a command has left behind."""

    returncode: int
    stdout: str
    stderr: str


def casino(*arguments: str, **variables: str) -> Done:
    """Type one command in a fresh terminal. Settings and database are the tests' own: a command that asks for them is
    given `tests.databases.address()`, and one for another house is typed with `tests.houses.casino_process`.
    """
    said, complained = (_stream(variables.get("PYTHONIOENCODING", "utf-8")) for _ in range(2))
    with (
        typed(arguments),
        environment(clean_environment(**variables)),
        redirect_stdout(said),
        redirect_stderr(complained),
    ):
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
    return Done(code, _text(said), _text(complained))


def _stream(encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


@contextmanager
def typed(arguments: tuple[str, ...]) -> Iterator[None]:
    before = sys.argv
    sys.argv = ["casino", *arguments]
    try:
        yield
    finally:
        sys.argv = before


@contextmanager
def environment(variables: Mapping[str, str]) -> Iterator[None]:
    """These variables and no others, until it is left."""
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
