"""Minoru: five horses on tracks of unequal length. Five cards are dealt, one to each horse, and the highest moves one
space; the first at its post wins. Horses and colours are backed at fixed odds against a banker.

The numbered rules are in README.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Any, Literal, Self

from games.kit.cards import JOKER, PACK, PACK_WITH_JOKER, Card, Suit
from games.kit.catalogue import Catalogue
from games.kit.courses import find_course
from games.kit.errors import RuleBroken
from games.kit.game import Cards, Figure, Game, Happening, Move, Result, Step
from games.kit.markets import Market, Space
from games.kit.odds import EVENS
from games.kit.offices import HOUSE, right_of
from games.kit.simulation import Randomness, Simulated
from games.kit.turning import PackShuffled, require_house
from games.minoru import odds, simulation
from games.minoru.course import Course, Horse
from games.minoru.odds import CARDS_IN_A_DEAL

# M-R5, from the lowest: hearts are highest, as in the bridge of 1909.
SUITS = (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)


class Why(StrEnum):
    """What decided a deal."""

    HIGH = "high"
    SUIT = "suit"
    JOKER = "joker"


@dataclass(frozen=True)
class Options:
    """`joker` is decided already, or by the player who holds the bank. Who does not choose keeps the `last_joker`."""

    course: str | Course = "jaques"
    joker: bool | Literal["banker"] = False
    last_joker: bool = False


@dataclass(frozen=True)
class Joker(Move):
    """The banker decides whether the joker is in the pack."""

    included: bool


@dataclass(frozen=True)
class Deal(Move):
    """Five cards, one to each horse in cloth order."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class JokerDecided(Happening):
    included: bool

    def __str__(self) -> str:
        return f"the joker is {'in' if self.included else 'out'}"


@dataclass(frozen=True)
class Dealt(Happening):
    cards: tuple[Card, ...]
    horse: Horse
    why: Why
    position: int

    def __str__(self) -> str:
        return f"{self.horse} moves" if self.why is Why.HIGH else f"{self.horse} moves by the {self.why}"


@dataclass(frozen=True)
class PackExhausted(Happening):
    """Too few cards are left for a deal; these are not dealt."""

    dead: tuple[Card, ...]

    def __str__(self) -> str:
        return f"pack exhausted, {' '.join(map(str, self.dead))} dead"


@dataclass(frozen=True)
class Won(Happening):
    horse: Horse

    def __str__(self) -> str:
        return f"{self.horse} wins"


@dataclass(frozen=True)
class Race:
    """A race as it stands. `aside` are the cards of the present pack that have been dealt, the last ones last."""

    course: Course
    seats: tuple[str, ...]
    banker: str
    joker: bool | None  # None: the banker has not decided yet
    last_joker: bool = False
    positions: tuple[int, ...] = (0,) * len(Horse)
    deals: int = 0
    pack_number: int = 1
    aside: tuple[Card, ...] = ()

    @property
    def winner(self) -> Horse | None:
        for track, position in zip(self.course.horses, self.positions, strict=True):
            if position == track.length:
                return track.horse
        return None

    @property
    def pack(self) -> tuple[Card, ...]:
        return PACK_WITH_JOKER if self.joker else PACK

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards of the pack that are not dealt yet, in no order that tells anything."""
        return tuple(card for card in self.pack if card not in self.aside)

    @property
    def standing(self) -> odds.Standing:
        needs = tuple(length - position for length, position in zip(self.course.lengths, self.positions, strict=True))
        return odds.Standing(
            needs=needs,
            joker=bool(self.joker),
            gou_gou=self.course.order.index(Horse.GOU_GOU),
            dealt=len(self.aside) // CARDS_IN_A_DEAL,
            seen=JOKER in self.aside,
        )

    def decide(self, joker: Joker) -> Self:
        if joker.seat != self.banker:
            raise RuleBroken("not_banker", "Only the banker decides about the joker.")
        if joker.included and not self.course.joker:
            raise RuleBroken("joker_forbidden", "%(course)s has no joker.", course=self.course.name)
        if self.joker is not None:
            raise RuleBroken("joker_fixed", "The joker was decided before stakes were made; it stays so for this race.")
        return replace(self, joker=joker.included)

    def deal(self, cards: tuple[Card, ...]) -> Step[Self]:
        """Judge one deal. The cards are an argument, so any race can be replayed."""
        self._check(cards)
        place, why = best(cards)
        if why is Why.JOKER:
            place = self.course.order.index(Horse.GOU_GOU)
        positions = tuple(position + (at == place) for at, position in enumerate(self.positions))
        after = replace(self, positions=positions, deals=self.deals + 1, aside=(*self.aside, *cards))
        horse = self.course.order[place]
        shuffled = [] if self.aside else [PackShuffled(self.pack_number, len(self.pack))]
        dealt = Dealt(cards, horse, why, positions[place])
        if after.winner:
            return Step(after, (*shuffled, dealt, Won(horse)))
        if len(after.left) >= CARDS_IN_A_DEAL:
            return Step(after, (*shuffled, dealt))
        collected = replace(after, pack_number=self.pack_number + 1, aside=())
        return Step(collected, (*shuffled, dealt, PackExhausted(after.left)))

    def _check(self, cards: tuple[Card, ...]) -> None:
        if self.winner:
            raise RuleBroken("race_over", "The race is over: %(horse)s has won.", horse=self.winner)
        if self.joker is None:
            raise RuleBroken("joker_undecided", "The banker has not decided about the joker yet.")
        if JOKER in cards and not self.joker:
            raise RuleBroken("joker_not_in_pack", "The joker is not in the pack in this race.")
        if twice := [card for at, card in enumerate(cards) if card in (*self.aside, *cards[:at])]:
            raise RuleBroken("duplicate_card", "%(card)s has been dealt from this pack already.", card=twice[0])
        if len(cards) < CARDS_IN_A_DEAL:
            raise RuleBroken("missing_card", "A deal is five cards, one to each horse.")
        if len(cards) > CARDS_IN_A_DEAL:
            raise RuleBroken("too_many_cards", "A deal is five cards, one to each horse.")


@dataclass(frozen=True)
class View:
    """What everybody sees of a race; positions are in the order of the course."""

    course: Course
    banker: str
    joker: bool | None
    positions: tuple[int, ...]
    deals: int
    pack_number: int
    aside: tuple[Card, ...]
    winner: Horse | None


def best(cards: tuple[Card, ...]) -> tuple[int, Why]:
    """Which of the cards decides, and by what. A joker decides wherever it fell."""
    if JOKER in cards:
        return cards.index(JOKER), Why.JOKER
    ranks = [card.rank or 0 for card in cards]
    why = Why.SUIT if ranks.count(max(ranks)) > 1 else Why.HIGH
    return max(range(len(cards)), key=lambda at: strength(cards[at])), why


def strength(card: Card) -> tuple[int, int]:
    """The order of the 52 cards in Minoru: by rank, then by suit."""
    assert card.rank is not None, "the joker stands outside the order"
    assert card.suit is not None
    return card.rank, SUITS.index(card.suit)


class Minoru(Game[Race]):
    slug = "minoru"
    title = "Minoru"
    options_type = Options
    state_type = Race
    view_type = View
    move_types = (Deal, Joker)
    happening_types = (JokerDecided, PackShuffled, Dealt, PackExhausted, Won)

    def __init__(self, courses: Mapping[str, Course], catalogue: Catalogue) -> None:
        self.courses = courses
        self.catalogue = catalogue

    def start(self, options: Options, seats: tuple[str, ...], holder: str = HOUSE) -> Race:
        course = find_course(self.courses, options.course)
        asks = options.joker == "banker" and holder != HOUSE and course.joker
        kept = options.last_joker and course.joker
        if options.joker is True and not course.joker:
            raise RuleBroken("joker_forbidden", "%(course)s has no joker.", course=course.name)
        joker = None if asks else kept if options.joker == "banker" else options.joker
        return Race(course=course, seats=seats, banker=holder, joker=joker, last_joker=kept)

    def usual_options(self, holder: str) -> dict[str, Any]:
        """A house should lose on no horse by its own odds; players who hold the bank in turn get the printed ones."""
        return {"course": "true-odds"} if holder == HOUSE else {"course": "jaques", "joker": "banker"}

    def variants(self) -> tuple[dict[str, Any], ...]:
        return tuple(
            {"course": name, "joker": joker}
            for name, course in self.courses.items()
            for joker in (False, True)
            if course.joker or not joker
        )

    def play(self, state: Race, move: Move) -> Step[Race]:
        if isinstance(move, Joker):
            return Step(state.decide(move), (JokerDecided(move.included),))
        assert isinstance(move, Deal)
        require_house(move)
        return state.deal(move.cards)

    def result(self, state: Race) -> Result | None:
        return Result(state.winner, ((state.winner,),)) if state.winner else None

    def view(self, state: Race, seat: str | None) -> View:  # noqa: ARG002 - nothing is hidden in this game
        return View(
            course=state.course,
            banker=state.banker,
            joker=state.joker,
            positions=state.positions,
            deals=state.deals,
            pack_number=state.pack_number,
            aside=state.aside,
            winner=state.winner,
        )

    def moves(self, state: Race, seat: str) -> tuple[Move, ...]:
        if state.joker is None and seat == state.banker:
            return Joker(True, seat=seat), Joker(False, seat=seat)  # noqa: FBT003 - the value is the move
        return ()

    def automatic(self, state: Race, seat: str) -> Move | None:
        """M-R17: a banker who does not choose keeps the last choice."""
        return Joker(state.last_joker, seat=seat) if self.moves(state, seat) else None

    def next_options(self, options: Mapping[str, Any], state: Race) -> dict[str, Any]:
        """M-R17: the choice of one race is the last choice of the next."""
        return {**options, "last_joker": bool(state.joker)}

    def chance(self, state: Race) -> Cards | None:
        if state.winner or state.joker is None:
            return None
        label = f"pack {state.pack_number}"
        return Cards(label, state.pack, len(state.aside), CARDS_IN_A_DEAL, becomes=Deal)

    def cutter(self, state: Race) -> str | None:
        return right_of(state.seats, state.banker)

    def markets(self, state: Race) -> tuple[Market, ...]:
        if state.joker is None:
            return ()
        course = state.course
        win = tuple(Space(track.horse, track.pays(joker=state.joker), (track.horse,)) for track in course.horses)
        colour = tuple(Space(chance.colour, EVENS, chance.horses) for chance in course.colours)
        return tuple(
            Market(name, self.office, spaces, least=course.stake_least, most=course.stake_most)
            for name, spaces in (("win", win), ("colour", colour))
        )

    def takes_stakes(self, state: Race) -> bool:
        return state.joker is not None and state.deals == 0

    def runners(self, state: Race) -> tuple[str, ...]:
        return state.course.order

    def outcomes(self, state: Race) -> tuple[str, ...]:
        return (state.winner,) if state.winner else state.course.order

    def chances(self, state: Race) -> dict[tuple[str, str], Fraction]:
        wins = dict(zip(state.course.order, odds.chances(state.standing), strict=True))
        return {
            (market.name, space.selection): sum((wins[Horse(horse)] for horse in space.wins), Fraction())
            for market in self.markets(state)
            for space in market.spaces
        }

    def figures(self, state: Race) -> tuple[Figure, ...]:
        standing, joker = state.standing, bool(state.joker)
        return (
            Figure("deals", "Deals in a race, on average", odds.mean_deals(standing)),
            Figure(
                "next_pack",
                "Chance that the pack has to be shuffled again",
                odds.next_pack_needed(standing),
                chance=True,
            ),
            Figure("suit_decides", "Chance that the suit decides a deal", odds.suit_decides(joker=joker), chance=True),
            Figure("gou_gou_moves", "Chance that a deal moves Gou-Gou", odds.gou_gou_moves(joker=joker), chance=True),
        )

    def about(self, state: Race) -> tuple[str, ...]:
        course, origin = state.course, state.course.provenance
        return (
            f"{course.name}, {'with' if state.joker else 'without'} the joker. {course.about}",
            f"Where it comes from: lengths {origin.lengths}, odds {origin.odds}, colours {origin.colours}.",
        )

    def term(self, state: Race) -> int:
        return state.course.races_per_bank

    def simulate(self, state: Race, rounds: int, randomness: Randomness) -> Simulated:
        course = state.course
        return simulation.simulate(course.order, course.lengths, rounds, randomness, joker=bool(state.joker))
