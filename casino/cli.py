"""The `casino` command. Bad input gets a sentence and exit code 2."""

import contextlib
import json
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any
from urllib.request import urlopen

import psutil
import segno
import typer
from rich.console import Console
from rich.table import Table

from casino import __version__
from casino.home import Home
from casino.refusals import Refused
from casino.supervisor import psutil_process

app = typer.Typer(
    help="Run a house: bank, ledger and tables for an evening with counters.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
console = Console(highlight=False, soft_wrap=True)
complaints = Console(stderr=True, highlight=False, soft_wrap=True)

DEFAULT_PORT = 8000


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    try:
        app()
    except Refused as refusal:
        complaints.print(refusal.sentence, style="bold red", markup=False)
        sys.exit(2)


def say(sentence: str) -> None:
    with contextlib.suppress(OSError):  # the terminal may be gone; the house is not
        console.print(sentence, markup=False)


@app.command()
def version() -> None:
    """Print the version of the software."""
    say(f"casino {__version__}")


@app.command()
def run(
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port of the web server.")] = DEFAULT_PORT,
    host: Annotated[
        str, typer.Option(help="0.0.0.0 for the whole network, 127.0.0.1 for this machine only.")
    ] = "0.0.0.0",  # noqa: S104
) -> None:
    """Open the house and keep it running until Ctrl-C."""
    from casino.running import House

    home = Home.from_environment()
    os.environ["CASINO_HOME"] = str(home.path)  # children run in another folder, where a relative path leads elsewhere
    home.make()
    say(f"casino {__version__}: opening the house in {home.path} …")
    House(home=home, host=host, port=port, say=_say_and_keep(home), opened=_announce).run()


def _say_and_keep(home: Home) -> Callable[[str], None]:
    """Say it in the terminal, and write it down with the time: nobody watches a terminal all evening."""

    def say_and_keep(sentence: str) -> None:
        say(sentence)
        with (home.logs / "house.log").open("a") as log:
            log.write(f"{datetime.now(UTC).isoformat(timespec='milliseconds')} {sentence}\n")

    return say_and_keep


def _announce(house: Any) -> None:
    """Where to find the house, for the organiser and for a phone."""
    local = f"http://localhost:{house.port}"
    reachable = house.host == "0.0.0.0"  # noqa: S104
    table = Table.grid(padding=(0, 2))
    table.add_row("This machine", local)
    for address in house.addresses if reachable else []:
        table.add_row("The room", f"http://{address}:{house.port}")
    table.add_row("Staff", f"{local}/admin/")
    table.add_row("Data", str(house.home.path))
    if house.home.database.parent != house.home.path:
        table.add_row("Database files", str(house.home.database))
    table.add_row("Logs", str(house.home.logs))
    console.print("\n[bold green]The house is open.[/]")
    console.print(table)
    if reachable and house.addresses:
        segno.make(f"http://{house.addresses[0]}:{house.port}", error="m").terminal(out=sys.stdout, compact=True)
    if link := _welcome_link():
        console.print("\n[bold]First time here?[/] Create the organiser's account, once, with this link:")
        say(f"  {local}{link}")
    console.print("\nCtrl-C closes the house.")
    sys.stdout.flush()


def _welcome_link() -> str:
    """The path of the one-time link, or nothing once the house has an organiser."""
    import django

    django.setup()
    from django.db import connections

    from casino.clubs import welcome

    try:
        return "" if welcome.house_has_an_organiser() else welcome.link_path()
    finally:
        # The supervisor keeps no connection and no pool's threads: it forks.
        connections["default"].close()
        connections["default"].close_pool()  # type: ignore[attr-defined]


@app.command()
def status(*, as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """Say whether the house is running, and how its parts fare. Exit code 0 if it is ready, 1 if not."""
    home = Home.from_environment()
    state = home.read_state()
    running = bool(state) and psutil_process(state["pid"], state["created"]) is not None
    readiness = _ask_readiness(state["port"]) if running else {"ready": False, "missing": {}}
    if as_json:
        sys.stdout.write(json.dumps({"home": str(home.path), "running": running, **readiness, **state}) + "\n")
    elif not running:
        say(f"No house is running on {home.path}. Start it: casino run")
    else:
        _show_status(home, state, readiness)
    raise typer.Exit(0 if readiness["ready"] else 1)


def _ask_readiness(port: int) -> dict[str, Any]:
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=10) as answer:
            return dict(json.load(answer))
    except OSError as error:
        body = getattr(error, "read", lambda: b"")()
        try:
            return dict(json.loads(body))
        except ValueError:
            return {"ready": False, "missing": {"web": "The web server does not answer."}}


def _show_status(home: Home, state: dict[str, Any], readiness: dict[str, Any]) -> None:
    say(f"The house on {home.path} is {'ready' if readiness['ready'] else 'running, but not ready'}.")
    for problem in readiness["missing"].values():
        say(f"  {problem}")
    table = Table("part", "process", "restarts", "memory", box=None, padding=(0, 2))
    for child in state["children"]:
        process = psutil_process(child["pid"], child["created"]) if child["pid"] else None
        memory = f"{_memory(process) / 2**20:.0f} MiB" if process else "–"
        table.add_row(child["name"], str(child["pid"] or "starting"), str(child["restarts"]), memory)
    console.print(table)
    for address in ("localhost", *state["addresses"]):
        say(f"http://{address}:{state['port']}")


def _memory(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="The file to write. It must not exist yet.")]) -> None:
    """Write the whole house into one file, while it runs or not."""
    from casino import backup as backups
    from casino import servers

    with servers.database_at_hand(Home.from_environment(), say, alone=False):
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

    with servers.database_at_hand(Home.from_environment(), say, alone=True):
        manifest = backups.restore(file, replace=replace)
        running.migrate(say)
    say(f"Restored the house as it was at {manifest['made']}.")
