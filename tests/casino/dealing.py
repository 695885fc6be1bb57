"""What a croupier deals; above all the golden case M1 of Minoru, as it is typed, and as the cards really fell."""

from collections.abc import Mapping
from typing import Any

from casino.clubs.actors import HOUSE, Actor
from casino.tables.correcting import correct_round, plan_correction
from casino.tables.dealing import deal_by_hand
from casino.tables.models import Round
from casino.tables.settling import settle_round

# A race in which Minoru wins with the sixth deal.
M1 = [
    "QS QH 2D 3C JH",
    "AS 2H 3H 4H 5H",
    "KS KC KD 6H 7H",
    "AC 8H 9H 10H 2S",
    "4D 5D 6D 7D 8D",
    "AH AD 3S 4S 5S",
]
# The ace of hearts in the last deal was St. Amant's, who wins with the next one.
FELL = [*M1[:-1], "5S AD 3S 4S AH", "6S 7S 8S 9S QC"]


def deals(*lines: str, **more: Any) -> list[dict[str, Any]]:
    """As moves; the API wants to know of which `game`."""
    return [{**more, "deal": line.split()} for line in lines]


def deal(round_: Round, *lines: str, by: Actor = HOUSE) -> None:
    for move in deals(*lines):
        deal_by_hand(round_.pk, move=move, by=by)


def throw(round_: Round, *dice: int) -> None:
    deal_by_hand(round_.pk, move={"throw": list(dice)}, by=HOUSE)


def turn(round_: Round, *cards: str) -> None:
    for card in cards:
        deal_by_hand(round_.pk, move={"turn": card}, by=HOUSE)


def play_m1(round_: Round) -> Round:
    """Minoru has won, and is paid."""
    deal(round_, *M1)
    return settle_round(round_.pk, by=HOUSE)


def correct_m1(round_: Round, *, reason: str) -> Mapping[str, int]:
    """It was St. Amant. What purses cannot give back is covered, and returned."""
    moves = deals(*FELL)
    short = plan_correction(round_.pk, moves=moves).short
    correct_round(round_.pk, moves=moves, reason=reason, cover=short, by=HOUSE)
    return short
