"""Queries of the ORM that are written once: to write one takes Django longer than PostgreSQL needs to answer it."""

from collections.abc import Callable
from functools import cached_property
from inspect import signature
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

from ledger.line import Row, ask

M = TypeVar("M", bound=Model)

FIRST_MARK = 9_990_000  # stands for the first value, the next number for the next


class Prepared(Generic[M]):
    """A queryset that differs from time to time in a few numbers or texts, which `queryset` takes and only compares."""

    def __init__(self, queryset: Callable[..., QuerySet[M]]) -> None:
        self._queryset = queryset

    def all(self, *values: int | str) -> list[M]:
        statement, order, read = self._written
        return [read(row) for row in ask(statement, *(str(values[at]) for at in order))]

    def first(self, *values: int | str) -> M | None:
        found = self.all(*values)
        return found[0] if found else None

    @cached_property
    def _written(self) -> tuple[str, list[int], Callable[[Row], M]]:
        """The statement, which of the values stands where in it, and how a row becomes an object."""
        marks = [FIRST_MARK + at for at in range(len(signature(self._queryset).parameters))]
        compiler = self._queryset(*marks).query.get_compiler(DEFAULT_DB_ALIAS)
        statement, places = compiler.as_sql()
        return statement, [int(place) - FIRST_MARK for place in places], self._reader(compiler)

    def _reader(self, compiler: Any) -> Callable[[Row], M]:
        """As the ORM's own iterator does it."""
        kind, select = compiler.klass_info, compiler.select
        first, last = kind["select_fields"][0], kind["select_fields"][-1] + 1
        names = [column[0].target.attname for column in select[first:last]]
        converters = compiler.get_converters([column[0] for column in select])
        related = get_related_populators(kind, select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg] # stubs of Django 6

        def read(row: Row) -> M:
            (converted,) = compiler.apply_converters([row], converters)
            made: M = kind["model"].from_db(DEFAULT_DB_ALIAS, names, converted[first:last])
            for populator in related:
                populator.populate(converted, made)
            return made

        return read
