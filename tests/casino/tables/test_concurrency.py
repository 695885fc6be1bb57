"""Many stakes at once: the bank can pay them all, and nobody has more there than allowed; and without each lock."""

import random
from collections import Counter

import pytest

from casino.tables import locks
from casino.tables.models import Round, Stake
from casino.tables.playing import funds_of, game_of
from games.kit.errors import RuleBroken
from ledger import balances
from tests.casino.room import Room
from tests.casino.tables.races import HORSES, codes, first, players, then, unlock, worst
from tests.ledger.verified import findings
from tests.threads import THREADS, Meeting, together


def stake_beyond_the_bank(room: Room) -> tuple[Round, Counter[str]]:
    """Everybody wants more of everything than a small bank can pay. How they are refused."""
    round_ = room.open()
    refused = list[Exception]()

    def act(number: int) -> None:
        chance = random.Random(number)
        for _ in range(12):
            try:
                room.stake(round_, f"player {number}", chance.choice(HORSES), 1)
            except RuleBroken as refusal:
                refused.append(refusal)

    return round_, codes([*together(act), *refused])


@pytest.fixture
def small_bank(own_database: str) -> Room:
    return Room(counters=players(THREADS), table_options={"house_float": 30})


def test_joint_stakes_never_exceed_what_the_bank_can_pay(small_bank: Room) -> None:
    round_, refused = stake_beyond_the_bank(small_bank)
    kept = round_.exposures.get().liabilities
    assert max(kept.values()) == worst(round_) <= funds_of(round_, game_of(round_).office)
    assert refused["not_covered"]
    assert findings() == []


def test_control_without_the_exposure_s_lock_the_bank_owes_what_it_does_not_have(
    small_bank: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlock(monkeypatch, "own_exposure")
    then(monkeypatch, locks, "own_exposure", Meeting())
    round_, _ = stake_beyond_the_bank(small_bank)
    assert worst(round_) > funds_of(round_, game_of(round_).office)


# --- One player, many devices


@pytest.fixture
def ada(room: Room) -> tuple[Room, Round]:
    """Ada has three counters on Minoru, and six on each other horse."""
    round_ = room.open()
    for horse in HORSES:
        room.stake(round_, "Ada", horse, 3 if horse == "minoru" else 6)
    return room, round_


def from_every_device(ada: tuple[Room, Round], act: str, counters: int) -> Counter[str]:
    """How Ada is refused, who does the same on eight devices at once."""
    room, round_ = ada
    return codes(together(lambda _: getattr(room, act)(round_, "Ada", "minoru", counters)))


def on_minoru(ada: tuple[Room, Round]) -> tuple[int, int]:
    """What Ada has on Minoru by the table of stakes, and by the ledger."""
    room, round_ = ada
    account = room.players["Ada"].stakes_account_id
    return Stake.objects.get(round=round_, selection="minoru").counters, balances.balance(account) - 24


def all_read_before_one_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the seat's lock away. The exposure's can stay: it comes after the stake was read, too late to protect it,
    and only keeps the changes apart.
    """
    unlock(monkeypatch, "own_seat")
    first(monkeypatch, locks, "own_exposure", Meeting())


def test_a_player_never_gets_more_than_six_on_one_space(ada: tuple[Room, Round]) -> None:
    assert from_every_device(ada, "stake", 1) == {"over_limit": THREADS - 3}
    assert on_minoru(ada) == (6, 6)
    assert findings() == []


def test_control_without_the_seat_s_lock_a_player_gets_more_than_six(
    ada: tuple[Room, Round], monkeypatch: pytest.MonkeyPatch
) -> None:
    all_read_before_one_writes(monkeypatch)
    assert from_every_device(ada, "stake", 1) == {}
    assert on_minoru(ada) == (4, 3 + THREADS)


def test_the_same_withdrawal_at_the_same_moment_gives_counters_back_once(ada: tuple[Room, Round]) -> None:
    assert from_every_device(ada, "withdraw", 3) == {"not_staked": THREADS - 1}
    assert on_minoru(ada) == (0, 0)
    assert findings() == []


def test_control_without_the_seat_s_lock_counters_come_back_from_other_spaces(
    ada: tuple[Room, Round], monkeypatch: pytest.MonkeyPatch
) -> None:
    all_read_before_one_writes(monkeypatch)
    assert from_every_device(ada, "withdraw", 3) == {}
    assert on_minoru(ada) == (0, 3 - 3 * THREADS)
