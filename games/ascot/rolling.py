"""Dice that chance has thrown, in whatever part of the game they were asked for."""

from collections.abc import Mapping

from games.ascot import race, training
from games.ascot.acting import Part
from games.ascot.flow import Flow
from games.ascot.moves import Roll
from games.ascot.pending import Rolling, Task
from games.ascot.state import Phase
from games.kit.dice import checked

TAKERS = {Phase.TRAINING: training.rolled, Phase.START: race.start_rolled, Phase.RACE: race.rolled}


def _rolled(flow: Flow, move: Roll) -> Flow:
    """The dice are checked and counted here; who takes them gets a flow in which nothing is rolling any more."""
    task = flow.state.task
    assert isinstance(task, Rolling)
    dice = checked(move.dice, count=task.dice)
    thrown = flow.popped().having(throws=flow.state.throws + 1)
    return TAKERS[flow.state.phase](thrown, dice)


TASKS: Mapping[type[Task], Part] = {Rolling: Part({Roll: _rolled})}
