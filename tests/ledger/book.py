"""A book with the same people in it for every test: what they are called and what they hold."""

from dataclasses import dataclass, field
from typing import Any

import psycopg

from casino.desk.accounts import Reason, Role
from ledger import balances, books
from ledger.models import Entry, Transfer
from ledger.posting import Posting, post_many
from ledger.posting import Transfer as Wish


@dataclass
class SmallBook:
    """Ada, Bob and Cy with a purse each (100, 50 and 0 counters), Ada's stakes, the issue and the commission."""

    code: str = "evening"
    pk: int = 0
    unit: int = 0
    accounts: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.pk = books.open_book(code=self.code).pk
        self.unit = books.make_unit(code="counter").pk
        self.open(Role.ISSUE, "issue")
        self.open(Role.COMMISSION, "commission")
        for name in ("ada", "bob", "cy"):
            self.open(Role.PURSE, name)
        self.open(Role.STAKES, "ada-stakes")

    def open(self, role: Role, code: str, *, unit: int | None = None) -> int:
        account = books.open_account(book=self.pk, unit=unit or self.unit, role=role, code=code)
        self.accounts[code] = account.pk
        return account.pk

    def open_till(self) -> None:
        """The till and the sales, which hold euros."""
        euro = books.make_unit(code="EUR", places=2).pk
        self.open(Role.TILL, "till", unit=euro)
        self.open(Role.SALES, "sales", unit=euro)

    def __getitem__(self, code: str) -> int:
        return self.accounts[code]

    def wish(self, payer: str, payee: str, amount: int, reason: str = Reason.STAKE) -> Wish:
        return Wish(self[payer], self[payee], amount, reason)

    def buy_in(self) -> "SmallBook":
        """One call, so that a test inside one database transaction has none left; most tests commit instead."""
        post_many(
            book=self.pk,
            postings=[
                Posting("buy-in-ada", [self.wish("issue", "ada", 100, Reason.BUY_IN)]),
                Posting("buy-in-bob", [self.wish("issue", "bob", 50, Reason.BUY_IN)]),
            ],
        )
        return self

    def by_hand(self, psql: psycopg.Connection[Any], key: str, wish: Wish) -> None:
        """Post without our code; when it is committed is for whoever holds the connection."""
        psql.execute(
            "INSERT INTO ledger_posting_one (book, key, memo, payer, payee, amount, reason)"
            " VALUES (%s, %s, '', %s, %s, %s, %s)",
            [self.pk, key, *wish[:3], str(wish.reason)],
        )

    def held(self) -> dict[str, int]:
        found = balances.balances(self.accounts.values())
        return {code: found[account] for code, account in self.accounts.items() if found[account]}

    def written(self) -> tuple[int, int, dict[str, int]]:
        """What a refusal must leave as it was."""
        entries = Entry.objects.filter(book=self.pk).count()
        return entries, Transfer.objects.filter(book=self.pk).count(), self.held()
