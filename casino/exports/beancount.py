"""A ledger for beancount. It opens every account once, with its commodity, and states every balance before the first
entry and after the last: at the beginning of a day, so that closing balances are dated the next.
"""

from datetime import timedelta
from typing import BinaryIO, TextIO

from casino.clock import when
from casino.exports.plain import described, header, postings, shown, text_into
from casino.exports.reading import Evening, Export, Written
from casino.exports.wording import bare

CHECK = "bean-check FILE"
EXACTLY = "~ 0"  # left alone, beancount would let money be off by a cent


def write(export: Export, file: BinaryIO) -> None:
    with text_into(file) as text:
        text.write(header(export, CHECK))
        text.write(f'\noption "title" "{bare(export.club)}, {export.wish.journal}, {export.since} to {export.until}"\n')
        for evening in export.evenings:
            _evening(evening, text)


def _evening(evening: Evening, text: TextIO) -> None:
    accounts, opened = evening.accounts(), evening.date
    text.write(f"\n; {evening.session.code}, {bare(evening.session.name)}\n")
    for account in accounts.values():
        text.write(f"{opened} open {account.name} {account.commodity}\n")
        if account.label:
            text.write(f'  label: "{bare(account.label)}"\n')
    for account in accounts.values():
        text.write(f"{opened} balance {account.name}  0 {EXACTLY} {account.commodity}\n")
    for written in evening.entries(accounts):
        text.write(_entry(evening, written))
    text.write("\n")
    for each in evening.balances(accounts):
        commodity = each.account.commodity
        text.write(f"{opened + timedelta(days=1)} balance {each.account.name}  {shown(each)} {EXACTLY} {commodity}\n")


def _entry(evening: Evening, written: Written) -> str:
    said = [f'\n{evening.date} * "{described(written)}"\n', f'  entry: "{written.number}"\n']
    if written.posted_at:
        said.append(f'  posted: "{when(written.posted_at)}"\n')
    if written.key:
        said.append(f'  key: "{bare(written.key)}"\n')
    if written.reverses is not None:
        said.append(f'  reverses: "{written.reverses}"\n')
    return "".join(said) + postings(written, "  ")
