"""Prizes. What a prize is worth is set aside in the prize fund when it is announced, and goes to whoever has won it."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from casino.clubs.actors import Actor
from casino.clubs.models import Session
from casino.clubs.sessions import own, require_open
from casino.desk import money as coins
from casino.desk.accounts import Reason, Role
from casino.desk.counters import MOST
from casino.desk.models import Award, Prize
from casino.desk.own_accounts import counter_account, money_account
from casino.desk.scores import Score, scores
from casino.events import telling
from games.kit.errors import RuleBroken
from games.kit.game import proper_name
from games.registry import find_game
from ledger import posting
from ledger.models import Entry
from ledger.posting import Posting, Transfer


@dataclass(frozen=True)
class Share:
    """What one winner gets of a prize."""

    score: Score
    counters: int
    money: int


@transaction.atomic
def announce_prize(
    session_id: int,
    *,
    place: Prize.Place,
    measure: Prize.Measure,
    game: str = "",
    what: str = "",
    counters: int = 0,
    money: int = 0,
    from_till: bool = False,
    by: Actor,
) -> Prize:
    """Set a prize aside: counters from the issue, money from the club, or from the till."""
    session = own(session_id)
    require_open(session)
    _check(session, measure, game, what, counters, money)
    prize = Prize.objects.create(
        session=session, place=place, measure=measure, game=game, what=what, counters=counters, money=money
    )
    _tell(prize, "prize_announced", by=by)
    giver = Role.TILL if from_till else Role.CLUB
    if moved := _set_aside(session, counters, money, giver):
        _post(session, [Posting(f"prize:{prize.pk}:fund", moved)])
    return prize


@transaction.atomic
def drop_prize(prize_id: int, *, by: Actor) -> Prize:
    """Take back a prize that nobody has been given. What was set aside goes back to where it came from."""
    prize = _own(prize_id)
    prize.dropped_at = timezone.now()
    prize.save(update_fields=["dropped_at"])
    _tell(prize, "prize_dropped", by=by)
    book = prize.session.book_id
    assert book is not None
    if fund := Entry.objects.filter(book=book, key=f"prize:{prize.pk}:fund").first():
        posting.reverse(book=book, key=f"prize:{prize.pk}:dropped", entry=fund.pk)
    return prize


def plan_awards(session: Session) -> dict[Prize, list[Share]]:
    """Who would be given what if the prizes were awarded now. Changes nothing."""
    ranked: dict[tuple[str, str], list[Score]] = {}
    plan = {}
    for prize in open_prizes(session):
        asked = (Prize.Measure(prize.measure), prize.game)
        # The greatest loser is whoever lost most, not whoever has least: some have bought more than others.
        if prize.place == Prize.Place.CONSOLATION and prize.measure == Prize.Measure.RICHEST:
            asked = (Prize.Measure.NET, "")
        if asked not in ranked:
            ranked[asked] = scores(session, *asked)
        plan[prize] = _shares(prize, winners(ranked[asked], Prize.Place(prize.place)))
    return plan


def open_prizes(session: Session) -> list[Prize]:
    return list(session.prizes.filter(awarded_at=None, dropped_at=None).order_by("pk"))


def winners(ranked: list[Score], place: Prize.Place) -> list[Score]:
    """Equals share a place. The consolation prize is for the last, if they have not won another."""
    points = sorted({score.points for score in ranked}, reverse=True)
    if place == Prize.Place.CONSOLATION:
        at = len(points) - 1 if len(points) > 2 else None
    else:
        at = {Prize.Place.FIRST: 0, Prize.Place.SECOND: 1}[place]
    if at is None or at >= len(points):
        return []
    return [score for score in ranked if score.points == points[at]]


@transaction.atomic
def award_prizes(session_id: int, *, by: Actor) -> list[Award]:
    """Give every prize to whoever has won it by now, once. One that nobody has won stays where it is."""
    session = own(session_id)
    require_open(session)
    awards, postings = [], []
    for prize, shares in plan_awards(session).items():
        if not shares:
            continue
        prize.awarded_at = timezone.now()
        prize.save(update_fields=["awarded_at"])
        made = [
            Award(
                prize=prize,
                player=share.score.player,
                score=share.score.points,
                counters=share.counters,
                money=share.money,
            )
            for share in shares
        ]
        awards += Award.objects.bulk_create(made)
        _tell(prize, "prize_awarded", by=by, winners=[award.player.nickname for award in made])
        if moved := _given(session, made):
            postings.append(Posting(f"prize:{prize.pk}:award", moved))
    if not awards:
        raise RuleBroken("no_prizes", "There is no prize that somebody has won.")
    if postings:
        _post(session, postings)
    return awards


Line = tuple[Prize, str, list[tuple[str, int]]]  # what it is worth, and its winners with their scores


def awarded(session: Session, prizes: QuerySet[Prize]) -> list[Line]:
    return [
        (prize, worth_told(session, prize), [(award.player.nickname, award.score) for award in prize.awards.all()])
        for prize in prizes.order_by("pk").prefetch_related("awards__player")
    ]


def planned(session: Session) -> list[Line]:
    """The same for those that nobody was given yet, as it would be now."""
    return [
        (prize, worth_told(session, prize), [(share.score.player.nickname, share.score.points) for share in shares])
        for prize, shares in plan_awards(session).items()
    ]


def worth_told(session: Session, prize: Prize) -> str:
    """What the prize is, in words."""
    told = [prize.what] if prize.what else []
    told += [gettext("%(counters)s counters") % {"counters": prize.counters}] if prize.counters else []
    told += [coins.shown(session.currency, prize.money)] if prize.money else []
    return ", ".join(told)


def _check(session: Session, measure: Prize.Measure, game: str, what: str, counters: int, money: int) -> None:
    if measure == Prize.Measure.GAME:
        find_game(game)
    elif game:
        raise RuleBroken("bad_prize", "Only a prize for one game names a game.")
    if any(type(amount) is not int or not 0 <= amount <= MOST for amount in (counters, money)):
        raise RuleBroken("bad_prize", "A prize is so many counters, a sum of money, or a thing with a name.")
    if (what and not proper_name(what)) or not (what or counters or money):
        raise RuleBroken("bad_prize", "A prize is so many counters, a sum of money, or a thing with a name.")
    worth = money + coins.refund_of(session.currency, session.price, session.price_for, counters)
    if not session.currency:
        worth = counters
    if session.prize_cap is not None and worth > session.prize_cap:
        raise RuleBroken("prize_cap", "No prize here is worth more than %(most)s.", most=_cap(session))


def _cap(session: Session) -> str:
    assert session.prize_cap is not None
    return coins.shown(session.currency, session.prize_cap) if session.currency else str(session.prize_cap)


def _set_aside(session: Session, counters: int, money: int, giver: Role) -> list[Transfer]:
    assert session.issue_id is not None
    moved = []
    if counters:
        fund = counter_account(session, Role.PRIZE_FUND)
        moved.append(Transfer(session.issue_id, fund, counters, Reason.PRIZE))
    if money:
        fund = money_account(session, Role.PRIZE_FUND)
        moved.append(Transfer(money_account(session, giver), fund, money, Reason.PRIZE))
    return moved


def _shares(prize: Prize, best: list[Score]) -> list[Share]:
    """Equal shares. What does not divide goes one by one to those who came first."""
    count = len(best)
    return [
        Share(score, *(amount // count + (at < amount % count) for amount in (prize.counters, prize.money)))
        for at, score in enumerate(best)
    ]


def _given(session: Session, awards: list[Award]) -> list[Transfer]:
    moved = []
    for award in awards:
        if award.counters:
            fund = counter_account(session, Role.PRIZE_FUND)
            moved.append(Transfer(fund, award.player.purse_id, award.counters, Reason.PRIZE))
    if handed := sum(award.money for award in awards):
        paid = money_account(session, Role.PRIZE)
        moved.append(Transfer(money_account(session, Role.PRIZE_FUND), paid, handed, Reason.PRIZE))
    return moved


def _own(prize_id: int) -> Prize:
    """A prize that can still be changed, and nobody else awards it meanwhile."""
    prize = Prize.objects.select_related("session").filter(pk=prize_id).first()
    if prize is None:
        raise RuleBroken("unknown_prize", "There is no such prize.")
    require_open(own(prize.session_id))
    prize.refresh_from_db(fields=["awarded_at", "dropped_at"])
    if prize.awarded_at is not None or prize.dropped_at is not None:
        raise RuleBroken("prize_given", "This prize has been given, or taken back.")
    return prize


def _tell(prize: Prize, kind: str, *, by: Actor, **facts: Any) -> None:
    telling.tell(
        prize.session_id,
        kind,
        telling.STAFF,
        by=by,
        prize=prize.pk,
        place=prize.place,
        measure=prize.measure,
        game=prize.game,
        what=prize.what,
        counters=prize.counters,
        money=prize.money,
        **facts,
    )


def _post(session: Session, postings: list[Posting]) -> None:
    assert session.book_id is not None
    posting.post_many(book=session.book_id, postings=postings)
