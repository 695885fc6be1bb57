"""The automatic player: what it values, worked out by hand, and that it goes by nothing that it cannot see.

A card is worth 1/9 for the majority, its points, and 1/4 if it is F or F♯. So E♯ is worth 2.11, and D♯ 1.11.
"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit.game import Move
from games.musical_casino.contest import Contest
from games.musical_casino.moves import Trail
from tests.games.musical_casino.hidden import dealt_otherwise
from tests.games.musical_casino.positions import MUSICAL, TWELVE, board_of, contest, legal, opened, position, words
from tests.games.musical_casino.whole_games import Chooser, Table, at_random, greedy

OTHERS_G_B = opened("G B", "G major", "B")


def chosen(state: Contest) -> str:
    return words(greedy(state))


def test_a_sweep_is_worth_a_point() -> None:
    # Three cards are 0.33, four and a sweep 1.44.
    assert chosen(position("A", "A A C")) == "pair A C"


def test_the_same_cards_without_a_sweep_are_worth_less_than_a_sweep() -> None:
    # Pairing D with B leaves G: 0.22. The chord sweeps: 1.33.
    assert chosen(position("D", "G B")) == "chord D B G"


def test_points_are_worth_more_than_cards() -> None:
    # C♯ with A A: 0.33. With E♯: 2.22.
    assert chosen(position("C#", "A A E# C")) == "pair C# E#"


def test_an_f_is_worth_a_quarter() -> None:
    # D with B B: 0.33. With F: 0.47.
    assert chosen(position("D", "B B F C")) == "pair D F"
    # With three B it is still 0.44; with all four 0.56.
    assert chosen(position("D", "B B B F C")) == "pair D F"
    assert chosen(position("D", "B B B B F C")) == "pair D B"


def test_a_build_on_the_table_stands_in_the_way_of_a_sweep() -> None:
    # The match takes four cards, 0.44, and leaves the build; the build is 0.33, and leaves three cards.
    assert chosen(position("E", "E E E", OTHERS_G_B)) == "match E"
    # Of one E the match is 0.22.
    assert chosen(position("E", "E", OTHERS_G_B)) == "chord E 1"


def test_of_two_builds_the_one_that_fewer_can_take() -> None:
    """E♯ on G♯ is taken by C♯ alone, of which 2 of 49 are unseen: 0.8 × 2.33 × (1 − 8/49) = 1.56. C♯ on G♯ is taken by
    E♯ and by E, of which 4 are unseen: 0.8 × 2.33 × (1 − 16/49) = 1.26.
    """
    for hand in ("E# C#", "C# E#"):
        assert chosen(position(hand, "G#")) == "build E# G# C# major"


def test_a_build_can_be_worth_more_than_a_sweep_and_less() -> None:
    """B sweeps G♯: 1.22. The build is 0.8 × 2.33 × (1 − 8/48) = 1.56."""
    assert chosen(position("B E# C#", "G#")) == "build E# G# C# major"
    # B sweeps G: 1.22. A build for G major is at most 0.8 × 0.33.
    assert chosen(position("B D", "G")) == "pair B G"


def test_what_a_build_would_take_counts_four_fifths() -> None:
    """B takes G♯ and every B, and sweeps: with two of them that is 1.44, with three 1.56. The build, with 2 C♯ of 46 or
    45 unseen, is 0.8 × 2.33 × (1 − 8/46) = 1.54, or 0.8 × 2.33 × (1 − 8/45) = 1.53.
    """
    assert chosen(position("B E# C#", "G# B B")) == "build E# G# C# major"
    assert chosen(position("B E# C#", "G# B B B")) == "pair B G#"


def test_a_build_in_danger_is_worth_less_than_a_pair() -> None:
    """B takes G: 0.22. The build D on G would be 0.8 × 0.33 = 0.27, but 3 B and 3 B♭ of 48 are unseen, and half of it
    is left. B on G is taken by 3 D and 4 E.
    """
    assert sorted(legal(position("B D", "G C"))) == ["build B G G major", "build D G G major", "pair B G", "trail D"]
    assert chosen(position("B D", "G C")) == "pair B G"


def test_of_cards_that_count_alike_the_one_that_fewer_can_take_is_left() -> None:
    """C can be taken by C, E, A, E♭ and A♭, 16 of 50: for certain. A♯ only by F♯ and C♯, 6 of 50: 24/50."""
    for hand in ("C A#", "A# C"):
        assert chosen(position(hand)) == "trail A#"


def test_a_card_that_counts_is_kept_although_it_is_safer() -> None:
    """C♭ can be taken by E♭ and A♭, 5 of 50: 1.11 × 20/50 = 0.44. C is lost for certain, but that is 0.11."""
    for hand in ("Cb C", "C Cb"):
        assert chosen(position(hand)) == "trail C"


def test_cards_that_have_been_seen_are_no_danger() -> None:
    """G♭ can be taken by 3 B♭ and 3 E♭, and A♯ by 3 F♯ and 3 C♯. When all E♭ have been taken, G♭ is safer."""
    assert chosen(position("A# Gb")) == "trail A#"
    assert chosen(position("A# Gb", piles=("", "Eb Eb Eb"))) == "trail Gb"
    assert chosen(position("Gb A#", piles=("C# C#", "C#"))) == "trail A#"
    assert chosen(position("Gb A# Eb Eb", piles=("Eb", ""))) == "trail Gb"


def test_what_could_make_a_chord_of_a_card_and_another_is_danger_too() -> None:
    """G♯ can be taken by G♯, E and B, 9 of 49, and beside E♯ also by 3 C♯: 48/49. A♭ by A♭, C, F and C♭, 10 of 49."""
    for hand in ("G# Ab", "Ab G#"):
        assert chosen(position(hand, "E#")) == "trail Ab"


def test_of_equal_moves_the_first_is_made() -> None:
    """G♭ and A♯ are equally safe on an empty table."""
    assert chosen(position("Gb A#")) == "trail Gb"
    assert chosen(position("A# Gb")) == "trail A#"


def test_with_nothing_unseen_there_is_no_danger() -> None:
    last = list(Table(contest(), seed=3).states(at_random(3)))[47]
    assert sum(len(player.hand) for player in board_of(last).players) == 1
    assert last.unseen_by(board_of(last).to_play.seat).total() == 0
    assert chosen(last) in legal(last)


def test_nobody_is_waited_for_but_whoever_is_to_play() -> None:
    state = position("A", "A A C")
    assert MUSICAL.automatic(state, "B") is None
    assert MUSICAL.automatic(contest(), "A") is None


def looks(chooser: Chooser, players: int, seed: int, plays: int = 48) -> bool:
    """Whether a player chooses otherwise when only what it cannot see is otherwise."""
    table, rng = Table(contest(TWELVE[:players]), seed), random.Random(seed)
    for number, state in enumerate(table.states(at_random(seed))):
        if number == plays:
            break
        other = dealt_otherwise(state, state.turn, table.to_come, rng)
        if chooser(state) != chooser(other):
            return True
    return False


@pytest.mark.parametrize("players", [2, 3, 4, 6, 12])
@settings(max_examples=10)
@given(seed=st.integers(0, 2**64))
def test_it_goes_by_nothing_that_it_cannot_see(players: int, seed: int) -> None:
    assert not looks(greedy, players, seed)


def cheat(state: Contest) -> Move:
    """Leaves what the next player cannot take, if the best would be to leave something."""
    best = greedy(state)
    board = board_of(state)
    beside = board.players[(board.turn + 1) % len(board.players)]
    assert state.turn is not None
    for move in MUSICAL.moves(state, state.turn):
        if isinstance(best, Trail) and isinstance(move, Trail) and move.card not in beside.hand:
            return move
    return best


@pytest.mark.parametrize("players", [2, 3, 4, 6, 12])
def test_a_player_who_looks_into_the_next_hand_is_caught(players: int) -> None:
    """The control for the check above."""
    assert any(looks(cheat, players, seed) for seed in range(10))
