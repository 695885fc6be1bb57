"""Every way to play every game, by automatic players through the whole house: the books are right to the counter."""

from typing import Any

import pytest

from casino import demo
from casino.demo import Way
from casino.tables.carrying import driven_here
from casino.tables.models import Move, Round, Stake
from games.registry import GAMES
from tests.casino.verified import room_findings

QUICK = {"mode": "points", "target": 100}
WAYS = {
    "double-event": [Way("double-event"), Way("double-event", {"course": "two-packs"}, passes_round=True)],
    "horses": [Way("horses"), Way("horses", passes_round=True)],
    "roulette": [Way("roulette"), Way("roulette", {"payout_mode": "for", "run_mode": "layout"}, passes_round=True)],
    "points": [Way("roulette", {"mode": "points"}), Way("roulette", QUICK)],
}
ways = pytest.mark.parametrize("ways", WAYS.values(), ids=list(WAYS))


def play(ways: list[Way], rounds: int, **table_options: Any) -> None:
    """So many rounds by six players at two tables, and then everybody goes home."""
    with driven_here():
        chosen = {**demo.AS_FAST_AS_IT_GOES, **table_options}
        session = demo.open_room(players=6, tables=2, table_options=chosen, ways=ways)
        tables = [table.pk for table in session.tables.order_by("pk")]
        for number in range(rounds):
            demo.play_round(tables[number % 2])
        demo.close_room(session)
    assert list(Round.objects.values_list("phase", flat=True)) == ["settled"] * rounds
    assert Stake.objects.count() > rounds or Move.objects.filter(move__has_key="mark").count() > rounds
    assert room_findings() == []


def test_every_game_that_is_no_minoru_is_played_here() -> None:
    assert {way.game for each in WAYS.values() for way in each} == GAMES.keys() - {"minoru"}


@ways
def test_50_rounds_of_each_by_automatic_players(own_database: str, ways: list[Way]) -> None:
    play(ways, 50)


@pytest.mark.slow
@ways
def test_500_rounds_of_each_by_automatic_players(own_database: str, ways: list[Way]) -> None:
    play(ways, 500)
