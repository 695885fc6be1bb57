"""What is true of every game, whatever is dealt and whoever plays how."""

import random
from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit.errors import RuleBroken
from games.kit.game import Move
from games.kit.payments import Reason, net
from games.kit.round import Round
from games.musical_casino.contest import Contest
from games.musical_casino.moves import Build, Chord, Match, Pair, Trail
from games.musical_casino.tones import LINE, TRIADS
from tests.games.driving import draws
from tests.games.musical_casino import by_the_book
from tests.games.musical_casino.hidden import dealt_otherwise
from tests.games.musical_casino.positions import MUSICAL, TWELVE, board_of, contest, legal, words
from tests.games.musical_casino.whole_games import Table, at_random, greedy

WAYS: list[dict[str, Any]] = [
    *({"players": players} for players in (2, 3, 4, 6, 12)),
    {"players": 4, "partners": True},
    {"players": 2, "course": "level"},
    {"players": 3, "pair_takes": "partner", "esharp_gsharp_pair": True},
    {"players": 2, "free_trail": True, "dealer": 2},
]
ways = pytest.mark.parametrize("way", WAYS, ids=lambda way: "-".join(map(str, way.values())))
few = settings(max_examples=6)
seeds = st.integers(0, 2**64)


def table(way: dict[str, Any], seed: int) -> Table:
    """Whoever sits there plays: how many are in the options of the others."""
    options = {name: value for name, value in way.items() if name != "players"}
    return Table(contest(TWELVE[: way["players"]], **options), seed)


def somewhere(way: dict[str, Any], seed: int, at: int) -> tuple[Contest, Table]:
    """A state of some game in which somebody is to play."""
    playing = table(way, seed)
    for number, state in enumerate(playing.states(at_random(seed))):
        if number == at:
            return state, playing
    raise AssertionError("a deal has 48 plays")


@pytest.mark.rule("musical-casino:C-1", "musical-casino:C-3", "musical-casino:C-14", "musical-casino:C-17")
@ways
@few
@given(seed=seeds)
def test_games_end_and_no_card_is_lost(way: dict[str, Any], seed: int) -> None:
    """Where the cards are is looked at after every play, in `whole_games.py`."""
    playing = table(way, seed)
    for state in playing.states(at_random(seed)):
        assert (state.turn is None) == (MUSICAL.result(state) is not None)
        for seat in state.seats:
            assert bool(MUSICAL.moves(state, seat)) == (seat == state.turn)
    assert playing.plays == [48] * playing.state.deals
    for state in playing.ended:
        board = board_of(state)
        assert state.usage.free_trail or board.last_taker is not None, "every deal has a capture"
        assert board.last_taker is None or board.layout.cards == ()


@pytest.mark.rule("musical-casino:C-15", "musical-casino:C-16", "musical-casino:C-19")
@ways
@few
@given(seed=seeds)
def test_a_deal_is_worth_eleven_points_and_its_sweeps_less_what_is_tied(way: dict[str, Any], seed: int) -> None:
    playing = table(way, seed)
    playing.play(at_random(seed))
    totals = [0] * len(playing.state.sides)
    for state in playing.ended:
        board = board_of(state)
        if board.last_taker is None:  # nobody has taken anything, which free trailing makes possible
            assert not any(score.points for score in state.scores)
            continue
        piles = [[card for place in side for card in board.players[place].pile] for side in state.sides]
        tied = 3 * alike([len(pile) for pile in piles])
        tied += alike([sum(card.value in {"F", "F#"} for card in pile) for pile in piles])
        sweeps = sum(player.sweeps for player in board.players)
        assert sum(score.points for score in state.scores) == 11 + sweeps - tied
        totals = [before + score.points for before, score in zip(totals, state.scores, strict=True)]
        assert [score.total for score in state.scores] == totals


def alike(counts: list[int]) -> bool:
    return counts.count(max(counts)) > 1


@pytest.mark.rule("musical-casino:C-17")
@ways
@few
@given(seed=seeds)
def test_the_game_goes_on_until_one_side_alone_is_highest_and_has_the_target(way: dict[str, Any], seed: int) -> None:
    playing = table(way, seed)
    playing.play(at_random(seed))
    for state in playing.ended:
        won = max(state.totals) >= 21 and not alike(list(state.totals))
        assert won == (state is playing.ended[-1])
    best = max(range(len(state.sides)), key=lambda side: state.totals[side])
    assert state.winners == tuple(state.names[place] for place in state.sides[best])


@pytest.mark.rule("musical-casino:C-18")
@ways
@few
@given(seed=seeds)
def test_the_deal_passes_and_the_next_plays_first(way: dict[str, Any], seed: int) -> None:
    playing = table(way, seed)
    playing.play(at_random(seed))
    players, first = way["players"], way.get("dealer", 1)
    for deal, begins in enumerate(playing.order[::48]):
        assert begins == TWELVE[(first + deal) % players]


def conceivable(state: Contest, rng: random.Random) -> Iterator[Move]:
    """Every move with a card of the hand or with one that is not in it, whatever lies on the table."""
    board = board_of(state)
    seat, hand = state.turn, board.to_play.hand
    builds = range(board.layout.built + 2)
    for card in {*hand, rng.choice([tone for tone in LINE if tone not in hand])}:
        yield Match(card, seat=seat)
        yield Trail(card, seat=seat)
        yield from (Pair(card, partner, seat=seat) for partner in LINE)
        yield from (Chord(card, build=number, seat=seat) for number in builds)
        yield from (Chord(card, loose=two, seat=seat) for two in combinations_with_replacement(LINE, 2))
        yield from (Build(card, on, chord, seat=seat) for on in LINE for chord in TRIADS)


def accepted(state: Contest, move: Move) -> bool:
    try:
        MUSICAL.play(state, move)
    except RuleBroken:
        return False
    return True


@pytest.mark.rule("musical-casino:C-7")
@ways
@few
@given(seed=seeds, at=st.integers(0, 47))
def test_what_is_legal_is_accepted_and_everything_else_refused(way: dict[str, Any], seed: int, at: int) -> None:
    state, _ = somewhere(way, seed, at)
    listed = legal(state)
    assert len(set(listed)) == len(listed)
    possible = {words(move) for move in conceivable(state, random.Random(seed)) if accepted(state, move)}
    assert possible == set(listed)


@pytest.mark.rule("musical-casino:C-4", "musical-casino:C-5", "musical-casino:C-6", "musical-casino:C-8")
@pytest.mark.rule("musical-casino:C-11", "musical-casino:C-12")
@ways
@few
@given(seed=seeds)
def test_what_is_legal_is_what_the_leaflet_says(way: dict[str, Any], seed: int) -> None:
    """By lists of thirds and chords, and a second reading of the rules."""
    playing = table(way, seed)
    for state in playing.states(at_random(seed)):
        if state.turn is None:
            break
        board, usage = board_of(state), state.usage
        builds = {True: list[Any](), False: list[Any]()}
        for build in board.layout.builds:
            builds[build.owner == state.turn].append((build.number, build.cards))
        assert set(legal(state)) == by_the_book.legal(
            board.to_play.hand,
            board.layout.loose,
            builds[False],
            builds[True],
            esharp_gsharp=usage.esharp_gsharp_pair,
            free_trail=usage.free_trail,
        )


@pytest.mark.rule("musical-casino:C-4", "musical-casino:C-5", "musical-casino:C-6", "musical-casino:C-13")
@ways
@few
@given(seed=seeds, at=st.integers(0, 46))
def test_every_move_takes_what_the_leaflet_says(way: dict[str, Any], seed: int, at: int) -> None:
    state, _ = somewhere(way, seed, at)
    board, before = board_of(state), board_of(state).layout
    builds = [(build.number, build.cards) for build in before.builds]
    for move in MUSICAL.moves(state, board.to_play.seat):
        assert isinstance(move, Match | Pair | Chord | Build | Trail)
        taken = by_the_book.taken(words(move), before.loose, builds, partner_only=way.get("pair_takes") == "partner")
        later = board_of(MUSICAL.play(state, move).state)
        player, layout = later.players[board.turn], later.layout
        gained = player.pile[len(board.to_play.pile) :]
        assert sorted(gained) == sorted([move.card, *taken] if taken else [])
        laid = [] if taken else [move.card]
        assert sorted([*layout.cards, *taken]) == sorted([*before.cards, *laid])
        assert player.sweeps - board.to_play.sweeps == (bool(taken) and not layout.cards)
        assert len(player.hand) == len(board.to_play.hand) - 1
        assert (later.last_taker == board.turn) == (bool(taken) or board.last_taker == board.turn)


@pytest.mark.rule("musical-casino:C-3")
@ways
@few
@given(seed=seeds, at=st.integers(0, 47))
def test_nobody_sees_what_others_hold_or_what_is_to_come(way: dict[str, Any], seed: int, at: int) -> None:
    """Dealt otherwise, what a seat cannot see changes nothing that it is shown, and nothing that anybody else is."""
    state, playing = somewhere(way, seed, at)
    rng = random.Random(seed)
    for seat in (*state.seats, "Z", None):
        other = dealt_otherwise(state, seat, playing.to_come, rng)
        assert MUSICAL.view(other, seat) == MUSICAL.view(state, seat)
        assert seat is None or seat != state.turn or MUSICAL.moves(other, seat) == MUSICAL.moves(state, seat)


@few
@given(seed=seeds, at=st.integers(0, 40))
def test_a_seat_sees_its_own_hand(seed: int, at: int) -> None:
    """A control: with its own hand dealt otherwise, a seat does see the difference."""
    state, playing = somewhere({"players": 3}, seed, at)
    own = next(player for player in board_of(state).players if player.hand)
    for _ in range(20):
        other = dealt_otherwise(state, None, playing.to_come, playing.rng)
        if board_of(other).players[state.names.index(own.seat)].hand != own.hand:
            assert MUSICAL.view(other, own.seat) != MUSICAL.view(state, own.seat)
            return
    raise AssertionError("nothing is hidden")


@pytest.mark.rule("musical-casino:C-20")
@pytest.mark.parametrize(
    "way", [{"players": 2}, {"players": 3, "max_deals": 1}, {"players": 4, "partners": True}], ids=str
)
@few
@given(seed=seeds, ante=st.integers(1, 9))
def test_every_counter_of_the_pot_is_paid_out_once(way: dict[str, Any], seed: int, ante: int) -> None:
    seats = TWELVE[: way["players"]]
    round_ = Round.open(MUSICAL, MUSICAL.read_options({**way, "ante": ante}), tuple(seats))
    chance = draws(seed)
    for seat in seats:
        entering = MUSICAL.eager(round_.state, seat)
        assert entering is not None
        round_ = round_.play(entering)
    while (wanted := MUSICAL.chance(round_.state)) or round_.state.turn:
        round_ = round_.play(chance.move(wanted) if wanted else greedy(round_.state))
    payments = round_.settle().payments
    paid = [each for each in payments if each.reason is Reason.POT]
    assert sum(each.amount for each in paid) == ante * way["players"]
    assert [each.payee.seat for each in paid] == list(round_.state.winners)
    assert max(each.amount for each in paid) - min(each.amount for each in paid) <= 1
    assert net(payments, seats)["pot"] == 0
