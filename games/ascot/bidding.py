"""Something is sold by open outcry."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.ascot import debts
from games.ascot.acting import Part
from games.ascot.flow import Flow
from games.ascot.moves import Asset, Bid, Pass
from games.ascot.pending import Lot, Task
from games.ascot.state import State
from games.kit.auction import Outcry, highest_bid
from games.kit.game import Between, Legal


def cry(flow: Flow, asset: Asset, seller: str | None, among: tuple[str, ...]) -> Flow:
    """Those among whom it is sold speak in this order."""
    return flow.push(Lot(asset, seller, Outcry(among, flow.edition.money.bid_step)))


def _lot(state: State) -> Lot:
    assert isinstance(state.task, Lot)
    return state.task


def _bid(flow: Flow, move: Bid) -> Flow:
    assert move.seat is not None
    lot = _lot(flow.state)
    most = _most(flow, move.seat) if move.seat in lot.outcry.speakers else 0
    return flow.popped().push(replace(lot, outcry=lot.outcry.raised(move.seat, move.francs, most)))


def _pass(flow: Flow, move: Pass) -> Flow:
    assert move.seat is not None
    lot = _lot(flow.state)
    return flow.popped().push(replace(lot, outcry=lot.outcry.passed(move.seat)))


def _most(flow: Flow, seat: str) -> int:
    return highest_bid(flow.state.player(seat).cash, flow.edition.money.bid_step)


def _deciders(state: State) -> tuple[str, ...]:
    seat = _lot(state).outcry.to_speak
    return () if seat is None else (seat,)


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    outcry = _lot(flow.state).outcry
    if seat == outcry.to_speak:
        yield Pass(seat=seat)
        if outcry.least <= (most := _most(flow, seat)):
            yield Between(Bid, outcry.least, most, outcry.step)


def _proceed(flow: Flow) -> Flow:
    lot = _lot(flow.state)
    if not lot.outcry.over:
        return flow
    done = flow.popped()
    return debts.unsold(done, lot) if lot.outcry.bidder is None else debts.sold(done, lot)


TASKS: Mapping[type[Task], Part] = {Lot: Part({Bid: _bid, Pass: _pass}, _deciders, _legal, _proceed)}
