"""Roulette as it is drawn: the layout with the markers that lie on it, and the card that was turned. On the big screen
the card is in front, with all it is worth, above the numbers.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.kit.catalogue import Catalogue
from games.kit.drawing import WIDE, Boards, Drawing, Spot
from games.roulette.bets import EVEN_CHANCES, Kind, bets
from games.roulette.cloth import HEADING, Heading, numbers, numbers_end, pays, section_spots, sections
from games.roulette.marks import Score, Token, scores, tokens
from games.roulette.rules import Roulette, View
from games.roulette.turned import TurnedCard, drawn, facts_of, named, shown
from games.roulette.wheel import GREEN, WHEEL

PLAYER = 28  # the height of a player's line on a phone
CELL, CELL_HIGH, GREENS = 104, 104, 152  # of the numbers on the big screen
CLOTH_TOP = WIDE[1] - 3 * CELL_HIGH - 4
MOST_SCORES = 5  # on the big screen
FACTS = {"bank": (80, 116), "points": (68, 104)}  # apart, and the first: what is said of the card on the big screen


@dataclass(frozen=True)
class Cell:
    """A number on the big screen."""

    label: str
    tint: str
    x: int
    y: int
    width: int
    lit: bool

    @property
    def middle(self) -> int:
        return self.x + self.width // 2


@dataclass(frozen=True)
class Said:
    """Words, and where they stand."""

    words: str
    y: int
    x: int = 0


@dataclass(frozen=True, kw_only=True)
class Cloth(Drawing):
    """The numbers, and below the fold everything that takes several of them."""

    mode: str
    card: TurnedCard
    facts: tuple[Said, ...]
    scores: tuple[Score, ...]
    headings: tuple[Heading, ...] = ()
    lit: tuple[Spot, ...] = ()
    tokens: tuple[Token, ...] = ()
    cells: tuple[Cell, ...] = ()
    received: tuple[Said, ...] = ()  # on the spots, in points: a cloth without odds does not say it
    diamonds: tuple[tuple[int, int], ...] = ()  # what is red has one, for those who do not see that it is
    single: tuple[str, str] = ("", "")
    foot: int = 0
    target: str = ""


def upright(game: Roulette, view: View, said: str) -> Cloth:
    catalogue = game.catalogue
    foot = numbers_end(view)
    fold = foot + PLAYER * len(view.players) + (8 if view.players else 0)
    spots, headings, bottom = list(numbers(catalogue, view, said)), [], fold
    for section in sections(view):
        words = f"{catalogue.line(section.group, said)} · {pays(catalogue, view, section.kind, said)}"
        headings.append(Heading(section.group, words, bottom + HEADING - 9))
        spots += section_spots(section, bottom + HEADING)
        bottom = spots[-1].y + spots[-1].height
    return Cloth(
        height=bottom + 2,
        spots=tuple(spots),
        mode=view.mode,
        card=drawn(catalogue, view, said, x=4, y=3, width=41),
        facts=tuple(Said(words, 20 + 17 * at) for at, words in enumerate(facts_of(catalogue, view.card, said, 3))),
        scores=scores(view, foot + PLAYER, PLAYER),
        headings=tuple(headings),
        lit=tuple(spot for spot in spots if _wins(view, spot)),
        tokens=tokens(view, spots),
        diamonds=tuple(
            (spot.x + 8, spot.y + (12 if spot.market == "colour" else spot.height // 2)) for spot in spots if _red(spot)
        ),
        received=tuple(_received(catalogue, view, said, spots)),
        single=(catalogue.line("single", said), pays(catalogue, view, Kind.SINGLE, said)),
        foot=foot,
        fold=fold,
    )


def wide(game: Roulette, view: View, said: str) -> Cloth:
    width, height = WIDE
    catalogue = game.catalogue
    step, first = FACTS[view.mode]
    facts = facts_of(catalogue, view.card, said, 5) or [catalogue.line(f"wait_{view.mode}", said, turn=view.turn)]
    cells = _cells(catalogue, view, said)
    best = sorted(scores(view, 0, 0), key=lambda score: -score.points)[:MOST_SCORES]
    return Cloth(
        width=width,
        height=height,
        mode=view.mode,
        card=drawn(catalogue, view, said, x=36, y=18, width=322),
        facts=tuple(Said(words, first + step * at) for at, words in enumerate(facts)),
        scores=tuple(replace(score, y=150 + 78 * at) for at, score in enumerate(best)),
        cells=cells,
        diamonds=tuple((cell.x + 13, cell.y + 15) for cell in cells if _red(cell)),
        target=catalogue.line("target", said, points=view.target) if view.players else "",
    )


def line(game: Roulette, view: View, said: str) -> str:
    catalogue = game.catalogue
    if view.winner:
        points = max(player.points for player in view.players)
        return catalogue.line("won", said, seat=view.winner, points=points)
    if view.card is None:
        return ""
    told = [catalogue.line("turned", said, card=named(catalogue, view.card, said))]
    told[0] = told[0][0].upper() + told[0][1:]
    facts = facts_of(catalogue, view.card, said, 5)[1:]
    told.append(f"{', '.join(facts)}." if facts else catalogue.line("nothing_else", said))
    most = max((player.points for player in view.players), default=0)
    if any(player.out for player in view.players):
        between = ", ".join(player.seat for player in view.players if not player.out)
        told.append(catalogue.line("play_off", said, seats=between))
    elif most:
        front = ", ".join(player.seat for player in view.players if player.points == most)
        told.append(catalogue.line("leads", said, seat=front, points=most))
    return " ".join(told)


def _received(catalogue: Catalogue, view: View, said: str, spots: list[Spot]) -> Iterator[Said]:
    if view.mode == "points":
        for spot in spots:
            if spot.market not in {"number", "run"}:
                kind = Kind.EVEN if spot.market in EVEN_CHANCES else Kind.TWELVE
                words = pays(catalogue, view, kind, said)
                yield Said(words, spot.y + spot.height // 2 + 19, spot.x + spot.width // 2)


def _wins(view: View, spot: Spot) -> bool:
    """Against a bank all that is paid for the card; for points, where the next turn has begun, the card alone."""
    if view.card is None:
        return False
    if view.mode == "points":
        return (spot.market, spot.selection) == ("number", view.card.name)
    return (spot.market, spot.selection) in {
        (bet.market, bet.selection) for bet in bets(view.run_mode) if view.card.name in bet.wins
    }


def _red(space: Spot | Cell) -> bool:
    return space.tint in {"red", "card-red"}


def _cells(catalogue: Catalogue, view: View, said: str) -> tuple[Cell, ...]:
    """The numbers lie: each column of the layout is a row, with its highest on top."""
    tint = "" if view.layout == "small" else "card-"
    made = []
    for card in WHEEL:
        if card.number is None:
            x, y, width = 0, CLOTH_TOP + GREEN.index(card.name) * CELL_HIGH, GREENS
        else:
            column, row = divmod(card.number - 1, 3)
            x, y, width = GREENS + column * CELL, CLOTH_TOP + (2 - row) * CELL_HIGH, CELL
        label = shown(catalogue, card, said)
        made.append(Cell(label, f"{tint}{card.colour}", x, y, width, lit=card == view.card))
    return tuple(made)


BOARDS = Boards(upright, wide, line)
