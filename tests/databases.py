"""A database of its own for a test that commits: nothing can be deleted from the ledger, so nothing can be cleaned up.

A copy of the migrated test database takes a moment; Django is pointed at it for one test, or for the tests of one
module, and it is dropped afterwards.
"""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test.utils import setup_databases, teardown_databases

from casino import database

_numbers = itertools.count(1)


def _administer(statement: str) -> None:
    with database.connect(dbname="postgres", autocommit=True) as server:
        server.execute(statement.encode())


def _disconnect() -> None:
    connection.close()
    connection.close_pool()  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
def migrated_database(django_db_setup: Any, django_db_blocker: Any) -> Iterator[str]:
    """The test database. pytest-django has made it only if one of its own marks was on a test of this run."""
    made = None
    with django_db_blocker.unblock():
        if not connection.settings_dict["NAME"].startswith("test_"):
            made = setup_databases(verbosity=0, interactive=False, aliases={"default": True})
        yield connection.settings_dict["NAME"]
        if made:
            teardown_databases(made, verbosity=0)


@contextmanager
def copied(original: str, blocker: Any) -> Iterator[str]:
    """Connections, Django's and others, are to a copy of this database that nobody else sees."""
    copy = f"{original}_{next(_numbers)}"
    with blocker.unblock():
        _disconnect()
        # Whole files: with the server's fsync off that is quicker than the usual way, page by page through its log.
        _administer(f'CREATE DATABASE "{copy}" TEMPLATE "{original}" STRATEGY FILE_COPY')
        with database.connect(dbname=copy, autocommit=True) as fresh:  # tests that rolled back have drawn ids
            fresh.execute("SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S' AND relname LIKE 'ledger_%'")
        connection.settings_dict["NAME"] = copy  # shared by the connections of all threads, and by the settings
        try:
            yield copy
        finally:
            _disconnect()
            connection.settings_dict["NAME"] = original
            _administer(f'DROP DATABASE "{copy}" WITH (FORCE)')


@pytest.fixture
def own_database(migrated_database: str, django_db_blocker: Any) -> Iterator[str]:
    """Commit freely: what the test writes is gone with its copy."""
    with copied(migrated_database, django_db_blocker) as copy:
        yield copy


@pytest.fixture(scope="module")
def module_database(migrated_database: str, django_db_blocker: Any) -> Iterator[str]:
    """One copy for all tests of a module, none of which takes one of its own."""
    with copied(migrated_database, django_db_blocker) as copy:
        yield copy


def raw() -> psycopg.Connection[tuple[Any, ...]]:
    """Somebody with psql: the same database, and none of our code."""
    return database.connect(autocommit=True)
