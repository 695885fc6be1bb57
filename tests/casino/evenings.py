"""Evenings with all that books can hold: automatic players at tables of every game, a totalisator and a bookmaker
beside races, a pot, a bank that is passed round, a void round, a corrected one, tickets, a till that does not agree,
prizes given and taken back, a swept purse.
"""

from collections.abc import Collection, Sequence
from typing import Any

from casino import demo
from casino.clubs.actors import HOUSE
from casino.clubs.models import Player, Session
from casino.clubs.sessions import close_session
from casino.desk.accounts import Role
from casino.desk.counters import cash_out
from casino.desk.counting import count_bank, count_till
from casino.desk.models import Prize
from casino.desk.own_accounts import held
from casino.desk.prizes import announce_prize, award_prizes, drop_prize
from casino.desk.sweeping import claim, sweep
from casino.desk.till import hand_over_takings, put_float
from casino.tables import robots
from casino.tables.carrying import driven_here
from casino.tables.models import Table
from casino.tables.opening import close_table, open_round
from casino.tables.settling import settle_round
from casino.tables.tickets import pay_ticket
from casino.tables.voiding import void_round
from games.registry import GAMES
from tests.casino.dealing import correct_m1, play_m1
from tests.casino.room import Room

PRICED: dict[str, Any] = {
    "currency": "EUR",
    "price": 25,
    "price_for": 10,
    "starting_counters": 20,
    "good_cause": "The lifeboat",
}
ROBOTS = ("Robot 0", "Robot 1", "Robot 2", "Robot 3")
ROUNDS = 2  # at each table
BESIDE = {"totalisator": {"commission": 15, "unbacked": "carry-over"}, "bookmaker": {}}
RACES: dict[str, dict[str, Any]] = {
    "minoru": {"beside": BESIDE, "options": {}},  # whose bank is not the bookmaker's
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
    room = Room(None, {}, settings={"name": name, **settings})
    session = room.session
    with driven_here():
        if session.currency:
            put_float(session.pk, money=10_050, by=HOUSE)
        players = [room.come(name, 400, automatic=True) for name in ROBOTS]
        for game in [slug for slug in games if slug not in (CARDS, ASCOT)]:
            for passes_round in (False, True):
                table = _table(room, game, passes_round=passes_round, **RACES.get(game, {}))
                for _ in range(ROUNDS):
                    demo.play_round(table.pk)
        if "roulette" in games:
            demo.play_round(_table(room, "roulette", name="For points", options=POINTS).pk)
        if CARDS in games:
            demo.play_round(_table(room, CARDS, options=FOR_A_POT).pk)
        if ASCOT in games:
            ascot(_table(room, ASCOT, names=ROBOTS[:3], options=IN_FRANCS))
        by_hand(room)
        prizes(session)
        if closed:
            close(session, players)
    session.refresh_from_db()
    return session


def _table(
    room: Room, game: str, *, names: Sequence[str] = ROBOTS, passes_round: bool = False, **options: Any
) -> Table:
    """With robots at it; where the office passes round, each of them wants it."""
    usual = {"name": f"{game} {'round' if passes_round else 'house'}", "least_bank": 60}
    table = room.put_table(game=game, passes_round=passes_round, **{**usual, **options})
    room.sit(table, *names)
    if passes_round:
        room.offer(table, *names)
    return table


def ascot(table: Table) -> None:
    """A whole game for a pot, at once; people play one for hours."""
    round_ = open_round(table.pk, by=HOUSE)
    robots.decide_for(round_.pk)
    demo.play_ahead(round_.pk, "finished")
    settle_round(round_.pk, by=HOUSE)


def by_hand(room: Room) -> None:
    """A table of Minoru dealt by a croupier who errs: a void round, a corrected one, a ticket, lost counters."""
    room.come("Ann", 400)
    table = room.put_table("By hand", by_hand=True)
    room.sit(table, "Ann")
    void = room.open(table)
    room.stake(void, "Ann", "minoru", 6)
    room.withdraw(void, "Ann", "minoru", 3)
    void_round(void.pk, reason='Two packs; "mixed" | up = sorry', by=HOUSE)
    round_ = room.open(table)
    ticket = room.sell(round_, "Ann", "minoru", 6)
    room.stake(round_, "Ann", "st_amant", 6)
    play_m1(round_)
    pay_ticket(session_id=room.session.pk, number=ticket.number, by=HOUSE)
    correct_m1(round_, reason="The ace was St. Amant's")
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
