"""A scripted round through rules and settlement. docs/replay.md is the format."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.kit.beside import TOTALISATOR, Beside
from games.kit.errors import RuleBroken
from games.kit.game import Finish, Game, written
from games.kit.offices import BOX, CARRY_OVER, HOUSE, POT, Office
from games.kit.payments import Payment, Reason, net
from games.kit.round import Phase, Round
from games.kit.values import read_json, to_json


@dataclass(frozen=True)
class StakeAlone:
    """What is staked, of any type: the rules themselves say what is wrong with it."""

    market: Any
    selection: Any
    counters: Any


@dataclass(frozen=True)
class ScriptedStake(StakeAlone):
    seat: Any


@dataclass(frozen=True)
class ScriptedRound:
    stakes: tuple[ScriptedStake, ...] = ()
    moves: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Script:
    """One round, or several `rounds` at one table, where the office passes as the rules say."""

    game: str
    options: dict[str, Any] = field(default_factory=dict)
    seats: tuple[Any, ...] = ()
    office: str = HOUSE
    stakes: tuple[ScriptedStake, ...] = ()
    moves: tuple[Any, ...] = ()
    rounds: tuple[ScriptedRound, ...] | None = None
    purses: dict[str, int] = field(default_factory=dict)
    funds: dict[str, int] = field(default_factory=dict)
    beside: Beside = field(default_factory=Beside)  # what is opened on a race beside the game's own odds
    carried: int = 0  # into the first pool


@dataclass(frozen=True)
class Place:
    """Where in a script something stands. All are counted from 1; move 0 is what comes before the first."""

    move: int = 0
    stake: int | None = None
    round: int | None = None


class Refusal(Exception):
    """A rule broken in a script."""

    def __init__(self, broken: RuleBroken, place: Place) -> None:
        super().__init__(broken.sentence)
        self.broken = broken
        self.place = place

    def as_json(self) -> dict[str, Any]:
        where = {name: number for name, number in vars(self.place).items() if number is not None}
        return {"refused": {"code": self.broken.code, "sentence": self.broken.sentence, **where}}


def read_script(data: Any) -> Script:
    script: Script = read_json(Script, data, "script", "bad_script")
    if script.rounds is not None and (script.stakes or script.moves):
        raise RuleBroken("bad_script", "A script has rounds, or stakes and moves of one round, not both.")
    return script


def replay(game: Game[Any], script: Script) -> dict[str, Any]:
    """Every move with what it did, then the finish and what each seat and office gained. Raises `Refusal`."""
    if script.rounds is None:
        only = _Replay(game, script, ScriptedRound(script.stakes, script.moves))
        return {"game": game.slug, **only.run(script.office)}
    return {"game": game.slug, "rounds": _play_rounds(game, script, script.rounds)}


def _play_rounds(game: Game[Any], script: Script, rounds: tuple[ScriptedRound, ...]) -> list[dict[str, Any]]:
    """One round after another: what was won or lost goes on to the next, and the office passes."""
    told: list[dict[str, Any]] = []
    office: Office | None = None
    for number, scripted in enumerate(rounds, 1):
        replayed = _Replay(game, script, scripted, number)
        holder = office.holder if office else script.office
        told.append(replayed.run(holder))
        office = office or Office(holder, game.term(replayed.round.state))
        if replayed.round.phase is Phase.SETTLED and holder != HOUSE:
            office = office.after_a_settled_round(replayed.round.seats, replayed.round.seats)
        if replayed.round.phase not in {Phase.SETTLED, Phase.VOID} and number < len(rounds):
            unfinished = RuleBroken("not_finished", "The round is not over yet.")
            raise Refusal(unfinished, Place(move=len(scripted.moves), round=number))
        script = replace(
            script,
            options=dict(game.next_options(script.options, replayed.round.state)),
            purses=replayed.left(script.purses),
            funds=replayed.left(script.funds),
            carried=replayed.left({CARRY_OVER: script.carried})[CARRY_OVER],
        )
    return told


class _Replay:
    """One round in the making, for as long as its script is read."""

    round: Round

    def __init__(self, game: Game[Any], script: Script, scripted: ScriptedRound, number: int | None = None) -> None:
        self.game = game
        self.script = script
        self.scripted = scripted
        self.place = Place(round=number)
        self.told: list[dict[str, Any]] = []

    def left(self, held: Mapping[str, int]) -> dict[str, int]:
        """What these seats or offices hold after the round."""
        gained = net(self.round.payments, held)
        return {name: counters + gained[name] for name, counters in held.items()}

    def run(self, holder: str) -> dict[str, Any]:
        try:
            self._open(holder)
            for number, move in enumerate(self.scripted.moves, 1):
                self.place = replace(self.place, move=number)
                self.round = self._after(move)
                self._tell(move)
                self._lay_once_open()
            if self.waiting:  # stakes were never open: the refusal says so
                self._lay()
            return self._answer()
        except RuleBroken as broken:
            raise Refusal(broken, self.place) from None

    def _open(self, holder: str) -> None:
        script = self.script
        options = self.game.read_options(script.options)
        self.round = Round.open(
            self.game,
            options,
            script.seats,
            holder=holder,
            purses=script.purses,
            funds=script.funds,
            beside=script.beside,
            carried=script.carried,
        )
        self.waiting = self.scripted.stakes
        self._lay_once_open()

    def _lay_once_open(self) -> None:
        """The script's stakes are made as soon as they can be: at once, or when the banker has decided the odds."""
        if self.waiting and self.game.takes_stakes(self.round.state):
            self._lay()

    def _lay(self) -> None:
        moved = self.place
        for number, stake in enumerate(self.waiting, 1):
            self.place = replace(moved, move=0, stake=number)
            self.round = _act(self.round.stake, stake)
        self.place, self.waiting = moved, ()

    def _after(self, move: Any) -> Round:
        """The round after a move of the game, or after one of the acts around it that a script may also name."""
        seat, acts = _divided(move)
        match acts:
            case [("stake", fact)]:
                return _act(self.round.stake, _scripted_stake(seat, fact))
            case [("withdraw", fact)]:
                return _act(self.round.withdraw, _scripted_stake(seat, fact))
            case [("automatic", True)]:
                return self._automatic(seat)
            case [("off" | "void" | "settle" as act, fact)] if seat is None:
                if fact is not True:
                    raise RuleBroken("bad_move", "%(where)s should be %(wanted)s.", where=act, wanted="true")
                return {"off": self.round.off, "void": self.round.void, "settle": self.round.settle}[act]()
        return self.round.play(self.game.read_move(move))

    def _automatic(self, seat: Any) -> Round:
        """The seat's time has run out."""
        move = self.game.automatic(self.round.state, seat)
        if move is None:
            raise RuleBroken("not_waited_for", "Nobody waits for %(seat)s.", seat=seat)
        return self.round.play(move)

    def _tell(self, move: Any) -> None:
        positions = getattr(self.game.view(self.round.state, None), "positions", None)
        happenings = self.round.happenings
        self.told.append(
            {
                "move": move,
                "positions": to_json(positions),
                "happenings": [written(happening) for happening in happenings],
                "words": [str(happening) for happening in happenings],
            }
        )

    def _answer(self) -> dict[str, Any]:
        result = self.game.result(self.round.state)
        if result and self.round.phase is Phase.RUNNING:
            self.round = self.round.settle()
        paid = self.round.phase in {Phase.SETTLED, Phase.VOID}
        return {
            "about": list(self.game.about(self.round.state)),
            "office": self.round.holder,
            "stakes": to_json(self.round.stakes),
            "moves": self.told,
            "phase": self.round.phase.value,
            "finish": finish_as_json(result.finish) if result and self.round.phase is Phase.SETTLED else None,
            "payments": to_json(self.round.payments),
            "net": self._net() if paid else None,
        }

    def _net(self) -> dict[str, int]:
        """What each gained. What goes back into the box at the end, where a game has one, was won before. A pot and a
        pool are paid out whole, and are not told; what a totalisator keeps has names of its own.
        """
        if self.game.unit(self.round.state) is not None:
            return self._net_in_its_unit()
        gained = net(self.round.payments, [*self.round.seats, self.game.office, *self.round.sides.offices])
        for emptied in (POT, TOTALISATOR):
            assert gained.pop(emptied, 0) == 0, f"the {emptied} is paid out"
        return gained

    def _net_in_its_unit(self) -> dict[str, int]:
        """In points or francs. Who wins counters besides, out of a pot, is told with the payments. Offices pass on what
        they earn, and are told only if something is left with them.
        """
        own = [payment for payment in self.round.payments if not _in_counters(payment)]
        gained = net([payment for payment in own if payment.reason is not Reason.BOX], [*self.round.seats, BOX])
        return {name: n for name, n in gained.items() if n or name in {*self.round.seats, BOX}}


def finish_as_json(finish: Finish) -> list[Any]:
    """One element per place; a dead heat is a list inside."""
    return [place[0] if len(place) == 1 else list(place) for place in finish]


def _in_counters(payment: Payment) -> bool:
    return bool({payment.payer.role, payment.payee.role} & {"purse", POT})


def _divided(move: Any) -> tuple[Any, list[tuple[str, Any]]]:
    """Who makes a move, and what is done in it."""
    if not isinstance(move, Mapping):
        return None, []
    return move.get("seat"), [(name, fact) for name, fact in move.items() if name != "seat"]


def _act(act: Callable[[Any, Any, Any, Any], Round], stake: ScriptedStake) -> Round:
    return act(stake.seat, stake.market, stake.selection, stake.counters)


def _scripted_stake(seat: Any, fact: Any) -> ScriptedStake:
    """A stake among the moves. Who makes it is said beside the act, never inside."""
    return ScriptedStake(seat=seat, **vars(read_json(StakeAlone, fact, "stake", "bad_move")))
