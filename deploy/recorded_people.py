"""Who takes part in recorded evenings, and what all of them do."""

from django.contrib.auth.models import User

from casino.clubs.actors import Actor, guest, staff
from casino.clubs.joining import join
from casino.clubs.models import Club, Player, Session, Staff
from casino.desk.counters import buy_in
from casino.tables.models import Round
from casino.tables.staking import place_stake
from casino.tables.ticking import tick


def the_club() -> tuple[Club, Actor]:
    """The same club for every evening, and its organiser."""
    club, _ = Club.objects.get_or_create(name="The club")
    user, _ = User.objects.get_or_create(username="olive", defaults={"is_staff": True})
    Staff.objects.get_or_create(club=club, user=user, part=Staff.Part.ORGANISER)
    return club, staff(user)


def come(session: Session, nickname: str, by: Actor) -> Player:
    player = join(code=session.code, nickname=nickname).player
    buy_in(player=player, counters=500, by=by)
    return player


def stake(round_: Round, player: Player, selection: str, counters: int, market: str = "win") -> None:
    place_stake(round_.pk, player=player, market=market, selection=selection, counters=counters, by=guest(player))


def run(round_: Round) -> None:
    """Whatever is due, until the round is over."""
    while live(round_):
        assert tick(round_.pk, round_.step)


def live(round_: Round) -> bool:
    """Whether it is still being played."""
    round_.refresh_from_db()
    return round_.live
