"""What the golden scripts beside this file must come to, as worked out by hand."""

from typing import Any

from tests.games.golden import check_rounds, check_settled, paid
from tests.games.horses.racing import C, D, H, S

FINISH: dict[str, list[str]] = {
    "H1": [C, D, S, H],
    "H2": [H, D, C, S],
    "H3": [C, D, H, S],
    "H4": [C, D, S, H],
    # The cards of H1, with something beside the race.
    "pool-ascot": [C, D, S, H],
    "pool-unbacked": [C, D, S, H],
    "book-places": [C, D, S, H],
}
# With which cards the first three came in; the fourth follows with the third.
HOME: dict[str, list[int]] = {
    **{name: [13, 26, 39] for name in FINISH},
    "H2": [49, 50, 51],
    "H3": [49, 50, 51],
}
# Positions, in the order clubs, diamonds, hearts, spades, after so many cards.
POSITIONS: dict[str, dict[int, list[int]]] = {
    "H1": {13: [13, 0, 0, 0], 39: [13, 13, 0, 13]},
    "H2": {4: [1, 1, 1, 1], 49: [12, 12, 13, 12], 51: [13, 13, 13, 12]},
    "H3": {12: [0, 0, 0, 12], 48: [12, 12, 12, 12], 51: [13, 13, 13, 12]},
    "H4": {39: [13, 13, 0, 13]},
}
NET: dict[str, dict[str, int]] = {
    "H1": {"bookmaker": 0},
    "H2": {"bookmaker": 0},
    "H3": {"bookmaker": 0},
    "H4": {"P1": -1, "P2": 17, "bookmaker": -16},
    # The example that Ascot prints: 150,000 less 15,000 is 135,000, and 60,000 goes into it twice. The 15,000 that are
    # over are the Bookmaker's there; here they are breakage, which like the commission has an account of its own.
    "pool-ascot": {"A": 40_000, "B": 20_000, "C": -90_000, "bookmaker": 0, "commission": 15_000, "breakage": 15_000},
    # Nobody backed clubs: all of it is for the bookmaker, and no commission is taken.
    "pool-unbacked": {"A": -60_000, "B": -4_000, "C": 0, "bookmaker": 64_000},
    # 10 to win at 3.47 return 34; among the first two at 1.61 10 return 16, twice; spades are third.
    "book-places": {"A": 26, "bookmaker": -26},
}
# Who pays or is paid what, and why, in order.
PAID: dict[str, list[tuple[str, str, int]]] = {
    "H4": [
        ("collected-first", "P1", 1),  # diamonds to win
        ("collected-first", "P2", 4),  # red
        ("collected-second", "P1", 1),  # hearts to place
        ("collected-third", "P2", 6),  # hearts to show
        ("returned", "P1", 3),
        ("returned", "P2", 5),
        ("returned", "P2", 10),
        ("returned", "P2", 2),
        ("winnings", "P1", 1),  # clubs to show, 1 to 3
        ("winnings", "P2", 15),  # clubs to win, 3 to 1
        ("winnings", "P2", 10),  # diamonds to place, evens
        ("winnings", "P2", 2),  # black, evens
    ],
    "pool-ascot": [
        *(("pooled", "A", 40_000), ("pooled", "B", 20_000), ("pooled", "C", 90_000)),
        *(("dividend", "A", 80_000), ("dividend", "B", 40_000)),
        *(("commission", "commission", 15_000), ("breakage", "breakage", 15_000)),
    ],
    "pool-unbacked": [("pooled", "A", 60_000), ("pooled", "B", 4_000), ("lost", "bookmaker", 64_000)],
    "book-places": [
        ("lost", "A", 10),
        *[("returned", "A", 10)] * 3,
        *(("winnings", "A", 24), ("winnings", "A", 6), ("winnings", "A", 6)),
    ],
}
# Four races of three players, clubs first in each, backed to win with 2 by both who are not Bookie.
BOOKIES = "ABCA"
ROTATION = [
    {"A": 0, "B": 6, "C": 6, "bookmaker": -12},
    {"A": 6, "B": 0, "C": 6, "bookmaker": -12},
    {"A": 6, "B": 6, "C": 0, "bookmaker": -12},
    {"A": 0, "B": 6, "C": 6, "bookmaker": -12},
]
SCRIPTS = (*FINISH, "rotation")


def check(name: str, told: dict[str, Any]) -> None:
    """Hold the answer of `casino replay --json` against what was worked out."""
    if name == "rotation":
        check_rounds(told, office=list(BOOKIES), net=ROTATION)
        return
    check_settled(told, FINISH[name], NET[name])
    assert len(told["moves"]) == HOME[name][-1], "the race is over with the third horse"
    assert _homes(told) == list(zip(FINISH[name], [*HOME[name], HOME[name][-1]], [1, 2, 3, 4], strict=True))
    for cards, positions in POSITIONS.get(name, {}).items():
        assert told["moves"][cards - 1]["positions"] == positions
    assert paid(told) == PAID.get(name, [])


def _homes(told: dict[str, Any]) -> list[tuple[str, int, int]]:
    """Every horse that came in, with the number of the card and its place."""
    return [
        (happening["home"]["horse"], number, happening["home"]["place"])
        for number, move in enumerate(told["moves"], 1)
        for happening in move["happenings"]
        if "home" in happening
    ]
