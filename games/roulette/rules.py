"""Roulette with cards: 39 wheel cards are shuffled, one is turned, and it is what the ball would have struck. Numbers,
runs of numbers, colours and the like are backed with counters against a banker, or guessed for points.

The numbered rules are in README.md. The points game is in points.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, Self

from games.kit.catalogue import Catalogue
from games.kit.courses import find_course
from games.kit.errors import RuleBroken
from games.kit.game import Cards, Figure, Game, Happening, Legal, Move, Result, Step
from games.kit.markets import Market
from games.kit.offices import HOUSE, right_of
from games.kit.options import check_limits
from games.kit.payments import Payment
from games.kit.simulation import Randomness, Simulated
from games.kit.turning import only_one, require_house
from games.roulette import odds, simulation
from games.roulette.bets import Kind, RunMode, one_of_each
from games.roulette.course import Course, PayoutMode, markets
from games.roulette.points import Clear, Cleared, Done, Mark, Marked, Player, PlayOff, Points, Scored, Won
from games.roulette.wheel import WHEEL, WheelCard

Mode = Literal["bank", "points"]
Layout = Literal["small", "large"]

CARDS = tuple(card.name for card in WHEEL)
LIMITS = {"target": (1, 100_000), "markers": (1, 100)}
WORDS = {
    Kind.EVEN: "an even chance",
    Kind.TWELVE: "a column or dozen",
    Kind.SINGLE: "a single card",
    Kind.TWO: "two numbers",
    Kind.THREE: "three numbers",
    Kind.FOUR: "four numbers",
    Kind.FIVE: "five numbers",
    Kind.SIX: "six numbers",
}


@dataclass(frozen=True)
class Options:
    """A bank that pays counters, or a game for points. `target` and `markers` are of the points game alone."""

    course: str | Course = "russell"
    mode: Mode = "bank"
    payout_mode: PayoutMode = "to"
    run_mode: RunMode = "consecutive"
    layout: Layout = "small"
    target: int = 500
    markers: int = 10

    def __post_init__(self) -> None:
        check_limits(self, LIMITS)


@dataclass(frozen=True)
class Turn(Move):
    """The card on top of the shuffled and cut pack."""

    card: WheelCard


@dataclass(frozen=True)
class CardTurned(Happening):
    card: WheelCard
    turn: int

    def __str__(self) -> str:
        return f"{self.card} is turned" if self.card.number is None else f"{self.card} {self.card.colour} is turned"


@dataclass(frozen=True)
class Play:
    """A round as it stands: one turn against a bank, or a whole game for `points`. `card` is the last one turned."""

    course: Course
    seats: tuple[str, ...]
    banker: str
    payout_mode: PayoutMode
    run_mode: RunMode
    layout: Layout
    points: Points | None
    turns: int = 0
    card: WheelCard | None = None

    @property
    def over(self) -> bool:
        return self.points.over if self.points else self.card is not None

    @property
    def awaits_card(self) -> bool:
        return not self.over and not (self.points and self.points.awaited)

    @property
    def spaces(self) -> tuple[Market, ...]:
        """The whole layout. Points are what the leaflet prints, however counters are paid."""
        return markets(self.course, "to" if self.points else self.payout_mode, self.run_mode, Roulette.office)

    def turn(self, card: WheelCard) -> Step[Self]:
        """Turn one card. It is an argument, so any turn can be replayed."""
        after = replace(self, turns=self.turns + 1, card=card)
        turned = CardTurned(card, after.turns)
        if self.points:
            step = self.points.turn(card.name, self.spaces)
            return Step(replace(after, points=step.state), (turned, *step.happenings), step.payments)
        if self.card:
            raise RuleBroken("turn_over", "The turn is over: %(card)s was turned.", card=self.card)
        return Step(after, (turned,))

    def guess(self, move: Move) -> Step[Self]:
        if not self.points:
            raise RuleBroken("points_only", "Markers are laid in the points game only; here counters are staked.")
        step = self.points.guess(move, self.spaces)
        return Step(replace(self, points=step.state), step.happenings)


@dataclass(frozen=True)
class View:
    """What everybody sees. `turn` is the one being played, or the last; `players`, `target` and `markers` are of the
    points game.
    """

    course: Course
    mode: Mode
    payout_mode: PayoutMode
    run_mode: RunMode
    layout: Layout
    banker: str
    turn: int
    card: WheelCard | None
    target: int | None
    markers: int | None
    players: tuple[Player, ...]
    winner: str | None


class Roulette(Game[Play]):
    slug = "roulette"
    title = "Roulette with cards"
    acts_together = True
    options_type = Options
    state_type = Play
    view_type = View
    move_types = (Turn, Mark, Clear, Done)
    happening_types = (CardTurned, Marked, Cleared, Scored, PlayOff, Won)

    def __init__(self, courses: Mapping[str, Course], catalogue: Catalogue) -> None:
        self.courses = courses
        self.catalogue = catalogue

    def start(self, options: Options, seats: tuple[str, ...], holder: str = HOUSE) -> Play:
        players = tuple(Player(seat) for seat in seats)
        return Play(
            course=find_course(self.courses, options.course),
            seats=seats,
            banker=holder,
            payout_mode=options.payout_mode,
            run_mode=options.run_mode,
            layout=options.layout,
            points=Points(options.target, options.markers, players) if options.mode == "points" else None,
        )

    def usual_options(self, holder: str) -> dict[str, Any]:  # noqa: ARG002 - the printed payments leave any bank something
        return {"course": "russell"}

    def variants(self) -> tuple[dict[str, Any], ...]:
        varied: tuple[dict[str, str], ...] = (
            {},
            {"payout_mode": "for"},
            {"run_mode": "layout"},
            {"layout": "large"},
            {"mode": "points"},
        )
        return tuple({"course": name, **more} for name in self.courses for more in varied)

    def play(self, state: Play, move: Move) -> Step[Play]:
        if not isinstance(move, Turn):
            return state.guess(move)
        require_house(move)
        return state.turn(move.card)

    def result(self, state: Play) -> Result | None:
        if not state.over:
            return None
        if state.points:
            return Result("over", state.points.finish)
        assert state.card is not None
        return Result(state.card.name, ((state.card.name,),))

    def view(self, state: Play, seat: str | None) -> View:  # noqa: ARG002 - nothing is hidden in this game
        points = state.points
        return View(
            course=state.course,
            mode="points" if points else "bank",
            payout_mode=state.payout_mode,
            run_mode=state.run_mode,
            layout=state.layout,
            banker=state.banker,
            turn=state.turns + (not state.over),
            card=state.card,
            target=points.target if points else None,
            markers=points.markers if points else None,
            players=points.players if points else (),
            winner=points.winner if points else None,
        )

    def moves(self, state: Play, seat: str) -> tuple[Legal, ...]:
        return state.points.legal(seat, state.spaces) if state.points else ()

    def automatic(self, state: Play, seat: str) -> Move | None:
        return state.points.automatic(seat, state.turns) if state.points else None

    def chance(self, state: Play) -> Cards | None:
        """L-R2, E6: every turn has a label of its own, so all 39 cards are shuffled again."""
        if not state.awaits_card:
            return None
        return Cards(f"turn {state.turns + 1}", WHEEL, 0, 1, becomes=_turn)

    def cutter(self, state: Play) -> str | None:
        return right_of(state.seats, state.banker)

    def markets(self, state: Play) -> tuple[Market, ...]:
        return () if state.points else state.spaces

    def takes_stakes(self, state: Play) -> bool:
        return not state.points and not state.over

    def outcomes(self, state: Play) -> tuple[str, ...]:
        if state.points:
            return ()
        return (state.card.name,) if state.card else CARDS

    def unit(self, state: Play) -> str | None:
        return "point" if state.points else None

    def clearing(self, state: Play) -> tuple[Payment, ...]:
        return state.points.clearing() if state.points else ()

    def chances(self, state: Play) -> dict[tuple[str, str], Fraction]:
        outcomes = self.outcomes(state)
        return {
            (market.name, space.selection): odds.chance(space.wins, outcomes)
            for market in self.markets(state)
            for space in market.spaces
        }

    def outcome_chances(self, state: Play) -> dict[str, Fraction]:
        outcomes = self.outcomes(state)
        return {card: Fraction(1, len(outcomes)) for card in outcomes}

    def figures(self, state: Play) -> tuple[Figure, ...]:
        """What a guess is worth for points, when it is made every turn with all markers."""
        if not state.points:
            return ()
        target, markers = state.points.target, state.points.markers
        worth, turns = [], []
        for kind, bet in one_of_each().items():
            paid, on = state.course.payments.of(kind), WORDS[kind]
            marker = odds.points_of_a_marker(bet.wins, paid)
            worth.append(Figure(f"points_{kind}", f"Points of a marker on {on} in one turn, on average", marker))
            taken = odds.turns_to_target(bet.wins, paid, target, markers)
            turns.append(Figure(f"turns_{kind}", f"Turns to the target, all markers on {on}, on average", taken))
        return (*worth, *turns)

    def about(self, state: Play) -> tuple[str, ...]:
        course, origin = state.course, state.course.provenance
        return (
            f"{course.name}. {course.about}",
            f"Where it comes from: odds {origin.odds}, colours {origin.colours}, layout {origin.layout}.",
            f"Played for {state.points.target} points, with {state.points.markers} markers for each player in a turn."
            if state.points
            else f"Payments are taken as so many {state.payout_mode} one.",
        )

    def term(self, state: Play) -> int:
        return state.course.turns_per_bank

    def simulate(self, state: Play, rounds: int, randomness: Randomness) -> Simulated:
        if not state.points:
            return simulation.simulate_turns(CARDS, rounds, randomness)
        target, markers, payments = state.points.target, state.points.markers, state.course.payments
        guesses = {
            kind.value: simulation.Guess(
                bet.wins, payments.of(kind), odds.hits_needed(target, markers, payments.of(kind))
            )
            for kind, bet in one_of_each().items()
        }
        return simulation.simulate_games(CARDS, guesses, rounds, randomness)


def _turn(cards: tuple[Any, ...]) -> Turn:
    return Turn(only_one(cards))
