"""The first organiser's account."""

import threading

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client

from casino.clubs import welcome

FORM = {
    "username": "ada",
    "email": "ada@example.org",
    "password1": "a-long-pass-phrase",
    "password2": "a-long-pass-phrase",
}


@pytest.mark.django_db
def test_the_link_makes_an_organiser_and_logs_in(client: Client) -> None:
    answer = client.post(welcome.link_path(), FORM, follow=True)
    assert answer.redirect_chain == [("/admin/", 302)]
    user = User.objects.get()
    assert (user.username, user.is_staff, user.is_superuser) == ("ada", True, True)


@pytest.mark.django_db
def test_the_link_works_once(client: Client) -> None:
    client.post(welcome.link_path(), FORM)
    answer = Client().post(welcome.link_path(), {**FORM, "username": "eve"})
    assert answer.status_code == 410
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_another_token_opens_nothing(client: Client) -> None:
    answer = client.post("/welcome/guess/", FORM)
    assert (answer.status_code, User.objects.count()) == (404, 0)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [{"password2": "other"}, {"username": ""}, {"password1": "123", "password2": "123"}, {"email": "nonsense"}],
)
def test_a_bad_form_is_explained_and_changes_nothing(client: Client, change: dict[str, str]) -> None:
    answer = client.post(welcome.link_path(), {**FORM, **change})
    assert (answer.status_code, User.objects.count()) == (400, 0)
    assert b"errorlist" in answer.content


def _post_from_two_phones() -> list[int]:
    """Both have filled in the form before either sends it."""
    barrier, statuses = threading.Barrier(2), []

    def post(name: str) -> None:
        barrier.wait()
        statuses.append(Client().post(welcome.link_path(), {**FORM, "username": name}).status_code)
        connections.close_all()

    threads = [threading.Thread(target=post, args=[name]) for name in ("ada", "eve")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(statuses)


@pytest.mark.usefixtures("own_database")
def test_two_phones_with_the_same_link_make_one_organiser() -> None:
    assert _post_from_two_phones() == [302, 410]
    assert User.objects.count() == 1


@pytest.mark.usefixtures("own_database")
def test_control_without_the_lock_there_would_be_two(monkeypatch: pytest.MonkeyPatch) -> None:
    together = threading.Barrier(2)

    class NoLock:
        def cursor(self) -> "NoLock":
            return self

        def __enter__(self) -> "NoLock":
            return self

        def __exit__(self, *_: object) -> None: ...

        def execute(self, *_: object) -> None: ...

    has_organiser = welcome.house_has_an_organiser

    def look_at_the_same_moment() -> bool:
        found = has_organiser()
        together.wait(10)
        return found

    monkeypatch.setattr(welcome, "connection", NoLock())
    monkeypatch.setattr(welcome, "house_has_an_organiser", look_at_the_same_moment)
    assert _post_from_two_phones() == [302, 302]
    assert User.objects.count() == 2
