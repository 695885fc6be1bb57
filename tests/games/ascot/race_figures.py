"""Many races of automatic players, and what they come to."""

import random
from collections import Counter
from dataclasses import dataclass, field

from games.ascot import colours, playing, race
from games.ascot.edition import Colour, Immunity
from games.ascot.flow import Flow
from games.ascot.moves import Colour as ColourUse
from games.ascot.moves import Roll
from games.ascot.pending import Colouring
from games.ascot.race_told import HorseLost
from games.ascot.robots import race as robot
from games.ascot.state import Phase
from games.kit.game import Move
from tests.games.ascot.positions import EDITION, owning, position
from tests.games.ascot.race_support import seats_of

SAVING = {
    immunity: next(card for card, report in EDITION.reports_by_card.items() if report.immunity is immunity)
    for immunity in Immunity
}


@dataclass
class Tally:
    races: int = 0
    wins: Counter[Colour] = field(default_factory=Counter)
    rounds: int = 0
    lost: int = 0

    def share(self, colour: Colour) -> float:
        return self.wins[colour] / self.races


def kitted(flow: Flow, rng: random.Random) -> Flow:
    """With what training brings: 0.8 Advantages and 0.5 Disadvantages for each horse, a quarter of each report."""
    for player in flow.state.players:
        horses = flow.state.horses_of(player.seat)
        advantages = [EDITION.colour(horse.number) for horse in horses for _ in range(2) if rng.random() < 0.4]
        disadvantages = sum(rng.random() < 0.25 for _ in range(2 * len(horses)))
        reports = tuple(card for card in SAVING.values() if rng.random() < 0.25)
        flow = flow.with_player(player.seat, advantages=tuple(advantages), disadvantages=disadvantages, reports=reports)
    return flow


def tallied(races: int, seed: int, *, bold: bool) -> Tally:
    """Four players with three horses each, none of them a favourite."""
    rng, tally = random.Random(seed), Tally()
    for _ in range(races):
        _run(rng, tally, bold=bold)
    return tally


def _run(rng: random.Random, tally: Tally, *, bold: bool) -> None:
    flow = race.begin(kitted(owning(position(4), **seats_of(rng.sample(range(1, 13), 12), 4)), rng))
    first = None
    while flow.state.phase is not Phase.FINISHED:
        before = flow.state.turn
        flow = playing.play(Flow(flow.edition, flow.state), _move(flow, rng, bold=bold))
        first = first or flow.state.turn
        tally.rounds += first is not None and before != flow.state.turn == first  # the last counts, though cut short
        tally.lost += sum(isinstance(each, HorseLost) for each in flow.told)
    tally.races += 1
    tally.wins[EDITION.colour(flow.state.placed[0])] += 1


def _move(flow: Flow, rng: random.Random, *, bold: bool) -> Move:
    if playing.chance(flow) is not None:
        return Roll((rng.randint(1, 6),))
    (seat,) = playing.deciders(flow.state)
    move = robot.choose(flow, seat)
    assert move is not None
    return _bold(flow, move) if bold and isinstance(move, ColourUse) else move


def _bold(flow: Flow, move: ColourUse) -> Move:
    """Who never declines lengths, wherever they end."""
    task = flow.state.task
    assert isinstance(task, Colouring)
    further = [use for use in colours.choices(flow, task.horse) if use.use == "bonus"]
    return further[0] if move.use == "decline" and further else move
