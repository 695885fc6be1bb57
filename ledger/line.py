"""This thread's shortest way to PostgreSQL, for what is asked again and again: statements that a connection parses and
plans once. Django's own cursor sends text, to be parsed and planned every time.

They run in the transaction that Django has opened, or commit by themselves, as its own do.
"""

import threading
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections

Row = tuple[Any, ...]


class _Line(threading.local):
    """To ask Django for it every time would cost more than a short statement takes."""

    connection: Any = None
    cursor: psycopg.Cursor[Any] | None = None


_line = _Line()


def line() -> tuple[Any, psycopg.Cursor[Any]]:
    """Django's connection, and a cursor of psycopg's own on it."""
    connection, cursor = _line.connection, _line.cursor
    if cursor is None or cursor.connection is not connection.connection or connection.needs_rollback:
        connection = _line.connection = connections[DEFAULT_DB_ALIAS]
        connection.validate_no_broken_transaction()
        connection.ensure_connection()
        cursor = _line.cursor = psycopg.Cursor(connection.connection)
    return connection, cursor


def ask(statement: str, *values: str | None) -> list[Row]:
    """What the statement returns. Values are text: psycopg would choose types for numbers by their size, and prepare a
    statement for each combination.
    """
    connection, cursor = line()
    try:
        cursor.execute(statement, values, prepare=True)
        return [] if cursor.rownumber is None else cursor.fetchall()
    except psycopg.Error:
        with connection.wrap_database_errors:
            raise


def text(number: int | None) -> str | None:
    return None if number is None else str(number)
