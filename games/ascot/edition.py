"""An edition of the game as data: the twenty cards, the training ground, three packs of reports, the course of six
lanes. And what makes one unfit for play.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Literal

from games.kit.catalogue import Words
from games.kit.commission import Commission
from games.kit.courses import Provenance
from games.kit.errors import RuleBroken
from games.kit.values import read_json

CARDS = 20
HORSES = 12
LANES = 6
PLAYERS = range(2, 7)
INSCRIBED = "."  # in a row of the course: a white cell
MOST = 1_000_000_000  # francs, of any amount
LONGEST = 200  # lengths of a course, cells of a training ground, cards of a pack


class Colour(StrEnum):
    BLACK = "black"
    RED = "red"
    YELLOW = "yellow"
    BLUE = "blue"


class Business(StrEnum):
    AUCTIONEER = "auctioneer"
    CLUB = "club"  # the commissioner of the owners' club
    FARRIER = "farrier"
    VET = "vet"
    STEVENS = "stevens"
    WALROY = "walroy"
    BOOKMAKER = "bookmaker"
    FORAGE = "forage"


STABLES = (Business.STEVENS, Business.WALROY)
Pack = Literal["stevens", "walroy", "vet"]


class Immunity(StrEnum):
    """What a report that is kept saves a horse from."""

    BRIDLE = "bridle"
    VESSEL = "vessel"
    FALL = "fall"


class CellKind(StrEnum):
    """What a cell of the training ground asks for."""

    NOTHING = "nothing"
    PAY = "pay"
    REPORT = "report"
    JOIN = "join"
    DINNER = "dinner"
    CHARITY = "charity"
    FROST = "frost"
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"
    MOVE = "move"


class Effect(StrEnum):
    """What a report asks for."""

    NOTHING = "nothing"
    PAY = "pay"
    KEEP = "keep"
    MOVE = "move"
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"
    REST = "rest"  # this horse misses its next move
    STRANGLES = "strangles"
    ELIMINATE = "eliminate"


class Do(StrEnum):
    """What an inscription of the course asks for."""

    ADVANCE = "advance"
    BACK = "back"
    WAIT = "wait"  # this horse misses its next throw
    OVERTAKE = "overtake"
    ANY_ADVANTAGE = "any-advantage"
    ELIMINATE = "eliminate"  # unless a report is dropped
    FALL = "fall"  # until a six is thrown, unless a report is dropped


@dataclass(frozen=True)
class Notes:
    count: int
    francs: int


@dataclass(frozen=True)
class Money:
    """`cash_unit` is what commissions and prizes are rounded to, and every price a multiple of."""

    starting_cash: int
    cash_unit: int
    bid_step: int
    bet_step: int
    entry_fee: int
    membership_fee: int
    notes_printed: tuple[Notes, ...]
    notes_shown: tuple[Notes, ...]
    auction_commission: Commission
    banker_commission: Commission
    tote_commission: Commission


@dataclass(frozen=True)
class Dealing:
    """With so many players, so many cards for each and so many in the dead hand."""

    players: int
    each: int
    dead: int


@dataclass(frozen=True)
class ColourTerms:
    """The letter of a colour in the rows of the course, the lengths it gives, the stable of its horses."""

    colour: Colour
    letter: str
    bonus: int
    stable: Business
    name: Words


@dataclass(frozen=True)
class HorseCard:
    number: int
    name: Words
    colour: Colour
    price: int
    source: Provenance


@dataclass(frozen=True)
class BusinessCard:
    business: Business
    name: Words
    price: int
    source: Provenance


@dataclass(frozen=True)
class Stock:
    """How many of the small cards there are: Advantages of each colour, Disadvantages, member cards."""

    advantages: int
    disadvantages: int
    members: int


@dataclass(frozen=True)
class Cell:
    """A cell of the training ground. `head` is who is paid or consulted, `own-stable` that of the horse itself."""

    kind: CellKind
    text: Words
    source: Provenance
    head: Business | Literal["own-stable"] | None = None
    amount: int = 0


@dataclass(frozen=True)
class Training:
    """`gates` are the cells after which horses of each stable leave; `hops` how many cells that move a horse on, or
    reports that do, it obeys with one throw.
    """

    stevens_gate: int
    walroy_gate: int
    hops: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class ReportCard:
    card: str
    effect: Effect
    text: Words
    source: Provenance
    amount: int = 0
    to: Business | None = None
    immunity: Immunity | None = None


@dataclass(frozen=True)
class Reports:
    stevens: tuple[ReportCard, ...]
    walroy: tuple[ReportCard, ...]
    vet: tuple[ReportCard, ...]

    def pack(self, pack: Pack) -> tuple[ReportCard, ...]:
        packs: dict[Pack, tuple[ReportCard, ...]] = {"stevens": self.stevens, "walroy": self.walroy, "vet": self.vet}
        return packs[pack]


@dataclass(frozen=True)
class Inscription:
    """What is written on white cells. `lanes` are those in which an advance has to end, all if none is named; `within`
    is how far ahead the horse to overtake may be.
    """

    code: str
    do: Do
    text: Words
    source: Provenance
    amount: int = 0
    lanes: tuple[int, ...] = ()
    within: int = 0
    immunity: Immunity | None = None


@dataclass(frozen=True)
class Inscribed:
    length: int
    lanes: tuple[int, ...]
    code: str


@dataclass(frozen=True)
class Course:
    """Six lanes, of which the first is at the rail. `rows` has a text for each length with a letter for each lane, or
    a dot for a white cell. From the post of the last turn, which stands after `last_turn_post`, lanes are not changed
    up to `whip_band`.
    """

    first_free_length: int
    cut_in_distance: int
    white_band: int
    last_turn_post: int
    whip_band: int
    corners: tuple[tuple[int, int], ...]
    inscriptions: tuple[Inscription, ...]
    rows: tuple[str, ...]
    inscribed: tuple[Inscribed, ...]

    @property
    def lengths(self) -> int:
        return len(self.rows)


@dataclass(frozen=True)
class Edition:
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
    horses_of_two: int  # in a game of two players
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
        yield from _money_problems(self.money)
        yield from _card_problems(self)
        yield from _training_problems(self)
        yield from _report_problems(self.reports)
        yield from _course_problems(self)


def start_lane(number: int) -> int:
    """P-8: horse n stands on start cell n."""
    return (number - 1) % LANES + 1


def read_edition(text: str) -> Edition:
    """The edition of a TOML text, or `bad_edition` and where."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise bad("edition", f"TOML: {problem}") from None
    edition: Edition = read_json(Edition, data, "edition", "bad_edition")
    return edition


def bad(where: str, wanted: str) -> RuleBroken:
    return RuleBroken("bad_edition", "%(where)s should be %(wanted)s.", where=where, wanted=wanted)


def _money_problems(money: Money) -> Iterator[RuleBroken]:
    for name in ("starting_cash", "cash_unit", "bid_step", "bet_step"):
        if not 1 <= getattr(money, name) <= MOST:
            yield bad(f"money.{name}", f"a whole number from 1 to {MOST}")
            return
    for name in ("starting_cash", "bid_step", "bet_step", "entry_fee", "membership_fee"):
        if getattr(money, name) % money.cash_unit or getattr(money, name) < 0:
            yield bad(f"money.{name}", f"a multiple of {money.cash_unit}")
    if sum(each.count * each.francs for each in money.notes_shown) != money.starting_cash:
        yield bad("money.notes_shown", f"{money.starting_cash} in all")


def _card_problems(edition: Edition) -> Iterator[RuleBroken]:
    numbers = sorted(card.number for card in edition.horses)
    if numbers != list(range(1, HORSES + 1)):
        yield bad("horses", f"one card for each number from 1 to {HORSES}")
    if sorted(card.business for card in edition.businesses) != sorted(Business):
        yield bad("businesses", f"one card for each of {', '.join(Business)}")
    if sorted(terms.colour for terms in edition.colours) != sorted(Colour):
        yield bad("colours", f"one of each of {', '.join(Colour)}")
    letters = [terms.letter for terms in edition.colours]
    if len(set(letters)) < len(letters) or any(len(letter) != 1 or letter == INSCRIBED for letter in letters):
        yield bad("colours", "told apart by one letter each, that is no dot")
    for at, terms in enumerate(edition.colours):
        if terms.stable not in STABLES:
            yield bad(f"colours[{at}].stable", " or ".join(STABLES))
        if not 1 <= terms.bonus <= LANES:
            yield bad(f"colours[{at}].bonus", f"a whole number from 1 to {LANES}")
    unit = max(1, edition.money.cash_unit)
    for kind, cards in (("horses", edition.horses), ("businesses", edition.businesses)):
        for at, card in enumerate(cards):
            if not 0 <= card.price <= MOST or card.price % unit:
                yield bad(f"{kind}[{at}].price", f"a multiple of {unit}, and not negative")
    if sorted(dealing.players for dealing in edition.deal) != list(PLAYERS):
        yield bad("deal", "one for each number of players from 2 to 6")
    for at, dealing in enumerate(edition.deal):
        if dealing.players * dealing.each + dealing.dead != CARDS or dealing.each < 1 or dealing.dead < 1:
            yield bad(f"deal[{at}]", f"{CARDS} cards in all, at least 1 for each player and for the dead hand")
    for name, most in (("horses_in_race", HORSES), ("horses_of_two", HORSES), ("bets_per_horse", LONGEST)):
        if not 1 <= getattr(edition, name) <= most:
            yield bad(name, f"a whole number from 1 to {most}")


def _training_problems(edition: Edition) -> Iterator[RuleBroken]:
    training, cells, unit = edition.training, edition.training.cells, max(1, edition.money.cash_unit)
    if not 2 <= len(cells) <= LONGEST:
        yield bad("training.cells", f"2 to {LONGEST} cells")
        return
    for name in ("stevens_gate", "walroy_gate"):
        if not 0 <= getattr(training, name) < len(cells):
            yield bad(f"training.{name}", "the number of a cell after which horses leave, from 0")
    if not 0 <= training.hops <= LONGEST:
        yield bad("training.hops", f"a whole number from 0 to {LONGEST}")
    for at, cell in enumerate(cells):
        where = f"training.cells[{at}]"
        pays = cell.kind in {CellKind.PAY, CellKind.DINNER, CellKind.CHARITY}
        if pays and (cell.head is None or not 0 < cell.amount <= MOST or cell.amount % unit):
            yield bad(where, f"with a head who is paid, and an amount that is a multiple of {unit}")
        if cell.kind is CellKind.REPORT and cell.head not in {"own-stable", Business.VET, *STABLES}:
            yield bad(f"{where}.head", "own-stable, vet, stevens or walroy")
        counted = cell.kind in {CellKind.ADVANTAGE, CellKind.DISADVANTAGE}
        if counted and not 1 <= cell.amount <= LONGEST:
            yield bad(f"{where}.amount", "how many, 1 or more")
        if cell.kind is CellKind.MOVE and not 0 < abs(cell.amount) < len(cells):
            yield bad(f"{where}.amount", "so many cells on, or back if negative")


def _report_problems(reports: Reports) -> Iterator[RuleBroken]:
    names: Counter[str] = Counter()
    for pack in ("stevens", "walroy", "vet"):
        cards = getattr(reports, pack)
        if not 1 <= len(cards) <= LONGEST:
            yield bad(f"reports.{pack}", f"1 to {LONGEST} cards")
        for at, report in enumerate(cards):
            where = f"reports.{pack}[{at}]"
            names[report.card] += 1
            if names[report.card] > 1 or report.card.isdecimal() or report.card in set(Business):
                yield bad(f"{where}.card", "a name of its own, and no number")
            if report.effect is Effect.PAY and (report.to is None or not 0 < report.amount <= MOST):
                yield bad(where, "with an amount, and to whom it is paid")
            if (report.effect is Effect.KEEP) != (report.immunity is not None):
                yield bad(f"{where}.immunity", "there where a report is kept, and only there")
            if report.effect in {Effect.ADVANTAGE, Effect.DISADVANTAGE} and not 1 <= report.amount <= LONGEST:
                yield bad(f"{where}.amount", "how many, 1 or more")
            if report.effect is Effect.MOVE and not 0 < abs(report.amount) <= LONGEST:
                yield bad(f"{where}.amount", "so many cells on, or back if negative")


def _course_problems(edition: Edition) -> Iterator[RuleBroken]:
    course = edition.course
    if not 10 <= course.lengths <= LONGEST:
        yield bad("course.rows", f"10 to {LONGEST} lengths")
        return
    letters = {INSCRIBED, *(terms.letter for terms in edition.colours)}
    for at, row in enumerate(course.rows):
        if len(row) != LANES or not set(row) <= letters:
            yield bad(f"course.rows[{at}]", f"{LANES} letters, each that of a colour, or a dot for a white cell")
            return
    if not 1 <= course.first_free_length <= course.lengths or not 1 <= course.cut_in_distance <= LANES:
        yield bad("course.first_free_length", "on the course, and cut_in_distance from 1 to 6")
    if not 1 <= course.last_turn_post <= course.whip_band <= course.lengths:
        yield bad("course.last_turn_post", "before the whip band, and both on the course")
    yield from _inscription_problems(course)


def _inscription_problems(course: Course) -> Iterator[RuleBroken]:
    codes = [each.code for each in course.inscriptions]
    for at, each in enumerate(course.inscriptions):
        where = f"course.inscriptions[{at}]"
        if codes.count(each.code) > 1:
            yield bad(f"{where}.code", "a name of its own")
        if each.do in {Do.ADVANCE, Do.BACK} and not 1 <= each.amount <= LANES:
            yield bad(f"{where}.amount", f"a whole number from 1 to {LANES}")
        if any(not 1 <= lane <= LANES for lane in each.lanes):
            yield bad(f"{where}.lanes", f"numbers from 1 to {LANES}")
        if each.do is Do.OVERTAKE and not 1 <= each.within <= course.lengths:
            yield bad(f"{where}.within", "how far ahead the horse in front may be")
        if (each.immunity is not None) != (each.do in {Do.ELIMINATE, Do.FALL}):
            yield bad(f"{where}.immunity", "there where a report can save the horse, and only there")
    places: Counter[tuple[int, int]] = Counter()
    for at, place in enumerate(course.inscribed):
        where = f"course.inscribed[{at}]"
        if place.code not in codes:
            yield bad(f"{where}.code", f"one of {', '.join(codes)}")
        for lane in place.lanes:
            places[place.length, lane] += 1
            on = 1 <= place.length <= course.lengths and 1 <= lane <= LANES
            if not on or course.rows[place.length - 1][lane - 1] != INSCRIBED or places[place.length, lane] > 1:
                yield bad(where, "on a white cell of the course, and alone there")
    white = sum(row.count(INSCRIBED) for row in course.rows)
    if white != len(places):
        yield bad("course.inscribed", f"something for each of the {white} white cells")
