"""All phases of a game and all tasks that can be pending in it, each with what it does."""

from collections.abc import Mapping

from games.ascot import race, riding, rolling, stops
from games.ascot.acting import Part
from games.ascot.pending import Task
from games.ascot.state import Phase

PHASES: Mapping[Phase, Part] = {**race.PHASES, Phase.FINISHED: Part({})}
TASKS: Mapping[type[Task], Part] = {**rolling.TASKS, **race.TASKS, **riding.TASKS, **stops.TASKS}
