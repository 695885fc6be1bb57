"""The big screen: it shows a code, an organiser lets it in once, and from then on it shows the room and no hand."""

from datetime import timedelta

import pytest
from django.test import override_settings
from django.utils import timezone

from casino.api.callers import SCREEN_COOKIE, SEAT_COOKIE
from casino.clubs.actors import HOUSE
from casino.clubs.joining import give_token
from casino.clubs.models import Club, DeviceToken, Pairing, Session, Staff
from casino.clubs.pairing import offer_pairing
from casino.demo import close_room
from casino.tables.starting import call_the_off
from casino.throttling import MOST_FROM_AN_ADDRESS
from tests.casino.cast import member
from tests.casino.room import Room, run
from tests.casino.web.browsing import Browser, Page, phone, screen

pytestmark = pytest.mark.usefixtures("forgotten")

CODE = "C2RTM9WXH4"  # as one could be


def staff(name: str, club: Club, part: Staff.Part = Staff.Part.ORGANISER) -> Browser:
    browser = Browser()
    browser.client.force_login(member(name, club, part))
    return browser


def code_on(page: Page) -> str:
    return page.root.one("p", class_="recovery").text


def let_in(organiser: Browser, room: Room, code: str) -> Page:
    place = f"/screen/pair/{code}/"
    return organiser.post(place, {"session": str(room.session.pk), "label": "Over the bar"})


def test_a_screen_shows_a_code_an_organiser_lets_it_in_and_it_shows_the_room(room: Room) -> None:
    wall, olga = Browser(), staff("olga", room.session.club)
    waiting = wall.get("/screen/")
    assert waiting.status == 200
    code = code_on(waiting)
    assert code_on(wall.get("/screen/")) == code, "it stays the same until somebody has scanned it"
    assert f"/screen/pair/{code}" in waiting.text
    form = olga.get(f"/screen/pair/{code}/")
    assert "Evening" in form.text
    assert "Done." in olga.send(form.form(""), at=f"/screen/pair/{code}/", session=str(room.session.pk)).text
    answer = wall.get("/screen/")
    assert (answer.status, SCREEN_COOKIE in answer.cookies) == (303, True)
    cookie = answer.cookies[SCREEN_COOKIE]
    assert (cookie["httponly"], cookie["samesite"], bool(cookie["secure"])) == (True, "Lax", False)
    shown = wall.get("/screen/")
    assert shown.root.one("h1").text == "Minoru 1"
    assert room.session.code in shown.text
    assert 'class="screen"' in shown.html


def test_a_code_is_good_for_one_screen(room: Room) -> None:
    wall, olga = Browser(), staff("olga", room.session.club)
    code = code_on(wall.get("/screen/"))
    let_in(olga, room, code)
    let_in(olga, room, code)  # to let it in twice changes nothing
    assert Pairing.objects.count() == 1
    assert wall.get("/screen/").status == 303
    thief = Browser(casino_pairing=code)
    assert thief.get("/screen/").status == 200
    assert thief.get("/screen/", follow=True).root.all("body", class_="screen") == []
    assert let_in(olga, room, code).status == 422, "who scans it now is told that it was used"
    assert DeviceToken.objects.filter(kind=DeviceToken.Kind.SCREEN).count() == 1


def test_a_code_that_nobody_used_in_time_can_be_let_in_again(room: Room) -> None:
    wall, olga = Browser(), staff("olga", room.session.club)
    code = code_on(wall.get("/screen/"))
    let_in(olga, room, code)
    Pairing.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert code_on(wall.get("/screen/")) == code
    assert "Done." in let_in(olga, room, code).text
    assert wall.get("/screen/").status == 303


def test_only_an_organiser_of_the_club_lets_a_screen_in(room: Room) -> None:
    place = f"/screen/pair/{CODE}/"
    others = {
        "croupier": staff("claude", room.session.club, Staff.Part.CROUPIER),
        "auditor": staff("audrey", room.session.club, Staff.Part.AUDITOR),
        "of another club": staff("otto", Club.objects.create(name="Another club")),
    }
    for who, browser in others.items():
        page = browser.get(place)
        assert "Evening" not in page.text, who
        assert "No session of yours is open." in page.text, who
        browser.post(place, {"session": str(room.session.pk)})
    for stranger in (Browser(), phone(room, "Ada"), screen(room)):
        assert stranger.get(place).headers["Location"].startswith("/admin/login/")
        assert stranger.post(place, {"session": str(room.session.pk)}, follow=False).status == 302
    assert Pairing.objects.count() == 0


def test_nonsense_lets_nothing_in(room: Room) -> None:
    olga = staff("olga", room.session.club)
    for code in ("short", "c2rtm9wxh4", "C2RTM9WXHO", "C2RTM9WXH4C", "é"):
        assert olga.get(f"/screen/pair/{code}/").status == 404, code
    for session in ("", "0", "x", "9" * 30):
        assert olga.post(f"/screen/pair/{CODE}/", {"session": session}).status == 422, session
    assert olga.post(f"/screen/pair/{CODE}/", {"session": str(room.session.pk), "label": "x" * 81}).status == 422
    assert olga.ask("PUT", f"/screen/pair/{CODE}/") == 405
    assert Pairing.objects.count() == 0


def test_a_code_from_the_admin_is_typed_in(room: Room) -> None:
    _, code = offer_pairing(room.session, kind=DeviceToken.Kind.SCREEN, label="", by=HOUSE)
    wall = Browser()
    page = wall.send(wall.get("/screen/").form(""), at="/screen/", pairing=f"{code[:5].lower()} {code[5:]}")
    assert page.root.one("h1").text == "Minoru 1"
    again = Browser()
    refused = again.send(again.get("/screen/").form(""), at="/screen/", pairing=code)
    assert "not, or no longer, good" in refused.text


def test_a_code_for_a_till_makes_no_screen_and_stays_good_for_the_till(room: Room) -> None:
    _, code = offer_pairing(room.session, kind=DeviceToken.Kind.TILL, label="", by=HOUSE)
    assert "not, or no longer, good" in Browser().post("/screen/", {"pairing": code}).text
    assert Browser(casino_pairing=code).get("/screen/").status == 200
    assert Pairing.objects.get().used_at is None
    assert not DeviceToken.objects.filter(kind=DeviceToken.Kind.TILL).exists()


def test_who_guesses_pairing_codes_too_often_has_to_wait(room: Room) -> None:
    wall = Browser()
    pages = [wall.post("/screen/", {"pairing": CODE}) for _ in range(MOST_FROM_AN_ADDRESS + 1)]
    assert ["Wait a little." in page.text for page in pages] == [False] * MOST_FROM_AN_ADDRESS + [True]


def test_a_screen_is_let_in_for_longer_than_a_phone(room: Room) -> None:
    wall = Browser()
    code = code_on(wall.get("/screen/"))
    let_in(staff("olga", room.session.club), room, code)
    ages = {SCREEN_COOKIE: int(wall.get("/screen/").cookies[SCREEN_COOKIE]["max-age"])}
    joining = Browser()
    place = f"/j/{room.session.code}/"
    answer = joining.send(joining.get(place).form(""), at=place, nickname="Zoe", follow=False)
    ages[SEAT_COOKIE] = int(answer.cookies[SEAT_COOKIE]["max-age"])
    day = 24 * 60 * 60
    assert ages == {SCREEN_COOKIE: 30 * day, SEAT_COOKIE: 2 * day}
    tokens = {token.kind: token.expires_at for token in DeviceToken.objects.order_by("pk")}
    later = tokens[DeviceToken.Kind.SCREEN] - tokens[DeviceToken.Kind.PLAYER]
    assert timedelta(days=27) < later < timedelta(days=29)


def test_a_screen_stays_at_one_table_if_it_is_told_to(room: Room) -> None:
    horses, wall = room.put_table("Horses 1", "horses"), screen(room)
    assert wall.get("/screen/").root.one("h1").text == "Minoru 1"
    assert wall.get("/screen/", {"table": str(horses.pk)}).root.one("h1").text == "Horses 1"
    page = wall.get(f"/screen/tables/{horses.pk}/")
    assert page.root.one("h1").text == "Horses 1"
    live = page.root.one("live-page")
    assert (live["table"], live["rotate"]) == (str(horses.pk), "")
    assert wall.get(f"/screen/tables/{horses.pk}/", {"table": str(room.table.pk)}).root.one("h1").text == "Horses 1"
    for nonsense in ("x", "-1", "9" * 30, "²"):
        assert wall.get("/screen/", {"table": nonsense}).status == 200


def test_what_a_screen_is_refused(room: Room) -> None:
    other = Room(counters={"Zoe": 1})
    wall, place = screen(room), f"/screen/tables/{room.table.pk}/"
    for table in (other.table.pk, 999999, "9" * 30):
        assert wall.get(f"/screen/tables/{table}/").status == 404
    assert wall.ask("POST", place) == 405
    assert wall.ask("PUT", "/screen/") == 405
    assert wall.ask("GET", "/play/") == 401
    for stranger in (Browser(), phone(room, "Ada"), Browser(**{SCREEN_COOKIE: "none-of-ours"})):
        assert stranger.get(place).headers["Location"] == "/screen/"
        assert "This screen is waiting" in stranger.get("/screen/").text
    seat_as_screen = give_token(room.session, DeviceToken.Kind.PLAYER, player=room.players["Ada"])
    assert "This screen is waiting" in Browser(**{SCREEN_COOKIE: seat_as_screen}).get("/screen/").text


def test_a_screen_of_a_session_that_is_over_waits_to_be_let_in(room: Room) -> None:
    wall, late, olga = screen(room), Browser(), staff("olga", room.session.club)
    let_in(olga, room, code_on(late.get("/screen/")))
    close_room(room.session)
    assert "This screen is waiting" in wall.get("/screen/").text
    assert wall.get(f"/screen/tables/{room.table.pk}/").headers["Location"] == "/screen/"
    page = late.get("/screen/")
    assert (page.status, "This screen is waiting" in page.text) == (200, True)


def test_what_the_room_sees_of_a_round(room: Room) -> None:
    wall, round_ = screen(room), room.open()
    shown = wall.get("/screen/")
    assert "Stakes are open" in shown.part("head").text
    assert shown.root.all("svg", class_="board wide")
    assert shown.part("stage").all("a") == [], "nothing is staked on a screen"
    assert [cell.text for cell in shown.part("side").all("td", class_="far")][:2] == ["2:1", "5:1"]
    call_the_off(round_.pk, by=HOUSE)
    assert "Chances from here" in wall.get("/screen/").part("side").text
    run(round_)
    assert wall.get("/screen/").root.all("section", class_="result")
    live = wall.get("/screen/", {"live": ""})
    assert "<html" not in live.html
    assert {each["id"] for each in live.root.all(data_live="")} == {"head", "stage", "side", "told"}


def test_who_has_most_is_on_the_screen_only_if_the_session_allows_it(room: Room) -> None:
    wall = screen(room)
    assert "Ada" in wall.get("/screen/").part("side").text
    Session.objects.filter(pk=room.session.pk).update(leaderboard=False)
    assert "Ada" not in wall.get("/screen/").html


def test_cookies_of_screens_are_secure_on_tls(room: Room) -> None:
    with override_settings(SESSION_COOKIE_SECURE=True):
        wall = Browser()
        page = wall.get("/screen/")
        assert page.cookies["casino_pairing"]["secure"] is True
        let_in(staff("olga", room.session.club), room, code_on(page))
        assert wall.get("/screen/").cookies[SCREEN_COOKIE]["secure"] is True
