import pytest

from tests.games.derby import golden
from tests.games.derby.golden import CASES, Case
from tests.games.derby.racing import DERBY, after, race, where
from tests.games.golden import replayed


def check(case: Case) -> None:
    state = race(variant=case.variant, start=case.start, donkey=case.donkey)
    for shown, positions in case.throws:
        assert not state.over
        state = after(state, shown)
        assert where(state) == positions
    result = DERBY.result(state)
    assert (result.outcome if result else "") == case.wins


@pytest.mark.rule("derby:D-1", "derby:D-2", "derby:D-3")
@pytest.mark.parametrize("name", golden.DERBY_DAY)
def test_derby_day_throw_by_throw(name: str) -> None:
    check(CASES[name])


@pytest.mark.rule("derby:K-1", "derby:K-2", "derby:K-3")
@pytest.mark.parametrize("name", golden.KENTUCKY)
def test_the_kentucky_derby_throw_by_throw(name: str) -> None:
    check(CASES[name])


@pytest.mark.rule("derby:G-2", "derby:G-3", "derby:G-4", "derby:G-5")
@pytest.mark.parametrize("name", golden.GRAND_NATIONAL)
def test_the_grand_national_throw_by_throw(name: str) -> None:
    check(CASES[name])


@pytest.mark.rule("derby:M-1", "derby:M-2", "derby:M-3", "derby:M-4", "derby:M-6")
@pytest.mark.parametrize("name", golden.MYOPIA)
def test_myopia_throw_by_throw(name: str) -> None:
    check(CASES[name])


@pytest.mark.rule("derby:X-1", "derby:X-2", "derby:X-3")
@pytest.mark.parametrize("name", golden.DONKEYS)
def test_donkey_races_throw_by_throw(name: str) -> None:
    check(CASES[name])


@pytest.mark.rule("derby:R-6", "derby:R-8", "derby:M-7", "derby:F5")
@pytest.mark.parametrize("name", golden.SCRIPTS)
def test_golden_scripts(name: str) -> None:
    golden.check(name, replayed(DERBY, name))
