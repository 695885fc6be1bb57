import pytest

from tests.casino.room import Room


@pytest.fixture
def room(own_database: str) -> Room:
    return Room()
