"""After a restore: what had happened since the backup is forgotten here, and known to everybody who saw it."""

import uuid

from casino.clubs.actors import HOUSE
from casino.clubs.models import Session
from casino.tables.models import Round, Table
from casino.tables.opening import new_chain
from casino.tables.requiring import LIVE
from casino.tables.settling import settle_round
from casino.tables.voiding import void_round
from games.kit.errors import RuleBroken

REASON = "The house was restored from a backup."


def after_restore() -> int:
    """Begin new chains, as seeds of the old ones may have been published since, and void every round that was not over.

    Returns how many rounds were given up. Whoever had read events sees by the epoch that others may follow now.
    """
    for table in Table.objects.filter(closed_at=None):
        new_chain(table)
    for session in Session.objects.all():
        session.epoch = uuid.uuid4()
        session.save(update_fields=["epoch"])
    given_up = 0
    for round_id in Round.objects.filter(phase__in=LIVE).values_list("pk", flat=True):
        try:
            void_round(round_id, reason=REASON, by=HOUSE)
            given_up += 1
        except RuleBroken as refused:
            if refused.code != "round_over":
                raise
            settle_round(round_id, by=HOUSE)
    return given_up
