"""A posting whose process, or whose database, is killed at any moment: nothing is written or all of it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from casino.home import PROJECT
from ledger.models import Entry
from ledger.posting import post
from tests.databases import address, raw
from tests.houses import RunningHouse, casino_process, clean_environment, eventually
from tests.ledger.book import SmallBook
from tests.ledger.verified import findings


@pytest.fixture
def book(own_database: str) -> SmallBook:
    return SmallBook().buy_in()


def poster(act: str, book: SmallBook, size: int, **variables: str) -> subprocess.Popen[str]:
    """A process of its own that moves counters from Ada to Cy, on the test's database."""
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tests.faults.poster",
            act,
            str(book.pk),
            str(book["ada"]),
            str(book["cy"]),
            "k",
            str(size),
        ],
        env=clean_environment(**{**address(), **variables}),
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


# Where a posting can be stopped: each holds something that one of its statements has to wait for.
PAUSES = {
    "before the balances": "SELECT FROM ledger_balance FOR UPDATE",
    "after the balances, before the entry": "",  # the same key, not yet committed; see below
    "after the entry and its transfers, before their foreign keys": "SELECT FROM ledger_account FOR UPDATE",
}


@pytest.fixture(params=PAUSES)
def pause(request: pytest.FixtureRequest, book: SmallBook) -> Iterator[psycopg.Connection[Any]]:
    with raw() as psql:
        psql.autocommit = False
        if PAUSES[request.param]:
            psql.execute(PAUSES[request.param].encode())
        else:
            book.by_hand(psql, "k", book.wish("issue", "commission", 1))
        yield psql


def waiting() -> int | None:
    """The server process of the posting that waits, if there is one."""
    with raw() as psql:
        row = psql.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        ).fetchone()
    return row[0] if row else None


@pytest.mark.parametrize("size", [1, 3])
def test_a_client_killed_between_two_statements_leaves_nothing_or_all(
    book: SmallBook, pause: psycopg.Connection[Any], size: int
) -> None:
    before = book.held()
    with poster("post", book, size) as client:
        eventually(waiting, what="the posting to wait")
        client.kill()
    pause.rollback()
    eventually(lambda: waiting() is None, what="the server to finish")
    eventually(lambda: _others() == 0, what="its connection to end")
    entry = Entry.objects.filter(key="k").first()
    if entry is None:
        assert book.held() == before
    else:
        assert (entry.size, book.held()) == (size, {**before, "ada": before["ada"] - size, "cy": size})
    assert findings() == []
    post(book=book.pk, key="k", transfers=[book.wish("ada", "cy", 1)] * size)
    assert book.held()["cy"] == size


def _others() -> int:
    with raw() as psql:
        row = psql.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%ledger_posting%'"
            " AND pid <> pg_backend_pid() AND state <> 'idle'"
        ).fetchone()
    return row[0] if row else 0


@pytest.mark.parametrize("size", [1, 3])
def test_a_connection_cut_between_two_statements_leaves_nothing(
    book: SmallBook, pause: psycopg.Connection[Any], size: int
) -> None:
    before = book.written()
    with poster("post", book, size) as client, raw() as psql:
        victim = eventually(waiting, what="the posting to wait")
        psql.execute("SELECT pg_terminate_backend(%s)", [victim])
        assert client.wait(30) != 0
    pause.rollback()
    assert book.written() == before
    assert findings() == []


@pytest.mark.parametrize("size", [1, 3])
def test_a_client_killed_before_its_commit_leaves_nothing(book: SmallBook, size: int) -> None:
    before = book.written()
    with poster("hold", book, size) as client:
        assert client.stdout
        assert client.stdout.readline() == "k\n"
        client.kill()
    eventually(lambda: book.written() == before, what="the server to notice")
    assert findings() == []


SET_UP = """
from casino.desk.accounts import Reason
from ledger.posting import post
from tests.ledger.book import SmallBook
book = SmallBook(code="killed-{deaths}").buy_in()
post(book=book.pk, key="much", transfers=[book.wish("issue", "ada", 10**9, Reason.BUY_IN)])
print(book.pk, book["ada"], book["cy"])
"""


def _wait_for_more(told: list[Path]) -> None:
    known = {path: path.read_text().count("\n") for path in told}
    eventually(lambda: all(path.read_text().count("\n") > known[path] + 20 for path in told), what="more postings")


def kill_the_database_while_posting(house: RunningHouse, times: int, tmp_path: Path) -> None:
    house.wait_until_ready()
    environment = clean_environment(CASINO_HOME=str(house.home.path), PYTHONPATH=str(PROJECT))
    set_up = SET_UP.format(deaths=times)
    manage = [sys.executable, str(PROJECT / "manage.py"), "shell", "-v", "0", "-c", set_up]
    made = subprocess.run(manage, env=environment, cwd=PROJECT, capture_output=True, text=True, check=True)
    told = [tmp_path / "one", tmp_path / "three"]
    with ExitStack() as stack:
        for path, size in zip(told, ("1", "3"), strict=True):
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.faults.poster", "forever", *made.stdout.split(), path.name, size],
                env=environment,
                cwd=PROJECT,
                stdout=stack.enter_context(path.open("w")),
                stderr=subprocess.DEVNULL,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
        for _ in range(times):
            _wait_for_more(told)
            victim = house.children()["postgres"]
            assert victim
            os.kill(victim, signal.SIGKILL)
            eventually(lambda: house.children()["postgres"] not in {victim, None}, what="another server")  # noqa: B023
        _wait_for_more(told)
    eventually(house.ready, what="the house")
    answered = {line for path in told for line in path.read_text().split("\n")[:-1]}
    with house.connect() as psql:
        found = dict(
            psql.execute(
                "SELECT key, size FROM ledger_entry WHERE book_id = %s AND (key LIKE 'one-%%' OR key LIKE 'three-%%')",
                [int(made.stdout.split()[0])],
            ).fetchall()
        )
    assert answered <= found.keys()
    assert len(found) - len(answered) <= 2  # at most the one that each was about to be told of
    verified = casino_process("verify", "--json", CASINO_HOME=str(house.home.path))
    assert verified.returncode == 0, verified.stdout
    assert json.loads(verified.stdout)["clean"]


def test_what_was_answered_survives_the_death_of_the_database(killed: RunningHouse, tmp_path: Path) -> None:
    kill_the_database_while_posting(killed, 1, tmp_path)


@pytest.mark.slow
def test_what_was_answered_survives_ten_deaths_of_the_database(killed: RunningHouse, tmp_path: Path) -> None:
    kill_the_database_while_posting(killed, 10, tmp_path)


def test_control_a_half_posting_would_be_seen(book: SmallBook) -> None:
    """The same looks, at a database where a statement of the posting was committed alone."""
    with raw() as psql:
        psql.execute("ALTER TABLE ledger_balance DISABLE TRIGGER ledger_balance_through_the_gate")
        psql.execute("UPDATE ledger_balance SET amount = amount - 1 WHERE account_id = %s", [book["ada"]])
        psql.execute("ALTER TABLE ledger_balance ENABLE ALWAYS TRIGGER ledger_balance_through_the_gate")
    assert findings() == [("balance", f"ledger_balance of account {book['ada']}")]
