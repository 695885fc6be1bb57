import pickle
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from tests.casino.far_house import Closed, FarHouse, far_away
from tests.casino.office import Office, make_office
from tests.casino.room import Room
from tests.casino.tries import forget_tries
from tests.databases import Furnished, furnish
from tests.sharing import Share


@pytest.fixture(scope="session")
def furnished(migrated_database: str, django_db_blocker: Any) -> Iterator[Furnished]:
    """The room that most tests begin with. It is laid out once, and every test has its own copy."""
    yield from furnish(migrated_database, django_db_blocker, Room)


@pytest.fixture
def room(furnished: Furnished, own_database: str) -> Room:
    found = pickle.loads(furnished.inside)  # noqa: S301
    assert isinstance(found, Room)
    return found


@pytest.fixture
def office(room: Room) -> Office:
    return make_office(room)


@pytest.fixture
def forgotten() -> Iterator[None]:
    """What is guessed wrong in a test is not counted in others."""
    forget_tries()
    yield
    forget_tries()


@pytest.fixture(scope="session")
def far_house(share: Share) -> FarHouse:
    return share("far_house", far_away())


@pytest.fixture(scope="session")
def far_house_closed(far_house: FarHouse) -> Closed:
    """By Ctrl-C. Whoever wants it open has to stand before whoever takes this."""
    return Closed.by(signal.SIGINT, far_house.house)
