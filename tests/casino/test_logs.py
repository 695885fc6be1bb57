import json
import logging

import pytest
from django.test import Client
from pytest_django import Settings

from casino.clubs import welcome
from casino.logs import HIDDEN, hide_secrets


class Lines:
    """What the house wrote to standard error, parsed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def read(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.capsys.readouterr().err.splitlines()]


@pytest.fixture
def lines(capsys: pytest.CaptureFixture[str]) -> Lines:
    return Lines(capsys)


@pytest.mark.django_db
def test_one_line_per_request_under_its_id(lines: Lines, client: Client) -> None:
    answer = client.get("/?password=hunter2")
    (line,) = lines.read()
    assert line["event"] == "request"
    assert (line["method"], line["path"], line["status"]) == ("GET", "/", 200)
    assert line["request_id"] == answer.headers["X-Request-ID"]
    assert "hunter2" not in json.dumps(line)


@pytest.mark.django_db
def test_the_welcome_token_is_not_in_the_log(lines: Lines, client: Client) -> None:
    path = welcome.link_path()
    assert client.get(path).status_code == 200
    (line,) = lines.read()
    assert line["path"] == f"/welcome/{HIDDEN}/"
    assert path.split("/")[2] not in json.dumps(line)


@pytest.mark.django_db
@pytest.mark.parametrize("tls", [False, True])
def test_nor_where_a_redirect_answers_first(lines: Lines, client: Client, settings: Settings, *, tls: bool) -> None:
    settings.SECURE_SSL_REDIRECT = tls
    path = welcome.link_path()
    for asked in (path, path.rstrip("/")):
        client.get(asked)
    assert path.split("/")[2] not in lines.capsys.readouterr().err


def test_secrets_are_hidden_at_any_depth() -> None:
    event = {
        "user": "ada",
        "password": "x",
        "headers": {"Authorization": "Bearer y", "Accept": "*/*"},
        "list": [{"device_token": "z"}],
        "text": "cannot reach postgresql://casino:opensesame@db/casino",
    }
    assert hide_secrets(event) == {
        "user": "ada",
        "password": HIDDEN,
        "headers": {"Authorization": HIDDEN, "Accept": "*/*"},
        "list": [{"device_token": HIDDEN}],
        "text": f"cannot reach postgresql://casino:{HIDDEN}@db/casino",
    }


def test_lines_of_other_libraries_have_the_same_shape_and_no_secrets(lines: Lines) -> None:
    logging.getLogger("celery.something").warning("at %s", "redis://:opensesame@host/0")
    (line,) = lines.read()
    assert line["logger"] == "celery.something"
    assert line["level"] == "warning"
    assert line["timestamp"]
    assert "opensesame" not in str(line)
