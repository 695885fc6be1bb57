"""Very many stakes on one race at once. In a pool they wait for nobody; at fixed odds there is one row for all."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.db.models import Sum

from casino.tables.models import Round, Stake
from casino.tables.showing import public_view
from games.kit.beside import BOOKMAKER, TOTALISATOR
from ledger.models import Entry
from tests.casino.cast import player_wire
from tests.casino.room import Room, play
from tests.casino.tables.races import players
from tests.casino.tables.waits import Waits, watched
from tests.casino.verified import room_findings
from tests.ledger.verified import findings
from tests.threads import PATIENCE, together

FLOAT = 10**6
BESIDE: dict[str, dict[str, Any]] = {TOTALISATOR: {"totalisator": {}}, BOOKMAKER: {"bookmaker": {}}}

Act = Callable[[str, str, str], object]  # who, on which market, on which runner


@dataclass(frozen=True)
class Load:
    """So many stakes by so many clients, each of which stakes for several players."""

    clients: int
    stakes: int
    players_each: int

    @property
    def players(self) -> int:
        return self.clients * self.players_each

    @property
    def each(self) -> int:
        return self.stakes // self.clients


SMALL = Load(clients=10, stakes=300, players_each=2)
LARGE = Load(clients=50, stakes=5000, players_each=5)


def opened(load: Load, market: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Room, Round]:
    """A race with everybody at its table, and a connection for each client."""
    monkeypatch.setitem(connection.settings_dict["OPTIONS"]["pool"], "max_size", load.clients + 5)
    monkeypatch.setitem(connection.settings_dict["OPTIONS"]["pool"], "timeout", 4 * PATIENCE)
    room = Room(counters=players(load.players), seat=False)
    table = room.table_of("derby", beside=BESIDE[market], house_float=FLOAT, places=load.players)
    return room, room.open(table)


def stake_together(load: Load, market: str, stake: Act) -> Waits:
    def act(client: int) -> None:
        for number in range(load.each):
            player = client + load.clients * (number % load.players_each)
            stake(f"player {player}", market, str(1 + (client + number) % 6))

    started = time.monotonic()
    with watched() as waits:
        assert together(act, load.clients) == []
    seconds = time.monotonic() - started
    print(
        f"{market}: {load.stakes:,} stakes by {load.clients} clients in {seconds:.1f} s; looked {waits.samples} times,"
        f" at most {waits.together} at work at once, {len(waits.waited)} waits"
    )
    return waits


def directly(room: Room, round_: Round) -> Act:
    return lambda who, market, runner: room.stake(round_, who, runner, 1, market)


def through_the_api(room: Room, round_: Round) -> Act:
    """Every client by its own token, with the terms that it has read."""
    wires = {who: player_wire(room, who) for who, player in room.players.items()}
    shown = public_view(Round.objects.select_related("table__session", "secret").get(pk=round_.pk))
    prices = {offer["name"]: offer["price"] for offer in (*shown["markets"], *shown["pools"])}

    def stake(who: str, market: str, runner: str) -> None:
        body = {"market": market, "selection": runner, "counters": 1, "price": prices[market]}
        told = wires[who].post(f"/rounds/{round_.pk}/stakes/", body)
        assert told.status == 201, told.body

    return stake


def run_the_race(load: Load, room: Room, round_: Round) -> None:
    """The off, the race, one entry; and where every counter is afterwards."""
    assert Stake.objects.filter(round=round_).aggregate(sum=Sum("counters"))["sum"] == load.stakes
    assert play(round_).phase == "settled"
    settled = list(Entry.objects.filter(key__startswith=f"round:{round_.pk}:settle"))
    assert settled == [round_.settlement]
    held = room.held()
    assert not any(code.startswith(("stakes:", "totalisator:", "carry-over:")) for code in held)
    purses = sum(held.get(f"purse:player {number}", 0) for number in range(load.players))
    kept = sum(held.get(f"{role}:derby", 0) for role in ("commission", "breakage"))
    assert kept
    assert purses + kept == 100 * load.players
    assert room_findings() == []
    assert findings() == []


def stakes_in_a_pool_wait_for_nobody(load: Load, monkeypatch: pytest.MonkeyPatch, way: Callable[..., Act]) -> None:
    room, round_ = opened(load, TOTALISATOR, monkeypatch)
    waits = stake_together(load, TOTALISATOR, way(room, round_))
    assert waits.together > 1  # they were at it at the same time
    assert waits.waited == []
    run_the_race(load, room, round_)


def stakes_at_fixed_odds_wait_for_each_other(
    load: Load, monkeypatch: pytest.MonkeyPatch, way: Callable[..., Act]
) -> None:
    room, round_ = opened(load, BOOKMAKER, monkeypatch)
    assert stake_together(load, BOOKMAKER, way(room, round_)).for_rows_of("tables_exposure")


ways = pytest.mark.parametrize("way", [directly, through_the_api])


@ways
def test_stakes_in_a_pool_wait_for_nobody(
    own_database: str, monkeypatch: pytest.MonkeyPatch, way: Callable[..., Act]
) -> None:
    stakes_in_a_pool_wait_for_nobody(SMALL, monkeypatch, way)


@ways
def test_control_stakes_at_fixed_odds_are_seen_to_wait_for_each_other(
    own_database: str, monkeypatch: pytest.MonkeyPatch, way: Callable[..., Act]
) -> None:
    stakes_at_fixed_odds_wait_for_each_other(SMALL, monkeypatch, way)


@pytest.mark.slow
def test_five_thousand_stakes_in_a_pool_from_fifty_clients_wait_for_nobody(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stakes_in_a_pool_wait_for_nobody(LARGE, monkeypatch, directly)


@pytest.mark.slow
def test_control_five_thousand_stakes_at_fixed_odds_are_seen_to_wait_for_each_other(
    own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stakes_at_fixed_odds_wait_for_each_other(LARGE, monkeypatch, directly)
