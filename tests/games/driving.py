"""Driving any game through its protocol, and keeping accounts beside it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Any, get_origin

import pytest

from games.kit.errors import RuleBroken
from games.kit.fair import Draws
from games.kit.game import Between, Composed, Game, Legal, Move, tag, waited_for
from games.kit.payments import Party, Payment, Stake
from games.kit.values import field_types

Choose = Callable[[Sequence[Any]], Any]
Able = tuple[str | None, Legal | None]  # chance has neither a seat nor a choice
COMPOSED = 12  # one of so many moves may be one that is put together, such as an offer, or an answer to it
TRIES = 1_000  # to put together what is legal
MOST_MOVES = 3_000


def draws(seed: int) -> Draws:
    return Draws(seed.to_bytes(32, "big"))


def next_move(game: Game[Any], state: Any, seats: Sequence[str], chance: Draws, choose: Choose) -> Move | None:
    """One that chance or any seat could make now; nothing when the round is over.

    Where nobody is waited for, seats may act and need not: chance is then one of those to choose from.
    """
    able: list[Able] = [(seat, may) for seat in seats for may in game.moves(state, seat)]
    wanted = game.chance(state)
    if any(isinstance(may, Composed) for _, may in able) and choose(range(COMPOSED)):
        able = asked(game, state, seats, able)
    elif wanted and not waited_for(game, state, seats):
        able.append((None, None))
    for _ in range(TRIES if able else 0):
        one: Able = choose(able)
        seat, may = one
        if may is None:
            break
        move = made(game, seat, may, choose)
        if not isinstance(may, Composed) or accepted(game, state, move):
            return move
        able = [other for other in able if other != one] or able
    return chance.move(wanted) if wanted else None


def asked(game: Game[Any], state: Any, seats: Sequence[str], able: list[Able]) -> list[Able]:
    """Of what can be done, what somebody is waited for: those who may trade at any time would do nothing else."""
    waited = waited_for(game, state, seats)
    plain: list[Able] = [(seat, may) for seat, may in able if seat in waited and not isinstance(may, Composed)]
    return plain or able


def made(game: Game[Any], seat: str | None, may: Legal, choose: Choose) -> Move:
    """A move of this kind: what it leaves open is chosen."""
    if isinstance(may, Move):
        return may
    if isinstance(may, Between):
        return game.read_move({"seat": seat, tag(may.act): choose(range(may.least, may.most + 1, may.step))})
    if isinstance(may, Composed):
        return game.read_move({"seat": seat, tag(may.act): composed(may, choose)})
    names = [part.name for part in fields(may.act) if not part.kw_only]
    where = (may.market, choose(may.selections), choose(range(may.least, may.most + 1)))
    return game.read_move({"seat": seat, tag(may.act): dict(zip(names, where, strict=True))})


def accepted(game: Game[Any], state: Any, move: Move) -> bool:
    """Not all that can be put together is legal."""
    try:
        game.play(state, move)
    except RuleBroken:
        return False
    return True


def composed(may: Composed, choose: Choose) -> Any:
    """Parts that are put together at random: of a list, up to two."""
    types = field_types(may.act)
    told: dict[str, Any] = {}
    for part in may.choices:
        some = [choose(part.values) for _ in range(choose(range(3)))] if part.values else []
        is_list = get_origin(types[part.part]) is tuple
        told[part.part] = list(dict.fromkeys(some)) if is_list else choose(part.values)
    for amount in may.amounts:
        told[amount.part] = choose(range(amount.least, amount.most + 1, amount.step))
    return told if len(types) > 2 else next(iter(told.values()))  # the seat is one of the fields


def play_through(
    game: Game[Any], state: Any, seats: Sequence[str], chance: Draws, choose: Choose
) -> tuple[list[Move], list[Any]]:
    """All moves of a round that starts here, and all states from the first to the last."""
    moves, states = [], [state]
    while (move := next_move(game, states[-1], seats, chance, choose)) is not None:
        moves.append(move)
        states.append(game.play(states[-1], move).state)
        assert len(moves) < MOST_MOVES, "the round does not end"
    return moves, states


def keep_accounts(
    purses: dict[str, int], funds: dict[str, int], stakes: Iterable[Stake], payments: Iterable[Payment]
) -> Counter[Party]:
    """Every account after the stakes were laid and the payments made, in their order. None may fall below zero."""
    accounts: Counter[Party] = Counter({Party("purse", seat): held for seat, held in purses.items()})
    accounts.update({Party(office): held for office, held in funds.items()})
    total = accounts.total()
    steps = [(Party("purse", stake.seat), Party("stakes", stake.seat), stake.counters) for stake in stakes]
    steps += [(payment.payer, payment.payee, payment.amount) for payment in payments]
    for payer, payee, amount in steps:
        assert amount > 0
        assert payer != payee
        accounts[payer] -= amount
        accounts[payee] += amount
        assert accounts[payer] >= 0 or payer.role == "box", f"{payer} is overdrawn"
    assert accounts.total() == total
    return accounts


def refusal(act: Callable[..., object], *arguments: Any, **named: Any) -> str:
    """The code with which this is refused."""
    with pytest.raises(RuleBroken) as refused:
        act(*arguments, **named)
    assert refused.value.sentence
    return refused.value.code
