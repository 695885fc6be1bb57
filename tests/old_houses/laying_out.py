"""A house in the middle of everything: rounds of every game that are open, running, settled, void or corrected; tickets
that are paid and that are not; an evening that is closed and one that is planned.

It is laid out through the functions that people use, and kept as a backup, so that a house of today can be opened with
the software of tomorrow.
"""

from typing import Any

from casino import demo
from casino.clubs.actors import HOUSE
from casino.clubs.sessions import make_session
from casino.desk.models import Prize
from casino.desk.prizes import announce_prize
from casino.tables import robots
from casino.tables.carrying import driven_here
from casino.tables.models import Round
from casino.tables.planning import plan_table
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from tests.casino.dealing import M1, deal
from tests.casino.evenings import PRICED, ROBOTS, by_hand, play_evening
from tests.casino.room import Room

CLOSED, OPEN, PLANNED = "A closed evening", "Evening", "Next week"
MOVES = 3  # of a round that runs
# Every game, in a way that is not over after so many moves.
RUNNING: dict[str, dict[str, Any]] = {
    "minoru": {"options": {"course": "long"}, "beside": {"totalisator": {}, "bookmaker": {}}},
    "double-event": {},
    "horses": {"passes_round": True},
    "roulette": {"options": {"mode": "points"}},
    "derby": {"options": {"players": 2, "ante": 5}, "beside": {"totalisator": {"unbacked": "carry-over"}}},
    "musical-casino": {"options": {"players": 2, "ante": 5}},
    "ascot": {"options": {"players": 3, "ante": 5}},
}


def lay_out() -> None:
    with driven_here():
        play_evening(CLOSED, games=("minoru",), **PRICED)
        room = Room(settings=dict(PRICED), counters={"Ada": 200, "Bob": 200, "Cy": 200})
        by_hand(room)  # void, settled and corrected, with a ticket that is paid
        announce_prize(room.session.pk, place=Prize.Place.FIRST, measure=Prize.Measure.RICHEST, counters=40, by=HOUSE)
        demo.play_round(room.table.pk)
        _open(room)
        _half_dealt(room)
        for name in ROBOTS[:3]:
            room.come(name, 400, automatic=True)
        for game, wishes in RUNNING.items():
            table = room.put_table(f"{game} runs", game, **wishes)
            room.sit(table, *ROBOTS[:3])
            _run_a_little(room.open(table))
        planned = make_session(club=room.session.club, name=PLANNED)
        plan_table(session=planned, name="Minoru", game="minoru", by=HOUSE)


def _open(room: Room) -> None:
    """With stakes on the cloth and a ticket that nobody has come back with."""
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 3)
    room.sell(round_, "Bob", "gou_gou", 2)


def _half_dealt(room: Room) -> None:
    """By a croupier, who has the next cards in the hand."""
    table = room.put_table("Half dealt", by_hand=True)
    room.sit(table, "Cy")
    round_ = room.open(table)
    room.stake(round_, "Cy", "minoru", 2)
    deal(round_, *M1[:2])


def _run_a_little(round_: Round) -> None:
    robots.decide_for(round_.pk)
    robots.stake_for(round_.pk)
    round_.refresh_from_db()
    if round_.phase == Round.Phase.OPEN:
        call_the_off(round_.pk, by=HOUSE)
    while round_.moves.count() < MOVES or round_.phase == Round.Phase.OPEN:
        round_.refresh_from_db()
        assert tick(round_.pk, round_.step)
