"""Who holds an office: whoever shows its card, or somebody on whom all players agree."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.ascot.acting import Part
from games.ascot.edition import Business
from games.ascot.flow import Flow
from games.ascot.moves import Agree, Propose
from games.ascot.runners import check_plays
from games.ascot.state import Phase, State
from games.kit.errors import RuleBroken
from games.kit.game import Happening, Legal, Move


@dataclass(frozen=True)
class AuctioneerShown(Happening):
    """The card lies open from now on."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} shows the auctioneer's card"


@dataclass(frozen=True)
class OfficeProposed(Happening):
    seat: str
    who: str

    def __str__(self) -> str:
        return f"{self.seat} proposes {self.who}"


@dataclass(frozen=True)
class OfficeAgreed(Happening):
    seat: str
    who: str

    def __str__(self) -> str:
        return f"{self.seat} agrees to {self.who}"


@dataclass(frozen=True)
class OfficeFilled(Happening):
    office: Business
    who: str

    def __str__(self) -> str:
        return f"{self.who} is {self.office}"


HAPPENINGS: tuple[type[Happening], ...] = (AuctioneerShown, OfficeProposed, OfficeAgreed, OfficeFilled)


def show_auctioneer(flow: Flow, seat: str) -> Flow:
    """A-1, A4: whoever has the card in hand lays it open at once, and has the office with it."""
    card = Business.AUCTIONEER.value
    hand = tuple(each for each in flow.state.player(seat).hand if each != card)
    shown = flow.with_player(seat, hand=hand).having(holders={**flow.state.holders, card: seat}, auctioneer=seat)
    return shown.tell(AuctioneerShown(seat))


def begin(flow: Flow, phase: Phase) -> Flow:
    """A phase whose part was made by `part`: nobody is proposed yet."""
    return flow.having(phase=phase, proposed=None, agreed=(), proposers=())


def part(office: Business, then: Callable[[Flow], Flow]) -> Part:
    """A-3, P5: the phase in which this office is filled by common accord, and how the game goes on after it. Everybody
    may propose somebody once, so it comes to an end.
    """
    assert office in {Business.AUCTIONEER, Business.BOOKMAKER}

    def proceed(flow: Flow) -> Flow:
        if deciders(flow.state):
            return flow
        who = flow.state.proposed
        assert who is not None
        filled = flow.having(**{office.value: who}, proposed=None, agreed=(), proposers=())
        return then(filled.tell(OfficeFilled(office, who)))

    return Part({Propose: _propose, Agree: _agree}, deciders, _legal, proceed)


def deciders(state: State) -> tuple[str, ...]:
    """All who have not agreed to whoever is proposed."""
    return tuple(seat for seat in state.names if seat not in state.agreed)


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    state = flow.state
    if seat not in deciders(state):
        return
    if state.proposed is not None:
        yield Agree(seat=seat)
    if seat not in state.proposers:
        yield from (Propose(who, seat=seat) for who in state.names if who != state.proposed)


def _propose(flow: Flow, move: Propose) -> Flow:
    """Who proposes somebody agrees with it. All others are asked anew."""
    seat, state = _asked(flow.state, move), flow.state
    check_plays(state, move.who)
    if move.who == state.proposed:
        raise RuleBroken("already_proposed", "%(seat)s is proposed already; agree, or propose another.", seat=move.who)
    if seat in state.proposers:
        raise RuleBroken("proposed_before", "%(seat)s has proposed somebody before; each may do so once.", seat=seat)
    after = flow.having(proposed=move.who, agreed=(seat,), proposers=(*state.proposers, seat))
    return after.tell(OfficeProposed(seat, move.who))


def _agree(flow: Flow, move: Agree) -> Flow:
    seat, who = _asked(flow.state, move), flow.state.proposed
    if who is None:
        raise RuleBroken("nobody_proposed", "Nobody has been proposed yet.")
    return flow.having(agreed=(*flow.state.agreed, seat)).tell(OfficeAgreed(seat, who))


def _asked(state: State, move: Move) -> str:
    seat = check_plays(state, move.seat)
    if seat in state.agreed:
        raise RuleBroken("already_agreed", "%(seat)s has agreed already.", seat=seat)
    return seat
