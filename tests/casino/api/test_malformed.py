"""Bodies and addresses that make no sense are told so, and nothing is kept of them."""

import json
from typing import Any

import pytest
from django.test import Client

from casino.api.models import Answer
from ledger.models import Entry
from tests.casino.cast import player_wire, staff_wire
from tests.casino.room import Room

DEEP = "[" * 100_000 + "]" * 100_000


@pytest.mark.parametrize(
    "text",
    [
        '{"reason": "a\\u0000b"}',
        '{"reason": "half a character: \\ud800"}',
        '{"reason": "fine", "\\ud800": 1}',
        f'{{"reason": "fine", "deep": {DEEP}}}',
        '{"reason": "fine", "not a number": NaN}',
        '{"reason": 5}',
        '{"reason": ""}',
        '{"reason": ["fine"]}',
        '["reason"]',
        "{",
        "null",
    ],
)
def test_a_body_that_cannot_be_kept_is_malformed_and_changes_nothing(room: Room, text: str) -> None:
    round_ = room.open()
    wire = staff_wire("olive", room.session.club)
    before = Entry.objects.count()
    response = Client(raise_request_exception=False).post(
        f"/api/v1/rounds/{round_.pk}/void/",
        text,
        content_type="application/json",
        headers={**wire.headers, "Idempotency-Key": "one"},
    )
    assert (response.status_code, json.loads(response.content)["code"]) == (400, "malformed")
    round_.refresh_from_db()
    assert round_.live
    assert (Entry.objects.count(), Answer.objects.count()) == (before, 0)
    assert wire.post(f"/rounds/{round_.pk}/void/", {"reason": "fine"}, key="one").status == 200


def test_what_is_not_read_may_be_anything_and_belongs_to_the_question(room: Room) -> None:
    round_ = room.open()
    wire = staff_wire("olive", room.session.club)
    body = {"reason": "fine", "more": [0.5, None, {"": 1e300}]}
    assert wire.post(f"/rounds/{round_.pk}/void/", body, key="one").status == 200
    assert wire.post(f"/rounds/{round_.pk}/void/", body, key="one").headers["Idempotent-Replayed"] == "true"
    assert wire.post(f"/rounds/{round_.pk}/void/", {"reason": "fine"}, key="one").code == "key_reused"


@pytest.mark.parametrize("query", ["limit=x", "limit=", "limit=0", "limit=-1", "limit=101", "limit=0.5", "cursor="])
def test_a_page_that_cannot_be_is_malformed(room: Room, query: str) -> None:
    assert player_wire(room, "Ada").get(f"/me/history/?{query}").code == "malformed"


@pytest.mark.parametrize(("counters", "status"), [(5.0, 201), (5.5, 400), ("5", 400), (True, 400), (10**400, 400)])
def test_five_point_nothing_is_a_whole_number_and_nothing_else_is(room: Room, counters: Any, status: int) -> None:
    wire = staff_wire("olive", room.session.club)
    told = wire.post(f"/players/{room.players['Ada'].pk}/buy-in/", {"counters": counters})
    assert told.status == status


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("place", 1),
        ("place", ["first"]),
        ("measure", "luckiest"),
        ("what", 5),
        ("counters", True),
        ("from_till", "true"),
        ("from_till", 1),
    ],
)
def test_a_value_of_another_kind_is_named_by_its_place_and_changes_nothing(room: Room, where: str, value: Any) -> None:
    wire, path = staff_wire("olive", room.session.club), f"/sessions/{room.session.code}/prizes/"
    body = {"place": "first", "measure": "richest", "what": "A bottle"}
    refused = wire.post(path, {**body, where: value})
    assert (refused.status, refused.code) == (400, "malformed")
    assert [each["where"] for each in refused.body["errors"]] == [where]
    assert wire.get(path).body["items"] == []
    assert wire.post(path, body).status == 201


@pytest.mark.parametrize("commitment", [5, None, "5f1c" * 15, "5F1C" * 16])
def test_a_hash_is_sixty_four_small_digits(room: Room, commitment: Any) -> None:
    path = f"/rounds/{room.open().pk}/fairness/commitment/"
    ada = player_wire(room, "Ada")
    refused = ada.put(path, {"commitment": commitment})
    assert (refused.status, refused.code) == (400, "malformed")
    assert [each["where"] for each in refused.body["errors"]] == ["commitment"]
    assert ada.put(path, {"commitment": "5f1c" * 16}).status == 200
