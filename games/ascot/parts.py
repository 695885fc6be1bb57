"""All phases of a game and all tasks that can be pending in it, each with what it does."""

from collections.abc import Mapping

from games.ascot import (
    appointing,
    betting,
    bidding,
    club,
    deal,
    debts,
    discard,
    entry,
    exchange,
    favourites,
    paddock,
    race,
    reports,
    riding,
    rolling,
    sale,
    stops,
    training,
    walking,
)
from games.ascot.acting import Part
from games.ascot.edition import Business
from games.ascot.pending import Debt, Entering, Lot, Releasing, Task
from games.ascot.state import Phase
from games.kit.payments import Reason

# What comes of a lot, by the task that waits for it.
OUTCOMES: bidding.Outcomes = {
    None: sale.OUTCOME,
    Debt: bidding.Outcome(Reason.FORCED_SALE, debts.sold, debts.unsold),
    Releasing: bidding.Outcome(Reason.EQUALISED, paddock.sold, paddock.unsold),
    Entering: bidding.Outcome(Reason.FORCED_SALE, entry.sold, entry.unsold),
}

PHASES: Mapping[Phase, Part] = {
    **deal.PHASES,
    **exchange.PHASES,
    **discard.PHASES,
    **sale.PHASES,
    **training.PHASES,
    **paddock.PHASES,
    Phase.BOOKMAKER: appointing.part(Business.BOOKMAKER, favourites.begin),
    **favourites.PHASES,
    **betting.PHASES,
    **race.PHASES,
    Phase.FINISHED: Part({}),
}
TASKS: Mapping[type[Task], Part] = {
    Lot: bidding.part(OUTCOMES),
    **rolling.TASKS,
    **walking.TASKS,
    **club.TASKS,
    **reports.TASKS,
    **debts.TASKS,
    **paddock.TASKS,
    **entry.TASKS,
    **race.TASKS,
    **riding.TASKS,
    **stops.TASKS,
}
