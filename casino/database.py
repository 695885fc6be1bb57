"""Asking PostgreSQL itself, outside the ORM: is it there, is it new enough, is anything in it?"""

from pathlib import Path
from typing import Any

import psycopg
import redis
from django.conf import settings
from psycopg import sql

from casino.refusals import Refused

OLDEST_POSTGRES = 15

# Tables that a house has before anybody has used it.
BOOKKEEPING = ("django_migrations", "django_content_type", "auth_permission", "ledger_role")


def parameters() -> dict[str, Any]:
    """The database's address as psycopg and libpq know it."""
    config = settings.DATABASES["default"]
    options = {name: value for name, value in config["OPTIONS"].items() if name not in {"pool", "prepare_threshold"}}
    named = {name: config.get(name.upper()) for name in ("host", "port", "user", "password")}
    return {"dbname": config["NAME"], **{name: value for name, value in named.items() if value}, **options}


def connect(**overrides: Any) -> psycopg.Connection[tuple[Any, ...]]:
    return psycopg.connect(**{**parameters(), **overrides})


def serves(data: Path) -> bool:
    """Does the house's own server answer, and is it the one with these data and not another at the same socket?"""
    try:
        with connect(dbname="postgres", connect_timeout=2) as connection:
            row = connection.execute("SHOW data_directory").fetchone()
    except psycopg.OperationalError:
        return False
    return row == (str(data),)


def require_database() -> None:
    """Refuse a server that is away, or too old for the SQL the house is written in."""
    try:
        with connect() as connection:
            version = connection.info.server_version
    except psycopg.Error as error:
        reason = " ".join(str(error).split())
        raise Refused("database_unreachable", f"The database of DATABASE_URL cannot be used: {reason}") from None
    if version < OLDEST_POSTGRES * 10_000:
        raise Refused(
            "database_too_old",
            f"The database of DATABASE_URL is PostgreSQL {version // 10_000}; "
            f"the house needs {OLDEST_POSTGRES} or newer.",
        )


def redis_answers() -> bool:
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5, socket_connect_timeout=5) as client:
            client.ping()
    except redis.RedisError:
        return False
    return True


def require_redis() -> None:
    if not redis_answers():
        raise Refused(
            "redis_unreachable",
            "The Redis of REDIS_URL does not answer. Is the address right, and is it running?",
        )


def tables_in_use(connection: psycopg.Connection[tuple[Any, ...]]) -> list[str]:
    """Tables with rows in them, beyond those that every new house has."""
    names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1").fetchall()
    return [
        name
        for (name,) in names
        if name not in BOOKKEEPING
        and connection.execute(sql.SQL("SELECT 1 FROM {} LIMIT 1").format(sql.Identifier(name))).fetchone()
    ]


def others_connected(connection: psycopg.Connection[tuple[Any, ...]]) -> int:
    row = connection.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        " AND backend_type = 'client backend'"
    ).fetchone()
    assert row is not None
    return int(row[0])


def let_go() -> None:
    """Keep no connection, and no threads of a pool: they would complain of a server that stops."""
    from django.db import connections

    connections["default"].close()
    connections["default"].close_pool()  # type: ignore[attr-defined]
