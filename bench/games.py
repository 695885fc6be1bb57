"""Games without a database: many races at once beside a plain Python loop, and exact odds at any moment of a race."""

import json
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench import ascot, derby
from bench.table import Ratio, Row, duration, rate, text
from casino.trying import BATCH
from games.kit.fair import Draws
from games.kit.values import to_json
from games.minoru.course import LONGEST, LONGEST_WITH_JOKER
from games.minoru.rules import Race
from games.registry import GAMES

SPEEDUP = 15.0
MOST_SECONDS = 0.005
TINY = 1e-12

GAME = GAMES["minoru"]


def plain_loop(lengths: tuple[int, ...], races: int, rng: random.Random, gou_gou: int | None) -> list[int]:
    """What anybody would write first: shuffle a list of numbers, deal five, move the horse with the highest.

    A card is its place in the order of the game, so that nothing has to be compared but numbers; 52 is the joker.
    """
    wins = [0] * 5
    for _ in range(races):
        needs = list(lengths)
        winner = -1
        while winner < 0:
            pack = list(range(52 if gou_gou is None else 53))
            rng.shuffle(pack)
            for at in range(0, 50, 5):
                deal = pack[at : at + 5]
                best = max(deal)
                place = gou_gou if best == 52 and gou_gou is not None else deal.index(best)
                needs[place] -= 1
                if not needs[place]:
                    winner = place
                    break
        wins[winner] += 1
    return wins


def seconds(act: Callable[[], Any]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def state_of(**options: Any) -> Race:
    state: Race = GAME.start(GAME.read_options(options), ())
    return state


def simulation(*, joker: bool, rounds: int, races: int) -> Row:
    import numpy as np

    state = state_of(joker=joker)
    rng, generator = random.Random(1), np.random.default_rng(1)  # noqa: S311 - a bench may be predictable
    gou_gou = 2 if joker else None
    few = races // 20
    plain, ours = [], []
    for _ in range(rounds):
        plain.append(seconds(lambda: plain_loop(state.course.lengths, few, rng, gou_gou)) / few)
        ours.append(seconds(lambda: [GAME.simulate(state, BATCH, generator) for _ in range(0, races, BATCH)]) / races)
    ratio = statistics.median(p / o for p, o in zip(plain, ours, strict=True))
    name = f"races a second, {'with' if joker else 'without'} the joker"
    figures = (rate(1 / statistics.median(ours)), "–", rate(1 / statistics.median(plain)))
    key = "simulate_joker_vs_loop" if joker else "simulate_vs_loop"
    return Row(name, figures, [Ratio(key, ratio, "loop", least=SPEEDUP)])


def positions(course: Any, *, joker: bool) -> Iterator[Race]:
    """Every moment of some races, dealt from a fixed key."""
    for number in range(3):
        draws = Draws(number.to_bytes(32, "big"))
        state = state_of(course=course, joker=joker)
        while (wanted := GAME.chance(state)) is not None:
            yield state
            state = GAME.play(state, draws.move(wanted)).state


def longest_course(*, joker: bool) -> dict[str, Any]:
    """The most that a club's own course may ask for."""
    cloth = to_json(state_of().course)
    length = LONGEST_WITH_JOKER if joker else LONGEST
    horses = [{**track, "length": length} | ({} if joker else {"odds_joker": None}) for track in cloth["horses"]]
    return {**cloth, "joker": joker, "horses": horses}


def seconds_for_odds(state: Race, rounds: int) -> float:
    from games.minoru import odds

    times = []
    for _ in range(rounds):
        odds._wins.cache_clear()  # what is remembered would be no measure
        times.append(seconds(lambda: GAME.chances(state)))
    return min(times)


def live_odds(name: str, course: Any, *, joker: bool, rounds: int) -> Row:
    """The slowest position counts. Those that seem slow are measured again: a noisy moment is not the code."""
    states = sorted(positions(course, joker=joker), key=lambda state: seconds_for_odds(state, 1))
    slowest = max(seconds_for_odds(state, rounds) for state in states[-10:])
    words = f"live odds, {name}{', joker' if joker else ''}, slowest position"
    key = f"live_odds_{name.replace('-', '_')}{'_joker' if joker else ''}"
    return Row(words, (duration(slowest),), [Ratio(key, slowest / MOST_SECONDS, "5 ms", most=1.0)])


def double_event(rounds: int) -> Row:
    """Every place of every horse, exactly, beside the first places only, as floats, by a sum over all sets of cards."""
    from bench.all_sets import winners
    from games.double_event import odds

    game = GAMES["double-event"]
    state = game.start(game.read_options({}), ())
    lengths = tuple(state.course.lengths)
    assert all(
        abs(float(game.chances(state)["win", horse]) - chance) < TINY
        for horse, chance in zip(state.course.order, winners(lengths), strict=True)
    )
    ours, plain = [], []
    for _ in range(rounds):
        odds._places.cache_clear()  # what is remembered would be no measure
        odds._packs.cache_clear()
        ours.append(seconds(lambda: game.chances(state)))
        plain.append(seconds(lambda: winners(lengths)))
    ratio = statistics.median(p / o for p, o in zip(plain, ours, strict=True))
    figures = (duration(statistics.median(ours)), "–", duration(statistics.median(plain)))
    return Row(
        "odds of Double Event from the start", figures, [Ratio("double_event_vs_all_sets", ratio, "all sets", least=10)]
    )


def main(*, quick: bool, as_json: bool) -> None:
    rounds, races = (3, 40_000) if quick else (7, 200_000)
    rows = [simulation(joker=joker, rounds=rounds, races=races) for joker in (False, True)]
    for name, joker in (("jaques", False), ("jaques", True), ("true-odds", True), ("long", False)):
        rows.append(live_odds(name, name, joker=joker, rounds=5 if quick else 30))
    for joker in (False, True):
        rows.append(live_odds("longest", longest_course(joker=joker), joker=joker, rounds=5 if quick else 30))
    rows.append(double_event(3 if quick else 7))
    rows += derby.rows(3 if quick else 7)
    rows += ascot.rows(3 if quick else 7)
    if as_json:
        print(json.dumps({ratio.key: ratio.value for row in rows for ratio in row.ratios}))
        return
    print(f"games: {races:,} races a turn, median of {rounds} interleaved rounds")
    print(text(rows, ours="ours", peer="plain loop"))
