"""Ascot at a table: francs are in the book from the box and back, and a pot in counters goes to who has won."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import ProgrammingError, connection
from django.utils import timezone

from casino.clubs.actors import HOUSE
from casino.demo import play_ahead
from casino.desk.accounts import Reason
from casino.desk.turnover import Turnover, turnover_of
from casino.events.models import Event
from casino.events.reading import Reader, events_after
from casino.tables import locks
from casino.tables.models import Round, Table
from casino.tables.opening import close_table
from casino.tables.playing import waiting
from casino.tables.seating import stand_up
from casino.tables.showing import public_view
from casino.tables.ticking import tick
from casino.tables.voiding import void_round
from games.ascot.edition import Business
from games.ascot.state import Phase
from games.kit.game import written
from ledger.models import Transfer
from tests.casino.room import Room, go, refusal
from tests.casino.tables.ascot_games import ANTE, START, ascot, francs, state_of, told, value_now
from tests.casino.tables.test_musical_casino import wait_of
from tests.casino.verified import room_findings

PACE, TURN = timedelta(minutes=1), timedelta(hours=1)
SLOW: dict[str, Any] = {"pace": PACE, "turn_time": TURN}
FOR_A_POT: dict[str, Any] = {"players": 3, "ante": ANTE}
FOR_ALL: dict[str, Any] = {"players": None}
LOOKS = 200  # moves from one look at the books to the next


@pytest.fixture
def room(own_database: str) -> Room:
    return Room(seat=False)


def played(round_: Round) -> Round:
    """To the end, as it is ticked, with a look at the books now and then."""
    while (now := locks.read(round_.pk)).live:
        assert tick(now.pk, now.step)
        if now.step % LOOKS == 0:
            assert room_findings() == []
    return now


def moved(round_: Round, **which: Any) -> int:
    """How many francs or counters, of those transfers."""
    found = Transfer.objects.filter(entry__key__startswith=f"round:{round_.pk}:", **which)
    return sum(found.values_list("amount", flat=True))


def turnovers(room: Room) -> dict[str, Turnover]:
    return {line.role: line for line in turnover_of(room.session) if line.unit == "FRF"}


# --- A whole game


@pytest.mark.rule("ascot:M-4")
@pytest.mark.rule("ascot:Z-8")
def test_every_franc_is_in_the_book_and_the_pot_is_the_winners(room: Room) -> None:
    table = ascot(room, options=FOR_A_POT)
    round_ = room.entered(table, *room.players)
    assert room.purses() == {"Ada": 90, "Bob": 90, "Cy": 90}
    assert room.held()["pot:ascot"] == 3 * ANTE
    go(round_)
    go(round_)
    assert francs(room)["box:ascot"] == -3 * START
    assert played(round_).phase == "settled"
    assert francs(room) == {}
    (winners,) = told(round_, "game_won")
    share = 3 * ANTE // len(winners)  # one, or all if no horse was classified
    assert room.purses() == {name: 90 + share * (name in winners) for name in room.players}
    offices = turnovers(room)
    bank = moved(round_, payee__code="bank:FRF:ascot")
    (prizes,) = told(round_, "prizes_paid")
    assert (offices["bank"].lost, offices["bank"].winnings) == (bank, bank)
    assert bank == prizes["commission"] + sum(prize["francs"] for prize in prizes["prizes"])
    assert bank == sum(
        [
            *(paid["francs"] for paid in told(round_, "cards_paid")),
            *(sold["francs"] for sold in told(round_, "lot_sold") if sold["seller"] is None),
            *(paid["francs"] for paid in told(round_, "horse_entered")),
        ]
    )
    assert offices["auctioneer"].lost == sum(sold["commission"] for sold in told(round_, "lot_sold"))
    tickets = sum(sold["francs"] for sold in told(round_, "ticket_sold"))
    assert offices["totalisator"].lost == tickets
    tote = told(round_, "tote_settled")
    assert offices["totalisator"].winnings == sum(each["paid"] for each in tote)
    kept = sum(each["commission"] + each["remainder"] + each["unclaimed"] for each in tote)
    assert offices["bookmaker"].result == kept
    close_table(table.pk, by=HOUSE)
    assert room_findings() == []


@pytest.mark.rule("ascot:B-6")
def test_a_place_bet_waits_in_escrow_and_each_part_of_it_has_a_name_in_the_book(room: Room) -> None:
    table = ascot(room, options=FOR_ALL)
    round_ = room.open(table)
    play_ahead(round_.pk, Phase.BETTING)
    state = state_of(round_)
    assert state.bookmaker is not None
    better = next(name for name in state.names if name != state.bookmaker)
    bet = {"horse": state.called[0], "stake": 2000, "payout": 5000}
    room.move(round_, better, propose_place=bet)
    number = state_of(round_).places[-1].number
    assert refusal(room.move, round_, better, accept_place=number) == "bookmaker_only"
    before = francs(room)
    room.move(round_, state.bookmaker, accept_place=number)
    changes = Counter(francs(room))
    changes.subtract(before)
    seats = {seat.player.nickname: f"holding:{seat.pk}:ascot" for seat in table.seats.select_related("player")}
    expected = {seats[better]: -2000, seats[state.bookmaker]: 2000 - 5000, "escrow:FRF:ascot": 5000}
    assert {code: change for code, change in changes.items() if change} == expected
    assert turnovers(room)["bookmaker"].lost == 2000
    assert room_findings() == []
    play_ahead(round_.pk, Phase.FINISHED)
    go(round_)
    (settled,) = told(round_, "place_settled")
    reason = Reason.PLACE_PAYOUT if settled["won"] else Reason.PLACE_RELEASE
    assert moved(round_, reason=reason) == 5000
    assert francs(room) == {}
    assert room_findings() == []


# --- Given up, and broken off


@pytest.mark.parametrize("part", [Phase.SALE, Phase.RACE])
def test_a_game_that_is_given_up_gives_francs_to_the_box_and_antes_to_purses(room: Room, part: Phase) -> None:
    table = ascot(room, options=FOR_A_POT)
    round_ = room.entered(table, *room.players)
    play_ahead(round_.pk, part)
    assert francs(room)
    entries = room.entries()
    void_round(round_.pk, reason="The board fell off the table", by=HOUSE)
    assert francs(room) == {}
    assert room.purses() == {"Ada": 100, "Bob": 100, "Cy": 100}
    assert room.entries() == entries + 1
    close_table(table.pk, by=HOUSE)
    assert room_findings() == []


def test_a_move_is_done_whole_or_not_at_all(room: Room) -> None:
    """The last card of the sale is sold, and all that were kept are paid for; but the move cannot be written down."""
    round_ = room.open(ascot(room, options=FOR_ALL))
    play_ahead(round_.pk, Phase.SALE)
    while value_now(round_).play(following := value_move(round_)).state.phase is Phase.SALE:
        go(round_)
    before = (francs(room), room.entries(), Event.objects.count(), locks.read(round_.pk).step, state_of(round_))
    assert following.seat is not None
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'The disk is full'; END$$"
        )
        cursor.execute("CREATE TRIGGER no BEFORE INSERT ON tables_move EXECUTE FUNCTION no()")
        with pytest.raises(ProgrammingError, match="disk is full"):
            room.move(round_, following.seat, **written(following))
        cursor.execute("DROP TRIGGER no ON tables_move")
    after = (francs(room), room.entries(), Event.objects.count(), locks.read(round_.pk).step, state_of(round_))
    assert after == before
    room.move(round_, following.seat, **written(following))
    assert state_of(round_).phase is Phase.TRAINING
    assert room_findings() == []


def value_move(round_: Round) -> Any:
    """What the automatic player does for whoever is waited for."""
    value = value_now(round_)
    (seat,) = waiting(value)
    return value.game.automatic(value.state, seat)


# --- Time, and those who leave


@pytest.mark.parametrize(
    "part",
    [Phase.EXCHANGE, Phase.DISCARD, Phase.SALE, Phase.TRAINING, Phase.PADDOCK, Phase.BETTING, Phase.START, Phase.RACE],
)
def test_who_does_nothing_is_decided_for_when_time_is_over(room: Room, part: Phase) -> None:
    round_ = room.open(ascot(room, options=FOR_ALL, **SLOW))
    play_ahead(round_.pk, part)
    late = waiting(value_now(round_))
    assert late
    assert PACE < wait_of(round_) <= TURN
    assert not tick(round_.pk, locks.read(round_.pk).step)
    number = round_.moves.count()
    go(round_)
    made = round_.moves.filter(number__gt=number).order_by("number")
    assert [move.move["seat"] for move in made] == late
    assert {move.by["kind"] for move in made} == {HOUSE.kind}
    assert room_findings() == []


def test_dice_fall_at_once_for_who_throws(room: Room) -> None:
    round_ = room.open(ascot(room, options=FOR_ALL, **SLOW))
    play_ahead(round_.pk, Phase.TRAINING)
    (seat,) = waiting(value_now(round_))
    room.move(round_, seat, throw=True)
    now = locks.read(round_.pk)
    assert now.due_at is not None
    assert now.due_at <= timezone.now()
    assert tick(now.pk, now.step)
    assert state_of(round_).throws == 1


def test_the_house_plays_on_for_who_has_left_and_loses_no_time_by_it(room: Room) -> None:
    table = ascot(room, options=FOR_A_POT, **SLOW)
    round_ = room.entered(table, *room.players)
    play_ahead(round_.pk, Phase.SALE)
    (seat,) = waiting(value_now(round_))
    stand_up(table.pk, player=room.players[seat], by=HOUSE)
    assert wait_of(round_) <= PACE
    assert refusal(room.move, round_, seat, **{"pass": True}) == "not_seated"
    go(round_)
    assert seat in state_of(round_).names
    play_ahead(round_.pk, Phase.FINISHED)
    go(round_)
    assert locks.read(round_.pk).phase == "settled"
    assert sum(room.purses().values()) == 300
    assert room_findings() == []


# --- What nobody else may know


def test_nobody_is_told_of_a_hand_that_is_not_theirs(room: Room) -> None:
    round_ = room.open(ascot(room, options=FOR_ALL, **SLOW))
    play_ahead(round_.pk, Phase.EXCHANGE)
    state = state_of(round_)
    told_of = Event.objects.filter(body__happening__has_key="hand_dealt")
    for name, player in room.players.items():
        seen = events_after(room.session.pk, 0, reader=Reader(player_id=player.pk))
        hands = [event.body["happening"]["hand_dealt"] for event in seen if event in told_of]
        shown = [card for card in hands[0] if card != Business.AUCTIONEER or state.auctioneer != name]
        assert (len(hands), shown) == (1, list(state.player(name).hand))
    for reader in (Reader(), Reader(staff=True)):
        assert not [event for event in events_after(room.session.pk, 0, reader=reader) if event in told_of]
    view = public_view(locks.read(round_.pk))["view"]
    assert (view["hand"], view["dead"]) == (None, len(state.dead))


def test_what_only_the_rules_say_is_refused_from_anybody_else(room: Room) -> None:
    assert refusal(ascot, room, options={**FOR_ALL, "carried": 5000}) == "bad_option"
    assert not Table.objects.filter(game="ascot").exists()
