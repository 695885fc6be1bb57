"""A process of its own, with its own environment and its own Django, that is asked to call functions of one module.

So a house, several histories and another ledger, each with other settings, can be measured in turns; and the process
that asks never loads Django itself.
"""

import contextlib
import importlib
import multiprocessing
import os
import signal
from collections.abc import Mapping
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Self

from casino import processes


class Apart:
    def __init__(self, module: str, environment: Mapping[str, str]) -> None:
        context = multiprocessing.get_context("spawn")
        self._module = module
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, os.getpid(), module, dict(environment)))
        self._process.start()
        theirs.close()  # so that the end of the process is the end of the line

    def tell(self, function: str, *values: Any) -> None:
        """Ask without waiting; `hear` has the answer."""
        self._line.send((function, values))

    def hear(self) -> Any:
        try:
            return self._line.recv()
        except EOFError:
            raise SystemExit(f"The process for {self._module} has failed; it said why on stderr.") from None

    def ask(self, function: str, *values: Any) -> Any:
        self.tell(function, *values)
        return self.hear()

    def close(self) -> None:
        self._line.close()
        self._process.join(timeout=10)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def leave_signals_to(parent: int) -> None:
    """Ctrl-C is for the process that asks; whoever works for it ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    processes.die_with_parent(signal.SIGKILL)
    if os.getppid() != parent:  # it ended while this one started
        os._exit(1)


def _serve(line: "Connection[Any, Any]", parent: int, module: str, environment: dict[str, str]) -> None:
    leave_signals_to(parent)
    os.environ.update(environment)
    if "DJANGO_SETTINGS_MODULE" in environment:
        import django

        django.setup()
    functions = importlib.import_module(module)
    while True:
        try:
            function, values = line.recv()
        except (EOFError, ConnectionResetError):
            return
        answer = getattr(functions, function)(*values)
        with contextlib.suppress(BrokenPipeError):  # whoever asked has given up, and said why
            line.send(answer)
