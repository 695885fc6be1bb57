"""The `casino` command. Bad input gets a sentence and exit code 2.

Django is imported inside the commands that need it: `casino version` and a refusal should not wait for it.
"""

import json
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any
from urllib.request import urlopen

import psutil
import typer
from rich.console import Console
from rich.table import Table

from casino import __version__, environment, processes, terminal
from casino.home import Home, HouseState
from casino.refusals import Refused
from casino.terminal import say
from games.kit.errors import RuleBroken

app = typer.Typer(
    help="Run a house: bank, ledger and tables for an evening with counters.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
edition = typer.Typer(help="Editions of Ascot, as files.", no_args_is_help=True)
app.add_typer(edition, name="edition")

AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]


def main() -> None:
    terminal.make_safe()
    environment.forget_other_peoples_variables()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    # Children run in another folder, where a relative path leads elsewhere.
    os.environ["CASINO_HOME"] = str(Home.from_environment().path)
    try:
        app()
    except (Refused, RuleBroken) as refusal:
        terminal.complain(refusal.sentence)
        sys.exit(2)


@app.command()
def version() -> None:
    """Print the version of the software."""
    say(f"casino {__version__}")


@app.command()
def run(
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port of the web server.")] = 8000,
    host: Annotated[str, typer.Option(help="127.0.0.1 for this machine only.")] = "0.0.0.0",  # noqa: S104
    *,
    demo: Annotated[bool, typer.Option(help="In a house without a session, open one that plays by itself.")] = True,
) -> None:
    """Open the house and keep it running until Ctrl-C."""
    from casino.running import House

    home = Home.from_environment()
    home.make()
    say(f"casino {__version__}: opening the house in {home.path} …")
    say_and_keep = terminal.say_and_keep(home)
    House(home=home, host=host, port=port, demo=demo, say=say_and_keep, opened=terminal.announce).run()


@app.command()
def status(*, as_json: AsJson = False) -> None:
    """Say whether the house is running, and how its parts fare. Exit code 0 if it is ready, 1 if not."""
    home = Home.from_environment()
    state = home.read_state()
    running = state is not None and state.port is not None and processes.find(state.pid, state.mark) is not None
    readiness = _ask_readiness(state) if state and running else {"ready": False, "missing": {}}
    if as_json:
        told = asdict(state) if state and running else {}
        sys.stdout.write(json.dumps({"home": str(home.path), "running": running, **told, **readiness}) + "\n")
    elif state and running:
        _show_status(home, state, readiness)
    else:
        say(f"No house is running on {home.path}. Start it: casino run")
    raise typer.Exit(0 if readiness["ready"] else 1)


def _ask_readiness(state: HouseState) -> dict[str, Any]:
    try:
        with urlopen(f"http://{state.host}:{state.port}/readyz", timeout=10) as answer:
            return dict(json.load(answer))
    except OSError as error:
        body = getattr(error, "read", lambda: b"")()
        try:
            return dict(json.loads(body))
        except ValueError:
            return {"ready": False, "missing": {"web": "The web server does not answer."}}


def _show_status(home: Home, state: HouseState, readiness: dict[str, Any]) -> None:
    say(f"The house on {home.path} is {'ready' if readiness['ready'] else 'running, but not ready'}.")
    for problem in readiness["missing"].values():
        say(f"  {problem}")
    table = Table("part", "process", "restarts", "memory", box=None, padding=(0, 2))
    for child in state.children:
        table.add_row(child.name, str(child.pid or "starting"), str(child.restarts), _memory(child.pid, child.mark))
    Console(highlight=False).print(table)
    for address in ("localhost", *state.addresses):
        say(f"http://{address}:{state.port}")


def _memory(pid: int | None, mark: str) -> str:
    process = processes.find(pid, mark)
    try:
        return f"{process.memory_info().rss / 2**20:.0f} MiB" if process else "–"
    except psutil.Error:
        return "–"


@contextmanager
def _at_the_books() -> Iterator[None]:
    """Django and the database for one command, in a house that has been run before."""
    import django
    from django.db import ProgrammingError

    from casino import servers

    home = Home.from_environment()
    servers.refuse_an_empty_folder(home)
    with servers.database_at_hand(home, terminal.say_aside, alone=False):
        django.setup()
        try:
            yield
        except ProgrammingError:
            raise Refused(
                "no_books_here", "This house has no books yet, or those of an older version. Run it once: casino run"
            ) from None


@app.command()
def verify(
    session: Annotated[str | None, typer.Argument(help="The code of one session; otherwise all of them.")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Check books and tables, while the house runs or not. Exit code 0 if all is in order, 1 if not."""
    with _at_the_books():
        from casino import verifying

        clean = verifying.verify(session, as_json=as_json)
    raise typer.Exit(0 if clean else 1)


@app.command()
def demo(
    rounds: Annotated[int, typer.Option(min=1, max=10_000, help="How many, over all tables.")] = 20,
    players: Annotated[int, typer.Option(min=1, max=1_000, help="How many automatic players.")] = 12,
    tables: Annotated[int, typer.Option(min=1, max=100, help="How many tables.")] = 6,
    *,
    clear: Annotated[bool, typer.Option("--clear", help="Take all demos out of sight instead.")] = False,
) -> None:
    """Play an evening with automatic players and prove its books. Exit code 1 if anything is off."""
    import django

    from casino import running, servers

    home = Home.from_environment()
    home.make()
    with servers.database_at_hand(home, terminal.say_aside, alone=False):
        running.migrate(say)
        django.setup()
        from casino import demonstrating

        clean = demonstrating.clear() if clear else demonstrating.demonstrate(rounds, players, tables)
    raise typer.Exit(0 if clean else 1)


@app.command()
def export(
    session: Annotated[str | None, typer.Argument(help="The code of a session, or latest.")] = None,
    *,
    format_name: Annotated[str, typer.Option("--format", help="csv, xlsx, hledger (ledger too), beancount or jsonl.")],
    journal: Annotated[str, typer.Option(help="counters or money; they are never mixed.")],
    out: Annotated[Path, typer.Option(help="The file to write, or - for standard output.")],
    club: Annotated[str | None, typer.Option(help="Instead of a session: all evenings of this club …")] = None,
    since: Annotated[str | None, typer.Option("--from", help="… from this accounting date …")] = None,
    until: Annotated[str | None, typer.Option("--to", help="… to this one.")] = None,
    summary: Annotated[bool, typer.Option("--summary", help="Each evening in one entry.")] = False,
    names: Annotated[bool, typer.Option("--names", help="Say whose accounts are; otherwise only numbers do.")] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Overwrite a file that is there.")] = False,
) -> None:
    """Write the books for an accountant's own tools, while the house runs or not."""
    with _at_the_books():
        from casino.exports import command

        command.export(
            session,
            club=club,
            since=since,
            until=until,
            journal=journal,
            format_name=format_name,
            out=out,
            summary=summary,
            names=names,
            replace=replace,
        )


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="The file to write. It must not exist yet.")]) -> None:
    """Write the whole house into one file, while it runs or not."""
    from casino import backup as backups
    from casino import servers

    home = Home.from_environment()
    servers.refuse_an_empty_folder(home)
    with servers.database_at_hand(home, say, alone=False):
        size = backups.write(file)
    say(f"Wrote {file} ({size:,} bytes). Keep it somewhere else than on this machine.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `casino backup` wrote.")],
    *,
    replace: Annotated[bool, typer.Option("--replace", help="Give up everything that is in the house now.")] = False,
) -> None:
    """Fill the house from a backup, all or nothing. The house must not be running."""
    import django

    from casino import backup as backups
    from casino import running, servers

    with backups.opened(file) as backup, servers.database_at_hand(Home.from_environment(), say, alone=True):
        backup.restore(replace=replace)
        running.migrate(say)
        django.setup()
        from casino.tables import restoring

        given_up = restoring.after_restore()
    say(f"Restored the house as it was at {backup.made}.")
    if given_up:
        say(f"Rounds that were being played then are void: {given_up}.")


Options = Annotated[str, typer.Option("--options", help='The options of the game, as JSON: {"course": "long"}.')]


@app.command()
def odds(
    game: Annotated[str, typer.Argument(help="Its slug: minoru.")], options: Options = "{}", *, as_json: AsJson = False
) -> None:
    """Show what every space pays, its exact chance, and who gains by it."""
    from casino import trying

    with trying.telling_refusals(as_json=as_json):
        trying.odds(game, options, as_json=as_json)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A script as in docs/replay.md, or - for standard input.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Play a scripted round through rules and settlement. Exit code 2 if something in it is refused."""
    from casino import trying

    with trying.telling_refusals(as_json=as_json):
        trying.replay_file(file, as_json=as_json)


@app.command()
def verify_round(
    file: Annotated[Path, typer.Argument(help="The transcript of a round that is over, or - for standard input.")],
    anchor: Annotated[str | None, typer.Option(help="As it was published when the table opened.")] = None,
    off: Annotated[str | None, typer.Option(help="The digest of the off, as a phone kept it.")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Deal a round again from its transcript, by all rules of its game. Exit code 1 if something is wrong with it."""
    from casino import trying

    with trying.telling_refusals(as_json=as_json):
        stands = trying.verify_round(file, anchor, off, as_json=as_json)
    raise typer.Exit(0 if stands else 1)


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="Its slug: minoru.")],
    rounds: Annotated[int, typer.Option(min=1, max=1_000_000_000, help="How many.")] = 100_000,
    options: Options = "{}",
    seed: Annotated[int | None, typer.Option(min=0, help="Of a run to be repeated.")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Play many rounds beside the exact figures. Exit code 1 if one is more than 4 standard errors off."""
    from casino import trying

    chosen = secrets.randbits(32) if seed is None else seed
    with trying.telling_refusals(as_json=as_json):
        agrees = trying.simulate(game, options, rounds, chosen, as_json=as_json)
    raise typer.Exit(0 if agrees else 1)


@edition.command()
def check(file: Annotated[Path, typer.Argument(help="A file as `casino edition show` writes one.")]) -> None:
    """Say whether an edition can be played, or everything that is in the way. Exit code 2 if it cannot."""
    from casino import editions

    editions.check(file)


@edition.command()
def show() -> None:
    """Print the edition that comes with the house, to start one of your own from."""
    from casino import editions

    editions.show()
