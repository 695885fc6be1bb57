"""Logging in to the admin: wrong passwords are counted, for a name and for an address."""

from collections import Counter

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from casino import heartbeat
from casino.throttling import MOST_FROM_AN_ADDRESS, MOST_PASSWORDS
from tests.casino.cast import PASSWORD, member
from tests.threads import together

INVALID = "Please enter the correct username and password for a staff account."
AWAY = "The house cannot count wrong passwords just now, so it looks at none. Redis is away; try again soon."
LIMIT = "Too many wrong passwords. Try again in "


@pytest.fixture(autouse=True)
def olga(own_database: str, forgotten: None) -> User:
    return member("olga", None)


def log_in(name: str = "olga", password: str = "wrong", address: str = "10.0.0.1") -> str:  # noqa: S107
    """`in`, or the first words of the sentence on the page."""
    answer = Client(REMOTE_ADDR=address).post("/admin/login/", {"username": name, "password": password})
    if answer.status_code == 302:
        return "in"
    text = answer.content.decode()  # contexts are those of all threads
    return next(known for known in (INVALID, LIMIT, AWAY) if known in text)


def test_passwords_for_one_name_are_looked_at_so_often_a_minute_from_wherever() -> None:
    tries = [log_in(address=f"10.0.0.{number}") for number in range(MOST_PASSWORDS + 2)]
    assert tries == [INVALID] * MOST_PASSWORDS + [LIMIT] * 2
    assert log_in("OLGA", PASSWORD, "10.1.1.1") == LIMIT  # the right one is not told from the wrong ones
    assert log_in("otto", address="10.1.1.1") == INVALID


def test_passwords_from_one_address_are_looked_at_so_often_for_whatever_name() -> None:
    tries = [log_in(f"name{number}") for number in range(MOST_FROM_AN_ADDRESS + 1)]
    assert tries == [INVALID] * MOST_FROM_AN_ADDRESS + [LIMIT]
    assert log_in("olga", PASSWORD) == LIMIT
    assert log_in("olga", PASSWORD, "10.1.1.1") == "in"


def test_a_right_password_in_between_is_not_counted() -> None:
    for _ in range(MOST_PASSWORDS - 1):
        log_in()
    assert {log_in(password=PASSWORD) for _ in range(5)} == {"in"}
    assert [log_in(), log_in()] == [INVALID, LIMIT]


def test_the_page_says_how_long_to_wait() -> None:
    for _ in range(MOST_PASSWORDS):
        log_in()
    answer = Client().post("/admin/login/", {"username": "olga", "password": "x"})
    (sentence,) = answer.context["form"].non_field_errors()
    seconds = int(sentence.removeprefix(LIMIT).removesuffix(" seconds."))
    assert 0 < seconds <= 60
    assert sentence in answer.content.decode()


def test_the_api_and_the_admin_count_together() -> None:
    for _ in range(MOST_PASSWORDS):
        log_in()
    wish = {"username": "olga", "password": PASSWORD}
    answer = Client().post("/api/v1/staff/log-in/", wish, content_type="application/json")
    assert answer.status_code == 429


def test_nobody_learns_which_names_there_are() -> None:
    User.objects.create_user("guest", password=PASSWORD)
    User.objects.create_user("barred", password=PASSWORD, is_staff=True, is_active=False)
    assert {log_in(name, password) for name in ("olga", "unheard-of") for password in ("x", "y")} == {INVALID}
    assert {log_in(name, PASSWORD) for name in ("guest", "barred")} == {INVALID}
    pages = []
    for name in ("olga", "unheard-of"):
        text = Client().post("/admin/login/", {"username": name, "password": "x"}).content.decode()
        pages.append([line for line in text.replace(name, "").splitlines() if "csrf" not in line])
    assert pages[0] == pages[1]


def test_many_at_once_are_looked_at_no_more_often_than_the_limit() -> None:
    told: list[str] = []
    assert together(lambda _: told.append(log_in()), threads=20) == []
    assert Counter(told) == {INVALID: MOST_PASSWORDS, LIMIT: 20 - MOST_PASSWORDS}


@pytest.mark.parametrize(("name", "password"), [("", "x"), ("olga", "")])
def test_what_is_no_try_is_not_counted(name: str, password: str) -> None:
    answer = Client().post("/admin/login/", {"username": name, "password": password})
    assert answer.status_code == 200
    assert heartbeat.client().keys("casino:tries:*") == []


def test_a_name_without_end_is_a_try_like_any_other() -> None:
    assert log_in("x" * 10_000) == INVALID
    assert max(map(len, heartbeat.client().keys("casino:tries:*"))) < 200


def test_without_redis_no_password_is_looked_at_and_the_page_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as away:
        away.setattr(settings, "REDIS_URL", "unix:///nowhere/redis.sock")
        heartbeat.client.cache_clear()
        told = {log_in(password=password) for password in (PASSWORD, "wrong")}
    heartbeat.client.cache_clear()
    assert told == {AWAY}


def test_a_login_lasts_an_evening() -> None:
    client = Client()
    client.post("/admin/login/", {"username": "olga", "password": PASSWORD})
    assert client.cookies["sessionid"]["max-age"] == 12 * 3600
