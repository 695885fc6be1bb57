"""`casino demo` at the terminal: an evening that plays by itself, what came of it, and whether it can be proved."""

import sys

from rich.console import Console
from rich.progress import Progress

from casino import demo, verifying
from casino.clubs.models import Session
from casino.terminal import columns, say
from ledger.balances import trial_balance, turnovers


def demonstrate(rounds: int, players: int, tables: int) -> bool:
    """Whether everything added up."""
    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(f"{rounds:,} rounds, {players:,} players", total=rounds)
        session = demo.play_evening(players=players, tables=tables, rounds=rounds, played=lambda: bar.advance(task))
    say(f"{session.name}: {rounds:,} rounds at {tables:,} tables, {players:,} players. Its code is {session.code}.")
    _tell_standings(session)
    _tell_trial_balance(session)
    return verifying.verify(session.code, as_json=False)


def clear() -> bool:
    sessions = list(Session.objects.filter(demo=True, cleared_at=None))
    for session in sessions:
        demo.clear(session)
    say(f"Out of sight: {len(sessions)}. Their books are closed, and stay." if sessions else "There is no demo.")
    return True


def _tell_standings(session: Session) -> None:
    say("\nStandings", style="bold")
    rows = [
        (name, f"{bought:,}", f"{came_to:,}", f"{came_to - bought:+,}")
        for name, bought, came_to in demo.standings(session)
    ]
    columns(("player", ">bought", ">came to", ">net"), rows)


def _tell_trial_balance(session: Session) -> None:
    """The book is closed, so every account has come to nothing; what went through it shows what happened."""
    say("\nTrial balance", style="bold")
    assert session.book_id is not None
    moved, lines = turnovers(session.book_id), trial_balance(session.book_id)
    rows = [
        (line.code, line.unit, *(f"{part:,}" for part in (*moved[line.account], line.balance)))
        for line in lines
        if line.account in moved
    ]
    columns(("account", "unit", ">received", ">paid", ">balance"), rows)
    say(f"{len(rows):,} accounts, {sum(line.balance for line in lines):,} in all.\n")
