"""What can be done in Musical Casino, and what is told of it."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.kit.game import Happening, Move
from games.musical_casino.tones import Tone, Triad


@dataclass(frozen=True)
class Deal(Move):
    """Four cards for each player, in the order of play, and in the first hand of a deal four to the table."""

    hands: tuple[tuple[Tone, ...], ...]
    table: tuple[Tone, ...]


@dataclass(frozen=True)
class Match(Move):
    """A card takes all cards of its name."""

    card: Tone


@dataclass(frozen=True)
class Pair(Move):
    """A card takes all cards of the tone that is a third from it, and those of its own name with them."""

    card: Tone
    partner: Tone


@dataclass(frozen=True)
class Chord(Move):
    """A card makes a chord of a build, by its number, or of two loose cards, and takes them."""

    card: Tone
    build: int | None = None
    loose: tuple[Tone, Tone] | None = None


@dataclass(frozen=True)
class Build(Move):
    """A card is laid on a loose one, for a chord that is named and whose third tone the player holds."""

    card: Tone
    on: Tone
    chord: Triad


@dataclass(frozen=True)
class Trail(Move):
    """A card is left on the table."""

    card: Tone


@dataclass(frozen=True)
class Dealt(Happening):
    """A hand is dealt: to everybody four cards that only they see, and in the first hand four to the table."""

    deal: int
    hand: int
    dealer: str
    table: tuple[Tone, ...]

    def __str__(self) -> str:
        shown = f", and {signs(self.table)} to the table" if self.table else ""
        return f"deal {self.deal}: {self.dealer} deals hand {self.hand}{shown}"


@dataclass(frozen=True)
class HandDealt(Happening):
    cards: tuple[Tone, ...]

    def __str__(self) -> str:
        return f"{self.only_for} has {signs(self.cards)}"


@dataclass(frozen=True)
class Matched(Happening):
    seat: str
    card: Tone
    taken: tuple[Tone, ...]

    def __str__(self) -> str:
        return f"{self.seat} matches {self.card.sign}, and takes {signs(self.taken)}"


@dataclass(frozen=True)
class Paired(Happening):
    seat: str
    card: Tone
    partner: Tone
    taken: tuple[Tone, ...]

    def __str__(self) -> str:
        return f"{self.seat} pairs {self.card.sign} with {self.partner.sign}, and takes {signs(self.taken)}"


@dataclass(frozen=True)
class Chorded(Happening):
    """`build` is the number of the one that was taken, if it was one."""

    seat: str
    card: Tone
    chord: Triad
    taken: tuple[Tone, ...]
    build: int | None

    def __str__(self) -> str:
        return f"{self.seat} makes {self.chord.sign} with {self.card.sign}, and takes {signs(self.taken)}"


@dataclass(frozen=True)
class Built(Happening):
    seat: str
    card: Tone
    on: Tone
    chord: Triad
    build: int

    def __str__(self) -> str:
        return f"{self.seat} lays {self.card.sign} on {self.on.sign} for {self.chord.sign}"


@dataclass(frozen=True)
class Trailed(Happening):
    seat: str
    card: Tone

    def __str__(self) -> str:
        return f"{self.seat} leaves {self.card.sign}"


@dataclass(frozen=True)
class Swept(Happening):
    """Everything on the table was taken with one card."""

    seat: str

    def __str__(self) -> str:
        return f"a sweep for {self.seat}"


@dataclass(frozen=True)
class LastCardsTaken(Happening):
    seat: str
    cards: tuple[Tone, ...]

    def __str__(self) -> str:
        return f"{self.seat} took the last trick, and has the {signs(self.cards)} that are left"


@dataclass(frozen=True)
class Score:
    """What one side has made in a deal: by name the parts that the leaflet lists, and what they come to."""

    side: tuple[str, ...]
    cards: int
    f_cards: int
    great_casino: int
    little_casino: int
    d_cards: int
    most_cards: int
    most_f_cards: int
    sweeps: int
    points: int
    total: int


@dataclass(frozen=True)
class DealScored(Happening):
    deal: int
    scores: tuple[Score, ...]

    def __str__(self) -> str:
        told = (f"{' and '.join(score.side)} {score.points}, in all {score.total}" for score in self.scores)
        return f"deal {self.deal}: {'; '.join(told)}"


@dataclass(frozen=True)
class GameWon(Happening):
    """More than one side only where no more deals are played."""

    seats: tuple[str, ...]

    def __str__(self) -> str:
        return f"{' and '.join(self.seats)} {'win' if len(self.seats) > 1 else 'wins'}"


def signs(cards: Iterable[Tone]) -> str:
    return " ".join(card.sign for card in cards)
