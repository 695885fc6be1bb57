"""Dice that fell, for whatever they were thrown for."""

from collections.abc import Mapping

from games.ascot import training
from games.ascot.acting import Part
from games.ascot.flow import Flow
from games.ascot.moves import Roll
from games.ascot.pending import Rolling, Task
from games.kit.dice import checked


def _rolled(flow: Flow, move: Roll) -> Flow:
    task = flow.state.task
    assert isinstance(task, Rolling)
    dice = checked(move.dice, count=task.dice)
    return training.rolled(flow.popped().having(throws=flow.state.throws + 1), dice)


TASKS: Mapping[type[Task], Part] = {Rolling: Part({Roll: _rolled})}
