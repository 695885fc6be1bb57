"""The whole board of a race: lanes and runners, the cards that fell, spots in rows, and what is raced on."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.kit.cards import Card
from games.kit.catalogue import Catalogue
from games.kit.drawing import Drawing, DrawnCard, Runner, drawn_card
from games.kit.lanes import EDGE, Lane
from games.kit.rows import Heading, RowTitle

PILE = 2  # so many cards before the last one are still seen
LETTERS_ON_PHONE, LETTERS_ON_SCREEN = 40, 48  # of a title and a note beside it


@dataclass(frozen=True)
class Slot:
    """Where a card will lie."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, kw_only=True)
class RaceBoard(Drawing):
    """`title` is what is raced on, `note` what else holds for this race."""

    title: str
    note: str = ""
    lanes: tuple[Lane, ...]
    runners: tuple[Runner, ...]
    cards: tuple[DrawnCard, ...]
    slots: tuple[Slot, ...] = ()
    titles: tuple[RowTitle, ...] = ()
    headings: tuple[Heading, ...] = ()


def slot(x: int, y: int, width: int) -> Slot:
    return Slot(x, y, width, width * 7 // 5)


def pile(
    cards: Sequence[Card], said: str, *, x: int, top: int, widths: tuple[int, int], pack: int = 1, lit: bool = False
) -> tuple[DrawnCard, ...]:
    """The last card that was turned, large, and below it the ones before."""
    big, small = widths
    found = []
    for back, card in enumerate(cards[: -PILE - 2 : -1]):
        key, width = f"card-{pack}-{len(cards) - back}", small if back else big
        found.append(drawn_card(card, said, key=key, x=x, y=top, width=width, lit=lit and not back))
        top += found[-1].height + EDGE
    return tuple(found)


def course_title(catalogue: Catalogue, name: str, said: str, room: int) -> str:
    """A state has its course by its name; one that is not in the catalogue keeps it, as far as there is room."""
    found = [named.name.said_in(said) for named in catalogue.courses.values() if named.name.en == name]
    title = found[0] if found else name
    return title if len(title) <= room else f"{title[: room - 1].rstrip()}…"
