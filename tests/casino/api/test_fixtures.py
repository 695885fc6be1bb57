"""The recorded events in docs/api: as the document says, in order, and with everything that can happen."""

import json
from typing import Any

import pytest

from casino.api.events import BODIES
from deploy.record_events import EVENINGS, VIEWS, recording
from games.kit.game import tag
from games.registry import GAMES
from tests.casino.api.wire import conforms

FOR_A_PLAYER = {"bought_in", "cashed_out", "bank_offered"}
FOR_STAFF = {
    *("session_made", "session_changed", "dealt_by_hand"),
    *("code_reissued", "pairing_offered", "device_paired", "device_revoked"),
    *("ticket_sold", "ticket_withdrawn", "ticket_paid", "taken_over"),
    *("table_planned", "plan_dropped"),
    *("float_put", "counted", "takings_handed_over", "swept", "claimed"),
    *("prize_announced", "prize_dropped", "prize_awarded"),
}
OF_DEMOS = {"session_cleared"}  # which nobody hears of
# Of a long game what does not come in every one of them; the document has it all the same.
SELDOM = {
    "ascot": {
        *("office_proposed", "office_agreed", "office_filled", "office_unsold", "lot_unsold"),
        *("debt_due", "debt_paid", "debt_written_off", "horse_retired", "strangles_broke_out", "throw_missed"),
        *("member_joined", "report_asked", "report_applied", "pack_empty", "disadvantage_given", "horse_equalised"),
        *("horse_released", "start_tied", "horse_fell", "horse_rose", "horse_lost", "report_used"),
        *("disadvantage_dropped", "horse_disqualified", "objections_invited"),
    }
}
RECORDED = [(game, view) for game in EVENINGS for view in VIEWS]


def recorded(game: str, view: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in recording(game, view).read_text().splitlines()]


def test_every_game_of_the_house_has_been_recorded() -> None:
    assert set(EVENINGS) == set(GAMES)


@pytest.mark.parametrize(("game", "view"), RECORDED)
def test_recorded_events_are_as_the_document_says_and_their_numbers_ascend(game: str, view: str) -> None:
    events = recorded(game, view)
    for event in events:
        conforms(event, {"$ref": "#/components/schemas/Event"})
    numbers = [event["number"] for event in events]
    assert numbers == sorted(set(numbers))


def test_every_kind_of_event_is_among_those_of_minoru() -> None:
    told = {view: recorded("minoru", view) for view in VIEWS}
    kinds = {view: {event["kind"] for event in events} for view, events in told.items()}
    assert kinds["public"] == set(BODIES) - FOR_A_PLAYER - FOR_STAFF - OF_DEMOS
    assert kinds["player"] == kinds["public"] | FOR_A_PLAYER
    assert kinds["staff"] == kinds["public"] | FOR_STAFF


def happenings(game: str, view: str) -> list[dict[str, Any]]:
    return [event["body"]["happening"] for event in recorded(game, view) if event["kind"] == "happening"]


@pytest.mark.parametrize("game", EVENINGS)
def test_every_happening_of_a_game_is_among_them(game: str) -> None:
    """Those that one seat alone is told are in the recording for a player."""
    told_of = {name for happening in happenings(game, "player") for name in happening} - {"game", "only_for"}
    seldom = SELDOM.get(game, set())
    assert told_of == {tag(kind) for kind in GAMES[game].happening_types} - seldom


@pytest.mark.parametrize("game", EVENINGS)
def test_what_one_seat_is_told_is_in_its_own_recording_alone(game: str) -> None:
    told = happenings(game, "player")
    assert {happening.get("only_for", "Ada") for happening in told} == {"Ada"}
    public = [happening for happening in told if "only_for" not in happening]
    assert happenings(game, "public") == happenings(game, "staff") == public
    assert (public != told) == GAMES[game].deals_hands


@pytest.mark.parametrize("game", EVENINGS)
def test_only_staff_are_told_who_did_it(game: str) -> None:
    assert all(event["by"] is None for view in ("public", "player") for event in recorded(game, view))
    assert any(event["by"] and event["by"]["kind"] == "staff" for event in recorded(game, "staff"))
