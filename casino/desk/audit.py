"""The audit of a session: its books in short, what the offices made, what went wrong, what staff did, how it was dealt.

Auditors see all of it and change nothing; of a round that is being played it holds what everybody sees.
"""

from collections.abc import Mapping
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from casino.clubs.models import Session
from casino.clubs.noting import notes_of
from casino.desk import deeds, turnover
from casino.desk.proving import proof_of
from casino.pages import Page
from casino.tables.models import Chain, Round
from ledger import balances
from ledger.models import Unit

ROUNDS_A_PAGE = 50
NOTES = 50


class AuditSheet(Page):
    name, label, template = "audit-sheet", _("Audit sheet"), "desk/audit_sheet.html"

    @classmethod
    def shown(cls, request: HttpRequest, item: Session) -> dict[str, Any]:  # noqa: ARG003
        most = deeds.MOST_PRINTED
        done, more = deeds.deeds_of(item, most=most)
        rounds = rounds_of(item)
        return {
            **_books(item, most=most),
            "proof": proof_of(item),
            "deeds": done,
            "more_deeds": more,
            "noted": notes_of(item.club_id, most=most),
            "rounds": rounds[:most],
            "more_rounds": rounds.count() > most,
            "chains": chains_of(item),
            "most": most,
        }


class Verify(Page):
    name, label, template = "verify", _("Verify now"), "desk/verify.html"

    @classmethod
    def fits(cls, item: Session) -> bool:
        return item.book_id is not None

    @classmethod
    def shown(cls, request: HttpRequest, item: Session) -> dict[str, Any]:  # noqa: ARG003
        return {"proof": proof_of(item), "audit": Audit.address(item)}


class Audit(Page):
    name, label, template, is_step = "audit", _("Audit"), "desk/audit.html", True

    @classmethod
    def shown(cls, request: HttpRequest, item: Session) -> dict[str, Any]:
        who, before = request.GET.get("who", ""), _whole(request.GET.get("before", ""))
        people = deeds.people_of(item)
        if who not in {person.key for person in people}:
            who = ""
        done, more = deeds.deeds_of(item, who=who, before=before)
        page = Paginator(rounds_of(item), ROUNDS_A_PAGE).get_page(request.GET.get("rounds"))
        kept = {"who": who, "rounds": str(page.number) if page.number > 1 else ""}
        return {
            **_books(item, most=deeds.MOST_AMENDS),
            "deeds": done,
            "older": _query({**kept, "before": str(done[-1].number)}) if more else "",
            "newest": _query(kept) if before is not None else "",
            "people": people,
            "who": who,
            "noted": notes_of(item.club_id, most=NOTES),
            "rounds": page,
            "chains": chains_of(item),
            "other_rounds": _query({"who": who}) + "&" if who else "?",
            "sheet": AuditSheet.address(item),
            "verify": Verify.address(item) if Verify.fits(item) else "",
        }


def rounds_of(session: Session) -> QuerySet[Round]:
    """The newest first, with what says whether they can be dealt again; no seed is among it."""
    rounds = Round.objects.filter(table__session=session).select_related("table")
    return rounds.defer("options", "seats", "seat_ids", "table__options").order_by("-pk")


def chains_of(session: Session) -> QuerySet[Chain]:
    """What was published of the seeds of each table before its first round; their last one stays where it is."""
    chains = Chain.objects.filter(table__session=session).select_related("table")
    return chains.defer("last", "table__options").order_by("table_id", "number")


def _books(session: Session, *, most: int) -> dict[str, Any]:
    units = Unit.objects.in_bulk(field_name="code")
    lines = turnover.turnover_of(session)
    amends, more = deeds.amends_of(session, most=most)
    played = session.tables.order_by("pk").annotate(
        opened=Count("rounds"),
        settled=Count("rounds", filter=Q(rounds__phase=Round.Phase.SETTLED)),
        void=Count("rounds", filter=Q(rounds__phase=Round.Phase.VOID)),
    )
    tables = list(played.values("pk", "name", "opened", "settled", "void"))
    return {
        "trial": _by_role(session, units),
        "turnover": [_shown(line, units) for line in lines],
        "turnover_in_all": [_shown(line, units) for line in turnover.in_all(lines)],
        "kept": [(line, units[line.unit].shown(line.came - line.went)) for line in turnover.kept_of(session)],
        "tables": tables,
        "all_rounds": {what: sum(table[what] for table in tables) for what in ("opened", "settled", "void")},
        "amends": amends,
        "more_amends": more,
        "differences": [_difference(count) for count in deeds.differences_of(session, most=most)],
    }


def _by_role(session: Session, units: Mapping[str, Unit]) -> list[dict[str, Any]]:
    found: dict[str, list[balances.RoleLine]] = {}
    for line in balances.by_role(session.book_id) if session.book_id else []:
        found.setdefault(line.unit, []).append(line)
    totals = {unit: sum(line.balance for line in lines) for unit, lines in found.items()}
    return [
        {
            "unit": unit,
            "lines": [(line, units[unit].shown(line.balance)) for line in lines],
            "accounts": sum(line.accounts for line in lines),
            "total": units[unit].shown(totals[unit]),
            "wrong": totals[unit] != 0,
        }
        for unit, lines in found.items()
    ]


AMOUNTS = ("staked", "lost", "winnings", "other", "result", "float_in", "float_out", "counted")


def _shown(line: turnover.Turnover, units: Mapping[str, Unit]) -> dict[str, Any]:
    unit = units[line.unit]
    return {"line": line, "amounts": [unit.shown(getattr(line, name)) for name in AMOUNTS]}


def _difference(count: Any) -> dict[str, Any]:
    unit = count.account.unit
    amounts = (count.expected, count.counted, count.difference)
    return {"count": count, "who": count.by.get("name") or count.by.get("kind"), "amounts": [*map(unit.shown, amounts)]}


def _query(said: Mapping[str, str]) -> str:
    return "?" + urlencode({name: value for name, value in said.items() if value})


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None
