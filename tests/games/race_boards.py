"""What is true of every race board, whatever runs on it."""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from casino.web import boards
from games.kit.drawing import READ_FAR, SPOT, UPRIGHT, Drawing, Spot
from games.kit.game import Game
from games.registry import BOARDS

LANGUAGES = ("en", "fr", "es")
# What classes of text on the big screen are as high as, in board.css; the rank of a card in units of its width.
HEIGHTS = {"name-far": 44, "far": READ_FAR}
NAME_FAR = 40
RANK = 27


def spaces(game: Game[Any], state: Any) -> list[tuple[str, str]]:
    return sorted((market.name, selection) for market in game.markets(state) for selection in market.selections)


def drawn_spaces(game: Game[Any], state: Any) -> list[tuple[str, str]]:
    return sorted((spot.market, spot.selection) for spot in upright(game, state).spots)


def upright(game: Game[Any], state: Any, said: str = "en") -> Any:
    return BOARDS[game.slug].upright(game, game.view(state, None), said)


def wide(game: Game[Any], state: Any, said: str = "en") -> Any:
    return BOARDS[game.slug].wide(game, game.view(state, None), said)


def line(game: Game[Any], state: Any, said: str = "en") -> str:
    return BOARDS[game.slug].line(game, game.view(state, None), said)


def awkward_spots(board: Drawing) -> list[Spot]:
    """Those that are too small for a finger, lie outside the board or on another one."""
    small = [spot for spot in board.spots if min(spot.width, spot.height) < SPOT]
    outside = [spot for spot in board.spots if not _inside(spot, board)]
    return small + outside + [one for one, other in combinations(board.spots, 2) if _overlap(one, other)]


def _inside(spot: Spot, board: Drawing) -> bool:
    assert board.width == UPRIGHT
    return spot.x >= 0 and spot.x + spot.width <= board.width and spot.y >= 0 and spot.y + spot.height <= board.height


def _overlap(one: Spot, other: Spot) -> bool:
    apart = one.x + one.width <= other.x or other.x + other.width <= one.x
    return not (apart or one.y + one.height <= other.y or other.y + other.height <= one.y)


def hard_to_read(game: Game[Any], state: Any) -> list[str]:
    """Texts of the big screen that are set too small: numbers and marks of runners under 66 units, names under 40."""
    svg = boards.wide(game, game.view(state, None))
    found = list(_texts(re.sub(r'<g class="card .*?</g>', "", svg, flags=re.DOTALL)))
    assert found
    return [text for text, height in found if height < (READ_FAR if len(text) < 3 else NAME_FAR)]


def _texts(svg: str) -> Iterator[tuple[str, int]]:
    for attributes, text in re.findall(r"<text([^>]*)>([^<]*)</text>", svg):
        if size := re.search(r'font-size="(\d+)"', attributes):
            yield text, int(size[1])
        else:
            classes = re.search(r'class="([^"]*)"', attributes)
            yield text, max((HEIGHTS.get(name, 0) for name in (classes[1] if classes else "").split()), default=0)


def rank_height(width: int, set_as: int = RANK) -> float:
    """How high the rank of a card is drawn that is so wide."""
    return set_as * width / 50
