"""A settled round is corrected while the next one is played: its stakes were accepted against the same bank."""

import threading
from typing import Any

import pytest
from django.db import transaction

from casino.clubs.actors import HOUSE
from casino.tables import correcting, locks
from casino.tables.correcting import correct_round, plan_correction
from casino.tables.models import Round
from casino.tables.playing import funds_of, game_of
from casino.tables.settling import settle_round
from games.kit.beside import TOTALISATOR
from tests.casino.dealing import FELL, M1, deal, deals, play_m1
from tests.casino.room import Room, refusal
from tests.casino.tables.races import codes, worst
from tests.casino.verified import room_findings
from tests.databases import raw
from tests.ledger.verified import findings
from tests.threads import WAITING, together, until


@pytest.fixture
def corrected(own_database: str) -> tuple[Room, Round, Round, list[Any]]:
    """Minoru was said to have won, and it was St. Amant, at two to one: the bank has 48, and will have 12."""
    room = Room(table_options={"by_hand": True, "house_float": 36})
    wrong = room.open()
    room.stake(wrong, "Ada", "st_amant", 6)
    room.stake(wrong, "Bob", "st_amant", 6)
    play_m1(wrong)
    return room, wrong, room.open(), deals(*FELL)


def test_a_correction_leaves_in_the_bank_what_accepted_stakes_may_win(
    corrected: tuple[Room, Round, Round, list[Any]],
) -> None:
    room, wrong, live, moves = corrected
    room.stake(live, "Ada", "game_chick", 6)  # at five to one
    short = {"bank:Minoru 1": 18}
    assert plan_correction(wrong.pk, moves=moves).short == short
    assert refusal(correct_round, wrong.pk, moves=moves, reason="misread", by=HOUSE) == "short"
    correct_round(wrong.pk, moves=moves, reason="misread", cover=short, by=HOUSE)
    assert worst(live) == funds_of(live, game_of(live).office) == 30
    assert findings() == []


def stake_while_it_is_corrected(corrected: tuple[Room, Round, Round, list[Any]]) -> list[Exception]:
    """A correction that is not committed yet, and a stake that the bank could have paid before it."""
    room, wrong, live, moves = corrected
    raised = list[Exception]()
    ada = threading.Thread(
        target=lambda: raised.extend(together(lambda _: room.stake(live, "Ada", "game_chick", 6), threads=1))
    )
    with raw() as psql, transaction.atomic():
        correct_round(wrong.pk, moves=moves, reason="misread", by=HOUSE)
        ada.start()
        until(lambda: not ada.is_alive() or psql.execute(WAITING).fetchone() == (1,))
    ada.join()
    return raised


def test_no_stake_is_accepted_against_a_bank_that_is_being_corrected(
    corrected: tuple[Room, Round, Round, list[Any]],
) -> None:
    assert codes(stake_while_it_is_corrected(corrected)) == {"not_covered": 1}


def test_control_without_the_live_round_s_lock_the_bank_owes_what_it_does_not_have(
    corrected: tuple[Room, Round, Round, list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, wrong, live, _ = corrected
    own_round = locks.own_round
    monkeypatch.setattr(locks, "own_round", lambda _: own_round(wrong.pk))
    assert stake_while_it_is_corrected(corrected) == []
    assert worst(live) > funds_of(live, game_of(live).office)


# --- What was carried over into a pool that is open by now


@pytest.fixture
def carried(own_database: str) -> tuple[Room, Round, Round, list[Any]]:
    """Nobody had backed Minoru, who was said to have won: Ada's counters wait in the next pool. It was St. Amant."""
    terms = {"totalisator": {"unbacked": "carry-over"}}
    room = Room(table_options={"by_hand": True, "beside": terms})
    wrong = room.open()
    room.stake(wrong, "Ada", "st_amant", 12, TOTALISATOR)
    play_m1(wrong)
    live = room.open()
    room.stake(live, "Bob", "minoru", 20, TOTALISATOR)
    return room, wrong, live, deals(*FELL)


def test_a_correction_leaves_in_the_next_pool_what_was_carried_into_it(
    carried: tuple[Room, Round, Round, list[Any]],
) -> None:
    room, wrong, live, moves = carried
    short = {"carry-over:Minoru 1": 12}
    assert plan_correction(wrong.pk, moves=moves).short == short
    assert refusal(correct_round, wrong.pk, moves=moves, reason="misread", by=HOUSE) == "short"
    correct_round(wrong.pk, moves=moves, reason="misread", cover=short, by=HOUSE)
    assert room.held()["purse:Ada"] == 100
    assert room.held()["carry-over:Minoru 1"] == 12
    play_m1(live)
    assert room.held()["purse:Bob"] == 100 + 12 - 3  # less a tenth of the 32 in the pool
    assert room_findings() == []


def test_what_was_carried_over_and_won_since_is_covered_too(carried: tuple[Room, Round, Round, list[Any]]) -> None:
    room, wrong, live, moves = carried
    play_m1(live)
    short = {"carry-over:Minoru 1": 12}
    assert plan_correction(wrong.pk, moves=moves).short == short
    correct_round(wrong.pk, moves=moves, reason="misread", cover=short, by=HOUSE)
    assert (room.held()["purse:Ada"], room.held()["purse:Bob"]) == (100, 109)
    assert room_findings() == []


def test_control_without_the_promise_the_next_pool_cannot_be_paid(
    carried: tuple[Room, Round, Round, list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, wrong, live, moves = carried
    monkeypatch.setattr(correcting, "_promised", lambda _: {})
    correct_round(wrong.pk, moves=moves, reason="misread", by=HOUSE)
    deal(live, *M1)
    assert refusal(settle_round, live.pk, by=HOUSE) == "insufficient_counters"


def settle_while_it_is_corrected(carried: tuple[Room, Round, Round, list[Any]]) -> list[Exception]:
    """A correction that is not committed yet, and the next pool that is to be paid meanwhile."""
    _, wrong, live, moves = carried
    deal(live, *M1)
    raised = list[Exception]()
    croupier = threading.Thread(
        target=lambda: raised.extend(together(lambda _: settle_round(live.pk, by=HOUSE), threads=1))
    )
    with raw() as psql, transaction.atomic():
        correct_round(wrong.pk, moves=moves, reason="misread", cover={"carry-over:Minoru 1": 12}, by=HOUSE)
        croupier.start()
        assert until(lambda: psql.execute(WAITING).fetchone() == (1,))
    croupier.join()
    return raised


def test_the_next_pool_is_paid_in_full_after_the_correction_it_waited_for(
    carried: tuple[Room, Round, Round, list[Any]],
) -> None:
    room, *_ = carried
    assert settle_while_it_is_corrected(carried) == []
    assert (room.held()["purse:Ada"], room.held()["purse:Bob"]) == (100, 109)
    assert room_findings() == []
