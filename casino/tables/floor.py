"""The room at a glance: every open table of a session and what it is doing. Read in a few questions for all of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, F, Sum
from django.utils import timezone
from django.utils.translation import gettext

from casino.clock import when
from casino.clubs.models import Session
from casino.tables.boards import finish_of
from casino.tables.catalogue import course_title
from casino.tables.models import Race, Round, Seat, Stake, Table, TableAccount
from casino.tables.naming import office_holder, title_of
from casino.tables.playing import holder_name, value_of, waiting
from casino.tables.requiring import LIVE
from casino.tables.showing import race_of
from casino.tables.taking_over import is_overdue
from games.kit.beside import BOOKMAKER, TOTALISATOR
from games.kit.offices import POT
from games.kit.round import Round as Value
from games.registry import find_game
from ledger import balances

STUCK = 5  # seconds after it was due
MOST_NAMED = 3  # of those a round waits for


@dataclass(frozen=True)
class Doing:
    """What a table is doing, in words, and until when. A clock that stands still has only what is `left`."""

    words: str
    due_at: datetime | None = None
    left: timedelta | None = None

    @property
    def due(self) -> str | None:
        return when(self.due_at)

    @property
    def clock(self) -> str:
        left = self.left if self.due_at is None else self.due_at - timezone.now()
        return "" if left is None else minutes(left)


@dataclass(frozen=True)
class TableNow:
    table: Table
    title: str
    round: Round | None  # the newest, live or over
    doing: Doing
    stuck: bool
    race: Race | None  # that is being run, or comes next
    office: str
    bank: str
    seats: int
    has_bank: bool  # whether somebody pays fixed odds here, or might
    staked: int  # at those
    pooled: int
    has_pool: bool
    bookmaker: str  # what one beside the bank has
    pot: str  # what antes have filled, where there is one
    last: Round | None  # that is over
    finish: str

    @property
    def live(self) -> Round | None:
        return self.round if self.round and self.round.live else None


def minutes(left: timedelta) -> str:
    """As a clock that counts down shows it: the second that has begun is still there."""
    seconds = max(0, -int(-left.total_seconds() // 1))
    return f"{seconds // 60}:{seconds % 60:02}"


def tables_now(session: Session) -> list[TableNow]:
    tables = list(
        session.tables.filter(closed_at=None).select_related("bank__unit", "holder__player").order_by("opened_at", "pk")
    )
    for table in tables:
        table.session = session
    newest = _newest(tables, Round.objects.all())
    over = _newest(tables, Round.objects.exclude(phase__in=LIVE))
    live = [round_.pk for round_ in newest.values() if round_.live]
    stakes = Stake.objects.filter(round__in=live).values_list("round__table")
    staked = dict(stakes.exclude(market=TOTALISATOR).annotate(Sum("counters")))
    pooled = dict(stakes.filter(market=TOTALISATOR).annotate(Sum("counters")))
    seats = dict(Seat.objects.filter(table__in=tables, left_at=None).values_list("table").annotate(Count("pk")))
    beside = TableAccount.objects.filter(
        table__in=tables, role__in=(BOOKMAKER, POT), account__unit=F("table__bank__unit")
    )
    accounts = {(table, role): account for table, role, account in beside.values_list("table", "role", "account")}
    held = balances.balances([*(table.bank_id for table in tables), *accounts.values()])
    races = _next_races(tables)
    return [
        _now(
            table,
            newest.get(table.pk),
            over.get(table.pk),
            next_race=races.get(table.pk),
            bank=table.bank.unit.shown(held[table.bank_id]),
            seats=seats.get(table.pk, 0),
            has_bank=bool(held[table.bank_id]) or _pays(table),
            staked=staked.get(table.pk, 0),
            pooled=pooled.get(table.pk, 0),
            has_pool=bool(table.beside.get(TOTALISATOR)),
            **{
                role: table.bank.unit.shown(held[accounts[table.pk, role]]) if (table.pk, role) in accounts else ""
                for role in (BOOKMAKER, POT)
            },
        )
        for table in tables
    ]


def _now(table: Table, round_: Round | None, over: Round | None, *, next_race: Race | None, **counted: Any) -> TableNow:
    return TableNow(
        table=table,
        title=", ".join(filter(None, [title_of(find_game(table.game)), course_title(table.game, table.options)])),
        round=round_,
        doing=doing(round_),
        stuck=round_ is not None and is_overdue(round_, STUCK),
        race=race_of(round_) if round_ and round_.live else next_race,
        office=office_holder(holder_name(table.holder)),
        last=over,
        finish=_end(over),
        **counted,
    )


def _pays(table: Table) -> bool:
    """Whether there are fixed odds at this table, or its holder may offer some."""
    game = find_game(table.game)
    return (
        table.passes_round
        or bool(table.beside.get(BOOKMAKER))
        or bool(game.markets(game.start(game.read_options(table.options), ())))
    )


def doing(round_: Round | None) -> Doing:
    """In a word or two; a clock stands behind it where there is one."""
    if round_ is None or not round_.live:
        due = round_.due_at if round_ else None
        return Doing(gettext("over, next round in"), due) if due else Doing(gettext("no round"))
    if round_.paused_at is not None:
        return Doing(gettext("paused"), left=round_.remaining)
    value = value_of(round_)
    if late := waiting(value):
        named = ", ".join(late[:MOST_NAMED]) + (" …" if len(late) > MOST_NAMED else "")
        return Doing(gettext("waiting for %(seats)s") % {"seats": named}, round_.due_at)
    if round_.phase == Round.Phase.OPEN:
        return Doing(_open(value, due=round_.due_at is not None), round_.due_at)
    if value.game.result(value.state) is not None:
        return Doing(gettext("over, to be settled"))
    return Doing(gettext("running, dealt by hand") if round_.by_hand else gettext("running"))


def _open(value: Value, *, due: bool) -> str:
    if not value.game.takes_stakes(value.state) and value.game.unready(value.state):
        return gettext("open, waiting for players")
    if not due:
        return gettext("open, until the off is called")
    return gettext("open, staking closes in") if value.game.takes_stakes(value.state) else gettext("open, begins in")


def _end(round_: Round | None) -> str:
    if round_ is None:
        return ""
    return gettext("void") if round_.phase == Round.Phase.VOID else finish_of(round_)


def _newest(tables: Iterable[Table], rounds: Any) -> Mapping[int, Round]:
    """The newest of these rounds at each table."""
    by_pk = {table.pk: table for table in tables}
    found = rounds.filter(table__in=by_pk).select_related("secret", "race").order_by("table", "-pk").distinct("table")
    newest = {round_.table_id: round_ for round_ in found}
    for table_id, round_ in newest.items():
        round_.table = by_pk[table_id]
    return newest


def _next_races(tables: Iterable[Table]) -> Mapping[int, Race]:
    races = Race.objects.filter(table__in=tables, round=None)
    return {race.table_id: race for race in races.order_by("table", "place", "pk").distinct("table") if race.table_id}
