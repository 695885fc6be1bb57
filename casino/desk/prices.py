"""What counters cost, as it is typed and as it is said. Kept are whole amounts of the currency's smallest coin."""

from decimal import Decimal
from typing import Protocol

from django.utils.translation import gettext

from casino.desk.money import CURRENCIES, shown
from games.kit.errors import RuleBroken


class Priced(Protocol):
    """A session, or whatever else has a price."""

    currency: str
    price: int
    price_for: int


def as_money(coins: int, currency: str) -> Decimal:
    return Decimal(coins).scaleb(-CURRENCIES[currency].places)


def as_coins(money: Decimal, currency: str) -> int:
    """What was typed, in the smallest coin. Half a cent is not rounded: somebody would have to own it."""
    coins = money.scaleb(CURRENCIES[currency].places)
    if coins != coins.to_integral_value():
        raise RuleBroken("no_such_coin", "%(currency)s has no coin as small as that.", currency=currency)
    return int(coins)


def price_words(priced: Priced) -> str:
    """A sentence without its full stop."""
    if not priced.currency:
        return gettext("Counters are free")
    facts = {"counters": priced.price_for, "money": shown(priced.currency, priced.price)}
    if priced.price_for == 1:
        return gettext("One counter costs %(money)s") % facts
    return gettext("%(counters)s counters cost %(money)s") % facts
