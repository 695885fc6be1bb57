from pathlib import Path

import pytest

from casino.odds_shelf import shelf


def never() -> bytes:
    raise AssertionError("it was kept")


def sound(kept: bytes) -> bool:
    return kept.startswith(b"table")


def test_a_table_is_there_for_the_next_process(tmp_path: Path) -> None:
    folder = tmp_path / "odds"
    assert shelf(folder)("derby", lambda: b"table one", sound) == b"table one"
    assert shelf(folder)("derby", never, sound) == b"table one"
    assert shelf(folder)("kentucky", lambda: b"table two", sound) == b"table two"
    assert [path.name for path in sorted(folder.iterdir())] == ["derby.table", "kentucky.table"], "no drafts are left"


@pytest.mark.parametrize("damaged", [b"", b"half", b"\0" * 100])
def test_a_damaged_table_is_written_anew(tmp_path: Path, damaged: bytes) -> None:
    (tmp_path / "derby.table").write_bytes(damaged)
    assert shelf(tmp_path)("derby", lambda: b"table", sound) == b"table"
    assert shelf(tmp_path)("derby", never, sound) == b"table"


def test_where_nothing_can_be_written_it_is_made_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "odds").write_text("a file, and no folder")
    keep = shelf(tmp_path / "odds")
    assert [keep("derby", lambda: b"table", sound) for _ in range(2)] == [b"table"] * 2
