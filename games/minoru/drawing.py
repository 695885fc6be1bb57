"""The cloth of Minoru as it is drawn: five tracks of unequal length with a post at the end of each, the last deal, and
below them the spaces for horses and colours.
"""

from games.kit.cards import Card
from games.kit.drawing import UPRIGHT, WIDE, Boards, DrawnCard, across, card_words, drawn_card
from games.kit.lanes import EDGE, Entry, Ground, drawn_lanes, drawn_runners, in_front, one_short
from games.kit.race_board import LETTERS_ON_PHONE, LETTERS_ON_SCREEN, RaceBoard, Slot, course_title, slot
from games.kit.rows import Backed, below, rows_of_spots
from games.minoru.course import Horse
from games.minoru.odds import CARDS_IN_A_DEAL
from games.minoru.rules import Minoru, View, Why, best

ON_PHONE = Ground(top=30, lane=38, begin=42, end=UPRIGHT - 38, size=15)
ON_SCREEN = Ground(top=60, lane=148, begin=120, end=1160, size=46, named=46)
CARD, CARD_WIDE = 44, 98


def upright(game: Minoru, view: View, said: str) -> RaceBoard:
    """As long as the joker is open there are no odds, and nothing can be backed."""
    entries, note = _entries(game, view, said), _joker(game, view, said)
    lanes = drawn_lanes(entries, ON_PHONE)
    top = ON_PHONE.bottom(len(lanes)) + EDGE
    slots = tuple(slot(x + (width - CARD) // 2, top, CARD) for x, width in across(len(lanes), UPRIGHT))
    spots = rows_of_spots(_rows(view, entries), top=top + slots[0].height + 2 * EDGE)
    return RaceBoard(
        height=below(spots) if spots else top + slots[0].height + EDGE,
        spots=spots,
        title=course_title(game.catalogue, view.course.name, said, LETTERS_ON_PHONE - len(note)),
        note=note,
        lanes=lanes,
        runners=drawn_runners(entries, lanes),
        slots=slots,
        cards=_cards(view, slots, said),
    )


def wide(game: Minoru, view: View, said: str) -> RaceBoard:
    width, height = WIDE
    entries, note = _entries(game, view, said), _joker(game, view, said)
    lanes = drawn_lanes(entries, ON_SCREEN)
    slots = tuple(slot(width - 110, lane.y - CARD_WIDE * 7 // 5 + lane.height, CARD_WIDE) for lane in lanes)
    return RaceBoard(
        width=width,
        height=height,
        title=course_title(game.catalogue, view.course.name, said, LETTERS_ON_SCREEN - len(note)),
        note=note,
        lanes=lanes,
        runners=drawn_runners(entries, lanes),
        slots=slots,
        cards=_cards(view, slots, said),
    )


def line(game: Minoru, view: View, said: str) -> str:
    catalogue = game.catalogue
    entries = _entries(game, view, said)
    if view.winner:
        return catalogue.line("won", said, horse=catalogue.selections[view.winner].said_in(said))
    if not view.deals:
        return f"{catalogue.line('start', said)} {_joker(game, view, said)}."
    told = [
        catalogue.line("moved", said, horse=entries[_moved(view, at)].name, card=card_words(card, said))
        for at, card, lit in _last(view)
        if lit
    ] or [catalogue.line("shuffled", said)]
    if near := one_short(entries):
        told.append(catalogue.line("near", said, horses=", ".join(near)))
    else:
        told.append(catalogue.line("leads", said, horses=", ".join(in_front(entries))))
    return " ".join(told)


def _entries(game: Minoru, view: View, said: str) -> list[Entry]:
    return [
        Entry(
            key=track.horse,
            mark=str(number),
            name=game.catalogue.selections[track.horse].said_in(said),
            silks=number,
            length=track.length,
            position=position,
            place=int(track.horse == view.winner),
        )
        for number, (track, position) in enumerate(zip(view.course.horses, view.positions, strict=True), 1)
    ]


def _last(view: View) -> list[tuple[int, Card, bool]]:
    """The cards of the last deal, each with its lane, and whether it decided. None where the pack was collected."""
    cards = view.aside[-CARDS_IN_A_DEAL:]
    if not cards:
        return []
    decided, _ = best(cards)
    return [(at, card, at == decided) for at, card in enumerate(cards)]


def _moved(view: View, decided: int) -> int:
    """The lane whose horse moved by that card: a joker moves Gou-Gou, wherever it fell."""
    _, why = best(view.aside[-CARDS_IN_A_DEAL:])
    return view.course.order.index(Horse.GOU_GOU) if why is Why.JOKER else decided


def _joker(game: Minoru, view: View, said: str) -> str:
    stands = {True: "joker_in", False: "joker_out", None: "joker_open"}
    return game.catalogue.line(stands[view.joker], said)


def _cards(view: View, slots: tuple[Slot, ...], said: str) -> tuple[DrawnCard, ...]:
    return tuple(
        drawn_card(card, said, key=f"card-{view.deals}-{at}", x=to.x, y=to.y, width=to.width, lit=lit)
        for (at, card, lit), to in zip(_last(view), slots, strict=False)
    )


def _rows(view: View, entries: list[Entry]) -> list[list[Backed]]:
    """Horses two in a row, then the colours."""
    if view.joker is None:
        return []
    horses = [Backed("win", entry.key, label=f"{entry.mark} {entry.name}") for entry in entries]
    colours = [Backed("colour", chance.colour, str(chance.colour)) for chance in view.course.colours]
    return [*(horses[at : at + 2] for at in range(0, len(horses), 2)), colours]


BOARDS = Boards(upright, wide, line)
