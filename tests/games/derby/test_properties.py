"""What is true of every race of the family, whatever is thrown."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.derby.race import Race
from games.kit.entering import Enter
from games.kit.game import Dice
from games.kit.payments import Reason, net
from tests.games.derby.racing import DERBY, SIX, entered, race, table
from tests.games.driving import draws

WAYS: list[dict[str, Any]] = [
    *DERBY.variants(),
    {"variant": "derby-day", "overshoot": "clip"},
    {"variant": "grand-national", "overshoot": "clip", "donkey": True},
    {"variant": "myopia", "myopia_finish": "english"},
]
ways = pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(str, way.values())))
few = settings(max_examples=15, deadline=None)
seeds, players = st.integers(0, 2**64), st.integers(2, 6)


def states_of(state: Race, seed: int) -> list[Race]:
    """Every state of a race under fair dice."""
    states, chance = [state], draws(seed)
    while wanted := DERBY.chance(states[-1]):
        assert isinstance(wanted, Dice)
        states.append(DERBY.play(states[-1], chance.move(wanted)).state)
        assert len(states) < 1000, "the race does not end"
    return states


@pytest.mark.rule("derby:R-2", "derby:G-2", "derby:M-1")
@ways
@few
@given(seed=seeds, players=players)
def test_horses_never_go_back_nor_past_the_post_nor_past_a_hurdle(way: dict[str, Any], seed: int, players: int) -> None:
    states = states_of(race(SIX[:players], **way), seed)
    for before, later in pairwise(states):
        for at, to in zip(before.positions, later.positions, strict=True):
            assert at <= to <= 16
            assert not any(at < hurdle < to for hurdle in later.course.hurdles)
            assert to - at <= (1 if at in later.course.hurdles else later.course.dice)


@pytest.mark.rule("derby:R-7", "derby:X-2")
@ways
@few
@given(seed=seeds, players=players)
def test_every_race_ends_with_an_outcome_that_was_foreseen(way: dict[str, Any], seed: int, players: int) -> None:
    *running, over = states_of(race(SIX[:players], **way), seed)
    result = DERBY.result(over)
    assert result is not None
    assert all(result.outcome in DERBY.outcomes(state) for state in running)
    assert result.finish == (DERBY.winners(result.outcome),)
    home = {horse for horse in over.horses if horse not in over.unfinished}
    assert over.donkey or set(over.winners) == home
    assert not over.donkey or len(over.unfinished) <= 1
    assert all(DERBY.result(state) is None for state in running)


@pytest.mark.rule("derby:R-8", "derby:X-4")
@ways
@few
@given(seed=seeds, players=players, ante=st.integers(1, 9))
def test_every_counter_of_the_pot_is_paid_out_once(way: dict[str, Any], seed: int, players: int, ante: int) -> None:
    seats = SIX[:players]
    round_ = table(*seats, options={**way, "players": players, "ante": ante})
    chance = draws(seed)
    for seat in seats:
        round_ = round_.play(Enter(seat=seat))
    while wanted := DERBY.chance(round_.state):
        round_ = round_.play(chance.move(wanted))
    payments = round_.settle().payments
    assert sum(each.amount for each in payments if each.reason is Reason.POT) == ante * players
    assert net(payments, seats)["pot"] == 0
    paid = [each.payee.seat for each in payments if each.reason is Reason.POT]
    assert set(paid) <= {round_.state.owner(horse) for horse in round_.state.winners}


@pytest.mark.rule("derby:R-6")
@few
@given(seed=seeds)
def test_who_enters_and_who_throws_changes_nothing_for_the_horses(seed: int) -> None:
    alone = states_of(race(), seed)
    owned = states_of(entered(race("ABC", players=3, ante=1, race=5), "BCA"), seed)
    assert [state.positions for state in alone] == [state.positions for state in owned]
