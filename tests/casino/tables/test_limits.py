"""What charity law asks for at the tables: a cap on what one guest stakes in a round, odds that are told at the off."""

import pytest

from casino.clubs.actors import HOUSE
from casino.clubs.models import Session
from casino.tables.starting import call_the_off
from tests.casino.cast import player_wire
from tests.casino.room import Room, refusal
from tests.threads import together


@pytest.fixture
def capped(own_database: str) -> Room:
    return Room(settings={"stake_cap": 10, "hide_odds": True})


SPACES = ("minoru", "game_chick", "gou_gou", "miss_mcgiggle", "st_amant")


def test_nobody_stakes_more_than_the_cap_in_a_round(capped: Room) -> None:
    round_ = capped.open()
    capped.stake(round_, "Ada", "minoru", 6)
    before = capped.held()
    assert refusal(capped.stake, round_, "Ada", "game_chick", 5) == "stake_cap"
    assert capped.held() == before
    capped.stake(round_, "Ada", "game_chick", 4)
    capped.stake(round_, "Bob", "game_chick", 6)  # everybody has their own
    capped.withdraw(round_, "Ada", "minoru", 3)
    capped.stake(round_, "Ada", "minoru", 3)
    assert refusal(capped.stake, round_, "Ada", "gou_gou", 1) == "stake_cap"


def test_many_stakes_at_once_stay_below_the_cap(capped: Room) -> None:
    round_ = capped.open()
    refused = together(lambda number: capped.stake(round_, "Ada", SPACES[number], 3), len(SPACES))
    assert len(refused) == 2
    assert capped.held()["stakes:Ada"] == 9


def test_without_the_cap_the_same_stakes_are_taken(capped: Room) -> None:
    """The control."""
    Session.objects.filter(pk=capped.session.pk).update(stake_cap=None)
    round_ = capped.open()
    assert together(lambda number: capped.stake(round_, "Ada", SPACES[number], 3), len(SPACES)) == []
    assert capped.held()["stakes:Ada"] == 15


def test_chances_and_edges_are_told_to_guests_from_the_off_on(capped: Room) -> None:
    round_ = capped.open()
    capped.stake(round_, "Ada", "minoru", 6)
    ada = player_wire(capped, "Ada")
    for space in ada.get(f"/rounds/{round_.pk}/odds/").body["spaces"]:
        assert [space[name] for name in ("chance", "chance_percent", "edge", "edge_percent")] == [None] * 4
        assert space["odds"]  # the price itself is the offer
        assert space["accepted"] <= 4  # ten in all, six of them laid
    call_the_off(round_.pk, by=HOUSE)
    for space in ada.get(f"/rounds/{round_.pk}/odds/").body["spaces"]:
        assert space["chance"]
