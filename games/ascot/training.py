"""Training: every player in turn throws once for all horses, which walk a lap of the training ground."""

from collections.abc import Iterator, Mapping
from typing import get_args

from games.ascot import ground, paddock, reports, trades
from games.ascot.acting import Part
from games.ascot.edition import Business, Pack
from games.ascot.flow import Flow, require_turn
from games.ascot.moves import MemberReport, Throw
from games.ascot.pending import Drawing, Rolling, Walking
from games.ascot.state import Phase, State
from games.ascot.training_told import ReportAsked, ThrowMissed, TrainingBegan, TrainingEnded, TrainingThrown
from games.kit.errors import RuleBroken
from games.kit.game import Legal

DICE = 2


def begin(flow: Flow) -> Flow:
    """T-1: the commissioner of the club throws first; without one, whoever sits left of the dealer."""
    assert flow.state.dealer is not None
    first = flow.state.holder(Business.CLUB) or flow.state.left_of(flow.state.dealer)
    return flow.having(phase=Phase.TRAINING, turn=first, thrown=False).tell(TrainingBegan(first))


def rolled(flow: Flow, dice: tuple[int, ...]) -> Flow:
    """T-2: dice that were checked and are no longer pending: all horses that are out walk as far, by their numbers."""
    seat = _turn(flow.state)
    walks = (Walking(seat, horse.number, sum(dice)) for horse in reversed(ground.out_of(flow, seat)))
    return flow.having(thrown=True).push(*walks).tell(TrainingThrown(seat, dice))


def may_ask(flow: Flow, seat: str, pack: Pack) -> bool:
    """T-11: whether somebody may take a report of this pack, as long as nothing is pending."""
    return _no_privilege(flow, seat) is None and _no_report(flow, seat, pack) is None


def _turn(state: State) -> str:
    assert state.turn is not None
    return state.turn


def _throw(flow: Flow, move: Throw) -> Flow:
    seat = _turn(flow.state)
    require_turn(move.seat, seat)
    return flow.with_player(seat, asked=False).push(Rolling(seat, DICE))


def _ask(flow: Flow, move: MemberReport) -> Flow:
    """T-11: at a moment when nothing is pending, free of charge."""
    assert move.seat is not None
    if problem := _no_privilege(flow, move.seat) or _no_report(flow, move.seat, move.pack):
        raise problem
    asked = flow.with_player(move.seat, asked=True).tell(ReportAsked(move.seat, move.pack))
    return asked.push(Drawing(move.seat, move.pack, None))


def _no_privilege(flow: Flow, seat: str) -> RuleBroken | None:
    """Why somebody may not ask for any report now."""
    if seat not in flow.state.names or not flow.state.is_member(seat):
        return RuleBroken("not_member", "%(seat)s is no member of the club.", seat=seat)
    if flow.state.player(seat).asked:
        return RuleBroken("report_taken", "%(seat)s has taken a report since the last throw.", seat=seat)
    if not ground.out_of(flow, seat):
        return RuleBroken("no_horse_out", "%(seat)s has no horse in training.", seat=seat)
    return None


def _no_report(flow: Flow, seat: str, pack: Pack) -> RuleBroken | None:
    """Why somebody may not ask for one of this pack."""
    if not any(reports.suits(flow, pack, horse.number) for horse in flow.state.horses_of(seat)):
        return RuleBroken("no_horse_of_stable", "%(seat)s has no horse of this stable.", seat=seat)
    if reports.is_empty(flow, pack):
        return RuleBroken("pack_empty", "No report is left of the %(pack)s.", pack=pack)
    return None


def _deciders(state: State) -> tuple[str, ...]:
    return (_turn(state),)


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    if seat == flow.state.turn:
        yield Throw(seat=seat)
    for pack in get_args(Pack):
        if may_ask(flow, seat, pack):
            yield MemberReport(pack, seat=seat)


def _proceed(flow: Flow) -> Flow:
    """T-18: the turn goes on past players without a horse that is out, and over who has to miss a throw."""
    state, seat = flow.state, _turn(flow.state)
    if not any(ground.is_out(flow.edition, horse) for horse in state.horses):
        return _ended(flow)
    if state.thrown or not ground.out_of(flow, seat):
        return _next(flow)
    if misses := state.player(seat).misses:
        return _next(flow.with_player(seat, misses=misses - 1).tell(ThrowMissed(seat)))
    return flow


def _next(flow: Flow) -> Flow:
    return flow.having(turn=flow.state.left_of(_turn(flow.state)), thrown=False)


def _ended(flow: Flow) -> Flow:
    """Throws that are still to be missed are forgotten."""
    for seat in flow.state.names:
        flow = flow.with_player(seat, misses=0, asked=False)
    over = flow.having(turn=None, thrown=False).tell(TrainingEnded())
    return trades.pruned(paddock.begin(over))


PHASES: Mapping[Phase, Part] = {
    Phase.TRAINING: Part({Throw: _throw, MemberReport: _ask}, _deciders, _legal, _proceed),
}
