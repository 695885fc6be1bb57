import time

import pytest
from django.test import Client, override_settings

from casino import heartbeat

pytestmark = pytest.mark.django_db


def test_healthz_answers_without_asking_anybody(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


def test_readyz_is_ready_when_everything_is_there(client: Client) -> None:
    heartbeat.beat()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["missing"]) == (200, {})


def test_readyz_names_a_worker_that_was_never_there(client: Client) -> None:
    heartbeat.client().delete(heartbeat.KEY)
    answer = client.get("/readyz")
    assert (answer.status_code, list(answer.json()["missing"])) == (503, ["worker"])
    assert answer.headers["Retry-After"]


def test_readyz_names_a_worker_that_has_gone_quiet(client: Client) -> None:
    heartbeat.client().set(heartbeat.KEY, repr(time.time() - 60))
    answer = client.get("/readyz")
    assert (answer.status_code, list(answer.json()["missing"])) == (503, ["worker"])
    assert "60 seconds" in answer.json()["missing"]["worker"]


@override_settings(REDIS_URL="redis://127.0.0.1:1/0")
def test_readyz_names_redis_when_it_is_away(client: Client) -> None:
    heartbeat.client.cache_clear()
    try:
        answer = client.get("/readyz")
    finally:
        heartbeat.client.cache_clear()
    assert (answer.status_code, list(answer.json()["missing"])) == (503, ["redis", "worker"])


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_never_cached(client: Client, path: str) -> None:
    assert "no-store" in client.get(path).headers["Cache-Control"]
