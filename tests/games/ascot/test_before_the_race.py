"""From the paddock to the start by chance: any moves that are legal, and those of automatic players."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from games.ascot import paddock, playing, prizes
from games.ascot.edition import HORSES, Business
from games.ascot.flow import Flow
from games.ascot.moves import Bet, Bid, Favourite, NoBet, Pass, ProposePlace
from games.ascot.options import Options
from games.ascot.pending import Lot
from games.ascot.robots import money
from games.ascot.runners import running
from games.ascot.state import Phase, Standing, State
from games.kit.game import Between, Composed, Legal, Move
from games.kit.values import from_json, to_json
from tests.games.ascot.flows import francs_in
from tests.games.ascot.positions import SEATS, position

BEFORE = (Phase.PADDOCK, Phase.FAVOURITES, Phase.BETTING)
PURSES = (0, 400, 5_000, 12_500, 31_000, 90_000, 281_000)
MOST_MOVES = 400


def trained(players: int, chance: Random) -> Flow:
    """Somewhere at the end of training: some own many horses, some none, some horses were unsold or eliminated."""
    seats, wealthy = SEATS[:players], chance.random() < 0.5
    options = Options(
        horses_each=chance.choice([None, None, 1, 2, 4]),
        tote_no_backer=chance.choice(["bookmaker", "carry_over"]),
        place_bets=chance.random() < 0.8,
    )
    flow = position(players, options=options, banker=chance.choice(seats), bank=chance.randrange(6) * 50_300)
    flow = flow.having(tote=chance.choice([0, 0, 20_000]), holders={Business.BOOKMAKER.value: chance.choice(seats)})
    owners = chance.sample(seats, chance.randint(1, players))
    unsold = chance.choice([0.0, 0.1, 0.6, 1.0])
    for number in range(1, HORSES + 1):
        flow = flow.with_horse(number, **_fate(owners, unsold, chance))
    for at, seat in enumerate(seats):
        cash = 281_000 if wealthy else chance.choice(PURSES)
        reports = (f"r{at}", f"s{at}")[: chance.randrange(3)]
        flow = flow.with_player(seat, cash=cash, reports=reports, member=chance.random() < 0.3)
    return flow


def _fate(owners: list[str], unsold: float, chance: Random) -> dict[str, object]:
    if chance.random() < unsold:
        return {"standing": Standing.UNSOLD}
    standing = Standing.ELIMINATED if chance.random() < 0.1 else Standing.IN_PLAY
    cards = {"advantages": chance.randrange(3), "disadvantages": chance.randrange(2)}
    return {"owner": chance.choice(owners), "standing": standing, **cards}


def legal_moves(flow: Flow, seat: str, chance: Random) -> Iterator[Move]:
    """What is listed; of what is free, the least, the most and something between."""
    for each in playing.legal(flow, seat):
        yield from _spelt_out(flow, each, seat, chance)


def _spelt_out(flow: Flow, each: Legal, seat: str, chance: Random) -> Iterator[Move]:
    if isinstance(each, Move):
        yield each
    elif isinstance(each, Between):
        assert each.least <= each.most
        assert issubclass(each.act, Bid | Bet)
        some = chance.randrange(each.least, each.most + 1, each.step)
        yield from (each.act(francs, seat=seat) for francs in (each.least, min(some, each.least + 20_000), each.most))
    elif isinstance(each, Composed) and each.act is ProposePlace:
        parts = {amount.part: amount for amount in each.amounts}
        horse = chance.choice(running(flow.state)).number
        yield ProposePlace(horse, parts["stake"].least, parts["payout"].least, seat=seat)
        yield ProposePlace(horse, parts["stake"].most, parts["payout"].most, seat=seat)


def check_invariants(state: State, francs: int) -> None:
    assert francs_in(state) == francs
    assert min(state.bank, state.tote, state.escrow, state.carried, *(each.cash for each in state.players)) >= 0
    assert sum(ticket.counters for ticket in state.tickets.sold) <= state.tote
    assert sum(bet.payout for bet in state.places if bet.accepted) == state.escrow
    assert from_json(State, to_json(state)) == state


def check_start(flow: Flow) -> None:
    """P-1: nobody runs more than he has to; who runs fewer could not pay, or there were no more horses."""
    state = flow.state
    assert not state.pending
    for seat in state.names:
        assert len(state.horses_of(seat)) <= paddock.required(state, seat)
    assert {horse.number for horse in running(state)} == set(state.entered)
    assert all(bet.accepted for bet in state.places)
    assert max(Counter(ticket.runner for ticket in state.tickets.sold).values(), default=0) <= 4
    fees = sum(each.amount for each in flow.paid if each.reason.value == "race-entry")
    assert fees == 10_000 * len(state.entered)


def by_chance(flow: Flow, chance: Random) -> Flow:
    """One legal move of anybody, mostly of somebody the game waits for."""
    asked = playing.deciders(flow.state)
    assert asked, flow.state
    offered = {seat: list(legal_moves(flow, seat, chance)) for seat in flow.state.names}
    assert all(offered[seat] for seat in asked)
    tried = [move for moves in offered.values() for move in moves]
    after = {move: playing.play(flow, move) for move in tried}
    willing = [seat for seat, moves in offered.items() if moves]
    seat = chance.choice(asked) if chance.random() < 0.7 else chance.choice(willing)
    return after[chance.choice(offered[seat])]


@pytest.mark.rule("ascot:P-2")
@pytest.mark.rule("ascot:M-6")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_any_legal_moves_lead_to_the_start_and_no_franc_is_lost(players: int) -> None:
    chance, seen = Random(players), Counter[str]()
    for _ in range(12):
        flow = trained(players, chance)
        francs, flow = francs_in(flow.state), playing.run(paddock.begin(flow))
        while flow.state.phase in BEFORE:
            check_invariants(flow.state, francs)
            flow = by_chance(flow, chance)
            seen.update(type(each).__name__ for each in flow.told)
        check_start(flow)
        classified = [horse.number for horse in running(flow.state)]
        placed = tuple(chance.sample(classified, min(len(classified), chance.randrange(4))))
        over = prizes.begin(flow.having(placed=placed)).state
        assert francs_in(over) == francs
        assert over.bank == over.tote == over.escrow == 0
        assert prizes.winners(over)
    assert {"TicketSold", "HorseScratched", "HorseEqualised"} <= set(seen)


def robot(flow: Flow, seat: str) -> Move:
    """The sale has a robot of its own; here it passes."""
    task = flow.state.task
    if isinstance(task, Lot):
        return Pass(seat=seat)
    move = money.choose(flow, seat)
    assert move is not None, (flow.state.phase, task, seat)
    return move


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_automatic_players_come_to_the_start_without_a_refusal(players: int) -> None:
    chance = Random(100 + players)
    for _ in range(30):
        flow = playing.run(paddock.begin(trained(players, chance)))
        moves = 0
        while flow.state.phase in BEFORE:
            flow = playing.play(flow, robot(flow, chance.choice(playing.deciders(flow.state))))
            moves += 1
            assert moves < MOST_MOVES
        check_start(flow)
        for seat in flow.state.names:
            has_horse = bool(flow.state.horses_of(seat))
            assert (flow.state.player(seat).favourite is not None) == has_horse


def test_an_automatic_player_who_is_not_asked_does_nothing() -> None:
    flow = position(3, phase=Phase.BETTING, bookmaker="Ada", waiting=("Bob", "Cy"), called=(1,))
    flow = flow.with_horse(1, owner="Ada")
    assert money.choose(flow, "Cy") is None
    assert money.choose(flow, "Ada") is None
    assert money.choose(flow, "Bob") is not None
    assert money.eager(flow, "Ada") is None


def test_an_automatic_bookmaker_refuses_place_bets() -> None:
    flow = position(3, phase=Phase.BETTING, bookmaker="Ada", waiting=("Bob", "Cy"), called=(1,))
    flow = flow.with_horse(1, owner="Ada")
    flow = playing.play(flow, ProposePlace(1, 500, 1_000, seat="Cy"))
    answer = money.eager(flow, "Ada")
    assert answer is not None
    assert playing.play(flow, answer).state.places == ()
    assert money.eager(flow, "Bob") is None


def test_automatic_players_bet_on_their_favourite_and_on_the_best_black_of_others() -> None:
    flow = position(2, phase=Phase.BETTING, bookmaker="Bob", waiting=("Ada",), called=(1, 2, 5))
    flow = flow.with_horse(1, owner="Bob").with_horse(5, owner="Bob").with_horse(2, owner="Ada")
    flow = flow.with_player("Ada", cash=100_000, favourite=2)
    assert money.choose(flow, "Ada") == Bet(3_000, seat="Ada")
    assert money.choose(flow.having(called=(2, 5)), "Ada") == Bet(5_000, seat="Ada")
    assert money.choose(flow.having(called=(5,)), "Ada") == NoBet(seat="Ada")
    assert money.choose(flow.with_player("Ada", cash=5_400), "Ada") == NoBet(seat="Ada")


def test_automatic_players_do_not_always_name_the_best_colour() -> None:
    named: Counter[int | None] = Counter()
    for throws in range(200):
        flow = position(2, phase=Phase.FAVOURITES, waiting=("Ada",), throws=throws)
        for number in (1, 2, 3, 4):
            flow = flow.with_horse(number, owner="Ada")
        move = money.choose(flow, "Ada")
        assert isinstance(move, Favourite)
        named[move.horse] += 1
    # Bonus 4, 3, 2 and 1: so many tenths of 200, more or less.
    assert set(named) == {1, 2, 3, 4}
    assert [number for number, _ in named.most_common()] == [1, 2, 3, 4]
