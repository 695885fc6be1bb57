"""`casino export`: which evenings, which file, and what is refused."""

import csv
import gc
import json
import os
import tempfile
import zipfile
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from casino.clubs.models import Club, Session
from casino.clubs.sessions import make_session
from casino.exports import command, xlsx
from casino.exports.formats import FORMATS
from casino.refusals import Refused
from games.kit.errors import RuleBroken
from tests.casino.room import Room, open_evening


@pytest.fixture(scope="module")
def room(module_database: str) -> Room:
    return Room(settings={"currency": "EUR", "price": 5})


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "books.journal"


def export(session: str | None, out: Path, **wish: Any) -> None:
    usual: dict[str, Any] = {
        "club": None,
        "since": None,
        "until": None,
        "journal": "counters",
        "format_name": "hledger",
    }
    usual |= {"summary": False, "names": False, "replace": False}
    command.export(session, out=out, **{**usual, **wish})


def refused(session: str | None, out: Path, **wish: Any) -> str:
    """The code; nothing was written, and nothing that was there was changed."""

    def there() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in out.parent.glob("*") if path.is_file()}

    before = there()
    with pytest.raises((Refused, RuleBroken)) as caught:
        export(session, out, **wish)
    assert there() == before
    code: str = caught.value.code  # type: ignore[attr-defined]
    assert str(caught.value)
    return code


def test_a_session_by_its_code(room: Room, out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    export(room.session.code.lower(), out)
    assert f"; book: {room.session.code}, Evening" in out.read_text()
    told = capsys.readouterr().out
    assert f"counters of {room.session.code}: 4 entries with 4 transfers." in told
    assert f"Wrote {out} ({out.stat().st_size:,} bytes)." in told


def test_the_latest_is_the_one_opened_last_and_no_demo(room: Room, out: Path) -> None:
    second = Room(counters={}, settings={})
    open_evening(room.session.club, "Demo", demo=True)
    make_session(club=room.session.club, name="A draft")
    export("latest", out)
    assert f"; book: {second.session.code}," in out.read_text()
    Session.objects.filter(pk__in=[room.session.pk, second.session.pk]).update(demo=True)
    export("LATEST", out, replace=True)
    assert ", Demo," in out.read_text()
    Session.objects.filter(pk__in=[room.session.pk, second.session.pk]).update(demo=False)


def test_all_evenings_of_a_club_in_a_period(room: Room, out: Path) -> None:
    second = Room(counters={"Zoe": 3})
    Session.objects.filter(pk=second.session.pk).update(accounting_date=date(2031, 1, 1))
    period = {"club": "The club", "since": "2000-01-01", "until": "2030-12-31"}
    export(None, out, **period)
    text = out.read_text()
    assert f"; book: {room.session.code}," in text
    assert second.session.code not in text
    assert "; period: 2000-01-01 to 2030-12-31\n" in text
    export(None, out, **{**period, "until": "2031-01-01"}, replace=True)
    assert f"; book: {second.session.code}," in out.read_text()
    assert text.index(room.session.code) < out.read_text().index(second.session.code)


@pytest.mark.parametrize("format_", FORMATS)
def test_every_format_is_written(room: Room, tmp_path: Path, format_: str) -> None:
    out = tmp_path / f"books.{FORMATS[format_].ending}"
    export(room.session.code, out, format_name=format_)
    assert [path.name for path in tmp_path.iterdir()] == [out.name]  # no draft is left
    assert out.stat().st_size > 300


def test_csv_is_packed_if_its_name_says_so_and_side_by_side_if_not(room: Room, tmp_path: Path) -> None:
    export(room.session.code, tmp_path / "evening.csv", format_name="csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "evening-about.csv",
        "evening-statements.csv",
        "evening-summary.csv",
        "evening-trial-balance.csv",
        "evening.csv",
    ]
    lines = list(csv.DictReader((tmp_path / "evening.csv").read_text().splitlines()))
    assert [line["amount"] for line in lines] == ["100", "100", "100", "1000"]
    export(room.session.code, tmp_path / "evening.zip", format_name="csv")
    with zipfile.ZipFile(tmp_path / "evening.zip") as archive:
        assert archive.read("journal.csv") == (tmp_path / "evening.csv").read_bytes()
    export(room.session.code, tmp_path / "sum.csv", format_name="csv", summary=True)
    assert "reason" in (tmp_path / "sum.csv").read_text().splitlines()[0]


def test_to_standard_output_goes_the_file_and_nothing_else(
    room: Room, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    export(room.session.code, Path("-"), format_name="jsonl", journal="money")
    written = capfdbinary.readouterr().out
    assert [json.loads(line)["kind"] for line in written.splitlines()][:2] == ["journal", "book"]


def test_what_cannot_be_meant_is_refused(room: Room, out: Path) -> None:
    code = room.session.code
    assert refused("NOSUCH", out) == "unknown_session"
    assert refused("\udcff", out) == "unknown_session"
    assert refused(None, out, club="\udcff", since="2026-01-01", until="2026-12-31") == "unknown_club"
    assert refused(make_session(club=room.session.club, name="Soon").code, out) == "session_not_open"
    assert refused(code, out, format_name="pdf") == "unknown_format"
    assert refused(code, out, journal="both") == "unknown_journal"
    assert refused(None, out) == "bad_export"
    assert refused(code, out, club="The club") == "bad_export"
    assert refused(code, out, since="2026-01-01") == "bad_export"
    assert refused(None, out, club="The club") == "bad_export"
    period = {"since": "2026-01-01", "until": "2026-12-31"}
    assert refused(None, out, club="No such club", **period) == "unknown_club"
    assert refused(None, out, club="The club", since="yesterday", until="2026-12-31") == "bad_date"
    assert refused(None, out, club="The club", since="2026-12-31", until="2026-01-01") == "bad_period"
    assert refused(None, out, club="The club", since="1999-01-01", until="1999-12-31") == "no_evenings"
    Club.objects.get_or_create(name="A new club")
    assert refused(None, out, club="A new club", **period) == "no_evenings"
    assert refused(code, Path("-"), format_name="xlsx") == "not_to_standard_output"


@pytest.mark.parametrize("format_", FORMATS)
def test_a_period_may_end_whenever_it_likes(room: Room, tmp_path: Path, format_: str) -> None:
    out = tmp_path / f"books.{FORMATS[format_].ending}"
    export(None, out, club="The club", since="0001-01-01", until="9999-12-31", format_name=format_)
    assert out.stat().st_size > 300


def full(handle: int, mode: str) -> Any:
    """A file on a disk without room."""
    os.close(handle)
    return Path("/dev/full").open(mode)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # a ZIP that could not be closed
@pytest.mark.parametrize("format_", ["hledger", "xlsx"])
def test_on_a_full_disk_nothing_is_left(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format_: str
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(os, "fdopen", full)
    assert refused(room.session.code, tmp_path / "books.x", format_name=format_) == "file_not_writable"
    assert list(tmp_path.iterdir()) == []
    gc.collect()


def test_a_device_or_a_link_is_not_made_a_file(room: Room, tmp_path: Path) -> None:
    assert refused(room.session.code, Path("/dev/null"), replace=True) == "file_not_writable"
    assert Path("/dev/null").is_char_device()
    (tmp_path / "books").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "books" / "real.journal")
    export(room.session.code, tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert "commodity CTR" in (tmp_path / "books" / "real.journal").read_text()


def test_a_file_that_is_there_is_left_alone_unless_it_may_be_replaced(room: Room, tmp_path: Path) -> None:
    mine = tmp_path / "main.journal"
    mine.write_text("my books of ten years")
    assert refused(room.session.code, mine) == "file_exists"
    export(room.session.code, mine, replace=True)
    assert "commodity CTR" in mine.read_text()
    (tmp_path / "x-statements.csv").write_text("mine, too")
    assert refused(room.session.code, tmp_path / "x.csv", format_name="csv") == "file_exists"


def test_where_nothing_can_be_written_nothing_is(room: Room, tmp_path: Path) -> None:
    assert refused(room.session.code, tmp_path / "no" / "folder" / "x.journal") == "file_not_writable"
    assert refused(room.session.code, tmp_path, replace=True) == "file_not_writable"


def test_what_no_spreadsheet_holds_is_refused_as_one(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "books.xlsx"
    monkeypatch.setattr(xlsx, "MOST_ROWS", 7)
    assert refused(room.session.code, out, format_name="xlsx") == "too_long_for_a_sheet"
    export(room.session.code, out, format_name="xlsx", summary=True)
    monkeypatch.undo()
    monkeypatch.setattr(xlsx, "MOST_DIGITS", 3)
    assert refused(room.session.code, out, format_name="xlsx", replace=True) == "too_large_for_a_sheet"
