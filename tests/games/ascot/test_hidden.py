"""Nobody is shown what lies face down, and the automatic player does not look."""

import random
from collections.abc import Callable, Iterator

import pytest

from games.ascot.moves import Discard, Exchange
from games.ascot.state import State
from games.kit.game import Move, written
from games.kit.values import to_json
from tests.games.ascot.hidden import dealt_otherwise
from tests.games.ascot.whole_games import ASCOT, Played, started
from tests.games.test_laws import leaves

Player = Callable[[State, str], Move | None]


def while_hidden(players: int, seed: int) -> Iterator[State]:
    """Every state of a game in which some cards lie face down."""
    for before, _, _ in Played(seed, started(players)).steps():
        if before.players and not before.dead and not any(player.hand for player in before.players):
            return
        yield before


def has_looked(choose: Player, players: int, seed: int) -> bool:
    """Whether a player does otherwise when only what he cannot see is otherwise."""
    rng = random.Random(seed)
    return any(
        choose(state, seat) != choose(dealt_otherwise(state, seat, rng), seat)
        for state in while_hidden(players, seed)
        for seat in state.names
    )


def peeping(state: State, seat: str) -> Move | None:
    """As the automatic player, but in the exchange it first looks at the card that it would get."""
    move = ASCOT.automatic(state, seat)
    if isinstance(move, Exchange) and state.dead[0].isdecimal():
        return Exchange(state.player(seat).hand[-1], seat=seat)
    return move


def prying(state: State, seat: str) -> Move | None:
    """As the automatic player, but what it discards depends on who has a stable."""
    move = ASCOT.automatic(state, seat)
    others = {card for player in state.players if player.seat != seat for card in player.hand}
    if isinstance(move, Discard) and "stevens" in others:
        return Discard(state.player(seat).hand, seat=seat)
    return move


@pytest.mark.rule("ascot:D-5")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_automatic_player_does_not_look(players: int) -> None:
    for seed in range(2):
        assert not has_looked(ASCOT.automatic, players, seed)
        assert not has_looked(ASCOT.eager, players, seed)


@pytest.mark.parametrize("cheat", [peeping, prying])
def test_one_who_looks_is_caught(cheat: Player) -> None:
    assert any(has_looked(cheat, 4, seed) for seed in range(4))


@pytest.mark.rule("ascot:D-5")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_what_lies_face_down_is_in_no_view_but_its_holder_s(players: int) -> None:
    rng = random.Random(players)
    for state in while_hidden(players, 40 + players):
        for seat in state.names:
            other = dealt_otherwise(state, seat, rng)
            assert ASCOT.view(state, seat) == ASCOT.view(other, seat)
            assert ASCOT.view(state, None) == ASCOT.view(other, None)
            assert ASCOT.moves(state, seat) == ASCOT.moves(other, seat)


@pytest.mark.rule("ascot:D-5")
def test_cards_are_told_to_their_holder_until_they_are_paid_or_sold() -> None:
    """Of each move, only one seat is told cards that lie face down after it, and these are its own."""
    for before, _, step in Played(9, started(4)).steps():
        hidden = {card for player in step.state.players for card in player.hand} | {*step.state.dead}
        hidden -= {"auctioneer"}  # an office too: that nobody was dealt its card is no secret
        if not hidden and before.players:
            break
        for happening in step.happenings:
            if happening.only_for is None:
                told = {each for each in leaves(written(happening)) if isinstance(each, str)}
                assert not told & hidden, happening
            else:
                (cards,) = [fact for name, fact in written(happening).items() if name != "only_for"]
                own = {*step.state.player(happening.only_for).hand, *step.state.businesses_of(happening.only_for)}
                assert set(leaves(to_json(cards))) <= own
