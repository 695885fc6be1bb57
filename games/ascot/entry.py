"""Entering for the race: the offices of the training ground close, a fee is paid for each horse, and the horses go to
the start. A fee is not owed: a horse for which it cannot be paid, even after sales, stays out, and nothing is paid.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from games.ascot import appointing, bidding, debts, favourites, paddock
from games.ascot.acting import Part
from games.ascot.edition import Business, start_lane
from games.ascot.flow import BANK, Flow, require_turn
from games.ascot.moves import Asset, ForcedOffer
from games.ascot.pending import Entering, Lot, Task
from games.ascot.runners import running, scratched
from games.ascot.state import Horse, Phase, State
from games.kit.errors import RuleBroken
from games.kit.game import Happening, Legal
from games.kit.payments import Reason


@dataclass(frozen=True)
class HorseScratched(Happening):
    """It was too many, or it is `unpaid`: nobody could pay its entry fee."""

    horse: int
    owner: str
    unpaid: bool = False

    def __str__(self) -> str:
        return f"horse {self.horse} of {self.owner} does not run{', its fee is not paid' if self.unpaid else ''}"


@dataclass(frozen=True)
class BusinessesWithdrawn(Happening):
    """They leave the game, and the cards of these members."""

    businesses: tuple[Business, ...]
    members: tuple[str, ...]

    def __str__(self) -> str:
        return "the businesses of the training ground are closed"


@dataclass(frozen=True)
class HorseEntered(Happening):
    horse: int
    owner: str
    francs: int

    def __str__(self) -> str:
        return f"{self.owner} enters horse {self.horse} for {self.francs}"


HAPPENINGS: tuple[type[Happening], ...] = (
    HorseScratched,
    BusinessesWithdrawn,
    HorseEntered,
)


def proceed(flow: Flow) -> Flow:
    """What comes next, once everybody has the same number of horses."""
    state = flow.state
    if set(state.holders) - {Business.BOOKMAKER.value} or any(player.member for player in state.players):
        return _withdrawn(flow)
    waits = next((horse for horse in running(state) if horse.number not in state.entered), None)
    return _to_the_start(flow) if waits is None else _entering(flow, waits)


def unentered(state: State, seat: str) -> int:
    """For how many horses somebody has still to pay."""
    return sum(horse.number not in state.entered for horse in state.horses_of(seat))


def sold(flow: Flow, lot: Lot) -> Flow:  # noqa: ARG001 - it is paid for and handed over
    """P-6: what was put up for a fee has gone to the highest bidder. The entry goes on by itself."""
    return flow


def unsold(flow: Flow, lot: Lot) -> Flow:  # noqa: ARG001 - what was put up is not put up again
    return flow


def _withdrawn(flow: Flow) -> Flow:
    """P-4: without a refund."""
    state, kept = flow.state, Business.BOOKMAKER
    closed = tuple(business for business in Business if business is not kept and state.holder(business))
    members = tuple(player.seat for player in state.players if player.member)
    holders = {business: seat for business, seat in state.holders.items() if business == kept.value}
    players = tuple(replace(player, member=False) for player in state.players)
    return flow.having(holders=holders, players=players).tell(BusinessesWithdrawn(closed, members))


def _entering(flow: Flow, horse: Horse) -> Flow:
    """P-6: in the order of their numbers."""
    assert horse.owner is not None
    if _can_pay(flow, horse.owner):
        return _entered(flow, horse.owner, horse.number)
    task = Entering(horse.owner, horse.number)
    return flow.push(task) if _assets(flow.state, task) else _left_out(flow, task)


def _can_pay(flow: Flow, seat: str) -> bool:
    return flow.state.player(seat).cash >= flow.edition.money.entry_fee


def _entered(flow: Flow, seat: str, number: int) -> Flow:
    fee = flow.edition.money.entry_fee
    paid = debts.owe(flow, seat, BANK, fee, Reason.RACE_ENTRY)
    return paid.having(entered=(*flow.state.entered, number)).tell(HorseEntered(number, seat, fee))


def _left_out(flow: Flow, task: Entering) -> Flow:
    return scratched(flow, task.horse).tell(HorseScratched(task.horse, task.seat, unpaid=True))


def _task(state: State) -> Entering:
    assert isinstance(state.task, Entering)
    return state.task


def _assets(state: State, task: Entering) -> tuple[Asset, ...]:
    """What can still be put up: kept reports and the bookmaker's card. No horse: by now everybody has as many as he may
    run, and nobody could enter one more.
    """
    business = Business.BOOKMAKER.value
    cards = (business,) if state.holders.get(business) == task.seat else ()
    return tuple(asset for asset in (*state.player(task.seat).reports, *cards) if asset not in task.offered)


def _put_up(flow: Flow, move: ForcedOffer) -> Flow:
    """P-6, S-4: all others who can bid without touching their own entry fees are asked."""
    task = _task(flow.state)
    require_turn(move.seat, task.seat)
    if move.asset in task.offered:
        raise RuleBroken("already_offered", "Nobody wanted %(asset)s.", asset=move.asset)
    if move.asset not in _assets(flow.state, task):
        raise RuleBroken("not_for_sale", "%(asset)s cannot be sold for an entry fee.", asset=move.asset)
    waits = flow.popped().push(replace(task, offered=(*task.offered, move.asset)))
    step = flow.edition.money.bid_step
    able = tuple(seat for seat in flow.state.names if paddock.purse(waits, seat) >= step)
    return bidding.cry(waits, move.asset, task.seat, able)


def _settled(flow: Flow) -> Flow:
    """P-6: the fee is paid as soon as it can be; when nothing is left to sell, the horse stays out."""
    task = _task(flow.state)
    if _can_pay(flow, task.seat):
        return _entered(flow.popped(), task.seat, task.horse)
    return flow if _assets(flow.state, task) else _left_out(flow.popped(), task)


def _to_the_start(flow: Flow) -> Flow:
    """P-7: small cards are their owners' from now on. P-8: every horse on the start cell of its number. P5: somebody is
    bookmaker.
    """
    flow = _pooled(flow)
    for horse in running(flow.state):
        lane = start_lane(horse.number)
        flow = flow.with_horse(horse.number, advantages=0, disadvantages=0, misses=0, length=0, lane=lane)
    holder = flow.state.holder(Business.BOOKMAKER)
    if holder is None:
        return appointing.begin(flow, Phase.BOOKMAKER)
    return favourites.begin(flow.having(bookmaker=holder))


def _pooled(flow: Flow) -> Flow:
    for player in flow.state.players:
        horses = flow.state.horses_of(player.seat)
        cards = tuple(flow.edition.colour(horse.number) for horse in horses for _ in range(horse.advantages))
        white = sum(horse.disadvantages for horse in horses)
        flow = flow.with_player(
            player.seat, advantages=player.advantages + cards, disadvantages=player.disadvantages + white, misses=0
        )
    return flow


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    task = _task(flow.state)
    if seat == task.seat:
        yield from (ForcedOffer(asset, seat=seat) for asset in _assets(flow.state, task))


TASKS: Mapping[type[Task], Part] = {
    Entering: Part({ForcedOffer: _put_up}, lambda state: (_task(state).seat,), _legal, _settled),
}
