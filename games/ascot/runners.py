"""The horses that run in the race, and whose they are."""

from games.ascot.flow import Flow
from games.ascot.state import Horse, Standing, State
from games.kit.errors import RuleBroken


def running(state: State) -> tuple[Horse, ...]:
    """By number: those that somebody owns, and that nothing has put out."""
    return tuple(horse for horse in state.horses if horse.owner is not None and horse.standing is Standing.IN_PLAY)


def scratched(flow: Flow, number: int) -> Flow:
    """P3: without a horse, and without the small cards that lie on its card."""
    return flow.with_horse(number, standing=Standing.SCRATCHED, advantages=0, disadvantages=0)


def check_own(state: State, seat: str, number: int) -> None:
    if number not in {horse.number for horse in state.horses_of(seat)}:
        raise RuleBroken("not_your_horse", "%(seat)s has no horse %(horse)s in play.", seat=seat, horse=number)


def check_plays(state: State, seat: str | None) -> str:
    """The seat, if it is a player's: others may sit at the table and watch."""
    if seat is None or seat not in state.names:
        raise RuleBroken("not_playing", "%(seat)s does not play in this game.", seat=seat)
    return seat
