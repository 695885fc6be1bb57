"""Turns and games for the tests, in few words."""

from typing import Any

from games.kit.game import Move
from games.kit.markets import Space
from games.kit.offices import HOUSE
from games.kit.round import Round
from games.kit.values import to_json
from games.registry import GAMES
from games.roulette.points import Done, Mark, Player
from games.roulette.rules import Play, Roulette, Turn
from games.roulette.wheel import WheelCard

_roulette = GAMES["roulette"]
assert isinstance(_roulette, Roulette)
ROULETTE: Roulette = _roulette

FIGURES = {"even": 1, "twelve": 2, "single": 35, "two": 17, "three": 11, "four": 8, "five": 6, "six": 5}


def course(**changes: Any) -> dict[str, Any]:
    """The Russell cards with anything changed, as JSON."""
    return {**to_json(ROULETTE.courses["russell"]), "name": "Own", **changes}


def play(*seats: str, **options: Any) -> Play:
    return ROULETTE.start(ROULETTE.read_options(options), seats)


def table(*seats: str, holder: str = HOUSE, options: Any = None, **money: Any) -> Round:
    return Round.open(ROULETTE, ROULETTE.read_options(options or {}), seats, holder=holder, **money)


def points(*seats: str, **options: Any) -> Round:
    return table(*seats, options={"mode": "points", **options})


def turn(card: str) -> Turn:
    return Turn(WheelCard.parse(card))


def mark(seat: str, market: str, selection: str, markers: int) -> Mark:
    return Mark(market, selection, markers, seat=seat)


def done(seat: str) -> Done:
    return Done(seat=seat)


def after(round_: Round, *moves: Move) -> Round:
    for move in moves:
        round_ = round_.play(move)
    return round_


def players(round_: Round) -> dict[str, Player]:
    return {player.seat: player for player in round_.state.points.players}


def scores(round_: Round) -> dict[str, int]:
    return {seat: player.points for seat, player in players(round_).items()}


def spaces(state: Play) -> dict[tuple[str, str], Space]:
    return {(market.name, space.selection): space for market in ROULETTE.markets(state) for space in market.spaces}
