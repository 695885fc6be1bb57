"""Positions and whole games worked out by hand: what may be done, what it takes, and what everything comes to."""

from dataclasses import dataclass
from typing import Any

from games.musical_casino.contest import Contest
from games.musical_casino.layout import OpenChord
from tests.games.golden import check_settled, paid
from tests.games.musical_casino.positions import opened, position


@dataclass(frozen=True)
class After:
    """What a move leads to: the pile of whoever made it, and what is left on the table."""

    pile: str = ""
    loose: str = ""
    builds: tuple[str, ...] = ()
    sweep: bool = False


@dataclass(frozen=True)
class Case:
    """A hand, loose cards and builds, and every move that is legal with what it leads to."""

    hand: str
    loose: str
    legal: dict[str, After]
    builds: tuple[OpenChord, ...] = ()

    @property
    def state(self) -> Contest:
        return position(self.hand, self.loose, *self.builds)


G_D = ("D G",)
G_B = ("B G",)
OWN = (opened("G D", "G major", "A"),)
OTHERS = (opened("G D", "G major", "B"),)
OTHERS_G_B = (opened("G B", "G major", "B"),)

CASES = {
    "1": Case("A", "A A C", {"match A": After("A A A", "C"), "pair A C": After("A A A C", sweep=True)}),
    "2": Case("G", "B B F#", {"pair G B": After("B B G", "F#")}),
    "3": Case("G", "G B", {"match G": After("G G", "B"), "pair G B": After("B G G", sweep=True)}),
    "4": Case("D", "G B", {"chord D B G": After("B D G", sweep=True), "pair D B": After("B D", "G")}),
    "5": Case("E", "G B", {"chord E B G": After("B E G", sweep=True), "pair E G": After("E G", "B")}),
    "6": Case(
        "B D",
        "G",
        {
            "pair B G": After("B G", sweep=True),
            "build B G G major": After(builds=("B G",)),
            "build D G G major": After(builds=("D G",)),
            "trail D": After(loose="D G"),
        },
    ),
    "7": Case("Bb", "", {"chord Bb 1": After("Bb D G", sweep=True)}, OTHERS),
    "8": Case("E", "", {"chord E 1": After("B E G", sweep=True)}, OTHERS_G_B),
    "9": Case("D A", "G", {"trail D": After(loose="D G"), "trail A": After(loose="A G")}),
    "10": Case("F#", "Gb", {"trail F#": After(loose="F# Gb")}),
    "11": Case("E#", "G#", {"trail E#": After(loose="E# G#")}),
    "12": Case("C#", "E# G#", {"pair C# E#": After("C# E#", "G#"), "chord C# E# G#": After("C# E# G#", sweep=True)}),
    "13": Case(
        "E# C#",
        "G#",
        {
            "build E# G# C# major": After(builds=("E# G#",)),
            "build C# G# C# major": After(builds=("C# G#",)),
            "trail E#": After(loose="E# G#"),
            "trail C#": After(loose="C# G#"),
        },
    ),
    "14": Case("C", "E", {"pair C E": After("C E", sweep=True)}),
    "15": Case("B Cb", "F#", {"chord B 1": After("B D G", "F#")}, OWN),
    "15 of another": Case(
        "B Cb", "F#", {"chord B 1": After("B D G", "F#"), "trail Cb": After(loose="Cb F#", builds=G_D)}, OTHERS
    ),
    "16": Case(
        "A# Cb",
        "F",
        {"trail A#": After(loose="A# F", builds=G_D), "trail Cb": After(loose="Cb F", builds=G_D)},
        OWN,
    ),
    "17": Case("G", "", {"trail G": After(loose="G", builds=G_B)}, OTHERS_G_B),
    "18": Case("E", "E", {"match E": After("E E", builds=G_B), "chord E 1": After("B E G", "E")}, OTHERS_G_B),
    "19": Case("D", "G G B", {"chord D B G": After("B D G", "G"), "pair D B": After("B D", "G G")}),
}

# What the scripts come to. In each, one deal decides.
FINISH: dict[str, list[Any]] = {
    "whole-game": ["A", "B"],
    "partners": [["A", "C"], ["B", "D"]],
    "odd-pot": [["A", "B"], "C"],
}
NET: dict[str, dict[str, int]] = {
    "whole-game": {"A": 5, "B": -5, "bank": 0},
    "partners": {"A": 3, "B": -3, "C": 3, "D": -3, "bank": 0},  # 12 in the pot, 6 for each of the two
    "odd-pot": {"A": 3, "B": 2, "C": -5, "bank": 0},  # 15 in the pot: 8 and 7
}
# By side: cards, F cards, E♯, C♭, D♭ and D♯, most cards, most F cards, sweeps, points.
SCORES: dict[str, list[tuple[int, ...]]] = {
    # A sweeps at moves 7, 14, 18, 20 and seven times later, and holds 27 cards though B takes the last two.
    "whole-game": [(27, 2, 0, 1, 2, 3, 0, 11, 17), (25, 5, 2, 0, 2, 0, 1, 1, 6)],
    "partners": [(25, 1, 0, 1, 2, 0, 0, 12, 15), (27, 6, 2, 0, 2, 3, 1, 1, 9)],
    # 18 cards each for A and B, so nobody has most of them.
    "odd-pot": [(18, 4, 0, 1, 2, 0, 1, 8, 12), (18, 0, 2, 0, 2, 0, 0, 8, 12), (16, 3, 0, 0, 0, 0, 0, 7, 7)],
}
LAST_CARDS: dict[str, dict[str, Any] | None] = {
    "whole-game": {"seat": "B", "cards": ["Eb", "B"]},
    "partners": {"seat": "D", "cards": ["Eb", "B"]},
    "odd-pot": None,  # the last card of all sweeps
}
# Why, who and how much, in order.
PAID: dict[str, list[tuple[str, str, int]]] = {
    "whole-game": [("ante", "A", 5), ("ante", "B", 5), ("pot", "A", 10)],
    "partners": [*(("ante", seat, 3) for seat in "ABCD"), ("pot", "A", 6), ("pot", "C", 6)],
    "odd-pot": [*(("ante", seat, 5) for seat in "ABC"), ("pot", "A", 8), ("pot", "B", 7)],
}
REFUSED = {"refused": ("can_be_used", 2)}  # C takes E, and cannot be left on the table
SCRIPTS = (*FINISH, *REFUSED)


def check(name: str, told: dict[str, Any]) -> None:
    """Hold the answer of `casino replay --json` against what was worked out."""
    check_settled(told, FINISH[name], NET[name])
    assert paid(told) == PAID[name]
    last = {act: fact for happening in told["moves"][-1]["happenings"] for act, fact in happening.items()}
    assert last.get("last_cards_taken") == LAST_CARDS[name]
    counted = [tuple(score.values())[1:-1] for score in last["deal_scored"]["scores"]]
    assert counted == SCORES[name]
    assert last["game_won"] == (FINISH[name][0] if isinstance(FINISH[name][0], list) else FINISH[name][:1])
