from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import migrated_database, own_database
from tests.houses import RunningHouse

__all__ = ["migrated_database", "own_database"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A running house that the tests of one module share."""
    running = RunningHouse(tmp_path_factory.mktemp("house") / "var").start()
    yield running
    running.stop()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A place for a house that does not exist yet."""
    return tmp_path / "var"
