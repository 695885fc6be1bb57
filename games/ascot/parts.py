"""All phases of a game and all tasks that can be pending in it, each with what it does."""

from collections.abc import Mapping

from games.ascot import appointing, betting, bidding, entry, favourites, paddock
from games.ascot.acting import Part
from games.ascot.pending import Task
from games.ascot.state import Phase

PHASES: Mapping[Phase, Part] = {
    **paddock.PHASES,
    **appointing.PHASES,
    **favourites.PHASES,
    **betting.PHASES,
    Phase.START: Part({}),
    Phase.FINISHED: Part({}),
}
TASKS: Mapping[type[Task], Part] = {**paddock.TASKS, **entry.TASKS, **bidding.TASKS}
