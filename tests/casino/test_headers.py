"""Security headers, request ids and static files, as a browser gets them."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def policy(client: Client, path: str) -> dict[str, str]:
    header = client.get(path).headers["Content-Security-Policy"]
    return {name: value for name, _, value in (part.partition(" ") for part in header.split("; "))}


def test_pages_of_guests_allow_nothing_inline_and_nobody_else() -> None:
    rules = policy(Client(), "/")
    assert rules["default-src"] == "'self'"
    assert "script-src" not in rules
    assert rules["frame-ancestors"] == "'none'"
    assert not any("unsafe" in value for value in rules.values())


def test_only_the_admin_is_relaxed_and_only_for_itself() -> None:
    rules = policy(Client(), "/admin/login/")
    assert rules["script-src"] == "'self' 'unsafe-eval'"
    assert rules["default-src"] == "'self'"
    assert not any("http" in value for value in rules.values())
    assert "unsafe" not in str(policy(Client(), "/administration"))


def test_every_answer_carries_the_security_headers(client: Client) -> None:
    for path in ("/", "/healthz", "/no-such-page", "/static/web/house.css", "/admin/login/"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff", path
        assert headers["Referrer-Policy"] == "same-origin", path
        assert headers["Permissions-Policy"], path
        assert headers["Content-Security-Policy"], path


def test_plain_http_has_neither_hsts_nor_secure_cookies(client: Client) -> None:
    answer = client.get("/admin/login/")
    assert "Strict-Transport-Security" not in answer.headers
    assert not answer.cookies["csrftoken"]["secure"]


def test_a_request_id_is_made_or_taken_over_if_it_is_harmless(client: Client) -> None:
    assert len(client.get("/healthz").headers["X-Request-ID"]) == 32
    assert client.get("/healthz", headers={"x-request-id": "abc-12345"}).headers["X-Request-ID"] == "abc-12345"
    assert (
        client.get("/healthz", headers={"x-request-id": 'x"} {"evil": 1'}).headers["X-Request-ID"] != 'x"} {"evil": 1'
    )


def test_static_files_are_served_whole_and_not_again_if_unchanged(client: Client) -> None:
    first = client.get("/static/web/house.css")
    assert (first.status_code, first.headers["Content-Type"]) == (200, 'text/css; charset="utf-8"')
    assert b"--accent" in first.content
    again = client.get("/static/web/house.css", headers={"if-modified-since": first.headers["Last-Modified"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.head("/static/web/house.css").content == b""
    assert client.get("/static/web/none.css").status_code == 404


def test_an_unknown_host_is_refused_without_a_500() -> None:
    assert Client().get("/", headers={"host": "evil.example"}).status_code == 400


def test_a_wrong_page_is_a_page(client: Client) -> None:
    answer = client.get("/no-such-page")
    assert answer.status_code == 404
    assert b"There is nothing here" in answer.content
