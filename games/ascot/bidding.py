"""A lot under the hammer, among those who may bid for it."""

from collections.abc import Iterator, Mapping

from games.ascot import paddock
from games.ascot.acting import Part
from games.ascot.flow import Flow
from games.ascot.moves import Bid, Pass
from games.ascot.pending import Lot, Task
from games.ascot.state import State
from games.kit.auction import Outcry, highest_bid
from games.kit.errors import RuleBroken
from games.kit.game import Between, Legal


def cry(flow: Flow, asset: str, seller: str | None, among: tuple[str, ...]) -> Flow:
    """The asset is put up. Those among whom it is sold speak in this order."""
    return flow.push(Lot(asset, seller, Outcry(among, flow.edition.money.bid_step)))


def _lot(state: State) -> Lot:
    assert isinstance(state.task, Lot)
    return state.task


def _most(flow: Flow, seat: str) -> int:
    return highest_bid(paddock.purse(flow, seat), flow.edition.money.bid_step)


def _bid(flow: Flow, move: Bid) -> Flow:
    lot, seat = _lot(flow.state), _speaker(flow.state, move.seat)
    return _heard(flow, lot, lot.outcry.raised(seat, move.francs, _most(flow, seat)))


def _pass(flow: Flow, move: Pass) -> Flow:
    lot = _lot(flow.state)
    return _heard(flow, lot, lot.outcry.passed(_speaker(flow.state, move.seat)))


def _speaker(state: State, seat: str | None) -> str:
    if seat not in state.names:
        raise RuleBroken("not_your_turn", "It is the turn of %(seat)s.", seat=_lot(state).outcry.to_speak)
    assert seat is not None
    return seat


def _heard(flow: Flow, lot: Lot, outcry: Outcry) -> Flow:
    lot, popped = Lot(lot.asset, lot.seller, outcry), flow.popped()
    if not outcry.over:
        return popped.push(lot)
    return paddock.sold(popped, lot) if outcry.bidder else paddock.unsold(popped, lot)


def _deciders(state: State) -> tuple[str, ...]:
    speaker = _lot(state).outcry.to_speak
    return (speaker,) if speaker else ()


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    outcry = _lot(flow.state).outcry
    if seat != outcry.to_speak:
        return
    if (most := _most(flow, seat)) >= outcry.least:
        yield Between(Bid, outcry.least, most, outcry.step)
    yield Pass(seat=seat)


TASKS: Mapping[type[Task], Part] = {Lot: Part({Bid: _bid, Pass: _pass}, _deciders, _legal)}
