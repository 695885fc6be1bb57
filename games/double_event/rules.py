"""Double Event Minoru: seven horses, one for each suit and one each for king, queen and knave. Cards are turned up one
by one; each moves the horse of its suit, a court card a second one as well, until three are home. Horses are backed to
win or to be placed, at fixed odds against a banker.

The numbered rules are in README.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Self

from games.double_event import joint, odds, simulation
from games.double_event.course import Course, Tie
from games.double_event.horses import COURT, ORDERS, PLACES, SUITED, Horse, court_horse, suit_horse
from games.kit.cards import PACK, Card
from games.kit.catalogue import Catalogue
from games.kit.courses import find_course
from games.kit.errors import RuleBroken
from games.kit.game import Cards, Figure, Game, Happening, Move, Result, Step
from games.kit.markets import Market, Space
from games.kit.offices import HOUSE, right_of
from games.kit.simulation import Randomness, Simulated
from games.kit.turning import PackShuffled, Turn, check_turn, next_card

ORDINALS = ("first", "second", "third")


@dataclass(frozen=True)
class Options:
    course: str | Course = "double-event"


@dataclass(frozen=True)
class Turned(Happening):
    """A card, the horses that it moved, and those of them that it brought to their posts, the one ahead first."""

    card: Card
    moved: tuple[Horse, ...]
    finished: tuple[Horse, ...]

    def __str__(self) -> str:
        if not self.moved:
            return f"{self.card} moves nobody"
        moves = f"{self.card} moves {' and '.join(self.moved)}"
        return f"{moves}; {' and '.join(self.finished)} home" if self.finished else moves


@dataclass(frozen=True)
class RaceOver(Happening):
    finish: tuple[Horse, ...]

    def __str__(self) -> str:
        return ", ".join(f"{horse} {place}" for horse, place in zip(self.finish, ORDINALS, strict=True))


@dataclass(frozen=True)
class Race:
    """A race as it stands, positions in the order of the course. `aside` are the cards of the present pack that have
    been turned, the last one last.
    """

    course: Course
    seats: tuple[str, ...]
    banker: str
    positions: tuple[int, ...] = (0,) * len(Horse)
    finish: tuple[Horse, ...] = ()
    pack_number: int = 1
    aside: tuple[Card, ...] = ()

    @property
    def over(self) -> bool:
        return len(self.finish) == PLACES

    @property
    def turned(self) -> int:
        """Cards turned in the whole race."""
        return (self.pack_number - 1) * len(PACK) + len(self.aside)

    @property
    def standing(self) -> odds.Standing:
        needs = {
            track.horse: track.length - position
            for track, position in zip(self.course.horses, self.positions, strict=True)
        }
        horses = tuple(Horse)
        return odds.Standing(
            needs=tuple(needs[horse] for horse in horses),
            finish=tuple(map(horses.index, self.finish)),
            left=_left(self.aside),
            court_first=self.course.tie is Tie.COURT_FIRST,
        )

    def turn(self, card: Card) -> Step[Self]:
        """Judge one card. It is an argument, so any race can be replayed."""
        moved = self._moved_by(card)
        positions = tuple(
            position + (track.horse in moved)
            for track, position in zip(self.course.horses, self.positions, strict=True)
        )
        at = dict(zip(self.course.order, positions, strict=True))
        home = tuple(horse for horse in moved if at[horse] == self._length(horse))
        after = replace(self, positions=positions, finish=(*self.finish, *home)[:PLACES], aside=(*self.aside, card))
        shuffled = [] if self.aside else [PackShuffled(self.pack_number, len(PACK))]
        turned = Turned(card, moved, home)
        if after.over:
            return Step(after, (*shuffled, turned, RaceOver(after.finish)))
        if len(after.aside) == len(PACK):  # D-R6
            after = replace(after, pack_number=self.pack_number + 1, aside=())
        return Step(after, (*shuffled, turned))

    def _moved_by(self, card: Card) -> tuple[Horse, ...]:
        """The horses that this card moves, the one that is ahead at a common finish first. Who is home stays there."""
        named = [suit_horse(card), court_horse(card)]
        if self.course.tie is Tie.COURT_FIRST:
            named.reverse()
        return tuple(horse for horse in named if horse and horse not in self.finish)

    def _length(self, horse: Horse) -> int:
        return self.course.lengths[self.course.order.index(horse)]


@dataclass(frozen=True)
class View:
    """What everybody sees of a race; positions are in the order of the course."""

    course: Course
    banker: str
    positions: tuple[int, ...]
    finish: tuple[Horse, ...]
    pack_number: int
    aside: tuple[Card, ...]


def _left(aside: tuple[Card, ...]) -> odds.Cards:
    """What is left of a pack from which these have been turned, as the chances want to know it."""
    courts = tuple(COURT.values())
    left = [(suit_horse(card), court_horse(card)) for card in PACK if card not in aside]
    return odds.Cards(
        plain=tuple(left.count((horse, None)) for horse in SUITED.values()),
        courts=tuple(
            tuple(at for at, court in enumerate(courts) if (horse, court) in left) for horse in SUITED.values()
        ),
    )


@lru_cache(maxsize=64)  # with every stake they are asked for again, and they name 210 orders many times over
def _markets(course: Course, office: str) -> tuple[Market, ...]:
    win = tuple(Space(track.horse, track.win, ORDERS.placing(track.horse, 1)) for track in course.horses)
    placed = tuple(Space(track.horse, track.placed, ORDERS.placing(track.horse, PLACES)) for track in course.horses)
    return tuple(
        Market(name, office, spaces, least=course.stake_least, most=course.stake_most)
        for name, spaces in (("win", win), ("placed", placed))
    )


class DoubleEvent(Game[Race]):
    slug = "double-event"
    title = "Double Event Minoru"
    options_type = Options
    state_type = Race
    view_type = View
    move_types = (Turn,)
    happening_types = (PackShuffled, Turned, RaceOver)

    def __init__(self, courses: Mapping[str, Course], catalogue: Catalogue) -> None:
        self.courses = courses
        self.catalogue = catalogue

    def start(self, options: Options, seats: tuple[str, ...], holder: str = HOUSE) -> Race:
        return Race(course=find_course(self.courses, options.course), seats=seats, banker=holder)

    def usual_options(self, holder: str) -> dict[str, Any]:  # noqa: ARG002 - no course of these loses for a house
        return {"course": "double-event"}

    def variants(self) -> tuple[dict[str, Any], ...]:
        return tuple({"course": name} for name in self.courses)

    def play(self, state: Race, move: Move) -> Step[Race]:
        assert isinstance(move, Turn)
        if state.over:
            raise RuleBroken("race_over", "The race is over: %(horse)s has won.", horse=state.finish[0])
        return state.turn(check_turn(move, state.aside))

    def result(self, state: Race) -> Result | None:
        if not state.over:
            return None
        return Result(ORDERS.written(state.finish), tuple((horse,) for horse in state.finish))

    def view(self, state: Race, seat: str | None) -> View:  # noqa: ARG002 - nothing is hidden in this game
        return View(
            course=state.course,
            banker=state.banker,
            positions=state.positions,
            finish=state.finish,
            pack_number=state.pack_number,
            aside=state.aside,
        )

    def chance(self, state: Race) -> Cards | None:
        return None if state.over else next_card(f"pack {state.pack_number}", len(state.aside))

    def cutter(self, state: Race) -> str | None:
        return right_of(state.seats, state.banker)

    def markets(self, state: Race) -> tuple[Market, ...]:
        return _markets(state.course, self.office)

    def takes_stakes(self, state: Race) -> bool:
        return state.turned == 0

    def runners(self, state: Race) -> tuple[str, ...]:  # noqa: ARG002 - the same in every race
        return tuple(Horse)

    def outcomes(self, state: Race) -> tuple[str, ...]:
        return ORDERS.beginning(state.finish)

    def places(self, outcome: str) -> tuple[str, ...]:
        return ORDERS.read(outcome)

    def chances(self, state: Race) -> dict[tuple[str, str], Fraction]:
        known = dict(zip(Horse, odds.places(state.standing), strict=True))
        return {
            (market, horse): sum(known[horse][:places], Fraction())
            for market, places in (("win", 1), ("placed", PLACES))
            for horse in state.course.order
        }

    def outcome_chances(self, state: Race) -> dict[str, Fraction]:
        horses = tuple(Horse)
        coming = joint.orders(state.standing)
        known = {ORDERS.written([horses[at] for at in order]): chance for order, chance in coming.items()}
        return {outcome: known.get(outcome, Fraction()) for outcome in self.outcomes(state)}

    def figures(self, state: Race) -> tuple[Figure, ...]:
        """On which card of the race the horses that are not home yet will be, and how often two come on one card."""
        standing = state.standing
        coming = [
            Figure(
                f"{ordinal}_home",
                f"Card that brings the {ordinal} horse home, on average",
                state.turned + odds.mean_cards(standing, place),
            )
            for place, ordinal in enumerate(ORDINALS, 1)
            if place > len(state.finish)
        ]
        double = sum(odds.double_finishes(standing), Fraction())
        return (*coming, Figure("double_finishes", "Cards in a race that bring two horses home, on average", double))

    def about(self, state: Race) -> tuple[str, ...]:
        course, origin = state.course, state.course.provenance
        return (
            f"{course.name}. {course.about}",
            course.packs_in_words,
            f"Where it comes from: lengths {origin.lengths}, odds {origin.odds}.",
        )

    def term(self, state: Race) -> int:
        return state.course.races_per_bank

    def simulate(self, state: Race, rounds: int, randomness: Randomness) -> Simulated:
        lengths = dict(zip(state.course.order, state.course.lengths, strict=True))
        court_first = state.course.tie is Tie.COURT_FIRST
        return simulation.simulate([lengths[horse] for horse in Horse], rounds, randomness, court_first=court_first)
