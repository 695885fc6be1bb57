"""Coming in by the code on the wall, and coming back with the code that was shown."""

import pytest
from django.test import override_settings

from casino.api.callers import SEAT_COOKIE
from casino.clubs.models import Player, Session
from casino.demo import close_room
from casino.throttling import MOST_FROM_AN_ADDRESS
from casino.web.joining import RECOVERY_COOKIE
from tests.casino.room import Room
from tests.casino.web.browsing import Browser, Page, phone

pytestmark = pytest.mark.usefixtures("forgotten")


def address(room: Room) -> str:
    return f"/j/{room.session.code}/"


def join(browser: Browser, room: Room, nickname: str, **said: str) -> Page:
    page = browser.get(address(room))
    return browser.send(page.form(""), at=address(room), nickname=nickname, **said)


def come_back(browser: Browser, room: Room, recovery: str) -> Page:
    place = f"{address(room)}back/"
    return browser.send(browser.get(place).form(""), at=place, recovery=recovery)


def joining_forms(page: Page) -> list[str]:
    return [each["name"] for each in page.root.all("input", name="nickname")]


def test_a_guest_joins_with_the_code_in_any_writing(room: Room) -> None:
    code = room.session.code
    for at, typed in enumerate((code, code.lower(), f"{code[:3]}-{code[3:]}", f" {code[:2]} {code[2:]} ")):
        browser = Browser()
        page = browser.get("/j/", {"code": typed}, follow=True)
        assert page.status == 200, typed
        shown = browser.send(page.form(""), at=address(room), nickname=f"Guest {at}")
        assert f"Welcome, Guest {at}" in shown.text
        assert browser.get("/play/").status == 200
    assert Player.objects.filter(session=room.session, nickname__startswith="Guest").count() == 4


def test_the_code_to_come_back_with_is_shown_and_shown_again(room: Room) -> None:
    browser = Browser()
    shown = join(browser, room, "Zoe")
    code = shown.root.one("p", class_="recovery").text
    assert len(code) == 10
    assert browser.get("/play/code/").root.one("p", class_="recovery").text == code
    assert "has not kept your code" in phone(room, "Ada").get("/play/code/").text


def test_starting_counters_are_in_the_purse(room: Room) -> None:
    Session.objects.filter(pk=room.session.pk).update(starting_counters=50)
    browser = Browser()
    assert "You start with 50 counters." in browser.get(address(room)).text
    join(browser, room, "Zoe")
    assert browser.get("/play/").part("purse").one("strong").text == "50"


def test_a_nickname_that_cannot_be_is_refused_with_its_sentence(room: Room) -> None:
    for nickname in ("Ada", "ADA", "house", "", "x" * 200, "a\u200bb", "a\0b"):
        page = join(Browser(), room, nickname)
        assert page.status == 422, nickname
        assert page.root.all("ul", class_="errorlist"), nickname
    assert "Ada is taken. Choose another." in join(Browser(), room, "Ada").text
    assert Player.objects.filter(session=room.session).count() == 3


def test_the_same_form_twice_is_the_same_guest(room: Room) -> None:
    browser = Browser()
    form = browser.get(address(room)).form("")
    for nickname in ("Zoe", "Zoe", "Somebody else"):
        assert "Welcome, Zoe" in browser.send(form, at=address(room), nickname=nickname).text
    assert Player.objects.filter(session=room.session).count() == 4
    other = browser.get(address(room)).form("").fields["secret"]
    assert other != form.fields["secret"], "a form that is shown anew is for somebody else"


def test_a_form_without_its_parts_is_shown_again(room: Room) -> None:
    browser = Browser()
    good = {name: values[0] for name, values in browser.get(address(room)).form("").fields.items()}
    for wrong in ({"secret": "short"}, {"secret": ""}, {"language": "xx"}, {"secret": "x" * 101}):
        page = browser.post(address(room), {**good, "nickname": "Zoe", "language": "en", **wrong})
        assert page.status == 422, wrong
    assert browser.post(address(room)).status in {200, 422}
    assert Player.objects.filter(session=room.session).count() == 3


def test_the_language_that_was_chosen_is_kept(room: Room) -> None:
    browser = Browser("en")
    join(browser, room, "Zoé", language="fr")
    for path in ("/play/", "/", f"/play/tables/{room.table.pk}/"):
        assert browser.get(path).root.one("html")["lang"] == "fr", path


def test_a_page_to_join_speaks_as_the_phone_does_and_else_as_the_session(room: Room) -> None:
    Session.objects.filter(pk=room.session.pk).update(language="es")
    assert Browser("fr-CA,fr;q=0.9").get(address(room)).root.one("html")["lang"] == "fr"
    assert Browser("de").get(address(room)).root.one("html")["lang"] == "es"


def test_who_comes_back_on_another_phone_shows_the_first_one_out(room: Room) -> None:
    first, second = Browser(), Browser()
    code = join(first, room, "Zoe").root.one("p", class_="recovery").text
    assert first.get("/play/").status == 200
    shown = come_back(second, room, f"{code[:5].lower()}-{code[5:]}")
    assert "Welcome, Zoe" in shown.text
    assert "Good evening, Zoe" in second.get("/play/").text
    gone = first.get("/play/")
    assert (gone.status, "Scan the code again" in gone.text) == (401, True)
    assert first.post(f"/play/tables/{room.table.pk}/sit/").status == 401
    assert Player.objects.filter(session=room.session, nickname="Zoe").count() == 1


def test_a_code_that_was_never_shown_brings_nobody_back(room: Room) -> None:
    for typed in ("C2RTM9WXH4", "x", "", "-", "\0", "é" * 40):
        page = come_back(Browser(), room, typed)
        assert page.status == 422, typed
        assert SEAT_COOKIE not in page.cookies


def test_an_unknown_code_is_not_found_and_says_so(room: Room) -> None:
    for code in ("NOTONE", "x", "%20", "é", "x" * 500):
        page = Browser().get(f"/j/{code}/")
        assert page.status == 404, code
        assert page.root.one("p", class_="refused").text
        assert page.form("/j/")
    assert Browser().get("/j/", {"code": "-"}, follow=True).status == 404
    assert Browser().get("/j/").status == 200
    assert Browser().get("/j/", {"code": ""}).status == 200


def test_a_session_that_is_over_says_so(room: Room) -> None:
    close_room(room.session)
    for path in (address(room), f"{address(room)}back/"):
        for page in (Browser().get(path), Browser().post(path)):
            assert page.status == 410
            assert "The session is over" in page.text
    assert Browser().get("/j/", {"code": room.session.code.lower()}, follow=True).status == 410


def test_who_guesses_codes_too_often_has_to_wait(room: Room) -> None:
    browser = Browser()
    tries = [browser.get("/j/NOTONE/").status for _ in range(MOST_FROM_AN_ADDRESS + 2)]
    assert tries == [404] * MOST_FROM_AN_ADDRESS + [429] * 2
    assert "Wait a little." in browser.get("/j/NOTONE/").text
    assert browser.get(address(room)).status == 429, "nor is the right one told from the wrong ones"


def test_who_guesses_recovery_codes_too_often_has_to_wait(room: Room) -> None:
    browser, place = Browser(), f"{address(room)}back/"
    pages = [browser.post(place, {"recovery": "C2RTM9WXH4"}) for _ in range(MOST_FROM_AN_ADDRESS + 2)]
    waits = ["Wait a little." in page.text for page in pages]
    assert waits == [False] * MOST_FROM_AN_ADDRESS + [True] * 2


@pytest.mark.parametrize("tls", [False, True])
def test_cookies_are_for_the_house_alone_and_secure_on_tls_alone(room: Room, tls: bool) -> None:
    with override_settings(SESSION_COOKIE_SECURE=tls):
        browser = Browser()
        form = browser.get(address(room)).form("")
        answer = browser.send(form, at=address(room), nickname="Zoe", follow=False)
    assert (answer.status, answer.headers["Location"]) == (303, "/play/code/")
    for name in (SEAT_COOKIE, RECOVERY_COOKIE):
        cookie = answer.cookies[name]
        assert cookie["httponly"] is True
        assert cookie["samesite"] == "Lax"
        assert bool(cookie["secure"]) is tls, name


def test_who_is_forgotten_on_a_phone_is_a_stranger_there(room: Room) -> None:
    browser = Browser()
    shown = join(browser, room, "Zoe")
    code = shown.root.one("p", class_="recovery").text
    assert browser.ask("GET", "/play/leave/") == 405
    browser.send(shown.form("/leave/"))
    assert browser.get("/play/").status == 401
    assert "Welcome, Zoe" in come_back(browser, room, code).text


def test_a_phone_that_has_joined_is_told_so_and_may_join_as_somebody_else(room: Room) -> None:
    page = phone(room, "Ada").get(address(room))
    assert "This phone has joined already, as Ada." in page.text
    elsewhere = phone(Room(counters={"Ida": 1}), "Ida").get(address(room))
    assert "has joined already" not in elsewhere.text
    assert joining_forms(page) == joining_forms(elsewhere) == ["nickname"]
