"""From the deal to the training by moves at random, and by the automatic player, with what has to hold all the way."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.ascot import playing
from games.ascot.edition import STABLES
from games.ascot.flow import Flow
from games.ascot.moves import Bid, Discard
from games.ascot.robots import sale as robot
from games.ascot.state import Phase, Standing, State
from games.kit.errors import RuleBroken
from games.kit.game import Between, Cards, Composed, Legal, Move, written
from games.kit.values import canonical, from_json, to_json
from tests.games.ascot.flows import after, francs_in
from tests.games.ascot.positions import EDITION, SEATS, START
from tests.games.ascot.sale_support import entering
from tests.games.driving import draws

SEEDS = range(5)
PLAYERS = range(2, 7)


def begun(players: int, seed: int, **options: Any) -> Flow:
    flow = entering(players, dealer=1 + seed % players, **options)
    wanted = playing.chance(flow)
    assert isinstance(wanted, Cards)
    return after(flow, draws(seed).move(wanted))


def blanked(flow: Flow, seat: str) -> Flow:
    """As a seat sees it: every hidden card is a question mark."""
    players = tuple(
        each if each.seat == seat else replace(each, hand=("?",) * len(each.hand)) for each in flow.state.players
    )
    return flow.having(players=players, dead=("?",) * len(flow.state.dead))


def move_of(may: Legal, seat: str, dice: Random) -> Move:
    """A move of this kind: bids are mostly low, discards are any cards, of two stables at least one."""
    if isinstance(may, Between):
        highest = dice.choice([may.least, may.most, min(may.most, may.least + 5 * may.step)])
        return Bid(dice.randrange(may.least, highest + 1, may.step), seat=seat)
    if isinstance(may, Composed):
        hand = may.choices[0].values
        given = {card for card in hand if dice.random() < 0.4}
        given |= {STABLES[1].value} if set(STABLES) <= set(hand) - given else set()
        return Discard(tuple(card for card in hand if card in given), seat=seat)
    assert isinstance(may, Move)
    return may


def check_bounds(flow: Flow, seat: str, legal: list[Legal]) -> None:
    """All plain moves are accepted, and bids at both ends, and none beyond."""
    for may in legal:
        if isinstance(may, Move):
            playing.play(flow, may)
        if isinstance(may, Between):
            playing.play(flow, Bid(may.least, seat=seat))
            playing.play(flow, Bid(may.most, seat=seat))
            for beyond in (may.least - may.step, may.most + may.step):
                with pytest.raises(RuleBroken):
                    playing.play(flow, Bid(beyond, seat=seat))


def check(state: State, total: int) -> None:
    """Every franc and every card is somewhere, once; nobody has both stables once the sale is on."""
    assert francs_in(state) == total
    horses = [str(horse.number) for horse in state.horses if horse.owner or horse.standing is Standing.UNSOLD]
    under = [task.asset for task in state.pending if task.kind == "lot"]
    hands = [card for player in state.players for card in player.hand]
    lying = [*state.dead, *hands, *horses, *state.holders, *under]
    assert len(lying) == len(set(lying))
    assert set(lying) <= set(EDITION.cards)
    if state.phase not in {Phase.EXCHANGE, Phase.DISCARD, Phase.AUCTIONEER}:
        for player in state.players:
            has = {*player.hand, *(business.value for business in state.businesses_of(player.seat))}
            assert not set(STABLES) <= has


def through(flow: Flow, choose: Any) -> tuple[Flow, int]:
    """Till the training begins, and after how many moves."""
    moves, total = 0, francs_in(flow.state)
    while flow.state.phase is not Phase.TRAINING:
        waited = playing.deciders(flow.state)
        assert waited
        flow = after(flow, choose(flow, waited))
        check(flow.state, total)
        moves += 1
        assert moves < 1_000
    assert from_json(State, to_json(flow.state)) == flow.state
    return flow, moves


@pytest.mark.rule("ascot:M-6")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_moves_at_random_lead_to_the_training_and_lose_no_franc_and_no_card(players: int, seed: int) -> None:
    dice = Random(seed)

    def choose(flow: Flow, waited: tuple[str, ...]) -> Move:
        seat = dice.choice(waited)
        for other in SEATS[:players]:
            if other not in waited:
                assert list(playing.legal(flow, other)) == []
        legal = list(playing.legal(flow, seat))
        if dice.random() < 0.2:
            check_bounds(flow, seat, legal)
        return move_of(dice.choice(legal), seat, dice)

    flow, _ = through(begun(players, seed), choose)
    owned = [horse for horse in flow.state.horses if horse.owner]
    assert len(owned) + sum(horse.standing is Standing.UNSOLD for horse in flow.state.horses) == 12
    assert flow.state.dead == ()
    assert {player.hand for player in flow.state.players} == {()}
    assert francs_in(flow.state) == players * START


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_automatic_player_always_has_a_legal_move_and_sees_no_hidden_card(players: int, seed: int) -> None:
    def choose(flow: Flow, waited: tuple[str, ...]) -> Move:
        for other in SEATS[:players]:
            if other not in waited:
                assert robot.choose(blanked(flow, other), other) is None
        move = robot.choose(blanked(flow, waited[0]), waited[0])
        assert move is not None
        assert move == robot.choose(flow, waited[0]), "it does not look at what is hidden"
        return move

    flow, moves = through(begun(players, seed), choose)
    assert flow.state.bank > 0
    assert moves < 250


def test_a_public_happening_tells_no_hidden_card() -> None:
    """Two games that differ only in what is hidden are told alike till the first lot is shown."""
    flow = begun(4, 3)
    while flow.state.phase in {Phase.AUCTIONEER, Phase.EXCHANGE, Phase.DISCARD}:
        move = robot.choose(flow, playing.deciders(flow.state)[0])
        assert move is not None
        flow = after(flow, move)
        public = [written(each) for each in flow.told if each.only_for is None and "lot_shown" not in written(each)]
        text = canonical(public).decode()
        assert not any(f'"{card}"' in text for card in EDITION.cards if card != "auctioneer")
