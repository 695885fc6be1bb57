import pytest

from tests.ledger.cast import Cast


@pytest.fixture
def cast(own_database: str) -> Cast:
    return Cast().buy_in()
