"""The cloth of Minoru as it is drawn: five tracks of unequal length with a post at the end of each, the last deal, and
below them the spaces for horses and colours.
"""

from dataclasses import dataclass

from games.kit.cards import Card
from games.kit.catalogue import Catalogue
from games.kit.drawing import (
    UPRIGHT,
    WIDE,
    Boards,
    Drawing,
    DrawnCard,
    Runner,
    Spot,
    across,
    card_words,
    drawn_card,
    leaders,
)
from games.minoru.course import Horse
from games.minoru.odds import CARDS_IN_A_DEAL
from games.minoru.rules import Minoru, View, Why, best

LANE, CELLS = 38, 48  # on a phone: the height of a lane, and where its spaces begin
LANE_WIDE, CELLS_WIDE = 156, 150
CARD_ROOM = 130  # at the end of a lane on the big screen
GAP = 8


@dataclass(frozen=True)
class Lane:
    """A track: its number, name and spaces, each with where it begins, and its post."""

    number: int
    name: str
    y: int
    middle: int
    cells: tuple[int, ...]
    cell: int
    post: int


@dataclass(frozen=True, kw_only=True)
class Cloth(Drawing):
    lanes: tuple[Lane, ...]
    runners: tuple[Runner, ...]
    cards: tuple[DrawnCard, ...]
    lane: int
    bottom: int


def upright(game: Minoru, view: View, said: str) -> Cloth:
    lanes = _lanes(game.catalogue, view, said, LANE, CELLS, UPRIGHT)
    bottom = LANE * len(lanes)
    cards = tuple(
        drawn_card(card, said, key=_key(view, at), x=x + (width - 44) // 2, y=bottom + GAP, width=44, lit=lit)
        for (at, card, lit), (x, width) in zip(_last(view), across(CARDS_IN_A_DEAL, UPRIGHT), strict=False)
    )
    spots = _spots(view, top=bottom + 2 * GAP + 62)
    return Cloth(
        height=spots[-1].y + spots[-1].height + 2,
        spots=spots,
        lanes=lanes,
        runners=_runners(view, lanes),
        cards=cards,
        lane=LANE,
        bottom=bottom,
    )


def wide(game: Minoru, view: View, said: str) -> Cloth:
    width, height = WIDE
    lanes = _lanes(game.catalogue, view, said, LANE_WIDE, CELLS_WIDE, width - CARD_ROOM)
    cards = tuple(
        drawn_card(card, said, key=_key(view, at), x=width - 104, y=lanes[at].y + 8, width=96, lit=lit)
        for at, card, lit in _last(view)
    )
    runners = _runners(view, lanes)
    bottom = LANE_WIDE * len(lanes)
    return Cloth(width=width, height=height, lanes=lanes, runners=runners, cards=cards, lane=LANE_WIDE, bottom=bottom)


def line(game: Minoru, view: View, said: str) -> str:
    catalogue = game.catalogue
    names = [catalogue.selections[track.horse].said_in(said) for track in view.course.horses]
    if view.winner:
        return catalogue.line("won", said, horse=catalogue.selections[view.winner].said_in(said))
    told = []
    if decided := [(at, card) for at, card, lit in _last(view) if lit]:
        at, card = decided[0]
        told.append(catalogue.line("moved", said, horse=names[at], card=card_words(card, said)))
    if front := leaders(view.positions):
        told.append(catalogue.line("leads", said, horse=", ".join(names[at] for at in front)))
    return " ".join(told)


def _lanes(catalogue: Catalogue, view: View, said: str, lane: int, begin: int, end: int) -> tuple[Lane, ...]:
    cell = (end - begin - GAP) // max(track.length for track in view.course.horses)
    return tuple(
        Lane(
            number=at + 1,
            name=catalogue.selections[track.horse].said_in(said),
            y=at * lane,
            middle=at * lane + lane // 2,
            cells=tuple(begin + place * cell for place in range(track.length)),
            cell=cell,
            post=begin + track.length * cell,
        )
        for at, track in enumerate(view.course.horses)
    )


def _runners(view: View, lanes: tuple[Lane, ...]) -> tuple[Runner, ...]:
    """On the space each has reached; before the first, in front of the track."""
    return tuple(
        Runner(
            key=track.horse,
            number=str(lane.number),
            name=lane.name,
            silks=lane.number,
            x=lane.cells[position - 1] + lane.cell // 2 if position else lane.cells[0] // 2,
            y=lane.middle,
            won=track.horse == view.winner,
        )
        for track, lane, position in zip(view.course.horses, lanes, view.positions, strict=True)
    )


def _last(view: View) -> list[tuple[int, Card, bool]]:
    """The cards of the last deal, each with its horse, and whether it decided. None where the pack was collected."""
    cards = view.aside[-CARDS_IN_A_DEAL:]
    if not cards:
        return []
    decided, why = best(cards)
    gou_gou = [track.horse for track in view.course.horses].index(Horse.GOU_GOU)
    return [(at, card, at == (decided if why is not Why.JOKER else gou_gou)) for at, card in enumerate(cards)]


def _key(view: View, at: int) -> str:
    return f"card-{view.deals}-{at}"


def _spots(view: View, top: int) -> tuple[Spot, ...]:
    """Horses two in a row, then the colours."""
    backed = [("win", track.horse, "plain") for track in view.course.horses]
    colours = [("colour", chance.colour, str(chance.colour)) for chance in view.course.colours]
    rows = [backed[at : at + 2] for at in range(0, len(backed), 2)] + [colours]
    return tuple(
        Spot(market, selection, x, top + row * 60, width, 54, tint)
        for row, spots in enumerate(rows)
        for (market, selection, tint), (x, width) in zip(spots, across(len(spots), UPRIGHT), strict=True)
    )


BOARDS = Boards(upright, wide, line)
