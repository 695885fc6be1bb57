"""All phases of a game and all tasks that can be pending in it, each with what it does."""

from collections.abc import Mapping

from games.ascot import appointing, betting, bidding, entry, favourites, paddock
from games.ascot.acting import Part
from games.ascot.edition import Business
from games.ascot.pending import Entering, Lot, Releasing, Task
from games.ascot.state import Phase
from games.kit.payments import Reason

# What comes of a lot, by the task that waits for it.
OUTCOMES: bidding.Outcomes = {
    Releasing: bidding.Outcome(Reason.EQUALISED, paddock.sold, paddock.unsold),
    Entering: bidding.Outcome(Reason.FORCED_SALE, entry.sold, entry.unsold),
}

PHASES: Mapping[Phase, Part] = {
    **paddock.PHASES,
    Phase.BOOKMAKER: appointing.part(Business.BOOKMAKER, favourites.begin),
    **favourites.PHASES,
    **betting.PHASES,
    Phase.START: Part({}),
    Phase.FINISHED: Part({}),
}
TASKS: Mapping[type[Task], Part] = {
    Lot: bidding.part(OUTCOMES),
    **paddock.TASKS,
    **entry.TASKS,
}
