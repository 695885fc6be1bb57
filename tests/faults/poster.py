"""A process that posts until it is killed. `poster.py BOOK PAYER PAYEE …`: prints each key once it was answered."""

import os
import sys
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
django.setup()

from django.db import Error, connections, transaction  # noqa: E402

from ledger.posting import Transfer, post  # noqa: E402


def in_autocommit(book: int, payer: int, payee: int, key: str, size: int) -> None:
    post(book=book, key=key, transfers=[Transfer(payer, payee, 1, "stake")] * size)
    print(key, flush=True)


def before_commit(book: int, payer: int, payee: int, key: str, size: int) -> None:
    with transaction.atomic():
        in_autocommit(book, payer, payee, key, size)
        time.sleep(60)


def without_end(book: int, payer: int, payee: int, key: str, size: int) -> None:
    """Keep posting. A key that got no answer, because the server died, is asked for again until it does."""
    number = 0
    while True:
        try:
            in_autocommit(book, payer, payee, f"{key}-{number}", size)
            number += 1
        except Error:
            connections.close_all()  # as the end of a request or a task does with a connection that has failed
            time.sleep(0.2)


act, book, payer, payee, key, size = sys.argv[1:]
{"post": in_autocommit, "hold": before_commit, "forever": without_end}[act](
    int(book), int(payer), int(payee), key, int(size)
)
