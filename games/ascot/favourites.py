"""Favourites: whoever has a horse in the race may name one of them, once, before the betting."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.ascot import betting
from games.ascot.acting import Part
from games.ascot.flow import Flow
from games.ascot.moves import Favourite
from games.ascot.runners import check_own, check_plays
from games.ascot.state import Phase
from games.kit.errors import RuleBroken
from games.kit.game import Happening, Legal


@dataclass(frozen=True)
class FavouriteNamed(Happening):
    """None, if somebody has no favourite."""

    seat: str
    horse: int | None

    def __str__(self) -> str:
        return f"{self.seat} names {'no favourite' if self.horse is None else f'horse {self.horse}'}"


HAPPENINGS: tuple[type[Happening], ...] = (FavouriteNamed,)


def begin(flow: Flow) -> Flow:
    """P-9: all who have a horse are asked at once."""
    asked = tuple(seat for seat in flow.state.names if flow.state.horses_of(seat))
    return flow.having(phase=Phase.FAVOURITES, waiting=asked)


def _name(flow: Flow, move: Favourite) -> Flow:
    """P-9: irrevocable."""
    seat, waiting = check_plays(flow.state, move.seat), flow.state.waiting
    if not flow.state.horses_of(seat):
        raise RuleBroken("no_horse", "%(seat)s has no horse in this race.", seat=seat)
    if seat not in waiting:
        raise RuleBroken("already_named", "%(seat)s has said already which favourite, or none.", seat=seat)
    if move.horse is not None:
        check_own(flow.state, seat, move.horse)
    named = flow.with_player(seat, favourite=move.horse)
    return named.having(waiting=tuple(each for each in waiting if each != seat)).tell(FavouriteNamed(seat, move.horse))


def _proceed(flow: Flow) -> Flow:
    return flow if flow.state.waiting else betting.begin(flow)


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    if seat in flow.state.waiting:
        yield from (Favourite(horse.number, seat=seat) for horse in flow.state.horses_of(seat))
        yield Favourite(None, seat=seat)


PHASES: Mapping[Phase, Part] = {
    Phase.FAVOURITES: Part({Favourite: _name}, lambda state: state.waiting, _legal, _proceed),
}
