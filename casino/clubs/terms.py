"""The terms of a session: what counters cost, what law and club allow. As a draft all can change, later only some."""

from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from django.conf import settings as house

from casino.clubs.models import Session
from casino.desk.money import CURRENCIES
from games.kit.errors import RuleBroken

MOST_TO_START = 1_000_000_000
MOST_PRICE = 1_000_000_000  # of the smallest coin
MOST_FOR_A_PRICE = 1_000_000  # counters
MOST_CAP = 10**12
CAUSE_LENGTH = 200
FIXED_BY_OPENING = ("starting_counters", "currency", "price", "price_for", "buys_back")  # guests came at these


@dataclass(frozen=True)
class Settings:
    """Nothing said: a session with free counters and no limits."""

    language: str = "en"
    starting_counters: int = 0
    currency: str = ""
    price: int = 0
    price_for: int = 1
    buys_back: bool = True
    stake_cap: int | None = None
    prize_cap: int | None = None
    hide_odds: bool = False
    staff_play: bool = True
    good_cause: str = ""
    leaderboard: bool = True

    @classmethod
    def of(cls, session: Session) -> Self:
        return cls(**{each.name: getattr(session, each.name) for each in fields(cls)})

    def as_fields(self) -> dict[str, Any]:
        return asdict(self)


def check_settings(settings: Settings) -> Settings:
    """These settings, if a session can have them."""
    if settings.language not in dict(house.LANGUAGES):
        raise RuleBroken("unknown_language", "The house does not speak %(language)s.", language=settings.language)
    if not _whole(settings.starting_counters, 0, MOST_TO_START):
        raise RuleBroken("bad_counters", "Counters come in whole numbers, 1 or more.")
    _check_price(settings)
    for cap in (settings.stake_cap, settings.prize_cap):
        if cap is not None and not _whole(cap, 1, MOST_CAP):
            raise RuleBroken("bad_cap", "A cap is a whole number from 1 to %(most)s; empty: no limit.", most=MOST_CAP)
    for name in ("buys_back", "hide_odds", "staff_play", "leaderboard"):
        if type(getattr(settings, name)) is not bool:
            raise RuleBroken("bad_setting", "%(setting)s is yes or no.", setting=name)
    _check_cause(settings.good_cause)
    return settings


def check_change(session: Session, settings: Settings) -> Settings:
    """The same, for a session that may have been opened already."""
    before = Settings.of(session)
    if session.state == Session.State.CLOSED:
        raise RuleBroken("session_closed", "%(session)s is closed.", session=session.name)
    fixed = [name for name in FIXED_BY_OPENING if getattr(before, name) != getattr(settings, name)]
    if fixed and session.state != Session.State.DRAFT:
        raise RuleBroken(
            "fixed_by_opening",
            "%(session)s was opened: what counters cost and how many everybody starts with stays as it is.",
            session=session.name,
        )
    return check_settings(settings)


def _check_price(settings: Settings) -> None:
    if settings.currency and settings.currency not in CURRENCIES:
        known = ", ".join(CURRENCIES)
        raise RuleBroken("unknown_currency", "The house knows these currencies: %(known)s.", known=known)
    if not settings.currency and settings.price:
        raise RuleBroken("currency_missing", "A price needs a currency.")
    if settings.currency and settings.price == 0:
        raise RuleBroken("price_missing", "Say what counters cost, or leave the currency empty: then they are free.")
    if not _whole(settings.price, 0, MOST_PRICE):
        raise RuleBroken("bad_price", "That is no price that anybody pays for counters.")
    if not _whole(settings.price_for, 1, MOST_FOR_A_PRICE):
        raise RuleBroken("bad_price_for", "A price is for 1 to %(most)s counters.", most=MOST_FOR_A_PRICE)


def _check_cause(cause: object) -> None:
    if not isinstance(cause, str) or len(cause) > CAUSE_LENGTH or not cause.isprintable():
        raise RuleBroken("bad_cause", "The good cause is one line of at most %(most)s characters.", most=CAUSE_LENGTH)


def _whole(number: object, least: int, most: int) -> bool:
    return type(number) is int and least <= number <= most
