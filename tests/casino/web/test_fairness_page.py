"""A phone's part in the deal, as the page asks for it: a promise before the off, and what was promised after it."""

import hashlib
import json
from typing import Any

from casino.clubs.actors import HOUSE
from casino.tables.models import Round
from casino.tables.starting import call_the_off
from games.kit import fair
from tests.casino.cast import player_wire
from tests.casino.room import Room, run
from tests.casino.web.browsing import Browser, Page, climb, phone

ENTROPY = "5f1c" * 16


def asked_for(browser: Browser, round_: Round) -> dict[str, str]:
    """What the page wants from the phone's script, if anything."""
    told = browser.get(f"/play/tables/{round_.table_id}/").part("promise").attributes
    return {name.removeprefix("data-"): value for name, value in told.items() if name.startswith("data-") and value}


def say(browser: Browser, round_: Round, act: str, body: Any) -> Page:
    path = f"/play/rounds/{round_.pk}/{act}/"
    text = body if isinstance(body, str) else json.dumps(body)
    return Browser._page(browser.client.post(path, text, content_type="application/json"))


def test_what_is_promised_and_revealed_on_pages_is_what_the_api_shows(room: Room) -> None:
    round_, ada = room.open(), phone(room, "Ada")
    assert asked_for(ada, round_) == {}, "who only looks on promises nothing"
    room.stake(round_, "Ada", "minoru", 3)
    asked = asked_for(ada, round_)
    assert (asked["phase"], asked["round"], asked["seat"]) == ("promise", str(round_.pk), "Ada")
    commitment = fair.commitment(asked["table"], int(asked["number"]), asked["seat"], ENTROPY)
    assert say(ada, round_, "promise", {"commitment": commitment}).status == 200
    call_the_off(round_.pk, by=HOUSE)
    asked = asked_for(ada, round_)
    assert asked["phase"] == "reveal"
    assert hashlib.sha256(asked["off"].encode()).hexdigest() == asked["digest"], "what the off froze can be checked"
    assert commitment in asked["off"]
    assert say(ada, round_, "reveal", {"entropy": ENTROPY}).status == 200
    run(round_)
    assert asked_for(ada, round_) == {}
    told = player_wire(room, "Ada").get(f"/rounds/{round_.pk}/fairness/").body
    assert commitment in json.dumps(told)
    transcript = player_wire(room, "Ada").get(f"/rounds/{round_.pk}/transcript/").body
    assert ENTROPY in (transcript.decode() if isinstance(transcript, bytes) else json.dumps(transcript))


def test_what_is_no_promise_or_comes_too_late_is_refused_with_its_code(room: Room) -> None:
    round_, ada = room.open(), phone(room, "Ada")
    room.stake(round_, "Ada", "minoru", 3)
    for nonsense in ("", "{", "[]", "null", '"x"', "9" * 5000, "[" * 100_000, {}, {"commitment": None}):
        refused = say(ada, round_, "promise", nonsense)
        assert (refused.status, json.loads(refused.html)["code"]) == (422, "bad_entropy"), str(nonsense)[:40]
    for digits in ("x" * 64, "5" * 63, 5, ["5" * 64], "\0" * 64, "\ud800" * 64):
        refused = say(ada, round_, "promise", {"commitment": digits})
        assert (refused.status, json.loads(refused.html)["code"]) == (422, "bad_entropy")
    early = say(ada, round_, "reveal", {"entropy": ENTROPY})
    assert (early.status, json.loads(early.html)["code"]) == (200, "reveals_closed")
    call_the_off(round_.pk, by=HOUSE)
    late = say(ada, round_, "promise", {"commitment": "5" * 64})
    assert (late.status, json.loads(late.html)["code"]) == (200, "commitments_closed")
    nothing = say(ada, round_, "reveal", {"entropy": ENTROPY})
    assert (nothing.status, json.loads(nothing.html)["code"]) == (422, "nothing_promised")
    assert json.loads(nothing.html)["detail"]


def test_what_was_not_promised_is_not_revealed(room: Room) -> None:
    round_, ada = room.open(), phone(room, "Ada")
    room.stake(round_, "Ada", "minoru", 3)
    say(ada, round_, "promise", {"commitment": "5" * 64})
    call_the_off(round_.pk, by=HOUSE)
    refused = say(ada, round_, "reveal", {"entropy": ENTROPY})
    assert (refused.status, json.loads(refused.html)["code"]) == (422, "false_reveal")


def test_what_fairness_refuses_to_others(room: Room) -> None:
    round_ = room.open()
    climb([f"/play/rounds/{round_.pk}/{act}/" for act in ("promise", "reveal")], room, posts=True)
