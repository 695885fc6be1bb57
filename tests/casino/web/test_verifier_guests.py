"""A guest picks rounds of the own session in the verifier, and no others."""

from casino.demo import close_room
from tests.casino.room import Room, play
from tests.casino.web.browsing import Browser, phone, screen


def test_a_guest_checks_rounds_of_the_own_session_alone(room: Room) -> None:
    own, other = play(room.open()), Room(counters={"Zoe": 5})
    elsewhere, live = play(other.open()), room.open()
    ada = phone(room, "Ada")
    page = ada.get("/verify/")
    assert f"?round={own.pk}" in page.links
    assert f"?round={elsewhere.pk}" not in page.links
    assert f"?round={live.pk}" not in page.links
    seed = own.secret.seed
    assert seed in ada.get("/verify/", {"round": own.pk}).html
    for hidden in (elsewhere, live):
        assert hidden.secret.seed not in ada.get("/verify/", {"round": hidden.pk}).html
    zoe = phone(other, "Zoe")
    assert elsewhere.secret.seed in zoe.get("/verify/", {"round": elsewhere.pk}).html
    assert seed not in zoe.get("/verify/", {"round": own.pk}).html


def test_strangers_and_screens_are_given_no_transcript(room: Room) -> None:
    own = play(room.open())
    for browser in (Browser(), screen(room)):
        page = browser.get("/verify/", {"round": own.pk})
        assert page.status == 200
        assert own.secret.seed not in page.html
        assert [link for link in page.links if "round=" in link] == []


def test_rounds_can_be_checked_when_the_session_is_over(room: Room) -> None:
    own, ada = play(room.open()), phone(room, "Ada")
    close_room(room.session)
    assert own.secret.seed in ada.get("/verify/", {"round": own.pk}).html
