"""Evenings with all that books can hold: automatic players at tables of every game, a totalisator and a bookmaker
beside races, a pot, a bank that is passed round, a void round, a corrected one, tickets, a till that does not agree,
prizes given and taken back, a swept purse.
"""

import io
from collections.abc import Collection, Sequence
from typing import Any

from casino import demo
from casino.clubs.actors import HOUSE
from casino.clubs.joining import join
from casino.clubs.models import Club, Player, Session
from casino.clubs.sessions import close_session, make_session, open_session
from casino.desk.accounts import Role
from casino.desk.counters import buy_in, cash_out
from casino.desk.counting import count_bank, count_till
from casino.desk.models import Prize
from casino.desk.own_accounts import held
from casino.desk.prizes import announce_prize, award_prizes, drop_prize
from casino.desk.sweeping import claim, sweep
from casino.desk.till import hand_over_takings, put_float
from casino.exports.chart import Journal
from casino.exports.formats import FORMATS
from casino.exports.reading import Wish, reading
from casino.tables import robots
from casino.tables.carrying import driven_here
from casino.tables.correcting import correct_round, plan_correction
from casino.tables.dealing import deal_by_hand
from casino.tables.models import Table
from casino.tables.offices import offer_bank
from casino.tables.opening import close_table, open_round, open_table
from casino.tables.seating import sit_down
from casino.tables.settling import settle_round
from casino.tables.staking import place_stake, withdraw_stake
from casino.tables.tickets import pay_ticket, sell_ticket
from casino.tables.voiding import void_round
from games.registry import GAMES
from tests.casino.misdealt import M1, OTHERWISE

PRICED: dict[str, Any] = {
    "currency": "EUR",
    "price": 25,
    "price_for": 10,
    "starting_counters": 20,
    "good_cause": "The lifeboat",
}
ROUNDS = 2  # at each table
BESIDE = {"totalisator": {"commission": 15, "unbacked": "carry-over"}, "bookmaker": {}}
RACES: dict[str, dict[str, Any]] = {
    "minoru": {"beside": BESIDE},  # whose bank is not the bookmaker's
    "derby": {"beside": BESIDE, "options": {"players": 4, "ante": 5}},  # where it is, and there is a pot
}
CARDS = "musical-casino"  # where nobody holds an office
FOR_A_POT = {"players": 4, "partners": True, "ante": 5, "target": 1}
ASCOT = "ascot"
IN_FRANCS = {"players": 3, "ante": 5}  # and yet another unit, which offices deal in
POINTS = {"mode": "points", "target": 20}  # another unit in the same book


def play_evening(
    name: str = "Race night", *, closed: bool = True, games: Collection[str] = tuple(GAMES), **settings: Any
) -> Session:
    """From the first buy-in to the closed book. Free counters if no price is said."""
    club, _ = Club.objects.get_or_create(name="The club")
    session = open_session(make_session(club=club, name=name, **settings).pk, by=HOUSE)
    with driven_here():
        if session.currency:
            put_float(session.pk, money=10_050, by=HOUSE)
        players = [_guest(session, f"Robot {number}") for number in range(4)]
        for game in [slug for slug in games if slug not in (CARDS, ASCOT)]:
            for passes_round in (False, True):
                table = _table(session, players, game, passes_round=passes_round, **RACES.get(game, {}))
                for _ in range(ROUNDS):
                    demo.play_round(table.pk)
        if "roulette" in games:
            demo.play_round(_table(session, players, "roulette", name="For points", options=POINTS).pk)
        if CARDS in games:
            demo.play_round(_table(session, players, CARDS, options=FOR_A_POT).pk)
        if ASCOT in games:
            ascot(_table(session, players[:3], ASCOT, options=IN_FRANCS))
        by_hand(session, _guest(session, "Ann", automatic=False))
        prizes(session)
        if closed:
            close(session, players)
    session.refresh_from_db()
    return session


def _guest(session: Session, nickname: str, *, automatic: bool = True) -> Player:
    player = join(code=session.code, nickname=nickname, automatic=automatic, by=HOUSE).player
    buy_in(player=player, counters=400, by=HOUSE)
    return player


def _table(session: Session, players: Sequence[Player], game: str, *, passes_round: bool = False, **more: Any) -> Table:
    usual = {"name": f"{game} {'round' if passes_round else 'house'}", "passes_round": passes_round, "least_bank": 60}
    table = open_table(session=session, game=game, by=HOUSE, **{**demo.AS_FAST_AS_IT_GOES, **usual, **more})
    for player in players:
        sit_down(table.pk, player=player, by=HOUSE)
        if passes_round:
            offer_bank(table.pk, player=player, counters=60, by=HOUSE)
    return table


def ascot(table: Table) -> None:
    """A whole game for a pot, at once; people play one for hours."""
    round_ = open_round(table.pk, by=HOUSE)
    robots.decide_for(round_.pk)
    demo.play_ahead(round_.pk, "finished")
    settle_round(round_.pk, by=HOUSE)


def by_hand(session: Session, ann: Player) -> None:
    """A table of Minoru dealt by a croupier who errs: a void round, a corrected one, a ticket, lost counters."""
    options: Any = {**demo.AS_FAST_AS_IT_GOES, "by_hand": True, "options": {"course": "jaques"}}
    table = open_table(session=session, name="By hand", game="minoru", by=HOUSE, **options)
    sit_down(table.pk, player=ann, by=HOUSE)
    void = open_round(table.pk, by=HOUSE)
    place_stake(void.pk, player=ann, market="win", selection="minoru", counters=6, by=HOUSE)
    withdraw_stake(void.pk, player=ann, market="win", selection="minoru", counters=3, by=HOUSE)
    void_round(void.pk, reason='Two packs; "mixed" | up = sorry', by=HOUSE)
    round_ = open_round(table.pk, by=HOUSE)
    sell_ticket(round_.pk, player=ann, market="win", selection="minoru", counters=6, by=HOUSE)
    place_stake(round_.pk, player=ann, market="win", selection="st_amant", counters=6, by=HOUSE)
    for cards in M1:
        deal_by_hand(round_.pk, move={"deal": cards.split()}, by=HOUSE)
    settle_round(round_.pk, by=HOUSE)
    pay_ticket(session_id=session.pk, number=1, by=HOUSE)
    moves = [{"deal": cards.split()} for cards in [*M1[:-1], *OTHERWISE]]
    short = plan_correction(round_.pk, moves=moves).short
    correct_round(round_.pk, moves=moves, reason="The ace was St. Amant's", cover=short, by=HOUSE)
    count_bank(table.pk, pieces={}, total=900, reason="Some rolled under the piano", by=HOUSE)


def prizes(session: Session) -> None:
    given: Any = {"measure": Prize.Measure.RICHEST, "by": HOUSE}
    announce_prize(session.pk, place=Prize.Place.FIRST, counters=40, **given)
    dropped = announce_prize(session.pk, place=Prize.Place.CONSOLATION, counters=10, **given)
    drop_prize(dropped.pk, by=HOUSE)
    if session.currency:
        announce_prize(session.pk, place=Prize.Place.FIRST, money=500, from_till=True, **given)
        announce_prize(session.pk, place=Prize.Place.SECOND, money=250, **given)  # nobody is second
    award_prizes(session.pk, by=HOUSE)


def close(session: Session, players: Sequence[Player]) -> None:
    for table in session.tables.filter(closed_at=None):
        close_table(table.pk, by=HOUSE)
    for player in players[:2]:
        cash_out(player=player, by=HOUSE)
    sweep(session.pk, by=HOUSE)
    claim(players[2], by=HOUSE)
    sweep(session.pk, by=HOUSE)
    if session.currency:
        there = held(session, Role.TILL, money=True)
        count_till(session.pk, pieces={}, total=there - 85, reason='=Wrong change\nfor a "fifty"; sorry', by=HOUSE)
        hand_over_takings(session.pk, by=HOUSE)
    close_session(session.pk, by=HOUSE)


def exported(sessions: Session | Sequence[Session], format_: str, journal: Journal, **wish: Any) -> bytes:
    """The file, as any way to ask for it gives it."""
    file = io.BytesIO()
    several = [sessions] if isinstance(sessions, Session) else sessions
    with reading(several, Wish(journal, **wish)) as export:
        FORMATS[format_].write(export, file)
    return file.getvalue()
