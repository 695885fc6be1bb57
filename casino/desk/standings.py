"""Who has most: what every guest holds, in the purse and on the cloth."""

from typing import Any

from casino.clubs.models import Session
from ledger import balances

MOST = 1000


def standings(session: Session) -> list[dict[str, Any]]:
    """The richest first; equals share a place. Who was sent away is not named."""
    rows = session.players.filter(removed_at=None).values_list("nickname", "purse", "stakes_account")
    players = list(rows)
    held = balances.balances(account for _, *accounts in players for account in accounts)
    worth = sorted(
        ((held[purse] + held[stakes], name) for name, purse, stakes in players), key=lambda row: (-row[0], row[1])
    )
    found: list[dict[str, Any]] = []
    for at, (counters, nickname) in enumerate(worth[:MOST], 1):
        place = found[-1]["place"] if found and found[-1]["counters"] == counters else at
        found.append({"place": place, "nickname": nickname, "counters": counters})
    return found
