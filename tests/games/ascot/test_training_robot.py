"""The automatic player in training: it always has a lawful move, and a sensible one."""

from random import Random
from typing import Any

import pytest

from games.ascot.edition import Business, Effect
from games.ascot.flow import Flow, holding
from games.ascot.moves import Accept, Decline, ForcedOffer, JoinClub, MemberReport, Pass, ReportHorse, Throw
from games.ascot.options import Options
from games.ascot.pending import Choosing, Debt, Joining, Lot
from games.ascot.playing import deciders
from games.ascot.robots.training import choose, eager
from games.ascot.state import Phase, Trade
from games.kit.game import Move
from games.kit.payments import Reason
from tests.games.ascot.flows import francs_in
from tests.games.ascot.positions import owning, position
from tests.games.ascot.training_support import HOME, card_of, decided, listed, owning_at_random, played, training_of

BRIDLE, BRIDLE_TOO = card_of("stevens", Effect.KEEP), card_of("walroy", Effect.KEEP)


def horses(**changes: Any) -> Flow:
    """Ada, a member, with a black, a yellow and a blue horse out; it is the turn of Bob."""
    flow = training_of(2, Ada=(1, 3, 4, Business.CLUB), Bob=(12,)).having(turn="Bob")
    return flow.with_player("Ada", **changes)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("cash", [281_000, 12_000])
def test_automatic_players_train_to_the_end_with_lawful_moves(players: int, cash: int) -> None:
    asked, forced = 0, 0

    def move(flow: Flow) -> Move:
        nonlocal asked, forced
        for seat in flow.state.names:
            if (wish := eager(flow, seat)) is not None:
                asked += 1
                assert wish in listed(flow, seat)
                return wish
        seat = decided(flow)
        assert all(choose(flow, other) is None for other in flow.state.names if other != seat)
        if isinstance(flow.state.task, Lot):
            assert choose(flow, seat) is None
            return Pass(seat=seat)
        chosen = choose(flow, seat)
        assert chosen is not None
        assert chosen == choose(flow, seat)
        assert chosen in listed(flow, seat)
        forced += isinstance(chosen, ForcedOffer)
        return chosen

    for seed in range(4):
        rng = Random(f"{players} {cash} {seed}")
        over = played(owning_at_random(players, rng, cash=cash), rng, move, lambda _: None)
        assert over.state.phase is Phase.PADDOCK
        assert francs_in(over.state) == cash * players
    assert asked
    assert forced or cash > 12_000


def test_it_throws_when_it_is_its_turn() -> None:
    flow = horses()
    assert choose(flow, "Bob") == Throw(seat="Bob")
    assert choose(flow, "Ada") is None
    assert deciders(flow.state) == ("Bob",)


@pytest.mark.parametrize(("cash", "steps", "joins"), [(100_000, 20, True), (99_900, 20, False), (100_000, 30, False)])
def test_it_joins_while_that_is_cheap_and_the_lap_is_young(cash: int, steps: int, joins: bool) -> None:
    flow = training_of(2, Ada=(4,), Bob=(1, Business.CLUB)).push(Joining("Ada"))
    flow = flow.with_player("Ada", cash=cash).with_horse(4, steps=steps)
    assert choose(flow, "Ada") == JoinClub(joins=joins, seat="Ada")


def test_good_reports_are_for_the_best_horse_and_bad_ones_for_the_worst() -> None:
    good, bad = card_of("vet", Effect.ADVANTAGE), card_of("vet", Effect.ELIMINATE)
    assert choose(horses().push(Choosing("Ada", good)), "Ada") == ReportHorse(1, seat="Ada")
    assert choose(horses().push(Choosing("Ada", bad)), "Ada") == ReportHorse(4, seat="Ada")


def test_it_asks_for_reports_of_stevens_while_two_horses_are_out() -> None:
    light = training_of(2, Ada=(3, 4, Business.CLUB), Bob=(12,)).having(turn="Bob")
    assert eager(light, "Ada") == MemberReport("stevens", seat="Ada")
    assert eager(horses(), "Ada") == MemberReport("walroy", seat="Ada"), "where the best colours are trained"
    assert eager(horses().with_horse(1, disadvantages=1), "Ada") is None, "that horse is still the best"
    assert eager(horses(asked=True), "Ada") is None
    assert eager(horses(), "Bob") is None
    alone = horses().with_horse(1, steps=HOME).with_horse(3, steps=HOME)
    assert eager(alone, "Ada") is None


def test_it_asks_for_reports_of_walroy_while_its_horses_there_have_no_disadvantage() -> None:
    flow = training_of(2, Ada=(1, 2, Business.CLUB), Bob=(12,)).having(turn="Bob")
    assert eager(flow, "Ada") == MemberReport("walroy", seat="Ada")
    assert eager(flow.with_horse(1, disadvantages=1), "Ada") is None


def test_late_it_asks_the_vet_for_what_saves_from_a_burst_vessel() -> None:
    flow = training_of(2, Ada=(1, 2, Business.CLUB), Bob=(12,)).having(turn="Bob").with_horse(1, disadvantages=1)
    late = flow.with_horse(1, steps=30).with_horse(2, steps=30)
    assert eager(late, "Ada") == MemberReport("vet", seat="Ada")
    assert eager(late.with_player("Ada", reports=(card_of("vet", Effect.KEEP),)), "Ada") is None


def owing(*offered: str) -> Flow:
    flow = owning(position(2, turn="Bob"), Ada=(1, 4, Business.VET, Business.BOOKMAKER), Bob=(12, 8, 3))
    flow = flow.with_player("Ada", cash=0, reports=(BRIDLE, BRIDLE_TOO))
    return flow.push(Debt("Ada", holding("Bob"), 5_000, Reason.TRAINING_FEE, offered))


def test_for_a_debt_it_sells_useless_reports_then_businesses_then_the_worst_horse() -> None:
    offered: list[str] = []
    while len(offered) < 6:
        move = choose(owing(*offered), "Ada")
        assert isinstance(move, ForcedOffer)
        offered.append(move.asset)
    assert set(offered[:2]) == {BRIDLE, BRIDLE_TOO}
    assert offered[2:] == ["vet", "bookmaker", "4", "1"]


def test_of_reports_that_are_of_use_it_parts_last() -> None:
    flow = owing().with_player("Ada", reports=(BRIDLE,))
    assert choose(flow, "Ada") == ForcedOffer("vet", seat="Ada")


def offered_to_ada(**parts: Any) -> Flow:
    flow = owning(position(2, Phase.PADDOCK, options=Options()), Ada=(1, 4), Bob=(2, 8))
    blank = {"give": (), "ask": (), "pays": 0, "gets": 0}
    return flow.having(offers=(Trade(1, "Bob", "Ada", **{**blank, **parts}),), offered=1)


@pytest.mark.parametrize(
    ("parts", "accepts"),
    [
        ({"give": ("8",), "gets": 10_000}, True),
        ({"give": ("8",), "gets": 20_000}, False),
        ({"ask": ("4",), "pays": 20_000}, True),
        ({"ask": ("4",), "pays": 15_000}, False),
        ({"give": ("2",), "ask": ("1",)}, False),
        ({"give": ("2",), "ask": ("4",)}, True),
        ({"ask": ("1", "4"), "pays": 200_000}, False),  # it wants to run
    ],
    ids=str,
)
def test_it_accepts_what_is_worth_more_than_it_costs(parts: dict[str, Any], accepts: bool) -> None:
    answer = Accept(1, seat="Ada") if accepts else Decline(1, seat="Ada")
    flow = offered_to_ada(**parts)
    assert eager(flow, "Ada") == answer
    assert answer in listed(flow, "Ada")
    assert eager(flow, "Bob") is None


def test_it_declines_what_it_cannot_pay_and_waits_while_nothing_can_be_traded() -> None:
    flow = offered_to_ada(give=("2",), gets=10_000)
    assert eager(flow.with_player("Ada", cash=9_900), "Ada") == Decline(1, seat="Ada")
    assert eager(flow.push(Joining("Bob")), "Ada") is None
