"""Who starts, whose turn it is, which horse has a throw; and whole races."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Literal

import pytest

from games.ascot import playing, race
from games.ascot.flow import Flow
from games.ascot.moves import (
    Assign,
    Colour,
    Hazard,
    Inscription,
    Lane,
    NoObjection,
    Object,
    Roll,
    Throw,
    ThrowStart,
)
from games.ascot.options import Options
from games.ascot.pending import Assigning, Riding
from games.ascot.race_told import (
    HorseDisqualified,
    HorseJostled,
    HorseRode,
    HorseRose,
    HorseWaited,
    PostPassed,
    RaceStarted,
    RaceThrown,
    StartTied,
)
from games.ascot.robots import race as robot
from games.ascot.runners import running
from games.ascot.state import Phase, Standing, State
from games.kit.errors import RuleBroken
from games.kit.game import Happening, Move
from tests.games.ascot.flows import refused, told
from tests.games.ascot.positions import SEATS, owning, position
from tests.games.ascot.race_figures import kitted
from tests.games.ascot.race_support import able, played, racing, seats_of, thrown, where

NUMBERS = range(1, 13)


def starting(**owners: tuple[int, ...]) -> Flow:
    return race.begin(owning(position(len(owners)), **owners))


def thrown_for_start(flow: Flow, *dice: int) -> Flow:
    flow = Flow(flow.edition, flow.state)
    for die in dice:
        flow = playing.play(playing.play(flow, ThrowStart(seat=flow.state.waiting[0])), Roll((die,)))
    return flow


@pytest.mark.rule("ascot:R-1")
def test_the_highest_throw_starts_and_the_others_follow_clockwise() -> None:
    flow = starting(Ada=(1,), Bob=(8,), Cy=(3, 6))
    assert (flow.state.phase, flow.state.waiting) == (Phase.START, ("Ada", "Bob", "Cy"))
    flow = thrown_for_start(flow, 4, 2, 5)
    assert (flow.state.phase, flow.state.turn, flow.state.to_move) == (Phase.RACE, "Cy", (3, 6))
    assert flow.state.throws == 3
    assert told(flow, RaceStarted) == [RaceStarted("Cy")]
    turns = []
    for die in (1, 1, 1, 1):
        turns.append(flow.state.turn)
        flow = thrown(flow, die)
        assert flow.state.task is None
    assert turns == ["Cy", "Cy", "Ada", "Bob"]


@pytest.mark.rule("ascot:R-1")
def test_those_who_tie_throw_again_among_themselves() -> None:
    flow = thrown_for_start(starting(Ada=(1,), Bob=(2,), Cy=(3,), Dan=(4,)), 5, 2, 5, 5)
    assert (flow.state.phase, flow.state.waiting) == (Phase.START, ("Ada", "Cy", "Dan"))
    assert told(flow, StartTied) == [StartTied(("Ada", "Cy", "Dan"), 5)]
    flow = thrown_for_start(flow, 1, 3, 3)
    assert flow.state.waiting == ("Cy", "Dan")
    assert thrown_for_start(flow, 2, 1).state.turn == "Cy"


@pytest.mark.rule("ascot:R-1")
def test_who_has_no_horse_in_the_race_neither_throws_nor_rides() -> None:
    flow = starting(Ada=(1,), Bob=(), Cy=(3,))
    assert flow.state.waiting == ("Ada", "Cy")
    flow = thrown(thrown_for_start(flow, 6, 1), 1)
    assert flow.state.turn == "Cy"


@pytest.mark.rule("ascot:R-23")
def test_without_any_horse_there_is_no_race() -> None:
    assert starting(Ada=(), Bob=()).state.phase is Phase.FINISHED


def test_throws_for_the_start_are_made_in_turn_and_once() -> None:
    flow = starting(Ada=(1,), Bob=(2,))
    assert able(flow) == [ThrowStart(seat="Ada")]
    assert able(flow, "Bob") == []
    assert refused(flow, ThrowStart(seat="Bob")) == "not_your_turn"
    assert refused(flow, Throw(seat="Ada")) == "not_now"
    rolling = played(flow, ThrowStart(seat="Ada"))
    assert refused(rolling, ThrowStart(seat="Ada")) == "not_now"
    assert refused(rolling, Roll((4,), seat="Ada")) == "not_dealer"
    for dice in ((), (7,), (0,), (1, 2), (True,)):
        assert refused(rolling, Roll(dice)) == "wrong_dice"


@pytest.mark.rule("ascot:R-2")
def test_a_player_throws_once_for_each_horse_in_the_order_of_numbers() -> None:
    flow = racing({4: (5, 6), 8: (9, 3), 12: (20, 1)}, Ada=(12, 4, 8), Bob=(1,))
    moved = []
    for _ in range(3):
        moved.append(flow.state.to_move[0])
        flow = thrown(flow, 2)
        assert isinstance(flow.state.task, Riding)
        assert flow.state.task.horse == moved[-1]
        flow = played(flow, able(flow)[0])
        while flow.state.task is not None:
            flow = played(flow, able(flow)[-1])
    assert moved == [4, 8, 12]
    assert flow.state.turn == "Bob"


@pytest.mark.rule("ascot:R-2")
def test_throws_out_of_turn_or_twice_are_refused() -> None:
    flow = racing({4: (5, 6)}, Ada=(4, 8), Bob=(1,))
    assert able(flow) == [Throw(seat="Ada")]
    assert refused(flow, Throw(seat="Bob")) == "not_your_turn"
    assert refused(flow, Throw(seat="Zoe")) == "not_seated"
    assert refused(flow, Assign(8, seat="Ada")) == "not_now"
    rolling = played(flow, Throw(seat="Ada"))
    assert refused(rolling, Throw(seat="Ada")) == "not_now"
    deciding = thrown(flow, 2)
    assert refused(deciding, Throw(seat="Ada")) == "not_now"
    assert refused(deciding, Throw(seat="Bob")) == "not_your_turn"


@pytest.mark.rule("ascot:R-3")
def test_a_throw_can_be_given_to_the_favourite_or_to_the_next_other_horse() -> None:
    flow = racing({}, Ada=(4, 8, 12), Bob=(1,)).with_player("Ada", favourite=8)
    first = thrown(flow, 1)
    assert first.state.task == Assigning("Ada", 1)
    assert able(first) == [Assign(4, seat="Ada"), Assign(8, seat="Ada")]
    for number in (12, 1, 0, -8, 10**30):
        assert refused(first, Assign(number, seat="Ada")) == "wrong_horse"
    assert refused(first, Assign(4, seat="Bob")) == "not_your_turn"
    second = thrown(played(first, Assign(4, seat="Ada")), 1)
    assert able(second) == [Assign(12, seat="Ada"), Assign(8, seat="Ada")]
    third = thrown(played(second, Assign(12, seat="Ada")), 1)
    assert where(third, 8) == (1, 2), "the last throw is the favourite's, and nobody is asked"
    assert third.state.turn == "Bob"


@pytest.mark.rule("ascot:R-3")
def test_once_the_favourite_has_moved_the_others_follow_by_number() -> None:
    flow = racing({}, Ada=(4, 8, 12), Bob=(1,)).with_player("Ada", favourite=12)
    flow = played(thrown(flow, 1), Assign(12, seat="Ada"))
    assert flow.state.to_move == (4, 8)
    assert where(thrown(flow, 1), 4) == (1, 4)


@pytest.mark.rule("ascot:R-3")
def test_a_favourite_that_is_out_gives_no_choice() -> None:
    flow = racing({}, Ada=(4, 8), Bob=(1,)).with_player("Ada", favourite=12)
    flow = flow.with_horse(12, owner="Ada", standing=Standing.LOST)
    assert thrown(flow, 1).state.task is None


# Whole races.

ENDINGS = (HorseRode, HorseJostled, HorseWaited, HorseRose, PostPassed, HorseDisqualified)


def every_move(seat: str) -> Iterator[Move]:
    """Whatever could be tried in a race, and more."""
    yield from (Throw(seat=seat), ThrowStart(seat=seat), NoObjection(seat=seat))
    yield from (Hazard(use_report=use, seat=seat) for use in (True, False))
    for number in range(14):
        yield from (Assign(number, seat=seat), Object(number, seat=seat))
    for number in range(8):
        yield from (Lane(number, seat=seat), Inscription(number, seat=seat))
    for use, advantage, lane in product(("bonus", "drop", "decline"), (True, False), (None, *range(8))):
        yield Colour(use, advantage, lane, seat=seat)  # type: ignore[arg-type]


def accepted(flow: Flow, move: Move) -> bool:
    try:
        playing.play(flow, move)
    except RuleBroken:
        return False
    return True


def check_legal(flow: Flow) -> None:
    """What is listed is accepted, and nothing else is."""
    for seat in flow.state.names:
        listed = able(flow, seat)
        for move in every_move(seat):
            assert accepted(flow, move) == (move in listed), move


def check_position(flow: Flow) -> None:
    cells = [(horse.length, horse.lane) for horse in running(flow.state) if horse.length]
    assert len(cells) == len(set(cells)), "two horses on one cell"
    assert all(1 <= length <= 66 and 1 <= lane <= 6 for length, lane in cells)
    assert all(flow.state.horse(number).standing is Standing.PASSED for number in flow.state.placed)
    assert len(flow.state.placed) <= 3
    assert all(player.disadvantages >= 0 for player in flow.state.players)


@dataclass
class Referee:
    """Keeps count of whose turn it is, and which of his horses have not had their throw."""

    seat: str | None = None
    left: list[int] = field(default_factory=list)
    throwing: bool = False

    def watch(self, before: State, happenings: Iterable[Happening]) -> None:
        for each in happenings:
            if isinstance(each, RaceStarted):
                self.seat = before.names[before.names.index(each.player) - 1]
            elif isinstance(each, RaceThrown):
                self._threw(before, each.player)
            elif self.throwing and isinstance(each, ENDINGS):
                self._moved(before.player(self.seat or "").favourite, each.horse)

    def _threw(self, state: State, seat: str) -> None:
        if not self.left:
            assert self.seat is not None
            following = (*state.clockwise_from(self.seat)[1:], self.seat)
            self.seat = next(each for each in following if state.horses_of(each))
            self.left = [horse.number for horse in state.horses_of(self.seat)]
        assert seat == self.seat
        self.throwing = True

    def _moved(self, favourite: int | None, number: int) -> None:
        others = [each for each in self.left if each != favourite]
        assert number in self.left
        assert number in (favourite, *others[:1])
        self.left.remove(number)
        self.throwing = False


def drawn(flow: Flow, rng: random.Random) -> Move:
    if playing.chance(flow) is not None:
        return Roll((rng.randint(1, 6),))
    seats = playing.deciders(flow.state)
    assert seats, "somebody is waited for"
    choice = rng.choice([(seat, move) for seat in flow.state.names for move in able(flow, seat)])[1]
    assert isinstance(choice, Move)
    assert all(robot.choose(flow, seat) in able(flow, seat) for seat in seats)
    return choice


def at_the_start(players: int, rng: random.Random, options: Options) -> Flow:
    """Horses and small cards dealt at random, a favourite for every other player."""
    owners = seats_of(rng.sample(NUMBERS, 12), players)
    flow = kitted(owning(position(players, options=options), **owners), rng)
    for seat in SEATS[:players:2]:
        flow = flow.with_player(seat, favourite=rng.choice(owners[seat]))
    return race.begin(flow)


def check_whole_race(flow: Flow, rng: random.Random) -> None:
    referee = Referee()
    for count in range(20_000):
        before = flow.state
        if count % 40 == 0:
            check_legal(flow)
        flow = played(flow, drawn(flow, rng))
        check_position(flow)
        referee.watch(before, flow.told)
        if flow.state.phase is Phase.FINISHED:
            break
    assert flow.state.phase is Phase.FINISHED
    assert len(flow.state.placed) == 3 or not running(flow.state)
    assert flow.paid == ()


OBJECTIONS: tuple[Literal["automatic", "on_claim"], ...] = ("automatic", "on_claim")
FINISHES: tuple[Literal["stay", "advance_if_short"], ...] = ("stay", "advance_if_short")


@pytest.mark.rule("ascot:R-2")
@pytest.mark.rule("ascot:R-3")
@pytest.mark.rule("ascot:R-23")
@pytest.mark.parametrize("objection", OBJECTIONS)
@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_whole_races_at_random_keep_to_the_rules(
    players: int, finish: Literal["stay", "advance_if_short"], objection: Literal["automatic", "on_claim"]
) -> None:
    rng = random.Random(f"{players} {finish} {objection}")
    for _ in range(3):
        check_whole_race(at_the_start(players, rng, Options(objection=objection, finish_rule=finish)), rng)
