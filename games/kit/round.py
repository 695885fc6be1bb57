"""One round of any game with its stakes, from the first stake to the last payment, as a value.

Open → running → settled, or void from either of the first two. What a stake may be, what an office can pay and what is
paid at the end are functions of `markets.py` and `payments.py`, for whoever keeps such a life in a database.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from games.kit.beside import TOTALISATOR, Beside, Pool, Sides
from games.kit.errors import RuleBroken
from games.kit.game import Game, Happening, Legal, Move, checked_seats, not_seated, waited_for
from games.kit.markets import LARGEST, Exposure, Market, Spot, find_offer, whole_counters, without_hope
from games.kit.offices import HOUSE
from games.kit.payments import Payment, Stake, collect, refund, settle

Laid = tuple[str, str, str]  # seat, market, selection


class Phase(StrEnum):
    OPEN = "open"
    RUNNING = "running"
    SETTLED = "settled"
    VOID = "void"


@dataclass(frozen=True)
class Round:
    game: Game[Any]
    state: Any
    seats: tuple[str, ...]
    holder: str  # of the game's own office
    purses: Mapping[str, int]  # by seat; one that is not named has as many counters as it likes
    funds: Mapping[str, int]  # by office, likewise
    exposures: Mapping[str, Exposure] = field(default_factory=dict)  # by office
    laid: Mapping[Laid, int] = field(default_factory=dict)
    phase: Phase = Phase.OPEN
    sides: Sides = field(default_factory=Sides)  # what was opened beside the game's own odds
    happenings: tuple[Happening, ...] = ()  # of the last move
    payments: tuple[Payment, ...] = ()

    @classmethod
    def open(
        cls,
        game: Game[Any],
        options: Any,
        seats: tuple[str, ...],
        *,
        holder: str = HOUSE,
        purses: Mapping[str, int] | None = None,
        funds: Mapping[str, int] | None = None,
        beside: Beside | None = None,
        carried: int = 0,
    ) -> Self:
        seats = checked_seats(seats, holder)
        state = game.start(options, seats, holder)
        sides = Sides.opened(beside or Beside(), game, state, carried)
        _check_held(purses or {}, funds or {}, seats, [game.office, *sides.offices], carried)
        return cls(
            game=game, state=state, seats=seats, holder=holder, purses=purses or {}, funds=funds or {}, sides=sides
        )

    def with_purse(self, seat: str, counters: int) -> Self:
        """With as many counters in this purse, those on the cloth included."""
        return replace(self, purses={**self.purses, seat: counters})

    @property
    def stakes(self) -> tuple[Stake, ...]:
        return tuple(Stake(*where, counters=counters) for where, counters in self.laid.items())

    @property
    def markets(self) -> tuple[Market, ...]:
        """Everything with fixed odds: the game's own, and a bookmaker's beside it."""
        return (*self.game.markets(self.state), *self.sides.markets(self.game, self.state))

    @property
    def offers(self) -> tuple[Market | Pool, ...]:
        """Everything that can be backed."""
        return (*self.markets, *self.sides.pools(self.game, self.state))

    def stake(self, seat: str, market: str, selection: str, counters: object) -> Self:
        offer, laid = self._find(seat, market, selection)
        if self._holds(seat, offer):
            raise RuleBroken("office_stakes", "%(seat)s holds the office here and cannot stake.", seat=seat)
        whole = offer.check(selection, counters, laid=laid)
        self._check_purse(seat, whole)
        after, exposures = laid + whole, self.exposures
        if isinstance(offer, Market):
            exposure, funds = self.exposure(offer.office), self.funds.get(offer.office)
            covered = exposure.cover(offer.space(selection), laid, after, funds, step=offer.step(selection))
            exposures = {**exposures, offer.office: covered}
        return self._with_laid((seat, market, selection), after, exposures)

    def require_price(self, market: str, price: str) -> None:
        """Whoever stakes has seen the odds as they are now, or is refused."""
        for offer in self.offers:
            if offer.name == market and offer.price != price:
                raise RuleBroken("price_changed", "The odds have changed since they were shown; look again.")

    def room(self, seat: str, market: str, selection: str) -> int:
        """How many more counters this seat could lay there now: nothing where none are taken."""
        try:
            offer, laid = self._find(seat, market, selection)
        except RuleBroken:
            return 0
        if self._holds(seat, offer):
            return 0
        step, rooms = offer.step(selection), list[int]()
        if isinstance(offer, Market) and offer.office in self.funds:
            exposure, funds = self.exposure(offer.office), self.funds[offer.office]
            rooms.append(exposure.room(offer.space(selection), funds, laid=laid, step=step))
        if (limit := offer.limit(selection)) is not None:
            rooms.append(limit - laid)
        if seat in self.purses:
            rooms.append(self._left(seat))
        most = max(0, min(rooms)) if rooms else LARGEST
        most -= most % step
        return most if laid + most >= offer.least else 0

    def withdraw(self, seat: str, market: str, selection: str, counters: object) -> Self:
        offer, laid = self._find(seat, market, selection)
        whole = whole_counters(counters)
        if whole > laid:
            raise RuleBroken(
                "not_staked", "%(seat)s has %(laid)s there, and cannot withdraw more.", seat=seat, laid=laid
            )
        after, exposures = laid - whole, self.exposures
        if after:  # what stays must be a stake that could be made
            offer.check(selection, after)
        if isinstance(offer, Market):
            exposure, funds = self.exposure(offer.office), self.funds.get(offer.office)
            exposures = {**exposures, offer.office: exposure.uncover(offer.space(selection), laid, after, funds)}
        return self._with_laid((seat, market, selection), after, exposures)

    def off(self) -> Self:
        """Close staking. The first card or throw does it too, if nobody has before."""
        if self.phase is not Phase.OPEN:
            raise RuleBroken("staking_closed", "Stakes can be neither made nor withdrawn now.")
        for seat in waited_for(self.game, self.state, self.seats):
            raise RuleBroken("not_ready", "The round waits for %(seat)s first.", seat=seat)
        if why := self.game.unready(self.state):
            raise why
        return replace(self, phase=Phase.RUNNING, happenings=())

    def legal(self, seat: str) -> tuple[Legal, ...]:
        """What this seat may do now."""
        if self.phase not in {Phase.OPEN, Phase.RUNNING}:
            return ()
        late = self.game.before_the_off if self.phase is Phase.RUNNING else ()
        return tuple(move for move in self.game.moves(self.state, seat) if not isinstance(move, late))

    def play(self, move: Move) -> Self:
        if self.phase is Phase.VOID:
            raise RuleBroken("round_void", "The round is void.")
        if move.seat is not None and move.seat not in self.seats:
            raise not_seated(move.seat)
        if self.phase is not Phase.OPEN and isinstance(move, self.game.before_the_off):
            raise RuleBroken("too_late", "That is done before the off.")
        step = self.game.play(self.state, move)
        begins = self.phase is Phase.OPEN and move.seat is None
        gone = self._collected_by(step.state) - self._collected_by(self.state)
        collected = (
            collect(self.stakes, self.game.markets(step.state), gone, self.game.collects(step.state)) if gone else ()
        )
        return replace(
            self,
            state=step.state,
            phase=Phase.RUNNING if begins else self.phase,
            sides=self._sides_at(step.state),
            happenings=step.happenings,
            payments=(*self.payments, *step.payments, *collected),
        )

    def settle(self) -> Self:
        """Pay every stake of a finished round. A round is settled once."""
        self._still_unpaid()
        result = self.game.result(self.state)
        if result is None:
            raise RuleBroken("not_finished", "The round is not over yet.")
        gone = self._collected_by(self.state)
        left = [stake for stake in self.stakes if (stake.market, stake.selection) not in gone]
        pooled = [stake for stake in left if stake.market == TOTALISATOR]
        fixed = [stake for stake in left if stake.market != TOTALISATOR]
        paid = (
            *settle(fixed, self.markets, result.outcome),
            *self.sides.settle(pooled, self.game, result.outcome),
            *self.game.clearing(self.state),
        )
        return replace(self, phase=Phase.SETTLED, happenings=(), payments=(*self.payments, *paid))

    def void(self) -> Self:
        """Give up the round: every stake goes back, and what was paid in it is paid back."""
        self._still_unpaid()
        undone = tuple(replace(p, payer=p.payee, payee=p.payer) for p in reversed(self.payments))
        return replace(self, phase=Phase.VOID, happenings=(), payments=(*self.payments, *undone, *refund(self.stakes)))

    def exposure(self, office: str) -> Exposure:
        """What each outcome would cost this office."""
        return self.exposures.get(office) or Exposure.none(self.game.outcomes(self.state))

    def _sides_at(self, state: Any) -> Sides:
        """With a book as soon as odds are decided. No move of the game is refused because a price would be too low: the
        bookmaker then stays away.
        """
        try:
            return self.sides.booked(self.game, state)
        except RuleBroken:
            return self.sides

    def _collected_by(self, state: Any) -> frozenset[Spot]:
        """The spaces whose stakes the office has taken when the round stands so."""
        if not self.game.collects_early:
            return frozenset()
        return without_hope(self.game.markets(state), self.game.outcomes(state))

    def _with_laid(self, where: Laid, counters: int, exposures: Mapping[str, Exposure]) -> Self:
        laid = {key: n for key, n in {**self.laid, where: counters}.items() if n}
        return replace(self, laid=laid, exposures=exposures, happenings=())

    def _holds(self, seat: str, offer: Market | Pool) -> bool:
        """Nobody stakes against himself."""
        return seat == self.holder and offer.office == self.game.office

    def _find(self, seat: str, market: str, selection: str) -> tuple[Market | Pool, int]:
        if seat not in self.seats:
            raise not_seated(seat)
        if self.phase is not Phase.OPEN or not self.game.takes_stakes(self.state):
            raise RuleBroken("staking_closed", "Stakes can be neither made nor withdrawn now.")
        return find_offer(self.offers, market, selection), self.laid.get((seat, market, selection), 0)

    def _check_purse(self, seat: str, counters: int) -> None:
        if seat in self.purses and counters > (left := self._left(seat)):
            raise RuleBroken("short_purse", "%(seat)s has only %(left)s left.", seat=seat, left=left)

    def _left(self, seat: str) -> int:
        return self.purses[seat] - sum(n for (owner, _, _), n in self.laid.items() if owner == seat)

    def _still_unpaid(self) -> None:
        if self.phase is Phase.SETTLED:
            raise RuleBroken("already_settled", "The round is settled; it is paid once.")
        if self.phase is Phase.VOID:
            raise RuleBroken("round_void", "The round is void.")


def _check_held(
    purses: Mapping[str, int], funds: Mapping[str, int], seats: Sequence[str], offices: Sequence[str], carried: int
) -> None:
    for name in purses:
        if name not in seats:
            raise not_seated(name)
    for name in funds:
        if name not in offices:
            raise RuleBroken("unknown_office", "There is no office %(office)s at this table.", office=name)
    for held in (*purses.values(), *funds.values(), carried):
        if held < 0:
            raise RuleBroken("bad_counters", "Nobody holds fewer than no counters.")
