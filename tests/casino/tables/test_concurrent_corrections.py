"""A settled round is corrected while the next one is played: its stakes were accepted against the same bank."""

import threading
from typing import Any

import pytest
from django.db import transaction

from casino.clubs.actors import HOUSE
from casino.tables import locks
from casino.tables.correcting import correct_round, plan_correction
from casino.tables.models import Round
from casino.tables.playing import funds_of, game_of
from casino.tables.settling import settle_round
from games.kit.cards import PACK
from games.kit.game import written
from games.minoru.rules import Deal, strength
from tests.casino.room import Room, refusal
from tests.casino.tables.races import codes, let_minoru_win, worst
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
    let_minoru_win(wrong)
    settle_round(wrong.pk, by=HOUSE)
    cards = sorted(PACK, key=strength)
    moves = [written(Deal((*cards[4 * turn : 4 * turn + 4], cards[-1 - turn]))) for turn in range(3)]
    return room, wrong, room.open(), moves


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
