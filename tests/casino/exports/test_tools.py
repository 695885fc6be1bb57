"""Sessions played by automatic players, read by accountants' own tools: each accepts the files at its strictest, and
what it says that every account holds is what the ledger's own trial balance says, to the counter and the cent.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from casino.clubs.models import Club, Session
from casino.desk import turnover
from casino.exports.chart import Account, Journal
from casino.exports.formats import FORMATS
from casino.exports.reading import Evening, Line, Wish, reading
from ledger import balances, books, posting
from ledger.models import Account as Kept
from ledger.models import Transfer
from tests.casino.evenings import PRICED, play_evening
from tests.casino.exports import tools
from tests.casino.exports.files import exported
from tests.casino.exports.tools import Totals
from tests.casino.room import open_evening
from tests.casino.verified import room_findings
from tests.databases import raw

# Each is played once for all tests here.
EVENINGS = ("priced", "free", "open", "yen", "empty", "units", "period")
TOOLS: dict[str, tuple[str, Callable[[Path], Totals]]] = {
    "hledger": ("hledger", tools.hledger),
    "ledger": ("hledger", tools.ledger),
    "beancount": ("beancount", tools.beancount),
}


@pytest.fixture(scope="module")
def evenings(module_database: str) -> dict[str, list[Session]]:
    """Every game in one of them. The others differ in what counters cost, and in how they ended."""
    priced, free = play_evening(**PRICED), play_evening("Free counters", games=("minoru", "derby"))
    yen = play_evening("Yen", games=("minoru", "roulette"), currency="JPY", price=3)
    still_open = play_evening("Still open", games=("horses", "musical-casino"), closed=False, **PRICED)
    assert room_findings() == []
    found = {"priced": priced, "free": free, "open": still_open, "yen": yen, "empty": _empty(), "units": _units()}
    return {**{name: [session] for name, session in found.items()}, "period": [priced, free, still_open]}


def _empty() -> Session:
    club = Club.objects.get(name="The club")
    return open_evening(club, "Nobody came", **PRICED)


def _units() -> Session:
    """Counters, francs, points, and a unit whose name no tool would take, moved in one entry."""
    session = _empty()
    assert session.book_id is not None
    moved: list[posting.Transfer] = []
    for code, places in (("franc", 2), ("point", 0), ("point of honour 2", 3), ("point-of-honour", 0), ("counter", 0)):
        unit = books.make_unit(code=code, places=places)
        box, held = (
            books.open_account(book=session.book_id, unit=unit.pk, role=role, code=f"{role}:{name}").pk
            for role, name in (("box", code), ("escrow", f'{code}, "of ten"'))
        )
        moved += [posting.Transfer(box, held, 12345 + len(moved), "box"), posting.Transfer(held, box, 45, "box")]
    posting.post(book=session.book_id, key="several", transfers=moved, memo='of several; "units"')
    return session


def trial(sessions: Sequence[Session], journal: Journal) -> dict[str, int]:
    """What the ledger says, by role and unit and amount; counters are credit outside, and money debit."""
    found: dict[str, int] = {}
    for session in sessions:
        assert session.book_id is not None
        for line in balances.trial_balance(session.book_id):
            if journal.holds(line.unit):
                found[f"{session.code} {line.account}"] = line.balance if journal.is_money else -line.balance
    return found


def agree(totals: Totals, sessions: Sequence[Session], journal: Journal) -> None:
    """Account by account. The tool knows an account by its name outside, the ledger by its id."""
    with reading(sessions, Wish(journal)) as export:
        named = {
            account.name: (f"{evening.session.code} {account.id}", account)
            for evening in export.evenings
            for account in evening.accounts().values()
        }
    said = trial(sessions, journal)
    assert totals.keys() == named.keys()
    assert len(said) == len(named)
    for name, (number, commodity) in totals.items():
        ledger_id, account = named[name]
        assert number == Decimal(said[ledger_id]).scaleb(-account.places), name
        assert commodity in {account.commodity, ""}, name


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "books"


@pytest.mark.parametrize("summary", [False, True], ids=["detail", "summary"])
@pytest.mark.parametrize("journal", Journal)
@pytest.mark.parametrize("evening", EVENINGS)
@pytest.mark.parametrize("tool", TOOLS)
def test_a_plain_text_tool_agrees_with_the_ledger(
    evenings: dict[str, list[Session]], tool: str, evening: str, journal: Journal, summary: bool, file: Path
) -> None:
    format_, totals = TOOLS[tool]
    file.write_bytes(exported(evenings[evening], format_, journal, summary=summary))
    agree(totals(file), evenings[evening], journal)


def test_what_a_table_has_beside_its_bank_is_the_table_s(evenings: dict[str, list[Session]]) -> None:
    """And what was kept of pools is income, by table: the same as the audit says."""
    (session,) = evenings["priced"]
    table = session.tables.get(name="minoru house")
    with reading([session], Wish(Journal.COUNTERS)) as export:
        (evening,) = export.evenings
        accounts = evening.accounts()
        income = {line.account.id: -line.balance for line in evening.balances(accounts)}
    named = {row.role: accounts[row.account_id] for row in table.accounts.all()}
    under = f"Tables:T{table.pk:06}"
    assert {role: account.name for role, account in named.items()} == {
        "totalisator": f"Equity:Counters:{under}:Totalisator",
        "bookmaker": f"Equity:Counters:{under}:Bookmaker",
        "commission": f"Income:Counters:{under}:Commission",
        "breakage": f"Income:Counters:{under}:Breakage",
        "carry-over": f"Liabilities:Counters:{under}:CarryOver",
    }
    assert {account.label for account in named.values()} == {"minoru house"}
    kept = Counter[int]()
    for each in turnover.kept_of(session):
        kept[each.account] += each.came - each.went
    assert sum(kept.values()) > 0
    assert {account: income[account] for account in kept} == kept


@pytest.mark.parametrize(("tool", "check"), [("hledger", ("check", "--strict")), ("ledger", ("balance",))])
@pytest.mark.parametrize("journal", Journal)
def test_control_a_counter_too_few_is_seen(
    evenings: dict[str, list[Session]], tool: str, check: tuple[str, ...], journal: Journal, file: Path
) -> None:
    """An entry that balances, and is not what was posted: the closing balances do not agree."""
    text = exported(evenings["priced"], "hledger", journal).decode()
    posted = text.split("\n\n")
    at = next(number for number, part in enumerate(posted) if ") sale" in part or ") buy-in" in part)
    first, second = posted[at].splitlines()[-2:]
    for line in (first, second):
        account, _, shown = line.strip().partition("  ")
        number, _, commodity = shown.partition(" ")
        more = f"{Decimal(number) + (1 if Decimal(number) > 0 else -1) * _least(number)}"
        posted[at] = posted[at].replace(line, f"    {account}  {more} {commodity}")
    file.write_text("\n\n".join(posted))
    assert "assertion" in tools.fails(tool, "-f", file, *check).lower()


def _least(number: str) -> Decimal:
    return Decimal("0.01") if "." in number else Decimal(1)


def test_control_a_cent_too_few_is_seen_by_beancount(evenings: dict[str, list[Session]], file: Path) -> None:
    text = exported(evenings["priced"], "beancount", Journal.MONEY).decode()
    before = text.count("10.00 EUR")
    assert before >= 2
    file.write_text(text.replace("10.00 EUR", "10.01 EUR", 1).replace("-10.00 EUR", "-10.01 EUR", 1))
    assert "Balance failed" in tools.fails("bean-check", file)


def test_files_of_several_evenings_are_read_as_one(evenings: dict[str, list[Session]], tmp_path: Path) -> None:
    """A treasurer keeps them side by side: no account is opened twice, no balance is off."""
    several = [evenings[name][0] for name in ("priced", "free", "open", "yen")]
    for number, session in enumerate(several):
        for journal in Journal:
            for format_ in ("beancount", "hledger"):
                path = tmp_path / f"{number}-{journal}.{format_}"
                path.write_bytes(exported(session, format_, journal))
    year = tmp_path / "year.beancount"
    year.write_text("".join(f'include "{each.name}"\n' for each in sorted(tmp_path.glob("[0-9]*.beancount"))))
    assert len(tools.beancount(year)) > 20
    ours = tmp_path / "year.hledger"
    ours.write_text("".join(f"include {each.name}\n" for each in sorted(tmp_path.glob("[0-9]*.hledger"))))
    numbers = {account: number for account, (number, _) in tools.hledger(ours).items()}
    assert numbers == {account: number for account, (number, _) in tools.ledger(ours).items()}


@pytest.mark.parametrize("journal", Journal)
def test_a_spreadsheet_works_balances_out_from_the_evening_in_one_entry(
    evenings: dict[str, list[Session]], journal: Journal, tmp_path: Path
) -> None:
    file = tmp_path / "books.xlsx"
    file.write_bytes(exported(evenings["period"], "xlsx", journal, summary=True))
    sheets = tools.recalculated(file)
    assert sheets.keys() == {"about", "summary", "trial-balance"}
    lines = [line for line in sheets["trial-balance"] if line["account"]]
    agree({line["account"]: (Decimal(line["balance"]), line["unit"]) for line in lines}, evenings["period"], journal)
    assert sheets["about"][-1]["is"] == "yes"


@pytest.mark.parametrize("journal", Journal)
@pytest.mark.parametrize("evening", ["priced", "yen", "empty", "units", "period"])
def test_a_spreadsheet_agrees_with_the_ledger(
    evenings: dict[str, list[Session]], evening: str, journal: Journal, tmp_path: Path
) -> None:
    """LibreOffice works out every sum itself: of accounts from their statements, of units from accounts."""
    file = tmp_path / "books.xlsx"
    file.write_bytes(exported(evenings[evening], "xlsx", journal))
    sheets = tools.recalculated(file)
    lines = [line for line in sheets["trial-balance"] if line["account"]]
    agree({line["account"]: (Decimal(line["balance"]), line["unit"]) for line in lines}, evenings[evening], journal)
    units = {line["unit"] for line in lines}
    assert tools.without_results(file, tmp_path / "bare.xlsx") >= len(lines) + 5 * len(units)
    totals = [line for line in sheets["trial-balance"] if line["book"].startswith("Total")]
    assert {line["unit"] for line in totals} == units
    assert all(Decimal(line["balance"]) == 0 for line in totals)
    moved = {line["unit"]: Decimal(line["amount"]) for line in sheets["journal"] if line["book"].startswith("Total")}
    assert moved == {line["unit"]: Decimal(line["debits"]) for line in totals}
    verdicts = {line["what"]: line["is"] for line in sheets["about"] if line["what"].startswith("in balance")}
    assert verdicts == {f"in balance, {unit}": "yes" for unit in units}


def test_control_a_changed_line_is_seen_by_the_spreadsheet(
    evenings: dict[str, list[Session]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    statements = Evening.statements

    def off_by_one(self: Evening, accounts: dict[int, Account]) -> Iterator[Line]:
        lines = statements(self, accounts)
        first = next(lines)
        yield replace(first, amount=first.amount + 1)
        yield from lines

    monkeypatch.setattr(Evening, "statements", off_by_one)
    file = tmp_path / "books.xlsx"
    file.write_bytes(exported(evenings["priced"], "xlsx", Journal.COUNTERS))
    told = {line["what"]: line["is"] for line in tools.recalculated(file)["about"]}
    assert (told["in balance, CTR"], told["in balance, PTS"]) == ("NO", "yes")


def test_a_file_that_is_written_while_guests_stake_is_of_one_moment(
    evenings: dict[str, list[Session]], file: Path
) -> None:
    (session,) = evenings["open"]
    player = session.players.order_by("pk")[0]
    assert session.issue_id is not None

    def somebody_stakes(_: int) -> None:
        with raw() as psql:
            psql.execute(
                "INSERT INTO ledger_posting_one (book, key, memo, payer, payee, amount, reason)"
                " VALUES (%s, gen_random_uuid(), '', %s, %s, 1, 'prize')",
                [session.book_id, session.issue_id, player.purse_id],
            )

    before = Transfer.objects.filter(book=session.book_id).count()
    with reading([session], Wish(Journal.COUNTERS), read=somebody_stakes) as export, file.open("wb") as written:
        FORMATS["beancount"].write(export, written)
    assert Transfer.objects.filter(book=session.book_id).count() == before + export.entries
    tools.beancount(file)  # its closing balances are those of its entries
    assert file.read_text().count("\n  entry: ") == export.entries


def test_every_transfer_is_in_one_of_the_two_journals(evenings: dict[str, list[Session]]) -> None:
    (session,) = evenings["priced"]
    found: list[tuple[int, int, int]] = []
    for journal in Journal:
        with reading([session], Wish(journal)) as export:
            (evening,) = export.evenings
            for written in evening.entries(evening.accounts()):
                for side in written.sides:
                    paid = (side.credit.id, side.debit.id) if journal.is_money else (side.debit.id, side.credit.id)
                    found.append((*paid, side.amount))
    posted = Transfer.objects.filter(book=session.book_id).values_list("payer", "payee", "amount")
    assert sorted(found) == sorted(posted)
    assert {account.role_id for account in Kept.objects.filter(book=session.book_id)} >= {"till", "purse", "bank"}
