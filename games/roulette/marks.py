"""Whose markers lie where in the points game, and how everybody stands. A player is known on the cloth by a letter."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.kit.drawing import Spot
from games.roulette.points import Player
from games.roulette.rules import View

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
HIGH, NARROW = 16, 60  # a token; a spot that is not wide enough for two of them
LONGEST = 14  # letters of a name that fit


@dataclass(frozen=True)
class Token:
    """Markers of one player on a space; or, where there is no room, how many more players have some there."""

    key: str
    words: str
    spoken: str
    silks: int
    x: int
    y: int
    width: int
    height: int = HIGH

    @property
    def middle(self) -> int:
        return self.x + self.width // 2


@dataclass(frozen=True)
class Score:
    """A player's line. `done` says that the guess is made, `out` that a play-off is without this player."""

    letter: str
    name: str
    points: int
    laid: str
    done: bool
    out: bool
    won: bool
    y: int


def letter(at: int) -> str:
    """A to Z, then AA to ZZ."""
    return LETTERS[at] if at < len(LETTERS) else LETTERS[at // len(LETTERS) - 1] + LETTERS[at % len(LETTERS)]


def scores(view: View, top: int, step: int) -> tuple[Score, ...]:
    return tuple(
        Score(
            letter=letter(at),
            name=_short(player.seat),
            points=player.points,
            laid=f"{player.laid}/{view.markers}",
            done=player.done,
            out=player.out,
            won=player.seat == view.winner,
            y=top + at * step,
        )
        for at, player in enumerate(view.players)
    )


def tokens(view: View, spots: Iterable[Spot]) -> tuple[Token, ...]:
    where = {(spot.market, spot.selection): spot for spot in spots}
    lying: dict[tuple[str, str], list[tuple[int, Player, int]]] = {}
    for at, player in enumerate(view.players):
        for mark in player.marks:
            lying.setdefault((mark.market, mark.selection), []).append((at, player, mark.markers))
    return tuple(token for space, laid in lying.items() for token in _on(where[space], laid))


def _on(spot: Spot, laid: list[tuple[int, Player, int]]) -> list[Token]:
    """One after another along the foot, then on top in the left corner; the last place tells of the rest."""
    places = _places(spot)
    shown = laid if len(laid) <= len(places) else laid[: len(places) - 1]
    made = [
        Token(
            f"mark-{player.seat}-{spot.market}-{spot.selection}",
            f"{letter(at)}{markers}",
            f"{player.seat}: {markers}",
            at % 12 + 1,
            *place,
        )
        for (at, player, markers), place in zip(shown, places, strict=False)
    ]
    if rest := len(laid) - len(shown):
        made.append(Token(f"more-{spot.market}-{spot.selection}", f"+{rest}", f"+{rest}", 0, *places[-1]))
    return made


def _places(spot: Spot) -> list[tuple[int, int, int]]:
    foot, top = spot.y + spot.height - HIGH - 1, spot.y + 1
    if spot.width < NARROW:
        return [(spot.x + 1, foot, spot.width - 2), (spot.x + 1, top, spot.width // 2)]
    half = spot.width // 2 - 1
    return [(spot.x + 1, foot, half), (spot.x + half + 1, foot, half), (spot.x + 1, top, half)]


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
