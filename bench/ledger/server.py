"""One throw-away PostgreSQL, as durable as the house's own: fsync on, nothing turned off. Unix socket only."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from casino import embedded
from casino.home import Home
from casino.server_user import OUTSIDE
from casino.supervisor import Supervisor


@dataclass(frozen=True)
class Server:
    home: Home

    def url(self, database: str) -> str:
        return f"postgresql://{embedded.USER}@/{database}?host={self.home.database_sockets}"

    def environment(self, database: str) -> dict[str, str]:
        """What a house needs to know to live in this database."""
        return {
            "DJANGO_SETTINGS_MODULE": "casino.settings",
            "DATABASE_URL": self.url(database),
            "REDIS_URL": f"unix://{self.home.redis_socket}",  # nobody listens there, and nobody calls
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

    def durability(self) -> str:
        with self.connect() as connection:
            rows = connection.execute(
                "SELECT name || ' ' || setting FROM pg_settings"
                " WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name"
            ).fetchall()
        return ", ".join(row[0] for row in rows)


@contextmanager
def running() -> Iterator[Server]:
    folder = Path(tempfile.mkdtemp(prefix="casino-bench-", dir="/tmp"))
    home = Home(folder)
    supervisor = Supervisor(logs=home.logs, say=lambda _: None, note=lambda: None)
    try:
        home.make()
        supervisor.start(embedded.postgres_program(home, embedded.install_postgres(home)))
        server = Server(home)
        if not supervisor.wait_for(server.is_up, seconds=60):
            raise SystemExit(f"PostgreSQL did not start:\n{(home.logs / 'postgres.log').read_text()}")
        yield server
    finally:
        supervisor.stop()
        if home.database.is_relative_to(OUTSIDE):
            shutil.rmtree(home.database.parent)
        shutil.rmtree(folder)
