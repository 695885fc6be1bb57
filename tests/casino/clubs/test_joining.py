"""Guests come in and come back."""

from datetime import timedelta

import pytest
from django.utils import timezone

from casino.clubs.joining import come_back, find_token, join
from casino.clubs.models import DeviceToken, Player
from casino.clubs.sessions import make_session
from tests.casino.room import Room, refusal


def test_a_guest_needs_a_code_and_a_nickname(room: Room) -> None:
    joined = join(code=room.session.code.lower(), nickname="Zoë")
    assert find_token(joined.token).player == joined.player
    assert {account.code for account in (joined.player.purse, joined.player.stakes_account)} == {
        "purse:Zoë",
        "stakes:Zoë",
    }


def test_starting_counters_are_a_buy_in(room: Room) -> None:
    room.session.starting_counters = 25
    room.session.save()
    room.come("Zoe")
    assert room.held()["purse:Zoe"] == 25


def test_a_wrong_code_and_a_session_that_is_not_open(room: Room) -> None:
    assert refusal(join, code="NOTONE", nickname="Zoe") == "unknown_code"
    for nonsense in (None, 5, "", "a\0b"):
        assert refusal(join, code=nonsense, nickname="Zoe") == "unknown_code"
        assert refusal(come_back, code=room.session.code, recovery=nonsense) == "unknown_recovery_code"
    draft = make_session(club=room.session.club, name="Tomorrow")
    assert refusal(join, code=draft.code, nickname="Zoe") == "session_not_open"


@pytest.mark.parametrize("nickname", ["", " ", " Ada", "x" * 41, "a\nb", "\u202eada", None, 5, "e\u0301"])
def test_a_nickname_that_is_none(room: Room, nickname: str) -> None:
    assert refusal(join, code=room.session.code, nickname=nickname) == "bad_nickname"


@pytest.mark.parametrize("nickname", ["Ada", "ADA", "house", "Bank", "totalisator"])
def test_a_nickname_that_is_taken(room: Room, nickname: str) -> None:
    players = Player.objects.count()
    assert refusal(join, code=room.session.code, nickname=nickname) == "nickname_taken"
    assert Player.objects.count() == players


def test_a_guest_comes_back_on_another_phone_and_the_first_is_shown_the_door(room: Room) -> None:
    first = join(code=room.session.code, nickname="Zoe")
    assert first.recovery not in Player.objects.get(pk=first.player.pk).recovery
    again = come_back(code=room.session.code, recovery=f"{first.recovery[:5]}-{first.recovery[5:].lower()}")
    assert again.player == first.player
    assert find_token(again.token).player == first.player
    assert refusal(find_token, first.token) == "bad_token"
    assert refusal(come_back, code=room.session.code, recovery="XXXXXXXXXX") == "unknown_recovery_code"


def test_a_token_ends_with_its_time(room: Room) -> None:
    joined = join(code=room.session.code, nickname="Zoe")
    DeviceToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert refusal(find_token, joined.token) == "bad_token"
    assert refusal(find_token, "nonsense") == "bad_token"
    assert not DeviceToken.objects.filter(digest=joined.token).exists()
