"""Houses of earlier versions, kept as backups: each opens, migrates, plays on, and its books stay in order.

`make old-house` keeps one of the version that is checked out. An issue with a migration adds one of the commit before.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db.models import QuerySet

from casino import backup, demo
from casino.clubs.models import Session
from casino.tables.models import Move, Round, Ticket
from casino.tables.restoring import after_restore
from games.registry import GAMES
from tests.casino.verified import room_findings
from tests.old_houses.laying_out import CLOSED, OPEN, PLANNED, lay_out
from tests.old_houses.opening import HOUSES, opened, play_on

MOST_BYTES = 600_000


def everything_is_there() -> None:
    """What an old house is kept for."""
    rounds = Round.objects.filter(table__session__name=OPEN)
    phases = Counter(rounds.values_list("phase", flat=True))
    assert set(phases) == {"open", "running", "settled", "void"}
    assert set(rounds.filter(phase="running").values_list("table__game", flat=True)) == set(GAMES)
    assert rounds.filter(phase="running", by_hand=True).exists()
    assert corrected(rounds) == 1
    paid = {ticket.paid_at is not None for ticket in Ticket.objects.filter(round__in=rounds)}
    assert paid == {True, False}
    states = dict(Session.objects.values_list("name", "state"))
    assert states == {CLOSED: "closed", OPEN: "open", PLANNED: "draft"}
    assert Session.objects.get(name=PLANNED).planned_tables.exists()
    assert room_findings() == []


def corrected(rounds: QuerySet[Round]) -> int:
    return Move.objects.filter(round__in=rounds, kind=Move.Kind.CORRECTED).count()


def test_a_house_of_today_has_everything_that_an_old_one_should_have(own_database: str) -> None:
    """With CASINO_KEEP_OLD_HOUSE=FILE it is kept there."""
    lay_out()
    everything_is_there()
    if file := os.environ.get("CASINO_KEEP_OLD_HOUSE"):
        assert backup.write(Path(file)) < MOST_BYTES


@pytest.fixture(params=HOUSES, ids=lambda file: file.stem)
def old_house(request: pytest.FixtureRequest, migrated_database: str, django_db_blocker: Any) -> Iterator[Path]:
    with opened(request.param, django_db_blocker):
        yield request.param


def test_an_old_house_is_migrated_and_played_on(old_house: Path) -> None:
    everything_is_there()
    session = play_on()
    assert session.state == Session.State.CLOSED
    rounds = Round.objects.filter(table__session=session)
    assert set(rounds.values_list("phase", flat=True)) == {"settled", "void"}
    assert corrected(rounds) == 2
    assert room_findings() == []


def test_an_old_house_that_is_restored_as_people_do_it_has_void_rounds_and_can_be_used(old_house: Path) -> None:
    running = Round.objects.filter(phase__in=["open", "running"]).count()
    assert after_restore() == running
    assert room_findings() == []
    table = Session.objects.get(name=OPEN).tables.get(name="Minoru 1")
    assert demo.play_round(table.pk).phase == "settled"
    assert room_findings() == []


def test_there_is_an_old_house_and_none_is_large() -> None:
    assert HOUSES
    assert all(file.stat().st_size < MOST_BYTES for file in HOUSES)
