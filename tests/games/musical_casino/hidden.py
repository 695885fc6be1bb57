"""What somebody cannot see, dealt out otherwise: whoever sees no difference has not looked."""

import random
from collections.abc import Iterable
from typing import Any

from games.musical_casino.contest import Contest
from games.musical_casino.tones import Tone
from tests.games.musical_casino.positions import board_of, holding


def dealt_otherwise(state: Contest, seat: str | None, to_come: Iterable[Tone], rng: random.Random) -> Contest:
    """The cards to come and those in all hands but this seat's, shuffled together and given out again."""
    players = board_of(state).players
    hidden = [*to_come, *(card for player in players if player.seat != seat for card in player.hand)]
    rng.shuffle(hidden)
    hands: list[Any] = []
    for player in players:
        if player.seat == seat:
            hands.append(player.hand)
        else:
            hands.append(tuple(hidden[: len(player.hand)]))
            del hidden[: len(player.hand)]
    return holding(state, hands)
