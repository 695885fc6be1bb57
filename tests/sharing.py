"""Which tests keep together, and which begin first. Loaded with `-p tests.sharing`.

Under xdist every test goes to whatever worker is free, unless it shares something that takes long to make: a house, a
browser, an evening that was played. Those who share it are one group, so that it is made once.
"""

from collections import defaultdict
from collections.abc import Generator, Iterable
from contextlib import AbstractContextManager, ExitStack
from os import environ
from pathlib import Path
from typing import Protocol, TypeVar

import pytest

Made = TypeVar("Made")


class Share(Protocol):
    def __call__(self, fixture: str, making: AbstractContextManager[Made]) -> Made: ...


# A fixture that several files share, and the name of its group. Whatever takes longest begins first.
SHARED = {
    "hall": "the hall",
    "killed": "the house that is killed",
    "house": "the house",
    "demo_house": "the house with a demo",
    "far_house": "the house far away",
}
# What else takes long to make, the longest first: a house of one's own, a database.
COSTLY = ("opened_once", "folder", "own_database", "django_db_setup")


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """One more than there are processors, unless somebody says how many: tests of a whole house mostly wait for it."""
    workers = yield
    return workers if "PYTEST_XDIST_AUTO_NUM_WORKERS" in environ else workers + 1


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Each worker begins to read in another place, so that in a fresh clone it compiles a part of the files: the others
    are there, compiled, when it comes to them.
    """
    report = yield
    if isinstance(collector, pytest.Directory) and (worker := getattr(collector.config, "workerinput", None)):
        first = len(report.result) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        report.result = [*report.result[first:], *report.result[:first]]
    return report


def pytest_itemcollected(item: pytest.Item) -> None:
    if group := group_of(item):
        item.add_marker(pytest.mark.xdist_group(group))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: (turn_of(item), item.location[0]))  # the same for every worker


def group_of(item: pytest.Item) -> str:
    """Those who share a fixture of several files, or one that its own file makes once."""
    for fixture, group in SHARED.items():
        if fixture in fixtures_of(item):
            return group
    return item.location[0] if {"module", "package"}.intersection(scopes_of(item)) else ""


def turn_of(item: pytest.Item) -> int:
    """Groups first, as they stand above, and who is marked as long; then who makes a house, then who takes a database.
    Who needs nothing is done at once, wherever there is a moment left in the end.
    """
    group, names = group_of(item), [*SHARED.values()]
    if group or item.get_closest_marker("long"):
        return names.index(group) if group in names else len(names)
    return len(SHARED) + next((place for place, name in enumerate(COSTLY, 1) if name in fixtures_of(item)), 9)


_kept: dict[str, ExitStack] = defaultdict(ExitStack)


@pytest.fixture(scope="session")
def share(tmp_path_factory: pytest.TempPathFactory) -> Share:
    """Enter what a group shares. It is left when the last test of the group is over: a house works as long as it is
    open, whether anybody looks or not. Made on two workers, it is no longer shared, and that is an error.
    """

    def enter(fixture: str, making: AbstractContextManager[Made]) -> Made:
        (for_all_workers(tmp_path_factory) / f"made-{fixture}").touch(exist_ok=False)
        return _kept[SHARED[fixture]].enter_context(making)

    return enter


def for_all_workers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of this run, not of one worker."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if base.name.startswith("popen-") else base


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    group = group_of(item)
    if nextitem is None or group_of(nextitem) != group:
        _kept.pop(group, ExitStack()).close()


def fixtures_of(item: pytest.Item) -> Iterable[str]:
    names: list[str] = getattr(item, "fixturenames", [])
    return [*names, "django_db_setup"] if item.get_closest_marker("django_db") else names


def scopes_of(item: pytest.Item) -> Iterable[str]:
    """How long what this test takes is kept. pytest tells nobody else."""
    found = getattr(item, "_fixtureinfo", None)
    for definitions in found.name2fixturedefs.values() if found else ():
        for definition in definitions:
            if definition.baseid:
                yield definition.scope
