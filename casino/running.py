"""Running the house: servers, migrations, web, worker and beat, until somebody says stop."""

import errno
import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType

from django.conf import settings

from casino import database, servers
from casino.environment import lan_addresses
from casino.home import PROJECT, Home
from casino.refusals import Refused
from casino.supervisor import Program, Stopping, Supervisor, end_orphans

LOOK_FOR_NEW_ADDRESSES = 10.0
EVERYWHERE = "0.0.0.0"  # noqa: S104 - a hall full of phones is who the house is for


def python_program(name: str, arguments: str, *more: str, **environment: str) -> Program:
    return Program(
        name=name,
        command=[sys.executable, "-m", *arguments.split(), *more],
        environment={"PYTHONPATH": str(PROJECT), **environment},
    )


def web_program(*, host: str, port: int) -> Program:
    return python_program(
        "web",
        "uvicorn casino.asgi:application --workers 1 --no-access-log --no-server-header --lifespan off"
        " --timeout-graceful-shutdown 5",
        *("--host", host, "--port", str(port)),
        # Settings have configured logging already; uvicorn's own configuration would undo it.
        *("--log-config", str(PROJECT / "casino" / "uvicorn_logging.json")),
    )


def worker_program() -> Program:
    # Threads: the work is waiting for the database, one process is light on a laptop, dies whole when it is
    # killed, and does not fork (macOS forbids forking once its network libraries have been used).
    return python_program(
        "worker",
        "celery -A casino --quiet worker --pool threads --concurrency 4 --without-gossip --without-mingle",
        CELERY_SKIP_CHECKS="1",  # they are of pages, which no worker shows, and take half as long as to start
    )


def beat_program() -> Program:
    # The schedule is a constant of the settings: remembering it in a file only adds a file that can break.
    return python_program("beat", "celery -A casino.beat --quiet beat --scheduler celery.beat:Scheduler --pidfile=")


def somebody_answers(host: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex((host, port)) == 0


def refuse_a_port_in_use(host: str, port: int) -> None:
    """Refuse now, with a sentence, what the web server would only write into its log."""
    in_use = Refused(
        "port_in_use", f"Port {port} is in use by another program. Choose another: casino run --port {port + 1}"
    )
    try:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except PermissionError:
        raise Refused(
            "port_not_allowed", f"Port {port} is reserved for the system. Choose another: casino run --port 8000"
        ) from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise in_use from None
        raise Refused("bad_host", f"{host} is no address of this machine. Leave --host out, or give one.") from None
    # macOS lets one program listen everywhere while another listens on this address only.
    if somebody_answers("127.0.0.1" if host == EVERYWHERE else host, port):
        raise in_use


def _manage(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(PROJECT / "manage.py"), *arguments],
        start_new_session=True,  # Ctrl-C is for the supervisor
        capture_output=True,
        text=True,
        check=False,
    )


def migrate(say: Callable[[str], None]) -> None:
    """Bring the database to this version, in a process of its own, so that a failure is only that process's."""
    done = _manage("migrate", "--no-input", "--verbosity", "0", "--skip-checks")
    if done.returncode != 0:
        say(done.stderr.strip())
        raise Refused("migration_failed", "The database could not be brought to this version; the reason is above.")


def open_demo(say: Callable[[str], None]) -> None:
    """Something to look at in a house where nothing has been prepared; without it the house runs as well."""
    with database.connect() as connection:
        found = connection.execute(
            "SELECT bool_or(demo AND state = 'open' AND cleared_at IS NULL) FROM clubs_session"
        ).fetchone()
        if found == (False,):
            return
    done = _manage("open_demo")
    told = json.loads(done.stdout or "{}")
    if code := told.get("demo"):
        say(f"A demo session is playing by itself; its code is {code}. To remove it: casino demo --clear")
    if code := told.get("sandbox"):
        say(f"A sandbox for client developers is open, too: code {code}.")


@dataclass
class House:
    home: Home
    host: str
    port: int
    demo: bool
    say: Callable[[str], None]
    opened: Callable[["House"], None]

    def __post_init__(self) -> None:
        self.addresses = lan_addresses()
        self.supervisor = Supervisor(logs=self.home.logs, say=self.say, note=self._note)

    @property
    def for_the_room(self) -> bool:
        """Does it listen on every address of this machine?"""
        return self.host == EVERYWHERE

    @property
    def asked_at(self) -> str:
        """The address at which this machine itself asks for it."""
        return "127.0.0.1" if self.for_the_room else self.host

    def run(self) -> None:
        """Open the house and tend it until a signal asks it to stop. Only then, or if it cannot open, return."""
        with self.home.lock():
            end_orphans(self.home.read_state(), self.say)
            refuse_a_port_in_use(self.host, self.port)
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, self._stop_soon)
            try:
                self._open()
                self._tend()
            except Stopping:
                self.say("Stopping the house …")
            finally:
                self.supervisor.stop()
            self.say("The house is closed.")

    def _open(self) -> None:
        if settings.EMBEDDED_REDIS:
            servers.start_redis(self.supervisor, self.home)
        else:
            database.require_redis()
        if settings.EMBEDDED_DATABASE:
            servers.start_postgres(self.supervisor, self.home)
        else:
            database.require_database()
        migrate(self.say)
        self.supervisor.start(worker_program())
        self.supervisor.start(beat_program())
        self.supervisor.start(web_program(host=self.host, port=self.port))
        if not self.supervisor.wait_for(self._web_answers, seconds=60):
            raise Refused("web_not_started", f"The web server did not start. See {self.home.logs / 'web.log'}.")
        self.opened(self)
        if self.demo:
            open_demo(self.say)

    def _web_answers(self) -> bool:
        return self.supervisor.child("web").alive() and somebody_answers(self.asked_at, self.port)

    def _tend(self) -> None:
        look_again = time.monotonic() + LOOK_FOR_NEW_ADDRESSES
        while True:
            self.supervisor.tend()
            time.sleep(0.1)
            if time.monotonic() > look_again:
                look_again = time.monotonic() + LOOK_FOR_NEW_ADDRESSES
                self._follow_the_network()

    def _follow_the_network(self) -> None:
        """The laptop joined another Wi-Fi: the web server must learn by which addresses it is called now."""
        found = lan_addresses()
        if found != self.addresses:
            self.addresses = found
            self.say("This machine has a new address; the web server starts again.")
            web = self.supervisor.child("web")
            web.stop()
            web.start()
            self._note()
            self.opened(self)

    def _stop_soon(self, _number: int, _frame: FrameType | None) -> None:
        self.supervisor.stop_soon = True

    def _note(self) -> None:
        where = {"host": self.asked_at, "port": self.port, "addresses": tuple(self.addresses)}
        self.home.write_state(servers.describe(self.supervisor, **where))
