"""Whole games of automatic players, through the protocol of every game, and what must be true after every move."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from games.ascot.moves import Bid, Colour, Discard, Favourite, Pass
from games.ascot.pending import Lot, Task
from games.ascot.rules import Ascot
from games.ascot.state import Phase, Standing, State
from games.kit.game import Happening, Move, Step
from games.kit.payments import Party, Payment
from games.kit.values import canonical
from tests.games.ascot.flows import francs_in
from tests.games.ascot.positions import EDITION, SEATS, START
from tests.games.driving import draws, keep_accounts
from tests.games.rounds import game_of

ASCOT = game_of(Ascot)
LARGEST = 64 * 1024  # bytes of a state
MOST_MOVES = 3_000

Chooser = Callable[[State, str], Move | None]


def automatic(state: State, seat: str) -> Move | None:
    return ASCOT.automatic(state, seat)


def without_favourite(state: State, seat: str) -> Move | None:
    """The automatic player, but for its favourite: it has none."""
    move = ASCOT.automatic(state, seat)
    return replace(move, horse=None) if isinstance(move, Favourite) else move


def careless(state: State, seat: str) -> Move | None:
    """The automatic player, but it does not want the bookmaker's card, and keeps every Disadvantage."""
    match ASCOT.automatic(state, seat):
        case Discard(cards=cards) if "bookmaker" in state.player(seat).hand:
            return Discard((*(card for card in cards if card != "bookmaker"), "bookmaker"), seat=seat)
        case Bid() if isinstance(state.task, Lot) and state.task.asset == "bookmaker":
            return Pass(seat=seat)
        case Colour(use="drop"):
            return Colour("decline", seat=seat)
        case move:
            return move


def started(seated: int, **options: Any) -> State:
    seats = SEATS[:seated]
    state: State = ASCOT.start(ASCOT.read_options(options), seats)
    for seat in seats[: options.get("players") or 0]:
        entered = ASCOT.eager(state, seat)
        assert entered is not None
        state = ASCOT.play(state, entered).state
    assert isinstance(state, State)
    return state


@dataclass
class Played:
    """A game, and all that was moved, told and paid in it. `unasked` is whether players also do what nobody waits for:
    members take reports.
    """

    seed: int
    state: State
    choose: Chooser = automatic
    unasked: bool = True
    moves: list[Move] = field(default_factory=list)
    told: list[Happening] = field(default_factory=list)
    paid: list[Payment] = field(default_factory=list)
    phases: set[Phase] = field(default_factory=set)
    tasks: set[type[Task]] = field(default_factory=set)

    @cached_property
    def chance(self) -> Any:
        return draws(self.seed)

    def to_the_end(self) -> Self:
        for _ in self.steps():
            pass
        return self

    def steps(self) -> Iterator[tuple[State, Move, Step[State]]]:
        """Every move: the state before it, and what came of it."""
        while (move := self._next()) is not None:
            before, step = self.state, ASCOT.play(self.state, move)
            self.state = step.state
            self.moves.append(move)
            self.told += step.happenings
            self.paid += step.payments
            self.phases.add(step.state.phase)
            self.tasks |= {type(task) for task in step.state.pending}
            assert len(self.moves) < MOST_MOVES, "the game does not end"
            yield before, move, step
        assert ASCOT.result(self.state) is not None

    def _next(self) -> Move | None:
        """What somebody wants unasked, then who is waited for, then chance."""
        for act in (ASCOT.eager, self.choose) if self.unasked else (self.choose,):
            for seat in self.state.seats:
                if (move := act(self.state, seat)) is not None:
                    return move
        wanted = ASCOT.chance(self.state)
        return None if wanted is None else self.chance.move(wanted)


def played(players: int, seed: int, choose: Chooser = automatic, **options: Any) -> Played:
    return Played(seed, started(players, **options), choose).to_the_end()


def check_sound(state: State) -> None:
    """M-4, M-6: every franc is somewhere, and nothing is below nothing."""
    assert francs_in(state) == START * len(state.players) + state.options.carried
    assert min((player.cash for player in state.players), default=0) >= 0
    assert min(state.bank, state.tote, state.escrow, state.carried) >= 0
    for horse in state.horses:
        assert min(horse.steps, horse.advantages, horse.disadvantages, horse.misses, horse.length) >= 0
    assert all(player.misses >= 0 and player.disadvantages >= 0 for player in state.players)
    taken = [
        (horse.length, horse.lane)
        for horse in state.horses
        if horse.owner and horse.length and horse.standing is Standing.IN_PLAY
    ]
    assert len(set(taken)) == len(taken), "two horses on one cell"


def check_kept(state: State) -> None:
    """It can be stored: it is small, and comes back as it was."""
    kept = canonical(state)
    assert len(kept) < LARGEST
    again = ASCOT.read_state(json.loads(kept))
    assert again == state
    assert canonical(again) == kept


def check_accounts(game: Played) -> None:
    """The payments of a game, booked one after another, come to what its state says; then all goes into the box."""
    state = game.state
    funds = {"carry-over": state.options.carried}
    booked = keep_accounts({}, funds, (), [each for each in game.paid if each.payer.role != "purse"])
    assert {seat: booked[Party("holding", seat)] for seat in state.names} == {
        player.seat: player.cash for player in state.players
    }
    kept = {"bank": state.bank, "totalisator": state.tote, "escrow": state.escrow, "carry-over": state.carried}
    assert {role: booked[Party(role)] for role in kept} == kept
    assert kept == {"bank": 0, "totalisator": 0, "escrow": 0, "carry-over": state.carried}
    assert (booked[Party("auctioneer")], booked[Party("bookmaker")]) == (0, 0), "an office keeps nothing"
    cleared = (payment for payment in ASCOT.clearing(state) if payment.payer.role == "holding")
    left = keep_accounts({}, funds, (), [*(each for each in game.paid if each.payer.role != "purse"), *cleared])
    assert {party.role: n for party, n in left.items() if n} == {
        role: n for role, n in {"carry-over": state.carried, "box": state.options.carried - state.carried}.items() if n
    }


def winning_colours(games: int, first: int, *, unasked: bool) -> Counter[str]:
    """Of the first horses of so many games of four players without favourites."""
    found: Counter[str] = Counter()
    for seed in range(first, first + games):
        state = Played(seed, started(4), without_favourite, unasked).to_the_end().state
        found[EDITION.colour(state.placed[0]).value if state.placed else "none"] += 1
    return found
