"""A page's stream: the cookie of a phone or a screen opens it when the page says which, and opens nothing else."""

import asyncio
from collections.abc import Iterator

import pytest

from casino.api.callers import SCREEN_COOKIE, SEAT_COOKIE
from casino.clubs.joining import give_token, show_out
from casino.clubs.models import DeviceToken
from tests.casino.api.serving import following, served
from tests.casino.cast import token_of
from tests.casino.room import Room
from tests.casino.web.browsing import Browser, phone


@pytest.fixture
def port(room: Room) -> Iterator[int]:
    with served() as port:
        yield port


def status(port: int, room: Room, query: str, **cookies: str) -> int:
    async def ask() -> int:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())} if cookies else {}
        async with following(port, room.session.code, None, query, Connection="close", **headers) as follower:
            return follower.status

    return asyncio.run(ask())


def test_a_stream_is_opened_by_the_cookie_that_the_page_names(room: Room, port: int) -> None:
    seat = token_of(room.players["Ada"])
    screen = give_token(room.session, DeviceToken.Kind.SCREEN)
    assert status(port, room, f"?as={SEAT_COOKIE}", **{SEAT_COOKIE: seat}) == 200
    assert status(port, room, f"?as={SCREEN_COOKIE}", **{SCREEN_COOKIE: screen}) == 200
    assert status(port, room, f"?as={SCREEN_COOKIE}", **{SCREEN_COOKIE: screen, SEAT_COOKIE: seat}) == 200


def test_a_cookie_that_is_not_named_is_missing_spoilt_or_of_elsewhere_opens_none(room: Room, port: int) -> None:
    seat, other = token_of(room.players["Ada"]), Room(counters={"Zoe": 5})
    for query in ("", "?as=", "?as=casino_screen", "?as=sessionid", "?as=casino_seat2", "?as=CASINO_SEAT"):
        assert status(port, room, query, **{SEAT_COOKIE: seat}) == 401, query
    assert status(port, room, f"?as={SEAT_COOKIE}") == 401
    assert status(port, room, f"?as={SEAT_COOKIE}", **{SEAT_COOKIE: "none-of-ours"}) == 401
    assert status(port, room, f"?as={SEAT_COOKIE}", **{SEAT_COOKIE: token_of(other.players["Zoe"])}) == 404
    show_out(room.players["Ada"])
    assert status(port, room, f"?as={SEAT_COOKIE}", **{SEAT_COOKIE: seat}) == 401


def test_the_cookie_is_good_for_no_other_address_of_the_api(room: Room) -> None:
    round_, seat = room.open(), token_of(room.players["Ada"])
    browser = Browser(**{SEAT_COOKIE: seat, SCREEN_COOKIE: give_token(room.session, DeviceToken.Kind.SCREEN)})
    reads = [
        *("/me/", "/me/statement/", f"/rounds/{round_.pk}/", f"/rounds/{round_.pk}/odds/"),
        *(f"/rounds/{round_.pk}/moves/", f"/sessions/{room.session.code}/events/", f"/tables/{room.table.pk}/"),
    ]
    acts = [
        *(f"/rounds/{round_.pk}/stakes/", f"/rounds/{round_.pk}/moves/", f"/tables/{room.table.pk}/sit-down/"),
        *(f"/sessions/{room.session.code}/stream/", f"/tables/{room.table.pk}/stand-up/"),
    ]
    for query in ("", f"?as={SEAT_COOKIE}", f"?as={SCREEN_COOKIE}"):
        for path in reads:
            assert browser.ask("GET", f"/api/v1{path}{query}") == 401, path
        for path in acts:
            assert browser.ask("POST", f"/api/v1{path}{query}") in {401, 404, 405}, path
    assert round_.stakes.count() == 0
    with_header = {"Authorization": f"Bearer {seat}"}
    told = browser.client.get("/api/v1/me/", headers=with_header)
    assert told.status_code == 200, "the same secret in a header is known"


def test_pages_name_the_stream_of_their_own_session(room: Room) -> None:
    for path in ("/play/", f"/play/tables/{room.table.pk}/"):
        live = phone(room, "Ada").get(path).root.one("live-page")
        assert live["stream"] == f"/api/v1/sessions/{room.session.code}/stream/?as={SEAT_COOKIE}"
