"""An evening with as many guests and tables as a measurement wants. Guests come in bulk; all else through the house's
own functions.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from bench.games import longest_course
from casino.clubs.actors import HOUSE
from casino.clubs.models import Club, Player, Session
from casino.clubs.sessions import make_session, open_session
from casino.desk.accounts import Reason, Role
from casino.tables.models import Round, Seat, Table
from casino.tables.opening import open_round, open_table
from casino.tables.starting import call_the_off
from ledger.models import Account
from ledger.posting import Transfer, post

PLENTY = 10**6
AT_ONCE: dict[str, Any] = {"pace": timedelta(), "staking_time": None, "reveal_time": timedelta()}


def open_evening() -> Session:
    club = Club.objects.create(name="The club")
    return open_session(make_session(club=club, name="Evening").pk, by=HOUSE)


def invite(session: Session, guests: int) -> list[Player]:
    """So many guests, with plenty in their purses and as much among their stakes."""
    names = [f"Guest {number}" for number in range(guests)]
    purses, stakes = _accounts(session, Role.PURSE, names), _accounts(session, Role.STAKES, names)
    assert session.book_id is not None
    assert session.issue_id is not None
    fill = [Transfer(session.issue_id, account.pk, PLENTY, Reason.BUY_IN) for account in (*purses, *stakes)]
    post(book=session.book_id, key="fill", transfers=fill)
    return Player.objects.bulk_create(
        Player(session=session, nickname=name, folded=name.casefold(), recovery="", purse=purse, stakes_account=laid)
        for name, purse, laid in zip(names, purses, stakes, strict=True)
    )


def _accounts(session: Session, role: Role, names: Sequence[str]) -> list[Account]:
    assert session.book_id is not None
    assert session.issue is not None
    unit = session.issue.unit_id
    return Account.objects.bulk_create(
        Account(book_id=session.book_id, unit_id=unit, role_id=role, code=f"{role}:{name}", opened_at=timezone.now())
        for name in names
    )


def put_table(session: Session, name: str, players: Sequence[Player], **options: Any) -> Table:
    """A table of Minoru at which all of these sit, with a bank that covers whatever they stake."""
    chosen = {**AT_ONCE, "options": {"course": endless_course()}, "house_float": PLENTY**2, **options}
    table = open_table(session=session, name=name, game="minoru", places=max(1, len(players)), by=HOUSE, **chosen)
    Seat.objects.bulk_create(Seat(table=table, player=player, place=place) for place, player in enumerate(players, 1))
    return table


def endless_course() -> dict[str, Any]:
    """Races of some ninety deals, and no limit to the stakes."""
    return {**longest_course(joker=False), "stake_most": PLENTY}


def start_round(table: Table) -> Round:
    """A round that runs, its first card due."""
    return call_the_off(open_round(table.pk, by=HOUSE).pk, by=HOUSE)
