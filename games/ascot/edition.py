"""An edition of the game as data: the twenty cards, the training ground, three packs of reports, the course of six
lanes.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from games.ascot.checking import bad
from games.ascot.edition_checks import problems_of
from games.ascot.edition_parts import (
    CARDS,
    HORSES,
    INSCRIBED,
    LANES,
    LONGEST,
    MOST,
    PLAYERS,
    STABLES,
    Business,
    BusinessCard,
    Cell,
    CellKind,
    Colour,
    ColourTerms,
    Course,
    Dealing,
    Do,
    Effect,
    HorseCard,
    Immunity,
    Inscribed,
    Inscription,
    Money,
    Notes,
    Pack,
    ReportCard,
    Reports,
    Stock,
    Training,
)
from games.kit.catalogue import Words
from games.kit.errors import RuleBroken
from games.kit.values import read_json

__all__ = [
    "CARDS",
    "HORSES",
    "INSCRIBED",
    "LANES",
    "LONGEST",
    "MOST",
    "PLAYERS",
    "STABLES",
    "Business",
    "BusinessCard",
    "Cell",
    "CellKind",
    "Colour",
    "ColourTerms",
    "Course",
    "Dealing",
    "Do",
    "Draft",
    "Edition",
    "Effect",
    "HorseCard",
    "Immunity",
    "Inscribed",
    "Inscription",
    "Money",
    "Notes",
    "Pack",
    "ReportCard",
    "Reports",
    "Stock",
    "Training",
    "bad",
    "read_draft",
    "read_edition",
    "start_lane",
]


@dataclass(frozen=True)
class Edition:
    """All that is printed: terms, cards, both boards. `horses_of_two` is how many each of two players runs."""

    name: str
    title: Words
    about: Words
    money: Money
    deal: tuple[Dealing, ...]
    colours: tuple[ColourTerms, ...]
    horses: tuple[HorseCard, ...]
    businesses: tuple[BusinessCard, ...]
    stock: Stock
    training: Training
    reports: Reports
    course: Course
    horses_in_race: int
    horses_of_two: int
    bets_per_horse: int

    def __post_init__(self) -> None:
        for problem in self.problems():
            raise problem

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """All twenty, in the order that a shuffle starts from: horses by their numbers, businesses by name."""
        return (*(str(card.number) for card in self.horses), *(card.business.value for card in self.businesses))

    @cached_property
    def prices(self) -> dict[str, int]:
        """Of each of the twenty cards."""
        horses = {str(card.number): card.price for card in self.horses}
        return horses | {card.business.value: card.price for card in self.businesses}

    @cached_property
    def terms(self) -> dict[Colour, ColourTerms]:
        return {terms.colour: terms for terms in self.colours}

    @cached_property
    def reports_by_card(self) -> dict[str, ReportCard]:
        packs = (self.reports.stevens, self.reports.walroy, self.reports.vet)
        return {report.card: report for pack in packs for report in pack}

    @cached_property
    def _horses(self) -> dict[int, HorseCard]:
        return {card.number: card for card in self.horses}

    @cached_property
    def _white(self) -> dict[tuple[int, int], Inscription]:
        known = {each.code: each for each in self.course.inscriptions}
        return {(place.length, lane): known[place.code] for place in self.course.inscribed for lane in place.lanes}

    @cached_property
    def _letters(self) -> dict[str, Colour]:
        return {terms.letter: terms.colour for terms in self.colours}

    def dealing(self, players: int) -> Dealing:
        return next(dealing for dealing in self.deal if dealing.players == players)

    def horse(self, number: int) -> HorseCard:
        return self._horses[number]

    def colour(self, number: int) -> Colour:
        return self._horses[number].colour

    def stable(self, number: int) -> Business:
        return self.terms[self.colour(number)].stable

    def bonus(self, number: int) -> int:
        return self.terms[self.colour(number)].bonus

    def inscription(self, length: int, lane: int) -> Inscription | None:
        return self._white.get((length, lane))

    def cell_colour(self, length: int, lane: int) -> Colour | None:
        """Of a cell of the course; none if it is white."""
        return self._letters.get(self.course.rows[length - 1][lane - 1])

    def training_cell(self, number: int, steps: int) -> Cell:
        """Where a horse stands on the training ground after so many steps from its stable's gate."""
        gate = self.training.stevens_gate if self.stable(number) is Business.STEVENS else self.training.walroy_gate
        cells = self.training.cells
        return cells[(gate + steps - 1) % len(cells)]

    def problems(self) -> Iterator[RuleBroken]:
        """Everything that makes it unfit for play."""
        return problems_of(self)


@dataclass(frozen=True)
class Draft(Edition):
    """An edition that may have problems still: all of them can be told at once."""

    def __post_init__(self) -> None:
        """Nothing is refused yet."""


def start_lane(number: int) -> int:
    """P-8: horse n stands on start cell n."""
    return (number - 1) % LANES + 1


Kind = TypeVar("Kind", bound=Edition)


def read_edition(text: str) -> Edition:
    """The edition of a TOML text, or `bad_edition` and where."""
    return _read(Edition, text)


def read_draft(text: str) -> Draft:
    """What may become an edition. What is no TOML, or of other types, is refused here too."""
    return _read(Draft, text)


def _read(kind: type[Kind], text: str) -> Kind:
    edition: Kind = read_json(kind, _parse(text), "", "bad_edition")
    return edition


def _parse(text: str) -> Any:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:  # numbers may be too long, lists too deep
        raise bad("the edition", f"TOML: {problem}") from None
