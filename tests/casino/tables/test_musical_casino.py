"""Musical Casino at a table: players enter for a pot, play in turn from hands that only they see, and may leave."""

import json
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from casino.clubs.actors import HOUSE
from casino.clubs.sessions import make_session
from casino.events.models import Event
from casino.events.reading import Reader, events_after
from casino.tables import locks, robots, sending_robots
from casino.tables.correcting import plan_correction
from casino.tables.fairness import transcript_of
from casino.tables.models import Round, Table
from casino.tables.opening import close_table
from casino.tables.pausing import pause_round, resume_round
from casino.tables.planning import change_plan, plan_table
from casino.tables.playing import value_of, waiting
from casino.tables.seating import remove_player, sit_down, stand_up
from casino.tables.showing import public_view
from casino.tables.starting import call_the_off
from casino.tables.taking_over import take_over
from casino.tables.ticking import tick
from casino.tables.voiding import void_round
from games.kit.game import written
from games.kit.values import canonical, to_json
from games.kit.verifying import Seen, verify
from games.musical_casino.tones import LINE
from games.registry import find_game
from tests.casino.room import Room, go, refusal, run
from tests.casino.tables.races import codes, then, unlock
from tests.casino.tables.test_fairness import Phone, off_seen
from tests.casino.verified import room_findings
from tests.threads import THREADS, Meeting, together

ANTE = 10
PACE, TURN = timedelta(minutes=1), timedelta(hours=1)
SLOW: dict[str, Any] = {"pace": PACE, "turn_time": TURN}


@pytest.fixture
def room(own_database: str) -> Room:
    return Room(seat=False)


def casino(room: Room, options: dict[str, Any] | None = None, **settings: Any) -> Table:
    """For two of those who sit there, and won with the first deal in which one has more than the other."""
    chosen = {"players": 2, "ante": ANTE, "target": 1, **(options or {})}
    return room.table_of("musical-casino", options=chosen, **settings)


def begun(room: Room, table: Table) -> Round:
    """After the off and the first hands."""
    round_ = room.entered(table)
    go(round_)
    return go(round_)


def turn(round_: Round) -> str:
    (name,) = waiting(value_of(locks.read(round_.pk)))
    return name


def other(round_: Round) -> str:
    (name,) = {"Ada", "Bob"} - {turn(round_)}
    return name


def choice(round_: Round) -> dict[str, Any]:
    """What the automatic player would do for whoever is to play."""
    value = value_of(locks.read(round_.pk))
    move = value.game.automatic(value.state, turn(round_))
    assert move is not None
    return {act: fact for act, fact in written(move).items() if act != "seat"}


def play(room: Room, round_: Round) -> str:
    """Whoever is to play does."""
    name = turn(round_)
    room.move(round_, name, seen=round_.moves.count(), **choice(round_))
    return name


def play_out(room: Room, round_: Round) -> Round:
    """People play, and the house deals."""
    while (now := locks.read(round_.pk)).live:
        if waiting(value_of(now)):
            play(room, round_)
        else:
            assert tick(now.pk, now.step)
    return now


def hands(round_: Round) -> dict[str, list[str]]:
    board = value_of(locks.read(round_.pk)).state.board
    return {player.seat: to_json(player.hand) for player in board.players}


def due(round_: Round) -> datetime | None:
    return locks.read(round_.pk).due_at


def wait_of(round_: Round) -> timedelta:
    """How long it is until something is due."""
    at = due(round_)
    assert at is not None
    return at - timezone.now()


def winners(round_: Round) -> list[str]:
    """As everybody was told."""
    (told,) = Event.objects.filter(round_id=round_.pk, body__happening__has_key="game_won")
    found: list[str] = told.body["happening"]["game_won"]
    return found


# --- The pot


@pytest.mark.rule("musical-casino:C-20")
def test_antes_are_in_the_pot_at_once_and_all_of_it_goes_to_the_winner(room: Room) -> None:
    round_ = room.entered(casino(room))
    assert room.purses() == {"Ada": 90, "Bob": 90, "Cy": 100}
    assert room.held()["pot:musical-casino"] == 20
    assert room_findings() == []
    assert play_out(room, round_).phase == "settled"
    (winner,) = winners(round_)
    assert room.purses() == {"Ada": 90, "Bob": 90, "Cy": 100, winner: 110}
    plays = [move.move for move in round_.moves.order_by("number") if "seat" in move.move][2:]
    assert len(plays) % 48 == 0
    assert all(move["seat"] != after["seat"] for move, after in pairwise(plays[:48]))
    assert refusal(plan_correction, round_.pk, moves=[]) == "dealt_by_house"
    assert room_findings() == []


@pytest.mark.rule("musical-casino:C-20")
def test_partners_halve_the_pot(room: Room) -> None:
    """Four antes are 40: 20 each for the two who sit opposite each other."""
    room.come("Dot", 100)
    round_ = room.entered(casino(room, {"players": 4, "partners": True}), "Ada", "Bob", "Cy", "Dot")
    assert play_out(room, round_).phase == "settled"
    assert winners(round_) in (["Ada", "Cy"], ["Bob", "Dot"])
    assert room.purses() == {name: 110 if name in winners(round_) else 90 for name in room.purses()}
    assert room_findings() == []


@pytest.mark.rule("musical-casino:C-18")
def test_from_game_to_game_the_next_player_deals(room: Room) -> None:
    """Ada deals first. Whoever dealt last in that game, the other begins the next."""
    table = casino(room)
    round_ = begun(room, table)
    assert public_view(locks.read(round_.pk))["view"]["dealer"] == "Ada"
    last = value_of(run(locks.read(round_.pk))).state
    round_ = begun(room, table)
    first = value_of(locks.read(round_.pk)).state
    assert first.names[first.dealer] != last.names[last.dealer]


@pytest.mark.rule("musical-casino:C-20")
def test_a_game_that_is_given_up_gives_every_ante_back_in_one_entry(room: Room) -> None:
    round_ = begun(room, casino(room))
    for _ in range(3):
        play(room, round_)
    assert refusal(close_table, round_.table_id, by=HOUSE) == "round_live"
    entries = room.entries()
    void_round(round_.pk, reason="The lamp fell over", by=HOUSE)
    assert room.purses() == {"Ada": 100, "Bob": 100, "Cy": 100}
    assert room.entries() == entries + 1
    close_table(round_.table_id, by=HOUSE)
    assert room_findings() == []


def test_a_second_ante_and_a_place_too_many_are_refused(room: Room) -> None:
    round_ = room.entered(casino(room))
    assert refusal(room.enter, round_, "Ada") == "already_entered"
    assert refusal(room.enter, round_, "Cy") == "places_taken"
    go(round_)
    assert refusal(room.move, round_, "Ada", scratch=True) == "too_late"
    assert refusal(room.enter, round_, "Cy") == "too_late"
    assert room.purses() == {"Ada": 90, "Bob": 90, "Cy": 100}
    assert room_findings() == []


def test_who_enters_often_at_the_same_moment_pays_once(room: Room) -> None:
    round_ = room.open(casino(room))
    refused = codes(together(lambda _: room.enter(round_, "Ada")))
    assert refused == {"already_entered": THREADS - 1}
    assert room.purses()["Ada"] == 90
    assert room_findings() == []


# --- Before the off


def test_a_table_waits_for_its_players_and_begins_when_the_last_has_come(room: Room) -> None:
    round_ = room.open(casino(room, **SLOW, staking_time=timedelta(seconds=30)))
    assert due(round_) is None
    room.enter(round_, "Ada")
    assert due(round_) is None
    assert refusal(call_the_off, round_.pk, by=HOUSE) == "seats_not_filled"
    room.enter(round_, "Bob")
    assert timedelta() < wait_of(round_) <= PACE
    room.move(round_, "Bob", scratch=True)
    assert due(round_) is None
    assert room.purses() == {"Ada": 90, "Bob": 100, "Cy": 100}
    room.enter(round_, "Cy")
    assert go(round_).phase == "running"
    assert set(hands(go(round_))) == {"Ada", "Cy"}


def test_a_tick_of_a_round_that_lacks_players_does_nothing_and_does_not_come_again(room: Room) -> None:
    round_ = room.entered(casino(room), "Ada")
    assert go(round_).phase == "open"
    assert due(round_) is None
    assert round_.moves.count() == 1
    assert not tick(round_.pk, locks.read(round_.pk).step)
    assert room_findings() == []


def test_two_who_enter_at_the_same_time_do_not_hinder_each_other(room: Room) -> None:
    """But what somebody has done themselves since, they have to have seen; and once it runs, everything."""
    round_ = room.open(casino(room))
    room.move(round_, "Ada", seen=0, enter=True)
    assert refusal(room.move, round_, "Ada", seen=0, scratch=True) == "stale_move"
    room.move(round_, "Bob", seen=0, enter=True)
    go(round_)
    assert refusal(room.move, round_, "Cy", seen=0, enter=True) == "stale_move"


@pytest.mark.rule("musical-casino:C-2")
def test_where_nobody_enters_all_who_sit_there_play_as_soon_as_they_are_enough(room: Room) -> None:
    """Two, three or four; with five nobody can begin, until one stands up again."""
    table = room.put_table("cards", "musical-casino", options={"players": None}, **SLOW)
    round_ = room.open(table)
    waits = {}
    for name in ("Ada", "Bob", "Cy", "Dot", "Eve"):
        player = room.players.get(name) or room.come(name)
        sit_down(table.pk, player=player, by=HOUSE)
        waits[name] = due(round_)
    assert [name for name, at in waits.items() if at is None] == ["Ada", "Eve"]
    assert waits["Bob"] == waits["Cy"] == waits["Dot"], "who comes later gives nobody more time"
    stand_up(table.pk, player=room.players["Bob"], by=HOUSE)
    assert timedelta() < wait_of(round_) <= PACE
    go(round_)
    assert list(hands(go(round_))) == ["Ada", "Cy", "Dot", "Eve"]
    assert room_findings() == []


def test_no_croupier_types_in_hands_that_are_nobody_else_s_to_see(room: Room) -> None:
    assert refusal(casino, room, by_hand=True) == "hidden_hands"
    draft = make_session(club=room.session.club, name="Tomorrow")
    plan: dict[str, Any] = {"session": draft, "name": "Cards", "game": "musical-casino", "by": HOUSE}
    assert refusal(plan_table, **plan, by_hand=True) == "hidden_hands"
    planned = plan_table(**plan)
    changed = {"name": "Cards", "game": "musical-casino", "by": HOUSE}
    assert refusal(change_plan, planned.pk, **changed, by_hand=True) == "hidden_hands"


# --- In turn


def test_what_is_refused_changes_nothing(room: Room) -> None:
    round_ = begun(room, casino(room, **SLOW))
    whose, not_yet, made = turn(round_), other(round_), round_.moves.count()
    held = hands(round_)
    missing = next(tone for tone in to_json(LINE) if tone not in held[whose])
    before = locks.read(round_.pk)
    assert refusal(room.move, round_, not_yet, trail=held[not_yet][0]) == "not_your_turn"
    assert refusal(room.move, round_, whose, trail=missing) == "not_in_hand"
    assert refusal(room.move, round_, whose, seen=made - 1, **choice(round_)) == "stale_move"
    assert refusal(room.move, round_, whose, seen=made + 1, **choice(round_)) == "stale_move"
    assert refusal(room.move, round_, "Cy", trail=held[whose][0]) == "not_your_turn"
    assert refusal(room.move, round_, whose, seat=not_yet, **choice(round_)) == "not_yours"
    assert refusal(room.move, round_, whose, trail="H") == "unknown_tone"
    assert refusal(room.move, round_, whose, deal={"hands": [], "table": []}) == "not_dealer"
    after = locks.read(round_.pk)
    assert (after.step, after.due_at, after.secret.state) == (before.step, before.due_at, before.secret.state)
    assert after.moves.count() == made
    assert play(room, round_) == whose
    assert turn(round_) == not_yet


def test_the_automatic_player_plays_when_a_turn_is_over_and_no_earlier(room: Room) -> None:
    round_ = begun(room, casino(room, **SLOW))
    whose, wanted, made = turn(round_), choice(round_), round_.moves.count()
    assert PACE < wait_of(round_) <= TURN
    assert not tick(round_.pk, round_.step)
    assert round_.moves.count() == made
    go(round_)
    (move,) = round_.moves.filter(number__gt=made)
    assert (move.move, move.by["kind"]) == ({"seat": whose, **wanted}, "house")
    assert turn(round_) != whose
    assert PACE < wait_of(round_) <= TURN, "the next has a whole turn"


def test_a_turn_that_is_paused_goes_on_with_the_time_that_was_left(room: Room) -> None:
    round_ = begun(room, casino(room, **SLOW))
    left, whose = wait_of(round_), turn(round_)
    pause_round(round_.pk, by=HOUSE)
    assert due(round_) is None
    assert not tick(round_.pk, locks.read(round_.pk).step)
    resume_round(round_.pk, by=HOUSE)
    assert PACE < wait_of(round_) <= left
    assert turn(round_) == whose


def test_whoever_takes_over_a_table_that_is_stuck_plays_the_turn_that_is_over(room: Room) -> None:
    round_ = begun(room, casino(room, **SLOW))
    whose = turn(round_)
    assert refusal(take_over, round_.pk, by=HOUSE) == "nothing_due"
    Round.objects.filter(pk=round_.pk).update(due_at=timezone.now())
    assert take_over(round_.pk, by=HOUSE) == 1
    assert turn(round_) != whose


# --- Who leaves


def test_for_who_has_left_the_house_plays_at_the_pace_of_the_table(room: Room) -> None:
    table = casino(room, **SLOW)
    round_ = begun(room, table)
    gone = turn(round_)
    stays = other(round_)
    stand_up(table.pk, player=room.players[gone], by=HOUSE)
    assert wait_of(round_) <= PACE
    assert refusal(room.move, round_, gone, **choice(round_)) == "not_seated"
    go(round_)
    assert turn(round_) == stays
    assert wait_of(round_) > PACE, "who is there has a whole turn"
    play(room, round_)
    assert turn(round_) == gone
    assert wait_of(round_) <= PACE


def test_who_sits_down_again_has_the_same_hand_and_from_the_next_turn_on_the_whole_time(room: Room) -> None:
    table = casino(room, **SLOW)
    round_ = begun(room, table)
    back, held = turn(round_), hands(round_)
    stand_up(table.pk, player=room.players[back], by=HOUSE)
    soon = due(round_)
    room.sit(table, back)
    assert (due(round_), hands(round_)) == (soon, held), "coming back gives no more time for this turn"
    stand_up(table.pk, player=room.players[back], by=HOUSE)
    assert due(round_) == soon, "nor does going again"
    room.sit(table, back)
    assert play(room, round_) == back
    play(room, round_)
    assert turn(round_) == back
    assert wait_of(round_) > PACE


def test_who_leaves_while_another_plays_takes_no_time_from_them(room: Room) -> None:
    table = casino(room, **SLOW)
    round_ = begun(room, table)
    before = due(round_)
    stand_up(table.pk, player=room.players[other(round_)], by=HOUSE)
    stand_up(table.pk, player=room.players["Cy"], by=HOUSE)
    assert due(round_) == before
    play(room, round_)
    assert wait_of(round_) <= PACE


def test_who_leaves_in_a_pause_is_waited_for_no_longer_after_it(room: Room) -> None:
    table = casino(room, **SLOW)
    round_ = begun(room, table)
    pause_round(round_.pk, by=HOUSE)
    stand_up(table.pk, player=room.players[turn(round_)], by=HOUSE)
    assert due(round_) is None
    resume_round(round_.pk, by=HOUSE)
    assert wait_of(round_) <= PACE


def test_a_game_that_all_have_left_is_played_to_its_end_and_the_winner_paid(room: Room) -> None:
    """One is sent away, too. What they have put in stays in the pot."""
    table = casino(room)
    round_ = begun(room, table)
    stand_up(table.pk, player=room.players["Ada"], by=HOUSE)
    remove_player(room.players["Bob"], by=HOUSE)
    assert refusal(room.move, round_, turn(round_), **choice(round_)) == "not_seated"
    assert refusal(room.move, round_, other(round_), **choice(round_)) == "not_your_turn"
    assert run(round_).phase == "settled"
    (winner,) = winners(round_)
    assert room.purses() == {"Ada": 90, "Bob": 90, "Cy": 100, winner: 110}
    assert room_findings() == []


def test_who_entered_and_left_before_the_off_has_the_place_and_may_give_it_up_but_not_take_another(room: Room) -> None:
    """Somebody else may sit on the chair by now, so nobody has to come back for their ante."""
    table = room.put_table("cards", "musical-casino", options={"players": 2, "ante": ANTE}, places=2, **SLOW)
    room.sit(table, "Ada", "Bob")
    round_ = room.entered(table)
    stand_up(table.pk, player=room.players["Ada"], by=HOUSE)
    room.sit(table, "Cy")
    assert room.purses()["Ada"] == 90
    assert timedelta() < wait_of(round_) <= PACE, "the house would play for Ada"
    assert refusal(sit_down, table.pk, player=room.players["Ada"], by=HOUSE) == "table_full"
    room.move(round_, "Ada", scratch=True)
    assert room.purses()["Ada"] == 100
    assert due(round_) is None
    assert refusal(room.enter, round_, "Ada") == "not_seated"
    room.enter(round_, "Cy")
    go(round_)
    assert set(hands(go(round_))) == {"Bob", "Cy"}
    assert room_findings() == []


def test_who_has_promised_entropy_and_leaves_before_the_off_stays_in_the_game(room: Room) -> None:
    """What the off publishes has a seat for every promise."""
    table = room.put_table("cards", "musical-casino", options={"players": None, "target": 1})
    round_ = room.open(table)
    room.sit(table, "Ada", "Bob")
    Phone(room, "Ada").promise(round_)
    stand_up(table.pk, player=room.players["Ada"], by=HOUSE)
    assert run(round_).phase == "settled"
    assert json.loads(transcript_of(round_))["seats"] == ["Ada", "Bob"]
    assert room_findings() == []


# --- Robots


def test_robots_enter_at_once_and_play_at_the_pace_of_the_table(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    robot, sent = room.come("Robot", 100), list[tuple[Any, dict[str, Any]]]()
    robot.automatic = True
    robot.save()
    table = casino(room, **SLOW)
    monkeypatch.setattr(sending_robots, "send_after_commit", lambda *what, **named: sent.append((what, named)))
    round_ = room.entered(table, "Ada")
    assert sent[-1] == (("casino.act_for_robots", round_.pk), {})
    room.enter(round_, "Robot")
    go(round_)
    sent.clear()
    go(round_)
    assert turn(round_) == "Robot", "Ada deals"
    ((_, named),) = sent
    assert timedelta() < named["when"] - timezone.now() <= PACE
    sent.clear()
    play(room, round_)
    assert sent == [], "nobody but Ada is waited for"


def test_a_robot_that_sits_down_at_an_open_round_enters_too(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    robot, sent = room.come("Robot", 100), list[Any]()
    robot.automatic = True
    robot.save()
    table = room.put_table("cards", "musical-casino", options={"players": 2, "ante": ANTE})
    round_ = room.open(table)
    monkeypatch.setattr(sending_robots, "send_after_commit", lambda *what: sent.append(what))
    sit_down(table.pk, player=robot, by=HOUSE)
    assert sent == [("casino.act_for_robots", round_.pk)]
    assert robots.act_for(round_.pk) == 1
    assert room.purses()["Robot"] == 90


# --- What only one seat may see, and what all can check


def test_a_hand_is_told_to_its_seat_alone(room: Room) -> None:
    round_ = begun(room, casino(room))
    held, session = hands(round_), room.session.pk
    told = Event.objects.filter(body__happening__has_key="hand_dealt")
    assert {event.player_id for event in told} == {room.players[name].pk for name in held}
    for name in ("Ada", "Bob", "Cy"):
        seen = events_after(session, 0, reader=Reader(player_id=room.players[name].pk))
        dealt = [event.body["happening"]["hand_dealt"] for event in seen if event in told]
        assert dealt == ([held[name]] if name in held else [])
    for reader in (Reader(), Reader(staff=True)):
        assert not [event for event in events_after(session, 0, reader=reader) if event in told]


def test_the_deals_can_be_checked_by_a_phone_that_gave_entropy_and_no_other_deal_passes(room: Room) -> None:
    table = casino(room)
    round_ = room.open(table)
    phone = Phone(room, "Ada")
    phone.promise(round_)
    room.enter(round_, "Ada", "Bob")
    go(round_)
    digest = off_seen(round_)
    phone.reveal(round_)
    assert play_out(room, round_).phase == "settled"
    anchor = Event.objects.get(kind="table_opened", table_id=table.pk).body["anchor"]
    seen = Seen(table=round_.chain.name, round=1, anchor=anchor, off=digest, entropy=("Ada", phone.entropy), moves=None)
    game, transcript = find_game("musical-casino"), transcript_of(locks.read(round_.pk))
    assert verify(transcript, game, seen).doubts == ()
    told = json.loads(transcript)
    first = next(move["deal"]["hands"] for move in told["moves"] if "deal" in move)
    first[0], first[1] = first[1], first[0]
    assert verify(canonical(told), game, seen).doubts != ()


# --- At the same moment


def same_turn(room: Room, round_: Round) -> list[Exception]:
    """A phone sends the same card several times at once. What was raised."""
    name, move, seen = turn(round_), choice(round_), round_.moves.count()
    return together(lambda _: room.move(round_, name, seen=seen, **move))


def test_of_many_who_make_the_same_move_one_makes_it(room: Room) -> None:
    round_ = begun(room, casino(room, **SLOW))
    made, whose = round_.moves.count(), turn(round_)
    assert codes(same_turn(room, round_)) == {"stale_move": THREADS - 1}
    assert round_.moves.count() == made + 1
    assert turn(round_) != whose
    assert room_findings() == []


def test_control_without_locks_many_play_the_same_card_and_only_the_number_of_the_move_stops_them(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = begun(room, casino(room, **SLOW))
    with monkeypatch.context() as unlocked:
        name, move, seen = turn(round_), choice(round_), round_.moves.count()
        unlock(unlocked, "own_table", "own_round", "own_seat")
        then(unlocked, locks, "own_seat", Meeting())
        raised = together(lambda _: room.move(round_, name, seen=seen, **move))
    assert IntegrityError in {type(error) for error in raised}
