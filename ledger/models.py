"""The tables of the ledger. Nothing here writes: `posting` does, and the database refuses everybody else.

Foreign keys between entries, transfers and accounts include book and unit, which Django cannot say; `sql/laws.sql`
says it, and all the others with it, so those here carry no constraint of their own.
"""

from decimal import Decimal
from typing import Any

from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

KEY_LENGTH = 200
CODE_LENGTH = 100
NAME_LENGTH = 40


class Book(models.Model):
    """The ledger of one session."""

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True)
    opened_at = models.DateTimeField(_("opened"))
    closed_at = models.DateTimeField(_("closed"), null=True)

    class Meta:
        verbose_name = _("book")
        verbose_name_plural = _("books")

    def __str__(self) -> str:
        return self.code


class Unit(models.Model):
    """What an account holds: counters, francs, points, or money in its smallest coin."""

    code = models.CharField(_("code"), max_length=NAME_LENGTH, unique=True)
    places = models.SmallIntegerField(_("decimal places"))

    class Meta:
        verbose_name = _("unit")
        verbose_name_plural = _("units")
        constraints = (CheckConstraint(condition=Q(places__gte=0, places__lte=9), name="ledger_unit_places"),)

    def __str__(self) -> str:
        return self.code

    def shown(self, amount: int) -> str:
        """The amount as a person of the current language writes it: 1234 is 1,234 counters, or 12.34 of money."""
        return number_format(Decimal(amount).scaleb(-self.places), decimal_pos=self.places, force_grouping=True)


class Role(models.Model):
    """What an account is for. The house owns the list; the ledger insists that a role is on it."""

    name = models.CharField(_("name"), max_length=NAME_LENGTH, primary_key=True, db_collation="C")
    floor = models.BigIntegerField(_("floor"), null=True)
    must_end_empty = models.BooleanField(_("must end empty"))

    class Meta:
        verbose_name = _("role")
        verbose_name_plural = _("roles")

    def __str__(self) -> str:
        return self.name


class ReasonField(models.TextField):  # type: ignore[type-arg]
    """Why counters moved. The house owns the list, as the names of a type: a posting has nothing to look up."""

    def db_type(self, connection: Any) -> str:  # noqa: ARG002
        return "ledger_reason"


class Account(models.Model):
    """A holder of one unit in one book. Codes are flat: no account is the parent of another."""

    book = models.ForeignKey(
        Book, models.PROTECT, verbose_name=_("book"), related_name="accounts", db_constraint=False, db_index=False
    )
    unit = models.ForeignKey(
        Unit, models.PROTECT, verbose_name=_("unit"), related_name="+", db_constraint=False, db_index=False
    )
    role = models.ForeignKey(
        Role,
        models.PROTECT,
        verbose_name=_("role"),
        related_name="+",
        db_column="role",
        db_constraint=False,
        db_index=False,
    )
    code = models.CharField(_("code"), max_length=CODE_LENGTH, db_collation="C")
    opened_at = models.DateTimeField(_("opened"))
    closed_at = models.DateTimeField(_("closed"), null=True)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = (
            UniqueConstraint(fields=["book", "code"], name="ledger_account_code"),
            UniqueConstraint(fields=["id", "book", "unit"], name="ledger_account_identity"),
            CheckConstraint(condition=~Q(code=""), name="ledger_account_code_filled"),
        )

    def __str__(self) -> str:
        return self.code


class Balance(models.Model):
    """What an account with a floor holds now. An account without a floor has none: it is summed when asked.

    Book, unit and closing are the account's, repeated so that a posting between two such accounts reads no other row.
    """

    account = models.OneToOneField(Account, models.PROTECT, primary_key=True, related_name="kept", db_constraint=False)
    book = models.ForeignKey(Book, models.PROTECT, related_name="+", db_constraint=False, db_index=False)
    unit = models.ForeignKey(Unit, models.PROTECT, related_name="+", db_constraint=False, db_index=False)
    closed = models.BooleanField()
    floor = models.BigIntegerField()
    amount = models.BigIntegerField()

    class Meta:
        constraints = (CheckConstraint(condition=Q(amount__gte=F("floor")), name="ledger_balance_floor"),)

    def __str__(self) -> str:
        return f"{self.account_id}: {self.amount}"


class Entry(models.Model):
    """One balanced fact: so many transfers, posted together under one key, never changed."""

    # No foreign key at all: every entry has transfers, and theirs prove the book. A lock on the book's row at every
    # posting would make it the hottest row of the house.
    book = models.ForeignKey(
        Book, models.PROTECT, verbose_name=_("book"), related_name="entries", db_constraint=False, db_index=False
    )
    key = models.CharField(_("key"), max_length=KEY_LENGTH, db_collation="C")
    size = models.IntegerField(_("transfers"))
    reverses = models.OneToOneField(
        "self", models.PROTECT, verbose_name=_("reverses"), null=True, related_name="reversed_by", db_constraint=False
    )
    memo = models.TextField(_("memo"))
    posted_at = models.DateTimeField(_("posted"))

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = (
            UniqueConstraint(fields=["book", "key"], name="ledger_entry_key"),
            UniqueConstraint(fields=["id", "book"], name="ledger_entry_identity"),
            CheckConstraint(condition=~Q(key=""), name="ledger_entry_key_filled"),
            CheckConstraint(condition=Q(size__gt=0), name="ledger_entry_size"),
            CheckConstraint(condition=~Q(reverses=F("id")), name="ledger_entry_not_its_own_reversal"),
        )

    def __str__(self) -> str:
        return self.key


class Transfer(models.Model):
    """A positive whole amount from payer to payee. Ids rise in the order of posting, for every account with a floor."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="transfers", db_constraint=False, db_index=False)
    position = models.IntegerField()
    reason = ReasonField()
    book = models.ForeignKey(Book, models.PROTECT, related_name="+", db_constraint=False, db_index=False)
    unit = models.ForeignKey(Unit, models.PROTECT, related_name="+", db_constraint=False, db_index=False)
    payer = models.ForeignKey(Account, models.PROTECT, related_name="paid", db_constraint=False, db_index=False)
    payee = models.ForeignKey(Account, models.PROTECT, related_name="received", db_constraint=False, db_index=False)
    amount = models.BigIntegerField()

    class Meta:
        constraints = (
            UniqueConstraint(fields=["entry", "position"], name="ledger_transfer_place"),
            CheckConstraint(condition=Q(position__gt=0), name="ledger_transfer_position"),
            CheckConstraint(condition=Q(amount__gt=0), name="ledger_transfer_amount"),
            CheckConstraint(condition=~Q(payer=F("payee")), name="ledger_transfer_two_accounts"),
        )
        indexes = (
            models.Index(fields=["payer", "id"], include=["amount"], name="ledger_transfer_paid"),
            models.Index(fields=["payee", "id"], include=["amount"], name="ledger_transfer_received"),
        )

    def __str__(self) -> str:
        return f"{self.entry_id}/{self.position}"
