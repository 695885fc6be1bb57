"""An evening worked by hand, in every format.

Five cents a counter. Ada buys a hundred and Bob forty; Ada stakes six on Minoru at two to one and wins twelve; she
gives fifty back. The till was lent twenty euros and is three cents short; what it made goes to the lifeboat.
"""

import csv
import io
import json
import zipfile
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from django.utils import timezone

from casino.clubs.actors import HOUSE
from casino.clubs.models import Player, Session
from casino.desk.counters import cash_out
from casino.desk.counting import count_till
from casino.desk.till import hand_over_takings, put_float
from casino.exports.chart import Journal
from casino.exports.formats import FORMATS
from casino.exports.wording import cell
from casino.tables.models import Table
from ledger import posting
from tests.casino.dealing import play_m1
from tests.casino.exports import tools
from tests.casino.exports.files import exported
from tests.casino.exports.test_tools import TOOLS, agree
from tests.casino.room import Room

SETTINGS = {"currency": "EUR", "price": 5, "good_cause": "The lifeboat"}


@pytest.fixture(scope="module")
def room(module_database: str) -> Room:
    room = Room({"by_hand": True, "house_float": 200}, {"Ada": 100, "Bob": 40}, settings=SETTINGS)
    put_float(room.session.pk, money=2000, by=HOUSE)
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 6)
    play_m1(round_)
    cash_out(player=room.players["Ada"], counters=50, by=HOUSE)
    count_till(room.session.pk, pieces={}, total=2447, reason="Wrong change", by=HOUSE)
    hand_over_takings(room.session.pk, by=HOUSE)
    return room


def names(room: Room) -> dict[str, str]:
    """Of the accounts, as they are written by hand below."""
    code, ada, bob = room.session.code, room.players["Ada"].pk, room.players["Bob"].pk
    players = "Liabilities:Counters:Players"
    return {
        "CODE": code,
        "DATE": timezone.localdate(room.session.opened_at).isoformat(),
        "ADA": f"{players}:P{ada:06}",
        "BOB": f"{players}:P{bob:06}",
        "ISSUE": f"Equity:Counters:Issue:{code}",
        "BANK": f"Equity:Counters:Tables:T{room.table.pk:06}:Bank",
    }


MONEY = """
float: Assets:Till 20.00, Equity:Club
sale: Assets:Till 5.00, Income:Sales
sale: Assets:Till 2.00, Income:Sales
refund: Income:Sales 2.50, Assets:Till
till-count — Wrong change: Expenses:OverShort 0.03, Assets:Till
float, proceeds: Equity:Club 20.00, Assets:Till; Expenses:GoodCause 4.47, Assets:Till
"""


def transactions(text: str, *, date: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Of a plain-text journal: descriptions, and postings as accounts and amounts; balances are left out."""
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for line in text.splitlines():
        if line.startswith(f"{date} *"):
            found.append((line.removeprefix(f"{date} * "), []))
        elif line.startswith("  ") and line.strip()[0].isupper():
            account, _, shown = line.strip().partition("  ")
            found[-1][1].append((account, shown.partition("  ;")[0]))
    return [each for each in found if " balances of " not in each[0]]


def test_money_in_a_journal_for_hledger(room: Room) -> None:
    code, said = room.session.code, []
    text = exported(room.session, "hledger", Journal.MONEY).decode()
    for what, postings in transactions(text, date=names(room)["DATE"]):
        sides = []
        for (debit, shown), (credit, back) in zip(postings[::2], postings[1::2], strict=True):
            assert back == f"-{shown}"
            sides.append(f"{debit} {shown}, {credit}".replace(f":{code}", "").replace(" EUR", ""))
        said.append(f"{what.partition(') ')[2]}: {'; '.join(sides)}")
    # Ada and Bob came before the till had its float.
    float_, *others = MONEY.split("\n")[1:-1]
    assert said == [*others[:2], float_, *others[2:]]
    closing = text.partition(f"closing balances of {code}\n")[2]
    assert [line.split() for line in closing.splitlines()] == [
        [f"Assets:Till:{code}", "0.00", "EUR", "=", "0.00", "EUR"],
        [f"Equity:Club:{code}", "0.00", "EUR", "=", "0.00", "EUR"],
        [f"Expenses:GoodCause:{code}", "0.00", "EUR", "=", "4.47", "EUR"],
        [f"Expenses:OverShort:{code}", "0.00", "EUR", "=", "0.03", "EUR"],
        [f"Income:Sales:{code}", "0.00", "EUR", "=", "-4.50", "EUR"],
    ]


def test_the_evening_in_one_entry_says_what_a_treasurer_enters(room: Room) -> None:
    text = exported(room.session, "hledger", Journal.MONEY, summary=True).decode()
    ((what, postings),) = transactions(text, date=names(room)["DATE"])
    assert what == "(summary) the evening in one entry"
    told = [(account.rpartition(":")[0], shown) for account, shown in postings]
    assert told == [
        ("Assets:Till", "7.00 EUR"),
        ("Income:Sales", "-7.00 EUR"),
        ("Income:Sales", "2.50 EUR"),
        ("Assets:Till", "-2.50 EUR"),
        ("Expenses:OverShort", "0.03 EUR"),
        ("Assets:Till", "-0.03 EUR"),
        ("Expenses:GoodCause", "4.47 EUR"),
        ("Assets:Till", "-4.47 EUR"),
    ]  # the float came and went


def test_counters_in_a_ledger_for_beancount(room: Room) -> None:
    named = names(room)
    text = exported(room.session, "beancount", Journal.COUNTERS).decode()
    told = transactions(text, date=named["DATE"])
    assert [(what.strip('"'), postings) for what, postings in told] == [
        ("buy-in", [(named["ISSUE"], "100 CTR"), (f"{named['ADA']}:Purse", "-100 CTR")]),
        ("buy-in", [(named["ISSUE"], "40 CTR"), (f"{named['BOB']}:Purse", "-40 CTR")]),
        (f"float, table {room.table.pk}", [(named["ISSUE"], "200 CTR"), (named["BANK"], "-200 CTR")]),
        ("stake, round 1", [(f"{named['ADA']}:Purse", "6 CTR"), (f"{named['ADA']}:Stakes", "-6 CTR")]),
        (
            "returned, winnings, round 1",
            [
                (f"{named['ADA']}:Stakes", "6 CTR"),
                (f"{named['ADA']}:Purse", "-6 CTR"),
                (named["BANK"], "12 CTR"),
                (f"{named['ADA']}:Purse", "-12 CTR"),
            ],
        ),
        ("cash-out", [(f"{named['ADA']}:Purse", "50 CTR"), (named["ISSUE"], "-50 CTR")]),
    ]
    day = datetime.fromisoformat(named["DATE"]).replace(tzinfo=UTC)
    after = datetime.fromtimestamp(day.timestamp() + 86400, UTC).date()
    balances = [line.split() for line in text.splitlines() if line.startswith(f"{after} balance")]
    assert {line[2]: line[3:] for line in balances} == {
        named["ISSUE"]: ["290", "~", "0", "CTR"],
        named["BANK"]: ["-188", "~", "0", "CTR"],
        f"{named['ADA']}:Purse": ["-62", "~", "0", "CTR"],
        f"{named['ADA']}:Stakes": ["0", "~", "0", "CTR"],
        f"{named['BOB']}:Purse": ["-40", "~", "0", "CTR"],
        f"{named['BOB']}:Stakes": ["0", "~", "0", "CTR"],
    }


def tables(file: bytes) -> dict[str, list[dict[str, str]]]:
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        assert archive.testzip() is None
        return {
            name.removesuffix(".csv"): list(csv.DictReader(io.StringIO(archive.read(name).decode(), newline="")))
            for name in archive.namelist()
        }


def test_csv_has_the_journal_the_statements_and_the_trial_balance(room: Room) -> None:
    named = names(room)
    found = tables(exported(room.session, "csv", Journal.COUNTERS))
    assert list(found) == ["about", "summary", "trial-balance", "journal", "statements"]
    ada = [line for line in found["statements"] if line["account"] == f"{named['ADA']}:Purse"]
    assert [(line["what"], line["other"], line["debits"], line["credits"], line["balance"]) for line in ada] == [
        ("buy-in", named["ISSUE"], "0", "100", "-100"),
        ("stake, round 1", f"{named['ADA']}:Stakes", "6", "0", "-94"),
        ("returned, round 1", f"{named['ADA']}:Stakes", "0", "6", "-100"),
        ("winnings, round 1", named["BANK"], "0", "12", "-112"),
        ("cash-out", named["ISSUE"], "50", "0", "-62"),
    ]
    (bank,) = [line for line in found["trial-balance"] if line["account"] == named["BANK"]]
    assert bank == {
        "book": named["CODE"],
        "date": named["DATE"],
        "account": named["BANK"],
        "label": "Minoru 1",
        "role": "bank",
        "opening": "0",
        "debits": "12",
        "credits": "200",
        "balance": "-188",
        "unit": "CTR",
    }
    assert [line["amount"] for line in found["journal"]] == ["100", "40", "200", "6", "6", "12", "50"]
    assert list(tables(exported(room.session, "csv", Journal.COUNTERS, summary=True))) == [
        "about",
        "summary",
        "trial-balance",
    ]


def test_json_lines_say_what_they_are(room: Room) -> None:
    lines = [json.loads(line) for line in exported(room.session, "jsonl", Journal.MONEY).splitlines()]
    kinds = [line["kind"] for line in lines]
    assert kinds == ["journal", "book", *["account"] * 5, *["entry"] * 6, *["balance"] * 5]
    assert lines[1]["totals"] == {"EUR": "54.00"}
    assert (lines[0]["entries"], lines[0]["transfers"]) == (6, 7)
    assert lines[-1]["account"] == f"Income:Sales:{room.session.code}"
    assert (lines[-1]["debit"], lines[-1]["credit"], lines[-1]["balance"]) == ("2.50", "7.00", "-4.50")
    assert all(isinstance(moved["amount"], str) for line in lines if line["kind"] == "entry" for moved in line["moved"])


@pytest.mark.parametrize("journal", Journal)
@pytest.mark.parametrize("format_", FORMATS)
def test_the_same_books_make_the_same_file(room: Room, format_: str, journal: Journal) -> None:
    """No file says when it was made; those that must have a time have that of the evening."""
    file = exported(room.session, format_, journal)
    assert exported(room.session, format_, journal) == file
    opened = room.session.opened_at
    assert opened is not None
    if format_ == "csv":
        with zipfile.ZipFile(io.BytesIO(file)) as archive:
            assert {part.date_time for part in archive.infolist()} == {(opened.year, opened.month, opened.day, 0, 0, 0)}
    if format_ == "xlsx":
        with zipfile.ZipFile(io.BytesIO(file)) as archive:
            core = archive.read("docProps/core.xml").decode()
        assert core.count(f">{opened:%Y-%m-%dT%H:%M:%SZ}</dcterms:") == 2  # made, and changed


def text_of(file: bytes) -> str:
    """All that can be read in a file, packed or not."""
    if not file.startswith(b"PK"):
        return file.decode()
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        return "".join(archive.read(name).decode() for name in archive.namelist())


@pytest.mark.parametrize("journal", Journal)
@pytest.mark.parametrize("format_", FORMATS)
def test_guests_are_named_only_if_somebody_asks(room: Room, format_: str, journal: Journal) -> None:
    assert "Ada" not in text_of(exported(room.session, format_, journal))
    named = text_of(exported(room.session, format_, journal, names=True))
    assert ("Ada" in named) == (journal is Journal.COUNTERS)


@pytest.mark.parametrize(
    ("journal", "summary", "said"),
    [
        (Journal.MONEY, False, "6 entries with 7 transfers, 54.00 EUR debited and credited"),
        (Journal.COUNTERS, False, "6 entries with 7 transfers, 414 CTR debited and credited"),
        # Sold 7.00 and bought back 2.50, three cents short, 4.47 handed over; the float came and went.
        (
            Journal.MONEY,
            True,
            "1 entry with 4 transfers, 14.00 EUR debited and credited; of 6 entries with 7 transfers in the book",
        ),
        # 100, 40, 200 and 50 over the desk, 12 won; the stake came back, for another reason.
        (
            Journal.COUNTERS,
            True,
            "1 entry with 7 transfers, 414 CTR debited and credited; of 6 entries with 7 transfers in the book",
        ),
    ],
)
@pytest.mark.parametrize("format_", FORMATS)
def test_every_file_says_which_book_which_period_how_much_and_how_to_check_it(
    room: Room, format_: str, journal: Journal, summary: bool, said: str
) -> None:
    text, named = text_of(exported(room.session, format_, journal, summary=summary)), names(room)
    period = f"{named['DATE']} to {named['DATE']}"
    check = f"casino verify {named['CODE']}"
    for each in (named["CODE"], "The club", period, "still open", said, check, "check this file"):
        assert each in text, each


@pytest.mark.parametrize("format_", ["hledger", "beancount", "jsonl"])
def test_lines_end_as_the_tools_want_them(room: Room, format_: str) -> None:
    file = exported(room.session, format_, Journal.COUNTERS)
    assert file.endswith(b"\n")
    assert not file.endswith(b"\n\n")
    assert b"\r" not in file


HOSTILE = (
    "=cmd|' /C calc'!A0",
    "+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1",
    "a\nb\r\nc\u2028d",
    'quote " and ; and | and \\" \\',
    "2026-01-01 * evil\n    Assets:Till  1 EUR",
    '"\n2026-01-01 open Assets:Evil',
    "<script>alert(1)</script>",
    "\u202egnp.exe",
    "key: value, :tag:",
    "(code) * ! description",
    "é" * 10_000,
    "{ } [ ] # ~ % 🎩",
    "  two  blanks  ",
)


@pytest.fixture(scope="module")
def hostile(room: Room) -> Session:
    """A session whose guests, tables and staff are called what they should not be; nothing would let most of them."""
    other = Room(counters={}, settings=SETTINGS)
    session = other.session
    assert session.issue_id is not None
    assert session.book_id is not None
    Session.objects.filter(pk=session.pk).update(name=HOSTILE[8])
    Table.objects.filter(pk=other.table.pk).update(name=HOSTILE[7])
    for number, text in enumerate(HOSTILE):
        player = other.come(f"G{number}")
        Player.objects.filter(pk=player.pk).update(nickname=text[:40])
        moved = [posting.Transfer(session.issue_id, player.purse_id, 5, "prize")]
        posting.post(book=session.book_id, key=f"{text[:150]}{number}", transfers=moved, memo=text)
    session.refresh_from_db()
    return session


@pytest.mark.parametrize("format_", ["csv", "xlsx"])
def test_no_cell_of_a_hostile_evening_is_a_formula(hostile: Session, format_: str) -> None:
    file = exported(hostile, format_, Journal.COUNTERS, names=True)
    if format_ == "csv":
        for rows in tables(file).values():
            for row in rows:
                assert None not in row  # no line was broken in two
                for column, value in row.items():
                    numbers = {"opening", "debits", "credits", "balance", "amount"}
                    assert column in numbers or not value.startswith(("=", "+", "-", "@", "\t", "\r")), (column, value)
        return
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        sheets = "".join(archive.read(name).decode() for name in archive.namelist() if "worksheets" in name)
    assert "<t>'=cmd|" in sheets
    assert sheets.count("<f>") == sheets.count("<f>ROUND(") + sheets.count("<f>IF(AND(")


def test_json_lines_keep_what_was_written_as_it_was_written(hostile: Session) -> None:
    lines = [json.loads(line) for line in exported(hostile, "jsonl", Journal.COUNTERS).decode().split("\n")[:-1]]
    memos = [line["memo"] for line in lines if line["kind"] == "entry" and line["memo"]]
    assert memos == list(HOSTILE)
    assert len(exported(hostile, "jsonl", Journal.COUNTERS).decode().splitlines()) == len(lines)  # by any reader


@pytest.mark.parametrize("tool", TOOLS)
def test_a_hostile_evening_is_read_as_what_it_is(hostile: Session, tool: str, tmp_path: Path) -> None:
    format_, totals = TOOLS[tool]
    file = tmp_path / "books"
    file.write_bytes(exported(hostile, format_, Journal.COUNTERS, names=True))
    agree(totals(file), [hostile], Journal.COUNTERS)


def test_a_spreadsheet_reads_a_hostile_evening_as_what_it_is(hostile: Session, tmp_path: Path) -> None:
    file = tmp_path / "books.xlsx"
    file.write_bytes(exported(hostile, "xlsx", Journal.COUNTERS, names=True))
    sheets = tools.recalculated(file)
    lines = [line for line in sheets["trial-balance"] if line["account"]]
    agree({line["account"]: (Decimal(line["balance"]), line["unit"]) for line in lines}, [hostile], Journal.COUNTERS)
    labels = {line["label"] for line in lines}
    assert {cell(text[:40]) for text in HOSTILE} <= labels  # as text, to the letter
    assert sheets["about"][-1] == {"what": "in balance, CTR", "is": "yes"}
