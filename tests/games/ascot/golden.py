"""What the golden scripts beside this file must come to, worked out of their payments by the rules, with other words
than the game's own: the prizes, the totalisator, and what everybody has in the end.
"""

from collections import Counter
from typing import Any

from tests.games.golden import happened

ONE = ["whole-game"]
ROUNDS = ["carry-over"]
SCRIPTS = (*ONE, *ROUNDS)
TO_BANK = {"card-price", "hammer-price", "race-entry"}
KEPT = 281_000


def tenth(francs: int) -> int:
    """To the nearest hundred, fifty upward."""
    return (francs // 10 + 50) // 100 * 100


def paid(told: dict[str, Any], *reasons: str) -> Counter[str]:
    """By who was paid, for these reasons."""
    found: Counter[str] = Counter()
    for payment in told["payments"]:
        if payment["reason"] in reasons:
            found[payment["payee"]["seat"] or payment["payee"]["role"]] += payment["amount"]
    return found


def check(told: dict[str, Any], carried: int = 0) -> int:
    """One game; `carried` is what the one before has left. The answer is what this one leaves."""
    assert told["phase"] == "settled"
    assert sum(paid(told, "box").values()) == 2 * 2 * KEPT + sum(told["net"][seat] for seat in ("Ada", "Bob"))
    check_prizes(told)
    return check_totalisator(told, carried)


def check_prizes(told: dict[str, Any]) -> None:
    """Z-1, Z-2: two players, so the banker is Ada. All that the bank received is given out."""
    bank = sum(paid(told, *TO_BANK).values())
    assert set(paid(told, *TO_BANK)) == {"bank"}
    owners = {str(each["horse"]): each["owner"] for each in happened(told, "horse_entered")}
    assert sum(paid(told, "race-entry").values()) == 10_000 * len(owners)
    first, second, third = (owners[horse] for horse in told["finish"])
    rest = bank - tenth(bank)
    quarter = rest // 4 // 100 * 100
    assert paid(told, "banker-commission") == {"Ada": tenth(bank)}
    assert paid(told, "prize-first") == {first: rest - 2 * quarter}
    assert paid(told, "prize-second") == {second: quarter}
    assert paid(told, "prize-third") == {third: quarter}


def check_totalisator(told: dict[str, Any], carried: int) -> int:
    """Z-4, Z-6, Z-7: by the tickets that were sold."""
    tickets = happened(told, "ticket_sold")
    assert tickets
    pool: int = carried + sum(ticket["francs"] for ticket in tickets)
    won: Counter[str] = Counter()
    for ticket in tickets:
        if str(ticket["horse"]) == told["finish"][0]:
            won[ticket["seat"]] += ticket["francs"]
    backed = won.total()
    if not backed:
        assert not paid(told, "dividend", "commission", "breakage")
        return pool
    times = max(1, (pool - tenth(pool)) // backed)
    assert paid(told, "dividend") == {seat: times * francs for seat, francs in won.items()}
    kept = sum(paid(told, "commission", "breakage").values())
    assert kept == pool - times * backed
    return 0
