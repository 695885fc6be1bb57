"""The audit of a session: every number against a small evening worked by hand, and nothing for whom it is not."""

import re

import pytest

from casino.tables.models import Round
from tests.casino.room import Room
from tests.casino.test_room_admin import DEALS, Office, address, make_office

PAGES = ("dashboard", "audit", "audit-sheet", "verify")
# Minoru wins: it is the first horse of the course, and its card is the highest nine times.
MINORU_WINS = [*DEALS, "JS 10H 10D 10C 10S", "JH 2H 3H 4H 5H", "JD 6H 7H 8H 9H"]


@pytest.fixture
def office(room: Room) -> Office:
    return make_office(room)


def page_of(office: Office, page: str) -> str:
    return address(office.room.session, page)


def text(html: str) -> str:
    """What is to be read on a page, without its tags, blanks as one."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def by_hand_round(office: Office, cards: list[str], **stakes: tuple[str, int]) -> Round:
    """A round at a table of Claude's, settled after these cards."""
    room = office.room
    table = room.session.tables.filter(name="By hand").first() or room.put_table("By hand", by_hand=True)
    round_ = None
    for who, (selection, counters) in stakes.items():
        if not table.seats.filter(player=room.players[who]).exists():
            office.act("claude", table, "sit-down", player=room.players[who].pk)
    round_ = room.open(table)
    for who, (selection, counters) in stakes.items():
        room.stake(round_, who, selection, counters)
    for fell in cards:
        office.act("claude", round_, "deal", fell=fell)
    office.act("claude", round_, "settle")
    round_.refresh_from_db()
    assert round_.phase == "settled"
    return round_


def test_tmp(office: Office) -> None:
    round_ = by_hand_round(office, MINORU_WINS, Ada=("minoru", 6), Bob=("st_amant", 4))
    for page in PAGES:
        for who in ("olga", "audrey"):
            answer = office.get(who, page_of(office, page))
            assert answer.status_code == 200, (page, who)
        print(page, text(office.text("audrey", page_of(office, page)).split("<main")[-1])[-3000:])
    print(text(office.text("audrey", address(round_, "redeal")))[-3000:])
