"""Processes: is this still the one that was started then, how to end it, how to end with one's parent."""

import contextlib
import ctypes
import platform
import signal
from pathlib import Path

import psutil

PR_SET_PDEATHSIG = 1

_libc = ctypes.CDLL(None)


def die_with_parent(signal_number: int) -> None:
    """Ask Linux to signal this process when the one that started it dies. Elsewhere the next start cleans up."""
    if platform.system() == "Linux":
        _libc.prctl(PR_SET_PDEATHSIG, signal_number, 0, 0, 0)


def birth_mark(pid: int) -> str:
    """What tells a process from a later one with the same number. Empty if there is none.

    Not psutil's creation time on Linux: that is computed from the wall clock and moves when the clock is set,
    as it is when a laptop joins a network or wakes up.
    """
    try:
        if platform.system() == "Linux":
            boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
            after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            return f"{boot} {after_name[19]}"
        return str(psutil.Process(pid).create_time())
    except (OSError, psutil.Error, IndexError):
        return ""


def find(pid: int | None, mark: str) -> psutil.Process | None:
    """The process that was started then, or None if it has ended and its number is another's now."""
    if not pid or not mark or birth_mark(pid) != mark:
        return None
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        return None if process.status() == psutil.STATUS_ZOMBIE else process
    return None


def end(process: psutil.Process, stop_signal: signal.Signals, seconds: float) -> None:
    """Stop a process politely, and by force if it does not listen."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process.send_signal(stop_signal)
        if psutil.wait_procs([process], seconds)[1]:
            process.kill()
            psutil.wait_procs([process], seconds)
