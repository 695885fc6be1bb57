"""Keep programs running: a child that dies is started again, sooner or later as it dies seldom or often."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from casino import processes
from casino.home import ChildState, HouseState

FIRST_PAUSE = 0.2
LONGEST_PAUSE = 10.0
# A child that has lived this long was healthy: its next death is a new story, not one more of a series.
HEALTHY_AFTER = 10.0
LOG_SIZE_LIMIT = 20 * 2**20


@dataclass(frozen=True)
class Program:
    """A command line and how to stop it politely."""

    name: str
    command: list[str]
    stop_signal: signal.Signals = signal.SIGTERM
    stop_seconds: float = 10.0
    environment: Mapping[str, str] = field(default_factory=dict)
    become: Callable[[], None] | None = None


class Child:
    """A program, the process that runs it now, and how it has fared."""

    def __init__(self, program: Program, log: Path) -> None:
        self.program = program
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None
        self.mark = ""
        self.started = 0.0
        self.deaths = 0
        self.pause = FIRST_PAUSE
        self.start_again_at = 0.0

    def start(self) -> None:
        program = self.program

        def before_exec() -> None:
            if program.become:
                program.become()
            processes.die_with_parent(program.stop_signal)

        self.started = time.monotonic()
        self.log.parent.mkdir(mode=0o700, exist_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                program.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, **program.environment},
                cwd="/",
                # Its own group: Ctrl-C in the terminal reaches the supervisor alone, who stops the others in order.
                start_new_session=True,
                preexec_fn=before_exec,
            )
        self.mark = processes.birth_mark(self.process.pid)

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def note_death(self) -> float:
        """Count a death and return the pause before the next start."""
        if time.monotonic() - self.started >= HEALTHY_AFTER:
            self.pause = FIRST_PAUSE
        pause = self.pause
        self.deaths += 1
        self.start_again_at = time.monotonic() + pause
        self.pause = min(self.pause * 2, LONGEST_PAUSE)
        self.process = None
        return pause

    def stop(self) -> None:
        """Stop it politely, and by force if it does not listen."""
        if self.process is None:
            return
        self.process.send_signal(self.program.stop_signal)
        try:
            self.process.wait(self.program.stop_seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def state(self) -> ChildState:
        return ChildState(
            name=self.program.name,
            pid=self.process.pid if self.process else None,
            mark=self.mark,
            stop_signal=int(self.program.stop_signal),
            restarts=self.deaths,
        )


class Stopping(Exception):
    """Somebody wants the house closed; also raised while it still waits for a server to start."""


class Supervisor:
    """Children in the order they start. They stop in the reverse order."""

    def __init__(self, *, logs: Path, say: Callable[[str], None], note: Callable[[], None]) -> None:
        self.children: list[Child] = []
        self.stop_soon = False  # set by a signal handler, seen at the next look round
        self._logs = logs
        self._say = say
        self._write_note = note

    def start(self, program: Program) -> None:
        log = self._logs / f"{program.name}.log"
        if log.exists() and log.stat().st_size > LOG_SIZE_LIMIT:
            log.replace(log.with_suffix(".log.old"))
        child = Child(program, log)
        self.children.append(child)
        child.start()
        self._note()

    def tend(self) -> None:
        """Start again what has died and has waited long enough."""
        if self.stop_soon:
            raise Stopping
        for child in self.children:
            if child.process is not None and not child.alive():
                self._mourn(child, describe_end(child.process.returncode))
            if child.process is None and time.monotonic() >= child.start_again_at:
                try:
                    child.start()
                except OSError as error:
                    self._mourn(child, str(error))
                self._note()

    def _mourn(self, child: Child, how: str) -> None:
        pause = child.note_death()
        self._say(f"{child.program.name} ended ({how}); starting it again in {pause:.1f} s")
        self._note()

    def _note(self) -> None:
        with contextlib.suppress(OSError):  # a full disk must not keep children from being started or stopped
            self._write_note()

    def wait_for(self, ready: Callable[[], bool], *, seconds: float) -> bool:
        """Tend the children until something they serve is there."""
        give_up = time.monotonic() + seconds
        while not ready():
            if time.monotonic() > give_up:
                return False
            self.tend()
            time.sleep(0.05)
        return True

    def child(self, name: str) -> Child:
        return next(child for child in self.children if child.program.name == name)

    def stop(self) -> None:
        while self.children:
            self.children[-1].stop()
            self.children.pop()
            self._note()


def describe_end(returncode: int) -> str:
    if returncode >= 0:
        return f"exit code {returncode}"
    return signal.Signals(-returncode).name


def end_orphans(left_by: HouseState | None, say: Callable[[str], None]) -> None:
    """Stop what a supervisor that was killed left running, newest first."""
    for child in reversed(left_by.children if left_by else ()):
        if process := processes.find(child.pid, child.mark):
            say(f"{child.name} (process {child.pid}) was left by a house that was killed; stopping it")
            processes.end(process, signal.Signals(child.stop_signal), 15.0)
