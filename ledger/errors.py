"""What the ledger refuses, each with a stable code and a sentence. Nothing has been written when one is raised."""

import json
from typing import Any, ClassVar

import psycopg
from django.utils.translation import gettext_lazy as _

SQLSTATE = "LEDGR"


class LedgerError(Exception):
    """A wish the books cannot grant. `facts` are the values in its sentence, for programs."""

    code: ClassVar[str]
    template: ClassVar[Any]  # a lazy translation

    def __init__(self, **facts: Any) -> None:
        super().__init__(facts)
        self.facts = facts

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.facts)

    @property
    def sentence(self) -> str:
        return str(self.template) % self.facts

    def __str__(self) -> str:
        return self.sentence


def _rebuild(kind: type[LedgerError], facts: dict[str, Any]) -> LedgerError:
    return kind(**facts)


class InsufficientCounters(LedgerError):
    code = "insufficient_counters"
    template = _("%(account)s is short of %(missing)s.")


class AccountClosed(LedgerError):
    code = "account_closed"
    template = _("%(account)s is closed.")


class BookClosed(LedgerError):
    code = "book_closed"
    template = _("The book %(book)s is closed.")


class NotEmpty(LedgerError):
    code = "not_empty"
    template = _("%(account)s still holds %(held)s and cannot be closed.")


class KeyReused(LedgerError):
    code = "key_reused"
    template = _("The key %(key)s was used before, for something else.")


class AlreadyReversed(LedgerError):
    code = "already_reversed"
    template = _("That entry was reversed before.")


class UnknownAccount(LedgerError):
    code = "unknown_account"
    template = _("The book has no account %(account)s.")


class UnknownBook(LedgerError):
    code = "unknown_book"
    template = _("There is no such book.")


class UnknownEntry(LedgerError):
    code = "unknown_entry"
    template = _("The book has no entry %(entry)s.")


class UnknownUnit(LedgerError):
    code = "unknown_unit"
    template = _("There is no such unit.")


class UnknownRole(LedgerError):
    code = "unknown_role"
    template = _("There is no such role of an account.")


class CodeTaken(LedgerError):
    code = "code_taken"
    template = _("That code is taken.")


class UnknownReason(LedgerError):
    code = "unknown_reason"
    template = _("%(reason)s is no reason the house knows.")


class WrongUnit(LedgerError):
    code = "wrong_unit"
    template = _("%(payer)s and %(payee)s hold different units.")


class BadAmount(LedgerError):
    code = "bad_amount"
    template = _("%(amount)s is not an amount: a whole number from 1 to 9223372036854775807 is.")


class BalanceTooLarge(LedgerError):
    code = "bad_amount"
    template = _("An account cannot hold more than 9223372036854775807.")


class SameAccount(LedgerError):
    code = "same_account"
    template = _("An account cannot pay itself.")


class NoTransfers(LedgerError):
    code = "no_transfers"
    template = _("An entry needs at least one transfer.")


class BadKey(LedgerError):
    code = "bad_key"
    template = _("A key is 1 to 200 characters.")


class BadMemo(LedgerError):
    code = "bad_memo"
    template = _("A memo is text that can be stored.")


class BadCursor(LedgerError):
    code = "bad_cursor"
    template = _("That page does not exist.")


class SecondPosting(LedgerError):
    """A programmer's mistake: two calls lock in two orders, and two such pairs wait for each other for ever."""

    code = "second_posting"
    template = _("Counters were already moved in this database transaction; say it all in one call.")


class Guarded(LedgerError):
    code = "guarded"
    template = _("%(table)s is guarded: %(act)s is refused.")


BY_CODE = {kind.code: kind for kind in LedgerError.__subclasses__()}
BY_CONSTRAINT: dict[str | None, type[LedgerError]] = {
    "ledger_entry_reverses_id_key": AlreadyReversed,
    "ledger_account_book": UnknownBook,
    "ledger_account_unit": UnknownUnit,
    "ledger_account_role": UnknownRole,
    "ledger_account_code": CodeTaken,
    "ledger_book_code_key": CodeTaken,
}


def refusal_in(error: psycopg.Error) -> LedgerError | None:
    """The refusal that PostgreSQL has raised, if it is one of the ledger's."""
    if error.sqlstate == SQLSTATE:
        facts = json.loads(error.diag.message_detail or "{}")
        return BY_CODE[facts.pop("code")](**facts)
    if kind := BY_CONSTRAINT.get(error.diag.constraint_name):
        return kind()
    return None
