"""The room in the admin: everybody reads their own clubs, does what their part allows, and sees no round's secret."""

import contextlib
import re
import threading
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse

from casino import acts
from casino.acts import Done
from casino.clubs.actors import HOUSE, Actor
from casino.clubs.models import Club, Player, Session, Staff
from casino.clubs.sessions import make_session
from casino.desk.acts import BuyIn
from casino.events.models import Event
from casino.tables.fairness import transcript_of
from casino.tables.models import Chain, Race, Round, Secret, Stake, Table, Ticket
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from casino.tables.voiding import void_round
from games.registry import GAMES
from ledger import balances
from ledger.models import Entry
from tests.casino.cast import OTHER_CLUB
from tests.casino.office import Office, act_address, address, content, listing, said, secrets_of
from tests.casino.room import Room, open_evening, play, run

ONCE = "0123456789ab"
MINORU = GAMES["minoru"]
DEALS = ["KS 2H 3H 4H 5H", "KH 2D 3D 4D 5D", "KD 2C 3C 4C 5C", "KC 2S 3S 4S 5S", "QS 6H 7H 8H 9H", "QH 6D 7D 8D 9D"]


# --- Every page


def pages(office: Office) -> list[str]:
    """Every page about the room, with something on it."""
    room, live = office.room, office.room.open()
    ticket = office.room.sell(live, "Ada", "minoru", 6)
    over = room.open(room.put_table("Minoru 2"))
    call_the_off(over.pk, by=HOUSE)
    void = room.open(room.put_table("Minoru 3"))
    void_round(void.pk, reason="The lamp fell over", by=HOUSE)
    items = [room.session.club, Staff.objects.all()[0], room.session, make_session(club=room.session.club, name="Soon")]
    items += [room.players["Ada"], room.table, live, run(over), void, ticket, Stake.objects.all()[0]]
    lists = [listing(type(item)) for item in items]
    beside = [address(room.session, page) for page in ("dashboard", "audit", "audit-sheet", "verify")]
    return [
        *(address(item) for item in items),
        *(reverse(f"admin:{name}") for name in ("index", "clubs_session_add")),
        *lists,
        *(*beside, address(over, "redeal")),
        *(reverse(f"admin:{name}_add") for name in ("clubs_player", "tables_table", "clubs_staff")),
        *(reverse(f"admin:tables_{name}") for name in ("plannedtable_add", "plannedtable_changelist", "catalogue")),
        *(
            address(room.session, page)
            for page in ("qr-sheet", "table-cards", "desk", "prizes", "close", "closing-sheet")
        ),
        address(ticket, "paper"),
        reverse("admin:clubs_session_export", args=[room.session.pk]),
        reverse("admin:clubs_session_history", args=[room.session.pk]),
        *(address(room.session, "run"), address(live, "sheet"), f"{address(room.session, 'run')}?part=live"),
        *(address(room.session.book), address(room.players["Ada"].purse), address(Entry.objects.all()[0])),
    ]


def test_every_page_renders(office: Office) -> None:
    for page in pages(office):
        assert office.get("root", page).status_code == 200, page
        assert office.get("olga", page).status_code == 200, page


# --- Who may see what


def test_a_stranger_finds_nothing_of_the_club(office: Office) -> None:
    for page in pages(office):
        if "_add" in page or page.endswith(("/add/", "/admin/")):
            continue
        for who in ("otto", "nobody"):
            answer = office.get(who, page)
            text = answer.content.decode() if answer.status_code == 200 else ""
            assert answer.status_code in {200, 302, 403, 404}, (who, page)
            for word in ("Ada", "Minoru 1", "Evening", office.room.session.code):
                assert word not in text, (who, page, word)
    assert office.get("otto", address(office.room.session)).status_code == 404
    assert office.get("nobody", listing(Session)).status_code == 403
    assert office.get("otto", reverse("admin:clubs_session_export", args=[office.room.session.pk])).status_code == 404


def test_forms_offer_only_the_clubs_one_organises(office: Office) -> None:
    soon = make_session(club=Club.objects.get(name=OTHER_CLUB), name="Elsewhere")
    form = office.get("olga", listing(Table, "add")).context["adminform"].form
    assert list(form.fields["session"].queryset) == [office.room.session]
    assert form.initial["session"] == office.room.session.pk
    sent = {"session": soon.pk, "nickname": "Mallory"}
    answer = office.clients["olga"].post(listing(Player, "add"), sent)
    assert "session" in answer.context["adminform"].form.errors
    club = Club.objects.get(name=OTHER_CLUB)
    answer = office.clients["olga"].post(listing(Staff, "add"), {"club": club.pk, "user": "olga", "part": "organiser"})
    assert "club" in answer.context["adminform"].form.errors
    assert not Staff.objects.filter(club=club, user__username="olga").exists()


@pytest.mark.parametrize("who", ["claude", "audrey", "otto", "nobody"])
def test_only_organisers_add_and_change(office: Office, who: str) -> None:
    room = office.room
    for model in (Club, Staff, Session, Table, Player, Round, Stake, Ticket):
        answer = office.get(who, listing(model, "add"))
        own = who == "otto" and model in {Staff, Session, Table, Player}  # in the club of one's own
        assert answer.status_code == (200 if own else 403), model
    answer = office.clients[who].post(address(room.session), {"name": "Mine", "language": "en", "starting_counters": 0})
    assert answer.status_code in {403, 404}
    part = Staff.objects.get(user__username="audrey")
    assert office.clients[who].post(address(part), {"part": "organiser"}).status_code in {403, 404}
    assert office.clients[who].post(address(part, "delete"), {"post": "yes"}).status_code in {403, 404}
    assert Session.objects.get(pk=room.session.pk).name == "Evening"
    assert Staff.objects.get(pk=part.pk).part == "auditor"


def snapshot(room: Room) -> list[Any]:
    """All that an act could have changed."""
    models = (Session, Player, Table, Round, Race, Secret, Stake, Ticket, Chain, Entry)
    return [room.held(), *(list(model._default_manager.order_by("pk").values()) for model in models)]


def test_nothing_can_be_deleted_but_staff_and_empty_clubs(office: Office) -> None:
    round_ = office.room.open()
    ticket = office.room.sell(round_, "Ada", "minoru", 6)
    for item in (office.room.session, office.room.table, round_, ticket, office.room.players["Ada"]):
        assert office.clients["root"].post(address(item, "delete"), {"post": "yes"}).status_code == 403
    club = office.room.session.club
    kept = office.clients["root"].post(address(club, "delete"), {"post": "yes"})
    assert "protected" in kept.content.decode()
    assert Club.objects.filter(pk=club.pk).exists()
    part = Staff.objects.get(user__username="claude")
    assert office.clients["olga"].post(address(part, "delete"), {"post": "yes"}).status_code == 302
    assert not Staff.objects.filter(pk=part.pk).exists()
    empty = Club.objects.create(name="Empty")
    assert office.clients["root"].post(address(empty, "delete"), {"post": "yes"}).status_code == 302
    assert not Club.objects.filter(pk=empty.pk).exists()


def test_an_organiser_adds_staff_by_the_name_of_their_account(office: Office) -> None:
    club = office.room.session.club
    User.objects.create_user("guest")
    for name, found in (("nobody", True), ("guest", False), ("unheard-of", True)):
        office.clients["olga"].post(listing(Staff, "add"), {"club": club.pk, "user": name, "part": "croupier"})
        assert Staff.objects.filter(club=club, user__username=name).exists() is found, name
    part = Staff.objects.get(user__username="nobody")
    office.clients["olga"].post(address(part), {"part": "auditor", "club": "", "user": "root"})
    part.refresh_from_db()
    assert (part.part, part.user.username) == ("auditor", "nobody")


def test_a_draft_is_changed_and_a_closed_session_is_not(office: Office) -> None:
    soon = make_session(club=office.room.session.club, name="Soon")
    changed = {"name": "Later", "language": "fr", "starting_counters": 20, "state": "open", "code": "MINE"}
    assert office.clients["olga"].post(address(soon), changed).status_code == 302
    soon.refresh_from_db()
    assert (soon.name, soon.language, soon.starting_counters, soon.state) == ("Later", "fr", 20, "draft")
    office.act("olga", soon, "open")
    office.act("olga", soon, "close")
    assert office.clients["olga"].post(address(soon), changed).status_code == 403


# --- An evening, by its acts


def test_an_evening_is_run_from_the_admin(office: Office) -> None:
    olga, club = office.clients["olga"], office.room.session.club
    olga.post(listing(Session, "add"), {"club": club.pk, "name": "Gala", "language": "fr", "starting_counters": 10})
    gala = Session.objects.get(name="Gala")
    assert gala.state == "draft"
    assert len(gala.code) == 6
    office.act("olga", gala, "open")
    gala.refresh_from_db()
    assert gala.state == "open"

    joined = olga.post(listing(Player, "add"), {"session": gala.pk, "nickname": "Dora"}, follow=True)
    dora = Player.objects.get(nickname="Dora")
    code = re.search(r"the code (\w{10})\.", said(joined)[0])
    assert code
    assert code.group(1) not in office.text("olga", address(dora))
    assert balances.balance(dora.purse_id) == 10
    assert said(office.act("olga", dora, "buy-in", counters=90)) == ["Dora has 100 in the purse now."]

    table = {"session": gala.pk, "name": "One", "game": "minoru", "options": '{"course": "jaques"}', "pace": "0.5"}
    table |= {
        "staking_time": "",
        "turn_time": "12.5",
        "rest": "",
        "by_hand": "on",
        "least_bank": 100,
        "house_float": 500,
    }
    assert olga.post(listing(Table, "add"), table).status_code == 302
    one = Table.objects.get(name="One")
    assert (one.pace.total_seconds(), one.staking_time, one.rest, one.by_hand) == (0.5, None, None, True)
    assert one.turn_time.total_seconds() == 12.5
    assert one.options["course"] == "jaques"
    office.act("claude", one, "sit-down", player=dora.pk)
    office.act("olga", one, "top-up", counters=500)
    opened = office.act("claude", one, "open-round")
    round_ = one.rounds.get()
    assert opened.redirect_chain[-1][0] == address(round_)

    sold = office.act("claude", round_, "ticket", player=dora.pk, space="win:minoru", counters=6)
    paper = Ticket.objects.get(session=gala)
    assert said(sold) == [f"Write on the paper: ticket 1, 6 on Win: Minoru, code {paper.code}."]
    office.act("claude", round_, "ticket", player=dora.pk, space="colour:blue", counters=2, in_hand="on")
    assert balances.balance(dora.purse_id) == 94
    office.act("claude", Ticket.objects.get(number=2), "withdraw")
    office.act("claude", round_, "off")
    office.act("claude", round_, "pause")
    office.act("claude", round_, "resume")
    office.act("claude", round_, "deal", fell=DEALS[1])
    office.act("claude", round_, "take-back")
    for cards in DEALS:
        office.act("claude", round_, "deal", fell=cards.lower())
    for cards in ("JS 10H 10D 10C 10S", "JH 2H 3H 4H 5H", "JD 6H 7H 8H 9H"):
        office.act("claude", round_, "deal", fell=cards)
    office.act("claude", round_, "settle")
    round_.refresh_from_db()
    assert round_.phase == "settled"
    assert round_.settlement is not None

    paid = office.act("claude", Ticket.objects.get(number=1), "pay")
    returned = int(re.fullmatch(r"Hand over (\d+)\.", said(paid)[0]).group(1))  # type: ignore[union-attr]
    assert returned > 6
    cashed = office.act("olga", dora, "cash-out", counters="")
    assert said(cashed) == ["Hand over 96."]
    office.act("claude", one, "stand-up", player=dora.pk)
    office.act("olga", one, "close")
    office.act("olga", gala, "close")
    gala.refresh_from_db()
    assert gala.state == "closed"
    assert gala.book_id is not None
    assert sum([line.balance for line in balances.trial_balance(gala.book_id)]) == 0


def test_a_round_is_voided_with_a_reason(office: Office) -> None:
    round_ = office.room.open()
    office.room.stake(round_, "Ada", "minoru", 6)
    before = snapshot(office.room)
    assert "Reason: " in said(office.act("claude", round_, "void", reason=" "))[0]
    assert snapshot(office.room) == before
    office.act("claude", round_, "void", reason="The lamp fell over")
    round_.refresh_from_db()
    assert round_.void_reason == "The lamp fell over"
    assert "The lamp fell over" in office.text("audrey", address(round_))
    assert office.room.held()["purse:Ada"] == 100


# --- Refusals


@pytest.mark.parametrize(
    ("kind", "form", "sentence"),
    [
        ("session", {"name": "open"}, "Evening was opened before."),
        ("session", {"name": "close"}, "Minoru 1 is still open."),
        ("player", {"name": "cash-out", "counters": 101}, "Bob has only 100 left."),
        ("player", {"name": "buy-in", "counters": 2**63}, "Counters: "),
        ("player", {"name": "buy-in", "counters": "ten"}, "Counters: "),
        ("player", {"name": "buy-in", "counters": 10**12 + 1}, "Counters: "),
        ("table", {"name": "close"}, "A round is being played at Minoru 1."),
        ("table", {"name": "sit-down"}, "Player: "),
        ("round", {"name": "resume"}, "The round is not paused."),
        ("round", {"name": "deal", "fell": DEALS[0]}, "At this table the house deals."),
        ("round", {"name": "deal", "fell": "9" * 5000}, "What fell: "),
        ("round", {"name": "settle"}, "The round is not over yet."),
        ("round", {"name": "ticket", "space": "win:minoru", "counters": 7}, ""),
        ("round", {"name": "ticket", "space": "win:red rum", "counters": 6}, "Space: "),
        ("ticket", {"name": "pay"}, "The round is not over yet."),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_refusal_is_a_sentence_and_changes_nothing(
    office: Office, kind: str, form: dict[str, Any], sentence: str
) -> None:
    room, round_ = office.room, office.room.open()
    ticket = office.room.sell(round_, "Ada", "minoru", 6)
    bob = room.players["Bob"]
    item = {"session": room.session, "player": bob, "table": room.table, "round": round_, "ticket": ticket}[kind]
    before = snapshot(room)
    if form["name"] == "ticket":
        form = {**form, "player": bob.pk}
    answer = office.act("olga", item, **form)
    assert answer.status_code == 200
    assert said(answer)[0].startswith(sentence)
    assert snapshot(room) == before


def test_a_refused_addition_keeps_what_was_typed(office: Office) -> None:
    before = snapshot(office.room)
    answer = office.clients["olga"].post(listing(Player, "add"), {"session": office.room.session.pk, "nickname": "ADA"})
    assert answer.status_code == 200
    assert "ADA is taken. Choose another." in answer.content.decode()
    table = {"session": office.room.session.pk, "name": "Minoru 1", "game": "minoru", "pace": 3, "least_bank": 1}
    answer = office.clients["olga"].post(listing(Table, "add"), {**table, "house_float": 10})
    assert "There is a table Minoru 1 already." in answer.content.decode()
    answer = office.clients["olga"].post(listing(Table, "add"), {**table, "house_float": 10, "options": "[1]"})
    assert "options should be an object." in answer.content.decode()
    answer = office.clients["olga"].post(listing(Table, "add"), {**table, "house_float": 2**70})
    assert "house_float" in answer.context["adminform"].form.errors
    assert snapshot(office.room) == before


def test_a_refusal_speaks_the_language_of_the_page(office: Office) -> None:
    form = {"once": ONCE, "counters": "101"}
    bob = office.room.players["Bob"]
    french = {"headers": {"accept-language": "fr"}}
    answer = office.clients["olga"].post(act_address(bob, "cash-out"), form, follow=True, **french)  # type: ignore[arg-type]
    assert "Bob" in said(answer)[0]


def test_a_form_that_is_sent_twice_acts_once(office: Office) -> None:
    bob = office.room.players["Bob"]
    office.act("olga", bob, "buy-in", counters=5, once=ONCE)
    again = office.act("olga", bob, "buy-in", counters=5, once=ONCE)
    assert said(again) == ["This was sent twice; it was done once."]
    assert office.room.held()["purse:Bob"] == 105
    office.act("olga", bob, "buy-in", counters=5)
    assert office.room.held()["purse:Bob"] == 110


@pytest.mark.parametrize(("lock", "held"), [("SELECT %s", 110), (acts._LOCK, 105)], ids=["without the lock", "with it"])
def test_twins_at_the_same_moment_act_once(
    office: Office, monkeypatch: pytest.MonkeyPatch, lock: str, held: int
) -> None:
    both, bob, really = threading.Barrier(2), office.room.players["Bob"], BuyIn.do

    def wait_for_the_other(self: BuyIn, by: Actor) -> Done:
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait(1)
        return really(self, by)

    def press(client: Client) -> None:
        client.post(act_address(bob, "buy-in"), {"once": ONCE, "counters": 5})
        connection.close()

    monkeypatch.setattr(acts, "_LOCK", lock)
    monkeypatch.setattr(BuyIn, "do", wait_for_the_other)
    twins = [Client(), Client()]
    for client in twins:
        client.force_login(User.objects.get(username="olga"))
    threads = [threading.Thread(target=press, args=[client]) for client in twins]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert office.room.held()["purse:Bob"] == held


def test_every_page_gives_its_forms_a_new_number(office: Office) -> None:
    page = address(office.room.players["Bob"])
    numbers = [re.findall(r'name="once" value="(\w{12})"', office.text("olga", page)) for _ in range(2)]
    assert len({*numbers[0], *numbers[1]}) == 10  # five forms each time


def test_an_act_nobody_knows_is_not_found(office: Office) -> None:
    address_ = address(office.room.session).replace("change", "act/burn")
    assert office.clients["root"].post(address_).status_code == 404
    assert office.clients["root"].post("/admin/clubs/session/none/act/open/").status_code == 404


# --- Secrets


def test_no_page_holds_a_secret_of_a_live_round(office: Office) -> None:
    shown = pages(office)
    round_ = Round.objects.get(table=office.room.table)
    call_the_off(round_.pk, by=HOUSE)
    round_.refresh_from_db()
    tick(round_.pk, round_.step)
    for page in [*shown, reverse("admin:tables_round_transcript", args=[round_.pk])]:
        for who in ("root", "audrey"):
            answer = office.clients[who].get(page, follow=True)
            text = content(answer)
            for secret in secrets_of(round_):
                assert secret not in text, (who, page)
    assert "The round is not over yet." in text


def winner(round_: Round) -> str:
    event = Event.objects.get(kind="round_settled", round_id=round_.pk)
    return str(event.body["finish"][0])


def test_a_round_that_is_over_is_published(office: Office) -> None:
    round_ = office.room.open()
    office.room.stake(round_, "Ada", "minoru", 6)
    round_ = play(round_)
    text = office.text("audrey", address(round_))
    assert f"<td>{MINORU.catalogue.selections[winner(round_)].en}</td>" in text
    assert Secret.objects.get(round=round_).seed in text
    assert Chain.objects.get(rounds=round_).last not in text
    transcript = office.get("audrey", reverse("admin:tables_round_transcript", args=[round_.pk]))
    assert transcript.content == transcript_of(round_)
    assert "attachment" in transcript["Content-Disposition"]


@pytest.mark.parametrize(
    "query",
    [
        "tables/round/?secret__seed__startswith=a",
        "tables/round/?chain__last__startswith=a",
        "tables/round/?table__chains__last__startswith=a",
        "tables/table/?session__tables__chains__last__startswith=a",
        "clubs/player/?recovery__startswith=a",
        "clubs/player/?session__tokens__digest__startswith=a",
        "clubs/staff/?user__password__startswith=a",
    ],
)
def test_a_secret_cannot_be_guessed_by_filtering(office: Office, query: str) -> None:
    assert office.get("root", f"/admin/{query}").status_code == 400


@pytest.mark.parametrize("model", ["secret", "chain", "commitment", "exposure", "move", "seat"])
def test_what_a_round_keeps_to_itself_has_no_page(office: Office, model: str) -> None:
    assert office.get("root", f"/admin/tables/{model}/").status_code == 404


# --- The books


def test_staff_read_the_books_of_their_club_and_no_others(office: Office) -> None:
    other = open_evening(Club.objects.get(name=OTHER_CLUB), "Elsewhere")
    assert other.book is not None
    for who, own, foreign in (("audrey", office.room.session.book, other.book), ("otto", other.book, None)):
        assert office.get(who, address(own)).status_code == 200
        for model in ("book", "account", "entry"):
            text = office.text(who, reverse(f"admin:ledger_{model}_changelist"))
            assert (foreign or office.room.session.book).code not in text  # type: ignore[union-attr]
        if foreign:
            assert office.get(who, address(foreign)).status_code == 302
    assert office.get("nobody", reverse("admin:ledger_book_changelist")).status_code == 403
    assert office.clients["audrey"].post(address(other.book), {"code": "mine"}).status_code == 403


def test_a_session_shows_its_trial_balance(office: Office) -> None:
    text = office.text("audrey", address(office.room.session))
    assert "Trial balance, counter" in text
    assert "Open a table" not in text
    assert "Open a table" in office.text("olga", address(office.room.session))
    assert address(office.room.players["Ada"].purse) in text
    soon = make_session(club=office.room.session.club, name="Soon")
    assert "Trial balance" not in office.text("audrey", address(soon))
    assert office.get("audrey", reverse("admin:clubs_session_export", args=[soon.pk])).status_code == 404
