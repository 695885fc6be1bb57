"""Scripts: what happens around the moves of a game."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from games.kit.errors import RuleBroken
from games.kit.game import Move
from games.kit.payments import Party, Payment, Reason
from games.kit.replay import Refusal, finish_as_json, read_script, replay
from games.kit.round import Round
from tests.games.driving import keep_accounts
from tests.games.minoru.racing import GG, MINORU, M, win_for
from tests.games.sale import SALE, Sale

DEALS = [{"deal": text.split()} for text in win_for(M, 3)]


def told(**script: Any) -> dict[str, Any]:
    return replay(MINORU, read_script({"game": "minoru", "seats": ["A", "B"], **script}))


def stake(seat: str, counters: int, selection: str = M) -> dict[str, Any]:
    return {"seat": seat, "market": "win", "selection": selection, "counters": counters}


def test_stakes_wait_until_the_banker_has_decided() -> None:
    answer = told(
        office="A",
        options={"joker": "banker"},
        stakes=[stake("B", 6, GG)],
        moves=[{"seat": "A", "joker": True}, *DEALS],
    )
    assert answer["moves"][0] == {
        "move": {"seat": "A", "joker": True},
        "positions": [0, 0, 0, 0, 0],
        "happenings": [{"joker_decided": True}],
        "words": ["the joker is in"],
    }
    assert answer["net"] == {"A": 0, "B": -6, "bank": 6}


def test_a_seat_whose_time_has_run_out_plays_automatically() -> None:
    options = {"joker": "banker", "last_joker": True}
    late = {"seat": "A", "automatic": True}
    answer = told(office="A", options=options, stakes=[stake("B", 6, GG)], moves=[late, *DEALS])
    assert answer["moves"][0]["words"] == ["the joker is in"]
    seats: tuple[Any, ...] = ("B", None, [])
    for seat in seats:
        with pytest.raises(Refusal) as refused:
            told(office="A", options=options, moves=[{"seat": seat, "automatic": True}])
        assert refused.value.broken.code == "not_waited_for"


def test_a_refused_stake_is_named_by_its_number() -> None:
    with pytest.raises(Refusal) as refused:
        told(
            office="A",
            options={"joker": "banker"},
            stakes=[stake("B", 6), stake("B", 7, GG)],
            moves=[{"seat": "A", "joker": False}],
        )
    assert refused.value.as_json()["refused"] | {"sentence": ""} == {
        "code": "over_limit",
        "sentence": "",
        "move": 0,
        "stake": 2,
    }


def test_stakes_can_be_made_and_withdrawn_among_the_moves() -> None:
    taken = {"seat": "B", "withdraw": {"market": "win", "selection": M, "counters": 2}}
    made = {"seat": "B", "stake": {"market": "win", "selection": M, "counters": 5}}
    assert told(moves=[made, taken, *DEALS])["net"] == {"A": 0, "B": 6, "bank": -6}


def test_the_off_closes_staking_before_the_first_card() -> None:
    assert told(stakes=[stake("A", 6)], moves=[{"off": True}, *DEALS])["net"] == {"A": 12, "B": 0, "bank": -12}


def test_a_round_that_is_not_over_has_no_result() -> None:
    answer = told(stakes=[stake("A", 1)], moves=DEALS[:2])
    assert (answer["finish"], answer["net"], answer["payments"]) == (None, None, [])


def test_a_void_round_gives_everything_back() -> None:
    answer = told(stakes=[stake("A", 6)], moves=[*DEALS, {"void": True}])
    assert (answer["phase"], answer["finish"]) == ("void", None)
    assert answer["net"] == {"A": 0, "B": 0, "bank": 0}
    assert answer["payments"] == [
        {
            "payer": {"role": "stakes", "seat": "A"},
            "payee": {"role": "purse", "seat": "A"},
            "amount": 6,
            "reason": "returned",
        }
    ]


@pytest.mark.rule("minoru:A9", "minoru:A10")
def test_a_void_race_does_not_count_to_the_bankers_four() -> None:
    settled, void = {"moves": DEALS}, {"moves": [*DEALS[:1], {"void": True}]}
    answer = told(office="A", rounds=[settled, void, settled, void, settled, settled, settled])
    assert "".join(round_["office"] for round_ in answer["rounds"]) == "AAAAAAB"


@pytest.mark.rule("minoru:M-R17")
def test_the_last_choice_of_the_joker_goes_on_to_the_next_race() -> None:
    chosen, late = {"seat": "A", "joker": True}, {"seat": "A", "automatic": True}
    rounds = [{"moves": [chosen, *DEALS]}, {"moves": [late, *DEALS]}]
    answer = told(office="A", options={"joker": "banker"}, rounds=rounds)
    assert [round_["moves"][0]["words"] for round_ in answer["rounds"]] == [["the joker is in"]] * 2


def test_a_round_is_over_before_the_next_begins() -> None:
    with pytest.raises(Refusal) as refused:
        told(rounds=[{"moves": DEALS[:1]}, {"moves": DEALS}])
    assert (refused.value.broken.code, refused.value.place.round) == ("not_finished", 1)
    assert told(rounds=[{"moves": DEALS}, {"moves": DEALS[:1]}])["rounds"][1]["phase"] == "running"


def test_a_purse_is_its_owners_alone() -> None:
    answer = told(stakes=[stake("A", 6), stake("B", 6)], purses={"A": 6, "B": 6}, moves=DEALS)
    assert answer["net"] == {"A": 12, "B": 12, "bank": -24}


def test_what_happened_is_told_once() -> None:
    moves = told(moves=[*DEALS, {"settle": True}])["moves"]
    assert [bool(move["words"]) for move in moves] == [True, True, True, False]


def test_the_off_waits_for_the_banker() -> None:
    with pytest.raises(Refusal) as refused:
        told(office="A", options={"joker": "banker"}, moves=[{"off": True}])
    assert refused.value.broken.code == "not_ready"


def test_a_move_with_several_facts_says_its_seat_beside_them() -> None:
    @dataclass(frozen=True)
    class Call(Move):
        horse: int
        total: int

    class Calling(Sale):
        move_types = (Call,)  # type: ignore[assignment]

    game = Calling()
    assert game.read_move({"seat": "A", "call": {"horse": 3, "total": 13}}) == Call(3, 13, seat="A")
    for wrong in ({"horse": 3, "total": 13, "seat": "B"}, {"horse": 3}, 13, True):
        with pytest.raises(RuleBroken) as refused:
            game.read_move({"seat": "A", "call": wrong})
        assert refused.value.code == "bad_move"


def test_purses_and_funds_go_on_from_round_to_round() -> None:
    losing = {"stakes": [stake("A", 6, GG)], "moves": DEALS}
    with pytest.raises(Refusal) as refused:
        told(rounds=[losing, losing, losing], purses={"A": 12})
    assert (refused.value.broken.code, refused.value.place.round) == ("short_purse", 3)
    winning = {"stakes": [stake("A", 6)], "moves": DEALS}
    with pytest.raises(Refusal) as refused:
        told(rounds=[winning, winning, winning], funds={"bank": 30})
    assert (refused.value.broken.code, refused.value.place.round) == ("not_covered", 3)


def test_what_was_paid_in_a_void_round_is_paid_back_in_reverse() -> None:
    """So that whoever passed counters on has them again before giving them back."""
    first = Payment(Party("purse", "A"), Party("auctioneer"), 5, Reason.LOST)
    then = Payment(Party("auctioneer"), Party("purse", "B"), 5, Reason.WINNINGS)
    round_ = replace(Round.open(SALE, SALE.read_options({}), ("A", "B")), payments=(first, then))
    accounts = keep_accounts({"A": 5, "B": 0}, {"auctioneer": 0}, (), round_.void().payments)
    assert accounts[Party("purse", "A")] == 5


def test_the_house_keeps_what_it_holds() -> None:
    answer = told(rounds=[{"moves": DEALS}] * 6)
    assert {round_["office"] for round_ in answer["rounds"]} == {"house"}


def test_a_refusal_in_a_later_round_says_which() -> None:
    with pytest.raises(Refusal) as refused:
        told(rounds=[{"moves": DEALS}, {"moves": [*DEALS, DEALS[0]]}])
    assert refused.value.as_json()["refused"] | {"sentence": ""} == {
        "code": "race_over",
        "sentence": "",
        "round": 2,
        "move": 4,
    }


def test_another_game_uses_the_same_scripts() -> None:
    """Dice, hidden hands, bids, payments within the round."""
    script = {
        "game": "sale",
        "seats": ["A", "B"],
        "moves": [{"hands": ["AH", "2C"]}, {"throw": [3]}, {"seat": "B", "bid": 7}, {"seat": "A", "leave": True}],
    }
    last = {"seat": "B", "bid": 9}
    answer = replay(SALE, read_script({**script, "moves": [*script["moves"], last]}))
    assert (answer["finish"], answer["net"]) == (["B"], {"A": 0, "B": -11, "auctioneer": 11})
    assert answer["moves"][0]["happenings"][0] == {"only_for": "A", "hand_dealt": "AH"}
    assert answer["moves"][0]["positions"] is None
    undone = replay(SALE, read_script({**script, "moves": [*script["moves"], last, {"void": True}]}))
    assert undone["net"] == {"A": 0, "B": 0, "auctioneer": 0}


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"seat": "B", "bid": 99}, "not_now"),
        ({"seat": "A", "bid": 5}, "not_now"),
        ({"seat": "B", "bid": {"amount": 5}}, "bad_move"),
        ({"seat": "B", "leave": False}, "bad_move"),
        ({"throw": [7]}, "not_now"),
    ],
)
def test_its_moves_are_judged_too(move: Any, code: str) -> None:
    script = {"game": "sale", "seats": ["A", "B"], "moves": [{"hands": ["AH", "2C"]}, {"throw": [3]}, move]}
    with pytest.raises(Refusal) as refused:
        replay(SALE, read_script(script))
    assert refused.value.broken.code == code
    assert refused.value.place.move == 3


def test_a_dead_heat_is_a_list_inside() -> None:
    assert finish_as_json((("a",), ("b", "c"), ("d",))) == ["a", ["b", "c"], "d"]
