"""The limit: the same rows by the least SQL, in one round trip and one commit. CHECK and foreign keys, nothing else.

It is told what the ledger is told: amounts, reasons and memos are not written into the SQL. Its database is a copy of
the house's with every trigger dropped: same tables, same indexes.
"""

import os
from collections.abc import Iterable, Sequence
from typing import Any

import psycopg
from psycopg import sql

from bench.ledger.crew import Hall, fresh_keys

ONE = """
    WITH entry AS (
        INSERT INTO ledger_entry (book_id, key, size, memo, posted_at)
        VALUES (%(book)s, %(key)s, 1, %(memo)s, clock_timestamp())
        RETURNING id
    ), transfer AS (
        INSERT INTO ledger_transfer (entry_id, position, book_id, unit_id, payer_id, payee_id, amount, reason)
        SELECT id, 1, %(book)s, %(unit)s, %(payer)s, %(payee)s, %(amount)s, %(reason)s::ledger_reason FROM entry
    ), balance AS (
        UPDATE ledger_balance kept SET amount = kept.amount + change.amount
        FROM (VALUES (%(payer)s::bigint, -%(amount)s), (%(payee)s::bigint, %(amount)s)) AS change (account_id, amount)
        WHERE kept.account_id = change.account_id
    )
    SELECT id FROM entry
"""

# Balances from the transfers' sums: every account of a call once.
_BALANCES = """
    UPDATE ledger_balance kept SET amount = kept.amount + change.amount
    FROM (
        SELECT account_id, sum(amount) AS amount
        FROM (SELECT unnest(%(payers)s::bigint[]) AS account_id, -unnest(%(amounts)s::bigint[]) AS amount
              UNION ALL SELECT unnest(%(payees)s::bigint[]), unnest(%(amounts)s::bigint[])) movement
        GROUP BY account_id
    ) change
    WHERE kept.account_id = change.account_id
"""

MANY = f"""
    WITH entry AS (
        INSERT INTO ledger_entry (book_id, key, size, memo, posted_at)
        SELECT %(book)s, key, 1, %(memo)s, clock_timestamp() FROM unnest(%(keys)s::text[]) AS key
        RETURNING id, key
    ), transfer AS (
        INSERT INTO ledger_transfer (entry_id, position, book_id, unit_id, payer_id, payee_id, amount, reason)
        SELECT entry.id, 1, %(book)s, %(unit)s, wanted.payer, wanted.payee, wanted.amount, %(reason)s::ledger_reason
        FROM unnest(%(keys)s::text[], %(payers)s::bigint[], %(payees)s::bigint[], %(amounts)s::bigint[])
            AS wanted (key, payer, payee, amount)
        JOIN entry USING (key)
    ), balance AS ({_BALANCES})
    SELECT array_agg(id) FROM entry
"""  # noqa: S608 - nothing from outside is in it

SETTLEMENT = f"""
    WITH entry AS (
        INSERT INTO ledger_entry (book_id, key, size, memo, posted_at)
        VALUES (%(book)s, %(key)s, cardinality(%(payees)s::bigint[]), %(memo)s, clock_timestamp())
        RETURNING id
    ), transfer AS (
        INSERT INTO ledger_transfer (entry_id, position, book_id, unit_id, payer_id, payee_id, amount, reason)
        SELECT entry.id, wanted.position, %(book)s, %(unit)s, wanted.payer, wanted.payee, wanted.amount,
               %(reason)s::ledger_reason
        FROM entry, unnest(%(payers)s::bigint[], %(payees)s::bigint[], %(amounts)s::bigint[]) WITH ORDINALITY
            AS wanted (payer, payee, amount, position)
    ), balance AS ({_BALANCES})
    SELECT id FROM entry
"""  # noqa: S608


def drop_triggers(connection: psycopg.Connection[Any]) -> None:
    """All but those of foreign keys, and of the views, which nobody uses here."""
    triggers = connection.execute(
        """
        SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        WHERE NOT tgisinternal AND relkind = 'r'
        """
    ).fetchall()
    for trigger, table in triggers:
        names = sql.Identifier(trigger), sql.Identifier(table)
        connection.execute(sql.SQL("DROP TRIGGER {} ON {}").format(*names))


class Teller:
    def __init__(self, hall: Hall) -> None:
        connection = psycopg.connect(os.environ["LIMIT_URL"], autocommit=True)
        connection.prepare_threshold = 0
        self._cursor = connection.cursor()
        self._always = {"book": hall.book, "unit": hall.unit, "memo": ""}
        self._keys = fresh_keys()

    def post(self, payer: int, payee: int) -> None:
        self._send(ONE, key=next(self._keys), payer=payer, payee=payee, amount=1, reason="stake")

    def post_many(self, pairs: Sequence[tuple[int, int]]) -> None:
        payers, payees = zip(*pairs, strict=True)
        keys = _array(next(self._keys) for _ in pairs)
        self._send(MANY, keys=keys, **_columns(payers, payees), reason="stake")

    def settle(self, payer: int, payees: Sequence[int]) -> None:
        payers = [payer] * len(payees)
        self._send(SETTLEMENT, key=next(self._keys), **_columns(payers, payees), reason="dividend")

    def _send(self, statement: str, **values: Any) -> None:
        self._cursor.execute(statement, {**self._always, **values})
        self._cursor.fetchone()


def _columns(payers: Sequence[int], payees: Sequence[int]) -> dict[str, str]:
    return {"payers": _array(payers), "payees": _array(payees), "amounts": _array(1 for _ in payers)}


def _array(values: Iterable[int | str]) -> str:
    """PostgreSQL's own notation, which is quicker to write than psycopg's adapters are."""
    return f"{{{','.join(map(str, values))}}}"
