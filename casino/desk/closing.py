"""The closing of an evening: what is still to be done, in order, and the sheet that says what it came to."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from casino.clubs.models import Session
from casino.clubs.sessions import COUNTER
from casino.desk import money as coins
from casino.desk.accounts import Reason, Role
from casino.desk.flows import Flows
from casino.desk.own_accounts import held
from casino.desk.prizes import awarded, open_prizes
from casino.desk.turnover import kept_of
from casino.tables.models import Round, Ticket
from casino.tables.requiring import LIVE
from casino.tables.showing import returned_by
from ledger import balances


@dataclass(frozen=True)
class Step:
    """One thing to be done before the book can be closed."""

    name: str
    label: str
    note: str
    done: bool


@dataclass(frozen=True)
class Line:
    label: str
    amount: int
    is_sum: bool = False


def steps_of(session: Session) -> list[Step]:
    """In the order they are done in. Prizes come before purses are swept, the till is counted when nothing moves."""
    tables = list(session.tables.filter(closed_at=None).values_list("name", flat=True))
    purses = [
        amount for amount in balances.balances(session.players.values_list("purse", flat=True)).values() if amount
    ]
    prizes = len(open_prizes(session))
    found = [
        _step("close-tables", gettext("Close the tables"), ", ".join(tables), not tables),
        _step("award", gettext("Award the prizes"), gettext("To be won: %(prizes)s.") % {"prizes": prizes}, not prizes),
        _step("sweep", gettext("Empty or sweep up the purses"), _purses(purses), not purses),
    ]
    if session.currency:
        found += _till_steps(session)
    closed = session.state == Session.State.CLOSED
    return [*found, _step("close", gettext("Close the book"), "", closed)]


def _till_steps(session: Session) -> list[Step]:
    there = held(session, Role.TILL, money=True)
    last = session.counts.filter(account__role=Role.TILL).order_by("-pk").first()
    return [
        _step(
            "count",
            gettext("Count the till"),
            gettext("The book says %(money)s.") % {"money": coins.shown(session.currency, there)},
            not there or (last is not None and last.counted == there),
        ),
        _step("hand-over", gettext("Hand over the takings"), "", not there),
    ]


def _step(name: str, label: str, note: str, done: bool) -> Step:  # noqa: FBT001
    return Step(name, label, "" if done else note, done)


def _purses(purses: list[int]) -> str:
    facts = {"purses": len(purses), "counters": sum(purses)}
    return gettext("%(purses)s purses hold %(counters)s counters.") % facts


def counters_sheet(session: Session, flows: Flows) -> list[Line]:
    """Where the counters came from, and where they went."""
    moved = flows.moved
    given = moved(Reason.BUY_IN, Role.ISSUE, Role.PURSE, at_start=True)
    sold = moved(Reason.BUY_IN, Role.ISSUE, Role.PURSE, at_start=False)
    back = moved(Reason.CASH_OUT, Role.PURSE, Role.ISSUE)
    prizes = moved(Reason.PRIZE, Role.PRIZE_FUND, Role.PURSE)
    unclaimed = held(session, Role.UNCLAIMED, money=False)
    accounts = session.players.values_list("purse", "stakes_account")
    in_hand = sum(balances.balances(account for both in accounts for account in both).values())
    return [
        Line(gettext("given on joining"), given),
        Line(gettext("handed out at the desk"), sold),
        Line(gettext("given as prizes"), prizes),
        Line(gettext("come back over the desk"), -back),
        Line(gettext("swept up from purses"), -unclaimed),
        Line(gettext("still in purses and on the cloth"), -in_hand),
        Line(gettext("left at the tables"), given + sold + prizes - back - unclaimed - in_hand, is_sum=True),
        *_kept_of_pools(session),
    ]


def _kept_of_pools(session: Session) -> list[Line]:
    """Of what is left at the tables, the part that no office has won: commission and breakage."""
    kept = sum(each.came - each.went for each in kept_of(session) if each.unit == COUNTER)
    return [Line(gettext("of these, commission and breakage of pools"), kept)] if kept else []


def money_sheet(flows: Flows) -> list[Line]:
    """What the till was given and gave, and what the evening brought."""

    def moved(reason: Reason, payer: Role, payee: Role) -> int:
        return flows.moved(reason, payer, payee, money=True)

    sales = moved(Reason.SALE, Role.SALES, Role.TILL)
    refunds = moved(Reason.REFUND, Role.TILL, Role.SALES)
    prizes = moved(Reason.PRIZE, Role.TILL, Role.PRIZE_FUND) - moved(Reason.SWEEP, Role.PRIZE_FUND, Role.TILL)
    differences = moved(Reason.TILL_COUNT, Role.OVER_SHORT, Role.TILL)
    lent = moved(Reason.FLOAT, Role.CLUB, Role.TILL)
    to_cause = moved(Reason.PROCEEDS, Role.TILL, Role.GOOD_CAUSE)
    to_club = moved(Reason.PROCEEDS, Role.TILL, Role.CLUB)
    brought = sales - refunds - prizes + differences
    return [
        Line(gettext("counters sold"), sales),
        Line(gettext("counters bought back"), -refunds),
        Line(gettext("prizes out of the till"), -prizes),
        Line(gettext("over or short when counted"), differences),
        Line(gettext("what the evening brought"), brought, is_sum=True),
        Line(gettext("change lent by the club, not given back"), lent),
        Line(gettext("handed over to the good cause"), -to_cause),
        Line(gettext("handed over to the club"), -to_club),
        Line(gettext("in the till"), brought + lent - to_cause - to_club, is_sum=True),
    ]


def sheet_of(session: Session) -> dict[str, Any]:
    """All that the closing sheet shows."""
    flows = Flows(session)
    return {
        "counters": counters_sheet(session, flows),
        "money": [(line, coins.shown(session.currency, line.amount)) for line in money_sheet(flows)]
        if session.currency
        else [],
        "prizes": awarded(session, session.prizes.filter(dropped_at=None)),
        "counts": [
            (
                count,
                count.account.unit.shown(count.expected),
                count.account.unit.shown(count.counted),
                count.account.unit.shown(count.difference),
            )
            for count in session.counts.order_by("pk").select_related("account__unit")
        ],
        "tickets": _uncalled(session),
        "guests": session.players.filter(automatic=False).count(),
        "rounds": Round.objects.filter(table__session=session, phase=Round.Phase.SETTLED).count(),
        "void": Round.objects.filter(table__session=session, phase=Round.Phase.VOID).count(),
    }


def _uncalled(session: Session) -> list[tuple[Ticket, int]]:
    """Papers that are worth something and were not shown at the desk."""
    tickets = Ticket.objects.filter(session=session, paid_at=None, withdrawn_at=None).exclude(round__phase__in=LIVE)
    rows = tickets.order_by("number").select_related("seat__player", "round__table", "round__secret")
    worth = [(each, returned_by(each.round, each.market, each.selection, each.counters)) for each in rows]
    return [(ticket, counters) for ticket, counters in worth if counters]
