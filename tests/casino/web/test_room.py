"""The tables of the room as a guest finds them, one of them, and sitting down there."""

from casino.clubs.actors import HOUSE
from casino.clubs.models import Session
from casino.demo import close_room
from casino.tables.models import Seat
from casino.tables.opening import close_table
from casino.tables.voiding import void_round
from tests.casino.room import Room, play
from tests.casino.web.browsing import LANGUAGES, Browser, climb, phone


def test_the_room_has_every_open_table_and_who_one_is(room: Room) -> None:
    closed = room.put_table("Roulette 1", "roulette")
    open_ = room.put_table("Horses 1", "horses")
    close_table(closed.pk, by=HOUSE)
    page = phone(room, "Ada").get("/play/")
    assert page.status == 200
    assert "Good evening, Ada" in page.text
    tables = page.part("tables")
    assert [link["href"] for link in tables.all("a")] == [f"/play/tables/{pk}/" for pk in (room.table.pk, open_.pk)]
    assert "You sit here" in tables.all("a")[0].text
    assert "You sit here" not in tables.all("a")[1].text
    assert page.part("purse").one("strong").text == "100"


def test_the_room_says_what_goes_on_at_each_table_and_whose_turn_it_is(room: Room) -> None:
    ada = phone(room, "Ada")
    round_ = room.open()
    assert "Stakes are open" in ada.get("/play/").part("tables").text
    room.stake(round_, "Ada", "minoru", 5)
    purse = ada.get("/play/").part("purse")
    assert (purse.one("strong").text, "5 on the cloth" in purse.text) == ("95", True)
    play(round_)
    assert "Over:" in ada.get("/play/").part("tables").text
    roulette = room.table_of("roulette", options={"mode": "points"})
    room.open(roulette)
    assert "It is your turn" in ada.get("/play/").part("tables").text


def test_a_guest_sits_down_and_leaves_again(room: Room) -> None:
    room.come("Dot", 10)
    dot, address = phone(room, "Dot"), f"/play/tables/{room.table.pk}/"
    before = dot.get(address)
    assert before.forms("/stand/") == []
    after = dot.send(before.form("/sit/"))
    assert after.notes == "You sit at Minoru 1."
    assert Seat.objects.filter(player=room.players["Dot"], left_at=None).count() == 1
    again = dot.send(before.form("/sit/"))
    assert again.status == 200
    assert Seat.objects.filter(player=room.players["Dot"]).count() == 1
    left = dot.send(after.form("/stand/"))
    assert left.notes == "You have left Minoru 1."
    assert not Seat.objects.filter(player=room.players["Dot"], left_at=None).exists()
    assert left.form("/sit/")


def test_nobody_sits_down_at_a_table_that_is_closed(room: Room) -> None:
    room.come("Dot", 10)
    dot, address = phone(room, "Dot"), f"/play/tables/{room.table.pk}/"
    form = dot.get(address).form("/sit/")
    close_table(room.table.pk, by=HOUSE)
    told = dot.send(form)
    assert told.status == 200
    assert told.part("notes").one("p")["class"] == "error"
    assert not Seat.objects.filter(player=room.players["Dot"]).exists()
    assert told.forms("/sit/") == []


def test_what_changes_is_sent_alone_when_only_that_is_asked_for(room: Room) -> None:
    room.open()
    ada = phone(room, "Ada")
    for address, parts in {
        "/play/": {"tables", "leaders"},
        f"/play/tables/{room.table.pk}/": {"purse", "message", "table-head", "told", "cloth", "moves", "stakes"},
    }.items():
        whole, live = ada.get(address), ada.get(address, {"live": ""})
        assert "<html" not in live.html
        assert parts <= {each["id"] for each in live.root.all(data_live="")}
        assert {each["id"] for each in live.root.all(data_live="")} <= {
            each["id"] for each in whole.root.all(data_live="")
        }
        assert len(live.html) < len(whole.html)


def test_the_organiser_s_message_stands_on_the_page(room: Room) -> None:
    Session.objects.filter(pk=room.session.pk).update(message="Supper at <nine>")
    ada = phone(room, "Ada")
    assert ada.get("/play/").part("message").text == "Supper at <nine>"
    assert ada.get(f"/play/tables/{room.table.pk}/").part("message").text == "Supper at <nine>"


def test_who_has_most_is_told_only_if_the_session_allows_it(room: Room) -> None:
    ada = phone(room, "Ada")
    assert [each.text for each in ada.get("/play/").part("leaders").all("li")] == ["Ada 100", "Bob 100", "Cy 100"]
    Session.objects.filter(pk=room.session.pk).update(leaderboard=False)
    assert ada.get("/play/").part("leaders").text == ""
    assert "Bob" not in ada.get("/play/").text


def test_a_void_round_says_why(room: Room) -> None:
    round_ = room.open()
    room.stake(round_, "Ada", "minoru", 5)
    void_round(round_.pk, reason="The lamp fell over", by=HOUSE)
    page = phone(room, "Ada").get(f"/play/tables/{room.table.pk}/")
    assert "The lamp fell over" in page.part("told").text
    assert "returned 5" in page.part("stakes").text


def test_pages_are_in_the_guest_s_language(room: Room) -> None:
    for language in LANGUAGES:
        page = phone(room, "Ada", language).get("/play/")
        assert page.root.one("html")["lang"] == language


def test_a_closed_session_is_over_for_its_tables_and_not_for_one_s_own_books(room: Room) -> None:
    ada, table = phone(room, "Ada"), room.table.pk
    close_room(room.session)
    for path in ("/play/", f"/play/tables/{table}/", f"/play/tables/{table}/odds/"):
        page = ada.get(path)
        assert (page.status, "The session is over" in page.text) == (410, True), path
    for path in ("sit", "stand", "office"):
        assert ada.post(f"/play/tables/{table}/{path}/").status == 410
    for path in ("/play/statement/", "/play/history/", "/play/code/"):
        assert ada.get(path).status == 200, path


def test_what_every_page_of_a_guest_refuses(room: Room) -> None:
    table = room.table.pk
    climb(["/play/", "/play/code/", "/play/statement/", "/play/history/"], room)
    climb([f"/play/tables/{table}/", f"/play/tables/{table}/odds/"], room)
    climb([f"/play/tables/{table}/{act}/" for act in ("sit", "stand", "office")], room, posts=True)


def test_a_stranger_is_told_to_scan_again(room: Room) -> None:
    page = Browser().get("/play/")
    assert page.status == 401
    assert "Scan the code again" in page.text
    assert "/j/" in page.links
