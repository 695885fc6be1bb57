"""All phases of a game and all tasks that can be pending in it, each with what it does."""

from collections.abc import Mapping

from games.ascot import bidding, club, debts, reports, rolling, training, walking
from games.ascot.acting import Part
from games.ascot.pending import Task
from games.ascot.state import Phase

PHASES: Mapping[Phase, Part] = {Phase.PADDOCK: Part({}), Phase.FINISHED: Part({}), **training.PHASES}
TASKS: Mapping[type[Task], Part] = {
    **bidding.TASKS,
    **club.TASKS,
    **debts.TASKS,
    **reports.TASKS,
    **rolling.TASKS,
    **walking.TASKS,
}
