"""Turns and games for the tests, in few words."""

from functools import partial
from typing import Any

from games.kit.game import Move
from games.kit.markets import Space
from games.kit.round import Round
from games.roulette.points import Done, Mark, Player
from games.roulette.rules import Play, Roulette, Turn
from games.roulette.wheel import WheelCard
from tests.games.courses import own_course
from tests.games.rounds import Rounds, game_of

ROULETTE = game_of(Roulette)

FIGURES = {"even": 1, "twelve": 2, "single": 35, "two": 17, "three": 11, "four": 8, "five": 6, "six": 5}


course = partial(own_course, ROULETTE.courses["russell"])
_rounds: Rounds[Play, Move] = Rounds(ROULETTE, lambda move: [move])
play, after, table = _rounds.start, _rounds.run, _rounds.table


def points(*seats: str, **options: Any) -> Round:
    return table(*seats, options={"mode": "points", **options})


def turn(card: str) -> Turn:
    return Turn(WheelCard.parse(card))


def mark(seat: str, market: str, selection: str, markers: int) -> Mark:
    return Mark(market, selection, markers, seat=seat)


def done(seat: str) -> Done:
    return Done(seat=seat)


def players(round_: Round) -> dict[str, Player]:
    return {player.seat: player for player in round_.state.points.players}


def scores(round_: Round) -> dict[str, int]:
    return {seat: player.points for seat, player in players(round_).items()}


def spaces(state: Play) -> dict[tuple[str, str], Space]:
    return {(market.name, space.selection): space for market in ROULETTE.markets(state) for space in market.spaces}
