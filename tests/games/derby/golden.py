"""Races worked out by hand: where every horse stands after each throw, and what the scripts beside them come to."""

from dataclasses import dataclass
from typing import Any

from tests.games.golden import check_rounds, check_settled, paid

START = "1 1 1 1 1 1"


@dataclass(frozen=True)
class Case:
    """A race from somewhere, each throw with the positions after it, and who has won in the end; `=` is a dead heat."""

    variant: str
    start: str
    throws: tuple[tuple[str, str], ...]
    wins: str = ""
    donkey: bool = False


def _alone(number: int, shown: str, *spaces: int) -> tuple[tuple[str, str], ...]:
    """Throws that move one horse of six, from the start."""
    return tuple((shown, " ".join(str(at if n == number else 1) for n in range(1, 7))) for at in spaces)


DERBY_DAY = {
    "D-a": Case("derby-day", START, (("136", "2 1 2 1 1 2"), ("445", "2 1 2 3 2 2"), ("222", "2 4 2 3 2 2"))),
    "D-b": Case("derby-day", "15 1 1 1 1 1", (("112", "15 2 1 1 1 1"), ("123", "16 3 2 1 1 1")), "1"),
    "D-c": Case("derby-day", "1 1 1 14 1 1", (("444", "1 1 1 14 1 1"), ("441", "2 1 1 16 1 1")), "4"),
    "D-d": Case("derby-day", "1 1 1 1 13 1", (("552", "1 2 1 1 15 1"), ("511", "3 2 1 1 16 1")), "5"),
    "D-d at once": Case("derby-day", "1 1 1 1 13 1", (("555", "1 1 1 1 16 1"),), "5"),
    "D-e": Case("derby-day", "15 15 15 1 15 1", (("135", "16 15 16 1 16 1"),), "1=3=5"),
    "D-f": Case("derby-day", "15 14 1 1 1 15", (("226", "15 16 1 1 1 16"),), "2=6"),
    "D-g": Case("derby-day", "1 1 1 1", (("566", "1 1 1 1"), ("456", "1 1 1 2"))),
    "D-h": Case("derby-day", START, _alone(3, "333", 4, 7, 10, 13, 16), "3"),
}
KENTUCKY = {
    "K-a": Case("kentucky", "1 1 1 15 1 1", (("421", "2 2 1 15 1 1"), ("442", "2 3 1 16 1 1")), "4"),
    "K-b": Case("kentucky", "1 1 1 15 1 1", (("444", "1 1 1 16 1 1"),), "4"),
    "K-c": Case("kentucky", "1 1 14 1 1 1", (("331", "2 1 15 1 1 1"),)),
    "K-d": Case("kentucky", "1 1 14 1 1 1", (("333", "1 1 15 1 1 1"),)),
    "K-e": Case(
        "kentucky",
        "1 1 1 1 1 13",
        (("666", "1 1 1 1 1 15"), ("612", "2 2 1 1 1 15"), ("666", "2 2 1 1 1 16")),
        "6",
    ),
    "K-f": Case("kentucky", "1 1 1 1 1 13", (("661", "2 1 1 1 1 15"),)),
    "K-g": Case("kentucky", START, _alone(3, "333", 4, 7, 10, 13, 15, 16), "3"),
}
GRAND_NATIONAL = {
    "G-a": Case(
        "grand-national",
        "1 5 1 1 1 1",
        (("21", "2 5 1 1 1 1"), ("22", "2 6 1 1 1 1"), ("22", "2 8 1 1 1 1")),
    ),
    "G-b": Case("grand-national", "1 4 1 1 1 1", (("22", "1 5 1 1 1 1"), ("22", "1 6 1 1 1 1"))),
    "G-c": Case(
        "grand-national",
        "1 1 1 1 1 10",
        (("66", "1 1 1 1 1 11"), ("11", "3 1 1 1 1 11"), ("66", "3 1 1 1 1 12")),
    ),
    "G-d": Case("grand-national", "1 1 1 1 1 15", (("66", "1 1 1 1 1 15"), ("61", "2 1 1 1 1 16")), "6"),
    "G-e": Case("grand-national", "1 1 1 1 1 14", (("66", "1 1 1 1 1 16"),), "6"),
    "G-f": Case("grand-national", "1 1 15 1 15 1", (("35", "1 1 16 1 16 1"),), "3=5"),
    "G-g": Case("grand-national", START, _alone(2, "22", 3, 5, 6, 8, 10, 11, 12, 14, 16), "2"),
}
MYOPIA = {
    "M-a": Case(
        "myopia",
        "1 1 5 1 1 1",
        (("354", "1 1 5 2 2 1"), ("661", "2 1 6 2 2 3"), ("645", "2 1 6 3 3 4")),
    ),
    "M-b": Case("myopia", "1 1 1 1 5 1", (("553", "1 1 2 1 6 1"),)),
    "M-c": Case("myopia", "1 1 1 1 11 1", (("555", "1 1 1 1 12 1"),)),
    "M-d": Case("myopia", "1 3 1 1 1 1", (("222", "1 5 1 1 1 1"), ("222", "1 5 1 1 1 1"))),
    "M-e": Case("myopia", "1 5 11 4 4 5", (("554", "1 6 12 5 5 6"),)),
    "M-f": Case("myopia", "5 11 4 1", (("566", "6 12 4 1"),)),
    "M-g": Case("myopia", "1 1 1 1 1 4", (("666", "1 1 1 1 1 5"),)),
    "M-h": Case("myopia", "1 1 1 1 1 15", (("612", "2 2 1 1 1 15"), ("661", "3 2 1 1 1 16")), "6"),
    "M-i": Case("myopia", "15 5 11 1 1 5", (("666", "15 6 12 1 1 6"),)),
    "M-j": Case("myopia", START, _alone(6, "666", 4, 5, 6, 9, 11, 12, 15, 16), "6"),
}
DONKEYS = {
    "X-a": Case("derby-day", "15 15 16 16", (("125", "16 16 16 16"),), "1=2", donkey=True),
    "X-b": Case("derby-day", "15 3 16 16", (("155", "16 3 16 16"),), "2", donkey=True),
    "X-c": Case(
        "kentucky",
        "15 14 15 2",
        (("112", "16 15 15 2"), ("111", "16 15 15 2"), ("225", "16 16 15 2"), ("336", "16 16 16 2")),
        "4",
        donkey=True,
    ),
    "X-d": Case("derby-day", "15 15 15 16", (("123", "16 16 16 16"),), "1=2=3", donkey=True),
    "X-e": Case("derby-day", "15 15 15 16", (("126", "16 16 15 16"),), "3", donkey=True),
    "X-f": Case("grand-national", "15 15 5 16", (("12", "16 16 5 16"),), "3", donkey=True),
}
CASES = DERBY_DAY | KENTUCKY | GRAND_NATIONAL | MYOPIA | DONKEYS

# The scripts: who won, and what everybody gained.
FINISH: dict[str, list[Any]] = {
    "D-h": ["3"],
    "G-g": ["2"],
    "M-k": ["1"],
    "X-c": ["4"],
    "shared-pot": [["1", "2", "3"]],
    "one-owner": [["1", "3", "5"]],
    "pool-dead-heat": [["1", "2"]],
    "pool-commission": [["1", "2"]],
    "pool-one-winner": ["1"],
    "pool-breakage": ["1"],
    "pool-unbacked": ["1"],
    "book-dead-heat": [["1", "2"]],
    "book-less-than-the-stake": [["1", "2", "3"]],
}
NET: dict[str, dict[str, int]] = {
    "D-h": {"A": 0, "B": 0, "bookmaker": 0},
    "G-g": {"bookmaker": 0},
    "M-k": {"A": 0, "B": 0, "bookmaker": 0},
    "X-c": {"A": -1, "B": -1, "C": -1, "D": 3, "bookmaker": 0},  # four put in 1 each
    # Four put in 5 each: 20 in three parts is 7, 7 and 6.
    "shared-pot": {"A": 2, "B": 2, "C": 1, "D": -5, "bookmaker": 0},
    "one-owner": {"A": 10, "B": -10, "C": 0, "bookmaker": 0},  # all three are A's; C has scratched
    # B1. 20 on horse 1, 30 on horse 2, 50 on horse 3: the profit of 50 is 25 for each of the two.
    "pool-dead-heat": {"A": 25, "B": 25, "C": -50, "bookmaker": 0},
    # Less 10 of the 100: a profit of 40 is 20 for each.
    "pool-commission": {"A": 20, "B": 20, "C": -50, "bookmaker": 0, "commission": 10},
    "pool-one-winner": {"A": 80, "B": -30, "C": -50, "bookmaker": 0},  # 100 for 20
    # 3 and 4 on the winner share 11: 4.71 and 6.29, so 4 and 6.
    "pool-breakage": {"A": 1, "B": 2, "C": -4, "bookmaker": 0, "breakage": 1},
    "pool-unbacked": {"A": 0, "B": 0, "bookmaker": 0},  # the stake comes back; what was carried waits
    # At 3.47, divided by two: 10 come to 17.35, 1 to 1.735, 3 to 5.205.
    "book-dead-heat": {"A": 7, "B": 0, "C": 2, "D": -4, "bookmaker": -5},
    # At 2.00, divided by three: 10 come to 6.67, 1 to 0.67, 3 to 2.
    "book-less-than-the-stake": {"A": -4, "B": -1, "C": -1, "D": 0, "bookmaker": 6},
}
# Where the horses stand in the end, and after the move that a script is about.
POSITIONS: dict[str, dict[int, str]] = {
    "D-h": {1: "1 1 4 1 1 1", 5: "1 1 16 1 1 1"},
    "G-g": {2: "1 5 1 1 1 1", 9: "1 16 1 1 1 1"},
    "M-k": {2: "15 1 5 2 2 11", 3: "15 1 6 2 2 11", 4: "16 1 6 2 3 11"},  # 3 is called, 6 is not
    "X-c": {5: "16 15 15 2", 8: "16 16 16 2"},
    "shared-pot": {5: "16 16 16 1"},
    "one-owner": {5: "16 15 16 1 16 1"},
    "pool-dead-heat": {1: "16 16 1 2 1 1"},
    "pool-commission": {1: "16 16 1 2 1 1"},
    "pool-one-winner": {1: "16 15 1 3 1 1"},
    "pool-breakage": {1: "16 15 1 3 1 1"},
    "pool-unbacked": {1: "16 15 1 3 1 1"},
    "book-dead-heat": {1: "16 16 15 15"},
    "book-less-than-the-stake": {1: "16 16 16 15"},
}
B1_POOLED = [("pooled", "A", 20), ("pooled", "B", 30), ("pooled", "C", 50)]
# Why, who and how much, in order.
PAID: dict[str, list[tuple[str, str, int]]] = {
    "X-c": [*(("ante", seat, 1) for seat in "ABCD"), ("pot", "D", 4)],
    "shared-pot": [*(("ante", seat, 5) for seat in "ABCD"), ("pot", "A", 7), ("pot", "B", 7), ("pot", "C", 6)],
    "one-owner": [
        *(("ante", "C", 10), ("returned", "C", 10), ("ante", "A", 10), ("ante", "B", 10)),
        *(("pot", "A", 7), ("pot", "A", 7), ("pot", "A", 6)),
    ],
    "pool-dead-heat": [*B1_POOLED, ("dividend", "A", 45), ("dividend", "B", 55)],
    "pool-commission": [*B1_POOLED, ("dividend", "A", 40), ("dividend", "B", 50), ("commission", "commission", 10)],
    "pool-one-winner": [*B1_POOLED, ("dividend", "A", 100)],
    "pool-breakage": [
        *(("pooled", "A", 3), ("pooled", "B", 4), ("pooled", "C", 4)),
        *(("dividend", "A", 4), ("dividend", "B", 6), ("breakage", "breakage", 1)),
    ],
    "pool-unbacked": [("returned", "A", 20)],
    "book-dead-heat": [
        ("lost", "D", 4),
        *(("returned", "A", 10), ("returned", "B", 1), ("returned", "C", 3)),
        *(("winnings", "A", 7), ("winnings", "C", 2)),
    ],
    "book-less-than-the-stake": [
        *(("lost", "A", 4), ("lost", "B", 1), ("lost", "C", 1)),
        *(("returned", "A", 6), ("returned", "C", 2)),
    ],
}
# Nobody backed the first winner, so 20 are carried over a race without stakes into a pool of 30. Of these 50 the
# commission is 5, and the 45 that are left are for the 10 on the winner.
CARRIED = [
    {"A": -20, "B": 0, "bookmaker": 0, "carry-over": 20},
    {"A": 0, "B": 0, "bookmaker": 0},
    {"A": 35, "B": -20, "bookmaker": 0, "carry-over": -20, "commission": 5},
]
SCRIPTS = (*FINISH, "evening", "void", "pool-carried")


def check(name: str, told: dict[str, Any]) -> None:
    """Hold the answer of `casino replay --json` against what was worked out."""
    if name == "evening":
        check_rounds(told, finish=[["3"], ["4"]])
        assert [round_["moves"][0]["words"] for round_ in told["rounds"]] == [
            ["A shakes the dice"],
            ["B shakes the dice"],
        ]
        return
    if name == "pool-carried":
        check_rounds(told, finish=[["1"], ["2"], ["3"]], net=CARRIED)
        return
    if name == "void":
        assert (told["phase"], told["finish"]) == ("void", None)
        assert told["net"] == {"A": 0, "B": 0, "bookmaker": 0}
        return
    check_settled(told, FINISH[name], NET[name])
    for number, positions in POSITIONS[name].items():
        assert " ".join(map(str, told["moves"][number - 1]["positions"])) == positions
    assert paid(told) == PAID.get(name, [])
