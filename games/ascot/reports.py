"""Reports of the trainers and of the vet: how they are drawn, what they ask for, and about which horse."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.ascot import cells, ground
from games.ascot.acting import Part
from games.ascot.edition import Effect, Pack, ReportCard
from games.ascot.flow import Flow, require_turn
from games.ascot.moves import Report, ReportHorse
from games.ascot.pending import Choosing, Drawing, Task, Walking
from games.ascot.state import State
from games.ascot.training_told import PackEmpty, ReportApplied, ReportKept, ReportRead, StranglesBrokeOut
from games.kit.errors import RuleBroken
from games.kit.game import Legal
from games.kit.payments import Reason

# What is about the player, and not about one of the horses.
OF_THE_PLAYER = frozenset({Effect.NOTHING, Effect.PAY, Effect.KEEP, Effect.STRANGLES})


def is_fresh(flow: Flow, pack: Pack) -> bool:
    """Whether the shuffled pack still has reports that were never turned up: chance knows which is the next."""
    return flow.state.packet(pack).turned < len(flow.edition.reports.pack(pack))


def is_empty(flow: Flow, pack: Pack) -> bool:
    """T-7: whether all its reports are kept, so that there is none to draw."""
    return not is_fresh(flow, pack) and not flow.state.packet(pack).under


def suits(flow: Flow, pack: Pack, number: int) -> bool:
    """T-4: trainers know the horses of their own stable, the vet all."""
    return pack == "vet" or flow.edition.stable(number) == pack


def horses_for(flow: Flow, seat: str, card: str) -> tuple[int, ...]:
    """T-11: to which horses a member may apply a report: live ones of the stable, home or not. A move or a rest has to
    be obeyed as well: it goes to a horse that is out and, for a move, has left its box; without one it has no effect.
    """
    report, pack = flow.edition.reports_by_card[card], _pack_of(flow, card)
    live = (horse for horse in flow.state.horses_of(seat) if suits(flow, pack, horse.number))
    if report.effect in {Effect.MOVE, Effect.REST}:
        live = (horse for horse in live if ground.is_out(flow.edition, horse))
    if report.effect is Effect.MOVE:
        live = (horse for horse in live if horse.steps > 0)
    return tuple(horse.number for horse in live)


def _pack_of(flow: Flow, card: str) -> Pack:
    packs: tuple[Pack, ...] = ("stevens", "walroy", "vet")
    return next(pack for pack in packs if any(each.card == card for each in flow.edition.reports.pack(pack)))


def _drawing(state: State) -> Drawing:
    assert isinstance(state.task, Drawing)
    return state.task


def _drawn(flow: Flow, move: Report) -> Flow:
    """The next report of the shuffled pack. Reports that were turned up lie under the pack, or with players."""
    pack = _drawing(flow.state).pack
    packet = flow.state.packet(pack)
    if all(report.card != move.card for report in flow.edition.reports.pack(pack)):
        raise RuleBroken("unknown_card", "%(card)s is no report of this pack.", card=move.card)
    if move.card in packet.under or any(move.card in player.reports for player in flow.state.players):
        raise RuleBroken("duplicate_card", "%(card)s has been dealt from this pack already.", card=move.card)
    return _read(_with_packet(flow, pack, turned=packet.turned + 1), move.card)


def _again(flow: Flow) -> Flow:
    """Once all were turned up, the report that has been under the pack for longest is on top of it."""
    pack = _drawing(flow.state).pack
    if is_fresh(flow, pack):
        return flow
    if is_empty(flow, pack):
        return flow.popped().tell(PackEmpty(pack))
    card, *others = flow.state.packet(pack).under
    return _read(_with_packet(flow, pack, under=tuple(others)), card)


def _with_packet(flow: Flow, pack: Pack, **changes: int | tuple[str, ...]) -> Flow:
    packet = replace(flow.state.packet(pack), **changes)  # type: ignore[arg-type]
    return flow.having(packs={**flow.state.packs, pack: packet})


def _read(flow: Flow, card: str) -> Flow:
    """T-7: it goes under its pack, unless it says that it is kept, and is obeyed."""
    task, report = _drawing(flow.state), flow.edition.reports_by_card[card]
    read = flow.popped().tell(ReportRead(task.seat, card, task.horse))
    if report.effect is not Effect.KEEP:
        read = _with_packet(read, task.pack, under=(*flow.state.packet(task.pack).under, card))
    if report.effect in OF_THE_PLAYER:
        return _obeyed_by_player(read, task.seat, report)
    if task.horse is not None:
        return _obeyed_by_horse(read, task.seat, report, task.horse, task.hops)
    return _asked_for(read, task.seat, report)


def _asked_for(flow: Flow, seat: str, report: ReportCard) -> Flow:
    """T-11: a member chooses the horse, where there is something to choose."""
    horses = horses_for(flow, seat, report.card)
    if len(horses) > 1:
        return flow.push(Choosing(seat, report.card))
    return _applied(flow, seat, report, horses[0]) if horses else flow


def _applied(flow: Flow, seat: str, report: ReportCard, number: int) -> Flow:
    return _obeyed_by_horse(flow.tell(ReportApplied(seat, report.card, number)), seat, report, number, 0)


def _obeyed_by_player(flow: Flow, seat: str, report: ReportCard) -> Flow:
    match report.effect:
        case Effect.PAY:
            assert report.to is not None
            return ground.charge(flow, seat, report.to, report.amount, Reason.REPORT_FEE)
        case Effect.KEEP:
            kept = (*flow.state.player(seat).reports, report.card)
            return flow.with_player(seat, reports=kept).tell(ReportKept(seat, report.card))
        case Effect.STRANGLES:
            return _strangles(flow, seat)
    return flow


def _obeyed_by_horse(flow: Flow, seat: str, report: ReportCard, number: int, hops: int) -> Flow:
    match report.effect:
        case Effect.ADVANTAGE:
            return ground.give_advantages(flow, number, report.amount)
        case Effect.DISADVANTAGE:
            return ground.give_disadvantages(flow, number, report.amount)
        case Effect.REST:
            return ground.rest(flow, number)
        case Effect.MOVE:
            return cells.move_on(flow, seat, number, report.amount, hops)
    return ground.eliminate(flow, number)


def _strangles(flow: Flow, seat: str) -> Flow:
    """T-9: in the player's turn, horses that have not moved yet do not move, and the next throw is lost. By privilege
    before the own throw, it is this throw and the next; out of turn it is the next.
    """
    state = flow.state
    before_throw = state.turn == seat and not state.thrown
    lost = 2 if before_throw else 1
    left = tuple(task for task in state.pending if not (isinstance(task, Walking) and task.seat == seat))
    stopped = flow.having(pending=left).with_player(seat, misses=state.player(seat).misses + lost)
    return stopped.tell(StranglesBrokeOut(seat, lost))


def _choosing(state: State) -> Choosing:
    assert isinstance(state.task, Choosing)
    return state.task


def _choose(flow: Flow, move: ReportHorse) -> Flow:
    task = _choosing(flow.state)
    require_turn(move.seat, task.seat)
    if move.horse not in horses_for(flow, task.seat, task.card):
        raise RuleBroken("wrong_horse", "This report cannot be about horse %(horse)s.", horse=move.horse)
    return _applied(flow.popped(), task.seat, flow.edition.reports_by_card[task.card], move.horse)


def _choosers(state: State) -> tuple[str, ...]:
    return (_choosing(state).seat,)


def _choices(flow: Flow, seat: str) -> Iterator[Legal]:
    task = _choosing(flow.state)
    if seat == task.seat:
        for number in horses_for(flow, seat, task.card):
            yield ReportHorse(number, seat=seat)


TASKS: Mapping[type[Task], Part] = {
    Drawing: Part({Report: _drawn}, proceed=_again),
    Choosing: Part({ReportHorse: _choose}, _choosers, _choices),
}
