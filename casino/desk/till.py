"""The till: the club lends it a float, and takes it back with the takings when the evening is over."""

from django.db import transaction
from django.db.models import Sum

from casino.clubs.actors import Actor
from casino.clubs.models import Session
from casino.clubs.sessions import own, require_open
from casino.desk.accounts import Reason, Role
from casino.desk.counters import MOST, fresh_key
from casino.desk.models import Count
from casino.desk.own_accounts import money_account
from casino.events import telling
from games.kit.errors import RuleBroken
from ledger import balances, posting
from ledger.models import Entry
from ledger.models import Transfer as Posted
from ledger.posting import Transfer


def require_money(amount: object) -> int:
    """A sum in the smallest coin."""
    if type(amount) is not int or not 0 < amount <= MOST:
        raise RuleBroken("bad_money", "A sum of money is more than nothing, in whole coins.")
    return amount


@transaction.atomic
def put_float(session_id: int, *, money: int, by: Actor) -> Entry:
    """Change to begin with, from the club."""
    session = own(session_id)
    require_open(session)
    amount, till = require_money(money), money_account(session, Role.TILL)
    telling.tell(session.pk, "float_put", telling.STAFF, money=amount, by=by)
    lent = Transfer(money_account(session, Role.CLUB), till, amount, Reason.FLOAT)
    return _post(session, "float", [lent])


@transaction.atomic
def hand_over_takings(session_id: int, *, by: Actor) -> Entry:
    """Empty the till, once it is counted: the float back to the club, what the evening brought to the good cause, or
    to the club as well if there is none.
    """
    session = own(session_id)
    require_open(session)
    till, club = money_account(session, Role.TILL), money_account(session, Role.CLUB)
    there = balances.balance(till)
    _require_counted(till, there)
    lent = min(float_of(till, club), there)
    brought = there - lent
    winner = money_account(session, Role.GOOD_CAUSE) if session.good_cause else club
    moved = [Transfer(till, club, lent, Reason.FLOAT)] if lent else []
    moved += [Transfer(till, winner, brought, Reason.PROCEEDS)] if brought else []
    if not moved:
        raise RuleBroken("till_empty", "There is nothing in the till.")
    telling.tell(session.pk, "takings_handed_over", telling.STAFF, money=brought, lent=lent, by=by)
    return _post(session, "takings", moved)


def float_of(till: int, club: int) -> int:
    """What the club has lent to the till and not been given back."""
    moved = Posted.objects.filter(reason=Reason.FLOAT)
    lent = moved.filter(payer=club, payee=till).aggregate(sum=Sum("amount"))["sum"] or 0
    back = moved.filter(payer=till, payee=club).aggregate(sum=Sum("amount"))["sum"] or 0
    return int(lent - back)


def _require_counted(till: int, there: int) -> None:
    last = Count.objects.filter(account=till).order_by("-pk").first()
    if there < 0:
        raise RuleBroken("till_overdrawn", "More was paid out than there was in the till: count it, and say why.")
    if last is None or last.counted != there:
        raise RuleBroken("count_first", "Count the till first: something has moved since it was counted.")


def _post(session: Session, act: str, moved: list[Transfer]) -> Entry:
    assert session.book_id is not None
    return posting.post(book=session.book_id, key=fresh_key(act), transfers=moved)
