"""Whole games: packs that are shuffled here, players of any kind, and all that must be true after every play."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from games.kit.game import Cards, Happening, Move
from games.musical_casino.contest import Contest
from games.musical_casino.moves import DealScored, Swept
from games.musical_casino.tones import Tone
from tests.games.musical_casino.positions import MUSICAL, conserved

Chooser = Callable[[Contest], Move]


def greedy(state: Contest) -> Move:
    """The automatic player."""
    assert state.turn is not None
    chosen = MUSICAL.automatic(state, state.turn)
    assert chosen is not None
    return chosen


def at_random(seed: int) -> Chooser:
    """Every legal move is as likely as any other."""
    rng = random.Random(f"player {seed}")

    def choose(state: Contest) -> Move:
        assert state.turn is not None
        return rng.choice(MUSICAL.moves(state, state.turn))

    return choose


@dataclass
class Table:
    """A game that is being played. `to_come` are the cards of this deal that nobody has seen, `plays` how many
    there were in each deal, and `ended` the states after each.
    """

    state: Contest
    seed: int
    happenings: list[Happening] = field(default_factory=list)
    plays: list[int] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    to_come: tuple[Tone, ...] = ()
    ended: list[Contest] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

    def play(self, *choosers: Chooser) -> Contest:
        """To the end; players choose in the order in which they sit, and the last chooser is for all others."""
        for _ in self.states(*choosers):
            pass
        return self.state

    def states(self, *choosers: Chooser) -> Iterator[Contest]:
        """Every state in which somebody is to play, and the last. After every play all 52 cards are somewhere."""
        by_seat = {seat: choosers[min(place, len(choosers) - 1)] for place, seat in enumerate(self.state.names)}
        while True:
            if wanted := MUSICAL.chance(self.state):
                self._deal(wanted)
            elif (seat := self.state.turn) is not None:
                yield self.state
                self._take(by_seat[seat](self.state))
                self.plays[-1] += 1
                self.order.append(seat)
                if self.state.between_deals:
                    self.ended.append(self.state)
            else:
                break
            assert conserved(self.state, self.to_come)
        assert MUSICAL.result(self.state) is not None
        yield self.state

    def _deal(self, wanted: Cards) -> None:
        if not wanted.start:
            self.to_come = tuple(self.rng.sample(wanted.pack, len(wanted.pack)))
            self.plays.append(0)
        assert len(self.to_come) == len(wanted.pack) - wanted.start
        dealt, self.to_come = self.to_come[: wanted.count], self.to_come[wanted.count :]
        self._take(wanted.becomes(dealt))

    def _take(self, move: Move) -> None:
        step = MUSICAL.play(self.state, move)
        self.state = step.state
        self.happenings += step.happenings

    @property
    def deals(self) -> int:
        return len(self.plays)

    @property
    def sweeps(self) -> int:
        return sum(isinstance(happening, Swept) for happening in self.happenings)

    @property
    def points(self) -> int:
        scored = [happening for happening in self.happenings if isinstance(happening, DealScored)]
        return sum(score.points for deal in scored for score in deal.scores)
