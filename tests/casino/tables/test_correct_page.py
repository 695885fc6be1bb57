"""Correcting a hand-dealt round on its page: what was typed, what would change, and then exactly that."""

import re
from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.desk.counters import buy_in, cash_out
from casino.tables.models import Round
from casino.tables.offices import take_office
from casino.tables.settling import settle_round
from casino.tables.typed_cards import as_lines, typed_moves
from casino.tables.voiding import void_round
from ledger.models import Transfer
from tests.casino.dealing import FELL, M1, play_m1
from tests.casino.office import Office, act_address, address, make_office, said
from tests.casino.room import Room, play, refusal
from tests.casino.tables.test_by_hand import dealt
from tests.casino.verified import room_findings

WRONG, RIGHT = "\r\n".join(M1), "\r\n".join(FELL)
REASON = "the ace was St. Amant’s"


@pytest.fixture
def office(own_database: str) -> Office:
    return make_office(Room({"by_hand": True}))


def settled(office: Office) -> Round:
    round_ = dealt(office.room, *M1)
    settle_round(round_.pk, by=HOUSE)
    return round_


def ask(office: Office, round_: Round, **typed: Any) -> Any:
    """Show what would change."""
    form = {"once": "0123456789ab", "cards": RIGHT, "reason": REASON, **typed}
    return office.clients["olga"].post(address(round_, "correct"), form)


def version(answer: Any) -> str:
    (found,) = re.findall(r'name="agreed" value="(\w+)"', answer.content.decode())
    return str(found)


def correct(office: Office, round_: Round, **typed: Any) -> Any:
    form = {"cards": RIGHT, "reason": REASON, "back": address(round_, "correct"), **typed}
    return office.act("olga", round_, "correct-round", **form)


def test_the_page_has_the_cards_as_they_were_typed(office: Office) -> None:
    round_ = settled(office)
    page = office.get("olga", address(round_, "correct"))
    assert page.context["acts"][0]["cards"].value() == "\n".join(M1)
    assert "Correct the round</button>" not in page.content.decode()  # the plan first
    assert address(round_, "correct") in office.text("olga", address(round_))
    assert address(round_, "correct") in office.text("olga", address(office.room.session, "run"))


def test_a_plan_changes_nothing_and_then_exactly_it_is_done(office: Office) -> None:
    round_ = settled(office)
    before = office.room.held(), office.room.entries()
    plan = ask(office, round_)
    shown = re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", plan.content.decode()))
    assert "Finish Minoru" in shown or "finish Minoru" in shown
    assert "corrected finish St. Amant" in shown
    assert "purse:Ada 22" in shown
    assert "purse:Bob 17" in shown
    assert (office.room.held(), office.room.entries()) == before
    done = correct(office, round_, agreed=version(plan))
    assert said(done) == ["Done: Correct the round."]
    held = office.room.held()
    assert (held["purse:Ada"], held["purse:Bob"], held["bank:Minoru 1"]) == (92, 109, 999)
    assert room_findings() == []
    page = office.get("olga", address(round_, "correct"))
    assert page.context["acts"][0]["cards"].value() == RIGHT.replace("\r", "")


def test_who_is_short_is_named_and_covered_only_if_the_box_is_ticked(office: Office) -> None:
    round_ = settled(office)
    cash_out(player=office.room.players["Ada"], counters=110, by=HOUSE)
    plan = ask(office, round_)
    assert "Some have spent what they would give back" in plan.content.decode()
    agreed = version(plan)
    before = office.room.held()
    refused = correct(office, round_, agreed=agreed)
    assert said(refused) == [
        "Some have spent what they would give back: purse:Ada 18. Cover it, or leave the round as it is."
    ]
    assert office.room.held() == before
    assert version(refused) == agreed  # the plan is still there, and what was typed
    assert REASON in refused.content.decode()
    correct(office, round_, agreed=agreed, cover="on")
    assert Transfer.objects.get(reason="cover").amount == 18
    assert room_findings() == []


def test_a_plan_that_has_changed_meanwhile_is_shown_again(office: Office) -> None:
    round_ = settled(office)
    ada = office.room.players["Ada"]
    cash_out(player=ada, counters=110, by=HOUSE)
    agreed = version(ask(office, round_))
    buy_in(player=ada, counters=10, by=HOUSE)
    before = office.room.held()
    refused = correct(office, round_, agreed=agreed, cover="on")
    assert said(refused) == ["The plan is another one by now; read it again."]
    assert office.room.held() == before
    now = version(refused)
    assert now != agreed
    assert said(correct(office, round_, agreed="", cover="on")) == ["The plan is another one by now; read it again."]
    correct(office, round_, agreed=now, cover="on")
    assert Transfer.objects.get(reason="cover").amount == 8


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        (f"{WRONG}\n1Z 2Z", "Nothing is to be dealt now."),
        (WRONG.replace("QS QH", "QS QS"), "QS has been dealt from this pack already."),
        (WRONG.replace("QS QH", "QS 1Z"), "1Z"),
        (WRONG.replace("QS QH 2D", "QS 2D"), "A deal is five cards, one to each horse."),
        (M1[0], "The round is not over yet."),
        ("9" * 9000, "9"),
    ],
    ids=lambda value: str(value)[-30:],
)
def test_cards_no_pack_can_give_get_the_sentence_of_the_game_and_stay_as_typed(
    office: Office, cards: str, sentence: str
) -> None:
    round_ = settled(office)
    before = office.room.held(), office.room.entries()
    for answer in (ask(office, round_, cards=cards), correct(office, round_, cards=cards)):
        assert answer.status_code == 200
        text = answer.content.decode()
        assert sentence in text
        assert 'name="agreed"' not in text
        assert answer.context["acts"][0]["cards"].value().split() == cards.split()
    assert (office.room.held(), office.room.entries()) == before


def test_a_reason_is_needed(office: Office) -> None:
    round_ = settled(office)
    assert "Reason: " in said(correct(office, round_, reason=" "))[0]
    assert 'name="agreed"' not in ask(office, round_, reason="").content.decode()


def test_only_a_settled_round_that_was_dealt_by_hand_has_the_page(office: Office) -> None:
    live = dealt(office.room, *M1)
    assert office.get("olga", address(live, "correct")).status_code == 404
    assert said(correct(office, live, back=""))[0].startswith("Only a settled round is corrected")
    void_round(live.pk, reason="The pack was marked", by=HOUSE)
    assert office.get("olga", address(live, "correct")).status_code == 404
    assert said(correct(office, live, back=""))[0].startswith("Only a settled round is corrected")
    table = office.room.put_table("The house deals")
    dealt_by_house = play(office.room.open(table))
    assert office.get("olga", address(dealt_by_house, "correct")).status_code == 404
    cards = as_lines(dealt_by_house)
    assert said(correct(office, dealt_by_house, cards=cards, back="")) == ["At this table the house deals."]


def test_it_is_for_organisers(office: Office) -> None:
    round_ = settled(office)
    before = office.room.held()
    for who, status in {"claude": 403, "audrey": 403, "otto": 404, "nobody": 404}.items():
        assert office.get(who, address(round_, "correct")).status_code == status
        assert office.clients[who].post(address(round_, "correct"), {"cards": RIGHT}).status_code == status
        form = {"once": "0123456789ab", "cards": RIGHT, "reason": REASON}
        assert office.clients[who].post(act_address(round_, "correct-round"), form).status_code == status
    assert office.room.held() == before
    assert address(round_, "correct") not in office.text("claude", address(round_))
    assert address(round_, "correct") not in office.text("claude", address(office.room.session, "run"))


def test_what_players_decided_stands_between_the_cards(own_database: str) -> None:
    room = Room({"by_hand": True, "passes_round": True, "options": {"course": "jaques", "joker": "banker"}})
    take_office(room.table.pk, player=room.players["Cy"], counters=100, by=HOUSE)
    round_ = room.open()
    room.move(round_, "Cy", joker=False)
    play_m1(round_)
    assert as_lines(round_) == "\n".join(M1)
    moves = typed_moves(round_, RIGHT)
    assert moves[0] == {"seat": "Cy", "joker": False}
    assert len(moves) == 1 + len(M1) + 1
    assert refusal(typed_moves, round_, f"JK {M1[0]}") == "joker_not_in_pack"
