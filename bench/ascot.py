"""Whole games of Ascot by automatic players, without a database: how long a move takes, how large a state grows."""

import statistics
import time
from collections.abc import Iterator
from typing import Any

from bench.table import Ratio, Row, duration
from games.kit.fair import Draws
from games.kit.game import waited_for
from games.kit.values import canonical, to_json
from games.registry import GAMES

MOST_BYTES = 64 * 1024
MOST_SECONDS = 0.020
PLAYERS = 6
GAME = GAMES["ascot"]


def rows(rounds: int) -> Iterator[Row]:
    """With the edition of the house, which a state names, and with a club's own, which it carries."""
    edition = to_json(GAME.editions["miro-demo-1"])
    yield from _measured("the house's edition", {}, rounds)
    yield from _measured("a club's own edition", {"edition": {**edition, "name": "of-our-own"}}, rounds)


def _measured(name: str, options: dict[str, Any], rounds: int) -> Iterator[Row]:
    games = [_played(options, number) for number in range(rounds)]
    times = [each for taken, _ in games for each in taken]
    largest = max(size for _, size in games)
    key = name.replace("'", "").replace(" ", "_")
    slowest = statistics.median(max(taken) for taken, _ in games)
    yield Row(
        f"a move of Ascot, {name}, mean and slowest",
        (duration(statistics.mean(times)), duration(slowest)),
        [Ratio(f"ascot_move_{key}", slowest / MOST_SECONDS, "20 ms", most=1.0)],
    )
    yield Row(
        f"the largest state, {name}",
        (f"{largest / 1024:.1f} KiB",),
        [Ratio(f"ascot_state_{key}", largest / MOST_BYTES, "64 KiB", most=1.0)],
    )


def _played(options: dict[str, Any], number: int) -> tuple[list[float], int]:
    """What each move took, from the JSON of one state to that of the next as a table would keep it, and the largest."""
    draws, seats = Draws(number.to_bytes(32, "big")), tuple(f"P{place}" for place in range(1, PLAYERS + 1))
    kept = to_json(GAME.start(GAME.read_options(options), seats))
    taken, largest = list[float](), 0
    while True:
        state = GAME.read_state(kept)
        if GAME.result(state) is not None:
            return taken, largest
        late = waited_for(GAME, state, seats)
        wanted = GAME.chance(state)
        move = GAME.automatic(state, late[0]) if late else wanted and draws.move(wanted)
        started = time.perf_counter()
        kept = to_json(GAME.play(GAME.read_state(kept), move).state)  # type: ignore[arg-type]
        taken.append(time.perf_counter() - started)
        largest = max(largest, len(canonical(kept)))
