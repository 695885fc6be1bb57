"""Money at the till: currencies, their coins and notes, and what counters cost. Amounts are in the smallest coin."""

from dataclasses import dataclass
from decimal import Decimal
from math import gcd

from django.utils.formats import number_format

from games.kit.errors import RuleBroken


@dataclass(frozen=True)
class Currency:
    places: int
    pieces: tuple[int, ...]  # coins and notes that a till is counted by, the smallest first; none: by the sum only


def _coins(*pieces: int, places: int = 2) -> Currency:
    return Currency(places, pieces)


_EURO = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000)

CURRENCIES = {
    "ARS": _coins(),
    "AUD": _coins(5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000),
    "CAD": _coins(5, 10, 25, 100, 200, 500, 1000, 2000, 5000, 10000),
    "CHF": _coins(5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000),
    "CLP": _coins(10, 50, 100, 500, 1000, 2000, 5000, 10000, 20000, places=0),
    "COP": _coins(),
    "DKK": _coins(50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000),
    "EUR": _coins(*_EURO),
    "GBP": _coins(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000),
    "JPY": _coins(1, 5, 10, 50, 100, 500, 1000, 2000, 5000, 10000, places=0),
    "MXN": _coins(50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000),
    "NOK": _coins(100, 500, 1000, 2000, 5000, 10000, 20000, 50000),
    "NZD": _coins(10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000),
    "PEN": _coins(10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000),
    "PLN": _coins(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000),
    "SEK": _coins(100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000),
    "USD": _coins(1, 5, 10, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10000),
    "UYU": _coins(),
}


def price_of(currency: str, price: int, per: int, counters: int) -> int:
    """What so many counters cost. Where that is no whole coin, they are not sold: nobody could give the change."""
    if not currency:
        return 0
    money, over = divmod(counters * price, per)
    if over:
        raise RuleBroken(
            "no_such_coin", "Counters are sold by the %(step)s: others cost no whole coin.", step=per // gcd(price, per)
        )
    return money


def refund_of(currency: str, price: int, per: int, counters: int) -> int:
    """What is given for so many counters that come back. What is less than a coin stays with the house."""
    return counters * price // per if currency else 0


def shown(currency: str, amount: int) -> str:
    """As a person writes it: 12.50 EUR."""
    places = CURRENCIES[currency].places
    return f"{number_format(Decimal(amount).scaleb(-places), decimal_pos=places, force_grouping=True)} {currency}"
