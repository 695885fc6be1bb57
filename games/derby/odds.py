"""The prospects of every race of the family, at any moment.

Where only its own number moves a horse, a table holds all positions. Where totals do, horses on the same spaces differ,
and there are too many positions to keep: the start was worked out beforehand, positions late in a race are worked out
when somebody asks, and those between are estimated.
"""

from collections.abc import Mapping

from games.derby.course import SPACES, Course
from games.derby.estimate import estimate
from games.derby.grid import exact, points
from games.derby.law import LEAST, MOST, Race, law_of
from games.derby.prospect import Prospect, decided
from games.derby.table import Table
from games.kit.keeping import Keep, in_memory

MOST_POINTS = 200_000  # of a grid: a third of a second
MOST_TABLES = 48  # at hand: all races of the house, and some on courses that clubs bring along


class Prospects:
    """`starts` are prospects from the start, by the names of races. Tables stay at hand once they were needed."""

    def __init__(self, starts: Mapping[str, Prospect], keep: Keep | None = None) -> None:
        self.starts = starts
        self.keep = keep or in_memory()
        self.tables: dict[Race, Table] = {}

    def of(self, course: Course, donkey: bool, positions: tuple[int, ...]) -> Prospect:  # noqa: FBT001
        assert LEAST <= len(positions) <= MOST
        assert all(1 <= at <= SPACES for at in positions)
        race = Race(law_of(course), donkey, len(positions))
        if over := decided(race, positions):
            return over
        if race.law.exchangeable:
            return self._table(race).prospect(positions)
        if set(positions) == {1} and race.name in self.starts:
            return self.starts[race.name]
        return exact(race, positions) if points(race, positions) <= MOST_POINTS else estimate(race, positions)

    def _table(self, race: Race) -> Table:
        table = self.tables.get(race)
        if table is None:
            table = self.tables[race] = Table.kept(race, self.keep)
            if len(self.tables) > MOST_TABLES:
                self.tables.pop(next(iter(self.tables)), None)
        return table
