"""Taking over: whoever stands at a table that is stuck does what the workers should have done.

It is the same tick, so that nothing happens twice should they come back.
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from casino.clubs.actors import Actor
from casino.events import telling
from casino.tables import locks
from casino.tables.carrying import driven_here
from casino.tables.models import Round
from casino.tables.ticking import tick
from games.kit.errors import RuleBroken

MOST_STEPS = 20  # at once: somebody waits for the page


def take_over(round_id: int, *, by: Actor) -> int:
    """Do what is due now at the table of this round, as often as something is. How much was done.

    No messages are sent: with Redis away each would wait for seconds. Should there be workers, their watchdog looks.
    """
    with driven_here():
        _first(round_id, by=by)
        table, steps = locks.read(round_id).table, 1
        while steps < MOST_STEPS:
            due = table.rounds.filter(due_at__lte=timezone.now()).order_by("-pk").first()
            if due is None or not tick(due.pk, due.step):
                break
            steps += 1
    return steps


@transaction.atomic
def _first(round_id: int, *, by: Actor) -> None:
    """It is written down who took over, in the same database transaction as the first thing that was done."""
    round_ = locks.own(round_id)
    if not tick(round_.pk, round_.step):
        raise RuleBroken("nothing_due", "Nothing is due at %(table)s now.", table=round_.table.name)
    session, table = round_.table.session_id, round_.table_id
    telling.tell(session, "taken_over", telling.STAFF, table=table, round_=round_.pk, by=by)


def is_overdue(round_: Round, seconds: int) -> bool:
    """Whether what is due in this round should have been done so long ago."""
    return round_.due_at is not None and round_.due_at < timezone.now() - timedelta(seconds=seconds)
