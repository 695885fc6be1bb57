"""Who may do what: every operation of the document, and every kind of caller there is.

The table is written by hand. Whoever changes a permission changes it here, too.
"""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from casino.clubs import codes
from casino.clubs.models import Session, Staff
from tests.casino.api.serving import served
from tests.casino.api.wire import PREFIX, Told, Wire, document, price_of
from tests.casino.api.world import DEVICES, ENTROPY, STAFF, Who, World, streamed
from tests.casino.cast import PASSWORD
from tests.casino.dealing import M1, deals

EVERYBODY = frozenset(Who)
PLAYER = frozenset({Who.PLAYER})
ORGANISER = frozenset({Who.ORGANISER})
TABLES = frozenset({Who.ORGANISER, Who.CROUPIER})
READERS = TABLES | {Who.AUDITOR, Who.TABLET}
DESK = frozenset({Who.ORGANISER, Who.TILL})
PURSES = READERS | DESK
ROOM = PURSES | PLAYER | {Who.SCREEN}
ALL_PLAYERS = PLAYER | {Who.OTHER_PLAYER}
ALL_DEVICES = ALL_PLAYERS | DEVICES.keys()
ALL_STAFF = TABLES | {Who.AUDITOR, Who.OTHER_ORGANISER}

UNKNOWN = {Who.NOBODY, Who.REVOKED, Who.EXPIRED, Who.REVOKED_SCRIPT, Who.EXPIRED_SCRIPT}
STRANGERS = {Who.OTHER_PLAYER, Who.OTHER_ORGANISER}

PERIOD = "since=2000-01-01&until=2100-12-31"
SPACE = {"market": "win", "selection": "minoru", "counters": 3}
COUNTERS = {"counters": 5}
BANK = {"counters": 100}
REASON = {"reason": "The lamp fell over"}


@dataclass(frozen=True)
class Operation:
    """`at`: its address, with what to make for it in braces. `says`: what is sent. `own`: it is about the caller, so
    that nobody is a stranger to it. `refused_at`: where who is not let through asks, if what is made is not for them.
    """

    name: str
    at: str
    who: frozenset[Who]
    says: Callable[[World], Any] | dict[str, Any] | None = None
    own: bool = False
    refused_at: str = ""

    def refuses(self, who: Who) -> tuple[int, str]:
        """The rule: first who one is, then whether it is there for one, then whether one may."""
        if who == Who.NOBODY:
            return 401, "not_authenticated"
        if who in UNKNOWN:
            return 401, "bad_token"
        return (404, "not_found") if who in STRANGERS and not self.own else (403, "forbidden")


def stake(world: World) -> dict[str, Any]:
    return {**SPACE, "price": price_of(world.wire(Who.PLAYER), world.standing.pk)}


def to_whom(world: World) -> dict[str, Any]:
    return {"player": world.player.pk}


# fmt: off
TABLE = [
    # Without a token, or with any.
    Operation("list_games", "GET /games/", EVERYBODY),
    Operation("get_game", "GET /games/minoru/", EVERYBODY),
    Operation("get_edition", "GET /games/ascot/editions/miro-demo-1/", EVERYBODY),
    Operation("list_problems", "GET /problems/", EVERYBODY),
    Operation("get_problem", "GET /problems/staking_closed/", EVERYBODY),
    Operation("join", "POST /join/", EVERYBODY,
              lambda w: {"code": w.code, "nickname": w.nickname(), "secret": codes.token()}),
    Operation("come_back", "POST /come-back/", EVERYBODY, lambda w: {"code": w.code, "recovery": w.recovery()}),
    Operation("pair", "POST /pair/", EVERYBODY, lambda w: {"pairing": w.pairing()}),
    Operation("make_staff_token", "POST /staff/log-in/", EVERYBODY, {"username": "olga", "password": PASSWORD}),
    # One's own.
    Operation("get_me", "GET /me/", ALL_DEVICES, own=True),
    Operation("sign_out", "DELETE /me/", ALL_DEVICES, own=True),
    Operation("get_my_statement", "GET /me/statement/", ALL_PLAYERS, own=True),
    Operation("list_my_stakes", "GET /me/stakes/", ALL_PLAYERS, own=True),
    Operation("list_my_history", "GET /me/history/", ALL_PLAYERS, own=True),
    Operation("list_staff_tokens", "GET /staff/tokens/", ALL_STAFF, own=True),
    Operation("revoke_staff_token", "DELETE /staff/tokens/{staff_token}/", ALL_STAFF, own=True),
    Operation("list_clubs", "GET /clubs/", ALL_STAFF, own=True),
    Operation("list_sessions", "GET /sessions/", ALL_STAFF, own=True),
    Operation("make_session", "POST /sessions/", ORGANISER, lambda w: {"club": w.club.pk, "name": "Soon"}, own=True),
    # A session.
    Operation("get_session", "GET /sessions/{code}/", ROOM),
    Operation("open_session", "POST /sessions/{draft}/open/", ORGANISER, refused_at="POST /sessions/{code}/open/"),
    Operation("close_session", "POST /sessions/{empty_session}/close/", ORGANISER,
              refused_at="POST /sessions/{code}/close/"),
    Operation("get_leaderboard", "GET /sessions/{code}/leaderboard/", ROOM),
    Operation("list_events", "GET /sessions/{code}/events/", ROOM),
    Operation("follow_events", "GET /sessions/{code}/stream/", ROOM),
    Operation("get_trial_balance", "GET /sessions/{code}/trial-balance/", READERS),
    Operation("get_journal", "GET /sessions/{code}/journal.csv", READERS),
    Operation("export_session", "GET /sessions/{code}/export/?format=csv&journal=money", READERS),
    Operation("export_period", f"GET /clubs/{{club_id}}/export/?format=csv&journal=money&{PERIOD}",
              TABLES | {Who.AUDITOR}, own=True),
    Operation("get_export_progress", "GET /exports/{export}/", ALL_DEVICES | ALL_STAFF, own=True),
    Operation("offer_pairing", "POST /sessions/{code}/pairings/", ORGANISER, {"kind": "screen"}),
    Operation("list_devices", "GET /sessions/{code}/devices/", READERS),
    Operation("revoke_device", "DELETE /sessions/{code}/devices/{device}/", ORGANISER),
    # Guests.
    Operation("list_players", "GET /sessions/{code}/players/", PURSES),
    Operation("add_player", "POST /sessions/{code}/players/", DESK, lambda w: {"nickname": w.nickname()}),
    Operation("get_player", "GET /players/{guest}/", PURSES),
    Operation("rename_player", "PATCH /players/{guest}/", ORGANISER, lambda w: {"nickname": w.nickname()}),
    Operation("remove_player", "POST /players/{guest}/remove/", ORGANISER),
    Operation("reissue_code", "POST /players/{guest}/reissue/", ORGANISER),
    Operation("get_player_statement", "GET /players/{guest}/statement/", PURSES),
    Operation("get_till", "GET /sessions/{code}/till/", PURSES),
    Operation("list_counts", "GET /sessions/{code}/till/counts/", PURSES),
    Operation("count_till", "POST /sessions/{code}/till/counts/", DESK, {"total": 5, "reason": "All was taken out"}),
    Operation("put_float", "POST /sessions/{code}/till/float/", ORGANISER, {"money": 5}),
    Operation("hand_over_takings", "POST /sessions/{counted_session}/till/takings/", ORGANISER,
              refused_at="POST /sessions/{code}/till/takings/"),
    Operation("sweep_purses", "POST /sessions/{left_session}/sweep/", ORGANISER,
              refused_at="POST /sessions/{code}/sweep/"),
    Operation("list_prizes", "GET /sessions/{code}/prizes/", READERS),
    Operation("announce_prize", "POST /sessions/{code}/prizes/", ORGANISER,
              {"place": "first", "measure": "net", "what": "A bottle"}),
    Operation("drop_prize", "POST /prizes/{prize}/drop/", ORGANISER),
    Operation("award_prizes", "POST /sessions/{prize_session}/prizes/award/", ORGANISER,
              refused_at="POST /sessions/{code}/prizes/award/"),
    Operation("buy_in", "POST /players/{guest}/buy-in/", DESK, COUNTERS),
    Operation("cash_out", "POST /players/{guest}/cash-out/", DESK, COUNTERS),
    # Tables and offices.
    Operation("list_tables", "GET /sessions/{code}/tables/", ROOM),
    Operation("open_table", "POST /sessions/{code}/tables/", ORGANISER,
              lambda w: {"name": w.nickname(), "options": {"game": "minoru"}}),
    Operation("get_table", "GET /tables/{table}/", ROOM),
    Operation("close_table", "POST /tables/{table}/close/", ORGANISER),
    Operation("list_seats", "GET /tables/{table}/seats/", ROOM),
    Operation("sit_down", "POST /tables/{empty_table}/sit-down/", TABLES | PLAYER, to_whom),
    Operation("stand_up", "POST /tables/{table}/stand-up/", TABLES | PLAYER, to_whom),
    Operation("get_office", "GET /tables/{table}/office/", ROOM),
    Operation("take_office", "POST /tables/{free_office}/office/take/", PLAYER, BANK),
    Operation("offer_bank", "POST /tables/{free_office}/office/offer/", PLAYER, BANK),
    Operation("decline_office", "POST /tables/{held_office}/office/decline/", PLAYER),
    Operation("pass_office", "POST /tables/{held_office}/office/pass/", TABLES | PLAYER),
    Operation("choose_holder", "POST /tables/{willing_office}/office/choose/", TABLES, to_whom),
    Operation("top_up_bank", "POST /tables/{table}/office/top-up/", ORGANISER, COUNTERS),
    # Rounds.
    Operation("list_rounds", "GET /tables/{table}/rounds/", ROOM),
    Operation("open_round", "POST /tables/{table}/rounds/", TABLES),
    Operation("get_round", "GET /rounds/{round}/", ROOM),
    Operation("get_odds", "GET /rounds/{round}/odds/", ROOM),
    Operation("list_stakes", "GET /rounds/{round}/stakes/", ROOM),
    Operation("place_stake", "POST /rounds/{round}/stakes/", PLAYER, stake),
    Operation("withdraw_stake", "POST /rounds/{round}/stakes/withdraw/", PLAYER, SPACE),
    Operation("list_moves", "GET /rounds/{round}/moves/", PLAYER),
    Operation("make_move", "POST /rounds/{undecided_round}/moves/", PLAYER,
              {"number": 0, "move": {"game": "minoru", "joker": True}}),
    Operation("get_fairness", "GET /rounds/{round}/fairness/", ROOM),
    Operation("commit_entropy", "PUT /rounds/{round}/fairness/commitment/", PLAYER, {"commitment": ENTROPY}),
    Operation("reveal_entropy", "PUT /rounds/{promised_round}/fairness/entropy/", PLAYER, {"entropy": ENTROPY}),
    Operation("get_transcript", "GET /rounds/{settled}/transcript/", ROOM),
    Operation("verify_round", "GET /rounds/{settled}/verify/", ROOM),
    # The croupier's.
    Operation("call_the_off", "POST /rounds/{round}/off/", TABLES),
    Operation("pause_round", "POST /rounds/{round}/pause/", TABLES),
    Operation("resume_round", "POST /rounds/{paused_round}/resume/", TABLES),
    Operation("deal_by_hand", "POST /rounds/{round_by_hand}/deal/", TABLES, {"move": deals(M1[0], game="minoru")[0]}),
    Operation("take_back", "POST /rounds/{dealt_round}/take-back/", TABLES),
    Operation("settle_round", "POST /rounds/{finished_round}/settle/", TABLES),
    Operation("void_round", "POST /rounds/{round}/void/", TABLES, REASON),
    Operation("plan_correction", "POST /rounds/{settled_by_hand}/correction/plan/", ORGANISER,
              lambda w: {"moves": w.correction()}),
    Operation("correct_round", "POST /rounds/{settled_by_hand}/correction/", ORGANISER,
              lambda w: {"moves": w.correction(), **REASON}),
    # Paper tickets.
    Operation("sell_ticket", "POST /rounds/{round}/tickets/", TABLES, lambda w: {**SPACE, **to_whom(w)}),
    Operation("list_tickets", "GET /sessions/{code}/tickets/", READERS),
    Operation("get_ticket", "GET /sessions/{code}/tickets/{ticket}/", READERS),
    Operation("pay_ticket", "POST /sessions/{code}/tickets/{ticket_to_pay}/pay/", TABLES),
    Operation("redeem_ticket", "POST /sessions/{code}/tickets/redeem/", DESK | TABLES,
              lambda w: {"code": w.ticket_code()}),
    Operation("withdraw_ticket", "POST /sessions/{code}/tickets/{ticket}/withdraw/", TABLES),
]
# fmt: on


@dataclass(frozen=True)
class Request:
    """Ready to be sent: what is needed for it was made."""

    method: str
    path: str
    body: Any
    token: str | None
    port: int

    def send(self) -> Told:
        if self.path.endswith("/stream/"):  # answered at the edge, before Django
            status, text = streamed(self.port, self.token, self.path.split("/")[2])
            return Told(status, {"code": text}, {})
        return Wire(self.token).ask(self.method, self.path, self.body, key=str(uuid.uuid4()))


def request(world: World, operation: Operation, who: Who, at: str = "") -> Request:
    """With something of its own to ask for."""
    method, path = (at or operation.at).split()
    for name in [part.strip("{}") for part in path.split("/") if part.startswith("{")]:
        made = getattr(world, name)
        value = made(who) if name == "staff_token" else made() if callable(made) else made
        path = path.replace(f"{{{name}}}", str(value))
    body = operation.says(world) if callable(operation.says) else operation.says
    body = {} if body is None and method == "POST" else body
    return Request(method, path, body, world.token(who), world.port)


def rows() -> dict[str, Any]:
    """All that is in the database. Whoever reads events gives them numbers: of those only how many there are."""
    with connection.cursor() as cursor:

        def digest(table: str) -> Any:
            what = "''" if table == "events_event" else "row::text"
            cursor.execute(f"SELECT count(*), md5(string_agg({what}, '' ORDER BY row::text)) FROM \"{table}\" row")  # noqa: S608
            return cursor.fetchone()

        return {table: digest(table) for table in connection.introspection.table_names(cursor)}


@pytest.fixture(scope="module")
def world(module_database: str) -> Iterator[World]:
    with served() as port:
        world = World()
        world.port = port
        yield world


by_operation = pytest.mark.parametrize("operation", TABLE, ids=lambda operation: operation.name)


def test_the_table_has_the_operations_of_the_document() -> None:
    described = {
        operation["operationId"]: (method, path)
        for path, operations in document()["paths"].items()
        for method, operation in operations.items()
        if "operationId" in operation
    }
    table = {operation.name: operation for operation in TABLE}
    assert table.keys() == described.keys()
    assert len(TABLE) == len(table)
    for name, (method, template) in described.items():
        own_method, path = table[name].at.split()
        parts = list(zip(template.split("/"), f"{PREFIX}{path.partition('?')[0]}".split("/"), strict=True))
        assert own_method == method.upper(), name
        assert all(part == own or part.startswith("{") for part, own in parts), name


@by_operation
def test_who_may_is_let_through(world: World, operation: Operation) -> None:
    shared = request(world, operation, Who.NOBODY) if operation.at.startswith("GET") else None
    for who in operation.who:
        asked = replace(shared, token=world.token(who)) if shared else request(world, operation, who)
        told = asked.send()
        assert 200 <= told.status < 300, (who, told.status, told.body)


@by_operation
def test_who_may_not_is_refused_and_changes_nothing(world: World, operation: Operation) -> None:
    asked = request(world, operation, Who.NOBODY, operation.refused_at)
    tokens = {who: world.token(who) for who in EVERYBODY - operation.who}
    before = rows()
    for who, token in tokens.items():
        told = replace(asked, token=token).send()
        assert (told.status, told.code) == operation.refuses(who), who
    assert rows() == before


def test_what_changes_is_seen_in_the_rows(world: World) -> None:
    """Or the test above would show nothing."""
    before = rows()
    organiser = world.wire(Who.ORGANISER)
    assert rows()["clubs_stafftoken"] != before["clubs_stafftoken"]
    guest = world.guest()
    before = rows()
    assert organiser.post(f"/players/{guest}/buy-in/", COUNTERS).status == 201
    changed = {table for table, digest in rows().items() if digest != before[table]}
    assert changed == {"ledger_entry", "ledger_transfer", "ledger_balance", "events_event", "api_answer"}


# --- What a table of roles does not say


@pytest.mark.parametrize("who", sorted(ALL_STAFF))
def test_staff_see_their_own_clubs_sessions_and_tokens(world: World, who: Who) -> None:
    wire, (club, code) = world.wire(who), (world.club.name, world.code)
    if who == Who.OTHER_ORGANISER:
        other = Session.objects.create(club=world.other_club, name="Elsewhere", code=codes.join_code())
        club, code = world.other_club.name, other.code
    told = wire.get("/sessions/").body["items"]
    assert {item["club"] for item in told} == {club}
    assert code in {item["code"] for item in told}
    assert [item["name"] for item in wire.get("/clubs/").body["items"]] == [club]
    own = set(User.objects.get(username=STAFF[who]).tokens.values_list("pk", flat=True))
    page = wire.get("/staff/tokens/?limit=100").body
    assert {item["id"] for item in page["items"]} <= own
    assert page["items"]


def test_nobody_revokes_the_token_of_another(world: World) -> None:
    token, before = world.staff_token(Who.ORGANISER), world.wire(Who.CROUPIER)
    told = before.ask("DELETE", f"/staff/tokens/{token}/")
    assert (told.status, told.code) == (404, "not_found")
    assert world.wire(Who.ORGANISER).ask("DELETE", f"/staff/tokens/{token}/").status == 204


@pytest.mark.parametrize("act", ["sit-down", "stand-up"])
def test_a_player_seats_and_unseats_nobody_else(world: World, act: str) -> None:
    bob, table = world.room.players["Bob"], world.room.table
    before = rows()
    wire = world.wire(Who.PLAYER)
    told = wire.post(f"/tables/{table.pk}/{act}/", {"player": bob.pk})
    assert (told.status, told.code) == (403, "forbidden")
    after = rows()
    assert (after["tables_seat"], after["events_event"]) == (before["tables_seat"], before["events_event"])


def test_staff_seat_only_guests_of_the_session(world: World) -> None:
    table = world.empty_table()
    told = world.wire(Who.ORGANISER).post(f"/tables/{table}/sit-down/", {"player": world.other_player.pk})
    assert (told.status, told.code) == (422, "unknown_player")
    told = world.wire(Who.CROUPIER).post(
        f"/rounds/{world.round()}/tickets/", {**SPACE, "player": world.other_player.pk}
    )
    assert (told.status, told.code) == (422, "unknown_player")


def test_a_device_is_revoked_where_it_belongs(world: World) -> None:
    """One's own session in the address does not help with a device of another."""
    device, elsewhere = world.device(), world.other_session.code
    told = world.wire(Who.ORGANISER).ask("DELETE", f"/sessions/{elsewhere}/devices/{device}/")
    assert (told.status, told.code) == (404, "not_found")


def test_a_ticket_is_paid_in_its_own_session(world: World) -> None:
    ticket, elsewhere = world.ticket_to_pay(), world.other_session.code
    told = world.wire(Who.ORGANISER).post(f"/sessions/{elsewhere}/tickets/{ticket}/pay/")
    assert (told.status, told.code) == (404, "not_found")


def test_where_the_leaderboard_is_hidden_staff_see_it_and_nobody_else(world: World) -> None:
    Session.objects.filter(pk=world.session.pk).update(leaderboard=False)
    try:
        for who in ROOM:
            told = world.wire(who).get(f"/sessions/{world.code}/leaderboard/")
            assert told.status == (200 if who in READERS else 403), who
    finally:
        Session.objects.filter(pk=world.session.pk).update(leaderboard=True)


def test_who_is_no_longer_staff_is_a_stranger_with_the_same_token(world: World) -> None:
    wire, part = world.wire(Who.CROUPIER), Staff.objects.get(user__username="claude")
    assert wire.get(f"/sessions/{world.code}/").status == 200
    part.delete()
    try:
        told = wire.get(f"/sessions/{world.code}/")
        assert (told.status, told.code) == (404, "not_found")
    finally:
        Staff.objects.create(club=part.club, user=part.user, part=part.part)


@pytest.mark.parametrize("flag", ["is_active", "is_staff"])
def test_an_account_that_was_shut_opens_nothing(world: World, flag: str) -> None:
    wire, user = world.wire(Who.CROUPIER), User.objects.filter(username="claude")
    token = world.token(Who.CROUPIER)
    user.update(**{flag: False})
    try:
        told = wire.get(f"/sessions/{world.code}/")
        assert (told.status, told.code) == (401, "bad_token")
        assert streamed(world.port, token, world.code) == (401, "bad_token")
        told = Wire().post("/staff/log-in/", {"username": "claude", "password": PASSWORD})
        assert (told.status, told.code) == (401, "bad_login")
    finally:
        user.update(**{flag: True})


def test_a_phone_stays_out_of_what_staff_of_the_same_browser_may(world: World) -> None:
    """A token that is sent is the one that counts; a bad one does not fall back to a login."""
    browser = Client()
    browser.force_login(world.users["olga"])
    address = f"{PREFIX}/sessions/{world.code}/players/"
    assert browser.get(address).status_code == 200
    for who, status in ((Who.PLAYER, 403), (Who.REVOKED, 401)):
        assert browser.get(address, headers={"Authorization": f"Bearer {world.token(who)}"}).status_code == status


def test_who_is_logged_in_acts_only_from_our_own_pages(world: World) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(world.users["olga"])
    guest, key = world.guest(), {"Idempotency-Key": str(uuid.uuid4())}
    address = f"{PREFIX}/players/{guest}/buy-in/"
    before = rows()
    refused = browser.post(address, COUNTERS, content_type="application/json", headers=key)
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    assert rows() == before
    browser.get("/admin/")
    browser.get("/admin/password_change/")
    csrf = browser.cookies["csrftoken"].value
    done = browser.post(address, COUNTERS, content_type="application/json", headers={**key, "X-CSRFToken": csrf})
    assert done.status_code == 201


def test_a_guest_with_an_account_that_is_not_staff_is_nobody(world: World) -> None:
    browser = Client()
    browser.force_login(User.objects.create_user("gus"))
    answer = browser.get(f"{PREFIX}/sessions/{world.code}/")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
