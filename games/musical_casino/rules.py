"""Musical Casino, the Major-Minor game: 52 note cards, of which players take others by unisons, thirds and chords. The
first to 21 points wins, and may win a pot.

The numbered rules are in README.md. A game as it stands is in contest.py, one deal of it in board.py, and what a card
can do in layout.py.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, Self

from games.kit.catalogue import Catalogue
from games.kit.courses import MOST_COUNTERS, find_course
from games.kit.entering import Enter, Entered, Entries, Scratch, Scratched
from games.kit.errors import RuleBroken
from games.kit.game import Cards, Face, Figure, Game, Move, Result, Step
from games.kit.offices import HOUSE
from games.kit.options import check_ante, check_limits
from games.kit.payments import Payment
from games.kit.simulation import Randomness, Simulated
from games.musical_casino import greedy, odds, simulation
from games.musical_casino.contest import PLAYERS, Contest, check_players
from games.musical_casino.course import CARDS, Course
from games.musical_casino.layout import OpenChord, Usage
from games.musical_casino.moves import (
    Build,
    Built,
    Chord,
    Chorded,
    Deal,
    DealScored,
    Dealt,
    GameWon,
    HandDealt,
    LastCardsTaken,
    Match,
    Matched,
    Pair,
    Paired,
    Score,
    Swept,
    Trail,
    Trailed,
)
from games.musical_casino.tones import CHORDS, LINE, Tone, Triad

LIMITS = {"ante": (0, MOST_COUNTERS), "target": (1, 1000), "max_deals": (1, 50), "dealer": (1, PLAYERS[-1])}


@dataclass(frozen=True)
class Options:
    """`players` are places that seats enter for; without it all who sit there play. `dealer` is the place of whoever
    deals first.
    """

    course: str = "regular"
    players: int | None = None
    partners: bool = False
    ante: int = 0
    target: int = 21
    pair_takes: Literal["both", "partner"] = "both"
    esharp_gsharp_pair: bool = False
    free_trail: bool = False
    max_deals: int = 50
    dealer: int = 1

    def __post_init__(self) -> None:
        check_limits(self, LIMITS)
        check_ante(self.players, self.ante)
        if self.players is not None and (problem := check_players(self.players, partners=self.partners)):
            raise problem

    @property
    def usage(self) -> Usage:
        return Usage(**{each.name: getattr(self, each.name) for each in fields(Usage)})


@dataclass(frozen=True)
class NoteCard:
    """A card as it is printed: its tone, and below it the chords that the tone belongs to."""

    tone: Tone
    sign: str
    chords: tuple[Triad, ...]

    @classmethod
    def of(cls, tone: Tone) -> Self:
        return cls(tone, tone.sign, CHORDS[tone])


@dataclass(frozen=True)
class Player:
    """Somebody who plays, as everybody sees it: `cards` is how many are in the hand, `total` what the side has."""

    seat: str
    cards: int
    pile: tuple[Tone, ...]
    sweeps: int
    total: int


@dataclass(frozen=True)
class View:
    """What everybody sees, and in `hand` what only one seat does. `stock` is how many cards of this deal are to come,
    `places` how many are still free where players enter, and `scores` are of the last deal that is over.
    """

    course: Course
    partners: bool
    target: int
    usage: Usage
    ante: int
    places: int | None
    deal: int
    dealer: str | None
    turn: str | None
    stock: int
    table: tuple[NoteCard, ...]
    builds: tuple[OpenChord, ...]
    players: tuple[Player, ...]
    scores: tuple[Score, ...]
    winners: tuple[str, ...]
    hand: tuple[NoteCard, ...] | None


class MusicalCasino(Game[Contest]):
    slug = "musical-casino"
    title = "Musical Casino"
    deals_hands = True
    before_the_off = (Enter, Scratch)
    options_type = Options
    state_type = Contest
    view_type = View
    move_types = (Deal, Enter, Scratch, Match, Pair, Chord, Build, Trail)
    happening_types = (
        *(Entered, Scratched, Dealt, HandDealt, Matched, Paired, Chorded, Built, Trailed, Swept),
        *(LastCardsTaken, DealScored, GameWon),
    )

    def __init__(self, courses: Mapping[str, Course], catalogue: Catalogue) -> None:
        self.courses = courses
        self.catalogue = catalogue

    def start(self, options: Options, seats: tuple[str, ...], holder: str = HOUSE) -> Contest:  # noqa: ARG002 - nobody holds an office
        return Contest(
            course=find_course(self.courses, options.course),
            usage=options.usage,
            seats=seats,
            entries=Entries.opened(options.players, options.ante, seats),
            partners=options.partners,
            target=options.target,
            max_deals=options.max_deals,
            dealer=options.dealer - 1,
        )

    def usual_options(self, holder: str) -> dict[str, Any]:  # noqa: ARG002 - whoever holds it
        return {"players": 4}

    def variants(self) -> tuple[dict[str, Any], ...]:
        return tuple({"course": name, **more} for name in self.courses for more in ({}, {"partners": True}))

    def play(self, state: Contest, move: Move) -> Step[Contest]:
        return state.play(move)

    def result(self, state: Contest) -> Result | None:
        return Result("over", state.finish) if state.over else None

    def view(self, state: Contest, seat: str | None) -> View:
        board = state.board
        hands = {player.seat: player.hand for player in board.players} if board else {}
        return View(
            course=state.course,
            partners=state.partners,
            target=state.target,
            usage=state.usage,
            ante=state.entries.ante,
            places=state.entries.left if state.entries.by_entry else None,
            deal=state.deals,
            dealer=state.names[state.dealer] if state.deals else None,
            turn=state.turn,
            stock=CARDS - state.dealt,
            table=tuple(map(NoteCard.of, board.layout.loose)) if board else (),
            builds=board.layout.builds if board else (),
            players=_players(state),
            scores=state.scores,
            winners=state.winners,
            hand=tuple(map(NoteCard.of, hands[seat])) if seat in hands else None,
        )

    def moves(self, state: Contest, seat: str) -> tuple[Move, ...]:
        return state.legal(seat)

    def automatic(self, state: Contest, seat: str) -> Move | None:
        if state.board is None or seat != state.turn:
            return None
        hand, layout = state.board.to_play.hand, state.board.layout
        return greedy.choose(greedy.Sight(seat, hand, layout, state.usage, state.unseen_by(seat)))

    def eager(self, state: Contest, seat: str) -> Move | None:
        return next((move for move in state.legal(seat) if isinstance(move, Enter)), None)

    def unready(self, state: Contest) -> RuleBroken | None:
        return state.unready()

    def chance(self, state: Contest) -> Cards | None:
        return state.chance()

    def next_options(self, options: Mapping[str, Any], state: Contest) -> Mapping[str, Any]:
        """N8: the deal passes on from one game to the next, too. After one that was given up it does not."""
        return {**options, "dealer": (state.dealer + 1) % len(state.names) + 1} if state.over else options

    def pot(self, state: Contest) -> bool:
        return bool(state.entries.ante)

    def clearing(self, state: Contest) -> tuple[Payment, ...]:
        return state.clearing()

    def figures(self, state: Contest) -> tuple[Figure, ...]:
        """What is known exactly of a pack, before anything of it was seen."""
        if state.deals:
            return ()
        counts = state.course.counts
        return (
            Figure("match", "Chance that the first two cards match", odds.match(counts), chance=True),
            Figure("pair", "Chance that the first two cards are a pair", odds.pair(counts), chance=True),
            Figure("chord", "Chance that the first three cards are a chord", odds.chord(counts), chance=True),
        )

    def faces(self, state: Contest) -> tuple[Face, ...]:
        """Every card lists the chords that its tone belongs to."""
        counts = state.course.counts
        return tuple(Face(str(tone), counts[tone], tuple(map(str, CHORDS[tone]))) for tone in LINE)

    def about(self, state: Contest) -> tuple[str, ...]:
        course, origin = state.course, state.course.provenance
        return (
            f"{course.name}. {course.about}",
            *_varied(state),
            f"Where it comes from: tones {origin.tones}, chords {origin.chords}, counts {origin.counts}.",
        )

    def simulate(self, state: Contest, rounds: int, randomness: Randomness) -> Simulated:
        return simulation.simulate(state.course.pack, rounds, randomness)


def _players(state: Contest) -> tuple[Player, ...]:
    if state.board is None:
        return tuple(Player(seat, 0, (), 0, 0) for seat in state.names)
    totals = {place: total for side, total in zip(state.sides, state.totals, strict=True) for place in side}
    return tuple(
        Player(player.seat, len(player.hand), player.pile, player.sweeps, totals[place])
        for place, player in enumerate(state.board.players)
    )


def _varied(state: Contest) -> Iterator[str]:
    """What is otherwise than usual."""
    if state.partners:
        yield "Four play as two pairs of partners."
    if state.usage.pair_takes == "partner":
        yield "A pair takes the cards of the other tone only."
    if state.usage.esharp_gsharp_pair:
        yield "E♯ and G♯ can be paired."
    if state.usage.free_trail:
        yield "A card that could take something may be left on the table."
