"""One throw-away PostgreSQL, as durable as the house's own: fsync on, nothing turned off. Unix socket only.

Redis, and programs of the house, run beside it for who asks for them, and end with it.
"""

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psycopg
import redis
from psycopg import sql

from casino import embedded
from casino.home import Home
from casino.server_user import OUTSIDE
from casino.supervisor import Program, Supervisor


@dataclass(frozen=True)
class Server:
    home: Home
    supervisor: Supervisor

    def url(self, database: str) -> str:
        return f"postgresql://{embedded.USER}@/{database}?host={self.home.database_sockets}"

    def environment(self, database: str) -> dict[str, str]:
        """What a house needs to know to live in this database."""
        return {
            "DJANGO_SETTINGS_MODULE": "casino.settings",
            "DATABASE_URL": self.url(database),
            "REDIS_URL": f"unix://{self.home.redis_socket}",  # somebody listens there after `start_redis`
            "SECRET_KEY": "a secret for benchmarks only, long enough for Django, and different from all others",
            "CASINO_HOME": str(self.home.path),
        }

    def connect(self, database: str = "postgres") -> psycopg.Connection[Any]:
        return psycopg.connect(self.url(database), autocommit=True)

    def create(self, database: str, *, template: str = "template1") -> None:
        names = sql.Identifier(database), sql.Identifier(template)
        with self.connect() as connection:
            connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))

    def checkpoint(self) -> None:
        """Write out what was done so far, so that the next measurement does not pay for it."""
        with self.connect() as connection:
            connection.execute("CHECKPOINT")

    def is_up(self) -> bool:
        try:
            self.connect().close()
        except psycopg.OperationalError:
            return False
        return True

    def start_redis(self) -> None:
        self.supervisor.start(embedded.redis_program(self.home))
        if not self.supervisor.wait_for(self._redis_is_up, seconds=30):
            raise SystemExit(f"Redis did not start:\n{(self.home.logs / 'redis.log').read_text()}")

    def empty_redis(self) -> None:
        with redis.Redis(unix_socket_path=str(self.home.redis_socket)) as client:
            client.flushall()

    def _redis_is_up(self) -> bool:
        try:
            with redis.Redis(unix_socket_path=str(self.home.redis_socket)) as client:
                return bool(client.ping())
        except redis.RedisError:
            return False

    @contextmanager
    def program(self, program: Program, database: str, more: Mapping[str, str] | None = None) -> Iterator[None]:
        """A program of the house, living in this database. `more` is what only this one knows."""
        known = {**program.environment, **self.environment(database), **(more or {})}
        self.supervisor.start(replace(program, environment=known))
        try:
            yield
        finally:
            self.supervisor.children.pop().stop()

    def durability(self) -> str:
        with self.connect() as connection:
            rows = connection.execute(
                "SELECT name || ' ' || setting FROM pg_settings"
                " WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name"
            ).fetchall()
        return ", ".join(row[0] for row in rows)


@contextmanager
def running(*, options: Sequence[str] = ()) -> Iterator[Server]:
    """`options` are PostgreSQL's, for what has to be measured there."""
    folder = Path(tempfile.mkdtemp(prefix="casino-bench-", dir="/tmp"))
    home = Home(folder)
    supervisor = Supervisor(logs=home.logs, say=lambda _: None, note=lambda: None)
    try:
        home.make()
        supervisor.start(embedded.postgres_program(home, embedded.install_postgres(home), options=[*options]))
        server = Server(home, supervisor)
        if not supervisor.wait_for(server.is_up, seconds=60):
            raise SystemExit(f"PostgreSQL did not start:\n{(home.logs / 'postgres.log').read_text()}")
        yield server
    finally:
        supervisor.stop()
        if home.database.is_relative_to(OUTSIDE):
            shutil.rmtree(home.database.parent)
        shutil.rmtree(folder)
