"""How an automatic player gets ready for the race, and bets. No chance is needed: where one should not always do the
same, it follows from what lies on the table.
"""

from games.ascot.flow import Flow
from games.ascot.moves import Bet, Favourite, ForcedOffer, NoBet, Ready, RefusePlace, Release, ScratchHorse
from games.ascot.pending import Entering, Releasing, Scratching
from games.ascot.places import standing
from games.ascot.robots import worth
from games.ascot.runners import running
from games.ascot.state import Horse, Phase
from games.kit.commission import PERCENT
from games.kit.game import Move

ON_FAVOURITE = 5  # percent of the cash
ON_RIVAL = 3
KEPT_BACK = 5_000  # what no bet touches


def choose(flow: Flow, seat: str) -> Move | None:
    """What the game waits for, if it is about the race to come and this seat is asked."""
    match flow.state.task:
        case Releasing(seat=asked) if asked == seat:
            return Release(_worst(flow, seat), seat=seat)
        case Scratching(seat=asked) if asked == seat:
            return ScratchHorse(_worst(flow, seat), seat=seat)
        case Entering(seat=asked) as task if asked == seat:
            return _put_up(flow, task)
        case None if seat in flow.state.waiting:
            return _answer(flow, seat)
    return None


def eager(flow: Flow, seat: str) -> Move | None:
    """A bookmaker takes no place bets."""
    state = flow.state
    if state.phase is Phase.BETTING and state.task is None and seat == state.bookmaker:
        return next((RefusePlace(bet.number, seat=seat) for bet in standing(state)), None)
    return None


def _worst(flow: Flow, seat: str) -> int:
    return min(flow.state.horses_of(seat), key=lambda horse: worth.horse(flow, horse.number)).number


def _put_up(flow: Flow, task: Entering) -> Move:
    """Reports first; the bookmaker's card, which earns something in every race, last."""
    assets = (*flow.state.player(task.seat).reports, "bookmaker")
    return ForcedOffer(next(asset for asset in assets if asset not in task.offered), seat=task.seat)


def _answer(flow: Flow, seat: str) -> Move | None:
    match flow.state.phase:
        case Phase.PADDOCK:
            return Ready(seat=seat)
        case Phase.FAVOURITES:
            return Favourite(_favourite(flow, seat), seat=seat)
        case Phase.BETTING if seat == flow.state.waiting[0]:
            return _bet(flow, seat)
    return None


def _favourite(flow: Flow, seat: str) -> int:
    """Any horse may be it, the faster and the better furnished the sooner: if everybody named the best colour, no other
    would ever win.
    """
    horses, chances = flow.state.horses_of(seat), []
    for horse in horses:
        chances += [horse.number] * _promise(flow, horse)
    return chances[_mixed(flow, seat) % len(chances)]


def _promise(flow: Flow, horse: Horse) -> int:
    """The bonus of its colour, and once more for each Advantage that it can use."""
    assert horse.owner is not None
    cards = flow.state.player(horse.owner).advantages
    return flow.edition.bonus(horse.number) * (1 + cards.count(flow.edition.colour(horse.number)))


def _mixed(flow: Flow, seat: str) -> int:
    """A number that looks like chance, of the state of the table and the seat's place there."""
    state, mixed = flow.state, 1 + flow.state.names.index(seat)
    for fact in (state.throws, state.bank, state.player(seat).cash, *(each.number for each in state.horses_of(seat))):
        mixed = (mixed * 1_103_515_245 + fact + 12_345) % 2**31
    return mixed >> 8


def _bet(flow: Flow, seat: str) -> Move:
    number, player = flow.state.called[0], flow.state.player(seat)
    percent = ON_FAVOURITE if number == player.favourite else ON_RIVAL if number == _rival(flow, seat) else 0
    step = flow.edition.money.bet_step
    francs = min(player.cash * percent // PERCENT, player.cash - KEPT_BACK) // step * step
    return Bet(francs, seat=seat) if francs > 0 else NoBet(seat=seat)


def _rival(flow: Flow, seat: str) -> int | None:
    """The most promising horse of others that has the fastest colour."""
    edition = flow.edition
    fastest = max(terms.bonus for terms in edition.colours)
    others = [each for each in running(flow.state) if each.owner != seat and edition.bonus(each.number) == fastest]
    best = max(others, key=lambda each: (_promise(flow, each), -each.number), default=None)
    return best.number if best else None
