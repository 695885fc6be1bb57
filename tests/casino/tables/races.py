"""What the race tests share. Their controls read the same as `casino.tables.locks`, and nobody waits for anybody."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from casino.tables import locks
from casino.tables.models import Exposure, Round, Seat, Table
from casino.tables.playing import laid_in, value_of
from games.kit.errors import RuleBroken
from games.kit.markets import Exposure as Liabilities
from games.kit.markets import find

HORSES = ("minoru", "game_chick", "gou_gou", "miss_mcgiggle", "st_amant")
BELONGING = ("session", "bank", "holder__player", "last_holder__player")

UNLOCKED: dict[str, Callable[..., Any]] = {
    "share_round": lambda _: None,
    "own_round": lambda _: None,
    "own_table_of": lambda _: None,
    "own_table": lambda table_id: Table.objects.select_related(*BELONGING).get(pk=table_id),
    "own_seat": lambda table_id, player_id: Seat.objects.filter(table=table_id, player=player_id).first(),
    "own_exposure": lambda round_id, office: Exposure.objects.get(round=round_id, office=office),
    "own_tickets": lambda _: None,
}


def players(count: int) -> dict[str, int]:
    return {f"player {number}": 100 for number in range(count)}


def codes(raised: list[Exception]) -> Counter[str]:
    """How often each refusal was made. What is no refusal is raised."""
    for error in raised:
        if not isinstance(error, RuleBroken):
            raise error
    return Counter(error.code for error in raised if isinstance(error, RuleBroken))


def worst(round_: Round, office: str | None = None) -> int:
    """What the dearest outcome would cost the bank, or another office, from the stakes themselves."""
    value = value_of(locks.read(round_.pk))
    markets = [market for market in value.markets if market.office == (office or value.game.office)]
    exposure, names = Liabilities.none(value.game.outcomes(value.state)), {market.name for market in markets}
    for (_, market, selection), counters in laid_in(round_).items():
        if market in names:
            exposure = exposure.moved(find(markets, market, selection)[1], 0, counters)
    return exposure.worst


def unlock(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    for name in (*names, *(["own_table_of"] if "own_table" in names else [])):
        monkeypatch.setattr(locks, name, UNLOCKED[name])


def first(monkeypatch: pytest.MonkeyPatch, where: object, name: str, do: Callable[[], object]) -> None:
    """Do something whenever this function is called, before it."""
    real: Callable[..., Any] = getattr(where, name)

    def after_that(*arguments: Any, **named: Any) -> Any:
        do()
        return real(*arguments, **named)

    monkeypatch.setattr(where, name, after_that)


def then(monkeypatch: pytest.MonkeyPatch, where: object, name: str, do: Callable[[], object]) -> None:
    """Do something whenever this function has answered, before anything is made of it."""
    real: Callable[..., Any] = getattr(where, name)

    def and_then(*arguments: Any, **named: Any) -> Any:
        answer = real(*arguments, **named)
        do()
        return answer

    monkeypatch.setattr(where, name, and_then)
