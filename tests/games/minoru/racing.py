"""Races for the tests, in few words."""

from fractions import Fraction
from typing import Any

from games.kit.cards import Card
from games.kit.offices import HOUSE
from games.kit.round import Round
from games.kit.values import to_json
from games.minoru.rules import Deal, Minoru, Race
from games.registry import GAMES

_minoru = GAMES["minoru"]
assert isinstance(_minoru, Minoru)
MINORU: Minoru = _minoru

M, GC, GG, MM, STA = "minoru", "game_chick", "gou_gou", "miss_mcgiggle", "st_amant"
ORDER = (M, GC, GG, MM, STA)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(name) for name in text.split())


def deal(text: str) -> Deal:
    return Deal(cards(text))


def course(*lengths: int, **changes: Any) -> dict[str, Any]:
    """The Jaques cloth with other lengths, or other anything, as JSON."""
    cloth = to_json(MINORU.courses["jaques"])
    tracks = [{**track, "length": n} for track, n in zip(cloth["horses"], lengths or (3, 4, 6, 5, 3), strict=True)]
    return {**cloth, "name": "Own", "horses": tracks, **changes}


def race(**options: Any) -> Race:
    return MINORU.start(MINORU.read_options(options), ())


def after(state: Race, *deals: str) -> Race:
    for text in deals:
        state = MINORU.play(state, deal(text)).state
    return state


def wins(state: Race) -> dict[str, Fraction]:
    """The chance of each horse."""
    return {horse: MINORU.chances(state)["win", horse] for horse in ORDER}


def moved(state: Race, text: str) -> str:
    """The horse that this deal moves, by one space."""
    later = after(state, text)
    changes = {horse: b - a for horse, a, b in zip(ORDER, state.positions, later.positions, strict=True) if a != b}
    ((horse, spaces),) = changes.items()
    assert spaces == 1
    return horse


def win_for(horse: str, length: int) -> list[str]:
    """Deals that give this horse the highest card until it is home."""
    tops = ["AH", "AD", "AC", "AS", "KH", "KD"]
    low = iter(rank + suit for rank in "2345678" for suit in "HDCS")
    return [" ".join(top if name == horse else next(low) for name in ORDER) for top in tops[:length]]


def table(*seats: str, holder: str = HOUSE, options: Any = None, **money: Any) -> Round:
    return Round.open(MINORU, MINORU.read_options(options or {}), seats, holder=holder, **money)


def run(round_: Round, *deals: str) -> Round:
    for text in deals:
        round_ = round_.play(deal(text))
    return round_
