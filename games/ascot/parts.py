"""All phases of a game and all tasks that can be pending in it, each with what it does."""

from collections.abc import Mapping

from games.ascot import bidding, club, debts, reports, rolling, training, walking
from games.ascot.acting import Part
from games.ascot.pending import Debt, Lot, Task
from games.ascot.state import Phase
from games.kit.payments import Reason

# What comes of a lot, by the task that waits for it.
OUTCOMES: bidding.Outcomes = {Debt: bidding.Outcome(Reason.FORCED_SALE, debts.sold, debts.unsold)}

PHASES: Mapping[Phase, Part] = {Phase.PADDOCK: Part({}), Phase.FINISHED: Part({}), **training.PHASES}
TASKS: Mapping[type[Task], Part] = {
    Lot: bidding.part(OUTCOMES),
    **club.TASKS,
    **debts.TASKS,
    **reports.TASKS,
    **rolling.TASKS,
    **walking.TASKS,
}
