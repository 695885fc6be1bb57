"""Many stakes at once at every game of fixed odds: no set that was accepted can leave the office short."""

import random
from typing import Any

import pytest

from casino.tables import locks
from casino.tables.models import Round
from casino.tables.playing import funds_of, game_of, value_of
from games.kit.beside import BOOKMAKER
from games.kit.errors import RuleBroken
from tests.casino.room import Room, play
from tests.casino.tables.races import codes, players, then, unlock, worst
from tests.casino.verified import room_findings
from tests.threads import THREADS, Meeting, together

# By game: how many outcomes there are, and a stake that a bank of forty can pay for one player, but not for all.
GAMES = {
    "double-event": (210, ("win", "king", 2)),
    "horses": (24, ("win", "clubs", 10)),
    "roulette": (39, ("number", "17", 1)),
}
games = pytest.mark.parametrize("game", GAMES)


def opened(game: str) -> tuple[Room, Round]:
    room = Room(counters=dict.fromkeys(players(THREADS), 1000), seat=False)
    return room, room.open(room.table_of(game, house_float=40))


@games
def test_joint_stakes_never_exceed_what_the_office_can_pay(own_database: str, game: str) -> None:
    room, round_ = opened(game)
    value = value_of(round_)
    spaces = [(market.name, space) for market in value.game.markets(value.state) for space in market.spaces]
    refused = list[Exception]()

    def act(number: int) -> None:
        chance = random.Random(number)
        for _ in range(12):
            market, space = chance.choice(spaces)
            most = space.odds.step * 3 if game != "horses" else 30  # even odds need more to hurt a bank
            counters = chance.randrange(space.odds.step, most + 1, space.odds.step)
            try:
                room.stake(round_, f"player {number}", space.selection, counters, market)
            except RuleBroken as refusal:
                refused.append(refusal)

    found = codes([*together(act), *refused])
    kept = round_.exposures.get().liabilities
    assert len(kept) == GAMES[game][0]
    assert max(kept.values()) == worst(round_) <= funds_of(round_, game_of(round_).office)
    assert found["not_covered"]
    assert play(round_).phase == "settled"
    assert room_findings() == []


@games
def test_control_without_the_exposure_s_lock_the_office_owes_what_it_does_not_have(
    own_database: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlock(monkeypatch, "own_exposure")
    then(monkeypatch, locks, "own_exposure", Meeting())
    room, round_ = opened(game)
    market, selection, counters = GAMES[game][1]
    together(lambda number: room.stake(round_, f"player {number}", selection, counters, market))
    assert worst(round_) > funds_of(round_, game_of(round_).office)


# --- A bookmaker beside the game's own odds

# By game: the bookmaker's terms, and a stake that a float of forty can pay for one player, but not for all.
BESIDE: dict[str, tuple[dict[str, Any], int]] = {
    "minoru": ({}, 5),
    "double-event": ({"place": {"places": 2, "fraction": "1/4"}}, 2),
    "horses": ({}, 8),
    "derby": ({"margin": 5}, 5),
}
beside = pytest.mark.parametrize("game", BESIDE)


def opened_beside(game: str) -> tuple[Room, Round]:
    room = Room(counters=dict.fromkeys(players(THREADS), 1000), seat=False)
    return room, room.open(room.table_of(game, house_float=40, beside={"bookmaker": BESIDE[game][0]}))


def spaces_beside(round_: Round) -> list[tuple[str, str]]:
    value = value_of(round_)
    markets = value.sides.markets(value.game, value.state)
    return [(market.name, selection) for market in markets for selection in market.selections]


@beside
def test_joint_stakes_never_exceed_what_the_bookmaker_beside_a_race_can_pay(own_database: str, game: str) -> None:
    room, round_ = opened_beside(game)
    spaces, refused = spaces_beside(round_), list[Exception]()

    def act(number: int) -> None:
        chance = random.Random(number)
        for _ in range(12):
            market, runner = chance.choice(spaces)
            try:
                room.stake(round_, f"player {number}", runner, chance.randint(1, 10), market)
            except RuleBroken as refusal:
                refused.append(refusal)

    found = codes([*together(act), *refused])
    kept = round_.exposures.get(office=BOOKMAKER).liabilities
    assert max(kept.values()) == worst(round_, BOOKMAKER) <= funds_of(round_, BOOKMAKER)
    assert found["not_covered"]
    assert play(round_).phase == "settled"
    assert room_findings() == []


@beside
def test_control_without_the_exposure_s_lock_the_bookmaker_owes_what_it_does_not_have(
    own_database: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlock(monkeypatch, "own_exposure")
    then(monkeypatch, locks, "own_exposure", Meeting())
    room, round_ = opened_beside(game)
    market, runner = spaces_beside(round_)[0]
    assert together(lambda number: room.stake(round_, f"player {number}", runner, BESIDE[game][1], market)) == []
    assert worst(round_, BOOKMAKER) > funds_of(round_, BOOKMAKER)
