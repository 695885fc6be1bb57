"""Whole games of automatic players: they end, and no franc is lost on the way."""

from typing import Any

import pytest

from games.ascot.state import Phase
from tests.games.ascot.whole_games import (
    ASCOT,
    Chooser,
    Played,
    automatic,
    careless,
    check_accounts,
    check_kept,
    check_sound,
    started,
    winning_colours,
)

PLAYERS = [2, 3, 4, 5, 6]
ALWAYS = set(Phase) - {Phase.ENTERING, Phase.AUCTIONEER, Phase.BOOKMAKER, Phase.OBJECTIONS}


def check_games(seated: int, seeds: range, choose: Chooser = automatic, **options: Any) -> list[Played]:
    """All that must be true of whole games."""
    games = [Played(seed, started(seated, **options), choose) for seed in seeds]
    for seed, game in zip(seeds, games, strict=True):
        for at, (_, _, step) in enumerate(game.steps()):
            check_sound(step.state)
            if (at + seed) % 20 == 0:
                check_kept(step.state)
        check_kept(game.state)
        check_accounts(game)
        assert game.phases >= ALWAYS
    return games


@pytest.mark.rule("ascot:M-4", "ascot:M-6")
@pytest.mark.parametrize("players", PLAYERS)
def test_games_end_and_every_franc_comes_from_the_box_and_goes_back(players: int) -> None:
    check_games(players, range(players * 1000, players * 1000 + 4))


@pytest.mark.slow
@pytest.mark.rule("ascot:M-4", "ascot:M-6")
@pytest.mark.parametrize("players", PLAYERS)
def test_many_games_end_and_every_franc_comes_from_the_box_and_goes_back(players: int) -> None:
    check_games(players, range(players * 2000, players * 2000 + 100))


@pytest.mark.rule("ascot:A-3", "ascot:P5", "ascot:Z-10", "ascot:Z-7")
def test_every_phase_is_reached_where_nobody_wants_the_book_and_disadvantages_are_kept() -> None:
    terms = {"objection": "on_claim", "tote_no_backer": "carry_over", "carried": 64_000}
    games = check_games(3, range(1, 2), careless, **terms)
    assert {phase for game in games for phase in game.phases} | {Phase.ENTERING} == set(Phase)
    assert all(game.state.carried > 64_000 or not game.state.carried for game in games)


def test_a_game_for_a_pot_is_won_by_who_owns_the_first_horse() -> None:
    (game,) = check_games(3, range(11, 12), players=2, ante=5)
    state = game.state
    assert state.names == ("Ada", "Bob")
    (won,) = [payment for payment in ASCOT.clearing(state) if payment.payer.role == "pot"]
    assert (won.payee.seat, won.amount) == (state.horse(state.placed[0]).owner, 10)


# Of the worked rules, which race horses that were dealt at random and furnished alike.
WORKED = {"black": 0.397, "red": 0.266, "yellow": 0.186, "blue": 0.151}
NEAR = 0.06  # training furnishes the colours otherwise, and this rider declines lengths that end in harm


@pytest.mark.slow
def test_without_favourites_and_reports_of_members_colours_win_nearly_as_the_worked_rules_say() -> None:
    games = 600
    won = winning_colours(games, 400_000, unasked=False)
    assert won["black"] > won["red"] > max(won["yellow"], won["blue"])
    for colour, share in WORKED.items():
        error = (share * (1 - share) / games) ** 0.5
        assert abs(won[colour] / games - share) < NEAR + 3 * error, colour


@pytest.mark.slow
def test_without_favourites_black_wins_most_then_red_then_yellow_and_blue_least() -> None:
    """As the sheet says itself: black horses have the best chance, then red, then yellow, and blue the least."""
    games = 1000
    won = winning_colours(games, 5_000_000, unasked=True)
    assert [colour for colour, _ in won.most_common()] == ["black", "red", "yellow", "blue"]
    assert max(abs(won[colour] / games - share) for colour, share in WORKED.items()) < NEAR
