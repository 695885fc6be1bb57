"""The board of Horses as it is drawn: four tracks of thirteen squares, the cards that were turned last, and below them
a Make-Up Board: for each horse a space to win, to place and to show, and one for each colour.
"""

from games.horses.course import SQUARES, Colour, Horse
from games.horses.rules import HORSES, PLACES, Horses, View
from games.kit.drawing import RED, SIGNS, Boards, card_words
from games.kit.lanes import Entry, Ground
from games.kit.race_board import RaceBoard
from games.kit.rows import Backed
from games.kit.turned_races import Turning, phone, screen, standing

ON_PHONE = Ground(top=28, lane=40, begin=34, end=256, size=13)
ON_SCREEN = Ground(top=64, lane=184, begin=140, end=1060, size=56, named=54)
SILKS = {Horse.CLUBS: 4, Horse.DIAMONDS: 3, Horse.HEARTS: 1, Horse.SPADES: 6}


def upright(game: Horses, view: View, said: str) -> RaceBoard:
    colours = [Backed("colour", colour, str(colour)) for colour in Colour]
    return phone(_race(game, view, said), ON_PHONE, tuple(PLACES), [colours])


def wide(game: Horses, view: View, said: str) -> RaceBoard:
    return screen(_race(game, view, said), ON_SCREEN)


def line(game: Horses, view: View, said: str) -> str:
    catalogue, race = game.catalogue, _race(game, view, said)
    if len(view.finish) == len(Horse):
        names = [catalogue.selections[horse].said_in(said) for horse in view.finish]
        return catalogue.line("finish", said, first=names[0], second=names[1], third=names[2], last=names[3])
    if not view.aside:
        return catalogue.line("start", said)
    moved = catalogue.selections[race.moved[0]].said_in(said)
    return f"{catalogue.line('moved', said, card=card_words(view.aside[-1], said), horse=moved)} {standing(race)}"


def _race(game: Horses, view: View, said: str) -> Turning:
    at = dict(zip(Horse, view.positions, strict=True))
    moved = tuple(HORSES[card.suit] for card in view.aside[-1:] if card.suit)
    return Turning(
        catalogue=game.catalogue,
        course=view.course.name,
        said=said,
        entries=tuple(_entry(game, view, horse, at[horse], said) for horse in Horse),
        cards=view.aside,
        moved=moved,
        home=tuple(horse for horse in moved if at[horse] == SQUARES),
    )


def _entry(game: Horses, view: View, horse: Horse, position: int, said: str) -> Entry:
    return Entry(
        key=horse,
        mark=SIGNS[horse.suit],
        name=game.catalogue.selections[horse].said_in(said),
        silks=SILKS[horse],
        length=SQUARES,
        position=position,
        place=view.finish.index(horse) + 1 if horse in view.finish else 0,
        tint="red" if horse.suit in RED else "black",
    )


BOARDS = Boards(upright, wide, line)
