"""A game at the terminal, without a house: its odds, a scripted round, many rounds at once."""

import json
import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from operator import add
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from casino.refusals import Refused
from casino.terminal import say
from games.kit.errors import RuleBroken
from games.kit.game import Game
from games.kit.markets import Priced, price
from games.kit.odds import decimal, percent
from games.kit.replay import Refusal, read_script, replay
from games.kit.simulation import Compared, Simulated, compared_chance, compared_edge, compared_mean
from games.registry import find_game

BATCH = 20_000  # rounds played at once: their packs fit into a processor's cache
ENOUGH = 1_000  # rounds; with fewer a standard error says little


def odds(slug: str, options: str, *, as_json: bool) -> None:
    game, state, spaces = _prices(slug, options)
    figures = game.figures(state)
    if as_json:
        told = {"game": game.slug, "about": game.about(state), "spaces": [_space(priced) for priced in spaces]}
        _write_json({**told, "figures": {figure.name: str(figure.value) for figure in figures}})
        return
    _introduce(game.title, game.about(state))
    table = _table(("market", "selection", "odds", ">chance in %", "of 100 counters staked", "exact chance"))
    for priced in spaces:
        table.add_row(
            priced.market.name,
            priced.space.selection,
            priced.space.odds.spoken,
            percent(priced.chance),
            _edge_in_words(priced.edge, priced.market.office),
            str(priced.chance),
        )
    _print(table)
    for figure in figures:
        say(f"{figure.words.capitalize()}: {decimal(figure.value, 6)}")


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
    return f"the {office} keeps {percent(edge)}" if edge > 0 else f"players gain {percent(-edge)}"


def replay_file(file: Path, *, as_json: bool) -> None:
    try:
        told = _replayed(_read_json(file))
    except Refusal as refusal:
        if as_json:
            _write_json(refusal.as_json())
            sys.exit(2)
        raise Refused(refusal.broken.code, f"{_where(refusal)}{refusal.broken.sentence}") from None
    if as_json:
        _write_json(told)
        return
    for number, round_told in enumerate(told.get("rounds", [told]), 1):
        if "rounds" in told:
            say(f"Round {number}, office held by {round_told['office']}", style="bold")
        _tell_round(round_told)


def _replayed(data: Any) -> dict[str, Any]:
    try:
        script = read_script(data)
        return replay(find_game(script.game), script)
    except RuleBroken as broken:  # no script, or of no game: nothing could begin
        raise Refusal(broken, 0, None) from None


def _where(refusal: Refusal) -> str:
    round_ = f"Round {refusal.round}" if refusal.round else ""
    move = f"move {refusal.move}" if refusal.move else ""
    return f"{', '.join(filter(None, (round_, move)))}: ".capitalize() if round_ or move else ""


def _tell_round(told: dict[str, Any]) -> None:
    table = _table((">move", "", "positions", "what happened"))
    for number, move in enumerate(told["moves"], 1):
        happened = "; ".join(_sentence(happening, move["move"]) for happening in move["happenings"])
        positions = " ".join(map(str, move["positions"])) if move["positions"] is not None else ""
        table.add_row(str(number), _fact(move["move"]), positions, happened)
    _print(table)
    say(f"Finish: {_finish(told['finish'])}")
    if told["net"] is not None:
        say("Net: " + ", ".join(f"{name} {gain:+d}" if gain else f"{name} 0" for name, gain in told["net"].items()))


def _finish(places: list[Any] | None) -> str:
    if places is None:
        return "not yet"
    return ", ".join(" and ".join(place) if isinstance(place, list) else place for place in places) or "nobody"


def _sentence(happening: dict[str, Any], move: dict[str, Any]) -> str:
    """What happened, without the cards that the move itself names."""
    told, cards = [], [fact for fact in move.values() if isinstance(fact, list)]
    for name, fact in happening.items():
        rest = {key: part for key, part in fact.items() if part not in cards} if isinstance(fact, dict) else fact
        told.append(f"{name.replace('_', ' ')}: {_fact(rest)}")
    return ", ".join(told)


def _fact(fact: Any) -> str:
    """JSON in fewer marks."""
    if isinstance(fact, dict):
        return ", ".join(f"{name.replace('_', ' ')} {_fact(part)}" for name, part in fact.items())
    if isinstance(fact, (list, tuple)):
        return " ".join(_fact(part) for part in fact)
    return {None: "–", True: "yes", False: "no"}[fact] if fact is None or type(fact) is bool else str(fact)


def simulate(slug: str, options: str, rounds: int, seed: int, *, as_json: bool) -> bool:
    """Whether every figure agrees with the exact one, as far as so many rounds can tell."""
    game, state, spaces = _prices(slug, options)
    rows = _compare(game, state, spaces, _run(game, state, rounds, seed))
    agrees = rounds < ENOUGH or all(row.agrees for row in rows)
    if as_json:
        told = [{**vars(row), "exact": str(row.exact), "apart": row.apart} for row in rows]
        _write_json({"game": game.slug, "rounds": rounds, "seed": seed, "figures": told, "agrees": agrees})
        return agrees
    _introduce(f"{game.title}: {rounds:,} rounds, seed {seed}", game.about(state))
    _show_comparison(rows)
    if rounds < ENOUGH:
        say(f"Fewer than {ENOUGH:,} rounds prove nothing.", style="bold")
    else:
        say("Every figure agrees." if agrees else "NOT every figure agrees.", style="bold")
    return agrees


def _run(game: Game[Any], state: Any, rounds: int, seed: int) -> Simulated:
    import numpy as np  # a tenth of a second that nothing else here needs

    randomness = np.random.default_rng(seed)
    parts = []
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(f"{game.title}: {rounds:,} rounds", total=rounds)
        for start in range(0, rounds, BATCH):
            parts.append(game.simulate(state, min(BATCH, rounds - start), randomness))
            bar.advance(task, parts[-1].rounds)
    return reduce(add, parts)


def _compare(game: Game[Any], state: Any, spaces: Sequence[Priced], found: Simulated) -> list[Compared]:
    rows = []
    for priced in spaces:
        times = sum(found.outcomes[outcome] for outcome in priced.space.wins)
        name = f"{priced.market.name} {priced.space.selection}"
        chance = compared_chance(name, priced.chance, times, found.rounds)
        kept = f"{name}, kept by the {priced.market.office} at {priced.space.odds.spoken}"
        rows += [chance, compared_edge(kept, priced.space.odds, chance)]
    figures = {figure.name: figure for figure in game.figures(state)}
    means = [(figures[name], sums) for name, sums in found.sums.items()]
    return rows + [compared_mean(figure.words, figure.value, sums, found.rounds) for figure, sums in means]


def _show_comparison(rows: Sequence[Compared]) -> None:
    table = _table(("figure", ">exact", ">simulated", ">± standard error", ">apart"))
    for row in rows:
        apart = f"{row.apart:+.1f}{'' if row.agrees else ' !'}"
        table.add_row(row.name, decimal(row.exact, 6), f"{row.simulated:.6f}", f"{row.error:.6f}", apart)
    _print(table)


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
        say(sentence)


def _table(heads: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for head in heads:
        table.add_column(head.removeprefix(">"), justify="right" if head.startswith(">") else "left")
    return table


def _print(table: Table) -> None:
    # As wide as it needs to be: a terminal wraps a long fraction, a file keeps it whole.
    console = Console(highlight=False, width=1000)
    with console.capture() as lines:
        console.print(table)
    for line in lines.get().splitlines():
        say(line.rstrip())


def _read_json(file: Path) -> Any:
    try:
        return json.loads(file.read_bytes())
    except OSError as error:
        raise Refused("no_such_file", f"{file} cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError) as error:
        raise Refused("bad_script", f"{file} is no JSON: {error}.") from None


def _write_json(value: Any) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
