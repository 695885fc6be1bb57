"""django-hordak, posting the way its documentation shows: `transfer_to`, one commit each."""

from collections.abc import Sequence
from itertools import cycle

from django.core.management import call_command
from django.db import connection, transaction
from hordak.models import Account, AccountType, Leg, Transaction
from moneyed import Money

from bench.ledger.crew import Hall

COIN = Money(1, "EUR")


def open_hall(purses: int, past: int) -> Hall:
    call_command("migrate", verbosity=0)
    # Each the root of its own tree, which is what `create` makes, one by one.
    made = Account.objects.bulk_create(
        Account(name=f"purse {n}", type=AccountType.asset, currencies=["EUR"], lft=1, rght=2, tree_id=n, level=0)
        for n in range(1, purses + 2)
    )
    ids = [account.id for account in made]
    hall = Hall(ids[: purses // 2], ids[purses // 2 : purses], pool=ids[purses])
    _live_through(hall, past)
    connection.close()
    return hall


def _live_through(hall: Hall, entries: int) -> None:
    """See `house.live_through`."""
    with transaction.atomic():
        done = Transaction.objects.bulk_create(Transaction() for _ in range(entries))
        pairs = zip(done, cycle(hall.payers), cycle(hall.payees), strict=False)
        legs = [
            leg
            for entry, payer, payee in pairs
            for leg in (
                Leg(transaction=entry, account_id=payer, credit=COIN),
                Leg(transaction=entry, account_id=payee, debit=COIN),
            )
        ]
        Leg.objects.bulk_create(legs)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


class Teller:
    def __init__(self, hall: Hall) -> None:
        self._accounts = Account.objects.in_bulk([*hall.payers, *hall.payees, hall.pool])

    def post(self, payer: int, payee: int) -> None:
        self._accounts[payer].transfer_to(self._accounts[payee], COIN)

    def post_many(self, pairs: Sequence[tuple[int, int]]) -> None:
        """It has no such call; in one database transaction is as near as it comes."""
        with transaction.atomic():
            for payer, payee in pairs:
                self.post(payer, payee)

    def settle(self, payer: int, payees: Sequence[int]) -> None:
        raise NotImplementedError("Nobody asks it to: `Plan.largest_peer_batch` is smaller than a settlement.")
