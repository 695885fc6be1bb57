"""Asking PostgreSQL in its own words, for what an ORM would say worse."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

Row = tuple[Any, ...]

AT_A_TIME = 2000


def rows(sql: str, **values: Any) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        found: list[Row] = cursor.fetchall()
    return found


def stream(sql: str, **values: Any) -> Iterator[Row]:
    """The same, some at a time, however many there are. Only inside `one_view`: elsewhere PostgreSQL would first write
    all of them down.
    """
    with connection.chunked_cursor() as cursor:
        cursor.execute(sql, values)
        while found := cursor.fetchmany(AT_A_TIME):
            yield from found


@contextmanager
def one_view() -> Iterator[None]:
    """Whatever is asked in here is answered from one moment, though the house goes on."""
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield
