"""A hall's network is slow: text travels compressed to who can read that, and is the same text."""

import gzip

import pytest
from django.test import Client

from tests.casino.api.wire import Wire
from tests.casino.room import Room
from tests.casino.web.browsing import phone

pytestmark = pytest.mark.usefixtures("own_database")
GZIP = {"Accept-Encoding": "gzip, deflate, br"}
TEXTS = ("/static/web/house.css", "/static/web/phone.js", "/static/web/icon.svg", "/static/kit/board.css")


def test_static_texts_are_compressed_for_who_accepts_it_and_are_the_same_bytes() -> None:
    client: Client = Wire().client
    for path in TEXTS:
        plain, small = client.get(path), client.get(path, headers=GZIP)
        assert (plain.status_code, small.status_code) == (200, 200), path
        assert "Content-Encoding" not in plain.headers
        assert small.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(small.content) == plain.content
        assert int(small.headers["Content-Length"]) == len(small.content)
        assert small.headers["Content-Type"] == plain.headers["Content-Type"]
        for answer in (plain, small):
            assert "Accept-Encoding" in answer.headers["Vary"], path


def test_what_is_not_there_or_not_new_is_not_compressed() -> None:
    client: Client = Wire().client
    path = TEXTS[0]
    last = client.get(path).headers["Last-Modified"]
    again = client.get(path, headers={**GZIP, "If-Modified-Since": last})
    assert (again.status_code, again.content) == (304, b"")
    assert "Content-Encoding" not in again.headers
    assert client.get("/static/web/none.css", headers=GZIP).status_code == 404
    head = client.head(path, headers=GZIP)
    assert (head.status_code, head.content) == (200, b"")


def test_pages_are_compressed_too(room: Room) -> None:
    room.open()
    client: Client = phone(room, "Ada").client
    for path in ("/", "/games/minoru/", "/play/", f"/play/tables/{room.table.pk}/", "/verify/", "/screen/"):
        plain, small = client.get(path), client.get(path, headers=GZIP)
        assert plain.status_code == 200, path
        assert "Content-Encoding" not in plain.headers
        assert small.headers["Content-Encoding"] == "gzip", path
        assert gzip.decompress(small.content).startswith(plain.content[:200])
        assert len(small.content) < len(plain.content)
        assert "Accept-Encoding" in small.headers["Vary"]
