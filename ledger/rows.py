"""Asking PostgreSQL in its own words, for what an ORM would say worse."""

from typing import Any

from django.db import connection

Row = tuple[Any, ...]


def rows(sql: str, **values: Any) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        found: list[Row] = cursor.fetchall()
    return found
