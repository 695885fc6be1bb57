"""Place bets: a private agreement between a player and the bookmaker, beside the totalisator. The payout waits in
escrow from the moment the bet is taken, so nobody has to lend.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.ascot.flow import BOOKMAKER, ESCROW, Flow, holding
from games.ascot.moves import AcceptPlace, ProposePlace, RefusePlace
from games.ascot.runners import check_plays, running
from games.ascot.state import PlaceBet, State
from games.kit.errors import RuleBroken
from games.kit.game import Amount, Composed, Happening, Legal
from games.kit.payments import Reason

MOST_PROPOSALS = 5  # of one player, while they stand


@dataclass(frozen=True)
class PlaceProposed(Happening):
    bet: int
    seat: str
    horse: int
    stake: int
    payout: int

    def __str__(self) -> str:
        return f"{self.seat} proposes {self.stake} for {self.payout} if horse {self.horse} is placed"


@dataclass(frozen=True)
class PlaceTaken(Happening):
    bet: int
    seat: str
    horse: int
    stake: int
    payout: int

    def __str__(self) -> str:
        return f"the bookmaker takes {self.stake} of {self.seat}, for {self.payout} if horse {self.horse} is placed"


@dataclass(frozen=True)
class PlaceRefused(Happening):
    bet: int
    seat: str

    def __str__(self) -> str:
        return f"the bookmaker refuses bet {self.bet} of {self.seat}"


@dataclass(frozen=True)
class PlacesLapsed(Happening):
    """The bookmaker has not answered before the betting was over."""

    bets: tuple[int, ...]

    def __str__(self) -> str:
        return "place bets that the bookmaker has not taken lapse"


HAPPENINGS: tuple[type[Happening], ...] = (PlaceProposed, PlaceTaken, PlaceRefused, PlacesLapsed)


def propose(flow: Flow, move: ProposePlace) -> Flow:
    """B-6. Bets are numbered together with what players offer each other, so no number comes twice in a game."""
    seat = _proposer(flow.state, move.seat)
    _check_horse(flow.state, move.horse)
    _check_amounts(flow, seat, move)
    number = flow.state.offered + 1
    bet = PlaceBet(number, seat, move.horse, move.stake, move.payout)
    stands = flow.having(places=(*flow.state.places, bet), offered=number)
    told = PlaceProposed(number, seat, move.horse, move.stake, move.payout)
    return stands.tell(*_between(flow.state, seat, told))


def accept(flow: Flow, move: AcceptPlace) -> Flow:
    """B-6: the stake goes to the bookmaker, and the payout into escrow."""
    bookmaker, bet = _answering(flow.state, move.seat, move.bet)
    if problem := _unpayable(flow.state, bet):
        raise problem
    staked = flow.earn(holding(bet.seat), BOOKMAKER, bookmaker, bet.stake, Reason.PLACE_STAKE)
    office = staked.pay(holding(bookmaker), BOOKMAKER, bet.payout, Reason.OFFICE)
    kept = office.pay(BOOKMAKER, ESCROW, bet.payout, Reason.PLACE_ESCROW)
    places = (replace(each, accepted=True) if each == bet else each for each in flow.state.places)
    told = PlaceTaken(bet.number, bet.seat, bet.horse, bet.stake, bet.payout)
    return kept.having(places=tuple(places)).tell(told)


def refuse(flow: Flow, move: RefusePlace) -> Flow:
    _, bet = _answering(flow.state, move.seat, move.bet)
    left = tuple(each for each in flow.state.places if each != bet)
    return flow.having(places=left).tell(*_between(flow.state, bet.seat, PlaceRefused(bet.number, bet.seat)))


def lapsed(flow: Flow) -> Flow:
    """B-5: without proposals that were not taken when the betting ended."""
    gone = standing(flow.state)
    if not gone:
        return flow
    left = tuple(bet for bet in flow.state.places if bet.accepted)
    return flow.having(places=left).tell(PlacesLapsed(tuple(bet.number for bet in gone)))


def _between(state: State, seat: str, told: Happening) -> tuple[Happening, ...]:
    """Told to the two whom it concerns: until a bet is taken it is nobody else's business."""
    assert state.bookmaker is not None
    return tuple(replace(told, only_for=who) for who in (seat, state.bookmaker))


def standing(state: State) -> tuple[PlaceBet, ...]:
    """Proposals that the bookmaker has not answered."""
    return tuple(bet for bet in state.places if not bet.accepted)


def legal(flow: Flow, seat: str) -> Iterator[Legal]:
    if seat == flow.state.bookmaker:
        yield from _answers(flow.state, seat)
    elif seat in flow.state.names and flow.state.options.place_bets and not _too_many(flow.state, seat):
        yield from _proposals(flow, seat)


def _answers(state: State, seat: str) -> Iterator[Legal]:
    for bet in standing(state):
        if not _unpayable(state, bet):
            yield AcceptPlace(bet.number, seat=seat)
        yield RefusePlace(bet.number, seat=seat)


def _proposals(flow: Flow, seat: str) -> Iterator[Legal]:
    money, horses = flow.edition.money, [horse.number for horse in running(flow.state)]
    most = flow.state.player(seat).cash // money.bet_step * money.bet_step
    payout = (_bookmakers_cash(flow.state) + most) // money.cash_unit * money.cash_unit
    least = money.bet_step + money.cash_unit
    if horses and most and _bookmakers_cash(flow.state) >= money.cash_unit:
        yield Composed(
            ProposePlace,
            amounts=(
                Amount("horse", horses[0], horses[-1]),
                Amount("stake", money.bet_step, most, money.bet_step),
                Amount("payout", least, payout, money.cash_unit),
            ),
        )


def _proposer(state: State, seat: str | None) -> str:
    if not state.options.place_bets:
        raise RuleBroken("no_place_bets", "There are no place bets at this table.")
    seat = check_plays(state, seat)
    if seat == state.bookmaker:
        raise RuleBroken("own_book", "The bookmaker makes no place bets with himself.")
    if _too_many(state, seat):
        raise RuleBroken(
            "too_many_proposals", "%(most)s place bets of one player can stand at a time.", most=MOST_PROPOSALS
        )
    return seat


def _too_many(state: State, seat: str) -> bool:
    return sum(bet.seat == seat for bet in standing(state)) >= MOST_PROPOSALS


def _check_horse(state: State, number: int) -> None:
    if number not in {horse.number for horse in running(state)}:
        raise RuleBroken("not_running", "Horse %(horse)s does not run.", horse=number)


def _check_amounts(flow: Flow, seat: str, move: ProposePlace) -> None:
    money, cash = flow.edition.money, flow.state.player(seat).cash
    if type(move.stake) is not int or move.stake <= 0 or move.stake % money.bet_step:
        raise RuleBroken("bad_bet", "A bet is a multiple of %(step)s.", step=money.bet_step)
    if move.stake > cash:
        raise RuleBroken("bet_too_high", "%(seat)s can bet up to %(most)s.", seat=seat, most=cash)
    if type(move.payout) is not int or move.payout <= move.stake or move.payout % money.cash_unit:
        raise RuleBroken(
            "bad_payout", "A payout is more than the stake, and a multiple of %(unit)s.", unit=money.cash_unit
        )
    if problem := _uncovered(flow.state, move.stake, move.payout):
        raise problem


def _uncovered(state: State, stake: int, payout: int) -> RuleBroken | None:
    most = _bookmakers_cash(state) + stake
    if payout <= most:
        return None
    return RuleBroken("payout_too_high", "The bookmaker can pay up to %(most)s for this bet.", most=most)


def _bookmakers_cash(state: State) -> int:
    assert state.bookmaker is not None
    return state.player(state.bookmaker).cash


def _answering(state: State, seat: str | None, number: int) -> tuple[str, PlaceBet]:
    """The bookmaker, and the proposal he answers."""
    assert state.bookmaker is not None
    if seat != state.bookmaker:
        raise RuleBroken("bookmaker_only", "Only the bookmaker, %(seat)s, answers place bets.", seat=state.bookmaker)
    bet = next((each for each in standing(state) if each.number == number), None)
    if bet is None:
        raise RuleBroken("no_proposal", "No place bet %(bet)s is proposed.", bet=number)
    return state.bookmaker, bet


def _unpayable(state: State, bet: PlaceBet) -> RuleBroken | None:
    """M-6: why a proposal cannot be taken as things are now: nobody lends."""
    if bet.stake > state.player(bet.seat).cash:
        return RuleBroken("stake_gone", "%(seat)s has no longer %(stake)s to stake.", seat=bet.seat, stake=bet.stake)
    return _uncovered(state, bet.stake, bet.payout)
