"""Horses: four horses, one for each suit. Cards are turned one by one, and each moves its suit's horse one square; the
thirteenth brings it home. Horses are backed to win, to place or to show, and colours to win, against a Bookie.

The numbered rules are in README.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Self

from games.horses import odds, simulation
from games.horses.course import SQUARES, Colour, Course, Horse
from games.kit.cards import PACK, Card
from games.kit.catalogue import Catalogue
from games.kit.courses import find_course
from games.kit.errors import RuleBroken
from games.kit.game import Cards, Figure, Game, Happening, Move, Result, Step
from games.kit.markets import Market, Space
from games.kit.odds import Odds
from games.kit.offices import HOUSE, right_of
from games.kit.orders import Orders
from games.kit.payments import Reason
from games.kit.simulation import Randomness, Simulated
from games.kit.turning import PackShuffled, Turn, check_turn, next_card

ORDERS = Orders({horse: horse.suit.value for horse in Horse}, len(Horse))
HORSES = {horse.suit: horse for horse in Horse}
PLACES = {"win": 1, "place": 2, "show": 3}  # a bet of this kind wins if its horse is among the first so many
# The orders at which each space wins.
WINS: dict[tuple[str, str], tuple[str, ...]] = {
    **{(name, horse): ORDERS.placing(horse, places) for name, places in PLACES.items() for horse in Horse},
    **{("colour", each): tuple(o for horse in each.horses for o in ORDERS.placing(horse, 1)) for each in Colour},
}
DECIDED = len(Horse) - 1  # so many horses home tell who is last
COLLECTED = (Reason.COLLECTED_FIRST, Reason.COLLECTED_SECOND, Reason.COLLECTED_THIRD)


@dataclass(frozen=True)
class Options:
    course: str | Course = "all-fair"


@dataclass(frozen=True)
class Turned(Happening):
    card: Card
    horse: Horse
    position: int

    def __str__(self) -> str:
        return f"{self.horse} on square {self.position}"


@dataclass(frozen=True)
class Home(Happening):
    """A horse has its place; the last one has it because the others are home."""

    horse: Horse
    place: int

    def __str__(self) -> str:
        return f"{self.horse} {('first', 'second', 'third', 'last')[self.place - 1]}"


@dataclass(frozen=True)
class Race:
    """A race as it stands. `finish` are the horses in the order they came in, `aside` the cards that were turned."""

    course: Course
    seats: tuple[str, ...]
    bookie: str
    finish: tuple[Horse, ...] = ()
    aside: tuple[Card, ...] = ()

    @property
    def over(self) -> bool:
        return len(self.finish) == len(Horse)

    @property
    def positions(self) -> tuple[int, ...]:
        """The square of each horse, in the order of the course; 0 is the margin, 13 is home."""
        suits = [card.suit for card in self.aside]
        return tuple(suits.count(horse.suit) for horse in Horse)

    @property
    def left(self) -> dict[str, int]:
        """How many cards of each horse are still to come."""
        return {horse: SQUARES - position for horse, position in zip(Horse, self.positions, strict=True)}

    def turn(self, move: Turn) -> Step[Self]:
        """Turn one card. The card is an argument, so any race can be replayed."""
        if self.over:
            raise RuleBroken("race_over", "The race is over: %(horse)s has won.", horse=self.finish[0])
        card = check_turn(move, self.aside)
        assert card.suit is not None, "the joker is no card of the pack"
        horse = HORSES[card.suit]
        after = replace(self, aside=(*self.aside, card))
        shuffled = [] if self.aside else [PackShuffled(1, len(PACK))]
        turned = Turned(card, horse, SQUARES - after.left[horse])
        came = after._came(horse)
        home = [Home(each, place) for place, each in enumerate(came, 1) if each not in self.finish]
        return Step(replace(after, finish=came), (*shuffled, turned, *home))

    def _came(self, horse: Horse) -> tuple[Horse, ...]:
        """The finish after this horse has moved. With three home the fourth follows, without a card."""
        if self.left[horse]:
            return self.finish
        came = (*self.finish, horse)
        return came if len(came) < DECIDED else (*came, *(each for each in Horse if each not in came))


@dataclass(frozen=True)
class View:
    """What everybody sees of a race; positions are in the order of the course. The bottom card is never in it."""

    course: Course
    bookie: str
    positions: tuple[int, ...]
    finish: tuple[Horse, ...]
    aside: tuple[Card, ...]


class Horses(Game[Race]):
    slug = "horses"
    title = "Horses"
    office = "bookmaker"
    collects_early = True
    options_type = Options
    state_type = Race
    view_type = View
    move_types = (Turn,)
    happening_types = (PackShuffled, Turned, Home)

    def __init__(self, courses: Mapping[str, Course], catalogue: Catalogue) -> None:
        self.courses = courses
        self.catalogue = catalogue

    def start(self, options: Options, seats: tuple[str, ...], holder: str = HOUSE) -> Race:
        return Race(course=find_course(self.courses, options.course), seats=seats, bookie=holder)

    def variants(self) -> tuple[dict[str, Any], ...]:
        return tuple({"course": name} for name in self.courses)

    def play(self, state: Race, move: Move) -> Step[Race]:
        assert isinstance(move, Turn)
        return state.turn(move)

    def result(self, state: Race) -> Result | None:
        if not state.over:
            return None
        return Result(ORDERS.written(state.finish), tuple((horse,) for horse in state.finish))

    def view(self, state: Race, seat: str | None) -> View:  # noqa: ARG002 - what is hidden is hidden from everybody
        return View(state.course, state.bookie, state.positions, state.finish, state.aside)

    def chance(self, state: Race) -> Cards | None:
        return None if state.over else next_card("pack 1", len(state.aside))

    def cutter(self, state: Race) -> str | None:
        return right_of(state.seats, state.bookie)

    def markets(self, state: Race) -> tuple[Market, ...]:
        course = state.course
        return tuple(
            Market(name, self.office, _spaces(name, pays), least=course.stake_least, most=course.stake_most)
            for name, pays in vars(course.odds).items()
        )

    def takes_stakes(self, state: Race) -> bool:
        return not state.aside

    def runners(self, state: Race) -> tuple[str, ...]:  # noqa: ARG002 - the same in every race
        return tuple(Horse)

    def outcomes(self, state: Race) -> tuple[str, ...]:
        return ORDERS.beginning(state.finish)

    def places(self, outcome: str) -> tuple[str, ...]:
        return ORDERS.read(outcome)

    def collects(self, state: Race) -> Reason:
        """H-R9: at each finish what is lost by then, under its own reason."""
        return COLLECTED[min(len(state.finish), DECIDED) - 1]

    def chances(self, state: Race) -> dict[tuple[str, str], Fraction]:
        chances: dict[tuple[str, str], Fraction] = {
            (name, horse): _within(state, horse, places) for name, places in PLACES.items() for horse in Horse
        }
        for colour in Colour:
            chances["colour", colour] = sum((chances["win", horse] for horse in colour.horses), Fraction())
        return chances

    def outcome_chances(self, state: Race) -> dict[str, Fraction]:
        if state.over:
            return {ORDERS.written(state.finish): Fraction(1)}
        coming = odds.orders(state.left)
        return {ORDERS.written((*state.finish, *order)): chance for order, chance in coming.items()}

    def figures(self, state: Race) -> tuple[Figure, ...]:  # noqa: ARG002 - the same before every race
        return _figures()

    def about(self, state: Race) -> tuple[str, ...]:
        course, origin = state.course, state.course.provenance
        return (
            f"{course.name}. {course.about}",
            f"Where it comes from: lengths {origin.lengths}, odds {origin.odds}.",
        )

    def term(self, state: Race) -> int:
        return state.course.races_per_bookie

    def simulate(self, state: Race, rounds: int, randomness: Randomness) -> Simulated:  # noqa: ARG002 - from the start
        return simulation.simulate(ORDERS, rounds, randomness)


@cache
def _figures() -> tuple[Figure, ...]:
    start = odds.START
    return (
        Figure("first_home", "Cards until the first horse is home, on average", odds.mean_card(start, 1)),
        Figure("second_home", "Cards until the second horse is home, on average", odds.mean_card(start, 2)),
        Figure("third_home", "Cards until the race is over, on average", odds.mean_card(start, 3)),
        Figure("all_cards", "Chance that all cards but the bottom one are turned", odds.all_cards(start), chance=True),
    )


def _spaces(market: str, pays: Odds) -> tuple[Space, ...]:
    return tuple(Space(selection, pays, wins) for (name, selection), wins in WINS.items() if name == market)


def _within(state: Race, horse: Horse, places: int) -> Fraction:
    """The chance of a horse to be among the first so many; certain, or none, once it has its place."""
    if horse in state.finish:
        return Fraction(state.finish.index(horse) < places)
    return odds.within(state.left, horse, places)
