"""The `casino` command. Bad input gets a sentence and exit code 2.

Django is imported inside the commands that need it: `casino version` and a refusal should not wait for it.
"""

import json
import os
import secrets
import sys
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
) -> None:
    """Open the house and keep it running until Ctrl-C."""
    from casino.running import House

    home = Home.from_environment()
    home.make()
    say(f"casino {__version__}: opening the house in {home.path} …")
    House(home=home, host=host, port=port, say=terminal.say_and_keep(home), opened=terminal.announce).run()


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


@app.command()
def verify(
    book: Annotated[str | None, typer.Option(help="The code of one book; otherwise all of them.")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Check the books, while the house runs or not. Exit code 0 if they are in order, 1 if not."""
    import django
    from django.core.management import CommandError, call_command
    from django.db import ProgrammingError

    from casino import servers

    home = Home.from_environment()
    servers.refuse_an_empty_folder(home)
    with servers.database_at_hand(home, terminal.say_aside, alone=False):
        django.setup()
        try:
            call_command("verify_ledger", book=book, json=as_json)
        except CommandError as error:
            raise Refused("unknown_book", str(error)) from None
        except ProgrammingError:
            raise Refused(
                "no_books_here", "This house has no books yet, or those of an older version. Run it once: casino run"
            ) from None


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
    from casino import backup as backups
    from casino import running, servers

    with backups.opened(file) as backup, servers.database_at_hand(Home.from_environment(), say, alone=True):
        backup.restore(replace=replace)
        running.migrate(say)
    say(f"Restored the house as it was at {backup.made}.")


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
