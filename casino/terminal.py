"""Speaking to the person at the terminal: in sentences, also to one that is narrow, old or gone."""

import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import segno
from rich.console import Console

from casino.home import Home
from games.kit.errors import printable

if TYPE_CHECKING:
    from casino.running import House


def make_safe() -> None:
    """Whatever standard output is, writing a sentence to it must not fail."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever started us
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115 - for as long as the process lives
        else:
            stream.reconfigure(errors="replace")


class PatientConsole(Console):
    def on_broken_pipe(self) -> None:
        """Rich would end the program here. The terminal may be gone; the house is not."""


def _print(sentence: str, *, style: str, stderr: bool) -> None:
    with contextlib.suppress(OSError):
        console = PatientConsole(stderr=stderr, highlight=False, soft_wrap=True)
        console.print(sentence, markup=False, style=style)


def say(sentence: str, style: str = "") -> None:
    _print(sentence, style=style, stderr=False)


def say_aside(sentence: str) -> None:
    """To the person and not to a program that reads the answer."""
    _print(sentence, style="", stderr=True)


def complain(sentence: str) -> None:
    _print(sentence, style="bold red", stderr=True)


def say_and_keep(home: Home) -> Callable[[str], None]:
    """Say it, and write it down with the time: nobody watches a terminal all evening."""

    def both(sentence: str) -> None:
        say(sentence)
        with contextlib.suppress(OSError):
            home.logs.mkdir(mode=0o700, exist_ok=True)
            with (home.logs / "house.log").open("a") as log:
                log.write(f"{datetime.now(UTC).isoformat(timespec='milliseconds')} {sentence}\n")

    return both


def width() -> int:
    """Of the terminal. A file has no width, and keeps every line whole."""
    return PatientConsole().width if sys.stdout.isatty() else 1_000_000


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table; a head that starts with > is of numbers. A last column that does not fit stands below its row."""
    titles = [head.removeprefix(">") for head in heads]
    widths = [max(map(len, column)) for column in zip(titles, *rows, strict=True)]
    below = sum(widths) + 2 * (len(widths) - 1) > width()
    for line, style in ((titles, "bold"), *((row, "") for row in rows)):
        cells = [
            cell.rjust(width) if head.startswith(">") else cell.ljust(width)
            for cell, width, head in zip(line, widths, heads, strict=True)
        ]
        say(printable("  ".join(cells[:-1] if below else cells).rstrip()), style=style)
        if below and line is not titles:
            say(printable(f"    {line[-1]}"))


def announce(house: "House") -> None:
    """Where to find the house, for the organiser and for a phone."""
    from django.conf import settings

    local = f"http://{'localhost' if house.for_the_room else house.host}:{house.port}"
    room = [f"http://{address}:{house.port}" for address in house.addresses] if house.for_the_room else []
    if settings.CASINO_URL:
        local, room = settings.CASINO_URL, []
    lines = [
        ("Address" if settings.CASINO_URL else "This machine", local),
        *(("The room", address) for address in room),
        ("Staff", f"{local}/admin/"),
        ("Data", str(house.home.path)),
        ("Logs", str(house.home.logs)),
    ]
    if settings.EMBEDDED_DATABASE and house.home.database.parent != house.home.path:
        lines.append(("Database", str(house.home.database)))
    say("\nThe house is open.", style="bold green")
    for label, value in lines:
        say(f"{label:<13} {value}")
    if room:
        _show_code(room[0])
    if path := _welcome_path():
        say("\nFirst time here? Create the organiser's account, once, with this link:", style="bold")
        say(f"  {local}{path}")
    say("\nCtrl-C closes the house.")


def _show_code(address: str) -> None:
    try:
        "█▀▄".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return
    with contextlib.suppress(OSError):
        segno.make(address, error="m").terminal(out=sys.stdout, compact=True)


def _welcome_path() -> str:
    """The path of the one-time link, or nothing once the house has an organiser."""
    import django

    django.setup()
    from casino import database
    from casino.clubs import welcome
    from casino.errors import PASSING

    try:
        return "" if welcome.house_has_an_organiser() else welcome.link_path()
    except PASSING:  # the database has just died; the supervisor must live to start another
        return ""
    finally:
        database.let_go()  # the supervisor forks
