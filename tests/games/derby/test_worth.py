"""What a race is worth, as the game tells it from what is known of a position; here that is made up."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from games.derby.course import Course
from games.derby.prospect import Prospect
from games.derby.race import Race
from games.derby.rules import Derby
from tests.games.derby.racing import DERBY, after, race

F = Fraction


@dataclass(frozen=True)
class Known:
    """The same of every position."""

    prospect: Prospect

    def of(self, course: Course, donkey: bool, positions: tuple[int, ...]) -> Prospect:  # noqa: ARG002
        return self.prospect


def knowing(shares: tuple[Fraction, ...], two: str = "0", three: str = "0", error: str | None = None) -> Derby:
    prospect = Prospect(shares, F(43, 2), F(475), (F(two), F(three)), None if error is None else F(error))
    return Derby(DERBY.courses, DERBY.catalogue, Known(prospect))


ALIKE = (F(1, 6),) * 6
UNLIKE = (F(3, 12), F(3, 12), F(2, 12), F(2, 12), F(1, 12), F(1, 12))


@pytest.mark.rule("derby:R-8")
@pytest.mark.parametrize(
    ("start", "shown", "parts"),
    [("15 1 1 1 1 1", "123", {"1": 1}), ("15 15 1 1 1 1", "123", {"1": 2, "2": 2}), ("15 1 15 1 15 1", "135", {})],
)
def test_when_the_race_is_over_every_winner_has_an_equal_part(start: str, shown: str, parts: dict[str, int]) -> None:
    parts = parts or dict.fromkeys("135", 3)
    shares = DERBY.shares(after(race(start=start), shown))
    assert shares.each == {number: F(1, parts[number]) if number in parts else 0 for number in "123456"}
    assert shares.error is None


def test_during_the_race_it_is_what_is_known_of_the_position() -> None:
    shares = knowing(UNLIKE, error="0.001").shares(after(race(), "123"))
    assert shares.each == dict(zip("123456", UNLIKE, strict=True))
    assert shares.error == F(1, 1000)


def test_where_horses_are_alike_every_dead_heat_of_as_many_is_as_likely() -> None:
    """Worked by hand: 15 pairs share 30/100, 20 threes share 10/100, six horses the other 60/100."""
    chances = knowing(ALIKE, "0.3", "0.1").outcome_chances(race())
    assert len(chances) == 41
    assert {chances[each] for each in "123456"} == {F(1, 10)}
    assert {chances["1=2"], chances["5=6"]} == {F(1, 50)}
    assert {chances["1=2=3"], chances["4=5=6"]} == {F(1, 200)}
    assert sum(chances.values()) == 1


def test_with_two_dice_three_horses_are_never_together() -> None:
    chances = knowing(ALIKE, "0.3").outcome_chances(race(variant="grand-national"))
    assert len(chances) == 21
    assert sum(chances.values()) == 1


@pytest.mark.parametrize("variant", ["kentucky", "myopia"])
def test_without_dead_heats_a_win_is_worth_its_chance(variant: str) -> None:
    chances = knowing(UNLIKE).outcome_chances(after(race(variant=variant), "123"))
    assert chances == dict(zip("123456", UNLIKE, strict=True))


def test_what_nobody_knows_is_not_told() -> None:
    english = race(variant="myopia", myopia_finish="english")
    unknown: list[tuple[Derby, Race]] = [
        (knowing(UNLIKE), after(race(), "123")),
        (knowing(ALIKE), english),
        (knowing(UNLIKE, error="0.001"), race(variant="myopia")),
    ]
    for game, state in unknown:
        assert game.outcome_chances(state) == {}


def test_when_the_race_is_over_its_outcome_is_certain() -> None:
    assert DERBY.outcome_chances(after(race(start="15 15 1 1 1 1"), "123")) == {"1=2": 1}


def test_figures_are_told_before_the_race_where_they_are_exact() -> None:
    def told(game: Derby, state: Race) -> dict[str, Fraction]:
        return {figure.name: figure.value for figure in game.figures(state)}

    known = knowing(ALIKE, "0.3", "0.1")
    assert told(known, race()) == {"throws": F(43, 2), "dead_heat": F(4, 10)}
    assert told(known, race(variant="myopia", donkey=True)) == {"throws": F(43, 2)}
    assert told(known, after(race(), "123")) == {}
    assert told(knowing(ALIKE, error="0.1"), race()) == {}
