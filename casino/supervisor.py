"""Keep programs running: a child that dies is started again, sooner or later as it dies seldom or often."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from casino.server_user import die_with_parent

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
        self.created = 0.0
        self.started = 0.0
        self.deaths = 0
        self.pause = FIRST_PAUSE
        self.start_again_at = 0.0

    def start(self) -> None:
        program = self.program

        def before_exec() -> None:
            if program.become:
                program.become()
            die_with_parent(program.stop_signal)

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
        self.started = time.monotonic()
        with contextlib.suppress(psutil.NoSuchProcess):
            self.created = psutil.Process(self.process.pid).create_time()

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
        if self.process is None:
            return
        end(
            psutil_process(self.process.pid, self.created),
            self.program.stop_signal,
            self.program.stop_seconds,
            wait=self._wait,
        )
        self.process = None

    def _wait(self, seconds: float) -> bool:
        assert self.process is not None
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def describe(self) -> dict[str, Any]:
        return {
            "name": self.program.name,
            "pid": self.process.pid if self.process else None,
            "created": self.created,
            "stop_signal": int(self.program.stop_signal),
            "restarts": self.deaths,
        }


def psutil_process(pid: int, created: float) -> psutil.Process | None:
    """The process that was started then, or None if it has ended and its number is another's now."""
    try:
        process = psutil.Process(pid)
        return process if process.create_time() == created and process.is_running() else None
    except psutil.NoSuchProcess:
        return None


def end(
    process: psutil.Process | None,
    stop_signal: signal.Signals,
    seconds: float,
    wait: Callable[[float], bool] | None = None,
) -> None:
    """Stop a process politely, and by force if it does not listen."""
    if process is None:
        return

    def gone(seconds: float) -> bool:
        return not psutil.wait_procs([process], seconds)[1]

    waited = wait or gone
    with contextlib.suppress(psutil.NoSuchProcess):
        process.send_signal(stop_signal)
        if not waited(seconds):
            process.kill()
            waited(seconds)


class Stopping(Exception):  # noqa: N818 - a wish, not an error
    """Somebody wants the house closed; also raised while it still waits for a server to start."""


class Supervisor:
    """Children in the order they start. They stop in the reverse order."""

    def __init__(self, *, logs: Path, say: Callable[[str], None], note: Callable[[], None]) -> None:
        self.children: list[Child] = []
        self.stop_soon = False  # set by a signal handler, seen at the next look round
        self._logs = logs
        self._say = say
        self._note = note

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
                how = child.process.returncode
                pause = child.note_death()
                self._say(f"{child.program.name} ended ({describe_end(how)}); starting it again in {pause:.1f} s")
                self._note()
            if child.process is None and time.monotonic() >= child.start_again_at:
                child.start()
                self._note()

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
            child = self.children[-1]
            child.stop()
            self.children.pop()
            self._note()


def describe_end(returncode: int) -> str:
    if returncode >= 0:
        return f"exit code {returncode}"
    return signal.Signals(-returncode).name


def end_orphans(state: Mapping[str, Any], say: Callable[[str], None]) -> None:
    """Stop what a supervisor that was killed left running, newest first."""
    for child in reversed(state.get("children", [])):
        process = psutil_process(child["pid"], child["created"]) if child["pid"] else None
        if process:
            say(f"{child['name']} (process {child['pid']}) was left by a house that was killed; stopping it")
            end(process, signal.Signals(child["stop_signal"]), 15.0)
