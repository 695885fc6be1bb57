import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from tests.casino.room import Room
from tests.databases import Furnished, furnish


@pytest.fixture(scope="session")
def furnished(migrated_database: str, django_db_blocker: Any) -> Iterator[Furnished]:
    """The room that most tests begin with. It is laid out once, and every test has its own copy."""
    yield from furnish(migrated_database, django_db_blocker, Room)


@pytest.fixture
def room(furnished: Furnished, own_database: str) -> Room:
    found = pickle.loads(furnished.inside)  # noqa: S301
    assert isinstance(found, Room)
    return found
