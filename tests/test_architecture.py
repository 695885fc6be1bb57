"""The arrows between the parts point one way, and the rules in the middle stay pure."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from casino.home import PROJECT

GAMES = sorted(path.parent.name for path in (PROJECT / "games").glob("*/apps.py"))
# No clock, no randomness, no input or output. `hashlib` and `hmac` compute; they are neither.
IMPURE = {
    *("asyncio", "concurrent", "datetime", "ftplib", "glob", "http", "io", "logging", "multiprocessing", "os"),
    *("pathlib", "pickle", "random", "secrets", "select", "shelve", "shutil", "signal", "smtplib", "socket"),
    *("sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid", "zoneinfo"),
}
IMPURE_CALLS = {"open", "print", "input", "eval", "exec", "__import__"}


def imports_of(source: str, package: str) -> Iterator[str]:
    """Every module a source text imports, wherever in it, relative ones resolved."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def allowed(importer: str, imported: str) -> bool:
    """May the module `importer` import `imported`? Only our own packages are judged here."""
    top, target = importer.split(".")[0], imported.split(".")[0]
    if target not in {"casino", "games", "ledger", "tests", "bench", "deploy"} or top in {"tests", "bench", "deploy"}:
        return True
    if top == "casino":
        return target in {"casino", "games", "ledger"}
    if top == "ledger":
        return target == "ledger"
    game, other = [*importer.split("."), ""][1], [*imported.split("."), ""][1]
    if game == "registry":
        return target == "games"
    return target == "games" and other in ({"kit"} if game == "kit" else {"kit", game})


def impurities(source: str, package: str) -> list[str]:
    """What a module of pure rules may not contain."""
    found = []
    for module in imports_of(source, package):
        top = module.split(".")[0]
        if top in IMPURE or (top not in {*sys.stdlib_module_names, "games", "numpy"}):
            found.append(module)
        if module.startswith("numpy.random"):
            found.append(module)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            found.append(f"{node.func.id}()")
        if isinstance(node, ast.Attribute) and ast.unparse(node) in {"np.random", "numpy.random"}:
            found.append("numpy.random")
    return found


def modules(*folders: str) -> list[tuple[str, Path]]:
    return [
        (".".join(path.relative_to(PROJECT).with_suffix("").parts), path)
        for folder in folders
        for path in sorted((PROJECT / folder).rglob("*.py"))
    ]


def pure_modules() -> list[tuple[str, Path]]:
    games = [
        (name, path)
        for name, path in modules("games")
        if path.name not in {"apps.py", "__init__.py", "registry.py"} and "templatetags" not in path.parts
    ]
    return [*games, *((name, path) for name, path in modules("games/kit") if path.name == "__init__.py")]


@pytest.mark.parametrize(("name", "path"), modules("casino", "games", "ledger"), ids=lambda value: str(value))
def test_arrows_point_one_way(name: str, path: Path) -> None:
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    wrong = [module for module in imports_of(path.read_text(), package) if not allowed(name, module)]
    assert not wrong, f"{name} imports {wrong}"


@pytest.mark.parametrize(("name", "path"), pure_modules(), ids=lambda value: str(value))
def test_rules_are_pure(name: str, path: Path) -> None:
    assert not impurities(path.read_text(), name.rpartition(".")[0])


@pytest.mark.parametrize(
    ("importer", "imported"),
    [
        ("ledger.posting", "casino.clubs"),
        ("ledger.posting", "games.kit"),
        ("games.minoru.rules", "games.horses.rules"),
        ("games.minoru.rules", "ledger.posting"),
        ("games.kit.cards", "games.minoru"),
        ("games.kit.cards", "games.registry"),
        ("games.minoru.rules", "games.registry"),
        ("games.registry", "casino.settings"),
        ("games.minoru.apps", "casino.settings"),
        ("casino.cli", "tests.houses"),
    ],
)
def test_a_wrong_arrow_is_seen(importer: str, imported: str) -> None:
    assert not allowed(importer, imported)


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "from time import sleep",
        "def f():\n    import datetime",
        "from django.db import models",
        "open('x')",
        "from numpy.random import default_rng",
        "import numpy as np\nnp.random.default_rng()",
    ],
)
def test_an_impure_rule_is_seen(source: str) -> None:
    assert impurities(source, "games.minoru")


def test_every_folder_with_an_app_is_installed() -> None:
    expected = {"ledger"} | {f"games.{name}" for name in GAMES}
    expected |= {f"casino.{path.parent.name}" for path in (PROJECT / "casino").glob("*/apps.py")}
    assert expected <= set(settings.INSTALLED_APPS)
    assert set(GAMES) == {"minoru", "double_event", "horses", "roulette", "derby", "ascot", "musical_casino"}
