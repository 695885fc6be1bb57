"""Ascot by a croupier at a real board: cards, dice and reports are typed, taken back and corrected; and what nobody has
won waits for the next game.
"""

from dataclasses import replace
from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.events.models import Event
from casino.tables import locks
from casino.tables.correcting import correct_round, plan_correction
from casino.tables.dealing import deal_by_hand, take_back
from casino.tables.models import Round, Table
from casino.tables.opening import close_table
from casino.tables.playing import moves_of
from casino.tables.settling import settle_round
from casino.tables.typed_cards import as_lines, typed_move, typed_moves
from casino.tables.voiding import void_round
from games.ascot.moves import Bet, NoBet, Roll
from games.ascot.options import Options
from games.ascot.pending import Drawing
from games.ascot.state import Phase
from games.kit.errors import RuleBroken
from games.kit.game import Cards, Move, written
from games.kit.round import Phase as RoundPhase
from games.kit.round import Round as Value
from games.registry import find_game
from ledger.models import Transfer
from tests.casino.office import Office, address
from tests.casino.room import Room, refusal
from tests.casino.tables.ascot_games import (
    ahead,
    ascot,
    francs,
    next_move,
    phase,
    seeded,
    state_of,
    step,
    value_now,
)
from tests.casino.verified import room_findings

# Two players have seven cards each, and six are nobody's.
ADA = "1 2 3 4 5 6 auctioneer"
BOB = "7 8 9 10 11 12 bookmaker"
DEAD = "club vet stevens walroy farrier forage"
BET = 500  # francs; the least
TWO: dict[str, Any] = {"players": None}
# One horse each, so that a game is short and ends with few throws.
SHORT: dict[str, Any] = {**TWO, "horses_each": 1, "tote_no_backer": "carry_over"}


@pytest.fixture
def room(own_database: str) -> Room:
    return Room(seat=False)


def by_hand(room: Room, **options: Any) -> Table:
    return ascot(room, "Ada", "Bob", by_hand=True, options={**TWO, **options})


def type_in(round_: Round, text: str) -> Round:
    value = value_now(round_)
    return deal_by_hand(round_.pk, move=typed_move(value.game.chance(value.state), text), by=HOUSE)


# --- Typing


def test_the_deal_is_typed_as_it_lies_there_hand_by_hand(room: Room) -> None:
    round_ = room.open(by_hand(room))
    type_in(round_, f"{ADA.upper()}, {BOB} {DEAD}")
    (dealt,) = round_.moves.all()
    assert dealt.move == {"deal": {"hands": [ADA.split(), BOB.split()], "dead": DEAD.split()}}
    assert as_lines(locks.read(round_.pk)) == f"{ADA} {BOB} {DEAD}"
    assert room_findings() == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"{ADA} {BOB} club vet stevens walroy farrier", "wrong_hands"),
        (f"{ADA} {BOB} {DEAD} 12", "wrong_hands"),
        (f"{ADA} {BOB} club vet stevens walroy farrier farrier", "duplicate_card"),
        (f"{ADA} {BOB} club vet stevens walroy farrier 13", "unknown_card"),
        ("", "wrong_hands"),
    ],
)
def test_a_deal_that_twenty_cards_cannot_give_is_refused_and_changes_nothing(room: Room, text: str, code: str) -> None:
    round_ = room.open(by_hand(room))
    assert refusal(type_in, round_, text) == code
    assert (locks.read(round_.pk).phase, round_.moves.count(), francs(room)) == ("open", 0, {})


def test_dice_that_cannot_fall_are_refused(room: Room) -> None:
    round_ = ahead(room.open(by_hand(room)), seeded(0), phase(Phase.TRAINING))
    assert refusal(type_in, round_, "3") == "nothing_to_deal"
    step(room, round_, seeded(0))  # who is to throw does
    number = round_.moves.count()
    for text in ("7 7", "6 6 6", "9" * 40, "x y"):
        assert refusal(type_in, round_, text) in {"wrong_dice", "bad_move"}
    assert round_.moves.count() == number


def test_a_report_is_typed_by_its_card_in_large_or_small_letters(room: Room) -> None:
    drawing = lambda state: isinstance(state.task, Drawing)  # noqa: E731
    round_ = ahead(room.open(by_hand(room)), seeded(0), drawing)
    wanted = value_now(round_).game.chance(state_of(round_))
    assert isinstance(wanted, Cards)
    for text in ("", "1", "s01 s02", "QS"):
        assert refusal(type_in, round_, text) in {"one_card", "unknown_card"}
    type_in(round_, str(wanted.pack[-1]).upper())
    assert list(round_.moves.order_by("number"))[-1].move == {"report": str(wanted.pack[-1])}
    assert room_findings() == []


def test_the_page_says_what_to_type_and_shows_no_hand(room: Room, office: Office) -> None:
    """Not to Claude either, who has typed it in."""
    round_ = room.open(by_hand(room))
    run = address(room.session, "run")
    assert "All 20 cards as they lie there" in office.text("claude", run)
    assert "is dealt 7 cards" in str(office.act("claude", round_, "deal", fell="1 2 3").content)
    assert locks.read(round_.pk).phase == "open"
    office.act("claude", round_, "deal", fell=f"{ADA} {BOB} {DEAD}")
    assert state_of(round_).phase is Phase.EXCHANGE
    for who in ("olga", "claude", "audrey"):
        for page in (run, address(round_), address(round_, "sheet"), address(round_.table)):
            assert "1 2 3 4 5 6" not in office.text(who, page)
    for event in Event.objects.exclude(body__happening__has_key="hand_dealt"):
        assert "forage" not in str(event.body)
    ahead(round_, seeded(0), phase(Phase.TRAINING))
    step(room, round_, seeded(0))
    dice = value_now(round_).game.chance(state_of(round_))
    assert dice is not None
    assert f"{dice.count} dice, with blanks between." in office.text("claude", address(round_))
    office.act("claude", round_, "deal", fell=" ".join(["2"] * dice.count))
    assert state_of(round_).throws == 1
    office.act("claude", round_, "take-back")
    assert state_of(round_).throws == 0
    assert room_findings() == []


# --- A whole game


def test_a_whole_game_is_typed_taken_back_and_settled(room: Room) -> None:
    """Now and then a throw is taken back, and typed once more."""
    round_, draws, taken = room.entered(by_hand(room, players=2, ante=10, horses_each=1)), seeded(0), 0
    while value_now(round_).game.result(before := state_of(round_)) is None:
        step(room, round_, draws)
        if before.throws < state_of(round_).throws and before.throws % 20 == 0:
            take_back(round_.pk, by=HOUSE)
            taken += 1
            assert state_of(round_) == before
            assert room_findings() == []
            step(room, round_, draws)
    assert taken > 1
    assert sum(francs(room).values()) == 0 < len(francs(room))  # until the croupier says that it is over
    settle_round(round_.pk, by=HOUSE)
    assert francs(room) == {}
    assert (sum(room.purses().values()), "pot:ascot" in room.held()) == (300, False)
    over = locks.read(round_.pk)
    moves = typed_moves(over, as_lines(over))
    assert moves == moves_of(over)
    assert plan_correction(round_.pk, moves=moves).changes == {}
    assert room_findings() == []


# --- What nobody has won


def backing_her_own(value: Value, seat: str) -> Move | None:
    """Ada has a ticket on her horse, and there is no other."""
    state = value.state
    if state.phase is not Phase.BETTING:
        return None
    return Bet(BET, seat=seat) if seat == "Ada" == state.horse(state.called[0]).owner else NoBet(seat=seat)


def history(seed: int, carried: int = 0) -> tuple[Value, list[tuple[Value, Move]]]:
    """A short game with these cards: its end, and every move with how it stood before."""
    game, draws = find_game("ascot"), seeded(seed)
    value = replace(
        Value.open(game, Options(**{**SHORT, "carried": carried}), ("Ada", "Bob")), phase=RoundPhase.RUNNING
    )
    made = list[tuple[Value, Move]]()
    while game.result(value.state) is None:
        made.append((value, next_move(value, draws, backing_her_own)))
        value = value.play(made[-1][1])
    return value, made


def read_otherwise(made: list[tuple[Value, Move]], at: int, die: int) -> tuple[Value, list[Move]] | None:
    """The game if that throw was another; what could not be decided any more was not."""
    value, moves = made[at][0], [move for _, move in made[:at]]
    for move in [Roll((die,)), *(move for _, move in made[at + 1 :])]:
        if value.game.result(value.state) is not None and move.seat is None:
            continue
        try:
            value = value.play(move)
        except RuleBroken:
            if move.seat is None:
                return None
        else:
            moves.append(move)
    return (value, moves) if value.game.result(value.state) is not None else None


def misread(*, backed: bool) -> tuple[int, list[Any]]:
    """A seed with which Ada's horse is first, or is not, and the moves if a throw near the end was another and it is
    the other way round.
    """
    for seed in range(200):
        end, made = history(seed)
        if bool(end.state.carried) == backed or not end.state.tickets.sold or len(end.state.placed) != 2:
            continue
        throws = [at for at, (value, move) in enumerate(made) if move.seat is None and value.state.phase is Phase.RACE]
        for at in throws[-8:]:
            for die in range(1, 7):
                found = read_otherwise(made, at, die)
                if found and bool(found[0].state.carried) == backed and len(found[0].state.placed) == 2:
                    return seed, [written(move) for move in found[1]]
    raise AssertionError("no such game")


def over(round_: Round, seed: int) -> Round:
    """The whole game, settled."""
    ahead(round_, seeded(seed), phase(Phase.FINISHED), backing_her_own)
    return settle_round(round_.pk, by=HOUSE)


@pytest.fixture(scope="module")
def lost() -> tuple[int, list[Any]]:
    return misread(backed=False)


@pytest.fixture(scope="module")
def won() -> tuple[int, list[Any]]:
    return misread(backed=True)


@pytest.mark.rule("ascot:Z-7")
@pytest.mark.rule("ascot:Z9")
def test_what_nobody_has_won_waits_for_the_next_game_and_is_swept_when_there_is_none(
    room: Room, lost: tuple[int, list[Any]]
) -> None:
    table = by_hand(room, **SHORT)
    over(room.open(table), lost[0])
    waits = {"carry-over:FRF:ascot": BET, "box:ascot": -BET}
    assert francs(room) == waits
    table.refresh_from_db()
    assert table.options["carried"] == BET
    assert room_findings() == []
    second = room.open(table)
    ahead(second, seeded(0), phase(Phase.EXCHANGE))
    assert state_of(second).tote == BET
    step(room, second, seeded(0))  # what was typed is paid with the next move
    assert "carry-over:FRF:ascot" not in francs(room)
    void_round(second.pk, reason="It rains on the board", by=HOUSE)
    assert francs(room) == waits
    assert room_findings() == []
    seed = next(seed for seed in range(200) if history(seed, BET)[0].state.carried == 2 * BET)
    over(room.open(table), seed)
    assert francs(room) == {"carry-over:FRF:ascot": 2 * BET, "box:ascot": -2 * BET}
    close_table(table.pk, by=HOUSE)
    assert francs(room) == {}
    swept = Transfer.objects.filter(entry__key=f"table:{table.pk}:close").order_by("pk")
    assert list(swept.values_list("payer__role", "reason", "payee__role", "amount")) == [
        ("carry-over", "carry-over", "bookmaker", 2 * BET),
        ("bookmaker", "office", "holding", 2 * BET),
        ("holding", "box", "box", 2 * BET),
    ]
    assert room_findings() == []


@pytest.mark.parametrize("backed", [False, True])
def test_a_correction_hands_on_what_is_carried_over_now(
    room: Room, request: pytest.FixtureRequest, *, backed: bool
) -> None:
    seed, right = request.getfixturevalue("won" if backed else "lost")
    table = by_hand(room, **SHORT)
    round_ = over(room.open(table), seed)
    correct_round(round_.pk, moves=right, reason="It was another die", by=HOUSE)
    table.refresh_from_db()
    carried = BET if backed else 0
    assert table.options["carried"] == carried == francs(room).get("carry-over:FRF:ascot", 0)
    assert room_findings() == []
    ahead(room.open(table), seeded(0), phase(Phase.EXCHANGE))
    assert state_of(table.rounds.latest("pk")).tote == carried
    assert room_findings() == []


def test_what_the_next_game_has_begun_with_is_not_corrected_away(room: Room, lost: tuple[int, list[Any]]) -> None:
    seed, right = lost
    table = by_hand(room, **SHORT)
    round_ = over(room.open(table), seed)
    second = room.open(table)
    before = francs(room)
    for _ in range(2):
        assert refusal(plan_correction, round_.pk, moves=right) == "carried_on"
        assert refusal(correct_round, round_.pk, moves=right, reason="A five", by=HOUSE) == "carried_on"
        assert francs(room) == before
        ahead(second, seeded(0), phase(Phase.EXCHANGE))
        before = francs(room)
    same = moves_of(locks.read(round_.pk))
    assert plan_correction(round_.pk, moves=same).short == {}  # what was carried over lies in the totalisator by now
    correct_round(round_.pk, moves=same, reason="It was right", by=HOUSE)
    assert francs(room) == before
    assert room_findings() == []


def test_a_correction_after_the_table_was_closed_is_swept_with_it(room: Room, won: tuple[int, list[Any]]) -> None:
    seed, right = won
    table = by_hand(room, **SHORT)
    round_ = over(room.open(table), seed)
    close_table(table.pk, by=HOUSE)
    correct_round(round_.pk, moves=right, reason="It was another die", by=HOUSE)
    assert francs(room) == {}
    assert room_findings() == []
