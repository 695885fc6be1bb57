"""What the golden scripts beside this file must come to, as worked out by hand.

Against a bank every seat is called by the one space that it backs with one counter.
"""

from typing import Any

from tests.games.golden import check_settled


def each(gain: int, *spaces: str) -> dict[str, int]:
    return dict.fromkeys(spaces, gain)


EVENS = ("colour red", "colour black", "parity odd", "parity even", "half low", "half high")
TWELVES = ("column 1", "column 2", "column 3", "dozen 1", "dozen 2", "dozen 3")
LOSE_TO_17 = each(-1, "colour red", "parity even", "half high", "column 1", "dozen 1")
EVENS_OF_17 = each(1, "colour black", "parity odd", "half low")

FINISH: dict[str, list[str]] = {
    "L1": ["17"],
    "L1-for": ["17"],
    "L2": ["0"],
    "L2-layout": ["0"],
    "L3": ["eagle"],
    "L4": ["36"],
    "L5": ["P2", "P1"],
    "L6": ["P2", "P1"],
    "L7": ["P2", "P1", "P3"],
}
NET: dict[str, dict[str, int]] = {
    "L1": {
        "number 17": 35,
        "run 16-17": 17,
        "run 15-17": 11,
        "run 14-17": 8,
        "run 13-17": 6,
        "run 12-17": 5,
        **EVENS_OF_17,
        **each(2, "column 2", "dozen 2"),
        **LOSE_TO_17,
        "bank": -84,
    },
    "L1-for": {
        "number 17": 34,
        "run 16-17": 16,
        "run 15-17": 10,
        "run 14-17": 7,
        "run 13-17": 5,
        "run 12-17": 4,
        "run 14+17": 16,
        "run 13+14+16+17": 7,
        **EVENS_OF_17,
        **each(1, "column 2", "dozen 2"),
        **LOSE_TO_17,
        "bank": -99,
    },
    "L2": {
        "number 0": 35,
        **each(-1, "number 00", "number eagle", *EVENS, *TWELVES, "run 1-2", "run 31-36"),
        "bank": -19,
    },
    "L2-layout": {"number 0": 35, "run 0+00+1+2+3": 6, **each(-1, "run 1-2", "run 1+4"), "bank": -39},
    "L3": {
        "number eagle": 35,
        **each(-1, "number 0", "number 00", "number 17", *EVENS, *TWELVES, "run 1-2", "run 31-36"),
        "bank": -18,
    },
    "L4": {
        "number 36": 35,
        "run 31-36": 5,
        **each(1, "colour red", "parity even", "half high"),
        **each(2, "column 3", "dozen 3"),
        **each(-1, "colour black", "parity odd", "half low", "column 1", "dozen 1", "run 30-35"),
        "bank": -41,
    },
    "L5": {"P1": 492, "P2": 500, "box": -992},
    "L6": {"P1": 500, "P2": 505, "box": -1005},
    "L7": {"P1": 351, "P2": 352, "P3": 2, "box": -705},
}
# Of the games for points: who received what with each card, and what it came to.
SCORED: dict[str, list[list[tuple[str, int, int]]]] = {
    "L5": [
        [("P1", 350, 350), ("P2", 350, 350)],
        [("P1", 140, 490), ("P2", 115, 465)],
        [("P1", 2, 492), ("P2", 35, 500)],
    ],
    "L6": [
        [("P1", 350, 350), ("P2", 350, 350)],
        [("P1", 149, 499), ("P2", 120, 470)],
        [("P1", 1, 500), ("P2", 35, 505)],
    ],
    "L7": [
        [("P1", 350, 350), ("P2", 350, 350), ("P3", 2, 2)],
        [("P1", 1, 351), ("P2", 1, 351)],
        [],
        [("P2", 1, 352)],
    ],
}
PLAY_OFFS: dict[str, list[list[str]]] = {"L7": [["P1", "P2"]] * 3}
SCRIPTS = tuple(FINISH)


def check(name: str, told: dict[str, Any]) -> None:
    """Hold the answer of `casino replay --json` against what was worked out."""
    check_settled(told, FINISH[name], NET[name])
    turns = [move["happenings"] for move in told["moves"] if "turn" in move["move"]]
    scored = [[tuple(each["scored"].values()) for each in turn if "scored" in each] for turn in turns]
    assert scored == SCORED.get(name, [[]])
    assert [each["play_off"] for turn in turns for each in turn if "play_off" in each] == PLAY_OFFS.get(name, [])
    won = [each["won"] for turn in turns for each in turn if "won" in each]
    assert won == (FINISH[name][:1] if name in SCORED else [])
