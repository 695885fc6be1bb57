"""Laws that hold at every position, races that are over, and tables that are kept."""

from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.derby import odds
from games.derby.law import law_of
from games.derby.odds import Prospects
from games.derby.table import Table, name
from games.kit.keeping import Keep, Make, Sound, in_memory
from tests.games.derby.boards import COURSES, EXCHANGEABLE, STARTS, of, race

spaces = st.integers(1, 15)
fields = st.lists(spaces, min_size=4, max_size=5).map(tuple)
exchangeable = st.sampled_from(EXCHANGEABLE)


@given(exchangeable, st.booleans(), fields)
def test_shares_sum_to_1(course: str, donkey: bool, positions: tuple[int, ...]) -> None:
    found = of(course, positions, donkey=donkey)
    assert sum(found.shares) == 1
    assert all(0 <= share <= 1 for share in found.shares)
    assert found.throws >= 1
    assert found.squares >= found.throws**2


@settings(max_examples=25)
@given(st.booleans(), st.lists(st.integers(9, 15), min_size=4, max_size=5).map(tuple))
def test_shares_sum_to_1_where_totals_jump(donkey: bool, positions: tuple[int, ...]) -> None:
    assert sum(of("myopia", positions, donkey=donkey).shares) == 1


@given(exchangeable, st.booleans(), fields, st.randoms(use_true_random=False))
def test_horses_that_change_places_change_shares(
    course: str, donkey: bool, positions: tuple[int, ...], random: Random
) -> None:
    order = list(range(len(positions)))
    random.shuffle(order)
    before = of(course, positions, donkey=donkey)
    after = of(course, tuple(positions[horse] for horse in order), donkey=donkey)
    assert after.shares == tuple(before.shares[horse] for horse in order)
    assert (after.throws, after.squares, after.dead_heats) == (before.throws, before.squares, before.dead_heats)


@given(st.sampled_from(["derby-day, clipped", "grand-national, clipped", "kentucky"]), fields)
def test_who_is_ahead_wins_more_often_and_is_seldom_last(course: str, positions: tuple[int, ...]) -> None:
    """Not so with an exact count: on 14 a horse has no use for what takes one on 13 home."""
    first, last = (of(course, positions, donkey=donkey).shares for donkey in (False, True))
    for one, other in permutations(range(len(positions)), 2):
        if positions[one] > positions[other]:
            assert first[one] >= first[other]
            assert last[one] <= last[other]


@pytest.mark.parametrize("course", COURSES)
def test_a_race_that_is_over_is_shared_by_those_at_the_post(course: str) -> None:
    found = of(course, (16, 3, 16, 15))
    assert [2 * share for share in found.shares] == [1, 0, 1, 0]
    assert list(found.dead_heats) == [1, 0]
    assert found.throws == found.squares == found.deviation == 0
    assert list(of(course, (16, 16, 16, 1, 2)).dead_heats) == [0, 1]
    assert list(of(course, (1, 2, 3, 4, 5, 16)).shares) == [0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("course", COURSES)
def test_a_donkey_race_is_over_when_one_is_left(course: str) -> None:
    found = of(course, (16, 3, 16, 16), donkey=True)
    assert list(found.shares) == [0, 1, 0, 0]
    assert list(found.dead_heats) == [0, 0]
    assert found.throws == 0


def test_who_came_home_last_cannot_be_told_from_where_all_stand() -> None:
    with pytest.raises(AssertionError):
        of("derby-day", (16, 16, 16, 16), donkey=True)


@pytest.mark.parametrize("positions", [(1, 1, 1), (1,) * 7, (0, 1, 1, 1), (17, 1, 1, 1)])
def test_no_other_race_is_asked_for(positions: tuple[int, ...]) -> None:
    with pytest.raises(AssertionError):
        of("derby-day", positions)


def holding(kept: bytes) -> Keep:
    """A keeper that has this under every name."""
    keep = in_memory()

    def keep_it(name: str, make: Make, sound: Sound) -> bytes:
        keep(name, lambda: kept, bool)
        return keep(name, make, sound)

    return keep_it


class Recorded:
    """A keeper that tells what it was asked for."""

    def __init__(self, keep: Keep) -> None:
        self.keep, self.asked, self.made = keep, list[str](), list[str]()

    def __call__(self, name: str, make: Make, sound: Sound) -> bytes:
        def making() -> bytes:
            self.made.append(name)
            return make()

        self.asked.append(name)
        return self.keep(name, making, sound)


def test_a_table_is_made_once_and_fetched_once_by_each_who_needs_it() -> None:
    shared = in_memory()
    first, second = Recorded(shared), Recorded(shared)
    for keep in (first, first, second):
        prospects = Prospects(STARTS, keep)
        assert prospects.of(COURSES["kentucky"], False, (3, 4, 5, 6)) == of("kentucky", (3, 4, 5, 6))
        prospects.of(COURSES["kentucky"], False, (3, 4, 5, 7))
    assert first.asked == [name(race("kentucky", 4))] * 2
    assert first.made == first.asked[:1]
    assert second.asked == first.made
    assert not second.made


def test_of_many_courses_only_the_last_tables_stay_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "MOST_TABLES", 2)
    prospects = Prospects({})
    for hurdle in (4, 5, 6, 7):
        prospects.of(replace(COURSES["grand-national"], hurdles=(hurdle,)), False, (15, 14, 13, 12))
    last = [law_of(replace(COURSES["grand-national"], hurdles=(hurdle,))) for hurdle in (6, 7)]
    assert [kept.law for kept in prospects.tables] == last


def test_every_race_has_a_table_of_its_own() -> None:
    races = list(product(EXCHANGEABLE, (4, 5, 6), (False, True)))
    assert len({name(race(course, horses, donkey=donkey)) for course, horses, donkey in races}) == len(races)


@settings(max_examples=30)
@given(st.data())
def test_a_damaged_table_is_built_again(data: st.DataObject) -> None:
    this = race("kentucky", 4)
    kept = in_memory()
    Table.kept(this, kept)
    good = kept(name(this), bytes, bool)
    at = data.draw(st.integers(0, len(good) - 1))
    flipped = good[at] ^ data.draw(st.integers(1, 255))
    damaged = data.draw(st.sampled_from([good[:at], good[:at] + bytes([flipped]) + good[at + 1 :], good + b"\0", b""]))
    assert Table.from_bytes(this, damaged) is None
    prospects = Prospects({}, holding(damaged))
    assert prospects.of(COURSES["kentucky"], False, (15, 14, 13, 13)) == of("kentucky", (15, 14, 13, 13))


def test_a_table_of_another_race_is_not_taken_for_this_one() -> None:
    other = Table.kept(race("derby-day", 4), in_memory()).to_bytes()
    assert Table.from_bytes(race("derby-day", 4), other)
    assert Table.from_bytes(race("kentucky", 4), other) is None
    prospects = Prospects({}, holding(other))
    assert prospects.of(COURSES["kentucky"], False, (15, 14, 13, 13)) == of("kentucky", (15, 14, 13, 13))
