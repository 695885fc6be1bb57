"""What the golden scripts beside this file must come to, as worked out by hand."""

from typing import Any

from tests.games.golden import check_rounds, check_settled, happened
from tests.games.minoru.racing import GC, GG, MM, STA, M

# By script: who moved in each deal, `*` where the suit decided, `J` where the joker did.
MOVED: dict[str, str] = {
    "M1": "GC* M GG* M StA M*",
    "M2": "GGJ GG GG GG GG GG",
    "M3": "GG GC GG GG* MM GC GG* GC MM StA GG StA M GG",
    "M4": "MM GG GG M GC* StA MM GG GC M StA GC GC",
}
FINAL: dict[str, list[int]] = {"M1": [3, 1, 1, 0, 1], "M3": [1, 3, 6, 2, 2], "M4": [2, 4, 3, 2, 2]}
DEAD: dict[str, set[str]] = {"M3": {"7H", "5H"}, "M4": {"JK", "JD", "KC"}}
FINISH: dict[str, str] = {"M1": M, "M2": GG, "M3": GG, "M4": GC, "M5": STA, "beside": M}
NET: dict[str, dict[str, int]] = {
    "M1": {"P1": 14, "P2": -8, "bank": -6},
    "M2": {"P1": 37, "P2": -12, "bank": -25},
    "M3": {"bank": 0},
    "M4": {"bank": 0},
    "M5": {"P1": -12, "P2": -5, "bank": 17},
    # The deals of M1. With the joker, 10 on Minoru at 2.48 return 24. In a pool of 15 the commission of 1.5 is 1, and
    # the banker, who may stake there, has 14 for 5.
    "beside": {"A": 9, "P1": 14, "P2": -10, "bank": 0, "bookmaker": -14, "commission": 1},
}
for horse, gain in {M: -12, STA: -12, GC: 6, MM: 18, GG: 36}.items():
    FINISH[f"M6-{horse}"] = horse
    NET[f"M6-{horse}"] = {"P1": gain, "bank": -gain}
HOLDERS = "AAAABBBBCCCCA"  # M7: who holds the bank in each race
SCRIPTS = (*FINISH, "M7")

SHORT = {M: "M", GC: "GC", GG: "GG", MM: "MM", STA: "StA"}


def check(name: str, told: dict[str, Any]) -> None:
    """Hold the answer of `casino replay --json` against what was worked out."""
    if name == "M7":
        check_rounds(told, office=list(HOLDERS), finish=[[M]] * len(HOLDERS))
        return
    check_settled(told, [FINISH[name]], NET[name])
    if name in MOVED:
        assert " ".join(map(_moved, happened(told, "dealt"))) == MOVED[name]
    if name in FINAL:
        assert told["moves"][-1]["positions"] == FINAL[name]
    assert [set(dead) for dead in happened(told, "pack_exhausted")] == ([DEAD[name]] if name in DEAD else [])


def _moved(dealt: dict[str, Any]) -> str:
    return SHORT[dealt["horse"]] + {"high": "", "suit": "*", "joker": "J"}[dealt["why"]]
