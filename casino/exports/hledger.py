"""A journal for hledger and for ledger: one file that both take, at their strictest.

It declares what it uses, states every balance before the first entry and after the last, and names no tag: ledger would
want those declared, too. So no comment below an entry has a colon in it.
"""

from datetime import UTC
from typing import BinaryIO, TextIO

from casino.exports.plain import described, header, postings, shown, text_into
from casino.exports.reading import Balance, Evening, Export, Written
from casino.exports.wording import amount, bare

CHECK = "hledger -f FILE check --strict ordereddates; ledger -f FILE --strict --pedantic balance"


def write(export: Export, file: BinaryIO) -> None:
    with text_into(file) as text:
        text.write(header(export, CHECK))
        commodities = sorted({unit.commodity for evening in export.evenings for unit in evening.units.values()})
        text.writelines(f"\ncommodity {commodity}" for commodity in commodities)
        text.write("\n")
        for evening in export.evenings:
            _evening(evening, text)


def _evening(evening: Evening, text: TextIO) -> None:
    accounts = evening.accounts()
    text.write(f"\n; {evening.session.code}, {bare(evening.session.name)}\n")
    for account in accounts.values():
        # A comment on the same line would become part of the name for one of the two.
        note = f"; {bare(account.label)}\n" if account.label else ""
        text.write(f"{note}account {account.name}\n")
    if not accounts:
        return
    held = evening.balances(accounts)
    _state(evening, "opening balances", [Balance(each.account, 0, 0) for each in held], text)
    for written in evening.entries(accounts):
        text.write(_entry(evening, written))
    _state(evening, "closing balances", held, text)


def _entry(evening: Evening, written: Written) -> str:
    at = f"    ; posted {written.posted_at.astimezone(UTC):%Y-%m-%d at %H.%M.%S} UTC\n" if written.posted_at else ""
    return f"\n{evening.date} * ({written.number}) {described(written)}\n{at}{postings(written, '    ')}"


def _state(evening: Evening, what: str, balances: list[Balance], text: TextIO) -> None:
    text.write(f"\n{evening.date} * {what} of {evening.session.code}\n")
    for each in balances:
        account = each.account
        nothing = amount(0, account.places)
        text.write(f"    {account.name}  {nothing} {account.commodity} = {shown(each)} {account.commodity}\n")
