"""What stands on every page of a guest."""

from typing import Any

from django.utils import timezone

from casino.api.callers import Caller
from casino.clock import when
from casino.web.guests import session_of
from games.kit.counters import in_colours
from ledger import balances


def frame(guest: Caller) -> dict[str, Any]:
    """Who they are, what is in the purse and on the cloth, and what time it is in the house."""
    player = guest.player
    held = balances.balances([player.purse_id, player.stakes_account_id])
    return {
        "guest": guest,
        "session": session_of(guest),
        "purse": held[player.purse_id],
        "pieces": in_colours(held[player.purse_id]),
        "staked": held[player.stakes_account_id],
        "now": when(timezone.now()),
    }
