"""Many at once: nothing is lost, nobody waits for ever; and what would happen without the lock."""

import random
from collections.abc import Callable

import psycopg
import pytest
from django.db import DatabaseError

from casino.desk.accounts import Reason, Role
from ledger import errors
from ledger.models import Account, Entry, Transfer
from ledger.posting import Posting, post, post_many, reverse
from ledger.posting import Transfer as Wish
from tests.databases import raw
from tests.ledger.book import SmallBook
from tests.ledger.verified import findings
from tests.threads import THREADS, together

ACCOUNTS = 20
POSTS = 400  # by each thread
EACH = 100


@pytest.fixture
def purses(own_database: str) -> list[int]:
    """Twenty purses with a hundred counters each, opened so that ids and codes do not agree in order."""
    book = SmallBook()
    opened = [book.open(Role.PURSE, f"purse-{random.random()}") for _ in range(ACCOUNTS)]
    post(book=book.pk, key="fill", transfers=[Wish(book["issue"], purse, EACH, Reason.BUY_IN) for purse in opened])
    return opened


def some_transfers(chance: random.Random, purses: list[int], most: int) -> list[Wish]:
    wishes = []
    for _ in range(chance.randint(1, most)):
        payer, payee = chance.sample(purses, 2)
        wishes.append(Wish(payer, payee, chance.randint(1, 60), Reason.STAKE))
    return wishes


def move_at_random(purses: list[int]) -> Callable[[int], None]:
    def act(number: int) -> None:
        chance = random.Random(number)
        for turn in range(POSTS):
            key = f"{number}-{turn}"
            try:
                if turn % 10 == 9:
                    postings = [Posting(f"{key}-{n}", some_transfers(chance, purses, 3)) for n in (2, 1, 3)]
                    post_many(book=1, postings=postings)
                else:
                    post(book=1, key=key, transfers=some_transfers(chance, purses, 1 if turn % 3 else 4))
            except errors.InsufficientCounters:
                continue

    return act


def lowest_ever(purse: int) -> int:
    """The purse's lowest balance after any call, in the order of ids. (Within a call only the whole counts.)"""
    with raw() as psql:
        row = psql.execute(
            """
            SELECT min(held) FROM (
                SELECT sum(CASE payee_id WHEN %(purse)s THEN amount ELSE -amount END) OVER (ORDER BY transfer.id) held,
                       substring(key, '^\\d+-\\d+') AS call,
                       lead(substring(key, '^\\d+-\\d+')) OVER (ORDER BY transfer.id) AS next
                FROM ledger_transfer transfer JOIN ledger_entry entry ON entry.id = entry_id
                WHERE %(purse)s IN (payer_id, payee_id)
            ) history WHERE call IS DISTINCT FROM next
            """,
            {"purse": purse},
        ).fetchone()
    assert row
    return int(row[0])


def test_eight_threads_lose_nothing(purses: list[int]) -> None:
    assert together(move_at_random(purses)) == []
    with raw() as psql:
        kept = dict(psql.execute("SELECT account_id, amount FROM ledger_balance").fetchall())
    assert sum(kept[purse] for purse in purses) == ACCOUNTS * EACH
    assert min(lowest_ever(purse) for purse in purses) >= 0
    assert Entry.objects.count() > THREADS * POSTS / 2
    assert findings() == []


WITHOUT_THE_LOCK = """
CREATE OR REPLACE FUNCTION ledger_post_one() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    paid bigint;
    received bigint;
BEGIN
    SELECT amount INTO paid FROM ledger_balance WHERE account_id = NEW.payer;
    SELECT amount INTO received FROM ledger_balance WHERE account_id = NEW.payee;
    IF paid < NEW.amount THEN
        PERFORM ledger_refuse('insufficient_counters', '{"account": "", "missing": 0}');
    END IF;
    WITH entry AS (
        INSERT INTO ledger_entry (book_id, key, size, memo, posted_at)
        VALUES (NEW.book, NEW.key, 1, '', clock_timestamp()) RETURNING id
    )
    INSERT INTO ledger_transfer (entry_id, position, book_id, unit_id, payer_id, payee_id, amount, reason)
    SELECT id, 1, NEW.book, 1, NEW.payer, NEW.payee, NEW.amount, NEW.reason::ledger_reason FROM entry
    RETURNING entry_id INTO NEW.entry;
    PERFORM pg_sleep(0.001);
    {update}
    RETURN NEW;
END $$
"""
LOSING = """
    UPDATE ledger_balance SET amount = paid - NEW.amount WHERE account_id = NEW.payer;
    UPDATE ledger_balance SET amount = received + NEW.amount WHERE account_id = NEW.payee;
"""
OUT_OF_ORDER = """
    UPDATE ledger_balance SET amount = amount - NEW.amount WHERE account_id = NEW.payer;
    PERFORM pg_sleep(0.001);
    UPDATE ledger_balance SET amount = amount + NEW.amount WHERE account_id = NEW.payee;
"""


def one_by_one(purses: list[int]) -> Callable[[int], None]:
    def act(number: int) -> None:
        chance = random.Random(number)
        for turn in range(40):
            try:
                post(book=1, key=f"{number}-{turn}", transfers=some_transfers(chance, purses, 1))
            except errors.InsufficientCounters:
                continue

    return act


def test_control_without_the_lock_counters_are_lost(purses: list[int]) -> None:
    with raw() as psql:
        psql.execute(WITHOUT_THE_LOCK.replace("{update}", LOSING).encode())
    together(one_by_one(purses[:4]))
    assert {law for law, _ in findings()} >= {"balance"}


def test_control_locks_out_of_order_wait_for_each_other(purses: list[int]) -> None:
    with raw() as psql:
        psql.execute(WITHOUT_THE_LOCK.replace("{update}", OUT_OF_ORDER).encode())
    raised = together(one_by_one(purses[:3]))
    causes = [error.__cause__ for error in raised if isinstance(error, DatabaseError)]
    assert any(isinstance(cause, psycopg.errors.DeadlockDetected) for cause in causes)


@pytest.mark.parametrize("size", [1, 2])
def test_one_key_at_the_same_moment_is_one_entry(purses: list[int], size: int) -> None:
    answers = list[int]()
    wishes = [Wish(purses[0], purses[1], 7, Reason.STAKE), Wish(purses[2], purses[1], 1, Reason.STAKE)][:size]

    def act(_number: int) -> None:
        for turn in range(20):
            answers.append(post(book=1, key=f"same-{turn}", transfers=wishes).pk)

    issue = Account.objects.get(code="issue").pk
    # Enough for all twenty, so that only a repeated posting could make a difference.
    post(book=1, key="more", transfers=[Wish(issue, purses[0], 1000, Reason.BUY_IN)])
    assert together(act) == []
    assert len(answers) == THREADS * 20
    assert len(set(answers)) == 20
    assert Transfer.objects.filter(entry__in=set(answers)).count() == 20 * size
    assert findings() == []


def test_one_entry_is_reversed_once_by_eight(purses: list[int]) -> None:
    original = post(book=1, key="wrong", transfers=[Wish(purses[0], purses[1], 7, Reason.STAKE)])
    raised = together(lambda number: reverse(book=1, key=f"undo-{number}", entry=original.pk))
    assert [type(error) for error in raised] == [errors.AlreadyReversed] * (THREADS - 1)
    assert Entry.objects.filter(reverses=original.pk).count() == 1
    assert findings() == []
