"""The house's own accounts in the book of a session, beside the issue: opened when first needed."""

from casino.clubs.models import Session
from casino.desk.accounts import Role
from casino.desk.money import CURRENCIES
from games.kit.errors import RuleBroken
from ledger import balances, books, errors
from ledger.models import Account, Unit


def counter_account(session: Session, role: Role) -> int:
    """Of counters, with this role."""
    assert session.issue is not None
    return _find(session, role, session.issue.unit)


def money_account(session: Session, role: Role) -> int:
    """Of the session's currency, with this role."""
    if not session.currency:
        raise RuleBroken("no_money", "In this session counters are free: there is no till.")
    unit = books.make_unit(code=session.currency, places=CURRENCIES[session.currency].places)
    return _find(session, role, unit)


def held(session: Session, role: Role, *, money: bool) -> int:
    """What the account holds; nothing if nobody has needed it yet. A look opens no account."""
    unit = session.currency if money else "counter"
    found = Account.objects.filter(book=session.book_id, code=f"{role}:{unit}").first()
    return balances.balance(found.pk) if found else 0


def _find(session: Session, role: Role, unit: Unit) -> int:
    assert session.book_id is not None
    code = f"{role}:{unit.code}"
    found = Account.objects.filter(book=session.book_id, code=code).values_list("pk", flat=True).first()
    if found is not None:
        return found
    try:
        return books.open_account(book=session.book_id, unit=unit.pk, role=role, code=code).pk
    except errors.CodeTaken:  # somebody was quicker
        return Account.objects.get(book=session.book_id, code=code).pk
