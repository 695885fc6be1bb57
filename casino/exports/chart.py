"""What accounts and units are called outside the house: names that plain-text tools take, and that no two books share.

Two journals, never mixed. In the journal of *counters* the club stands on the other side of its guests: what is in a
purse is owed to somebody, so that purses and stakes are liabilities, and credit. Francs and points are counters of
other units. In the journal of *money* the club looks at its own till. In both, what is debited is above zero.

Every name has in it the number of a player or a table, or the code of the session. So the files of many evenings can
be read into one journal, and the tree above that part adds them up.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from casino.desk.accounts import Role
from casino.desk.money import CURRENCIES


class Journal(StrEnum):
    COUNTERS = "counters"
    MONEY = "money"

    @property
    def is_money(self) -> bool:
        return self is Journal.MONEY

    def holds(self, unit: str) -> bool:
        """Whether accounts of this unit stand in it."""
        return (unit in CURRENCIES) == self.is_money


@dataclass(frozen=True)
class Unit:
    """A unit of the ledger and what it is called outside: letters that are all capitals need no quotes anywhere."""

    commodity: str
    kind: str  # the part of an account's name that says what is counted
    places: int


@dataclass(frozen=True, slots=True)
class Held:
    """An account of the ledger as it is known: what it is for and whose it is, by numbers and not by names."""

    id: int
    code: str
    role: str
    unit: str
    player: int | None = None
    table: int | None = None
    label: str = ""  # the name of a table; of a guest if somebody asked for it


@dataclass(frozen=True, slots=True)
class Account:
    """The same account, outside."""

    id: int
    name: str
    commodity: str
    places: int
    role: str
    label: str


_KNOWN = {"counter": ("CTR", "Counters"), "franc": ("FRF", "Francs"), "point": ("PTS", "Points")}

_PLAY = {
    Role.PURSE: "Liabilities",
    Role.STAKES: "Liabilities",
    Role.HOLDING: "Liabilities",
    Role.POT: "Liabilities",
    Role.ESCROW: "Liabilities",
    Role.CARRY_OVER: "Liabilities",
    Role.OWED: "Liabilities",
    Role.COMMISSION: "Income",
    Role.BREAKAGE: "Income",
    Role.UNCLAIMED: "Income",
    Role.PRIZE: "Expenses",
    Role.OVER_SHORT: "Expenses",
}  # offices, the issue and whatever else there is: Equity
_MONEY = {
    Role.TILL: "Assets",
    Role.PRIZE_FUND: "Assets",
    Role.SALES: "Income",
    Role.UNCLAIMED: "Income",
    Role.OVER_SHORT: "Expenses",
    Role.PRIZE: "Expenses",
    Role.GOOD_CAUSE: "Expenses",
    Role.OWED: "Liabilities",
}  # the club's own money: Equity


def units_named(units: Mapping[str, int]) -> dict[str, Unit]:
    """What each unit is called, with its decimal places. No two are called the same."""
    found: dict[str, Unit] = {}
    taken: set[str] = set()
    for code in sorted(units, key=lambda each: (each not in CURRENCIES, each not in _KNOWN, each)):
        commodity, kind = _KNOWN.get(code) or (code if code in CURRENCIES else _letters(code), "")
        commodity = next(each for each in _further(commodity) if each not in taken)
        taken.add(commodity)
        found[code] = Unit(commodity, kind or commodity.capitalize(), units[code])
    return found


def _letters(code: str) -> str:
    return f"{re.sub('[^A-Z]', '', code.upper())[:16]:X<3}"


def _further(commodity: str) -> Iterable[str]:
    yield commodity
    for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        for second in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
            yield f"{commodity}{first}{second}"


def accounts_named(held: Iterable[Held], *, session: str, units: Mapping[str, Unit]) -> dict[int, Account]:
    """What each account of a book is called. No two are called the same."""
    found: dict[int, Account] = {}
    taken: set[str] = set()
    for each in held:
        name = _name(each, session, units[each.unit])
        if name in taken:
            name = f"{name}:{_number('A', each.id)}"
        taken.add(name)
        unit = units[each.unit]
        found[each.id] = Account(each.id, name, unit.commodity, unit.places, each.role, each.label)
    return found


def _name(held: Held, session: str, unit: Unit) -> str:
    is_money = held.unit in CURRENCIES
    role = "".join(word.capitalize() for word in held.role.split("-"))
    top = (_MONEY if is_money else _PLAY).get(Role(held.role), "Equity")
    path = [top] if is_money else [top, unit.kind]
    if held.player is not None:
        return ":".join([*path, "Players", _number("P", held.player), role])
    if held.table is not None:
        return ":".join([*path, "Tables", _number("T", held.table), role])
    own = held.code in {held.role, f"{held.role}:{held.unit}"}
    return ":".join([*path, role, session if own else _number("A", held.id)])


def _number(letter: str, number: int) -> str:
    return f"{letter}{number:06}"
