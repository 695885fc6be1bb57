"""`casino verify` as it is read at the terminal."""

import json

from casino.clubs.sessions import make_session
from casino.tables.models import Stake
from tests.casino.room import Room, play
from tests.databases import address
from tests.terminal import casino


def test_books_in_order_are_told_with_the_rounds_that_were_played_again(room: Room) -> None:
    play(room.open())
    done = casino("verify", room.session.code, **address())
    assert done.returncode == 0
    assert "The books of Evening are in order." in done.stdout
    assert "The room is in order: 1 round replayed, each paid as it pays and dealt as its seed deals." in done.stdout


def test_what_is_wrong_is_named_and_counted(room: Room) -> None:
    rounds = [room.open(table) for table in (room.table, room.table_of("horses"))]
    for round_, selection in zip(rounds, ("minoru", "clubs"), strict=True):
        room.stake(round_, "Ada", selection, 2)
        play(round_)
        Stake.objects.filter(round=round_).update(counters=3)
    done = casino("verify", **address())
    told = json.loads(casino("verify", "--json", **address()).stdout)
    assert (done.returncode, told["clean"], told["session"]) == (1, False, None)
    assert {finding["row"] for finding in told["findings"]} == {f"round {round_.pk}" for round_ in rounds}
    *lines, last = done.stdout.splitlines()
    assert lines == [": ".join(finding.values()) for finding in told["findings"]]
    assert last == f"{len(lines)} findings. The books are not in order."


def test_a_session_that_was_never_opened_has_no_book(room: Room) -> None:
    draft = make_session(club=room.session.club, name="Next week")
    done = casino("verify", draft.code, **address())
    assert (done.returncode, done.stderr.strip()) == (2, "Next week has not been opened; it has no book yet.")
