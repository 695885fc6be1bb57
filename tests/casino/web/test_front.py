"""The front door: what is on, who may come in from there, and the games of the house."""

import pytest
from django.test import override_settings
from django.utils import timezone

from casino.clubs.models import Session
from casino.clubs.sessions import make_session
from casino.demo import close_room
from casino.web.front import PLAYED
from games.registry import GAMES, find_game
from tests.casino.room import Room
from tests.casino.web.browsing import LANGUAGES, Browser, phone

ELEVEN = [
    "Minoru",
    "Double Event",
    "Horses",
    "Ascot",
    "Derby Day",
    "Kentucky Derby",
    "Grand National",
    "Myopia",
    "Donkey",
    "Roulette",
    "Musical Casino",
]


def test_what_is_on_is_told_with_the_way_in_on_a_hall_s_own_network(room: Room) -> None:
    page = Browser().get("/")
    assert page.status == 200
    assert "Evening" in page.text
    assert f"/j/{room.session.code}/" in page.links


def test_a_house_that_the_world_can_see_names_no_code(room: Room) -> None:
    with override_settings(CASINO_URL="https://casino.example"):
        page = Browser().get("/")
        assert page.status == 200
        assert "Evening" in page.text
        assert room.session.code not in page.html
    assert room.session.code in Browser().get("/").html, "the same search finds it where it is named"


def test_only_sessions_that_are_open_and_shown_are_on(room: Room) -> None:
    make_session(club=room.session.club, name="Tomorrow")
    cleared = Room(settings={}, counters={}, seat=False).session
    Session.objects.filter(pk=cleared.pk).update(name="A demo", cleared_at=timezone.now())
    page = Browser().get("/")
    assert "Evening" in page.text
    assert "Tomorrow" not in page.text
    assert "A demo" not in page.text
    assert cleared.code not in page.html
    close_room(room.session)
    page = Browser().get("/")
    assert room.session.code not in page.html
    assert "No session is on yet" in page.text


def test_the_code_on_the_wall_leads_to_its_session(room: Room) -> None:
    browser = Browser()
    form = browser.get("/").form("/j/")
    page = browser.send(form, code=f" {room.session.code.lower()} ")
    assert page.status == 200
    assert "Your name tonight" in page.text


def test_a_guest_who_has_joined_is_led_to_the_tables(room: Room) -> None:
    page = phone(room, "Ada").get("/")
    assert "You are Ada at Evening." in page.text
    assert "/play/" in page.links
    assert "/play/" not in Browser().get("/").links


@pytest.mark.usefixtures("own_database")
def test_all_eleven_games_are_on_the_front_page_by_their_names() -> None:
    page = Browser().get("/")
    shown = [each.text for each in page.root.all("span", class_="game-title")]
    assert len(shown) == len(set(shown)) == 11
    for title, wanted in zip(shown, ELEVEN, strict=True):
        assert wanted.lower() in title.lower()
    assert {played.game for played in PLAYED} == set(GAMES)
    for slug in GAMES:
        assert f"/games/{slug}/" in page.links
    assert {"/screen/", "/verify/", "/admin/"} <= set(page.links)


@pytest.mark.usefixtures("own_database")
def test_every_game_has_its_page_in_three_languages() -> None:
    for slug in GAMES:
        words = find_game(slug).catalogue
        for language in LANGUAGES:
            page = Browser(language).get(f"/games/{slug}/")
            assert page.status == 200
            assert page.root.one("html")["lang"] == language
            assert page.root.one("h1").text == words.title.said_in(language)
            assert len(page.root.one("ol", class_="rules").all("li")) == len(words.rules)
            assert " ".join(words.rules[0].words.said_in(language).split()) in page.text


@pytest.mark.usefixtures("own_database")
def test_a_game_that_is_none_is_not_found_and_nothing_is_sent_there() -> None:
    browser = Browser()
    assert browser.get("/games/whist/").status == 404
    assert browser.get("/games/double_event/").status == 404
    assert browser.ask("POST", "/games/minoru/") == 405
    assert browser.ask("POST", "/") == 405


@pytest.mark.usefixtures("own_database")
def test_a_language_is_chosen_at_the_foot_of_a_page_and_kept() -> None:
    browser = Browser()
    form = browser.get("/").form("/language/")
    assert [button["value"] for button in form.all("button")] == list(LANGUAGES)
    page = browser.send(form, language="fr")
    assert page.root.one("html")["lang"] == "fr"
    assert browser.get("/games/minoru/").root.one("html")["lang"] == "fr"
    browser.send(form, language="xx")
    assert browser.get("/").root.one("html")["lang"] == "fr"
    away = browser.send(form, language="en", next="https://elsewhere.example/", follow=False)
    assert away.headers["Location"].startswith("/")
