# ruff: noqa: ARG002 - what a game leaves out here is answered without looking
"""What a game is to everybody else: pure questions about a frozen state, and moves that make a new one.

A round is the fold of its moves. Chance is a player too: `chance` says what must be drawn, and the draw arrives as
a move, whether a sealed seed, a croupier's fingers or a test's list supplied it. What the rest of the house relies on:

- A round waits for a seat when `automatic` has a move for it, and for chance when `chance` wants something. When both
  `moves` and `chance` have something and `automatic` has not, the seat may act until chance does.
- A die or card never comes in a seat's move: a player who throws makes a move, and chance answers it.
- Moves hold secrets and are nobody's to see before the round is over. Views and happenings are what is shown.
"""

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Literal, TypeVar

from games.kit.catalogue import Catalogue
from games.kit.dice import FACES
from games.kit.errors import RuleBroken
from games.kit.markets import Market
from games.kit.odds import Shares
from games.kit.offices import HOUSE, NOT_SEATS
from games.kit.payments import Payment, Reason
from games.kit.simulation import Randomness, Simulated
from games.kit.values import field_types, from_json, read_json, to_json

State = TypeVar("State")
Finish = tuple[tuple[str, ...], ...]  # the places in order; more than one name in a place is a dead heat


@dataclass(frozen=True)
class Move:
    """One step of a round. Without a seat it is chance's."""

    seat: str | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class Happening:
    """Something to tell the room, or one seat only. Its `str` is a few plain words."""

    only_for: str | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class Between:
    """A move with a free number: this act, with any multiple of `step` from `least` to `most`."""

    act: type[Move]
    least: int
    most: int
    step: int = 1


@dataclass(frozen=True)
class OnSpaces:
    """A move that names a space and a number: this act, on any of these selections of a market, from `least` to `most`.

    The act has the fields `market`, `selection` and one for the number, in this order.
    """

    act: type[Move]
    market: str
    selections: tuple[str, ...]
    least: int
    most: int


@dataclass(frozen=True)
class Choice:
    """A part of a composed move: one of these, or where it is a list any number of them, each once."""

    part: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Amount:
    """A part of a composed move: any multiple of `step` from `least` to `most`."""

    part: str
    least: int
    most: int
    step: int = 1


@dataclass(frozen=True)
class Composed:
    """A move that is put together of parts: this act, with each part as it can be. Not all that can be put together
    need be legal; what is not is refused.
    """

    act: type[Move]
    choices: tuple[Choice, ...] = ()
    amounts: tuple[Amount, ...] = ()


Legal = Move | Between | OnSpaces | Composed


@dataclass(frozen=True)
class Cards:
    """Deal `count` cards from place `start` of this pack, in the order it has under this label.

    Drawing a second time from the same label goes on in the same pack, so a state need not hold the cards to come.
    `typed` is what cards become that a croupier reads off the table, where they lie otherwise than they were dealt.
    """

    label: str
    pack: tuple[Any, ...]
    start: int
    count: int
    becomes: Callable[[tuple[Any, ...]], Move]
    typed: Callable[[tuple[Any, ...]], Move] | None = None


@dataclass(frozen=True)
class Dice:
    """Throw dice. A label is used for one throw only."""

    label: str
    count: int
    becomes: Callable[[tuple[int, ...]], Move]
    faces: int = FACES


@dataclass(frozen=True)
class Step(Generic[State]):
    state: State
    happenings: tuple[Happening, ...] = ()
    payments: tuple[Payment, ...] = ()


@dataclass(frozen=True)
class Result:
    """How a round ended: the outcome that markets are settled by, and the finishing order."""

    outcome: str
    finish: Finish


@dataclass(frozen=True)
class Figure:
    """An exact figure, with a name for programs and words for people, to whom a chance is told in percent."""

    name: str
    words: str
    value: Fraction
    chance: bool = field(default=False, kw_only=True)


@dataclass(frozen=True)
class Face:
    """A card that bears more than its name: how many there are of it in the pack, and the names that stand below."""

    name: str
    count: int
    below: tuple[str, ...]


class Game(ABC, Generic[State]):
    """The rules of one game. An instance holds its courses, its catalogue and nothing that changes."""

    slug: ClassVar[str]
    title: ClassVar[str]
    office: ClassVar[str] = "bank"  # the game's own, which passes from seat to seat
    collects_early: ClassVar[bool] = False  # the office does not wait for the end to take what is lost
    acts_together: ClassVar[bool] = False  # seats decide at the same time, none has to see what another does first
    deals_hands: ClassVar[bool] = False  # to seats, which nobody else may see: no croupier can type them in
    hands_typed: ClassVar[bool] = False  # even so, a croupier who does not play may: hands are hidden for a while only
    set_by_rules: ClassVar[
        tuple[str, ...]
    ] = ()  # options that follow from the round before, and are nobody's to choose
    unit_offices: ClassVar[tuple[str, ...]] = ()  # which have accounts in the game's own unit, where it has one
    before_the_off: ClassVar[tuple[type[Move], ...]] = ()  # moves that are made while stakes are open, and not later
    options_type: ClassVar[type]
    state_type: ClassVar[type]
    view_type: ClassVar[type]
    edition_type: ClassVar[type | None] = None  # what is printed on boards and cards, where views only name it
    move_types: ClassVar[tuple[type[Move], ...]]
    happening_types: ClassVar[tuple[type[Happening], ...]]
    catalogue: Catalogue
    editions: Mapping[str, Any] = MappingProxyType({})  # of the house, by name, where there is such a type

    @abstractmethod
    def start(self, options: Any, seats: tuple[str, ...], holder: str = HOUSE) -> State:
        """A new round with these options, for these seats, the office held by one of them or by the house."""

    def usual_options(self, holder: str) -> Mapping[str, Any]:
        """What a table starts from if nobody says otherwise."""
        return {}

    def variants(self) -> tuple[Mapping[str, Any], ...]:
        """Options worth showing in a catalogue: every course, with and without what a table may vary."""
        return ({},)

    @abstractmethod
    def play(self, state: State, move: Move) -> Step[State]:
        """The state after a move, or `RuleBroken`."""

    @abstractmethod
    def result(self, state: State) -> Result | None: ...

    @abstractmethod
    def view(self, state: State, seat: str | None) -> Any:
        """What this seat may see; without a seat, what everybody may. That of a race has `positions`."""

    def moves(self, state: State, seat: str) -> tuple[Legal, ...]:
        """What this seat may do now."""
        return ()

    def automatic(self, state: State, seat: str) -> Move | None:
        """What the automatic player does for this seat, now that its time has run out; nothing if it need not act."""
        return None

    def eager(self, state: State, seat: str) -> Move | None:
        """What an automatic player does here unasked, while it may: it enters a race, or calls a total."""
        return None

    def unready(self, state: State) -> RuleBroken | None:
        """Why the round cannot begin yet, where it is not a decision of one seat that it waits for."""
        return None

    def given_up(self, state: State) -> tuple[Move, ...]:
        """What the house does for seats when the time is over and the round is not ready: then it begins."""
        return ()

    def unfit(self, state: State) -> RuleBroken | None:
        """Why nobody may be backed beside the game, though it is a race."""
        return None

    @abstractmethod
    def chance(self, state: State) -> Cards | Dice | None:
        """What must be drawn now, if anything."""

    def hurried(self, state: State) -> bool:
        """Whether chance should answer at once, and not at the pace of the table: somebody has shaken the dice."""
        return False

    def next_options(self, options: Mapping[str, Any], state: State) -> Mapping[str, Any]:
        """What the next round at the same table starts from, after this one."""
        return options

    def cutter(self, state: State) -> str | None:
        """Who cuts the pack, in games that have it cut."""
        return None

    def markets(self, state: State) -> tuple[Market, ...]:
        """The fixed odds of this round, before and after the off; nothing as long as they are not decided."""
        return ()

    def takes_stakes(self, state: State) -> bool:
        """Whether stakes may still be made and withdrawn, as far as the rules know."""
        return False

    def outcomes(self, state: State) -> tuple[str, ...]:
        """Every outcome that markets tell apart and that can still come."""
        return ()

    def places(self, outcome: str) -> tuple[str, ...]:
        """The selections that an outcome puts in order: its winner, or the first, the second, the third."""
        return (outcome,)

    def runners(self, state: State) -> tuple[str, ...]:
        """Who can win, in games that are races: a totalisator or a bookmaker can be opened on these."""
        return ()

    def winners(self, outcome: str) -> tuple[str, ...]:
        """The runners that win at an outcome: more than one in a dead heat."""
        return self.places(outcome)[:1]

    def shares(self, state: State) -> Shares:
        """What a win of each runner is worth from here: its chance, and of a dead heat its part."""
        chances = self.chances(state)
        return Shares({runner: chances["win", runner] for runner in self.runners(state)})

    def collects(self, state: State) -> Reason:
        """Under which reason stakes are collected that can win at no outcome any more, where `collects_early`."""
        return Reason.LOST

    def pot(self, state: State) -> bool:
        """Whether a round is played for a pot that antes fill."""
        return False

    def unit(self, state: State) -> str | None:
        """The unit of its own that a round is played in, if it is not played for counters. It comes out of a box."""
        return None

    def clearing(self, state: State) -> tuple[Payment, ...]:
        """What is paid when a finished round is settled, beside stakes: what was out of the box goes back."""
        return ()

    def sweep(self, state: State) -> tuple[Payment, ...]:
        """What is paid when a table closes after this settled round: what it left for a next one goes elsewhere."""
        return ()

    def chances(self, state: State) -> Mapping[tuple[str, str], Fraction]:
        """The exact chance of every space from here, by market and selection."""
        return {}

    def outcome_chances(self, state: State) -> Mapping[str, Fraction]:
        """The exact chance of every outcome from here; nothing where spaces that win at one outcome only do not tell
        them all apart. A game with other spaces knows better.
        """
        known = self.chances(state)
        found = {
            space.wins[0]: known[market.name, space.selection]
            for market in self.markets(state)
            for space in market.spaces
            if len(space.wins) == 1 and (market.name, space.selection) in known
        }
        return found if set(found) == set(self.outcomes(state)) else {}

    def figures(self, state: State) -> tuple[Figure, ...]:
        """Other exact figures worth knowing before a round."""
        return ()

    def faces(self, state: State) -> tuple[Face, ...]:
        """The cards of the pack, where something is printed on them that players have to know."""
        return ()

    def about(self, state: State) -> tuple[str, ...]:
        """What a person should know beside the odds: which course, where it comes from."""
        return ()

    def term(self, state: State) -> int:
        """For how many settled rounds a player holds the office."""
        return 1

    @abstractmethod
    def simulate(self, state: State, rounds: int, randomness: Randomness) -> Simulated:
        """Play many rounds at once from the start."""

    def read_options(self, data: Any) -> Any:
        return read_json(self.options_type, data, "options", "bad_option")

    def read_state(self, data: Any) -> State:
        state: State = from_json(self.state_type, data)
        return state

    def read_move(self, data: Any) -> Move:
        """A move from `{"seat": …, act: …}`; chance has no seat."""
        acts = [name for name in data if name != "seat"] if isinstance(data, Mapping) else []
        if len(acts) != 1:
            raise RuleBroken("bad_move", "A move is an object with one act, such as %(act)s.", act=self._acts()[0])
        for kind in self.move_types:
            if tag(kind) == acts[0]:
                return _read(kind, data[acts[0]], data.get("seat"))
        known = ", ".join(self._acts())
        raise RuleBroken("unknown_move", "%(act)s is no move of this game. It has: %(acts)s.", act=acts[0], acts=known)

    def _acts(self) -> list[str]:
        return [tag(kind) for kind in self.move_types]


def checked_seats(seats: Sequence[Any], holder: str) -> tuple[str, ...]:
    """These seats, if their names tell them apart from each other and from the offices, and the holder is one."""
    for seat in seats:
        if type(seat) is not str or not proper_name(seat) or seat in NOT_SEATS:
            raise RuleBroken("bad_seat", "%(seat)s is no name for a seat.", seat=seat)
    if len(set(seats)) < len(seats):
        raise RuleBroken("seat_taken", "Every seat has a name of its own.")
    if holder != HOUSE and holder not in seats:
        raise not_seated(holder)
    return tuple(seats)


def not_seated(name: object) -> RuleBroken:
    return RuleBroken("not_seated", "%(seat)s does not sit at this table.", seat=name)


def waited_for(game: Game[Any], state: Any, seats: Iterable[str]) -> list[str]:
    """The seats without which the round cannot go on."""
    return [seat for seat in seats if game.automatic(state, seat) is not None]


def proper_name(name: str) -> bool:
    """Whether a name can be told apart from others by looking: no blanks at its ends, one spelling of each letter."""
    return name == unicodedata.normalize("NFC", name).strip() != "" and name.isprintable()


def tag(kind: type) -> str:
    """How a kind of move or happening is called in JSON: `PackShuffled` is `pack_shuffled`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


def written(thing: Move | Happening) -> dict[str, Any]:
    """As JSON: `{"deal": ["QS", …]}`. One fact stands alone, several are an object, none is `true`."""
    own = {part.name: to_json(getattr(thing, part.name)) for part in _facts(type(thing))}
    fact: Any = own if len(own) > 1 else next(iter(own.values()), True)
    who = {part.name: getattr(thing, part.name) for part in fields(thing) if part.kw_only}
    return {name: seat for name, seat in who.items() if seat is not None} | {tag(type(thing)): fact}


def _facts(kind: type[Move] | type[Happening]) -> list[Any]:
    return [part for part in fields(kind) if not part.kw_only]


def _read(kind: type[Move], fact: Any, seat: Any) -> Move:
    """The other way round, for a move. Who makes it is said beside the act, never inside."""
    act, names = tag(kind), [part.name for part in _facts(kind)]
    if not names:
        _part(Literal[True], fact, act)
        return kind(seat=_part(str | None, seat, "seat"))
    if len(names) == 1:
        alone = _part(field_types(kind)[names[0]], fact, act)
        return kind(**{names[0]: alone, "seat": _part(str | None, seat, "seat")})
    facts = _part(dict[str, Any], fact, act)
    if "seat" in facts:
        raise RuleBroken("bad_move", "%(where)s should be %(wanted)s.", where=f"{act}.seat", wanted="beside the act")
    move: Move = _part(kind, {**facts, "seat": seat}, act)
    return move


def _part(kind: Any, data: Any, where: str) -> Any:
    return read_json(kind, data, where, "bad_move")
