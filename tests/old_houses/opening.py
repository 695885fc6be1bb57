"""*Open this old house, migrate, play on, verify clean.*"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management import call_command

from casino import backup, demo
from casino.clubs.actors import HOUSE
from casino.clubs.models import Session
from casino.tables.carrying import driven_here
from casino.tables.models import Round, Ticket
from casino.tables.requiring import LIVE
from casino.tables.settling import settle_round
from casino.tables.tickets import pay_ticket, worth
from tests.casino.dealing import M1, correct_m1, deal
from tests.casino.evenings import close
from tests.casino.room import play, run
from tests.databases import empty_database
from tests.old_houses.laying_out import OPEN

HOUSES = sorted((Path(__file__).parent / "houses").glob("*.casino"))


@contextmanager
def opened(file: Path, blocker: Any) -> Iterator[None]:
    """The house as it was left, with its rounds half-way, and brought to this version."""
    with empty_database(blocker), backup.opened(file) as kept:
        kept.restore(replace=False)
        call_command("migrate", interactive=False, verbosity=0)
        yield


def play_on() -> Session:
    """Everything that was begun comes to its end: rounds, tickets, prizes, the evening."""
    session = Session.objects.get(name=OPEN)
    with driven_here():
        for round_ in Round.objects.filter(table__session=session, phase__in=LIVE).order_by("pk"):
            if round_.by_hand:
                _deal_the_rest(round_)
            elif round_.phase == Round.Phase.OPEN:
                play(round_)
            else:
                run(round_)
        demo.play_round(session.tables.get(name="Minoru 1").pk)
        for ticket in Ticket.objects.filter(session=session, paid_at=None):
            if worth(ticket):
                pay_ticket(session_id=session.pk, number=ticket.number, by=HOUSE)
        close(session, list(session.players.order_by("pk")))
    session.refresh_from_db()
    return session


def _deal_the_rest(round_: Round) -> None:
    """And find out afterwards that the last card was another."""
    deal(round_, *M1[round_.moves.count() :])
    settle_round(round_.pk, by=HOUSE)
    correct_m1(round_, reason="It was the ace of hearts")
