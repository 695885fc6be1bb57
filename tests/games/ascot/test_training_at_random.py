"""Whole trainings, with whatever seats may do, and the figures that the edition was made for."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, stdev

import pytest

from games.ascot import training
from games.ascot.edition import STABLES, Business
from games.ascot.flow import Flow
from games.ascot.moves import (
    Accept,
    Bid,
    Decline,
    JoinClub,
    MemberReport,
    Offer,
    Pass,
    ReportHorse,
    Throw,
    WithdrawOffer,
)
from games.ascot.options import Options
from games.ascot.pending import Debt
from games.ascot.playing import deciders, play
from games.ascot.state import Phase, Standing, State
from games.ascot.training_told import ThrowMissed, TrainingThrown
from games.kit.errors import RuleBroken
from games.kit.game import Between, Composed, Move
from games.kit.values import canonical, from_json, to_json
from tests.games.ascot.flows import francs_in
from tests.games.ascot.positions import EDITION, SEATS, owning, position
from tests.games.ascot.training_support import HOME, at_random, decided, listed, owning_at_random, played

REFUSABLE = {"both_stables", "short_purse", "empty_offer"}  # of what an offer can be put together


@dataclass
class Wild:
    """Any player does anything that is listed, whoever is waited for; and what is listed is always accepted."""

    rng: Random
    done: set[type[Move]] = field(default_factory=set)

    def choose(self, flow: Flow) -> Move:
        if self.rng.random() < 0.3 and (move := self._unasked(flow)) is not None:
            return self._noted(move)
        seat = decided(flow)
        moves = [each for each in listed(flow, seat) if not isinstance(each, Composed)]
        return self._noted(at_random(flow, seat, self.rng.choice(moves), self.rng))

    def _unasked(self, flow: Flow) -> Move | None:
        seat = self.rng.choice(flow.state.names)
        for each in self.rng.sample(moves := listed(flow, seat), len(moves)):
            move = at_random(flow, seat, each, self.rng)
            if not isinstance(each, Composed) or _possible(flow, move):
                return move
        return None

    def _noted(self, move: Move) -> Move:
        self.done.add(type(move))
        return move


def _possible(flow: Flow, move: Move) -> bool:
    """Of offers, not all that can be put together are lawful."""
    try:
        play(flow, move)
    except RuleBroken as problem:
        if problem.code in REFUSABLE:
            return False
        raise
    return True


def sound(total: int) -> Callable[[Flow], None]:
    """What holds at every moment."""

    def check(flow: Flow) -> None:
        state = flow.state
        assert francs_in(state) == total
        assert all(player.cash >= 0 for player in state.players)
        assert state.bank >= 0
        assert all(0 <= horse.steps <= HOME for horse in state.horses)
        assert not any({*STABLES} <= {*state.businesses_of(seat)} for seat in state.names)
        kept = [card for player in state.players for card in player.reports]
        for pack in ("stevens", "walroy", "vet"):
            cards = [report.card for report in EDITION.reports.pack(pack)]
            known = [*state.packet(pack).under, *(card for card in kept if card in cards)]
            assert len(known) == len(set(known)) == state.packet(pack).turned
        assert sum(horse.disadvantages for horse in state.horses) <= EDITION.stock.disadvantages

    return check


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("cash", [281_000, 15_000])
def test_whatever_seats_do_training_ends_and_no_franc_is_lost(players: int, cash: int) -> None:
    done: set[type[Move]] = set()
    for seed in range(6):
        rng = Random(f"{players} {cash} {seed}")
        options = Options(free_trade_during_training=seed % 2 == 0, unowned_fee="bank" if seed % 3 else "none")
        wild = Wild(rng)
        flow = owning_at_random(players, rng, options, cash)
        over = played(flow, rng, wild.choose, sound(cash * players))
        assert over.state.phase is Phase.PADDOCK
        assert over.state.pending == ()
        mine = [horse for horse in over.state.horses if horse.owner is not None]
        assert all(horse.steps == HOME or horse.standing is Standing.ELIMINATED for horse in mine)
        assert all(horse.misses == 0 for horse in mine if horse.standing is Standing.IN_PLAY)
        done |= wild.done
    assert {Throw, JoinClub, MemberReport, ReportHorse, Offer, Accept, Decline, WithdrawOffer} <= done


def test_a_poor_table_comes_to_forced_sales_with_and_without_bids() -> None:
    met: set[str] = set()
    for seed in range(8):
        rng = Random(seed)
        wild = Wild(rng)

        def look(flow: Flow) -> None:
            met.update(type(happening).__name__ for happening in flow.told)

        played(owning_at_random(3, rng, cash=4_000), rng, wild.choose, look)
    assert {"DebtDue", "DebtPaid", "DebtWrittenOff", "LotSold", "LotUnsold"} <= met


def test_what_is_not_listed_is_refused() -> None:
    """Of the moves that training knows, for every seat and at every moment of some trainings."""
    rng = Random(11)

    def check(flow: Flow) -> None:
        if rng.random() < 0.85 or flow.state.phase is not Phase.TRAINING:
            return
        for seat in flow.state.names:
            lawful = [each for each in listed(flow, seat) if isinstance(each, Move)]
            for move in _all_moves(seat):
                if move not in lawful:
                    with pytest.raises(RuleBroken):
                        play(flow, move)

    for seed in range(3):
        game = Random(seed)
        played(owning_at_random(3, game, cash=30_000), game, Wild(game).choose, check)


def _all_moves(seat: str) -> list[Move]:
    packs = (MemberReport("stevens", seat=seat), MemberReport("walroy", seat=seat), MemberReport("vet", seat=seat))
    joins = (JoinClub(joins=True, seat=seat), JoinClub(joins=False, seat=seat))
    return [Throw(seat=seat), Pass(seat=seat), *packs, *joins, *(ReportHorse(each, seat=seat) for each in range(14))]


def test_the_ends_of_every_range_of_bids_are_accepted_and_what_is_beyond_is_not() -> None:
    met = 0

    def check(flow: Flow) -> None:
        nonlocal met
        for seat in deciders(flow.state) if flow.state.phase is Phase.TRAINING else ():
            for each in listed(flow, seat):
                if isinstance(each, Between):
                    met += 1
                    play(flow, Bid(each.least, seat=seat))
                    play(flow, Bid(each.most, seat=seat))
                    with pytest.raises(RuleBroken):
                        play(flow, Bid(each.most + each.step, seat=seat))

    for seed in range(4):
        rng = Random(seed)
        played(owning_at_random(4, rng, cash=6_000), rng, Wild(rng).choose, check)
    assert met > 10


def test_a_state_of_training_can_be_kept_and_read_again() -> None:
    rng = Random(3)

    def check(flow: Flow) -> None:
        read: State = from_json(State, to_json(flow.state))
        assert canonical(read) == canonical(flow.state)
        assert read == flow.state

    played(owning_at_random(4, rng, cash=20_000), rng, Wild(rng).choose, check)


# What the edition was made for: four players with three horses each, of whom nobody joins the club.
EXPECTED = {
    "rounds": 8.3,
    "francs": 100_000.0,
    "advantages": 0.83,
    "disadvantages": 0.51,
    "kept": 2.9,
    "eliminated": 0.53,
}


def _four_by_three(rng: Random) -> Flow:
    held: dict[str, list[int | Business]] = {seat: [] for seat in SEATS[:4]}
    for at, number in enumerate(rng.sample(range(1, 13), 12)):
        held[SEATS[at % 4]].append(number)
    for business in Business:
        able = [seat for seat in held if business not in STABLES or not {*STABLES} & {*held[seat]}]
        held[rng.choice(able)].append(business)
    return training.begin(owning(position(4), **{seat: tuple(assets) for seat, assets in held.items()}))


def _quietly(flow: Flow) -> Move:
    """Only throws: no report is asked for, nobody joins, nothing is bid."""
    seat = decided(flow)
    if isinstance(flow.state.task, Debt):
        return next(each for each in listed(flow, seat) if isinstance(each, Move))
    wanted = (Throw(seat=seat), JoinClub(joins=False, seat=seat), Pass(seat=seat))
    return next(each for each in listed(flow, seat) if isinstance(each, Move) and each in wanted)


def _figures(seed: int) -> dict[str, float]:
    rng, turns, francs = Random(seed), dict.fromkeys(SEATS[:4], 0), 0

    def count(flow: Flow) -> None:
        nonlocal francs
        francs += sum(payment.amount for payment in flow.paid)
        for happening in flow.told:
            if isinstance(happening, TrainingThrown | ThrowMissed):
                turns[happening.seat] += 1

    state = played(_four_by_three(rng), rng, _quietly, count).state
    return {
        "rounds": max(turns.values()),
        "francs": francs,
        "advantages": sum(horse.advantages for horse in state.horses) / 12,
        "disadvantages": sum(horse.disadvantages for horse in state.horses) / 12,
        "kept": sum(len(player.reports) for player in state.players),
        "eliminated": sum(horse.standing is Standing.ELIMINATED for horse in state.horses),
    }


def _check_figures(games: int) -> None:
    """Within five standard errors of what was expected."""
    found = [_figures(seed) for seed in range(games)]
    for name, expected in EXPECTED.items():
        values = [figures[name] for figures in found]
        assert abs(fmean(values) - expected) < 5 * stdev(values) / games**0.5, (name, fmean(values))


def test_training_has_the_figures_that_the_edition_was_made_for() -> None:
    _check_figures(60)


@pytest.mark.slow
def test_many_trainings_have_the_figures_that_the_edition_was_made_for() -> None:
    _check_figures(400)
