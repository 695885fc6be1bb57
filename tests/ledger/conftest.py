import pytest

from tests.ledger.book import SmallBook


@pytest.fixture
def book(own_database: str) -> SmallBook:
    return SmallBook().buy_in()
