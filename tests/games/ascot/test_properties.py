"""Whatever anybody does: legal moves at random through whole games, and illegal ones that change nothing."""

import random
import re
from collections.abc import Callable
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ascot.pending import Task, Walking
from games.ascot.state import Phase, State
from games.kit.errors import RuleBroken
from games.kit.game import tag, written
from games.kit.values import canonical
from tests.games.ascot.whole_games import ASCOT, check_kept, check_sound, started
from tests.games.driving import draws, next_move
from tests.games.test_laws import offered

SOME = [-500, 0, 1, 3, 7, 12, 13, 250, 500, 1_000, 10**6, 10**30]
JUNK = [None, True, False, "", "1", "stevens", "v01", "Ada", 0.5, 1e300, [], ["1", "1"], {}, {"to": "Ada"}, *SOME]
ACTS = [*(tag(kind) for kind in ASCOT.move_types), "nonsense"]
WITH_CARE = {"objection": "on_claim", "free_trade_during_training": True, "unowned_fee": "bank"}


def illegal(state: State, rng: random.Random) -> dict[str, Any]:
    """Most likely so: any act, by any seat or none, with anything."""
    seat = rng.choice([*state.seats, "Zoe", None])
    return {act: fact for act, fact in (("seat", seat), (rng.choice(ACTS), rng.choice(JUNK))) if act != "seat" or seat}


def check_refused(state: State, told: dict[str, Any]) -> bool:
    """Whether it is refused with a code and a sentence; if not, the game has offered it. The state is as it was."""
    before = canonical(state)
    try:
        move = ASCOT.read_move(told)
        ASCOT.play(state, move)
    except RuleBroken as broken:
        known = bool(re.fullmatch("[a-z_]+", broken.code)) and broken.sentence != ""
        return known and canonical(state) == before
    assert canonical(state) == before
    assert offered(ASCOT, state, move), f"{told} was accepted"
    return False


def chooser(rng: random.Random) -> Callable[[Any], Any]:
    return lambda able: able[rng.randrange(len(able))]


def check_game(players: int, seed: int, **options: Any) -> tuple[set[Phase], set[type[Task]], int]:
    """A game at random: phases and tasks that it came to, and how many moves were refused."""
    rng, chance = random.Random(f"{players} {seed}"), draws(seed)
    state = started(players, **options)
    phases, tasks, refused = {state.phase}, set[type[Task]](), 0
    while (move := next_move(ASCOT, state, state.seats, chance, chooser(rng))) is not None:
        if rng.random() < 0.05:
            refused += check_refused(state, illegal(state, rng))
            others = [seat for seat in state.seats if seat != move.seat]
            refused += check_refused(state, written(move) | {"seat": rng.choice(others)})
        state = ASCOT.play(state, move).state
        check_sound(state)
        phases.add(state.phase)
        tasks |= {type(task) for task in state.pending}
    check_kept(state)
    assert state.phase is Phase.FINISHED
    return phases, tasks, refused


def check_games(seeds: range) -> None:
    """Together they come to every phase, and to everything that can be pending."""
    phases, tasks, refused = set[Phase](), set[type[Task]](), 0
    for seed in seeds:
        for players in range(2, 7):
            found = check_game(players, seed, **(WITH_CARE if seed % 2 else {"auction_reserve": False}))
            phases, tasks, refused = phases | found[0], tasks | found[1], refused + found[2]
    assert phases == set(Phase)
    assert tasks >= set(get_args(Task)) - {Walking}
    assert refused > 100


def test_any_legal_moves_lead_through_every_phase_to_the_end_and_illegal_ones_change_nothing() -> None:
    check_games(range(2))


@settings(max_examples=6, deadline=None, derandomize=True)
@given(players=st.integers(2, 6), seed=st.integers(0, 10**9), options=st.sampled_from([{}, WITH_CARE]))
def test_whoever_plays_and_whatever_falls_a_game_ends(players: int, seed: int, options: dict[str, Any]) -> None:
    check_game(players, seed, **options)


@pytest.mark.slow
def test_many_games_at_random_lead_to_the_end() -> None:
    check_games(range(100, 140))
