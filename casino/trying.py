"""A game at the terminal, without a house: its odds, a scripted round, many rounds at once, a round dealt again."""

import json
import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import isfinite
from operator import add
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from casino.refusals import Refused
from casino.terminal import columns, say, width
from games.kit.counters import in_colours
from games.kit.errors import RuleBroken, printable
from games.kit.game import Game
from games.kit.markets import Priced, alike, names_of, price
from games.kit.odds import Shares, decimal, percent
from games.kit.offices import HOUSE
from games.kit.replay import Place, Refusal, read_script, replay
from games.kit.simulation import Compared, Simulated, compared_chance, compared_edge, compared_mean, compared_share
from games.kit.verifying import Seen, read_transcript, verify
from games.registry import find_game

BATCH = 20_000  # rounds played at once: their packs fit into a processor's cache
ENOUGH = 1_000  # rounds; with fewer a standard error says little


@contextmanager
def telling_refusals(*, as_json: bool) -> Iterator[None]:
    """To a program a refusal is an answer too; a person gets its sentence. The exit code is 2."""
    try:
        yield
    except Refusal as refusal:
        if not as_json:
            raise Refused(refusal.broken.code, f"{_where(refusal.place)}{refusal.broken.sentence}") from None
        _write_json(refusal.as_json())
        sys.exit(2)
    except (RuleBroken, Refused) as refused:
        if not as_json:
            raise
        _write_json({"refused": {"code": refused.code, "sentence": refused.sentence}})
        sys.exit(2)


def verify_round(file: Path, anchor: str | None, off: str | None, *, as_json: bool) -> bool:
    """Deal a round again from its transcript, by all rules of its game. What was not seen is not compared."""
    data = _read(file)
    transcript = read_transcript(data)
    seen = Seen(transcript.table, transcript.round, anchor or transcript.anchor, off)
    verdict = verify(data, find_game(transcript.game), seen)
    if as_json:
        told = {name: [_found(each) for each in getattr(verdict, name)] for name in ("doubts", "remarks")}
        _write_json({"verified": not verdict.doubts, **told})
        return not verdict.doubts
    title = find_game(transcript.game).title
    say(f"{title}, round {transcript.round} of table {transcript.table}: {len(transcript.moves)} moves.")
    for each in (*verdict.doubts, *verdict.remarks):
        say(each.sentence)
    if anchor is None:
        say("The anchor was not compared: give the one that was published when the table opened.")
    say("Something is wrong with it." if verdict.doubts else "It deals again as the transcript says.")
    return not verdict.doubts


def _found(found: RuleBroken) -> dict[str, str]:
    return {"code": found.code, "sentence": found.sentence}


def odds(slug: str, options: str, *, as_json: bool) -> None:
    game, state, spaces = _prices(slug, options)
    figures = game.figures(state)
    if as_json:
        told = {"game": game.slug, "about": game.about(state), "spaces": [_space(priced) for priced in spaces]}
        told["runners"] = _runners(game.shares(state)) if game.runners(state) else []
        _write_json({**told, "figures": {figure.name: str(figure.value) for figure in figures}})
        return
    _introduce(game.title, game.about(state))
    heads = ("market", "selection", "odds", ">chance", "of 100 counters", "exact chance")
    if spaces:
        columns(heads, [_readable(same) for same in alike(spaces)])
    elif game.runners(state):
        _tell_worth(game.shares(state))
    for figure in figures:
        say(f"{figure.words}: {decimal(figure.value, 6)}")


def _tell_worth(shares: Shares) -> None:
    """A race without odds of its own: what a bookmaker would make his prices from."""
    rows = [(runner, f"{percent(share, 4)} %", _fair(share)) for runner, share in shares.each.items()]
    columns(("runner", ">a win is worth", ">fair price"), rows)
    if shares.error is not None:
        say(f"These are estimates, right to about {percent(shares.error)} %; no price is made from them.")


def _fair(share: Fraction) -> str:
    """What one counter should return, the stake included."""
    return decimal(1 / share, 2) if share else "-"


def _runners(shares: Shares) -> list[dict[str, str | None]]:
    error = None if shares.error is None else decimal(shares.error, 12)
    return [
        {"runner": runner, "share": str(share), "share_decimal": decimal(share, 12), "error": error}
        for runner, share in shares.each.items()
    ]


def _readable(same: Sequence[Priced]) -> tuple[str, ...]:
    """A space, or spaces that are worth the same."""
    priced, names = same[0], names_of([each.space.selection for each in same])
    edge = _edge_in_words(priced.edge, priced.market.office)
    odds, chance = priced.space.odds.spoken, f"{percent(priced.chance)} %"
    return priced.market.name, names, odds, chance, edge, str(priced.chance)


def _space(priced: Priced) -> dict[str, str]:
    return {
        "market": priced.market.name,
        "selection": priced.space.selection,
        "odds": str(priced.space.odds),
        "chance": str(priced.chance),
        "chance_decimal": decimal(priced.chance, 12),
        "edge": str(priced.edge),
        "edge_percent": percent(priced.edge, 4),
    }


def _edge_in_words(edge: Fraction, office: str) -> str:
    if not edge:
        return "nobody gains"
    return f"{office} keeps {percent(edge)}" if edge > 0 else f"players gain {percent(-edge)}"


def replay_file(file: Path, *, as_json: bool) -> None:
    told = _replayed(_read_json(file))
    if as_json:
        _write_json(told)
        return
    game = find_game(told["game"])
    for number, round_told in enumerate(told.get("rounds", [told]), 1):
        faced = round_told["stakes"] or round_told["office"] != HOUSE  # somebody stands on the other side of stakes
        title = f"The {game.office} is held by {round_told['office']}" if faced else game.title
        _tell_round(round_told, f"Round {number}. {title}" if "rounds" in told else title)


def _replayed(data: Any) -> dict[str, Any]:
    try:
        script = read_script(data)
        return replay(find_game(script.game), script)
    except RuleBroken as broken:  # no script, or of no game: nothing could begin
        raise Refusal(broken, Place()) from None


def _where(place: Place) -> str:
    parts = (("round", place.round), ("stake", place.stake), ("move", place.move))
    where = ", ".join(f"{name} {number}" for name, number in parts if number)
    return f"{where.capitalize()}: " if where else ""


def _tell_round(told: dict[str, Any], title: str) -> None:
    _introduce(title, told["about"])
    for stake in told["stakes"]:
        pieces = ", ".join(f"{number} {colour}" for colour, number in in_colours(stake["counters"]).items())
        say(f"{stake['seat']} has {stake['counters']} on {stake['market']} {stake['selection']} ({pieces})")
    rows = []
    for number, move in enumerate(told["moves"], 1):
        positions = " ".join(map(str, move["positions"])) if move["positions"] is not None else ""
        rows.append((str(number), _fact(move["move"]), positions, "; ".join(move["words"])))
    columns((">move", "", "positions", "what happened"), rows)
    say(f"Finish: {_finish(told['finish'])}" if told["phase"] != "void" else "Void: all stakes go back.")
    if told["net"] is not None:
        say("Net: " + ", ".join(f"{name} {gain:+d}" if gain else f"{name} 0" for name, gain in told["net"].items()))


def _finish(places: list[Any] | None) -> str:
    if places is None:
        return "not yet"
    return ", ".join(" and ".join(place) if isinstance(place, list) else place for place in places) or "nobody"


def _fact(fact: Any) -> str:
    """JSON in fewer marks."""
    if isinstance(fact, dict):
        return ", ".join(f"{name.replace('_', ' ')} {_fact(part)}".rstrip() for name, part in fact.items())
    if isinstance(fact, (list, tuple)):
        return " ".join(_fact(part) for part in fact)
    return "" if fact is True else json.dumps(fact) if fact is None or fact is False else str(fact)


def simulate(slug: str, options: str, rounds: int, seed: int, *, as_json: bool) -> bool:
    """Whether every figure agrees with the exact one, as far as so many rounds can tell."""
    game, state, spaces = _prices(slug, options)
    rows = list(_compare(game, state, spaces, _run(game, state, rounds, seed)))
    agrees = rounds < ENOUGH or all(row.compared.agrees for row in rows)
    if as_json:
        told = [row.as_json() for row in rows]
        _write_json({"game": game.slug, "rounds": rounds, "seed": seed, "figures": told, "agrees": agrees})
        return agrees
    _introduce(f"{game.title}: {rounds:,} rounds, seed {seed}", game.about(state))
    if not rows:
        say("From here nothing is known exactly that rounds could be held against.", style="bold")
        return agrees
    columns(("", ">exact", ">simulated", ">± error", ">errors apart"), [row.readable() for row in rows])
    if rounds < ENOUGH:
        say(f"Fewer than {ENOUGH:,} rounds prove nothing.", style="bold")
    else:
        say("Every figure agrees." if agrees else "NOT every figure agrees.", style="bold")
    return agrees


def _run(game: Game[Any], state: Any, rounds: int, seed: int) -> Simulated:
    import numpy as np  # a tenth of a second that nothing else here needs

    randomness = np.random.default_rng(seed)
    parts = []
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(f"{game.title}: {rounds:,} rounds", total=rounds)
        for start in range(0, rounds, BATCH):
            parts.append(game.simulate(state, min(BATCH, rounds - start), randomness))
            bar.advance(task, parts[-1].rounds)
    return reduce(add, parts)


@dataclass(frozen=True)
class _Row:
    """A figure compared: for programs by its names, for people in words."""

    names: dict[str, str]
    words: str
    compared: Compared

    def as_json(self) -> dict[str, Any]:
        compared = self.compared
        apart = compared.apart if isfinite(compared.apart) else None  # JSON has no infinity
        found = {"simulated": compared.simulated, "error": compared.error, "apart": apart}
        return {**self.names, "exact": str(compared.exact), **found, "agrees": compared.agrees}

    def readable(self) -> tuple[str, ...]:
        compared = self.compared
        apart = f"{compared.apart:+.1f}{'' if compared.agrees else ' !'}"
        exact = decimal(compared.exact, 6)
        return self.words, exact, f"{compared.simulated:.6f}", f"{compared.error:.6f}", apart


def _compare(game: Game[Any], state: Any, spaces: Sequence[Priced], found: Simulated) -> Iterator[_Row]:
    for priced in spaces:
        market, space = priced.market, priced.space
        where = {"market": market.name, "selection": space.selection}
        chance = compared_chance(priced.chance, sum(found.outcomes[one] for one in space.wins), found.rounds)
        yield _Row({**where, "figure": "chance"}, f"{market.name} {space.selection}", chance)
        edge = compared_edge(space.odds, chance)
        yield _Row({**where, "figure": "edge"}, f"  {market.office} keeps, at {space.odds.spoken}", edge)
    if not spaces and game.runners(state):
        yield from _compare_shares(game, game.shares(state), found)
    figures = {figure.name: figure for figure in game.figures(state)}
    for name, sums in found.sums.items():
        yield _Row({"figure": name}, figures[name].words, compared_mean(figures[name].value, sums, found.rounds))


def _compare_shares(game: Game[Any], shares: Shares, found: Simulated) -> Iterator[_Row]:
    if shares.error is not None:  # there is nothing exact to hold the races against
        return
    for runner, share in shares.each.items():
        times = Counter[int]()
        for outcome, n in found.outcomes.items():
            winners = game.winners(outcome)
            times[len(winners)] += n * (runner in winners)
        yield _Row(
            {"runner": runner, "figure": "share"}, f"a win of {runner}", compared_share(share, times, found.rounds)
        )


def _prices(slug: str, options: str) -> tuple[Game[Any], Any, Sequence[Priced]]:
    game = find_game(slug)
    try:
        data = json.loads(options)
    except (ValueError, RecursionError) as error:
        raise Refused("bad_option", f"The options are no JSON: {error}.") from None
    state = game.start(game.read_options(data), ())
    return game, state, price(game.markets(state), game.chances(state))


def _introduce(title: str, about: Sequence[str]) -> None:
    say(title, style="bold")
    for sentence in about:
        for line in textwrap.wrap(printable(sentence), width()):
            say(line)


def _read_json(file: Path) -> Any:
    data = _read(file)
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, json.JSONDecodeError) else "it cannot be read"
        broken = RuleBroken("bad_script", "%(file)s is no JSON: %(reason)s.", file=str(file), reason=reason)
    raise Refusal(broken, Place())


def _read(file: Path) -> bytes:
    """What a file holds, or what comes in if it is called `-`."""
    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        broken = RuleBroken("bad_script", "%(file)s cannot be read: %(reason)s.", file=str(file), reason=error.strerror)
    raise Refusal(broken, Place())


def _write_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, allow_nan=False) + "\n")
