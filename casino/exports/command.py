"""`casino export` at the terminal: the books of an evening, or of a club's evenings in a period, in one file."""

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import BinaryIO

from rich.console import Console
from rich.progress import Progress

from casino.clubs.models import Session
from casino.exports import csv_files
from casino.exports.about import sized
from casino.exports.chart import Journal
from casino.exports.choosing import club_named, evenings_of, session_named
from casino.exports.formats import Format, find_format
from casino.exports.reading import Export, Wish, reading
from casino.refusals import Refused
from casino.terminal import say

MANY = 20_000  # transfers; below it a bar would only flicker
STANDARD_OUTPUT = Path("-")

Writing = dict[Path, Callable[[BinaryIO], None]]


def export(
    session: str | None,
    *,
    club: str | None,
    since: str | None,
    until: str | None,
    journal: str,
    format_name: str,
    out: Path,
    summary: bool,
    names: bool,
    replace: bool,
) -> None:
    format_, wish = find_format(format_name), Wish(_journal(journal), summary=summary, names=names)
    sessions, period = _sessions(session, club, since, until)
    bar = Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    task = bar.add_task(f"Writing {out}", visible=False)
    with bar, reading(sessions, wish, **period, read=lambda read: bar.advance(task, read)) as found:
        work = format_.work(found)
        bar.update(task, total=work, visible=work >= MANY)
        if out == STANDARD_OUTPUT:
            _write_out(found, format_)
            return
        written = _write_files(_files(found, format_, out), replace=replace)
    books = ", ".join(evening.session.code for evening in found.evenings)
    say(f"{wish.journal} of {books}: {sized(found)}.")
    for path in written:
        say(f"Wrote {path} ({path.stat().st_size:,} bytes).")


def _journal(name: str) -> Journal:
    if name not in set(Journal):
        raise Refused("unknown_journal", f"There are two journals: {', '.join(Journal)}.")
    return Journal(name)


def _sessions(
    code: str | None, club: str | None, since: str | None, until: str | None
) -> tuple[Sequence[Session], dict[str, date]]:
    if (code is None) == (club is None):
        raise Refused("bad_export", "Say which: the code of a session (or latest), or --club with --from and --to.")
    if code is not None:
        if since or until:
            raise Refused("bad_export", "A session has one accounting date; --from and --to go with --club.")
        return [session_named(code)], {}
    assert club is not None
    if not (since and until):
        raise Refused("bad_export", "--club needs --from and --to, such as --from 2026-01-01 --to 2026-12-31.")
    period = {"since": _date(since), "until": _date(until)}
    return evenings_of(club_named(club), **period), period


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Refused("bad_date", f"{text} is no date; one looks like 2026-12-31.") from None


def _write_out(found: Export, format_: Format) -> None:
    if not format_.is_text:
        raise Refused("not_to_standard_output", f"{format_.name} is no text: name a file to write it to.")
    try:
        format_.write(found, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python would fail once more when it ends
        if not isinstance(error, BrokenPipeError):  # whoever reads has read enough
            raise Refused("file_not_writable", f"Standard output cannot be written: {error.strerror}.") from None


def _files(found: Export, format_: Format, out: Path) -> Writing:
    """What is written where. CSV is several tables: packed if the name says so, and otherwise side by side."""
    if format_.name == "csv" and out.suffix.lower() != ".zip":
        return {
            path: lambda file, sheet=sheet: csv_files.write_sheet(found, sheet, file)  # type: ignore[misc]
            for sheet, path in csv_files.beside(found, out).items()
        }
    return {out: lambda file: format_.write(found, file)}


def _write_files(files: Writing, *, replace: bool) -> list[Path]:
    """All of them, whole: they get their names when the last one is written."""
    drafts: dict[Path, Path] = {}
    path = Path()
    try:
        for path in files:
            _require_free(path, replace=replace)
        for path, write in files.items():
            drafts[path.resolve()] = _draft(path.resolve(), write)
        for path, draft in drafts.items():
            draft.replace(path)
    except OSError as error:
        raise Refused("file_not_writable", f"{path} cannot be written: {error.strerror}.") from None
    finally:
        for draft in drafts.values():
            draft.unlink(missing_ok=True)
    return list(files)


def _require_free(path: Path, *, replace: bool) -> None:
    if path.exists() and not path.is_file():
        raise Refused("file_not_writable", f"{path} is there, and is no file.")
    if path.exists() and not replace:
        raise Refused("file_exists", f"{path} exists already. Choose another name, or say --replace.")


def _draft(path: Path, write: Callable[[BinaryIO], None]) -> Path:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        Path(name).unlink()
        raise
    return Path(name)
