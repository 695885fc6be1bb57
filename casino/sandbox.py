"""The sandbox: a demo session for who writes a client, always open under a code that never changes.

One table of every game plays by itself, but for those with hidden hands, which wait for whoever comes. Anybody may
join from a phone, and is given counters to play with.
"""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from casino.clubs.actors import HOUSE
from casino.clubs.joining import join
from casino.clubs.models import Club, Session
from casino.clubs.sessions import make_session, open_session
from casino.tables.models import Seat, Table
from casino.tables.opening import MOST_PLACES, open_round, open_table
from casino.tables.seating import sit_down, stand_up
from games.registry import GAMES

CODE = "SANDBOX"  # codes that are drawn have no such letters
STARTING_COUNTERS = 1000
BANK = 10**9  # so that no run of luck empties it
ROBOTS = 3  # at each table
TIMES: dict[str, Any] = {
    "staking_time": timedelta(seconds=15),
    "turn_time": timedelta(seconds=5),
    "reveal_time": timedelta(seconds=3),
    "pace": timedelta(seconds=1),
    "rest": timedelta(seconds=5),
}
# Where what is usual would wait for guests: as many owners as there are robots to be some, and all that can be backed.
# Where seats enter for places, robots are quicker than any guest and would take them all: there is one more of them.
OTHERWISE: dict[str, dict[str, Any]] = {
    "derby": {"options": {"players": 2, "ante": 10}, "beside": {"totalisator": {}, "bookmaker": {}}},
    "musical-casino": {"options": {"players": ROBOTS + 1, "ante": 10}},
    "ascot": {"options": {"players": ROBOTS + 1, "ante": 10}},
}


def open_sandbox(club: Club) -> Session:
    made = make_session(club=club, name="Sandbox", demo=True, starting_counters=STARTING_COUNTERS, code=CODE)
    session = open_session(made.pk, by=HOUSE)
    _put_tables(session)
    return session


def keep_open() -> Session | None:
    """When the house starts: go on with the sandbox, or open it beside a demo that has none. Who cleared or closed it
    does not want it.
    """
    session = Session.objects.filter(code=CODE).first()
    if session is None:
        beside = _open_demos().order_by("pk").first()
        return open_sandbox(beside.club) if beside else None
    if not _open_demos().filter(pk=session.pk).exists():
        return None
    _put_tables(session)
    _see_out(session)
    return session


def _open_demos() -> Any:
    return Session.objects.filter(demo=True, state=Session.State.OPEN, cleared_at=None)


def _put_tables(session: Session) -> None:
    """A table for every game that has none: the house may know more games than when it was last open."""
    for slug, game in GAMES.items():
        if not session.tables.filter(name=game.title).exists():
            table = open_table(
                session=session,
                name=game.title,
                game=slug,
                by=HOUSE,
                places=MOST_PLACES,
                house_float=BANK,
                **TIMES,
                **OTHERWISE.get(slug, {}),
            )
            _seat_robots(session, table)
            open_round(table.pk, by=HOUSE)


def _seat_robots(session: Session, table: Table) -> None:
    for number in range(1, ROBOTS + 1):
        robot = join(code=session.code, nickname=f"{table.name} robot {number}", automatic=True, by=HOUSE).player
        sit_down(table.pk, player=robot, by=HOUSE)


def _see_out(session: Session) -> None:
    """Who has no phone that is known any longer does not keep a place for ever."""
    seats = Seat.objects.filter(table__session=session, table__closed_at=None, left_at=None, player__automatic=False)
    here = session.tokens.filter(revoked_at=None, expires_at__gt=timezone.now()).values("player")
    for seat in seats.exclude(player__in=here).select_related("player"):
        stand_up(seat.table_id, player=seat.player, by=HOUSE)
