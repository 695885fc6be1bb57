"""A bookmaker beside the races of the house: prices, what he can pay, dead heats, places."""

from collections import Counter
from fractions import Fraction
from math import floor
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from games.horses.rules import Horses
from games.kit.beside import Beside
from games.kit.bookmaker import Bookmaker
from games.kit.errors import RuleBroken
from games.kit.game import Move
from games.kit.markets import Market, find_offer
from games.kit.payments import Party, Payment, settle
from games.kit.round import Round
from games.kit.totalisator import Totalisator
from tests.games.derby.racing import DERBY
from tests.games.derby.racing import run as thrown
from tests.games.double_event.racing import DKJ
from tests.games.double_event.racing import GAME as DOUBLE_EVENT
from tests.games.driving import draws, keep_accounts, refusal
from tests.games.horses.racing import HORSES, cards_for
from tests.games.kit.races import (
    BOOK,
    BOTH,
    POOL,
    RACES,
    SEATS,
    opened,
    placed,
    prices,
    told,
)
from tests.games.minoru.racing import MINORU, course
from tests.games.rounds import turn

races = pytest.mark.parametrize("race", RACES)
few = settings(max_examples=10, deadline=None)


# --- Prices


# 1 / (share x 1.15), floored to the hundredth: shares are those of the rules, worked out apart from this code.
MADE = {
    # 0.369406817927 0.163448609866 0.028271108456 0.069466645823 0.369406817927
    "minoru": "2.35 5.32 30.75 12.51 2.35",
    # 0.350258414395 0.151302367983 0.085824615208 0.062356188019 0.350258414395
    "minoru, with the joker": "2.48 5.74 10.13 13.94 2.48",
    # hearts and spades 0.080543430982, diamonds and clubs 0.217333283783, king and queen 0.063943000538,
    # knave 0.276360569395
    "double-event": "10.79 4.00 4.00 10.79 13.59 13.59 3.14",
    "horses": "3.47 3.47 3.47 3.47",  # 1/4
    # 1/6
    **{race: "5.21 5.21 5.21 5.21 5.21 5.21" for race in RACES if race.startswith(("derby", "kentucky", "grand"))},
    # Fair 5.873802 5.909995 5.966736 6.001306 6.076276 6.182498, each divided by 1.15.
    "myopia": "5.10 5.13 5.18 5.21 5.28 5.37",
}


@pytest.mark.parametrize("race", MADE)
def test_prices_are_those_worked_out_by_hand(race: str) -> None:
    game, options = RACES[race]
    options = {**options, "course": "jaques"} if game is MINORU else options
    assert " ".join(prices(opened(game, options, BOOK))) == MADE[race]


@races
@pytest.mark.parametrize("margin", [0, 15, 33, 100])
def test_a_price_is_the_fair_one_less_the_margin_floored_to_the_hundredth(race: str, margin: int) -> None:
    # B3.
    game, options = RACES[race]
    round_ = opened(game, options, Beside(bookmaker=Bookmaker(margin=margin)))
    shares = game.shares(round_.state)
    assert sum(shares.each.values()) == 1 or game is DERBY  # Myopia is known to twelve figures
    fair = [1 / (share * (1 + Fraction(margin, 100))) for share in shares.each.values()]
    assert prices(round_) == [f"{floor(100 * each) // 100}.{floor(100 * each) % 100:02d}" for each in fair]
    (market,) = (market for market in round_.markets if market.name == "bookmaker")
    for priced in round_.sides.priced(game, round_.state):
        assert (priced.market, priced.error) == (market, None)
        assert priced.chance == shares.each[priced.space.selection]
        assert priced.edge >= 1 - Fraction(100, 100 + margin), "a book never gives its margin away"


@races
def test_prices_do_not_change_during_a_race(race: str) -> None:
    game, options = RACES[race]
    round_, chance = opened(game, options, BOTH), draws(7)
    book, worth = round_.sides.book, {round_.sides.priced(game, round_.state)[0].chance}
    while wanted := game.chance(round_.state):
        round_ = round_.play(chance.move(wanted))
        assert round_.sides.book is book
        if len(worth) == 1:  # what they are worth changes: once is enough to see it
            worth.add(round_.sides.priced(game, round_.state)[0].chance)
    assert len(worth) == 2
    sure = {each.space.selection: each.chance for each in round_.sides.priced(game, round_.state)}
    winners = game.winners(game.result(round_.state).outcome)  # type: ignore[union-attr]
    assert sure == {runner: Fraction(runner in winners, len(winners)) for runner in game.runners(round_.state)}


def joker(seat: str, included: bool) -> Move:
    return MINORU.read_move({"seat": seat, "joker": included})


@pytest.mark.parametrize(("included", "gou_gou"), [(True, "10.13"), (False, "30.75")])
def test_prices_wait_for_the_bankers_decision_on_the_joker(included: bool, gou_gou: str) -> None:
    round_ = opened(MINORU, {"course": "jaques", "joker": "banker"}, BOTH, holder="Bob")
    assert (round_.sides.book, round_.markets, round_.sides.priced(MINORU, round_.state)) == (None, (), ())
    assert [offer.name for offer in round_.offers] == ["totalisator"]
    for market in ("bookmaker", "totalisator"):
        assert refusal(round_.stake, "Ada", market, "gou_gou", 1) == "staking_closed"
        assert round_.room("Ada", market, "gou_gou") == 0
    decided = round_.play(joker("Bob", included))
    assert prices(decided)[2] == gou_gou
    assert decided.stake("Ada", "bookmaker", "gou_gou", 1).laid


def test_a_banker_may_decide_even_if_the_bookmaker_cannot_price_the_race() -> None:
    # A first horse that needs one deal while the others need six wins before they do far oftener than 1 in 1.01.
    short = {"course": course(1, 6, 6, 6, 6), "joker": "banker"}
    assert (
        refusal(opened, MINORU, {**short, "joker": False}, Beside(bookmaker=Bookmaker(margin=100))) == "price_too_low"
    )
    round_ = opened(MINORU, short, Beside(bookmaker=Bookmaker(margin=100)), holder="Bob")
    decided = round_.play(joker("Bob", False))
    assert decided.sides.book is None
    assert {market.name for market in decided.markets} == {"win", "colour"}, "the bookmaker stays away"


def test_no_price_is_made_from_an_estimate() -> None:
    # Myopia in the middle of a race: too many positions to work out.
    middle = {"variant": "myopia", "start": [6, 7, 8, 6, 7, 8]}
    assert refusal(opened, DERBY, middle, BOOK) == "no_exact_chances"
    assert opened(DERBY, middle, POOL).stake("Ada", "totalisator", "1", 5).laid, "a pool needs no chances"


def test_a_favourite_below_the_lowest_price_makes_no_book() -> None:
    # Horse 1 is one step from home and the others fifteen: its share is nearly 1, its price less than 1.01.
    assert refusal(opened, DERBY, {"start": [15, 1, 1, 1, 1, 1]}, BOOK) == "price_too_low"


# --- What a bookmaker can pay


def test_a_refusal_says_how_many_would_be_accepted() -> None:
    # Horses at 3.47: 5 counters return 17.35, so 17, and cost 12; 4 return 13 and cost 9.
    round_ = opened(HORSES, {}, BOOK, funds={"bookmaker": 11})
    assert round_.room("Ada", "bookmaker", "clubs") == 4
    with pytest.raises(RuleBroken) as refused:
        round_.stake("Ada", "bookmaker", "clubs", 5)
    assert (refused.value.code, refused.value.facts["room"]) == ("not_covered", 4)
    assert round_.stake("Ada", "bookmaker", "clubs", 4).room("Ada", "bookmaker", "clubs") == 0


def test_a_counter_that_is_dropped_is_room_for_a_stake() -> None:
    # 1 counter at 3.47 returns 3 and costs 2; 2 return 6.94, so 6, and cost 4.
    for funds, room in enumerate([0, 0, 1, 1, 2]):
        assert opened(HORSES, {}, BOOK, funds={"bookmaker": funds}).room("Ada", "bookmaker", "clubs") == room


def test_the_same_bookmaker_covers_his_book_and_the_games_own_odds() -> None:
    # 6 on clubs at 3 to 1 could cost 18 of the 20; on diamonds they are kept.
    round_ = opened(HORSES, {}, BOOK, funds={"bookmaker": 20}).stake("Ada", "win", "clubs", 6)
    assert round_.room("Bob", "bookmaker", "clubs") == 1, "one costs 2"
    # 20 + 6: 10 on diamonds return 34 and cost 24; 11 return 38 and cost 27.
    assert round_.room("Bob", "bookmaker", "diamonds") == 10
    rests = round_.stake("Bob", "bookmaker", "diamonds", 10)
    assert rests.exposure("bookmaker").worst == 18
    assert refusal(rests.withdraw, "Ada", "win", "clubs", 6) == "stake_needed"


def test_a_bookmaker_has_room_for_any_number_on_a_horse_that_cannot_win() -> None:
    # Horses 1 and 2 are home: the last wins, and they are not last.
    donkeys = {"donkey": True, "players": 4, "start": [16, 16, 2, 1]}
    round_ = opened(DERBY, donkeys, BOOK, funds={"bookmaker": 10})
    assert prices(round_)[:2] == ["10000.00", "10000.00"]
    assert round_.room("Ada", "bookmaker", "1") == 2**53 - 1
    assert round_.stake("Ada", "bookmaker", "1", 7).exposure("bookmaker").worst == -7


WISH = st.tuples(
    st.sampled_from(["stake", "stake", "stake", "withdraw"]),
    st.sampled_from(SEATS),
    st.sampled_from("123456"),
    st.integers(1, 40),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(WISH, max_size=14), st.integers(0, 150), st.sampled_from([0, 15, 40, 100]))
def test_what_is_accepted_can_be_paid_at_every_outcome_of_a_derby(
    wishes: list[tuple[str, str, str, int]], funds: int, margin: int
) -> None:
    round_ = opened(DERBY, {}, Beside(bookmaker=Bookmaker(margin=margin)), funds={"bookmaker": funds})
    outcomes = DERBY.outcomes(round_.state)
    assert len(outcomes) == 6 + 15 + 20, "alone, in pairs, in threes"
    for act, seat, horse, counters in wishes:
        where = (seat, "bookmaker", horse)
        room, laid = round_.room(*where), round_.laid.get(where, 0)
        if act == "stake" and counters <= room:
            round_ = round_.stake(*where, counters)
        elif act == "stake":
            assert refusal(round_.stake, *where, counters) == "not_covered"
            assert refusal(round_.stake, *where, room + 1) == "not_covered"
            assert not room or round_.stake(*where, room)
        elif counters <= laid:
            round_ = withdrawn(round_, where, counters)
        else:
            assert refusal(round_.withdraw, *where, counters) == "not_staked"
    purses = Counter[str]()
    for stake in round_.stakes:
        purses[stake.seat] += stake.counters
    for outcome in outcomes:
        paid = settle(round_.stakes, round_.markets, outcome)
        kept = keep_accounts(dict(purses), {"bookmaker": funds}, round_.stakes, paid)
        assert kept[Party("bookmaker")] == funds - round_.exposure("bookmaker").liabilities[outcome]
        assert not any(held for party, held in kept.items() if party.role == "stakes")


def withdrawn(round_: Round, where: tuple[str, str, str], counters: int) -> Round:
    """Without these counters, unless stakes of others rest on them."""
    exposure, (market,) = round_.exposure("bookmaker"), round_.markets
    laid = round_.laid[where]
    if exposure.moved(market.space(where[2]), laid, laid - counters).worst <= round_.funds["bookmaker"]:
        return round_.withdraw(*where, counters)
    event("others rest on it")
    assert refusal(round_.withdraw, *where, counters) == "stake_needed"
    return round_


# --- Dead heats at fixed prices (B2)


def paid_in_a_dead_heat(margin: int, throw: str, *stakes: tuple[str, str, int]) -> tuple[Payment, ...]:
    """Four horses, all one step from home: each has a quarter, by symmetry."""
    book = Beside(bookmaker=Bookmaker(margin=margin))
    round_ = opened(DERBY, {"start": [15] * 4}, book, seats=tuple("ABCD"))
    for seat, horse, counters in stakes:
        round_ = round_.stake(seat, "bookmaker", horse, counters)
    return thrown(round_, throw).settle().payments


def test_half_of_a_stake_is_paid_in_full_and_half_is_lost() -> None:
    # At 3.47, 1 and 2 together: 10 x 3.47 / 2 = 17.35, 3 x 1.735 = 5.205, 1 x 1.735 = 1.735.
    paid = paid_in_a_dead_heat(15, "125", ("A", "1", 10), ("B", "2", 1), ("C", "1", 3), ("D", "3", 4))
    assert told(paid) == [
        ("lost", "D", 4),
        *(("returned", "A", 10), ("returned", "B", 1), ("returned", "C", 3)),
        *(("winnings", "A", 7), ("winnings", "C", 2)),
    ]


def test_a_third_of_a_stake_may_be_less_than_the_stake() -> None:
    # At 2.00, 1, 2 and 3 together: 10 x 2 / 3 = 6.67, 1 x 2 / 3 = 0.67, 3 x 2 / 3 = 2.
    paid = paid_in_a_dead_heat(100, "123", ("A", "1", 10), ("B", "2", 1), ("C", "3", 3), ("D", "4", 4))
    assert told(paid) == [
        *(("lost", "A", 4), ("lost", "B", 1), ("lost", "C", 1), ("lost", "D", 4)),
        *(("returned", "A", 6), ("returned", "C", 2)),
    ]


def test_evens_in_a_dead_heat_of_two_give_the_stake_back() -> None:
    assert told(paid_in_a_dead_heat(100, "125", ("A", "1", 10))) == [("returned", "A", 10)]


def test_two_horses_of_a_dead_heat_are_two_stakes() -> None:
    # 5 x 1.735 = 8.675 on each: 8 and 8, and not 17 of ten together.
    paid = paid_in_a_dead_heat(15, "125", ("A", "1", 5), ("A", "2", 5))
    assert told(paid) == [*[("returned", "A", 5)] * 2, *[("winnings", "A", 3)] * 2]


# --- Places


def test_a_place_at_horses_is_among_the_first_two() -> None:
    # 3.47 to win; a quarter of 2.47 is 0.6175: 1.61. Two of four horses are placed, so each with a half.
    round_ = opened(HORSES, {}, placed(2, "1/4"))
    assert prices(round_, "bookmaker-place") == ["1.61"] * 4
    worth = [each for each in round_.sides.priced(HORSES, round_.state) if each.market.name == "bookmaker-place"]
    assert {(each.chance, each.edge, each.error) for each in worth} == {(Fraction(1, 2), Fraction("0.195"), None)}
    for horse in ("clubs", "diamonds", "hearts"):
        round_ = round_.stake("Ada", "bookmaker-place", horse, 10)
    for name in cards_for("DCHS").split():
        round_ = round_.play(turn(name))
    # 10 at 1.61 return 16.
    assert told(round_.settle().payments) == [
        ("lost", "Ada", 10),
        *[("returned", "Ada", 10)] * 2,
        *[("winnings", "Ada", 6)] * 2,
    ]


def test_a_place_may_be_among_three_and_a_loss_for_the_bookmaker() -> None:
    # Three of four: 3/4 x 1.61 = 1.2075.
    round_ = opened(HORSES, {}, placed(3, "1/4"))
    worth = [each for each in round_.sides.priced(HORSES, round_.state) if each.market.name == "bookmaker-place"]
    assert {(each.chance, each.edge) for each in worth} == {(Fraction(3, 4), Fraction("-0.2075"))}


def test_places_at_double_event_are_worth_what_the_rules_say() -> None:
    # A quarter of 9.79, 3.00, 12.59 and 2.14: 2.4475, 0.75, 3.1475, 0.535.
    round_ = opened(DOUBLE_EVENT, {}, placed(3, "1/4"))
    assert prices(round_, "bookmaker-place") == ["3.44", "1.75", "1.75", "3.44", "4.14", "4.14", "1.53"]
    worth = {
        each.space.selection: each
        for each in round_.sides.priced(DOUBLE_EVENT, round_.state)
        if each.market.name == "bookmaker-place"
    }
    for runner, chance, price in (
        ("hearts", "0.411717596551", "3.44"),
        ("diamonds", "0.650486193362", "1.75"),
        ("king", "0.201919674182", "4.14"),
        ("knave", "0.471753071809", "1.53"),
    ):
        assert abs(worth[runner].chance - Fraction(chance)) < Fraction(1, 10**12)
        assert worth[runner].edge == 1 - worth[runner].chance * Fraction(price)
    two = opened(DOUBLE_EVENT, {}, placed(2, "1/4"))
    (hearts,) = (
        each.chance
        for each in two.sides.priced(DOUBLE_EVENT, two.state)
        if (each.market.name, each.space.selection) == ("bookmaker-place", "hearts")
    )
    # First with 0.080543430982, second with 0.146581641121.
    assert abs(hearts - Fraction("0.227125072103")) < Fraction(2, 10**12)


def test_a_place_at_double_event_is_paid() -> None:
    # Diamonds, king, knave: 10 at 1.75 return 17, 10 at 4.14 return 41, hearts are lost.
    round_ = opened(DOUBLE_EVENT, {}, placed(3, "1/4"))
    for horse in ("diamonds", "king", "hearts"):
        round_ = round_.stake("Ada", "bookmaker-place", horse, 10)
    for name in DKJ.split():
        round_ = round_.play(turn(name))
    assert told(round_.settle().payments) == [
        ("lost", "Ada", 10),
        *[("returned", "Ada", 10)] * 2,
        *(("winnings", "Ada", 7), ("winnings", "Ada", 31)),
    ]


def test_win_and_place_of_one_horse_rest_on_the_same_funds() -> None:
    # 10 to win at 3.47 cost 24, 10 for a place at 1.61 cost 6 more.
    round_ = opened(HORSES, {}, placed(2, "1/4"), funds={"bookmaker": 30})
    round_ = round_.stake("Ada", "bookmaker", "clubs", 10)
    assert round_.room("Ada", "bookmaker-place", "clubs") == 11, "11 return 17, and cost 6 as well"
    assert round_.stake("Ada", "bookmaker-place", "clubs", 11).exposure("bookmaker").worst == 30


def test_a_place_whose_worth_is_not_known_is_left_out() -> None:
    class Unknowing(Horses):
        """Horses that knows the chances of its spaces, and not of every order."""

        def outcome_chances(self, state: Any) -> dict[str, Fraction]:  # noqa: ARG002
            return {}

    game = Unknowing(HORSES.courses, HORSES.catalogue)
    round_ = opened(game, {}, placed(2, "1/4"))
    assert [each.market.name for each in round_.sides.priced(game, round_.state)] == ["bookmaker"] * 4
    assert [market.name for market in round_.sides.markets(game, round_.state)] == ["bookmaker", "bookmaker-place"]


def test_every_offer_beside_a_race_is_found_by_its_name() -> None:
    round_ = opened(HORSES, {}, Beside(Totalisator(), placed(2, "1/4").bookmaker))
    for name in ("bookmaker", "bookmaker-place", "totalisator"):
        offer = find_offer(round_.offers, name, "clubs")
        assert isinstance(offer, Market) == (name != "totalisator")
        assert refusal(round_.stake, "Ada", name, "red", 1) == "unknown_selection"
