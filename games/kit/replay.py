"""A scripted round through rules and settlement. docs/replay.md is the format."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.kit.errors import RuleBroken
from games.kit.game import Finish, Game, written
from games.kit.offices import HOUSE, Office
from games.kit.payments import net
from games.kit.round import Phase, Round
from games.kit.values import refuse_malformed, to_json


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


@dataclass(frozen=True)
class Told:
    """One move and what it did, as JSON."""

    move: Any
    positions: Any = None
    happenings: tuple[Any, ...] = ()


class Refusal(Exception):
    """A rule broken in a script, and by which move: they are counted from 1, and 0 is what comes before the first."""

    def __init__(self, broken: RuleBroken, move: int, number: int | None) -> None:
        super().__init__(broken.sentence)
        self.broken = broken
        self.move = move
        self.round = number

    def as_json(self) -> dict[str, Any]:
        where = {"move": self.move} if self.round is None else {"round": self.round, "move": self.move}
        return {"refused": {"code": self.broken.code, "sentence": self.broken.sentence, **where}}


def read_script(data: Any) -> Script:
    script: Script = refuse_malformed(Script, data, "bad_script", "In the script %(where)s should be %(wanted)s.")
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
        told.append({"office": holder, **replayed.run(holder)})
        office = office or Office(holder, game.term(replayed.round.state))
        if replayed.round.phase is Phase.SETTLED and holder != HOUSE:
            office = office.after_a_settled_round(replayed.round.seats, replayed.round.seats)
        script = replace(script, purses=replayed.left(script.purses), funds=replayed.left(script.funds))
    return told


class _Replay:
    """One round in the making, for as long as its script is read."""

    round: Round

    def __init__(self, game: Game[Any], script: Script, scripted: ScriptedRound, number: int | None = None) -> None:
        self.game = game
        self.script = script
        self.scripted = scripted
        self.number = number
        self.told: list[Told] = []

    def left(self, held: Mapping[str, int]) -> dict[str, int]:
        """What these seats or offices hold after the round."""
        gained = net(self.round.payments, held)
        return {name: counters + gained[name] for name, counters in held.items()}

    def run(self, holder: str) -> dict[str, Any]:
        move = 0
        try:
            self._open(holder)
            for move, scripted in enumerate(self.scripted.moves, 1):  # noqa: B007 - told in the refusal
                self.round = self._after(scripted)
                self._tell(scripted)
                self._lay_once_open()
            if self.waiting:  # stakes were never open: the refusal says so
                self._lay()
        except RuleBroken as broken:
            raise Refusal(broken, move, self.number) from None
        return self._finish()

    def _open(self, holder: str) -> None:
        script = self.script
        options = self.game.read_options(script.options)
        self.round = Round.open(
            self.game, options, script.seats, holder=holder, purses=script.purses, funds=script.funds
        )
        self.waiting = self.scripted.stakes
        self._lay_once_open()

    def _lay_once_open(self) -> None:
        """The script's stakes are made as soon as they can be: at once, or when the banker has decided the odds."""
        if self.waiting and self.game.takes_stakes(self.round.state):
            self._lay()

    def _lay(self) -> None:
        for stake in self.waiting:
            self.round = _act(self.round.stake, stake)
        self.waiting = ()

    def _after(self, move: Any) -> Round:
        """The round after a move of the game, or after one of the acts around it that a script may also name."""
        if isinstance(move, Mapping):
            acts = {name: fact for name, fact in move.items() if name != "seat"}
            match list(acts.items()):
                case [("stake" | "withdraw" as act, fact)]:
                    stake = _scripted_stake(move.get("seat"), fact)
                    return _act(self.round.stake if act == "stake" else self.round.withdraw, stake)
                case [("off" | "void" | "settle" as act, True)]:
                    return {"off": self.round.off, "void": self.round.void, "settle": self.round.settle}[act]()
        return self.round.play(self.game.read_move(move))

    def _tell(self, move: Any) -> None:
        positions = getattr(self.game.view(self.round.state, None), "positions", None)
        happenings = tuple(written(happening) for happening in self.round.happenings)
        self.told.append(Told(move, positions, happenings))

    def _finish(self) -> dict[str, Any]:
        result = self.game.result(self.round.state)
        if result and self.round.phase is Phase.RUNNING:
            self.round = self.round.settle()
        paid = self.round.phase in {Phase.SETTLED, Phase.VOID}
        return {
            "moves": to_json(self.told),
            "finish": finish_as_json(result.finish) if result else None,
            "payments": to_json(self.round.payments),
            "net": net(self.round.payments, [*self.round.seats, self.game.office]) if paid else None,
        }


def finish_as_json(finish: Finish) -> list[Any]:
    """One element per place; a dead heat is a list inside."""
    return [place[0] if len(place) == 1 else list(place) for place in finish]


def _act(act: Callable[[Any, Any, Any, Any], Round], stake: ScriptedStake) -> Round:
    return act(stake.seat, stake.market, stake.selection, stake.counters)


def _scripted_stake(seat: Any, fact: Any) -> ScriptedStake:
    """A stake among the moves. Who makes it is said beside the act, never inside."""
    told: StakeAlone = refuse_malformed(StakeAlone, fact, "bad_move", "%(where)s should be %(wanted)s.", where="stake")
    return ScriptedStake(seat=seat, **vars(told))
