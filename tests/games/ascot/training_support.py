"""Training for tests: moves one after another, with chosen dice and reports, and whole trainings at random."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from games.ascot import training
from games.ascot.edition import STABLES, Business, CellKind, Effect, Pack
from games.ascot.flow import Flow, holding
from games.ascot.moves import Bid, Offer, Roll
from games.ascot.options import Options
from games.ascot.playing import chance, deciders, legal, play, run
from games.ascot.state import Packet, Phase
from games.kit.game import Between, Cards, Composed, Dice, Legal, Move
from games.kit.payments import Payment, Reason
from tests.games.ascot.flows import fresh
from tests.games.ascot.positions import EDITION, SEATS, owning, position

HOME = len(EDITION.training.cells) + 1


def training_of(players: int = 4, options: Options | None = None, **owners: Any) -> Flow:
    """Training has begun, with these assets in these hands."""
    flow = position(players, options=options or Options())
    return run(training.begin(owning(flow, **owners)))


def dice(total: int) -> Roll:
    first = max(1, total - 6)
    return Roll((first, total - first))


def paid(payer: str, payee: str, francs: int, reason: Reason) -> Payment:
    return Payment(holding(payer), holding(payee), francs, reason)


def before(flow: Flow, number: int, cell: int, steps: int) -> Flow:
    """A horse so many steps before a cell of the board."""
    gate = EDITION.training.stevens_gate if EDITION.stable(number) == "stevens" else EDITION.training.walroy_gate
    ahead = (cell - gate - 1) % len(EDITION.training.cells) + 1
    return flow.with_horse(number, steps=ahead - steps)


def cell_of(kind: CellKind, at: int = 0) -> int:
    """The number of a cell of this kind."""
    return [number for number, cell in enumerate(EDITION.training.cells, 1) if cell.kind is kind][at]


def card_of(pack: Pack, effect: Effect, at: int = 0) -> str:
    return [report.card for report in EDITION.reports.pack(pack) if report.effect is effect][at]


def turned_up(flow: Flow, pack: Pack, *, first: str = "") -> Flow:
    """All reports of a pack were turned up and lie under it, this one first."""
    cards = [report.card for report in EDITION.reports.pack(pack)]
    under = tuple(sorted(cards, key=lambda card: card != first))
    return flow.having(packs={**flow.state.packs, pack: Packet(len(cards), under)})


def owning_at_random(players: int, rng: Random, options: Options | None = None, cash: int | None = None) -> Flow:
    """All horses and businesses dealt out at random, each with a chance of one in ten to be unsold; nobody has both
    stables.
    """
    owners: dict[str, list[int | Business]] = {seat: [] for seat in SEATS[:players]}
    for number in range(1, 13):
        if rng.random() < 0.9:
            owners[rng.choice(SEATS[:players])].append(number)
    for business in Business:
        able = [seat for seat in owners if business not in STABLES or not {*STABLES} & {*owners[seat]}]
        if rng.random() < 0.9:
            owners[rng.choice(able)].append(business)
    flow = position(players, options=options or Options())
    for seat in owners if cash is not None else ():
        flow = flow.with_player(seat, cash=cash)
    return training.begin(owning(flow, **{seat: tuple(held) for seat, held in owners.items()}))


@dataclass
class Chance:
    """Dice and shuffled packs out of a seed."""

    rng: Random
    packs: dict[str, list[Any]] = field(default_factory=dict)

    def answer(self, flow: Flow) -> Move | None:
        match chance(flow):
            case Dice(count=count, becomes=becomes):
                return becomes(tuple(self.rng.randint(1, 6) for _ in range(count)))
            case Cards(label=label, pack=pack, start=start, becomes=becomes):
                order = self.packs.setdefault(label, self.rng.sample(pack, len(pack)))
                return becomes((order[start],))
        return None


def at_random(flow: Flow, seat: str, listed: Legal, rng: Random) -> Move:
    """One move of what is listed."""
    if isinstance(listed, Between):
        steps = (listed.most - listed.least) // listed.step
        assert listed.act is Bid
        return Bid(listed.least + listed.step * min(steps, rng.choice((0, 1, 4, steps))), seat=seat)
    if isinstance(listed, Composed):
        parts = {choice.part: choice.values for choice in listed.choices}
        to = rng.choice(parts["to"])
        theirs = [asset for asset in parts["ask"] if asset in _owned(flow, to)]
        give = tuple(rng.sample(parts["give"], min(len(parts["give"]), rng.randint(0, 2))))
        ask = tuple(rng.sample(theirs, min(len(theirs), rng.randint(0, 1))))
        return Offer(to, give, ask, 100 * rng.randint(0, 40), 100 * rng.randint(0, 40), seat=seat)
    assert isinstance(listed, Move)
    return listed


def _owned(flow: Flow, seat: str) -> set[str]:
    held = flow.state.businesses_of(seat)
    horses = (str(horse.number) for horse in flow.state.horses_of(seat))
    return {*horses, *held, *flow.state.player(seat).reports}


def played(flow: Flow, rng: Random, chooser: Callable[[Flow], Move], each: Callable[[Flow], None]) -> Flow:
    """Training to its end: chance out of the generator, and seats by the chooser; `each` looks at every flow."""
    fate, flow = Chance(rng), run(flow)
    for _ in range(20_000):
        each(flow)
        if flow.state.phase is not Phase.TRAINING:
            return flow
        flow = play(fresh(flow), fate.answer(flow) or chooser(flow))
    raise AssertionError("training does not end")


def decided(flow: Flow) -> str:
    """Whom training waits for."""
    (seat,) = deciders(flow.state)
    return seat


def listed(flow: Flow, seat: str) -> list[Legal]:
    return list(legal(flow, seat))
