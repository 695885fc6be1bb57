"""The client that anybody can generate from the document, and somebody who asks with nothing else."""

import importlib
import inspect
import os
import pkgutil
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from casino.home import PROJECT

PACKAGE = "generated_client"


def generate(folder: Path) -> "Generated":
    """Have the client written into a folder. A warning means that something of the document was left out."""
    beside_python = Path(sys.executable).parent  # where the formatter is that the generator calls
    done = subprocess.run(
        [
            *(str(beside_python / "openapi-python-client"), "generate", "--meta", "none", "--fail-on-warning"),
            *("--path", str(PROJECT / "docs" / "openapi.yaml"), "--output-path", str(folder / PACKAGE)),
        ],
        env={**os.environ, "PATH": f"{beside_python}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    told = (done.stdout + done.stderr).replace("\n", "")  # the terminal's width breaks the path
    assert told == f"Generating {folder / PACKAGE}", told
    sys.path.insert(0, str(folder))
    try:
        package = importlib.import_module(PACKAGE)
        return Generated(package, importlib.import_module(f"{PACKAGE}.models"), dict(_operations(package)))
    finally:
        sys.path.remove(str(folder))


def _operations(package: Any) -> Iterator[tuple[str, Any]]:
    for chapter in pkgutil.iter_modules([str(Path(package.__file__).parent / "api")]):
        folder = importlib.import_module(f"{PACKAGE}.api.{chapter.name}")
        for operation in pkgutil.iter_modules(folder.__path__):
            yield operation.name, importlib.import_module(f"{folder.__name__}.{operation.name}")


@dataclass(frozen=True)
class Generated:
    package: Any
    models: Any
    operations: dict[str, Any]


@dataclass
class Asker:
    """Somebody with the generated client. Every answer is one that the client could read."""

    generated: Generated
    client: Any
    last: int = 0  # the number of the last event heard of
    heard: list[Any] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)

    @classmethod
    def at(cls, address: str, generated: Generated, token: str | None = None) -> "Asker":
        known = {"base_url": address, "raise_on_unexpected_status": True, "verify_ssl": False}  # there is no TLS
        if token is None:
            return cls(generated, generated.package.Client(**known))
        return cls(generated, generated.package.AuthenticatedClient(**known, token=token))

    def answer(self, name: str, *arguments: Any, **named: Any) -> Any:
        """The whole answer. What moves counters gets a key of its own, if it is given none."""
        ask = self.generated.operations[name].sync_detailed
        if "idempotency_key" in inspect.signature(ask).parameters:
            named.setdefault("idempotency_key", str(uuid.uuid4()))
        self.asked.add(name)
        return ask(*arguments, client=self.client, **named)

    def do(self, name: str, *arguments: Any, **named: Any) -> Any:
        """What is answered when it is done."""
        answer = self.answer(name, *arguments, **named)
        assert answer.status_code < 400, f"{name}: {answer.parsed}"
        return answer.parsed

    def refusal(self, name: str, *arguments: Any, **named: Any) -> Any:
        """The problem with which it is refused."""
        answer = self.answer(name, *arguments, **named)
        assert isinstance(answer.parsed, self.generated.models.Problem), answer.parsed
        return answer.parsed

    def close(self) -> None:
        self.client.get_httpx_client().close()
