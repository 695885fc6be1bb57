"""The end of a game: the banker gives the prizes, the bookmaker settles the totalisator and the place bets, and whoever
owns the first horse has won.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.ascot.flow import BANK, BOOKMAKER, CARRIED, ESCROW, THE_BOX, TOTE, Flow, holding
from games.ascot.state import Phase, PlaceBet, State
from games.kit.game import Finish, Happening
from games.kit.payments import Payment, Reason
from games.kit.totalisator import Dividends, Settled, Totalisator, Unbacked, totals_of

PLACES = (Reason.PRIZE_FIRST, Reason.PRIZE_SECOND, Reason.PRIZE_THIRD)
UNBACKED: Mapping[str, Unbacked] = {"bookmaker": Unbacked.BOOKMAKER, "carry_over": Unbacked.CARRY_OVER}


@dataclass(frozen=True)
class Prize:
    """A part of the bank; without a place where no horse was classified."""

    seat: str
    francs: int
    place: int | None = None
    horse: int | None = None


@dataclass(frozen=True)
class PrizesPaid(Happening):
    """`commission` is the banker's."""

    banker: str
    commission: int
    prizes: tuple[Prize, ...]

    def __str__(self) -> str:
        told = ", ".join(f"{prize.seat} {prize.francs}" for prize in self.prizes)
        return f"{self.banker} keeps {self.commission}; prizes: {told or 'none'}"


@dataclass(frozen=True)
class ToteSettled(Happening):
    """Where the pool has gone: so many times the stakes on the winner, which are `paid` in all; the `commission`, the
    `remainder` or all that is `unclaimed` to the bookmaker; or it is `carried` to the next game.
    """

    bookmaker: str
    pool: int
    backed: int
    commission: int
    multiple: int
    paid: int
    remainder: int
    unclaimed: int
    carried: int

    def __str__(self) -> str:
        if not self.backed:
            gone = "waits for the next game" if self.carried else f"goes to {self.bookmaker}"
            return f"nobody has backed the winner: {self.pool} {gone}"
        return f"the totalisator pays {self.multiple} times the stake, {self.paid} of {self.pool}"


@dataclass(frozen=True)
class PlaceSettled(Happening):
    bet: int
    seat: str
    horse: int
    payout: int
    won: bool

    def __str__(self) -> str:
        return f"{self.seat} {'wins' if self.won else 'loses'} the place bet on horse {self.horse}"


@dataclass(frozen=True)
class GameWon(Happening):
    seats: tuple[str, ...]

    def __str__(self) -> str:
        return f"{' and '.join(self.seats)} {'win' if len(self.seats) > 1 else 'wins'}"


HAPPENINGS: tuple[type[Happening], ...] = (PrizesPaid, ToteSettled, PlaceSettled, GameWon)


def begin(flow: Flow) -> Flow:
    """After the race. Nothing is left to decide."""
    flow = _tote_settled(_prizes_paid(flow))
    for bet in flow.state.places:
        flow = _place_settled(flow, bet)
    over = flow.having(phase=Phase.FINISHED, waiting=(), turn=None, pending=())
    return over.tell(GameWon(winners(over.state)))


def winners(state: State) -> tuple[str, ...]:
    """Z-8: the owner of the first horse and, where that was agreed, whoever is richest after all was paid. If nobody
    has won by this, because no horse was classified, all have won alike.
    """
    won = {_owner(state, state.placed[0])} if state.placed else set()
    if state.options.winners == "first_horse_and_richest":
        most = max(player.cash for player in state.players)
        won |= {player.seat for player in state.players if player.cash == most}
    return tuple(seat for seat in state.names if seat in won) or state.names


def finish(state: State) -> Finish:
    """The horses that were classified."""
    return tuple((str(number),) for number in state.placed)


def clearing(state: State) -> tuple[Payment, ...]:
    """Everybody's francs go back into the box, and the pot to whoever has won."""
    francs = (Payment(holding(each.seat), THE_BOX, each.cash, Reason.BOX) for each in state.players if each.cash)
    return (*francs, *state.entries.paid_to(winners(state)))


def sweep(state: State) -> tuple[Payment, ...]:
    """Z9: when no game follows, what was carried over is the last bookmaker's; and so it goes into the box."""
    if not state.carried or state.bookmaker is None:
        return ()
    holder = holding(state.bookmaker)
    return (
        Payment(CARRIED, BOOKMAKER, state.carried, Reason.CARRY_OVER),
        Payment(BOOKMAKER, holder, state.carried, Reason.OFFICE),
        Payment(holder, THE_BOX, state.carried, Reason.BOX),
    )


def _prizes_paid(flow: Flow) -> Flow:
    banker, bank = flow.state.banker, flow.state.bank
    assert banker is not None
    commission = flow.edition.money.banker_commission.on(bank)
    prizes = _by_place(flow, bank - commission) if flow.state.placed else _shared(flow, bank - commission)
    paid = flow.pay(BANK, holding(banker), commission, Reason.BANKER_COMMISSION)
    for prize in prizes:
        reason = Reason.PRIZE_SHARED if prize.place is None else PLACES[prize.place - 1]
        paid = paid.pay(BANK, holding(prize.seat), prize.francs, reason)
    return paid.tell(PrizesPaid(banker, commission, tuple(prize for prize in prizes if prize.francs)))


def _by_place(flow: Flow, francs: int) -> list[Prize]:
    """Z-2: a quarter to the second and to the third, a round sum; Z3: the first has all the rest."""
    placed, unit = flow.state.placed[: len(PLACES)], flow.edition.money.cash_unit
    quarter = francs // 4 // unit * unit
    parts = [francs - quarter * (len(placed) - 1), *(quarter for _ in placed[1:])]
    return [
        Prize(_owner(flow.state, number), part, place, number)
        for place, (number, part) in enumerate(zip(placed, parts, strict=True), start=1)
    ]


def _shared(flow: Flow, francs: int) -> list[Prize]:
    """Z3: no horse was classified; the banker has what cannot be shared in round sums."""
    names, unit = flow.state.names, flow.edition.money.cash_unit
    part = francs // len(names) // unit * unit
    odd = francs - part * len(names)
    return [Prize(seat, part + (odd if seat == flow.state.banker else 0)) for seat in names]


def _owner(state: State, number: int) -> str:
    owner = state.horse(number).owner
    assert owner is not None
    return owner


def totalisator(flow: Flow) -> Totalisator:
    """Z-4, Z-6, Z-7: its terms at this table."""
    commission, options = flow.edition.money.tote_commission, flow.state.options
    return Totalisator(
        commission=commission.percent,
        rounding=commission.rounding,
        rounds=commission.rounds,
        dividends=Dividends.WHOLE_MULTIPLE,
        unbacked=UNBACKED[options.tote_no_backer],
        least_dividend=options.tote_min_multiple,
    )


def _tote_settled(flow: Flow) -> Flow:
    pool, tote = flow.state.tickets.pool, flow.state.tote
    if not tote:
        return flow
    first = tuple(str(number) for number in flow.state.placed[:1])
    settled = totalisator(flow).settle(pool, first, carried=tote - sum(pool.values()))
    backed = sum(totals_of(pool).get(runner, 0) for runner in first)
    return _paid_out(flow, settled).tell(_told(flow.state, settled, backed))


def _paid_out(flow: Flow, settled: Settled) -> Flow:
    bookmaker = flow.state.bookmaker
    assert bookmaker is not None
    for (seat, _), francs in settled.returned.items():
        flow = flow.pay(TOTE, holding(seat), francs, Reason.DIVIDEND)
    flow = flow.earn(TOTE, BOOKMAKER, bookmaker, settled.commission, Reason.COMMISSION)
    flow = flow.earn(TOTE, BOOKMAKER, bookmaker, settled.breakage, Reason.BREAKAGE)
    flow = flow.earn(TOTE, BOOKMAKER, bookmaker, settled.bookmaker, Reason.UNCLAIMED_POOL)
    return flow.pay(TOTE, CARRIED, settled.carry_over, Reason.CARRY_OVER)


def _told(state: State, settled: Settled, backed: int) -> ToteSettled:
    assert state.bookmaker is not None
    paid = sum(settled.returned.values())
    return ToteSettled(
        bookmaker=state.bookmaker,
        pool=state.tote,
        backed=backed,
        commission=settled.commission,
        multiple=paid // backed if backed else 0,
        paid=paid,
        remainder=settled.breakage,
        unclaimed=settled.bookmaker,
        carried=settled.carry_over,
    )


def _place_settled(flow: Flow, bet: PlaceBet) -> Flow:
    """B-6: a horse is placed if it is one of the first three that are classified."""
    bookmaker, won = flow.state.bookmaker, bet.horse in flow.state.placed[: len(PLACES)]
    assert bookmaker is not None
    if won:
        paid = flow.pay(ESCROW, holding(bet.seat), bet.payout, Reason.PLACE_PAYOUT)
    else:
        paid = flow.earn(ESCROW, BOOKMAKER, bookmaker, bet.payout, Reason.PLACE_RELEASE)
    return paid.tell(PlaceSettled(bet.number, bet.seat, bet.horse, bet.payout, won))
