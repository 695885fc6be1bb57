"""Betting with the totalisator, horse by horse."""

from typing import Any

import pytest

from games.ascot import betting, playing
from games.ascot.betting import HorseCalled, TicketSold
from games.ascot.flow import Flow
from games.ascot.moves import Bet, Favourite, NoBet
from games.ascot.state import Phase, Standing
from games.kit.errors import RuleBroken
from games.kit.game import Between, Move
from tests.games.ascot.flows import francs_in, refused, told
from tests.games.ascot.money_support import cash_of, having_cash, paid, played
from tests.games.ascot.positions import START, owning, position

SIX = {"Ada": (1, 2), "Bob": (3, 4), "Cy": (5, 6), "Dan": (7, 8), "Eve": (9, 10), "Fay": (11, 12)}


def opened(players: int = 6, bookmaker: str = "Ada", **changes: Any) -> Flow:
    """The betting has just begun; each player has two horses."""
    owned = dict(list(SIX.items())[:players])
    flow = owning(position(players, phase=Phase.FAVOURITES, bookmaker=bookmaker, **changes), **owned)
    return playing.run(betting.begin(flow))


def without_bets(flow: Flow, horses: int) -> Flow:
    """Nobody bets on the next horses."""
    until = flow.state.called[horses]
    while flow.state.called[0] != until:
        flow = played(flow, NoBet(seat=flow.state.waiting[0]))
    return flow


def asked(flow: Flow) -> list[str]:
    """Who is asked for the horse that is called, if nobody bets."""
    horse, seats = flow.state.called[0], []
    while flow.state.called and flow.state.called[0] == horse:
        seats.append(flow.state.waiting[0])
        flow = played(flow, NoBet(seat=seats[-1]))
    return seats


@pytest.mark.rule("ascot:B-1")
def test_stakes_lie_apart_from_the_bank() -> None:
    flow = played(opened(bank=50_000), Bet(4_000, seat="Bob"))
    assert (flow.state.tote, flow.state.bank) == (4_000, 50_000)
    assert paid(flow) == [("Bob", "totalisator", 4_000, "pooled")]


@pytest.mark.rule("ascot:B-2")
def test_horses_are_called_in_number_order_each_when_the_one_before_is_over() -> None:
    flow = owning(position(2, phase=Phase.FAVOURITES, bookmaker="Ada"), Ada=(9, 1), Bob=(4, 3))
    flow = flow.with_horse(3, standing=Standing.SCRATCHED).with_player("Bob", favourite=4)
    flow = playing.run(betting.begin(flow))
    assert flow.state.called == (1, 4, 9)
    while flow.state.phase is Phase.BETTING:
        flow = played(flow, NoBet(seat=playing.deciders(flow.state)[0]))
    assert told(flow, HorseCalled) == [
        HorseCalled(1, "Ada", favourite=False),
        HorseCalled(4, "Bob", favourite=True),
        HorseCalled(9, "Ada", favourite=False),
    ]
    assert flow.state.phase is Phase.START


@pytest.mark.rule("ascot:B-3")
def test_anyone_may_bet_any_amount_he_has() -> None:
    flow = opened(2, bookmaker="Bob")
    assert list(playing.legal(flow, "Ada"))[:2] == [Between(Bet, 500, START, 500), NoBet(seat="Ada")]
    all_in = played(flow, Bet(START, seat="Ada"))
    assert cash_of(all_in.state)["Ada"] == 0
    bookmaker = played(all_in, Bet(500, seat="Bob"))
    assert told(bookmaker, TicketSold) == [TicketSold("Ada", 1, 1, START), TicketSold("Bob", 1, 2, 500)]


@pytest.mark.rule("ascot:B-3")
def test_the_fifth_bet_on_a_horse_is_refused() -> None:
    """G18."""
    flow = without_bets(opened(), 2)
    assert flow.state.called[0] == 3
    first = flow.state.waiting
    flow = played(flow, *(Bet(1_000 * at, seat=seat) for at, seat in enumerate(first[:4], start=1)))
    tickets = [(ticket.number, ticket.seat, ticket.counters) for ticket in flow.state.tickets.on("3")]
    assert tickets == [(at, seat, 1_000 * at) for at, seat in enumerate(first[:4], start=1)]
    assert flow.state.called[0] == 4
    with pytest.raises(RuleBroken) as problem:
        flow.state.tickets.sell(first[4], "3", 1_000)
    assert problem.value.code == "runner_sold_out"
    assert refused(flow, Bet(1_000, seat=first[5])) == "not_your_turn"


@pytest.mark.rule("ascot:B4")
def test_a_second_bet_on_the_same_horse_is_refused_and_one_on_another_horse_is_not() -> None:
    """G18."""
    flow = played(opened(), Bet(1_000, seat="Bob"))
    assert refused(flow, Bet(1_000, seat="Bob")) == "not_your_turn"
    with pytest.raises(RuleBroken) as problem:
        flow.state.tickets.sell("Bob", "1", 1_000)
    assert problem.value.code == "already_backed"
    flow = without_bets(flow, 1)
    while flow.state.waiting[0] != "Bob":
        flow = played(flow, NoBet(seat=flow.state.waiting[0]))
    assert played(flow, Bet(1_000, seat="Bob")).state.tickets.find("Bob", "2")


@pytest.mark.rule("ascot:B4")
def test_the_first_who_is_asked_sits_on_the_bookmakers_left_and_for_each_horse_one_seat_further() -> None:
    flow = opened(4, bookmaker="Cy")
    orders = []
    for _ in range(3):
        orders.append(asked(flow))
        flow = without_bets(flow, 1)
    assert orders == [["Dan", "Ada", "Bob", "Cy"], ["Ada", "Bob", "Cy", "Dan"], ["Bob", "Cy", "Dan", "Ada"]]


@pytest.mark.rule("ascot:B4")
def test_who_cannot_pay_one_step_is_not_asked() -> None:
    flow = having_cash(opened(4, bookmaker="Ada"), Cy=499)
    assert asked(flow) == ["Bob", "Dan", "Ada"]
    assert flow.state.waiting[0] == "Bob"


@pytest.mark.rule("ascot:B4")
def test_where_nobody_has_money_the_race_begins() -> None:
    flow = owning(position(2, phase=Phase.FAVOURITES, bookmaker="Ada"), Ada=(1,), Bob=(2,))
    flow = playing.run(betting.begin(having_cash(flow, Ada=0, Bob=400)))
    assert flow.state.phase is Phase.START
    assert len(told(flow, HorseCalled)) == 2


@pytest.mark.rule("ascot:B4")
@pytest.mark.parametrize("francs", [0, -500, 250, 1_250, True, 1_000.0, "500"])
def test_a_bet_that_is_no_multiple_of_the_step_is_refused(francs: Any) -> None:
    flow = opened()
    assert refused(flow, Bet(francs, seat="Bob")) == "bad_bet"


@pytest.mark.rule("ascot:B-5")
@pytest.mark.parametrize("francs", [START + 500, 10**30])
def test_a_bet_above_ones_cash_is_refused(francs: int) -> None:
    assert refused(opened(), Bet(francs // 500 * 500, seat="Bob")) == "bet_too_high"


@pytest.mark.rule("ascot:B-5")
@pytest.mark.parametrize("move", [Bet(500, seat="Bob"), NoBet(seat="Bob")])
def test_no_bets_after_the_start(move: Move) -> None:
    assert refused(opened().having(phase=Phase.START), move) == "not_now"


@pytest.mark.rule("ascot:B-2")
@pytest.mark.parametrize("move", [Bet(500, seat="Cy"), NoBet(seat="Cy"), Bet(500, seat="Ada")])
def test_only_who_is_asked_answers(move: Move) -> None:
    flow = opened()
    assert playing.deciders(flow.state) == ("Bob",)
    assert refused(flow, move) == "not_your_turn"
    assert refused(flow, Favourite(5, seat="Cy")) == "not_now"


@pytest.mark.rule("ascot:B-2")
def test_no_horse_no_bets() -> None:
    flow = position(3, phase=Phase.FAVOURITES, bookmaker="Ada")
    assert playing.run(betting.begin(flow)).state.phase is Phase.FINISHED, "without a race"


@pytest.mark.rule("ascot:B-1")
def test_no_franc_appears_or_vanishes_in_the_betting() -> None:
    flow = opened(tote=10_000)
    before = francs_in(flow.state)
    while flow.state.phase is Phase.BETTING:
        flow = played(flow, Bet(1_500, seat=flow.state.waiting[0]))
        assert francs_in(flow.state) == before
    assert flow.state.tote == 10_000 + 12 * 4 * 1_500
