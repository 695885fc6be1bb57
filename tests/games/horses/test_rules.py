"""Every printed rule of Horses and every decision of ours, by its number."""

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.clubs.models import Player
from casino.desk.models import Prize
from casino.desk.prizes import winners
from casino.desk.scores import Score
from games.horses.course import Horse
from games.horses.rules import Home, Turned
from games.kit.cards import PACK, Card
from games.kit.counters import in_colours
from games.kit.cutting import cut_for
from games.kit.game import written
from games.kit.markets import find
from games.kit.offices import HOUSE, Office
from games.kit.payments import net
from games.kit.replay import read_script, replay
from games.kit.turning import PackShuffled
from games.kit.values import to_json
from tests.games.driving import draws, play_through, refusal
from tests.games.horses.racing import HORSES, ORDER, C, D, H, S, after, cards_for, race, run, suit, table
from tests.games.rounds import turn

UNDECIDED = " ".join(suit(letter, 12) for letter in "CDHS")  # every horse one square from home


@pytest.mark.rule("horses:H-R1")
@pytest.mark.parametrize(
    ("counters", "pieces"),
    [
        (0, {}),
        (1, {"white": 1}),
        (4, {"white": 4}),
        (5, {"red": 1}),
        (9, {"red": 1, "white": 4}),
        (10, {"blue": 1}),
        (17, {"blue": 1, "red": 1, "white": 2}),
        (10**6, {"blue": 10**5}),
    ],
)
def test_counters_are_white_red_and_blue(counters: int, pieces: dict[str, int]) -> None:
    assert in_colours(counters) == pieces


@pytest.mark.rule("horses:H-R1", "horses:C9")
@given(st.integers(0, 300))
def test_colours_add_up_and_no_other_change_has_fewer_pieces(counters: int) -> None:
    pieces = in_colours(counters)
    worth = {"white": 1, "red": 5, "blue": 10}
    assert sum(worth[colour] * number for colour, number in pieces.items()) == counters
    fewest = min(
        blue + red + counters - 10 * blue - 5 * red
        for blue in range(counters // 10 + 1)
        for red in range((counters - 10 * blue) // 5 + 1)
    )
    assert sum(pieces.values()) == fewest


@pytest.mark.rule("horses:H-R2")
@pytest.mark.parametrize("players", [0, 1, 7, 200])
def test_any_number_can_play(players: int) -> None:
    seats = [f"P{n}" for n in range(players)]
    round_ = table(*seats)
    for seat in seats:
        round_ = round_.stake(seat, "win", C, 2)
    settled = run(round_, cards_for("CDSH")).settle()
    assert net(settled.payments, [*seats, "bookmaker"]) == {**dict.fromkeys(seats, 6), "bookmaker": -6 * players}


# What a stake of 3 on each space wins in a race that ends clubs, diamonds, spades, hearts; nothing where it is lost.
WON = {
    ("win", C): 9,
    ("place", C): 3,
    ("place", D): 3,
    ("show", C): 1,
    ("show", D): 1,
    ("show", S): 1,
    ("colour", "black"): 3,
}


@pytest.mark.rule("horses:H-R3", "horses:H-R11", "horses:C3")
@pytest.mark.parametrize(
    ("market", "selection"),
    [*((name, horse) for name in ("win", "place", "show") for horse in ORDER), ("colour", "red"), ("colour", "black")],
)
def test_what_each_bet_pays(market: str, selection: str) -> None:
    settled = run(table("P1").stake("P1", market, selection, 3), cards_for("CDSH")).settle()
    gain = WON.get((market, selection), -3)
    assert net(settled.payments, []) == {"P1": gain, "bookmaker": -gain}


@pytest.mark.rule("horses:H-R11")
@pytest.mark.parametrize("place", [1, 2, 3, 4])
@pytest.mark.parametrize("horse", "CDHS")
def test_show_wins_on_three_places_and_place_on_two_and_win_on_one(horse: str, place: int) -> None:
    others = [letter for letter in "CDHS" if letter != horse]
    order = "".join([*others[: place - 1], horse, *others[place - 1 :]])
    name = {"C": C, "D": D, "H": H, "S": S}[horse]
    markets = HORSES.markets(race())
    won = [bet for bet in ("win", "place", "show") if order in find(markets, bet, name)[1].wins]
    assert won == {1: ["win", "place", "show"], 2: ["place", "show"], 3: ["show"], 4: []}[place]
    colour = "red" if order[0] in "DH" else "black"
    assert [each.selection for each in markets[3].spaces if order in each.wins] == [colour]


@pytest.mark.rule("horses:H-R3", "horses:C11")
def test_any_combination_may_be_backed_also_red_and_black() -> None:
    round_ = table("P1")
    for market in HORSES.markets(round_.state):
        for space in market.spaces:
            round_ = round_.stake("P1", market.name, space.selection, 3)
    assert len(round_.stakes) == 14
    both = table("P1").stake("P1", "colour", "red", 5).stake("P1", "colour", "black", 5)
    assert net(run(both, cards_for("HDSC")).settle().payments, []) == {"P1": 0, "bookmaker": 0}


@pytest.mark.rule("horses:H-R4")
@pytest.mark.parametrize("counters", [3, 6, 9, 300])
def test_show_is_staked_in_threes(counters: int) -> None:
    round_ = table("P1").stake("P1", "show", C, counters)
    assert net(run(round_, cards_for("DSCH")).settle().payments, [])["P1"] == counters // 3


@pytest.mark.rule("horses:H-R5")
def test_before_the_start_stakes_are_made_and_withdrawn_and_the_first_card_ends_it() -> None:
    round_ = table("P1").stake("P1", "win", C, 5).withdraw("P1", "win", C, 2)
    assert round_.laid == {("P1", "win", C): 3}
    assert HORSES.takes_stakes(round_.state)
    started = run(round_, "7H")
    assert not HORSES.takes_stakes(started.state)
    assert refusal(started.stake, "P1", "win", C, 1) == "staking_closed"
    assert refusal(started.withdraw, "P1", "win", C, 1) == "staking_closed"


@pytest.mark.rule("horses:H-R6")
def test_the_horses_start_in_the_margin_and_a_full_pack_is_shuffled() -> None:
    assert race().positions == (0, 0, 0, 0)
    wanted = HORSES.chance(race())
    assert wanted is not None
    assert (len(set(wanted.pack)), wanted.start, wanted.count) == (52, 0, 1)
    step = HORSES.play(race(), turn("7H"))
    assert step.happenings == (PackShuffled(1, 52), Turned(Card.parse("7H"), Horse.HEARTS, 1))
    assert HORSES.play(step.state, turn("8H")).happenings == (Turned(Card.parse("8H"), Horse.HEARTS, 2),)


@pytest.mark.rule("horses:H-R6")
def test_the_player_on_the_bookies_right_cuts() -> None:
    assert HORSES.cutter(table("A", "B", "C", holder="B").state) == "A"
    assert HORSES.cutter(table("A", "B", "C", holder="A").state) == "C"
    assert HORSES.cutter(table("A", "B", "C").state) == "C"
    assert HORSES.cutter(table("A", holder="A").state) is None, "nobody cuts for himself"


@pytest.mark.rule("horses:H-R6", "horses:C2")
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_no_card_that_was_not_turned_is_ever_told(seed: int) -> None:
    """Not in a view, a state, a move or a happening, and the bottom card not after the race either."""
    moves, states = play_through(HORSES, race(), (), draws(seed), lambda able: able[0])
    pack = [str(card) for card in draws(seed).shuffled("pack 1", PACK)]
    assert [written(move)["turn"] for move in moves] == pack[: len(moves)]
    assert len(moves) <= 51
    told = []
    for turned, (before, move) in enumerate(zip(states, moves, strict=False), 1):
        step = HORSES.play(before, move)
        told += [written(happening) for happening in step.happenings]
        for seat in (None, "P1"):
            seen = json.dumps([to_json(HORSES.view(step.state, seat)), to_json(step.state), told])
            assert not [card for card in pack[turned:] if f'"{card}"' in seen]
    assert HORSES.view(states[-1], None).aside == states[-1].aside, "what was turned is seen"


@pytest.mark.rule("horses:H-R7")
@pytest.mark.parametrize("card", PACK, ids=str)
def test_a_card_moves_the_horse_of_its_suit_and_no_other(card: Card) -> None:
    start = after(race(), "2C 3D 4H 5S") if str(card) not in {"2C", "3D", "4H", "5S"} else race()
    moved = after(start, str(card))
    changes = [b - a for a, b in zip(start.positions, moved.positions, strict=True)]
    assert changes == [int(letter == card.suit) for letter in "CDHS"]


@pytest.mark.rule("horses:H-R8")
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32))
def test_horses_come_in_one_by_one_as_they_reach_square_13(seed: int) -> None:
    _, states = play_through(HORSES, race(), (), draws(seed), lambda able: able[0])
    for before, later in pairwise(states):
        arrived = [
            horse for horse, a, b in zip(ORDER, before.positions, later.positions, strict=True) if a != b and b == 13
        ]
        assert later.finish[: len(before.finish)] == before.finish
        assert list(later.finish[len(before.finish) :])[: len(arrived)] == arrived
        assert later.over == (len(later.finish) >= 3)
    result = HORSES.result(states[-1])
    assert result is not None
    assert result.finish == tuple((horse,) for horse in states[-1].finish)
    assert HORSES.places(result.outcome) == states[-1].finish
    assert [HORSES.result(state) for state in states[:-1]] == [None] * (len(states) - 1)


@pytest.mark.rule("horses:H-R8", "horses:C2")
def test_with_three_home_the_fourth_follows_without_a_card() -> None:
    nearly = after(race(), f"{UNDECIDED} AC AD")
    step = HORSES.play(nearly, turn("AH"))
    assert step.happenings == (
        Turned(Card.parse("AH"), Horse.HEARTS, 13),
        Home(Horse.HEARTS, 3),
        Home(Horse.SPADES, 4),
    )
    assert step.state.finish == (C, D, H, S)
    assert step.state.positions == (13, 13, 13, 12)
    assert [str(happening) for happening in step.happenings] == [
        "hearts on square 13",
        "hearts third",
        "spades last",
    ]


@pytest.mark.rule("horses:C1")
@pytest.mark.parametrize("letter", "CDHS")
def test_a_horse_is_home_with_the_thirteenth_card_of_its_suit(letter: str) -> None:
    nearly = after(race(), suit(letter, 12))
    assert (max(nearly.positions), nearly.finish) == (12, ())
    step = HORSES.play(nearly, turn(f"A{letter}"))
    assert max(step.state.positions) == 13
    assert [type(happening) for happening in step.happenings] == [Turned, Home]
    assert HORSES.outcomes(step.state) == tuple(order for order in HORSES.outcomes(race()) if order[0] == letter)


@pytest.mark.rule("horses:H-R12", "horses:C7")
def test_the_office_passes_to_the_left_after_every_race_until_each_has_been_bookie() -> None:
    assert HORSES.office == "bookmaker"
    assert HORSES.term(race()) == 1
    office, holders = Office("A", HORSES.term(race())), []
    for _ in range(5):
        holders.append(office.holder)
        office = office.after_a_settled_round("ABCD", "ABCD")
    assert "".join(holders) == "ABCDA"


@pytest.mark.rule("horses:H-R12", "horses:C7")
def test_the_office_passes_over_who_cannot_hold_it_and_a_bookie_who_leaves_passes_it_on() -> None:
    assert Office("A", 1).after_a_settled_round("ABC", {"A", "C"}).holder == "C"
    assert Office("A", 1).passed("ABC", "BC").holder == "B"
    assert Office("A", 1).passed("ABC", ()).holder == HOUSE


@pytest.mark.rule("horses:H-R12")
@settings(max_examples=60)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 8))
def test_where_players_cut_for_the_office_the_highest_card_has_it_and_equals_cut_again(seed: int, players: int) -> None:
    left = [f"P{n}" for n in range(players)]
    cut = cut_for(left, draws(seed))
    for round_of_cuts in cut.cuts:
        assert [name for name, _ in round_of_cuts] == left
        best = max("23456789TJQKA".index(str(card).replace("10", "T")[0]) for _, card in round_of_cuts)
        left = [name for name, card in round_of_cuts if "23456789TJQKA"[best] == str(card).replace("10", "T")[0]]
    assert [cut.winner] == left


def ranked(**points: int) -> list[Score]:
    return sorted((Score(Player(nickname=name), n) for name, n in points.items()), key=lambda score: -score.points)


@pytest.mark.rule("horses:H-R13", "horses:C8")
def test_first_prize_second_prize_and_poney_prize() -> None:
    """Golden case H5: from 100 each, A has 130, B and C 100, D 70."""
    final = ranked(A=130, B=100, C=100, D=70)
    won = {place: "".join(score.player.nickname for score in winners(final, place)) for place in Prize.Place}
    assert won == {Prize.Place.FIRST: "A", Prize.Place.SECOND: "BC", Prize.Place.CONSOLATION: "D"}


@pytest.mark.rule("horses:C8")
def test_two_players_are_given_two_prizes() -> None:
    assert winners(ranked(A=130, B=70), Prize.Place.CONSOLATION) == []


@pytest.mark.rule("horses:C13")
def test_a_void_race_does_not_count_for_the_bookie() -> None:
    whole = [{"turn": card} for card in cards_for("CDSH").split()]
    rounds = [{"moves": [*whole[:13], {"void": True}]}, {"moves": whole}, {"moves": whole}]
    told = replay(HORSES, read_script({"game": "horses", "seats": ["A", "B"], "office": "A", "rounds": rounds}))
    assert [(round_["office"], round_["phase"]) for round_ in told["rounds"]] == [
        ("A", "void"),
        ("A", "settled"),
        ("B", "settled"),
    ]


def test_every_order_can_come_until_a_horse_is_home() -> None:
    counts = []
    for cards in (UNDECIDED, f"{UNDECIDED} AC", f"{UNDECIDED} AC AD", f"{UNDECIDED} AC AD AH"):
        counts.append(len(HORSES.outcomes(after(race(), cards))))
    assert counts == [24, 6, 2, 1]
