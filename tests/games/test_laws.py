"""What is true of every game, whatever its rules."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from casino.desk.accounts import Reason, Role
from games.kit import automatic, payments
from games.kit.beside import BOOKMAKER, Beside
from games.kit.errors import RuleBroken
from games.kit.game import Between, Cards, Composed, Dice, Game, Move, OnSpaces, Step, tag, written
from games.kit.offices import BREAKAGE, CARRY_OVER, COMMISSION
from games.kit.round import Phase, Round
from games.kit.values import canonical, from_json, to_json
from games.registry import GAMES, find_game
from tests.games.driving import Choose, draws, keep_accounts, next_move, play_through
from tests.games.horses.racing import course as board
from tests.games.kit.races import BOTH, TERMS
from tests.games.minoru.racing import course
from tests.games.sale import SALE

SEATS = ("Ada", "Bob", "Cy")
# Options of each game that lead through all of its rules.
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "sale": [{}],
    "horses": [{}, {"course": board(stake_most=5, races_per_bookie=2)}],
    "minoru": [
        {},
        {"joker": True},
        {"course": "true-odds", "joker": "banker", "last_joker": True},
        {"course": course(2, 2, 2, 2, 2)},
    ],
    "double-event": [{}, {"course": "equal-suits"}, {"course": "two-packs"}],
    "roulette": [
        {},
        {"payout_mode": "for", "run_mode": "layout"},
        {"mode": "points", "target": 30},
    ],
    "derby": [
        {},
        {"players": 2, "ante": 3},
        {"variant": "grand-national", "players": 3, "overshoot": "clip"},
        {"variant": "myopia", "donkey": True},
        {"variant": "myopia", "calls": "claim"},
    ],
    "musical-casino": [
        {},
        {"players": 2, "ante": 3, "target": 5},
        {"free_trail": True, "esharp_gsharp_pair": True, "pair_takes": "partner", "target": 5},
    ],
    "ascot": [
        {},
        {"players": 2, "ante": 3},
        {
            "winners": "first_horse_and_richest",
            "tote_no_backer": "carry_over",
            "objection": "on_claim",
            "finish_rule": "advance_if_short",
            "free_trade_during_training": True,
            "unowned_fee": "bank",
        },
    ],
}
games = pytest.mark.parametrize("game", [*GAMES.values(), SALE], ids=lambda game: game.slug)
DEALING = [*(game for game in GAMES.values() if game.deals_hands), SALE]
BACKED = [game for game in GAMES.values() if game.markets(game.start(game.read_options({}), SEATS))]
RACES = [game for game in GAMES.values() if game.runners(game.start(game.read_options({}), SEATS))]
EMPTY_IN_THE_END = {"stakes", "holding", "box", "pot", "totalisator", "escrow"}
seeds = st.integers(0, 2**64)
few = settings(max_examples=25, deadline=None)


def played(game: Game[Any], seed: int, data: st.DataObject) -> tuple[list[Move], list[Any]]:
    """A whole round, and every state from the first to the last."""
    options = data.draw(st.sampled_from(OPTIONS[game.slug]))
    start = game.start(game.read_options(options), SEATS, "Bob")
    return play_through(game, start, SEATS, draws(seed), chooser(seed))


def chooser(seed: int) -> Choose:
    """Seats choose at random, and not as Hypothesis likes: players who always guess alike never finish a play-off."""
    numbers = draws(seed).numbers("choices")
    return lambda able: able[numbers.below(len(able))]


def refused(act: Any, *arguments: Any) -> RuleBroken | None:
    try:
        act(*arguments)
    except RuleBroken as broken:
        return broken
    return None


@games
@few
@given(seed=seeds, data=st.data())
def test_a_round_is_the_fold_of_its_moves(game: Game[Any], seed: int, data: st.DataObject) -> None:
    """Written down and read again, the moves lead through the same states to the last byte."""
    moves, states = played(game, seed, data)
    assert game.result(states[-1]) is not None
    told = json.loads(json.dumps([written(move) for move in moves]))
    state = states[0]
    for line, expected in zip(told, states[1:], strict=True):
        state = game.play(state, game.read_move(line)).state
        assert state == expected
    assert canonical(state) == canonical(states[-1])


@games
@few
@given(seed=seeds, data=st.data())
def test_every_state_survives_json(game: Game[Any], seed: int, data: st.DataObject) -> None:
    _, states = played(game, seed, data)
    for state in (states[0], states[-1], *data.draw(st.lists(st.sampled_from(states), max_size=2))):
        again = game.read_state(json.loads(json.dumps(to_json(state))))
        assert again == state
        assert canonical(again) == canonical(state)
        for seat in (None, "Ada"):
            view = game.view(state, seat)
            assert from_json(game.view_type, json.loads(json.dumps(to_json(view)))) == view


@games
@few
@given(seed=seeds, funds=st.integers(0, 400), data=st.data())
def test_every_counter_is_accounted_for(game: Game[Any], seed: int, funds: int, data: st.DataObject) -> None:
    """With stakes as automatic players lay them, no account is ever overdrawn, and none of a stake is left over."""
    check_accounts(game, seed, {game.office: funds}, data)


@pytest.mark.parametrize("game", RACES, ids=lambda game: game.slug)
@few
@given(seed=seeds, funds=st.integers(0, 400), terms=st.sampled_from(TERMS), carried=st.integers(0, 9), data=st.data())
def test_every_counter_beside_a_race_is_accounted_for(
    game: Game[Any], seed: int, funds: int, terms: Beside, carried: int, data: st.DataObject
) -> None:
    """The same with a totalisator and a bookmaker: a pool is paid out whole, whatever the terms."""
    check_accounts(game, seed, {game.office: funds, "bookmaker": funds}, data, terms, carried)


def check_accounts(
    game: Game[Any],
    seed: int,
    funds: dict[str, int],
    data: st.DataObject,
    beside: Beside | None = None,
    carried: int = 0,
) -> None:
    ways = [game.read_options(options) for options in OPTIONS[game.slug]]
    fit = [way for way in ways if beside is None or game.unfit(game.start(way, SEATS)) is None]
    options = data.draw(st.sampled_from(fit))
    purses = dict.fromkeys(SEATS, 40)
    chance = draws(seed)
    round_ = Round.open(game, options, SEATS, holder="Bob", purses=purses, funds=funds, beside=beside, carried=carried)
    while round_.phase is Phase.OPEN and next_move_of_a_seat(round_):
        round_ = round_.play(next_move_of_a_seat(round_) or pytest.fail("nobody can move"))
    for seat in ("Ada", "Cy"):
        for stake in automatic.stakes(seat, round_.offers, purses[seat], chance.numbers(f"stakes {seat}")):
            wish = (stake.seat, stake.market, stake.selection, stake.counters)
            if broken := refused(round_.stake, *wish):
                assert broken.code == "not_covered"
            else:
                round_ = round_.stake(*wish)
    choose = chooser(seed)
    while move := next_move(game, round_.state, SEATS, chance, choose):
        round_ = round_.play(move)
    settled = round_.settle()
    swept = game.sweep(round_.state)  # the table closes
    for paid in ((*settled.payments, *swept), round_.void().payments):
        accounts = keep_accounts(purses, {**funds, CARRY_OVER: carried}, round_.stakes, paid)
        assert not any(held for party, held in accounts.items() if party.role in EMPTY_IN_THE_END)
    assert settled.payments or not round_.stakes
    assert {accounts[payments.Party("purse", seat)] for seat in SEATS} == {40}, "void gives everything back"


def offered(game: Game[Any], state: Any, move: Move) -> bool:
    """Whether the game itself says that this could be done."""
    wanted = game.chance(state)
    if move.seat is None and wanted is not None:
        (told,) = written(move).values()
        drawn = list(leaves(told))
        if len(drawn) != wanted.count:
            return False
        if isinstance(wanted, Dice):
            return all(one in range(1, wanted.faces + 1) for one in drawn)
        return Counter(drawn) <= Counter(map(str, wanted.pack))
    for may in game.moves(state, move.seat or ""):
        if may == move:
            return True
        if isinstance(may, Between) and isinstance(move, may.act):
            amount = written(move)[tag(may.act)]
            return amount in range(may.least, may.most + 1, may.step)
        if isinstance(may, OnSpaces) and isinstance(move, may.act):
            market, selection, amount = written(move)[tag(may.act)].values()
            if market == may.market and selection in may.selections and amount in range(may.least, may.most + 1):
                return True
        if isinstance(may, Composed) and isinstance(move, may.act) and put_together(may, move):
            return True
    return False


def put_together(may: Composed, move: Move) -> bool:
    """Whether every part of a move is one of those that were offered for it."""
    chosen = ((part.values, list(leaves(to_json(getattr(move, part.part))))) for part in may.choices)
    if not all(set(some) <= set(values) for values, some in chosen):
        return False
    amounts = ((getattr(move, part.part), range(part.least, part.most + 1, part.step)) for part in may.amounts)
    return all(amount in bounds for amount, bounds in amounts)


def leaves(told: Any) -> Iterator[Any]:
    """Cards or dice one by one, however they are laid out in a move."""
    parts = told.values() if isinstance(told, dict) else told
    if not isinstance(told, dict | list):
        yield told
        return
    for part in parts:
        yield from leaves(part)


def next_move_of_a_seat(round_: Round) -> Move | None:
    decided = (round_.game.automatic(round_.state, seat) for seat in SEATS)
    return next((move for move in decided if move), None) if round_.game.markets(round_.state) == () else None


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 60) | st.floats() | st.sampled_from(["AH", "JK", "11Z", "", "Ada"]),
    lambda inside: st.lists(inside, max_size=6) | st.dictionaries(st.sampled_from(["seat", "cards", "x"]), inside),
    max_leaves=8,
)


@games
@few
@given(seed=seeds, data=st.data())
def test_an_illegal_move_is_refused_and_changes_nothing(game: Game[Any], seed: int, data: st.DataObject) -> None:
    moves, states = played(game, seed, data)
    at = data.draw(st.integers(0, len(moves) - 1))
    state, before = states[at], canonical(states[at])
    acts = [*(name for move in moves for name in written(move)), "nonsense"]
    for junk in (
        {data.draw(st.sampled_from(acts)): data.draw(JUNK)},
        {"seat": data.draw(st.sampled_from([*SEATS, "Zoe"])), data.draw(st.sampled_from(acts)): data.draw(JUNK)},
        data.draw(JUNK),
        written(moves[-1]) | {"seat": "Zoe"},
    ):
        if broken := refused(lambda junk=junk: game.play(state, game.read_move(junk))):
            assert re.fullmatch("[a-z_]+", broken.code)
            assert broken.sentence
        else:
            assert offered(game, state, game.read_move(junk)), f"{junk} was accepted"
        assert canonical(state) == before
    over = states[-1]
    with pytest.raises(RuleBroken):
        game.play(over, moves[-1])


def often(usual: Any, other: Any) -> Any:
    """Mostly the usual, so that the other parts of a wish are judged too."""
    return st.integers(0, 4).flatmap(lambda die: other if die == 0 else usual)


@pytest.mark.parametrize(
    ("game", "beside"),
    [*((game, Beside()) for game in BACKED), *((game, BOTH) for game in RACES)],
    ids=lambda part: part.slug if isinstance(part, Game) else "with a pool and a book" if part == BOTH else "alone",
)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_an_illegal_stake_is_refused_and_changes_nothing(game: Game[Any], beside: Beside, data: st.DataObject) -> None:
    round_ = Round.open(game, game.read_options({}), SEATS, purses={"Ada": 9}, funds={game.office: 30}, beside=beside)
    spaces = [(offer.name, selection) for offer in round_.offers for selection in offer.selections]
    round_ = round_.stake("Ada", *spaces[0], round_.offers[0].step(spaces[0][1]))
    junk = JUNK | st.sampled_from(["win", "red", "spades", "", "Zoe"])
    seat = data.draw(often(st.sampled_from(SEATS), junk))
    where = data.draw(often(st.sampled_from(spaces), st.tuples(junk, junk)))
    wish = (seat, *where, data.draw(often(st.integers(-1, 9), JUNK)))
    before = dict(round_.exposures), dict(round_.laid)
    for act in (round_.stake, round_.withdraw):
        if broken := refused(act, *wish):
            assert re.fullmatch("[a-z_]+", broken.code)
            event(f"{act.__name__}: {broken.code}")
        else:
            after = act(*wish)
            assert sum(after.laid.values()) - sum(round_.laid.values()) in {wish[3], -wish[3]}
            assert all(n >= 1 for n in after.laid.values())
            event(f"{act.__name__}: accepted")
        assert (dict(round_.exposures), dict(round_.laid)) == before


@games
@few
@given(seed=seeds, data=st.data())
def test_no_draw_repeats_another(game: Game[Any], seed: int, data: st.DataObject) -> None:
    """A label is one throw of dice, or one pack from which cards are taken in order."""
    moves, states = played(game, seed, data)
    packs: dict[str, tuple[Any, int]] = {}
    drawn = [game.chance(state) for state, move in zip(states[:-1], moves, strict=True) if move.seat is None]
    for wanted in drawn:
        assert wanted is not None
        if isinstance(wanted, Dice):
            assert wanted.label not in packs
            packs[wanted.label] = (), 0
        else:
            assert packs.get(wanted.label, (wanted.pack, 0)) == (wanted.pack, wanted.start)
            packs[wanted.label] = wanted.pack, wanted.start + wanted.count


def test_payments_use_reasons_and_roles_that_the_house_keeps_accounts_for() -> None:
    assert {reason.value for reason in payments.Reason} <= {reason.value for reason in Reason}
    roles = {role.value for role in Role}
    held = {"purse", "stakes", *EMPTY_IN_THE_END, COMMISSION, BREAKAGE, CARRY_OVER, BOOKMAKER}
    assert {*held, *(game.office for game in GAMES.values())} <= roles


@pytest.mark.parametrize("game", DEALING, ids=lambda game: game.slug)
@few
@given(seed=seeds, data=st.data())
def test_hidden_cards_are_seen_by_their_seat_alone(game: Game[Any], seed: int, data: st.DataObject) -> None:
    """Two cards of the pack change places. Whoever is told nothing else is shown nothing else, and of the cards in a
    hand one seat alone is told.
    """
    start = game.start(game.read_options(OPTIONS[game.slug][0]), SEATS)
    wanted = game.chance(start)
    assert isinstance(wanted, Cards)
    pack = list(draws(seed).shuffled(wanted.label, wanted.pack))
    places = st.integers(0, wanted.count - 1), st.integers(0, len(pack) - 1)
    here, there = data.draw(st.tuples(*places).filter(lambda two: pack[two[0]] != pack[two[1]]))
    other = [*pack]
    other[here], other[there] = pack[there], pack[here]
    before, after = (game.play(start, wanted.becomes(tuple(cards[: wanted.count]))) for cards in (pack, other))
    differ = {seat for seat in SEATS if told_to(before, seat) != told_to(after, seat)}
    openly = told_to(before, None) != told_to(after, None)
    for seat in (*SEATS, None):
        seen = game.view(before.state, seat) != game.view(after.state, seat)
        assert openly or seat in differ or not seen
        # A hand that was dealt in another order is the same hand, and may be shown as such.
        assert seen or cards_told(before, seat) == cards_told(after, seat)
    down = face_down(wanted.becomes(tuple(pack[: wanted.count])))
    assert openly or (pack[here] not in down) + (pack[there] not in down) >= len(differ)
    assert openly or differ or {pack[here], pack[there]} <= set(down)
    event(f"told {'openly' if openly else f'to {len(differ)}'}")


def told_to(step: Step[Any], seat: str | None) -> list[dict[str, Any]]:
    """What is told to one seat alone; without a seat, what everybody is told."""
    return [written(happening) for happening in step.happenings if happening.only_for == seat]


def cards_told(step: Step[Any], seat: str | None) -> Counter[Any]:
    return Counter(leaves(told_to(step, seat)))


def face_down(move: Move) -> Counter[Any]:
    """Cards of a deal that nobody holds or sees, in games that have a dead hand."""
    (dealt,) = written(move).values()
    return Counter(leaves(dealt["dead"])) if isinstance(dealt, dict) and "dead" in dealt else Counter()


@pytest.mark.parametrize("game", DEALING, ids=lambda game: game.slug)
def test_hands_are_told_to_those_who_hold_them(game: Game[Any]) -> None:
    """All cards that are dealt, but for those that lie open or face down, and each seat its own."""
    start = game.start(game.read_options(OPTIONS[game.slug][0]), SEATS)
    wanted = game.chance(start)
    assert isinstance(wanted, Cards)
    made = draws(7).move(wanted)
    step = game.play(start, made)
    hands = [card for seat in SEATS for told in told_to(step, seat) for card in leaves(told) if card not in SEATS]
    openly = [card for told in told_to(step, None) for card in leaves(told)]
    (dealt,) = written(made).values()
    assert Counter(hands) <= Counter(leaves(dealt))
    down = face_down(made)
    assert (Counter(leaves(dealt)) - Counter(hands) - down) <= Counter(openly)
    assert not down & Counter([*hands, *openly])
    assert len(hands) % len(SEATS) == 0
    assert hands


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(RuleBroken) as unknown:
        find_game("whist")
    assert unknown.value.code == "unknown_game"
    assert "minoru" in unknown.value.sentence
