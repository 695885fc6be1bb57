"""Boards of races in which cards are turned one by one, and each moves the horses whose signs it bears: lanes with the
last cards beside them, and on a phone below them a row of spots for each horse, with a column for each market.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.kit.cards import Card
from games.kit.catalogue import Catalogue
from games.kit.drawing import UPRIGHT, WIDE, DrawnCard
from games.kit.lanes import EDGE, Entry, Ground, drawn_lanes, drawn_runners, in_front, one_short
from games.kit.race_board import LETTERS_ON_PHONE, LETTERS_ON_SCREEN, RaceBoard, course_title, pile, slot
from games.kit.rows import Backed, below, headings, row_titles, rows_of_spots

ON_PHONE, ON_SCREEN = (44, 30), (196, 124)  # how wide the last card is, and those before it
NAMES = 82  # in front of spots
HEADING = 24  # above them


@dataclass(frozen=True)
class Turning:
    """A race as it is told: who runs, the cards of the present pack, what the last one did. `moved` and `home` are the
    horses that it moved, and those of them that it brought to their posts.
    """

    catalogue: Catalogue
    course: str
    said: str
    entries: tuple[Entry, ...]
    cards: tuple[Card, ...]
    moved: tuple[str, ...] = ()
    home: tuple[str, ...] = ()
    pack: int = 1
    note: str = ""

    def title(self, letters: int) -> str:
        """In so much room, which it shares with the note."""
        return course_title(self.catalogue, self.course, self.said, letters - len(self.note))


def phone(race: Turning, ground: Ground, markets: Sequence[str], more: Sequence[Sequence[Backed]] = ()) -> RaceBoard:
    """`more` are rows below those of the horses."""
    lanes = drawn_lanes(race.entries, ground)
    cards_at = UPRIGHT - EDGE - ON_PHONE[0]
    top = ground.bottom(len(lanes)) + HEADING
    rows = [
        [Backed(market, entry.key, entry.tint or "plain", entry.mark) for market in markets] for entry in race.entries
    ]
    spots = rows_of_spots(rows, top=top, begin=NAMES)
    spots += rows_of_spots(more, top=below(spots))
    return RaceBoard(
        height=below(spots),
        spots=spots,
        title=race.title(LETTERS_ON_PHONE),
        note=race.note,
        lanes=lanes,
        runners=drawn_runners(race.entries, lanes),
        slots=(slot(cards_at, ground.top, ON_PHONE[0]),),
        cards=_pile(race, cards_at, ground.top, ON_PHONE),
        titles=row_titles(race.entries, spots),
        headings=headings([race.catalogue.markets[market].name.said_in(race.said) for market in markets], spots),
    )


def screen(race: Turning, ground: Ground) -> RaceBoard:
    width, height = WIDE
    lanes = drawn_lanes(race.entries, ground)
    cards_at = width - ON_SCREEN[0] - 2 * EDGE
    return RaceBoard(
        width=width,
        height=height,
        title=race.title(LETTERS_ON_SCREEN),
        note=race.note,
        lanes=lanes,
        runners=drawn_runners(race.entries, lanes),
        slots=(slot(cards_at, ground.top + EDGE, ON_SCREEN[0]),),
        cards=_pile(race, cards_at, ground.top + EDGE, ON_SCREEN),
    )


def standing(race: Turning) -> str:
    """Who came home with the last card; else who is one space short by it, or who is in front."""
    by_key = {entry.key: entry for entry in race.entries}
    came = [by_key[key] for key in race.home if by_key[key].place]
    if came:
        return " ".join(race.catalogue.line(f"home_{entry.place}", race.said, horse=entry.name) for entry in came)
    if near := one_short(by_key[key] for key in race.moved):
        return race.catalogue.line("near", race.said, horses=", ".join(near))
    return race.catalogue.line("leads", race.said, horses=", ".join(in_front(race.entries)))


def _pile(race: Turning, x: int, top: int, widths: tuple[int, int]) -> tuple[DrawnCard, ...]:
    return pile(race.cards, race.said, x=x, top=top, widths=widths, pack=race.pack, lit=bool(race.home))
