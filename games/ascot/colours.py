"""What a stop on a colour can be used for: more lengths, or to drop a Disadvantage."""

from collections.abc import Iterator

from games.ascot.edition import Do, Edition
from games.ascot.flow import Flow
from games.ascot.lanes import ends, others
from games.ascot.moves import Colour
from games.ascot.state import Horse, State


def choices(flow: Flow, number: int) -> tuple[Colour, ...]:
    """All uses of the cell on which a horse stands; none if there is nothing to choose."""
    state = flow.state
    horse = state.horse(number)
    assert horse.owner is not None
    player = state.player(horse.owner)
    own = takes_colour(flow.edition, horse)
    if own is None or (not own and flow.edition.colour(number) not in player.advantages):
        return ()
    uses = tuple(_uses(flow, horse, advantage=not own))
    return (*uses, Colour("decline", seat=horse.owner)) if uses else ()


def takes_colour(edition: Edition, horse: Horse) -> bool | None:
    """Whether a horse stands on its own colour; no answer on a white cell, unless an Advantage can be used there."""
    white = edition.inscription(horse.length, horse.lane)
    if white is not None:
        return False if white.do is Do.ANY_ADVANTAGE else None
    return edition.cell_colour(horse.length, horse.lane) is edition.colour(horse.number)


def bonus_lanes(edition: Edition, state: State, number: int) -> tuple[int, ...]:
    """R-11: all of the lengths or none."""
    horse = state.horse(number)
    return ends(edition.course, others(state, number), (horse.length, horse.lane), edition.bonus(number))


def _uses(flow: Flow, horse: Horse, *, advantage: bool) -> Iterator[Colour]:
    assert horse.owner is not None
    for lane in bonus_lanes(flow.edition, flow.state, horse.number):
        yield Colour("bonus", advantage, lane, seat=horse.owner)
    if flow.state.player(horse.owner).disadvantages:
        yield Colour("drop", advantage, seat=horse.owner)
