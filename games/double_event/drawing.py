"""The Double Event course as it is drawn: seven tracks, each with the sign of the cards that move its horse, the cards
that were turned last, and below them two spaces for each horse, to win and to be placed.
"""

from games.double_event.horses import COURT, IN_A_PACK, PLACES, SUITED, Horse, court_horse, suit_horse
from games.double_event.rules import DoubleEvent, View
from games.kit.cards import Card
from games.kit.drawing import LETTERS, RED, SIGNS, Boards, card_words
from games.kit.lanes import Entry, Ground
from games.kit.race_board import RaceBoard
from games.kit.turned_races import Turning, phone, screen, standing

ON_PHONE = Ground(top=28, lane=27, begin=32, end=264, size=12)
ON_SCREEN = Ground(top=62, lane=105, begin=400, end=1060, size=46)
MARKETS = ("win", "placed")
SILKS = {
    Horse.HEARTS: 1,
    Horse.DIAMONDS: 3,
    Horse.CLUBS: 4,
    Horse.SPADES: 6,
    Horse.KING: 2,
    Horse.QUEEN: 5,
    Horse.KNAVE: 7,
}
SUITS = {horse: suit for suit, horse in SUITED.items()}
RANKS = {horse: rank for rank, horse in COURT.items()}


def upright(game: DoubleEvent, view: View, said: str) -> RaceBoard:
    return phone(_race(game, view, said), ON_PHONE, MARKETS)


def wide(game: DoubleEvent, view: View, said: str) -> RaceBoard:
    return screen(_race(game, view, said), ON_SCREEN)


def line(game: DoubleEvent, view: View, said: str) -> str:
    catalogue, race = game.catalogue, _race(game, view, said)
    if len(view.finish) == PLACES:
        names = [catalogue.selections[horse].said_in(said) for horse in view.finish]
        return catalogue.line("finish", said, first=names[0], second=names[1], third=names[2])
    if not view.aside:
        return catalogue.line("start" if view.pack_number == 1 else "shuffled", said)
    card = card_words(view.aside[-1], said)
    moved = ", ".join(catalogue.selections[horse].said_in(said) for horse in race.moved)
    told = catalogue.line("moved", said, card=card, horses=moved) if moved else catalogue.line("idle", said, card=card)
    return f"{told} {standing(race)}"


def _race(game: DoubleEvent, view: View, said: str) -> Turning:
    came = {horse: _came(view, horse) for horse in view.course.order}
    lengths = dict(zip(view.course.order, view.course.lengths, strict=True))
    named = _named(view.aside[-1]) if view.aside else ()
    packs = view.course.packs
    return Turning(
        catalogue=game.catalogue,
        course=view.course.name,
        said=said,
        entries=tuple(_entries(game, view, said)),
        cards=view.aside,
        moved=tuple(horse for horse in named if came[horse] <= lengths[horse]),
        home=tuple(horse for horse in named if came[horse] == lengths[horse]),
        pack=view.pack_number,
        note=game.catalogue.line("pack", said, number=view.pack_number, packs=packs) if packs > 1 else "",
    )


def _entries(game: DoubleEvent, view: View, said: str) -> list[Entry]:
    return [
        Entry(
            key=track.horse,
            mark=_mark(track.horse, said),
            name=game.catalogue.selections[track.horse].said_in(said),
            silks=SILKS[track.horse],
            length=track.length,
            position=position,
            place=view.finish.index(track.horse) + 1 if track.horse in view.finish else 0,
            tint=_tint(track.horse),
        )
        for track, position in zip(view.course.horses, view.positions, strict=True)
    ]


def _mark(horse: Horse, said: str) -> str:
    """The sign of the suit, or the letter on court cards."""
    return SIGNS[SUITS[horse]] if horse in SUITS else LETTERS[RANKS[horse]].said_in(said)


def _tint(horse: Horse) -> str:
    if horse not in SUITS:
        return ""
    return "red" if SUITS[horse] in RED else "black"


def _named(card: Card) -> tuple[Horse, ...]:
    """The horses whose signs a card bears, whether or not they are home."""
    return tuple(horse for horse in (suit_horse(card), court_horse(card)) if horse)


def _came(view: View, horse: Horse) -> int:
    """How far the cards turned so far would have brought a horse on an endless track."""
    packs = (view.pack_number - 1) * IN_A_PACK[horse]
    return packs + sum(horse in _named(card) for card in view.aside)


BOARDS = Boards(upright, wide, line)
