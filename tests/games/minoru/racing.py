"""Races for the tests, in few words."""

from fractions import Fraction
from functools import partial

from games.minoru.rules import Deal, Minoru, Race
from tests.games.courses import own_course
from tests.games.rounds import Rounds, cards, game_of

MINORU = game_of(Minoru)

M, GC, GG, MM, STA = "minoru", "game_chick", "gou_gou", "miss_mcgiggle", "st_amant"
ORDER = (M, GC, GG, MM, STA)


def deal(text: str) -> Deal:
    return Deal(cards(text))


course = partial(own_course, MINORU.courses["jaques"])
_rounds: Rounds[Race, str] = Rounds(MINORU, lambda text: [deal(text)])
race, after, table, run = _rounds.start, _rounds.after, _rounds.table, _rounds.run


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
