"""Raw SQL against the laws. Each attack is refused by PostgreSQL; or it needs a broken lock first, and is named."""

from typing import Any

import psycopg
import pytest

from ledger.posting import post
from tests.databases import raw
from tests.ledger.book import SmallBook
from tests.ledger.verified import findings

ENTRY = "INSERT INTO ledger_entry (book_id, key, size, memo, posted_at) VALUES (1, 'forged', 1, '', now())"
TRANSFER = """
    INSERT INTO ledger_transfer (entry_id, position, book_id, unit_id, payer_id, payee_id, amount, reason)
    VALUES (1, 2, 1, 1, 1, 3, 1000, 'stake')
"""


@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE ledger_transfer SET amount = 1000",
        "UPDATE ledger_transfer SET reason = 'lost' WHERE false",
        "DELETE FROM ledger_transfer WHERE id = 1",
        "TRUNCATE ledger_transfer",
        TRANSFER,
        "UPDATE ledger_entry SET key = 'other'",
        "DELETE FROM ledger_entry",
        "TRUNCATE ledger_entry CASCADE",
        ENTRY,
        f"WITH forged AS ({ENTRY}) {TRANSFER}",
        "UPDATE ledger_balance SET amount = 1000 WHERE account_id = 3",
        "UPDATE ledger_balance SET floor = -1000",
        "INSERT INTO ledger_balance SELECT * FROM ledger_balance",
        "DELETE FROM ledger_balance",
        "TRUNCATE ledger_balance",
        "TRUNCATE ledger_book CASCADE",
        "DELETE FROM ledger_account",
        "UPDATE ledger_account SET code = 'eve' WHERE id = 3",
        "UPDATE ledger_account SET role = 'issue' WHERE id = 3",
        "UPDATE ledger_account SET unit_id = 2 WHERE id = 3",
        "UPDATE ledger_account SET closed_at = NULL",
        "UPDATE ledger_book SET code = 'other'",
        "DELETE FROM ledger_book",
        "UPDATE ledger_role SET floor = NULL",
        "DELETE FROM ledger_role",
        "UPDATE ledger_unit SET places = 2",
        "SELECT ledger_post_many()",
        "MERGE INTO ledger_balance USING (VALUES (3)) v (id) ON account_id = id WHEN MATCHED THEN DELETE",
        "COPY ledger_transfer FROM PROGRAM 'echo 9,9,9,stake,1,1,3,1,1' (FORMAT csv)",
    ],
    ids=lambda attack: " ".join(attack.split())[:60],
)
@pytest.mark.parametrize("replica", [False, True])
def test_an_attack_from_outside_is_refused(book: SmallBook, attack: str, replica: bool) -> None:
    before = book.written()
    with raw() as psql:
        if replica:  # what a restored or replicated session may set; it turns ordinary triggers off
            psql.execute("SET session_replication_role = replica")
        with pytest.raises(psycopg.Error) as refusal:
            psql.execute(attack.encode())
    assert refusal.value.sqlstate in {"LEDGR", "0A000"}, refusal.value
    assert book.written() == before
    assert findings() == []


def through_the_gate(book: SmallBook, **changes: Any) -> None:
    """A call of the gate by somebody who does not use `posting`."""
    call = {
        "payers": [book["ada"]],
        "payees": [book["bob"]],
        "amounts": [1],
        "reasons": ["stake"],
        "sizes": [1],
        **changes,
    }
    with raw() as psql:
        psql.execute(
            """
            INSERT INTO ledger_posting (book, keys, memos, sizes, payers, payees, amounts, reasons)
            VALUES (%s, '{raw}', '{""}', %s, %s, %s, %s, %s)
            """,
            [book.pk, call["sizes"], call["payers"], call["payees"], call["amounts"], call["reasons"]],
        )


def test_the_gate_itself_may_be_used_by_hand(book: SmallBook) -> None:
    through_the_gate(book)
    assert book.held() == {"issue": -150, "ada": 99, "bob": 51}
    assert findings() == []


@pytest.mark.parametrize(
    "changes",
    [
        {"amounts": [0]},
        {"amounts": [-5]},
        {"amounts": [101]},
        {"payees": [3]},
        {"payees": [999]},
        {"reasons": ["luck"]},
        {"sizes": [2]},
        {"sizes": [0]},
        {"payers": [], "payees": [], "amounts": [], "reasons": [], "sizes": [0]},
        {"payers": [], "payees": [], "amounts": [], "reasons": [], "sizes": [1]},
        {"amounts": [None]},
        {"payers": [3, 3]},
    ],
    ids=str,
)
def test_the_gate_refuses_by_hand_what_posting_refuses(book: SmallBook, changes: dict[str, Any]) -> None:
    before = book.written()
    assert book["ada"] == 3
    with pytest.raises(psycopg.Error):
        through_the_gate(book, **changes)
    assert book.written() == before
    assert findings() == []


FORGE_BALANCE = "UPDATE ledger_balance SET amount = 1000 WHERE account_id = 3"


@pytest.mark.parametrize(
    ("attack", "named"),
    [
        ("UPDATE ledger_transfer SET amount = 101 WHERE id = 1", {("balance", "ledger_balance of account 3")}),
        (
            "ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_two_accounts;"
            "UPDATE ledger_transfer SET payee_id = payer_id WHERE id = 2",
            {("constraint", "ledger_transfer_two_accounts"), ("transfer", "ledger_transfer 2 of entry 2")},
        ),
        (
            "DELETE FROM ledger_transfer WHERE id = 2",
            {("balance", "ledger_balance of account 4"), ("entry", "ledger_entry 2")},
        ),
        (
            TRANSFER,
            {("balance", "ledger_balance of account 3"), ("entry", "ledger_entry 1")},
        ),
        (
            "UPDATE ledger_transfer SET unit_id = 9 WHERE id = 1",
            {("account", "ledger_transfer of account 1"), ("account", "ledger_transfer of account 3")},
        ),
        ("UPDATE ledger_transfer SET payee_id = 99 WHERE id = 2", {("account", "ledger_transfer of account 99")}),
        (ENTRY, {("entry", "ledger_entry 4")}),
        (FORGE_BALANCE, {("balance", "ledger_balance of account 3")}),
        (
            "DELETE FROM ledger_balance WHERE account_id = 5",
            {("floor", "ledger_balance of account 5")},
        ),
        ("UPDATE ledger_balance SET floor = -50 WHERE account_id = 5", {("floor", "ledger_balance of account 5")}),
        ("UPDATE ledger_entry SET size = 2 WHERE id = 2", {("entry", "ledger_entry 2")}),
        ("UPDATE ledger_transfer SET position = 7 WHERE id = 2", {("entry", "ledger_entry 2")}),
        (
            "UPDATE ledger_transfer SET entry_id = 2, position = 2 WHERE id = 1",
            {("entry", "ledger_entry 1"), ("entry", "ledger_entry 2")},
        ),
        (
            "UPDATE ledger_entry SET reverses_id = 1 WHERE id = 2",
            {("reversal", "ledger_entry 2")},
        ),
        ("UPDATE ledger_account SET closed_at = now() WHERE id = 3", {("closing", "ledger_account 3")}),
        ("UPDATE ledger_book SET closed_at = now()", {("closing", f"ledger_account {id_}") for id_ in range(1, 7)}),
        (
            "UPDATE ledger_transfer SET id = 99 WHERE id = 1",
            {("order", "ledger_transfer 99"), ("sequence", "ledger_transfer_id_seq")},
        ),
        ("SELECT setval('ledger_entry_id_seq', 1)", {("sequence", "ledger_entry_id_seq")}),
        ("TRUNCATE ledger_transfer", {("balance", "ledger_balance of account 3"), ("entry", "ledger_entry 1")}),
    ],
    ids=lambda value: " ".join(value.split())[:60] if isinstance(value, str) else "",
)
def test_who_turns_the_triggers_off_is_named_with_the_rows(
    book: SmallBook, attack: str, named: set[tuple[str, str]]
) -> None:
    """The owner of a database can do that. Everything it touches is found again, and so are the sleeping triggers."""
    post(book=book.pk, key="later", transfers=[book.wish("ada", "ada-stakes", 10)])
    tables = ("entry", "transfer", "balance", "account", "book")
    with raw() as psql:
        for table in tables:
            psql.execute(f"ALTER TABLE ledger_{table} DISABLE TRIGGER ALL".encode())
        psql.execute(attack.encode())
        for table in tables:
            psql.execute(f"ALTER TABLE ledger_{table} ENABLE TRIGGER ALL".encode())
    found = set(findings())
    assert named <= found
    triggers = {row for law, row in found if law == "trigger"}
    assert "ledger_transfer_stays" in triggers  # awake again, but not ALWAYS, as it must be
    assert "ledger_balance_through_the_gate" in triggers
    assert {law for law, _ in found} <= {law for law, _ in named} | {"trigger", "entry", "balance", "order"}


@pytest.mark.parametrize(
    ("attack", "named"),
    [
        ("ALTER TABLE ledger_transfer DISABLE TRIGGER ledger_transfer_stays", ("trigger", "ledger_transfer_stays")),
        ("ALTER TABLE ledger_entry ENABLE TRIGGER ledger_entry_stays", ("trigger", "ledger_entry_stays")),
        (
            "DROP TRIGGER ledger_balance_through_the_gate ON ledger_balance",
            ("trigger", "ledger_balance_through_the_gate"),
        ),
        ("DROP TRIGGER ledger_post_one ON ledger_posting_one", ("trigger", "ledger_post_one")),
        (
            "CREATE TRIGGER mine AFTER INSERT ON ledger_transfer EXECUTE FUNCTION ledger_guard()",
            ("trigger", "mine"),
        ),
        (
            "DROP TRIGGER ledger_book_stays ON ledger_book;"
            "CREATE TRIGGER ledger_book_stays BEFORE DELETE ON ledger_book EXECUTE FUNCTION ledger_guard();"
            "ALTER TABLE ledger_book ENABLE ALWAYS TRIGGER ledger_book_stays",
            ("trigger", "ledger_book_stays"),
        ),
        ("ALTER TABLE ledger_balance DROP CONSTRAINT ledger_balance_floor", ("constraint", "ledger_balance_floor")),
        ("ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_payer", ("constraint", "ledger_transfer_payer")),
        (
            "ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_amount;"
            "ALTER TABLE ledger_transfer ADD CONSTRAINT ledger_transfer_amount CHECK (amount >= 0) NOT VALID",
            ("constraint", "ledger_transfer_amount"),
        ),
        (
            "CREATE OR REPLACE FUNCTION ledger_guard() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
            ("function", "ledger_guard"),
        ),
        ("DROP FUNCTION ledger_first_entry CASCADE", ("function", "ledger_first_entry")),
        ("ALTER TYPE ledger_reason RENAME VALUE 'stake' TO 'gift'", ("reason", "ledger_reason")),
        (
            "ALTER TYPE ledger_reason RENAME VALUE 'stake' TO 'x';"
            "ALTER TYPE ledger_reason RENAME VALUE 'lost' TO 'stake';"
            "ALTER TYPE ledger_reason RENAME VALUE 'x' TO 'lost'",
            ("reason", "ledger_reason"),
        ),
        ("ALTER TABLE ledger_transfer ALTER reason TYPE text", ("reason", "ledger_transfer")),
    ],
    ids=lambda value: value[:60] if isinstance(value, str) else "",
)
def test_a_law_that_is_missing_or_asleep_is_named(book: SmallBook, attack: str, named: tuple[str, str]) -> None:
    assert findings() == []
    with raw() as psql:
        psql.execute(attack.encode())
    assert findings() == [named]


def test_a_foreign_key_that_is_not_watched_is_named(book: SmallBook) -> None:
    with raw() as psql:
        psql.execute("ALTER TABLE ledger_transfer DISABLE TRIGGER ALL")
        psql.execute("ALTER TABLE ledger_transfer ENABLE ALWAYS TRIGGER ledger_transfer_stays")
        psql.execute("ALTER TABLE ledger_transfer ENABLE ALWAYS TRIGGER ledger_transfer_through_the_gate")
    rows = [row for law, row in findings() if law == "trigger"]
    assert rows
    assert all(row.startswith("ledger_transfer RI_ConstraintTrigger") for row in rows)


def test_a_forger_who_hides_in_a_trigger_of_his_own_is_named(book: SmallBook) -> None:
    """From inside a trigger the guard lets a balance be set; the transfers still tell."""
    with raw() as psql:
        body = f"BEGIN {FORGE_BALANCE}; RETURN NEW; END"
        psql.execute(f"CREATE FUNCTION forge() RETURNS trigger LANGUAGE plpgsql AS '{body}'".encode())
        psql.execute("CREATE TEMP TABLE cover (id int)")
        psql.execute("CREATE TRIGGER forge BEFORE INSERT ON cover FOR EACH ROW EXECUTE FUNCTION forge()")
        psql.execute("INSERT INTO cover VALUES (1)")
    assert findings() == [("balance", "ledger_balance of account 3")]


def test_the_floor_holds_inside_the_gate_too(book: SmallBook) -> None:
    """The CHECK is the law; the gate's own look at the balance only words the refusal."""
    with raw() as psql:
        psql.execute("CREATE TEMP TABLE cover (id int)")
        psql.execute(
            "CREATE FUNCTION pg_temp.forge() RETURNS trigger LANGUAGE plpgsql AS"
            " 'BEGIN UPDATE ledger_balance SET amount = -1 WHERE account_id = 3; RETURN NEW; END'"
        )
        psql.execute("CREATE TRIGGER forge BEFORE INSERT ON cover FOR EACH ROW EXECUTE FUNCTION pg_temp.forge()")
        with pytest.raises(psycopg.errors.CheckViolation) as refusal:
            psql.execute("INSERT INTO cover VALUES (1)")
    assert refusal.value.diag.constraint_name == "ledger_balance_floor"
