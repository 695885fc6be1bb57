"""The golden cases of the worked rules by their numbers, and whole games as scripts."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest

from games.kit.replay import Refusal
from games.musical_casino.board import Board, Player
from games.musical_casino.contest import Contest
from games.musical_casino.moves import Dealt, Score, Swept
from games.musical_casino.scoring import score, sides_of
from games.musical_casino.tones import Tone
from tests.games.driving import refusal
from tests.games.golden import replayed
from tests.games.musical_casino import golden
from tests.games.musical_casino.golden import CASES, After
from tests.games.musical_casino.positions import (
    MUSICAL,
    TWELVE,
    after,
    board_of,
    cards,
    contest,
    legal,
    move,
    position,
    spelled,
)
from tests.games.musical_casino.whole_games import Table, at_random

PACK = contest().course.pack


def result(before: Contest, written: str) -> After:
    step = MUSICAL.play(before, move("A", written))
    board = board_of(step.state)
    swept = board.players[0].sweeps
    assert [happening for happening in step.happenings if isinstance(happening, Swept)] == [Swept("A")] * swept
    builds = tuple(spelled(build.cards) for build in board.layout.builds)
    assert board.players[1] == board_of(before).players[1]
    assert board.to_play.seat == "B"
    return After(spelled(board.players[0].pile), spelled(board.layout.loose), builds, swept == 1)


@pytest.mark.rule("musical-casino:C-4", "musical-casino:C-5", "musical-casino:C-6", "musical-casino:C-7")
@pytest.mark.rule("musical-casino:C-8", "musical-casino:C-9", "musical-casino:C-10", "musical-casino:C-11")
@pytest.mark.rule("musical-casino:C-12", "musical-casino:C-13")
@pytest.mark.parametrize("number", CASES)
def test_positions_by_their_numbers(number: str) -> None:
    """Nothing else is legal, and every move takes what it should."""
    case = CASES[number]
    assert sorted(legal(case.state)) == sorted(case.legal)
    assert {written: result(case.state, written) for written in case.legal} == case.legal


@pytest.mark.rule("musical-casino:C-8", "musical-casino:C-11", "musical-casino:C-12")
@pytest.mark.parametrize(
    ("number", "written", "code"),
    [
        ("6", "trail B", "can_be_used"),
        ("9", "build D G G major", "third_tone_missing"),
        ("9", "build D G G minor", "third_tone_missing"),
        ("10", "match F#", "not_on_table"),
        ("11", "pair E# G#", "no_third"),
        ("14", "trail C", "can_be_used"),
        ("15", "trail Cb", "build_waits"),
        ("15 of another", "trail B", "can_be_used"),
        ("17", "match G", "not_on_table"),
    ],
)
def test_what_these_positions_refuse(number: str, written: str, code: str) -> None:
    assert refusal(after, CASES[number].state, written) == code


@pytest.mark.rule("musical-casino:C-9")
@pytest.mark.parametrize(
    ("number", "written", "chord"), [("7", "chord Bb 1", "G minor"), ("8", "chord E 1", "E minor")]
)
def test_a_build_is_taken_under_another_name(number: str, written: str, chord: str) -> None:
    first, *_ = MUSICAL.play(CASES[number].state, move("A", written)).happenings
    assert f"makes {chord} " in str(first)


def test_a_match_after_a_trailed_card_finds_it_there() -> None:
    state = after(position("G A", "", other="G"), "trail G")
    assert legal(state) == ["match G"]


def less(*held: Iterable[Tone]) -> list[Tone]:
    """The pack without these."""
    left = Counter(PACK)
    left.subtract(card for pile in held for card in pile)
    assert min(left.values()) >= 0
    return list(left.elements())


def points(*piles: Iterable[Tone], sweeps: tuple[int, ...], partners: bool = False) -> list[int]:
    assert Counter(card for pile in piles for card in pile) == Counter(PACK)
    players = [
        Player(seat, pile=tuple(pile), sweeps=swept) for seat, pile, swept in zip(TWELVE, piles, sweeps, strict=False)
    ]
    sides = sides_of(len(players), partners=partners)
    return [each.points for each in score(players, sides, [0] * len(sides))]


TWENTY_SIX = cards("E# Db Db F F F F C C C C D D D D E E E E G G G G A A A")


@pytest.mark.rule("musical-casino:C-15", "musical-casino:C-16")
def test_case_20_twenty_six_cards_are_no_majority() -> None:
    assert len(TWENTY_SIX) == 26
    assert points(TWENTY_SIX, less(TWENTY_SIX), sweeps=(2, 0)) == [7, 3]
    more = [*TWENTY_SIX, Tone.A]
    assert points(more, less(more), sweeps=(2, 0)) == [10, 3]


@pytest.mark.rule("musical-casino:C-15", "musical-casino:C-16")
def test_case_21_three_players_of_whom_two_share_the_f_cards() -> None:
    first, second = cards("F F F C C C C D D D D"), cards("F F# F# E E E E G G G G")
    third = less(first, second)
    assert len(third) == 30
    assert points(first, second, third, sweeps=(0, 1, 0)) == [0, 1, 10]


@pytest.mark.rule("musical-casino:C-19")
def test_case_22_partners_put_their_piles_together() -> None:
    first, third = cards("F F F F C C C C D D D"), cards("D# D A A A A B B B B E E E E G")
    rest = less(first, third)
    counting = cards("F# D# E# Db Cb")
    assert spelled(card for card in rest if card in counting) == "Cb D# Db Db E# F# F# F#"
    assert points(first, rest[:11], third, rest[11:], sweeps=(0,) * 4, partners=True) == [2, 6]


def last_card(sweeps: int) -> Contest:
    """Totals are 19 and 18, A has the last card, and then both have 26: A makes 4, and B 4 and its sweeps."""
    first = cards("Db Db D# D# C C C C D D D D E E E E G G G G A A A A B")
    second = less(first, cards("B"))
    players = (Player("A", cards("B"), first), Player("B", (), tuple(second), sweeps))
    before = tuple(Score((seat,), 0, 0, 0, 0, 0, 0, 0, 0, 0, total) for seat, total in (("A", 19), ("B", 18)))
    return replace(contest(), deals=2, board=Board(players, turn=0, last_taker=0), scores=before)


@pytest.mark.rule("musical-casino:C-17")
def test_case_23_the_higher_of_two_totals_above_the_target_wins() -> None:
    over = after(last_card(sweeps=2), "trail B")
    assert [(each.points, each.total) for each in over.scores] == [(4, 23), (6, 24)]
    assert over.winners == ("B",)
    found = MUSICAL.result(over)
    assert found is not None
    assert found.finish == (("B",), ("A",))


@pytest.mark.rule("musical-casino:C-17", "musical-casino:C-18")
def test_case_23_equal_totals_above_the_target_ask_for_another_deal() -> None:
    level = after(last_card(sweeps=1), "trail B")
    assert [(each.points, each.total) for each in level.scores] == [(4, 23), (5, 23)]
    assert MUSICAL.result(level) is None
    wanted = MUSICAL.chance(level)
    assert wanted is not None
    assert (wanted.label, wanted.start, wanted.count) == ("deal 3", 0, 12)


@pytest.mark.rule("musical-casino:C-1", "musical-casino:C-2", "musical-casino:C-3")
@pytest.mark.parametrize(("players", "hands"), [(2, 6), (3, 4), (4, 3), (6, 2), (12, 1)])
def test_case_24_hands_of_four_come_out_even(players: int, hands: int) -> None:
    table = Table(contest(TWELVE[:players], max_deals=1), seed=24)
    table.play(at_random(24))
    dealt = [happening for happening in table.happenings if isinstance(happening, Dealt)]
    assert [(each.deal, each.hand, len(each.table)) for each in dealt] == [
        (1, hand, 4 if hand == 1 else 0) for hand in range(1, hands + 1)
    ]
    assert table.plays == [48]
    assert table.order[: players + 1] == [*TWELVE[1:players], "A", "B"]


@pytest.mark.rule("musical-casino:C-1", "musical-casino:C-3")
@pytest.mark.parametrize(
    ("dealer", "hands"),
    [(1, "EEEE CCCC DDDD"), (2, "DDDD EEEE CCCC"), (3, "CCCC DDDD EEEE")],
)
def test_whoever_sits_on_the_left_of_the_dealer_is_dealt_to_first(dealer: int, hands: str) -> None:
    """Four cards at a time from the top of the pack: C, then D, then E, and then G to the table."""
    state = contest("ABC", dealer=dealer)
    wanted = MUSICAL.chance(state)
    assert wanted is not None
    state = MUSICAL.play(state, wanted.becomes(cards("C C C C D D D D E E E E G G G G"))).state
    assert ["".join(player.hand) for player in board_of(state).players] == hands.split()
    assert spelled(board_of(state).layout.loose) == "G G G G"
    assert state.turn is not None
    assert board_of(state).to_play.hand == cards("C C C C")


@pytest.mark.rule("musical-casino:C-2")
def test_case_24_five_cannot_play() -> None:
    assert refusal(contest, "ABCDE", players=5) == "wrong_players"
    why = MUSICAL.unready(contest("ABCDE"))
    assert why is not None
    assert why.code == "wrong_players"


@pytest.mark.rule("musical-casino:C-13", "musical-casino:C-14", "musical-casino:C-15", "musical-casino:C-20")
@pytest.mark.parametrize("name", golden.FINISH)
def test_golden_scripts(name: str) -> None:
    golden.check(name, replayed(MUSICAL, name))


@pytest.mark.rule("musical-casino:C-12")
@pytest.mark.parametrize("name", golden.REFUSED)
def test_golden_scripts_that_are_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        replayed(MUSICAL, name)
    told = refused.value.as_json()["refused"]
    assert (told["code"], told["move"]) == golden.REFUSED[name]


def test_every_golden_case_has_all_its_figures() -> None:
    assert set(golden.FINISH) == set(golden.NET) == set(golden.SCORES) == set(golden.PAID) == set(golden.LAST_CARDS)
