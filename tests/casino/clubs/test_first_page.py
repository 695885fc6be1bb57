"""The first page of the admin: the way to one's evenings, or to the first club."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from casino.clubs.models import Club
from casino.clubs.sessions import make_session
from tests.casino.office import Office, address
from tests.casino.room import Room

INDEX = "/admin/"


def test_a_house_without_a_club_leads_to_the_first_one(own_database: str) -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    page = client.get(INDEX).content.decode()
    assert "First steps" in page
    assert reverse("admin:clubs_club_add") in page
    Club.objects.create(name="The club")
    page = client.get(INDEX).content.decode()
    assert "First steps" not in page
    assert reverse("admin:clubs_session_add") in page


@pytest.mark.parametrize(("who", "adds"), [("olga", True), ("claude", False), ("audrey", False)])
def test_staff_find_their_open_sessions_and_drafts_first(room: Room, office: Office, who: str, adds: bool) -> None:
    soon = make_session(club=room.session.club, name="Soon")
    page = office.text(who, INDEX)
    assert page.index(address(room.session)) < page.index(address(soon))
    assert ("Prepare a session" in page) is adds


def test_others_see_nothing_of_the_club_there(room: Room, office: Office) -> None:
    for who in ("otto", "nobody"):
        assert "Evening" not in office.text(who, INDEX)
    assert "Your evenings" not in office.text("nobody", INDEX)
