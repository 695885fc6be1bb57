"""When the tables are closed: purses nobody came to empty are swept up, and what is left of the prize fund returns."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Sum

from casino.clubs.actors import Actor
from casino.clubs.models import Player, Session
from casino.clubs.sessions import own, require_open
from casino.desk.accounts import Reason, Role
from casino.desk.counters import fresh_key
from casino.desk.own_accounts import counter_account, held, money_account
from casino.events import telling
from games.kit.errors import RuleBroken
from ledger import balances, posting
from ledger.models import Entry
from ledger.models import Transfer as Posted
from ledger.posting import Transfer


@dataclass(frozen=True)
class Swept:
    purses: int
    counters: int


@transaction.atomic
def sweep(session_id: int, *, by: Actor) -> Swept:
    """Counters that nobody claims are the club's to keep, on an account of their own that says whose they were."""
    session = own(session_id)
    require_open(session)
    if table := session.tables.filter(closed_at=None).first():
        raise RuleBroken("table_open", "%(table)s is still open.", table=table.name)
    purses = [
        (purse, amount)
        for purse, amount in balances.balances(session.players.values_list("purse", flat=True)).items()
        if amount
    ]
    moved = _unclaimed(session, purses) + _fund_back(session)
    if not moved:
        raise RuleBroken("nothing_left", "All purses are empty, and so is the prize fund.")
    swept = Swept(len(purses), sum(amount for _, amount in purses))
    telling.tell(session.pk, "swept", telling.STAFF, purses=swept.purses, counters=swept.counters, by=by)
    assert session.book_id is not None
    posting.post(book=session.book_id, key=fresh_key("sweep"), transfers=moved)
    return swept


@transaction.atomic
def claim(player: Player, *, by: Actor) -> Entry:
    """Somebody came after all, before the book was closed: the purse as it was swept."""
    session = own(player.session_id)
    require_open(session)
    unclaimed = counter_account(session, Role.UNCLAIMED)
    back = swept_from(player, unclaimed)
    if not back:
        raise RuleBroken("nothing_swept", "Nothing of %(seat)s's was swept up.", seat=player.nickname)
    telling.tell(session.pk, "claimed", telling.STAFF, of=player.pk, player=player.nickname, counters=back, by=by)
    assert session.book_id is not None
    moved = [Transfer(unclaimed, player.purse_id, back, Reason.SWEEP)]
    return posting.post(book=session.book_id, key=fresh_key("claim"), transfers=moved)


def swept_from(player: Player, unclaimed: int) -> int:
    moved = Posted.objects.filter(reason=Reason.SWEEP)
    taken = moved.filter(payer=player.purse_id, payee=unclaimed).aggregate(sum=Sum("amount"))["sum"] or 0
    back = moved.filter(payer=unclaimed, payee=player.purse_id).aggregate(sum=Sum("amount"))["sum"] or 0
    return int(taken - back)


def _unclaimed(session: Session, purses: list[tuple[int, int]]) -> list[Transfer]:
    if not purses:
        return []
    unclaimed = counter_account(session, Role.UNCLAIMED)
    return [Transfer(purse, unclaimed, amount, Reason.SWEEP) for purse, amount in purses]


def _fund_back(session: Session) -> list[Transfer]:
    """What no winner was found for: counters to the issue, money to the till."""
    moved = []
    if counters := held(session, Role.PRIZE_FUND, money=False):
        assert session.issue_id is not None
        fund = counter_account(session, Role.PRIZE_FUND)
        moved.append(Transfer(fund, session.issue_id, counters, Reason.SWEEP))
    if session.currency and (money := held(session, Role.PRIZE_FUND, money=True)):
        fund = money_account(session, Role.PRIZE_FUND)
        moved.append(Transfer(fund, money_account(session, Role.TILL), money, Reason.SWEEP))
    return moved
