"""What the golden scripts beside this file must come to, as worked out by hand."""

from typing import Any

from tests.games.double_event.racing import C, D, H, J, K, Q, S
from tests.games.golden import check_settled, happened

FINISH: dict[str, list[str]] = {
    "D1": [J, D, C],
    "D2": [S, K, J],
    "D3": [J, D, S],
    "D4": [D, K, J],
    "D5": [H, K, Q],
}
# By script and card: who comes home on it. On the last card of D3 the queen comes too late to be placed.
HOME: dict[str, dict[int, list[str]]] = {
    "D1": {4: [J], 12: [D], 20: [C]},
    "D2": {13: [S, K], 15: [J]},
    "D3": {2: [J], 11: [D], 23: [S, Q]},
    "D4": {9: [D], 15: [K], 17: [J]},
    "D5": {53: [H, K], 55: [Q]},
}
# By script and card, those cards that the case is about: whom they move.
MOVED: dict[str, dict[int, list[str]]] = {
    "D1": {1: [D], 2: [C], 3: [H, J], 4: [S, J]},
    "D2": {1: [H, K], 13: [S, K], 15: [J]},
    "D3": {13: [Q], 23: [S, Q]},
    "D4": {10: [K], 11: [Q], 12: []},
    "D5": {53: [H, K], 54: [], 55: [Q]},
}
FINAL: dict[str, list[int]] = {
    "D1": [1, 9, 9, 1, 0, 0, 2],
    "D2": [2, 1, 1, 10, 4, 0, 2],
    "D3": [2, 9, 1, 10, 0, 4, 2],
    "D4": [2, 9, 1, 2, 4, 1, 2],
    "D5": [14, 13, 13, 13, 5, 5, 2],
}
CARDS = {"D1": 20, "D2": 15, "D3": 23, "D4": 17, "D5": 55}
PACKS = {"D1": 1, "D2": 1, "D3": 1, "D4": 1, "D5": 2}
NET: dict[str, dict[str, int]] = {
    "D1": {"P1": 7, "P2": -4, "bank": -3},
    "D2": {"P1": 11, "P2": 5, "bank": -16},
    "D3": {"bank": 0},
    "D4": {"bank": 0},
    "D5": {"bank": 0},
}
SCRIPTS = tuple(FINISH)


def check(name: str, told: dict[str, Any]) -> None:
    """Hold the answer of `casino replay --json` against what was worked out."""
    check_settled(told, FINISH[name], NET[name])
    assert len(told["moves"]) == CARDS[name]
    assert told["moves"][-1]["positions"] == FINAL[name]
    turned = dict(enumerate(happened(told, "turned"), 1))
    assert {n: each["finished"] for n, each in turned.items() if each["finished"]} == HOME[name]
    assert {n: turned[n]["moved"] for n in MOVED[name]} == MOVED[name]
    assert len(happened(told, "pack_shuffled")) == PACKS[name]
    assert told["moves"][-1]["happenings"][-1] == {"race_over": FINISH[name]}
