"""What accounts and units are called outside the house."""

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.desk.accounts import Role
from casino.desk.money import CURRENCIES
from casino.exports.chart import Held, Journal, accounts_named, units_named

# What beancount takes, the strictest of the tools.
ACCOUNT = re.compile(r"(Assets|Liabilities|Equity|Income|Expenses)(:[A-Z0-9][A-Za-z0-9-]*)+")
COMMODITY = re.compile(r"[A-Z]{2,24}")
UNITS = units_named({"counter": 0, "franc": 2, "point": 0, "EUR": 2})


def name_of(role: str, unit: str = "counter", **more: object) -> str:
    held = Held(7, f"{role}:{unit}", role, unit, **more)  # type: ignore[arg-type]
    return accounts_named([held], session="ABC234", units=UNITS)[7].name


def test_units_are_called_in_capital_letters() -> None:
    assert {code: unit.commodity for code, unit in UNITS.items()} == {
        "counter": "CTR",
        "franc": "FRF",
        "point": "PTS",
        "EUR": "EUR",
    }


@given(st.sets(st.one_of(st.text(max_size=40), st.sampled_from(["counter", "EUR", "eur", "x1", "x2", "CTR", "Ctr"]))))
def test_whatever_units_are_called_here_no_two_are_called_the_same_outside(codes: set[str]) -> None:
    named = units_named(dict.fromkeys(codes, 0))
    assert named.keys() == codes
    assert len({unit.commodity for unit in named.values()}) == len(codes)
    assert all(COMMODITY.fullmatch(unit.commodity) for unit in named.values())
    assert all(named[code].commodity == code for code in codes & CURRENCIES.keys())


@pytest.mark.parametrize(
    ("role", "name"),
    [
        (Role.ISSUE, "Equity:Counters:Issue:ABC234"),
        (Role.PRIZE_FUND, "Equity:Counters:PrizeFund:ABC234"),
        (Role.COMMISSION, "Income:Counters:Commission:ABC234"),
        (Role.BREAKAGE, "Income:Counters:Breakage:ABC234"),
        (Role.OVER_SHORT, "Expenses:Counters:OverShort:ABC234"),
        (Role.UNCLAIMED, "Income:Counters:Unclaimed:ABC234"),
    ],
)
def test_the_house_s_own_accounts_of_counters_end_in_the_code_of_the_session(role: Role, name: str) -> None:
    assert name_of(role) == name


@pytest.mark.parametrize(
    ("role", "name"),
    [
        (Role.TILL, "Assets:Till:ABC234"),
        (Role.PRIZE_FUND, "Assets:PrizeFund:ABC234"),
        (Role.SALES, "Income:Sales:ABC234"),
        (Role.PRIZE, "Expenses:Prize:ABC234"),
        (Role.OVER_SHORT, "Expenses:OverShort:ABC234"),
        (Role.GOOD_CAUSE, "Expenses:GoodCause:ABC234"),
        (Role.CLUB, "Equity:Club:ABC234"),
    ],
)
def test_money_has_the_accounts_of_a_treasurer(role: Role, name: str) -> None:
    assert name_of(role, "EUR") == name


def test_guests_are_known_by_their_numbers() -> None:
    assert name_of("purse", player=123) == "Liabilities:Counters:Players:P000123:Purse"
    assert name_of("stakes", player=123) == "Liabilities:Counters:Players:P000123:Stakes"
    assert name_of("purse", "franc", player=1234567) == "Liabilities:Francs:Players:P1234567:Purse"


@pytest.mark.parametrize("office", [Role.BANK, Role.BOOKMAKER, Role.TOTALISATOR, Role.AUCTIONEER])
def test_offices_are_equity_and_known_by_their_tables(office: Role) -> None:
    assert name_of(office, table=12) == f"Equity:Counters:Tables:T000012:{office.capitalize()}"


@pytest.mark.parametrize(("role", "unit"), list(product(Role, UNITS)))
def test_every_role_has_a_name_that_every_tool_takes(role: Role, unit: str) -> None:
    assert ACCOUNT.fullmatch(name_of(role, unit))


def test_an_account_that_is_nobody_s_is_known_by_its_own_number() -> None:
    held = Held(7, 'escrow:A lot; of "ten"', "escrow", "counter")
    assert accounts_named([held], session="X", units=UNITS)[7].name == "Liabilities:Counters:Escrow:A000007"


def test_no_two_accounts_are_called_the_same() -> None:
    """Two tills in one book, say, of two currencies."""
    units = units_named({"EUR": 2, "USD": 2})
    held = [Held(number, f"till:{unit}", "till", unit) for number, unit in enumerate(("EUR", "USD"), 1)]
    names = [account.name for account in accounts_named(held, session="X", units=units).values()]
    assert names == ["Assets:Till:X", "Assets:Till:X:A000002"]


def test_the_two_journals_share_no_unit() -> None:
    for unit in ("counter", "franc", "point", "anything", *CURRENCIES):
        assert [journal.holds(unit) for journal in Journal].count(True) == 1
