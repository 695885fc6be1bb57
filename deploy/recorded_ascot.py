"""A recorded game of Ascot: three play to the end. What the clock does for them is what automatic players would do;
beside it they trade before the race, and propose place bets to the bookmaker.
"""

from collections.abc import Iterator
from typing import Any

from casino.clubs.models import Player, Session
from casino.tables.models import Round
from casino.tables.playing import value_of
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from deploy.recorded_games import Evening
from deploy.recorded_people import live
from games.ascot.state import Phase, State

Doing = tuple[Player, dict[str, Any]]


def evening() -> Session:
    evening = Evening("RECASCOT", "Cleo")
    round_ = evening.open("ascot", "Ascot", options={"players": 3, "ante": 10})
    _, bob, _ = evening.guests
    for player, act in [*((guest, "enter") for guest in evening.guests), (bob, "scratch"), (bob, "enter")]:
        evening.move(round_, player, {act: True})
    call_the_off(round_.pk, by=evening.olive)
    left = {Phase.PADDOCK: _trades, Phase.BETTING: _place_bets}
    while live(round_):
        state = _state(round_)
        if state.phase in left and state.task is None:
            for player, move in left.pop(state.phase)(evening.guests, state):
                evening.move(round_, player, move)
        else:
            tick(round_.pk, round_.step)
    return evening.session


def _state(round_: Round) -> State:
    state: State = value_of(round_).state
    return state


def _trades(guests: list[Player], state: State) -> Iterator[Doing]:
    """A horse is offered and declined, offered again and not any more, and then sold; what else it was offered for is
    no longer to be had.
    """
    seller, buyer, *_ = sorted(guests, key=lambda guest: -len(state.horses_of(guest.nickname)))
    (horse, *_) = state.horses_of(seller.nickname)
    offer = {"to": buyer.nickname, "give": [str(horse.number)], "gets": 1000}
    yield seller, {"offer": {**offer, "gets": 2000}}
    for number, (answering, answer) in enumerate(
        ((buyer, "decline"), (seller, "withdraw_offer"), (buyer, "accept")), start=2
    ):
        yield seller, {"offer": offer}
        yield answering, {answer: number}


def _place_bets(guests: list[Player], state: State) -> Iterator[Doing]:
    """One is refused, one accepted, and one waits until the race begins."""
    bookmaker = next(guest for guest in guests if guest.nickname == state.bookmaker)
    backer = next(guest for guest in guests if guest is not bookmaker)
    bet = {"horse": state.called[0], "stake": 500, "payout": 1000}
    for number, answer in enumerate(("refuse_place", "accept_place", None), start=state.offered + 1):
        yield backer, {"propose_place": bet}
        if answer:
            yield bookmaker, {answer: number}
