"""A long evening of one table, and how long it takes to write it down. Called in a process of its own."""

import itertools
import time
from collections.abc import Iterator
from pathlib import Path

from django.db import connection

from bench.ledger.history import pieces, widest
from bench.ledger.house import disconnect, vacuum
from casino.clubs.actors import HOUSE
from casino.clubs.joining import join
from casino.clubs.models import Club, Player, Session
from casino.clubs.sessions import make_session, open_session
from casino.desk.accounts import Reason
from casino.desk.counters import buy_in
from casino.exports.chart import Journal
from casino.exports.choosing import session_named
from casino.exports.formats import FORMATS
from casino.exports.reading import Wish, reading
from casino.tables.opening import open_table
from ledger.models import Transfer as Posted
from ledger.posting import Posting, Transfer, post_many

GUESTS = 100
ENTRIES_AT_ONCE = 500
PLENTY = 10**9

# What the journal as CSV is made of: the least that can be sent.
COPY = """
    COPY (SELECT entry.id, entry.posted_at, entry.key, transfer.reason, payer.code, payee.code, transfer.amount,
                 unit.code, entry.memo, entry.reverses_id
          FROM ledger_transfer transfer
          JOIN ledger_entry entry ON entry.id = transfer.entry_id
          JOIN ledger_account payer ON payer.id = transfer.payer_id
          JOIN ledger_account payee ON payee.id = transfer.payee_id
          JOIN ledger_unit unit ON unit.id = transfer.unit_id
          WHERE transfer.book_id = %(book)s
          ORDER BY transfer.entry_id, transfer.position) TO STDOUT (FORMAT csv)
"""


def fill(transfers: int) -> str:
    """So many, half of them stakes with an entry each and half in settlements; the code of their session."""
    club = Club.objects.create(name="The club")
    session = open_session(make_session(club=club, name="A long evening").pk, by=HOUSE)
    players = [join(code=session.code, nickname=f"Guest {number}").player for number in range(GUESTS)]
    for player in players:
        buy_in(player=player, counters=PLENTY, by=HOUSE)
    table = open_table(session=session, name="Minoru", game="minoru", by=HOUSE, options={"course": "jaques"})
    assert session.book_id is not None
    left = transfers - Posted.objects.filter(book=session.book_id).count()
    for batch in pieces(_evening(players, table.bank_id, left), ENTRIES_AT_ONCE):
        post_many(book=session.book_id, postings=batch)
    assert Posted.objects.filter(book=session.book_id).count() == transfers
    vacuum()
    disconnect()
    return session.code


def _evening(players: list[Player], bank: int, left: int) -> Iterator[Posting]:
    for number in itertools.count(1):
        staking = players[: min(len(players), left)]
        for player in staking:
            staked = Transfer(player.purse_id, player.stakes_account_id, 3, Reason.STAKE)
            yield Posting(f"round:{number}:stake:{player.pk}", [staked])
        left -= len(staking)
        losing = players[: min(len(staking), left)]
        if losing:
            lost = [Transfer(player.stakes_account_id, bank, 3, Reason.LOST) for player in losing]
            yield Posting(f"round:{number}:settle", lost)
        left -= len(losing)
        if left == 0:
            return


def seconds_to_export(code: str, format_: str, path: str) -> float:
    sessions = [session_named(code)]
    started = time.perf_counter()
    with reading(sessions, Wish(Journal.COUNTERS)) as export, Path(path).open("wb") as file:
        FORMATS[format_].write(export, file)
    return time.perf_counter() - started


def seconds_to_copy(code: str, path: str) -> float:
    book = Session.objects.values_list("book", flat=True).get(code=code)
    started = time.perf_counter()
    with connection.cursor() as cursor, Path(path).open("wb") as file, cursor.copy(COPY % {"book": book}) as rows:
        for piece in rows:
            file.write(piece)
    return time.perf_counter() - started


def megabytes() -> float:
    """What this process has taken at its widest."""
    return widest()
