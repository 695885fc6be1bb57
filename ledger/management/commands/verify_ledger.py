"""`manage.py verify_ledger`: are the books what the transfers say, do the laws stand? Exit code 0 if so, else 1."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from rich.console import Console
from rich.progress import Progress

from ledger.findings import Answer, Finding
from ledger.models import Book
from ledger.rows import one_view, rows
from ledger.verifying import CHECKS

LARGE = 100_000  # transfers; below it a bar would only flicker


class Command(BaseCommand):
    help = "Re-derive every balance from the transfers and check every law of the ledger."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--book", help="the code of one book; otherwise all of them")
        parser.add_argument("--json", action="store_true", help="for programs")

    def handle(self, *_: Any, **options: Any) -> None:
        book = _book(options["book"])
        if self._tell_as_json(book) if options["json"] else self._tell(book):
            sys.exit(1)

    def _tell(self, book: Book | None) -> bool:
        found = 0
        for finding in _findings(book):
            self.stdout.write(f"{finding.law}: {finding.row}: {finding.sentence}")
            found += 1
        of = f" of {book.code}" if book else ""
        self.stdout.write(
            f"{found} finding{'s' * (found > 1)}. The books{of} are not in order."
            if found
            else f"The books{of} are in order."
        )
        return bool(found)

    def _tell_as_json(self, book: Book | None) -> bool:
        findings = [finding._asdict() for finding in _findings(book)]
        told = {
            "book": book.code if book else None,
            "checks": list(CHECKS),
            "findings": findings,
            "clean": not findings,
        }
        self.stdout.write(json.dumps(told))
        return bool(findings)


def _book(code: str | None) -> Book | None:
    if code is None:
        return None
    try:
        return Book.objects.get(code=code)
    except Book.DoesNotExist:
        raise CommandError(f"There is no book {code}.", returncode=2) from None


def _findings(book: Book | None) -> Iterator[Finding]:
    only = book.pk if book else None
    bar = Progress(console=Console(stderr=True), transient=True, disable=not _large())
    with bar, _snapshot() as snapshot, ThreadPoolExecutor(os.cpu_count()) as pool:
        task = bar.add_task("Verifying the books")
        readings: list[Future[Any]] = []

        def aside(read: Callable[..., Answer], /, *values: Any) -> Future[Answer]:
            reading = pool.submit(_read, snapshot, read, *values)
            readings.append(reading)
            return reading

        begun = [check(only, aside) for check in CHECKS.values()]
        bar.update(task, total=len(readings))
        for reading in readings:
            reading.add_done_callback(lambda _: bar.advance(task))
        for findings in begun:
            yield from findings


@contextmanager
def _snapshot() -> Iterator[str]:
    """One view of the books for every connection that is told its name, so that a running house can be verified."""
    with one_view():
        ((name,),) = rows("SELECT pg_export_snapshot()")
        yield name


def _read(snapshot: str, read: Callable[..., Answer], *values: Any) -> Answer:
    """A reading on a connection of its own. PostgreSQL need not split it: the others keep the other cores busy."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SET TRANSACTION SNAPSHOT %s", [snapshot])
            cursor.execute("SET LOCAL max_parallel_workers_per_gather = 0")
            return read(*values)
    finally:
        connection.close()


def _large() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE oid = 'ledger_transfer'::regclass")
        estimate: float = cursor.fetchone()[0]
    return sys.stderr.isatty() and estimate >= LARGE
