"""Where the spaces of the layout are on a phone: the numbers as on a casino's cloth, with the side bets beside them,
and below them everything that takes several numbers, in sections that can be folded away.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.kit.catalogue import Catalogue
from games.kit.drawing import SPOT, UPRIGHT, Spot
from games.kit.odds import Odds
from games.roulette.bets import ROW, Bet, Kind, bets
from games.roulette.rules import View
from games.roulette.wheel import GREEN, NUMBERS, WHEEL

SIDES = ("half=low", "parity=even", "colour=red", "colour=black", "parity=odd", "half=high")
SIDE, DOZEN, COLUMN = 64, 72, 69  # how wide: an even chance, a dozen, a number
FIRST = SIDE + DOZEN  # where the numbers begin
ZEROS = 64  # the height of the row above them, with the turned card beside it
ROWS = len(NUMBERS) // ROW
HEADING = 30
IN_A_ROW = {"corner": 3, "first_five": 1}  # of the spots in a section; the others are narrow
NARROW = 6


@dataclass(frozen=True)
class Heading:
    """What a section of the layout is called, with what it pays."""

    group: str
    words: str
    y: int


@dataclass(frozen=True)
class Section:
    group: str
    kind: Kind
    bets: tuple[Bet, ...]


def row_height(view: View) -> int:
    """The large layout has a whole card for every number."""
    return SPOT if view.layout == "small" else SPOT + 12


def numbers_end(view: View) -> int:
    return ZEROS + row_height(view) * ROWS + SPOT


def numbers(catalogue: Catalogue, view: View, said: str) -> Iterator[Spot]:
    """The green cards on top, then the numbers in rows of three, with halves, parities, colours and dozens on their
    left and the columns at the foot.
    """
    tint = "" if view.layout == "small" else "card-"
    height, priced = row_height(view), view.mode == "bank"
    for at, name in enumerate(GREEN):
        label = catalogue.selections[name].said_in(said) if name in catalogue.selections else name
        yield Spot("number", name, FIRST + at * COLUMN, 0, COLUMN, ZEROS, f"{tint}green", label, priced=False)
    for card in WHEEL[: len(NUMBERS)]:
        row, column = divmod(int(card.name) - 1, ROW)
        x, y = FIRST + column * COLUMN, ZEROS + row * height
        yield Spot("number", card.name, x, y, COLUMN, height, f"{tint}{card.colour}", card.name, priced=False)
    yield from _sides(catalogue, said, height, priced=priced)
    foot = ZEROS + height * ROWS
    for at in range(ROW):
        label = catalogue.line("column", said, number=at + 1)
        yield Spot("column", str(at + 1), FIRST + at * COLUMN, foot, COLUMN, SPOT, "column", label, priced=priced)


def sections(view: View) -> list[Section]:
    """Runs by their length, and then what touches on the layout, where that can be backed."""
    several = [bet for bet in bets(view.run_mode) if bet.market == "run"]
    kinds = (Kind.TWO, Kind.THREE, Kind.FOUR, Kind.FIVE, Kind.SIX)
    touching = {"pair": Kind.TWO, "corner": Kind.FOUR, "first_five": Kind.FIVE}
    made = [(kind.value, kind, _of(several, kind, lambda bet: "-" in bet.selection)) for kind in kinds]
    made += [(group, kind, _of(several, kind, lambda bet: "+" in bet.selection)) for group, kind in touching.items()]
    return [Section(*section) for section in made if section[2]]


def section_spots(section: Section, top: int) -> tuple[Spot, ...]:
    count = IN_A_ROW.get(section.group, NARROW)
    width = UPRIGHT // count
    return tuple(
        Spot(
            bet.market,
            bet.selection,
            at % count * width,
            top + at // count * SPOT,
            width,
            SPOT,
            "several",
            _printed(bet),
            priced=False,
            group=section.group,
        )
        for at, bet in enumerate(section.bets)
    )


def pays(catalogue: Catalogue, view: View, kind: Kind, said: str) -> str:
    """`35 to 1`; for points, what one marker receives."""
    if view.mode == "points":
        return catalogue.line("points", said, points=view.course.payments.of(kind))
    odds: Odds = view.course.odds(kind, view.payout_mode)
    return catalogue.line("to_one", said, odds=odds.winnings)


def _sides(catalogue: Catalogue, said: str, height: int, *, priced: bool) -> Iterator[Spot]:
    chance = height * ROWS // len(SIDES)
    for at, side in enumerate(SIDES):
        market, selection = side.split("=")
        label = catalogue.line(selection, said) if market == "half" else catalogue.selections[selection].said_in(said)
        tint = selection if market == "colour" else "plain"
        yield Spot(market, selection, 0, ZEROS + at * chance, SIDE, chance, tint, label, priced=priced)
    dozen = height * ROWS // 3
    for at in range(3):
        label = catalogue.line(f"dozen_{at + 1}", said)
        yield Spot("dozen", str(at + 1), SIDE, ZEROS + at * dozen, DOZEN, dozen, label=label, priced=priced)


def _printed(bet: Bet) -> str:
    """`16–17`, `1+4`; four or five numbers need the room between them."""
    long = bet.selection.count("+") > 1
    return bet.selection.replace("+", "·") if long else bet.selection.replace("-", "\N{EN DASH}")


def _of(several: list[Bet], kind: Kind, wanted: Callable[[Bet], bool]) -> tuple[Bet, ...]:
    return tuple(bet for bet in several if bet.kind is kind and wanted(bet))
