"""The servers a command needs: yours if the environment names them, else the house's own for as long as it runs."""

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any

from django.conf import settings

from casino import __version__, database, embedded, environment, processes
from casino.home import Home, HouseState
from casino.refusals import Refused
from casino.supervisor import Supervisor, end_orphans


def start_postgres(supervisor: Supervisor, home: Home) -> None:
    installation = embedded.install_postgres(home)
    supervisor.start(embedded.postgres_program(home, installation))
    ours = supervisor.child("postgres")
    if not supervisor.wait_for(lambda: ours.alive() and database.serves(home.database), seconds=60):
        raise Refused(
            "database_not_started",
            f"PostgreSQL did not start within a minute. See {home.logs / 'postgres.log'}.",
        )
    embedded.create_database(home)


def start_redis(supervisor: Supervisor, home: Home) -> None:
    supervisor.start(embedded.redis_program(home))
    ours = supervisor.child("redis")
    if not supervisor.wait_for(lambda: ours.alive() and database.redis_answers(), seconds=30):
        raise Refused("redis_not_started", f"Redis did not start. See {home.logs / 'redis.log'}.")


def refuse_an_empty_folder(home: Home) -> None:
    """Most likely CASINO_HOME is mistyped; a backup of a house that never was, or its clean books, comfort falsely."""
    if not environment.text("DATABASE_URL") and not home.exists():  # settings would make the folder, for their secret
        raise Refused("no_house_here", f"There is no house in {home.path}. Is CASINO_HOME right?")


@contextlib.contextmanager
def database_at_hand(home: Home, say: Callable[[str], None], *, alone: bool) -> Iterator[None]:
    """The database for one command. A running house lends its own, unless the command must be `alone` with it."""
    if not settings.EMBEDDED_DATABASE:
        database.require_database()
        yield
        return
    home.make()
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(home.lock())
        except Refused:
            if alone or not database.serves(home.database):
                raise
            yield
            return
        end_orphans(home.read_state(), say)
        supervisor = Supervisor(logs=home.logs, say=say, note=lambda: home.write_state(describe(supervisor)))
        stack.callback(supervisor.stop)
        start_postgres(supervisor, home)
        stack.callback(database.let_go)  # before the server stops
        yield


def describe(supervisor: Supervisor, **where: Any) -> HouseState:
    """Who holds the house now, for the next who wants to."""
    return HouseState(
        version=__version__,
        pid=os.getpid(),
        mark=processes.birth_mark(os.getpid()),
        children=tuple(child.state() for child in supervisor.children),
        **where,
    )
