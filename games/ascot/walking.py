"""A horse walks on the training ground, and obeys where it stops."""

from collections.abc import Mapping

from games.ascot import cells, ground
from games.ascot.acting import Part
from games.ascot.flow import Flow
from games.ascot.pending import Task, Walking
from games.ascot.training_told import HorseHome, HorseWalked, MoveMissed


def _proceed(flow: Flow) -> Flow:
    """Nothing, if the horse has been sold or is no longer out since the dice fell."""
    walk, done = flow.state.task, flow.popped()
    assert isinstance(walk, Walking)
    horse = flow.state.horse(walk.horse)
    if horse.owner != walk.seat or not ground.is_out(flow.edition, horse):
        return done
    if horse.misses and not walk.hops:
        return done.with_horse(horse.number, misses=horse.misses - 1).tell(MoveMissed(horse.number))
    return _walked(done, walk, horse.steps + walk.cells)


def _walked(flow: Flow, walk: Walking, steps: int) -> Flow:
    """T-14: home at the count it needs or above it, with nothing left to miss. T15: back to the first cell at most."""
    if steps >= (home := ground.home(flow.edition)):
        return flow.with_horse(walk.horse, steps=home, misses=0).tell(HorseHome(walk.horse))
    steps = max(1, steps)
    cell = ground.cell_number(flow.edition, walk.horse, steps)
    told = flow.with_horse(walk.horse, steps=steps).tell(HorseWalked(walk.horse, walk.cells, steps, cell))
    return cells.obey(told, walk)


TASKS: Mapping[type[Task], Part] = {Walking: Part({}, proceed=_proceed)}
