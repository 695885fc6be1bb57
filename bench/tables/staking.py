"""Stakes from one phone after another, as fast as they are taken, with and without telling anybody of them."""

import itertools
import time
from collections.abc import Sequence
from typing import Any
from unittest import mock

from bench.ledger.house import disconnect, vacuum
from bench.tables.room import invite, open_evening, put_table
from casino.clubs.actors import HOUSE, guest
from casino.clubs.models import Player
from casino.events import telling
from casino.tables.opening import open_round
from casino.tables.staking import place_stake
from games.minoru.course import Horse

WARM_UP = 20


def open_floor(tables: int, guests: int, beside: dict[str, Any] | None = None) -> tuple[list[int], list[int]]:
    """Open rounds, and who sits at all of them."""
    session = open_evening()
    players = invite(session, guests)
    floor = [put_table(session, f"Minoru {n}", players, beside=beside) for n in range(tables)]
    rounds = [open_round(table.pk, by=HOUSE).pk for table in floor]
    vacuum()
    disconnect()
    return rounds, [player.pk for player in players]


_stakes: list["itertools.cycle[tuple[int, Player, Horse]]"] = []


def come(rounds: Sequence[int], players: Sequence[int]) -> None:
    """These players stake here, on every horse of every round in turn."""
    guests = Player.objects.select_related("session").filter(pk__in=players)
    _stakes.append(
        itertools.cycle((round_, player, horse) for horse in Horse for player in guests for round_ in rounds)
    )
    stake_for(0, told=True, at_least=WARM_UP)


def stake_for(seconds: float, told: bool, at_least: int = 1, market: str = "win") -> tuple[int, float]:  # noqa: FBT001 - over the line
    """How many stakes were taken, and in how many seconds."""
    with mock.patch.object(telling, "tell", telling.tell if told else _tell_nobody):
        started = time.perf_counter()
        for done in itertools.count(1):
            round_id, player, horse = next(_stakes[0])
            place_stake(round_id, player=player, market=market, selection=horse, counters=1, by=guest(player))
            passed = time.perf_counter() - started
            if done >= at_least and passed >= seconds:
                break
    return done, passed


def _tell_nobody(*_: object, **__: object) -> None:
    pass
