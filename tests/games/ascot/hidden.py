"""What a seat cannot see, dealt out otherwise: whoever sees no difference has not looked."""

import random
from dataclasses import replace

from games.ascot.state import State


def dealt_otherwise(state: State, seat: str, rng: random.Random) -> State:
    """The dead hand and all hands but this seat's, shuffled together and given out again in the same numbers."""
    hidden = [*state.dead, *(card for player in state.players if player.seat != seat for card in player.hand)]
    rng.shuffle(hidden)
    players = []
    for player in state.players:
        if player.seat == seat:
            players.append(player)
            continue
        players.append(replace(player, hand=tuple(hidden[: len(player.hand)])))
        del hidden[: len(player.hand)]
    return replace(state, players=tuple(players), dead=tuple(hidden))
