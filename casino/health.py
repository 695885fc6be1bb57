"""Is the process there, and is the house ready? For supervisors, proxies and people."""

from collections.abc import Callable

import psycopg_pool
import redis
from django.conf import settings
from django.db import connection
from django.db.utils import Error as DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

from casino import __version__, heartbeat


@never_cache
def healthz(_request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok", "version": __version__})


def _database() -> str | None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, psycopg_pool.PoolTimeout):
        return "The database does not answer."
    return None


def _redis() -> str | None:
    try:
        heartbeat.client().ping()
    except redis.RedisError:
        return "Redis does not answer."
    return None


def _worker() -> str | None:
    try:
        age = heartbeat.age()
    except redis.RedisError:
        return "No worker can be heard without Redis."
    if age is None:
        return "No worker has given a sign of life."
    if age > settings.HEARTBEAT_LIMIT:
        return f"The last sign of life of a worker is {age:.0f} seconds old."
    return None


CHECKS: dict[str, Callable[[], str | None]] = {"database": _database, "redis": _redis, "worker": _worker}


@never_cache
def readyz(_request: HttpRequest) -> JsonResponse:
    missing = {name: problem for name, check in CHECKS.items() if (problem := check())}
    status = 503 if missing else 200
    response = JsonResponse({"ready": not missing, "missing": missing, "version": __version__}, status=status)
    if missing:
        response.headers["Retry-After"] = "2"
    return response
