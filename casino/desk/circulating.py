"""How many counters were about, over the evening."""

from datetime import datetime, timedelta

from django.utils import timezone

from casino.clubs.models import Session
from ledger.rows import rows

BUCKETS = 120

_CUMULATED = """
    SELECT bucket, sum(sum(amount)) OVER (ORDER BY bucket)::bigint
    FROM (
        SELECT least(%(last)s, greatest(0, floor(extract(epoch FROM entry.posted_at - %(start)s) / %(width)s)))::int,
               CASE WHEN transfer.payer_id = %(issue)s THEN transfer.amount ELSE -transfer.amount END
        FROM ledger_transfer transfer JOIN ledger_entry entry ON entry.id = transfer.entry_id
        WHERE transfer.payer_id = %(issue)s OR transfer.payee_id = %(issue)s
    ) moved (bucket, amount)
    GROUP BY bucket ORDER BY bucket
"""


def circulation_of(session: Session) -> list[tuple[datetime, int]]:
    """Issued and not given back, at moments from the opening until now or the closing; nothing before it was opened."""
    if session.opened_at is None:
        return []
    start, end = session.opened_at, session.closed_at or timezone.now()
    width = max((end - start).total_seconds() / BUCKETS, 1.0)
    found = rows(_CUMULATED, start=start, width=width, last=BUCKETS - 1, issue=session.issue_id)
    if not found:
        return []
    points = [(start, 0)]
    points += [(start + timedelta(seconds=(bucket + 1) * width), about) for bucket, about in found]
    if points[-1][0] < end:
        points.append((end, points[-1][1]))
    return points
