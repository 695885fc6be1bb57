"""A database of its own for a test that commits: nothing can be deleted from the ledger, so nothing can be cleaned up.

A copy of the migrated test database takes a moment; Django is pointed at it for one test, or for the tests of one
module, and it is dropped afterwards.
"""

import itertools
import os
import pickle
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test.utils import setup_databases, teardown_databases

from casino import database

_numbers = itertools.count(1)


@dataclass(frozen=True)
class Furnished:
    """A database in which something stands already, and what is there, as Python keeps it."""

    name: str
    inside: bytes


def furnish(original: str, blocker: Any, put: Callable[[], object]) -> Iterator[Furnished]:
    """A copy for `own_database` to copy: the same acts before every test only cost time."""
    before = connection.settings_dict["NAME"]
    with copied(original, blocker) as name:
        inside = pickle.dumps(put())
        _disconnect()
        connection.settings_dict["NAME"] = before
        yield Furnished(name, inside)


@cache
def _server() -> psycopg.Connection[tuple[Any, ...]]:
    """One connection for all that is made and dropped: each costs the server a process."""
    return database.connect(dbname="postgres", autocommit=True)


def _administer(statement: str) -> None:
    _server().execute(statement.encode())


def _disconnect() -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def migrated_database(django_db_setup: Any, django_db_blocker: Any) -> Iterator[str]:
    """As the migrations leave it, and nobody has drawn an id since: a test that rolls back draws them in the test
    database itself. pytest-django has made that one only if one of its own marks was on a test of this run.
    """
    made = None
    with django_db_blocker.unblock():
        if not connection.settings_dict["NAME"].startswith("test_"):
            made = setup_databases(verbosity=0, interactive=False, aliases={"default": True})
        original = connection.settings_dict["NAME"]
        with copied(original, django_db_blocker) as untouched:
            _count_from_one(untouched)
            connection.settings_dict["NAME"] = original
            yield untouched
        if made:
            teardown_databases(made, verbosity=0)
        _server().close()


def copied(original: str, blocker: Any) -> AbstractContextManager[str]:
    """Connections, Django's and others, are to a copy of this database that nobody else sees."""
    # Whole files: with the server's fsync off that is quicker than the usual way, page by page through its log.
    return _another(f'TEMPLATE "{original}" STRATEGY FILE_COPY', blocker)


def empty_database(blocker: Any) -> AbstractContextManager[str]:
    """The same with a database in which there is nothing, not even tables."""
    return _another("TEMPLATE template0", blocker)


@contextmanager
def _another(how: str, blocker: Any) -> Iterator[str]:
    before = connection.settings_dict["NAME"]
    made = f"{before}_{next(_numbers)}"
    with blocker.unblock():
        _disconnect()
        _administer(f'CREATE DATABASE "{made}" {how}')
        connection.settings_dict["NAME"] = made  # shared by the connections of all threads, and by the settings
        try:
            yield made
        finally:
            _disconnect()
            connection.settings_dict["NAME"] = before
            _administer(f'DROP DATABASE "{made}" WITH (FORCE)')


def _count_from_one(copy: str) -> None:
    """In the ledger: tests that rolled back have drawn ids."""
    with database.connect(dbname=copy, autocommit=True) as fresh:
        fresh.execute("SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S' AND relname LIKE 'ledger_%'")


@pytest.fixture
def own_database(request: pytest.FixtureRequest, migrated_database: str, django_db_blocker: Any) -> Iterator[str]:
    """Commit freely: what the test writes is gone with its copy. A test with `furnished` finds what was put there."""
    original = migrated_database
    if "furnished" in request.fixturenames:
        original = request.getfixturevalue("furnished").name
    with copied(original, django_db_blocker) as copy:
        yield copy


@pytest.fixture(scope="module")
def module_database(migrated_database: str, django_db_blocker: Any) -> Iterator[str]:
    """One copy for all tests of a module, none of which takes one of its own."""
    with copied(migrated_database, django_db_blocker) as copy:
        yield copy


def address() -> dict[str, str]:
    """Where the test's own database is, as the environment of a command says it."""
    names = ("REDIS_URL", "SECRET_KEY", "CASINO_HOME")
    database = os.environ["DATABASE_URL"].replace("/casino?", f"/{connection.settings_dict['NAME']}?")
    return {**{name: os.environ[name] for name in names}, "DATABASE_URL": database}


def raw() -> psycopg.Connection[tuple[Any, ...]]:
    """Somebody with psql: the same database, and none of our code."""
    return database.connect(autocommit=True)
