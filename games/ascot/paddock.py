"""The paddock: players trade until all are ready; then those who are short of horses are given some of those who have
too many, and what is left over does not run.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from games.ascot import bidding, entry
from games.ascot.acting import Part
from games.ascot.assets import hand_over
from games.ascot.edition import Edition
from games.ascot.flow import Flow, holding, require_turn
from games.ascot.moves import Ready, Release, ScratchHorse
from games.ascot.pending import Entering, Lot, Releasing, Scratching, Task
from games.ascot.runners import check_own, check_plays, running, scratched
from games.ascot.state import Phase, Standing, State
from games.kit.errors import RuleBroken
from games.kit.game import Happening, Legal
from games.kit.payments import Reason


@dataclass(frozen=True)
class PaddockOpened(Happening):
    """`target` is how many horses everybody runs, those eliminated in training included."""

    target: int

    def __str__(self) -> str:
        return f"the paddock is open, {self.target} horses each"


@dataclass(frozen=True)
class SaidReady(Happening):
    seat: str

    def __str__(self) -> str:
        return f"{self.seat} is ready"


@dataclass(frozen=True)
class HorseReleased(Happening):
    seat: str
    horse: int

    def __str__(self) -> str:
        return f"{self.seat} has to let horse {self.horse} go"


@dataclass(frozen=True)
class HorseEqualised(Happening):
    """To `buyer`, who was short, from `seller`, who had too many."""

    horse: int
    seller: str
    buyer: str
    francs: int

    def __str__(self) -> str:
        return f"horse {self.horse} goes from {self.seller} to {self.buyer} for {self.francs}"


HAPPENINGS: tuple[type[Happening], ...] = (PaddockOpened, SaidReady, HorseReleased, HorseEqualised)


def begin(flow: Flow) -> Flow:
    target = target_of(flow.edition, flow.state)
    opened = flow.having(phase=Phase.PADDOCK, target=target, waiting=flow.state.names, turn=None)
    return opened.tell(PaddockOpened(target))


def target_of(edition: Edition, state: State) -> int:
    """P-1: as many as all can have alike, those eliminated in training included, up to the cap. Players may have agreed
    on fewer; if they agreed on more than there can be, it is what can be.
    """
    players = len(state.players)
    cap = edition.horses_of_two if players == 2 else edition.horses_in_race
    trained = len(running(state)) + sum(_eliminated(state, seat) for seat in state.names)
    most = min(cap, trained // players)
    return min(most, state.options.horses_each or most)


def required(state: State, seat: str) -> int:
    """P-1: how many horses somebody has to run."""
    return max(0, state.target - _eliminated(state, seat))


def surplus(state: State, seat: str) -> int:
    """How many horses somebody has too many; less than none if some are missing."""
    return len(state.horses_of(seat)) - required(state, seat)


def purse(flow: Flow, seat: str) -> int:
    """P-2: what somebody can spare here: all that is not needed for his entry fees."""
    due = entry.unentered(flow.state, seat)
    if not any(isinstance(task, Entering) for task in flow.state.pending):
        due = max(due, required(flow.state, seat))
    return max(0, flow.state.player(seat).cash - due * flow.edition.money.entry_fee)


def sold(flow: Flow, lot: Lot) -> Flow:
    """A surplus horse has gone to the highest bidder, who has paid for it."""
    assert lot.seller is not None
    assert lot.outcry.bidder is not None
    return flow.popped().tell(HorseEqualised(int(lot.asset), lot.seller, lot.outcry.bidder, lot.outcry.bid))


def unsold(flow: Flow, lot: Lot) -> Flow:
    """P-2: a horse for which nobody has bid goes to the first of those who could have, as if he alone were short."""
    return _at_printed_price(flow.popped(), int(lot.asset))


def _eliminated(state: State, seat: str) -> int:
    return sum(horse.owner == seat and horse.standing is Standing.ELIMINATED for horse in state.horses)


def _ready(flow: Flow, move: Ready) -> Flow:
    seat, waiting = check_plays(flow.state, move.seat), flow.state.waiting
    if seat not in waiting:
        raise RuleBroken("already_ready", "%(seat)s is ready already.", seat=seat)
    return flow.having(waiting=tuple(each for each in waiting if each != seat)).tell(SaidReady(seat))


def _too_early(flow: Flow, move: ScratchHorse) -> Flow:
    """P3: horses are scratched once everybody is ready, and only those that are too many."""
    if surplus(flow.state, check_plays(flow.state, move.seat)) > 0:
        raise RuleBroken("not_all_ready", "Horses are scratched when everybody is ready.")
    raise RuleBroken("below_target", "Everybody runs %(target)s horses: none is too many.", target=flow.state.target)


def _proceed(flow: Flow) -> Flow:
    """P-2, P3: one horse after another, until everybody has the same number, as far as there are horses."""
    if flow.state.waiting:
        return flow
    owner = _richest_in_horses(flow.state)
    if owner is None:
        return entry.proceed(flow)
    if _poorest_in_horses(flow.state):
        return _to_release(flow, owner)
    return _to_scratch(flow, owner)


def _richest_in_horses(state: State) -> str | None:
    """Whoever has most too many; of several the first from the banker on."""
    over = [seat for seat in _from_banker(state) if surplus(state, seat) > 0]
    return max(over, key=lambda seat: surplus(state, seat), default=None)


def _poorest_in_horses(state: State) -> tuple[str, ...]:
    """P-2: those of the short who have fewest horses, from the banker on."""
    short = [seat for seat in _from_banker(state) if surplus(state, seat) < 0]
    fewest = min((len(state.horses_of(seat)) for seat in short), default=0)
    return tuple(seat for seat in short if len(state.horses_of(seat)) == fewest)


def _from_banker(state: State) -> tuple[str, ...]:
    assert state.banker is not None
    return state.clockwise_from(state.banker)


def _to_release(flow: Flow, owner: str) -> Flow:
    horses = flow.state.horses_of(owner)
    return flow.push(Releasing(owner)) if len(horses) > 1 else _released(flow, owner, horses[0].number)


def _release(flow: Flow, move: Release) -> Flow:
    task = flow.state.task
    assert isinstance(task, Releasing)
    require_turn(move.seat, task.seat)
    check_own(flow.state, task.seat, move.horse)
    return _released(flow.popped(), task.seat, move.horse)


def _released(flow: Flow, owner: str, number: int) -> Flow:
    told, able = flow.tell(HorseReleased(owner, number)), _able(flow)
    if len(able) > 1:
        return bidding.cry(told.push(Releasing(owner)), str(number), owner, able)
    return _at_printed_price(told, number)


def _able(flow: Flow) -> tuple[str, ...]:
    """Those of the poorest in horses who can bid without touching their entry fees."""
    step = flow.edition.money.bid_step
    return tuple(seat for seat in _poorest_in_horses(flow.state) if purse(flow, seat) >= step)


def _at_printed_price(flow: Flow, number: int) -> Flow:
    """P-2: or for all that the buyer can spare."""
    buyer = (_able(flow) or _poorest_in_horses(flow.state))[0]
    francs = min(flow.edition.horse(number).price, purse(flow, buyer))
    seller = flow.state.horse(number).owner
    assert seller is not None
    paid = flow.pay(holding(buyer), holding(seller), francs, Reason.EQUALISED)
    return hand_over(paid, str(number), buyer).tell(HorseEqualised(number, seller, buyer, francs))


def _to_scratch(flow: Flow, owner: str) -> Flow:
    """P3: by its owner's choice, where there is one."""
    if required(flow.state, owner):
        return flow.push(Scratching(owner))
    return _scratched(flow, owner, flow.state.horses_of(owner)[0].number)


def _scratch(flow: Flow, move: ScratchHorse) -> Flow:
    task = flow.state.task
    assert isinstance(task, Scratching)
    require_turn(move.seat, task.seat)
    check_own(flow.state, task.seat, move.horse)
    return _scratched(flow.popped(), task.seat, move.horse)


def _scratched(flow: Flow, owner: str, number: int) -> Flow:
    return scratched(flow, number).tell(entry.HorseScratched(number, owner))


def _legal_ready(flow: Flow, seat: str) -> Iterable[Legal]:
    return (Ready(seat=seat),) if seat in flow.state.waiting else ()


def _asked(state: State) -> tuple[str, ...]:
    assert isinstance(state.task, Releasing | Scratching)
    return (state.task.seat,)


def _legal_release(flow: Flow, seat: str) -> Iterator[Legal]:
    if seat in _asked(flow.state):
        yield from (Release(horse.number, seat=seat) for horse in flow.state.horses_of(seat))


def _legal_scratch(flow: Flow, seat: str) -> Iterator[Legal]:
    if seat in _asked(flow.state):
        yield from (ScratchHorse(horse.number, seat=seat) for horse in flow.state.horses_of(seat))


PHASES: Mapping[Phase, Part] = {
    Phase.PADDOCK: Part({Ready: _ready, ScratchHorse: _too_early}, lambda state: state.waiting, _legal_ready, _proceed),
}
TASKS: Mapping[type[Task], Part] = {
    Releasing: Part({Release: _release}, _asked, _legal_release),
    Scratching: Part({ScratchHorse: _scratch}, _asked, _legal_scratch),
}
