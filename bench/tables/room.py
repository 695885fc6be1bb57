"""An evening with as many guests and tables as a measurement wants. Guests come in bulk; all else through the house's
own functions.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, TypeVar

from django.db.models import Model
from django.utils import timezone

from bench.games import state_of
from casino.clubs.actors import HOUSE
from casino.clubs.models import Club, Player, Session
from casino.clubs.sessions import make_session, open_session
from casino.desk.accounts import Reason, Role
from casino.tables.models import Chain, Round, Seat, Secret, Table
from casino.tables.opening import open_round, open_table
from casino.tables.starting import call_the_off
from games.kit.values import to_json
from games.minoru.course import LONGEST
from ledger.models import Account
from ledger.posting import Transfer, post

PLENTY = 10**6

Row = TypeVar("Row", bound=Model)

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
    chosen = {**AT_ONCE, "options": {"course": course(LONGEST)}, "house_float": PLENTY**2, **options}
    table = open_table(session=session, name=name, game="minoru", places=max(1, len(players)), by=HOUSE, **chosen)
    Seat.objects.bulk_create(Seat(table=table, player=player, place=place) for place, player in enumerate(players, 1))
    return table


def course(length: int) -> dict[str, Any]:
    """Five tracks of this length, and no limit to the stakes."""
    cloth = to_json(state_of(course="long").course)
    return {**cloth, "stake_most": PLENTY, "horses": [{**track, "length": length} for track in cloth["horses"]]}


def start_round(table: Table) -> Round:
    """A round that runs, its first card due."""
    return call_the_off(open_round(table.pk, by=HOUSE).pk, by=HOUSE)


def copied(round_: Round, times: int) -> list[Round]:
    """The same round at so many tables more, with the same guests. To open each would take half a minute."""
    table = round_.table
    guests = [seat.player for seat in table.seats.select_related("player")]
    names = [f"{table.name}, copy {number}" for number in range(times)]
    banks = _accounts(table.session, Role.BANK, names)
    tables = _copies(table, [{"name": name, "bank": bank} for name, bank in zip(names, banks, strict=True)])
    Seat.objects.bulk_create(
        Seat(table=copy, player=player, place=place) for copy in tables for place, player in enumerate(guests, 1)
    )
    chains: list[Chain] = _copies(round_.chain, [{"table": copy} for copy in tables])
    rounds = _copies(round_, [{"table": chain.table, "chain": chain} for chain in chains])
    Secret.objects.bulk_create(Secret(round=r, state=round_.secret.state, seed=round_.secret.seed) for r in rounds)
    return rounds


def _copies(row: Row, changes: Sequence[dict[str, Any]]) -> list[Row]:
    kind = type(row)
    kept = {field.name: getattr(row, field.name) for field in row._meta.concrete_fields if not field.primary_key}
    return kind._default_manager.bulk_create(kind(**{**kept, **change}) for change in changes)
