"""The phone: the tables of the room, one of them with its cloth, and what a guest does there that is no stake."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from casino.api.callers import Caller
from casino.api.rounds import shown
from casino.clubs.models import Session
from casino.desk.standings import standings
from casino.tables.moving import make_move
from casino.tables.offices import offer_bank, pass_office, take_office
from casino.tables.playing import game_of
from casino.tables.seating import sit_down, stand_up
from casino.web.acting import do, do_once, fresh_key
from casino.web.at_table import AtTable, round_for, table_for, tables_of
from casino.web.fairness import promise_of
from casino.web.frame import frame
from casino.web.guests import session_of, while_it_lasts
from casino.web.moves import chosen
from casino.web.reading import number_or_text, whole
from casino.web.staking import panel_of

LEADERS = 10


@require_safe
@while_it_lasts
def room(request: HttpRequest, guest: Caller) -> HttpResponse:
    session: Session = session_of(guest)
    leaders = standings(session)[:LEADERS] if session.leaderboard else []
    facts = {**frame(guest), "tab": "room", "tables": tables_of(session, guest), "leaders": leaders}
    return render(request, "web/room_live.html" if "live" in request.GET else "web/room.html", facts)


@require_safe
@while_it_lasts
def table(request: HttpRequest, guest: Caller, table_id: int) -> HttpResponse:
    """The whole page; with `?live` only what changes while one looks at it."""
    at = AtTable(table_for(guest, table_id), guest, unfolded="all" in request.GET)
    facts = {**frame(guest), "at": at, "key": fresh_key(), "promise": promise_of(at)}
    if "live" in request.GET:
        return render(request, "web/table_live.html", facts)
    return render(request, "web/table.html", {**facts, "panel": panel_of(at, request.GET)})


@require_POST
@while_it_lasts
def sit(request: HttpRequest, guest: Caller, table_id: int) -> HttpResponse:
    return _take_or_leave(request, guest, table_id, sit_down, gettext("You sit at %(table)s."))


@require_POST
@while_it_lasts
def stand(request: HttpRequest, guest: Caller, table_id: int) -> HttpResponse:
    return _take_or_leave(request, guest, table_id, stand_up, gettext("You have left %(table)s."))


def _take_or_leave(request: HttpRequest, guest: Caller, table_id: int, act: Any, said: str) -> HttpResponse:
    at = AtTable(table_for(guest, table_id), guest)
    done = {"said": said % {"table": at.table.name}, "then": at.address}
    return do(request, lambda: act(at.table.pk, player=guest.player, by=guest.actor), **done)


@require_POST
@while_it_lasts
def move(request: HttpRequest, guest: Caller, round_id: int) -> HttpResponse:
    """A move, chosen from those that were offered. The number says how many the guest had seen made."""
    round_ = round_for(guest, round_id)
    at, said = AtTable(round_.table, guest, round_), request.POST
    seen = whole(said.get("seen")) or 0

    def act() -> tuple[int, Any]:
        written = _read(said["move"]) if "move" in said else chosen(game_of(round_), said.get("act", ""), said)
        return 201, shown(make_move(round_id, player=guest.player, move=written, seen=seen, by=guest.actor))

    return do_once(request, guest, act, said="", then=at.address)


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


@require_POST
@while_it_lasts
def office(request: HttpRequest, guest: Caller, table_id: int) -> HttpResponse:
    """Offer to hold it, take it from the house, decline it, or pass it on."""
    at, said = AtTable(table_for(guest, table_id), guest), request.POST
    counters: Any = number_or_text(said.get("counters"))

    def act() -> tuple[int, Any]:
        match said.get("wish"):
            case "offer":
                offer_bank(table_id, player=guest.player, counters=counters, by=guest.actor)
            case "take":
                take_office(table_id, player=guest.player, counters=counters, by=guest.actor)
            case "pass":
                pass_office(table_id, only_for=guest.player, by=guest.actor)
            case _:
                offer_bank(table_id, player=guest.player, counters=None, by=guest.actor)
        return 200, {}

    return do_once(request, guest, act, said=gettext("Noted."), then=at.address)
