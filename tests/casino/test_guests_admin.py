"""What an organiser does about guests and devices in the admin: names, codes, sending somebody away, screens."""

import re
from html import unescape

import pytest

from casino.clubs.joining import come_back, find_token, join
from casino.clubs.models import DeviceToken, Pairing, Player
from casino.clubs.pairing import pair
from casino.desk.pages import DeskPage
from tests.casino.office import Office, address, listing, said
from tests.casino.room import Room, play, refusal
from tests.casino.verified import room_findings


def test_a_guest_is_renamed_while_a_round_is_played_and_nothing_else_changes(office: Office) -> None:
    room, ada = office.room, office.room.players["Ada"]
    before = run_with_stakes(room)
    live = room.open()
    room.stake(live, "Ada", "minoru", 2)
    office.act("olga", ada, "rename", nickname="Countess")
    ada.refresh_from_db()
    assert ada.nickname == "Countess"
    live.refresh_from_db()
    assert live.seats[0] == "Ada"  # in this round
    room.stake(live, "Ada", "gou_gou", 1)
    after = run_with_stakes(room, live.pk)
    assert (before, after) == ("settled", "settled")
    assert room.open().seats[0] == "Countess"
    assert room_findings() == []


def run_with_stakes(room: Room, round_id: int | None = None) -> str:
    from casino.tables.models import Round

    round_ = Round.objects.get(pk=round_id) if round_id else room.open()
    if round_id is None:
        room.stake(round_, "Ada", "minoru", 1)
    return play(round_).phase


def test_a_name_that_anybody_has_or_had_is_refused(office: Office) -> None:
    room = office.room
    office.act("olga", room.players["Ada"], "rename", nickname="Countess")
    assert said(office.act("olga", room.players["Bob"], "rename", nickname="countess")) == [
        "countess is taken. Choose another."
    ]
    assert said(office.act("olga", room.players["Bob"], "rename", nickname="Ada")) == ["Ada is taken. Choose another."]
    assert refusal(join, code=room.session.code, nickname="Ada") == "nickname_taken"
    office.act("olga", room.players["Ada"], "rename", nickname="Ada")  # back to her own
    assert "Ada" in office.text("olga", address(room.players["Ada"]))


def test_a_new_code_makes_the_old_one_and_every_phone_worthless(office: Office) -> None:
    room = office.room
    joined = join(code=room.session.code, nickname="Dora", secret="a secret of the phone itself")
    told = said(office.act("olga", joined.player, "reissue"))
    (code,) = re.findall(r"with the code (\w{10})\.", told[0])
    assert refusal(find_token, joined.token) == "bad_token"
    assert refusal(come_back, code=room.session.code, recovery=joined.recovery) == "unknown_recovery_code"
    again = join(code=room.session.code, nickname="Dora again", secret="a secret of the phone itself")
    assert again.player != joined.player
    assert come_back(code=room.session.code, recovery=code).player == joined.player


def test_who_is_sent_away_stands_up_and_keeps_the_purse(office: Office) -> None:
    room, ada = office.room, office.room.players["Ada"]
    live = room.open()
    room.stake(live, "Ada", "minoru", 2)
    office.act("olga", ada, "remove")
    assert not ada.seats.filter(left_at=None).exists()
    ada.refresh_from_db()
    assert ada.removed_at is not None
    assert room.held()["purse:Ada"] == 98
    again = office.act("claude", room.table, "sit-down", player=ada.pk)
    assert said(again) == ["Ada was sent away."]
    assert said(office.act("olga", ada, "cash-out", counters="")) == ["Hand over 98."]
    assert room_findings() == []


def test_a_screen_is_paired_with_a_code_that_is_good_once(office: Office) -> None:
    told = said(office.act("olga", office.room.session, "pair", kind="screen", device="Above the bar"))
    (code,) = re.findall(r"once: (\w{10})\.", told[0])
    assert code not in str(Pairing.objects.values())
    token, _ = pair(code.lower())
    assert (token.kind, token.label) == (DeviceToken.Kind.SCREEN, "Above the bar")
    assert refusal(pair, code) == "unknown_pairing_code"


@pytest.mark.parametrize(
    ("nickname", "sentence"),
    [
        ("\u202eadA", "A nickname is 1 to 40 characters that can all be seen"),
        ("A\u200bda", "A nickname is 1 to 40 characters that can all be seen"),
        ("Ada\x07", "A nickname is 1 to 40 characters that can all be seen"),
        ("A" * 10_000, "Ensure this value has at most 40 characters"),
        ("Ada", "Ada is taken. Choose another."),
        ("aDA", "aDA is taken. Choose another."),
    ],
    ids=["right to left", "invisible", "a bell", "10,000", "taken", "capitals"],
)
def test_a_nickname_that_plays_tricks_is_refused_with_a_sentence(office: Office, nickname: str, sentence: str) -> None:
    room = office.room
    sent = {"session": room.session.pk, "nickname": nickname}
    answer = office.clients["olga"].post(listing(Player, "add"), sent)
    assert sentence in unescape(answer.content.decode())
    assert room.session.players.count() == 3
    said_back = said(office.act("olga", room.players["Bob"], "rename", nickname=nickname))
    assert sentence in said_back[0]


def test_a_nickname_of_markup_is_a_nickname_and_nothing_more(office: Office) -> None:
    evil = "<img src=x onerror=alert(1)>"
    office.clients["olga"].post(listing(Player, "add"), {"session": office.room.session.pk, "nickname": evil})
    player = Player.objects.get(nickname=evil)
    for page in (address(player), listing(Player), DeskPage.address(office.room.session)):
        text = office.text("olga", page)
        assert evil not in text
        assert "&lt;img src=x" in text
