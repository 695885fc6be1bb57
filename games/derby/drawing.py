"""The board as it is drawn."""

from typing import Any

from games.kit.drawing import WIDE, Boards, Drawing


def upright(game: Any, view: Any, said: str) -> Drawing:  # noqa: ARG001
    return Drawing(height=1)


def wide(game: Any, view: Any, said: str) -> Drawing:  # noqa: ARG001
    return Drawing(width=WIDE[0], height=WIDE[1])


def line(game: Any, view: Any, said: str) -> str:  # noqa: ARG001
    return ""


BOARDS = Boards(upright, wide, line)
