"""Every view and every act of the admin, and who gets how far: a table written by hand, held against what there is.

The cast is that of `office.py`: Olga organises, Claude is a croupier, Audrey an auditor; Otto organises
another club; nobody has no part anywhere.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import URLPattern, URLResolver, reverse

import casino.urls  # noqa: F401 - brings the admin, which no other process loads
from casino.acts import ActingAdmin
from casino.clubs.actors import HOUSE
from casino.clubs.models import Staff
from casino.clubs.sessions import make_session
from casino.tables.models import Stake
from casino.tables.planning import plan_table
from ledger.models import Entry
from tests.casino.api.test_permissions import rows
from tests.casino.dealing import play_m1
from tests.casino.office import Office, act_address, make_office
from tests.casino.room import Room

CLUB = {"olga", "claude", "audrey"}
MANAGES, RUNS = {"olga"}, {"olga", "claude"}
NOBODY: set[str] = set()
CAST = ("olga", "claude", "audrey", "otto", "nobody")

WISH = "?journal=money&format=hledger&since=2000-01-01&until=2100-12-31"

# By kind of thing, what is there for each of them; and who sees it. `otto` sees what belongs to no club, or to his own.
LISTS, ITEMS = CLUB | {"otto"}, CLUB
ROOM = {"changelist": LISTS, "change": ITEMS, "history": ITEMS}
VIEWS: dict[str, dict[str, set[str]]] = {
    "auth_user": dict.fromkeys(("add", "change", "changelist", "delete", "history", "password_change"), NOBODY),
    "auth_group": dict.fromkeys(("add", "change", "changelist", "delete", "history"), NOBODY),
    "clubs_club": {**ROOM, "add": NOBODY, "delete": NOBODY, "export": ITEMS, "export-file": ITEMS},
    "clubs_staff": {**ROOM, "add": {"olga", "otto"}, "delete": MANAGES},
    "clubs_session": {
        **ROOM,
        "add": {"olga", "otto"},
        "delete": NOBODY,
        **dict.fromkeys(("run", "desk", "prizes", "close", "closing-sheet"), ITEMS),
        **dict.fromkeys(("audit", "audit-sheet", "verify", "dashboard"), ITEMS),
        **dict.fromkeys(("qr-sheet", "table-cards", "export", "export-file", "archive"), ITEMS),
    },
    "clubs_player": {**ROOM, "add": {"olga", "otto"}, "delete": NOBODY},
    "tables_plannedtable": {**ROOM, "add": {"olga", "otto"}, "delete": MANAGES},
    "tables_table": {**ROOM, "add": {"olga", "otto"}, "delete": NOBODY},
    "tables_round": {
        **ROOM,
        "add": NOBODY,
        "delete": NOBODY,
        "sheet": ITEMS,
        "redeal": ITEMS,
        "transcript": ITEMS,
        "correct": MANAGES,
    },
    "tables_stake": {**ROOM, "add": NOBODY, "delete": NOBODY},
    "tables_ticket": {**ROOM, "add": NOBODY, "delete": NOBODY, "paper": ITEMS},
    "ledger_book": {**ROOM, "add": NOBODY, "delete": NOBODY},
    "ledger_account": {**ROOM, "add": NOBODY, "delete": NOBODY},
    "ledger_entry": {**ROOM, "add": NOBODY, "delete": NOBODY},
}
FILES = {"export-file": WISH, "archive": "", "transcript": ""}
# Of no thing: the frame of the site, and the slip of a sale, which needs to be told which one.
BESIDE = {
    *("index", "login", "logout", "password_change", "password_change_done", "jsi18n", "app_list", "autocomplete"),
    *("view_on_site", "search", "tables_catalogue", "clubs_player_slip"),
}
ACTS: dict[str, dict[str, set[str]]] = {
    "club": {},
    "staff": {"new-link": MANAGES},
    "session": {
        **dict.fromkeys(("open", "put-tables", "pair", "clear", "close", "close-tables", "sweep"), MANAGES),
        **dict.fromkeys(("sell", "buy-back", "pay-paper", "float", "count", "hand-over"), MANAGES),
        **dict.fromkeys(("prize", "drop-prize", "award"), MANAGES),
        "message": RUNS,
    },
    "player": dict.fromkeys(("buy-in", "cash-out", "claim", "rename", "reissue", "remove"), MANAGES),
    "plannedtable": {},
    "table": {
        **dict.fromkeys(("open-round", "sit-down", "stand-up", "count-bank", "offer-bank", "pass-office"), RUNS),
        "choose-holder": RUNS,
        **dict.fromkeys(("stop-rounds", "follow-rounds"), RUNS),
        **dict.fromkeys(("top-up", "programme", "close"), MANAGES),
    },
    "round": {
        **dict.fromkeys(("take-over", "off", "deal", "take-back", "settle", "pause", "resume", "ticket", "void"), RUNS),
        "correct-round": MANAGES,
    },
    "ticket": dict.fromkeys(("pay", "withdraw"), RUNS),
}


def named(patterns: Any) -> Iterator[str]:
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from named(each.url_patterns)
        elif isinstance(each, URLPattern) and each.name:
            yield each.name


def test_the_table_has_every_view_of_the_admin() -> None:
    views = {f"{thing}_{view}" for thing, views in VIEWS.items() for view in views}
    acts = {name for name in named(admin.site.get_urls()) if name.endswith("_act")}
    assert set(named(admin.site.get_urls())) - acts == views | BESIDE


def test_the_table_has_every_act_of_the_admin() -> None:
    found = {
        model._meta.model_name: {
            act.name for act in (*own.acts, *(act for page in getattr(own, "pages", ()) for act in page.acts))
        }
        for model, own in admin.site._registry.items()
        if isinstance(own, ActingAdmin)
    }
    assert found == {thing: set(acts) for thing, acts in ACTS.items()}


@pytest.fixture(scope="module")
def office(module_database: str) -> Office:
    return make_office(Room(table_options={"by_hand": True}, settings={"currency": "EUR", "price": 5}))


@pytest.fixture(scope="module")
def things(office: Office) -> dict[str, Any]:
    """One of everything: a round that was settled by hand, with stakes and a ticket, and a draft with a plan."""
    room = office.room
    room.session.refresh_from_db()
    soon = make_session(club=room.session.club, name="Soon")
    planned = plan_table(session=soon, name="Planned", game="minoru", by=HOUSE)
    round_ = room.open()
    ticket = office.room.sell(round_, "Ada", "minoru", 6)
    play_m1(round_)
    round_.refresh_from_db()
    root = office.clients["root"].get(reverse("admin:index")).wsgi_request.user
    return {
        "auth_user": root,
        "auth_group": Group.objects.create(name="Some"),
        "clubs_club": room.session.club,
        "clubs_staff": Staff.objects.get(user__username="claude"),
        "clubs_session": room.session,
        "clubs_player": room.players["Ada"],
        "tables_plannedtable": planned,
        "tables_table": room.table,
        "tables_round": round_,
        "tables_stake": Stake.objects.all()[0],
        "tables_ticket": ticket,
        "ledger_book": room.session.book,
        "ledger_account": room.players["Ada"].purse,
        "ledger_entry": Entry.objects.all()[0],
    }


@pytest.mark.parametrize("thing", VIEWS)
def test_who_sees_what(office: Office, things: dict[str, Any], thing: str) -> None:
    for view, seen_by in VIEWS[thing].items():
        of = [] if view in {"add", "changelist"} else [things[thing].pk]
        for who in CAST:
            answer = office.get(who, reverse(f"admin:{thing}_{view}", args=of) + FILES.get(view, ""))
            answer.close()  # files are not read here
            if who in seen_by:
                assert answer.status_code == 200, (who, view)
            else:
                assert answer.status_code in {302, 403, 404}, (who, view)
                assert answer.status_code != 302 or answer["Location"] == reverse("admin:index"), (who, view)


@pytest.mark.parametrize("thing", ACTS)
def test_who_may_try_what(office: Office, things: dict[str, Any], thing: str) -> None:
    """With an empty form: whoever may not try is refused before it is read, and nothing changes."""
    item = next((item for name, item in things.items() if name.partition("_")[2] == thing))
    before = rows()
    for act, done_by in ACTS[thing].items():
        for who in set(CAST) - done_by:
            answer = office.clients[who].post(act_address(item, act), {})
            assert answer.status_code == (403 if who in CLUB else 404), (who, act)
    assert rows() == before
    for act, done_by in ACTS[thing].items():
        for who in done_by:
            assert office.clients[who].post(act_address(item, act), {}).status_code == 302, (who, act)


def test_nobody_is_offered_what_they_may_not_do(office: Office, things: dict[str, Any]) -> None:
    for thing, item in things.items():
        acts = ACTS.get(thing.partition("_")[2], {})
        pages = [view for view, seen_by in VIEWS[thing].items() if seen_by == ITEMS and view not in FILES]
        for who in ("claude", "audrey"):
            text = "".join(office.text(who, reverse(f"admin:{thing}_{page}", args=[item.pk])) for page in pages)
            for act, done_by in acts.items():
                assert who in done_by or act_address(item, act) not in text, (who, thing, act)


def test_an_act_is_posted_by_whoever_is_logged_in_with_the_token_of_the_page(
    office: Office, things: dict[str, Any]
) -> None:
    guarded = Client(enforce_csrf_checks=True)
    guarded.force_login(User.objects.get(username="olga"))
    for thing, item in things.items():
        for act in ACTS.get(thing.partition("_")[2], {}):
            assert office.clients["olga"].get(act_address(item, act)).status_code == 405, act
            assert Client().post(act_address(item, act)).status_code == 302, act  # to the login
            assert guarded.post(act_address(item, act), {"once": "0123456789ab"}).status_code == 403, act


def test_strangers_to_the_house_are_asked_to_log_in(office: Office, things: dict[str, Any]) -> None:
    client = Client()
    for thing, item in things.items():
        for view in VIEWS[thing]:
            of = [] if view in {"add", "changelist"} else [item.pk]
            answer = client.get(reverse(f"admin:{thing}_{view}", args=of))
            assert answer.status_code == 302, (thing, view)
            assert "/login/" in answer["Location"], (thing, view)
