"""Every printed rule of Minoru and every decision of ours, by its number."""

from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit.cards import JOKER, PACK
from games.kit.markets import find, price
from games.kit.offices import HOUSE, Office
from games.kit.payments import net
from games.kit.turning import PackShuffled
from games.minoru.course import Horse
from games.minoru.rules import Dealt, Joker, PackExhausted, Why, Won, best
from tests.games.driving import draws, play_through, refusal
from tests.games.minoru.racing import (
    GC,
    GG,
    MINORU,
    MM,
    ORDER,
    STA,
    M,
    after,
    course,
    deal,
    moved,
    race,
    run,
    table,
    win_for,
    wins,
)
from tests.games.rounds import cards

LENGTHS = {M: 3, GC: 4, GG: 6, MM: 5, STA: 3}


@pytest.mark.rule("minoru:M-R1")
@pytest.mark.parametrize(("horse", "length"), list(LENGTHS.items()))
def test_a_horse_wins_with_its_last_move(horse: str, length: int) -> None:
    deals = win_for(horse, length)
    assert race().positions == (0, 0, 0, 0, 0)
    assert after(race(), *deals[:-1]).winner is None
    assert after(race(), *deals).winner == horse


@pytest.mark.rule("minoru:M-R2")
@pytest.mark.parametrize(("place", "horse"), list(enumerate(ORDER)))
def test_the_cards_fall_in_the_order_of_the_cloth(place: int, horse: str) -> None:
    low = ["2H", "3H", "4H", "5H", "6H"]
    low[place] = "AS"
    assert moved(race(), " ".join(low)) == horse


@pytest.mark.rule("minoru:M-R3")
@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_one_horse_moves_one_space_and_the_race_ends_at_its_post(seed: int) -> None:
    _, states = play_through(MINORU, race(), (), draws(seed), lambda able: able[0])
    for before, later in pairwise(states):
        assert sum(later.positions) == sum(before.positions) + 1
        assert before.winner is None
    home = [horse for horse, at, need in zip(ORDER, states[-1].positions, LENGTHS.values(), strict=True) if at == need]
    assert [states[-1].winner] == home
    result = MINORU.result(states[-1])
    assert result is not None
    assert result.finish == ((home[0],),), "there is no second place"


@pytest.mark.rule("minoru:M-R4")
def test_the_ace_is_high() -> None:
    assert moved(race(), "KH QH JH 10H AS") == STA
    for higher, lower in zip("AKQJ", "KQJ0", strict=True):
        assert moved(race(), f"2H 3H {lower.replace('0', '10')}H {higher}S 4H") == MM


@pytest.mark.rule("minoru:M-R5")
@pytest.mark.parametrize(
    ("text", "horse"),
    [
        ("QS QH 2D 3C JH", GC),
        ("KS KC KD 6H 7H", GG),
        ("AS AC 2H 2D 3H", GC),
        ("AS 2H 3H 4H AC", STA),
        ("9S 9C 9D 9H 8H", MM),
    ],
)
def test_suits_break_ties_for_the_highest_card(text: str, horse: str) -> None:
    assert moved(race(), text) == horse
    assert best(cards(text))[1] is Why.SUIT


@pytest.mark.rule("minoru:M-R5")
def test_a_tie_below_the_highest_card_means_nothing() -> None:
    assert best(cards("2H 2D AS KH KD")) == (2, Why.HIGH)


@pytest.mark.rule("minoru:M-R6")
def test_dealt_cards_are_put_aside() -> None:
    state = after(race(), "2H 3H 4H 5H 6H")
    assert len(state.left) == 47
    assert not set(cards("2H 3H 4H 5H 6H")) & set(state.left)
    assert refusal(MINORU.play, state, deal("6H 7H 8H 9H 10H")) == "duplicate_card"
    wanted = MINORU.chance(state)
    assert wanted is not None
    assert (wanted.start, wanted.count) == (5, 5)


def ten_deals() -> list[str]:
    """A pack dealt to its end in which nobody wins on the long course."""
    return [" ".join(str(card) for card in PACK[at : at + 5]) for at in range(0, 50, 5)]


@pytest.mark.rule("minoru:M-R7", "minoru:A2")
def test_an_exhausted_pack_is_shuffled_and_the_race_goes_on() -> None:
    deals = ten_deals()
    nine = after(race(course="long"), *deals[:9])
    assert (nine.pack_number, len(nine.aside)) == (1, 45)
    step = MINORU.play(nine, deal(deals[9]))
    assert PackExhausted(cards("KS AS")) in step.happenings, "two cards are left, too few for a deal, and are dead"
    assert (step.state.pack_number, step.state.aside) == (2, ())
    assert sum(step.state.positions) == 10
    eleventh = MINORU.play(step.state, deal(deals[0]))
    assert PackShuffled(2, 52) in eleventh.happenings
    assert sum(eleventh.state.positions) == 11


@pytest.mark.rule("minoru:A2")
def test_with_the_joker_three_cards_are_dead() -> None:
    state = after(race(joker=True, course=course(12, 12, 12, 12, 12)), *ten_deals()[:9])
    step = MINORU.play(state, deal(ten_deals()[9]))
    assert step.happenings[-1] == PackExhausted((*cards("KS AS"), JOKER)), "the joker itself can be dead"


@pytest.mark.rule("minoru:M-R8", "minoru:A4")
@pytest.mark.parametrize("text", ["JK AH 2D 3C 4S", "2D JK AH 3C 4S", "2D 3C 4S 5S JK", "AH AD JK AC AS"])
def test_the_joker_moves_gou_gou_one_space_wherever_it_falls(text: str) -> None:
    assert moved(race(joker=True), text) == GG
    assert best(cards(text))[1] is Why.JOKER


@pytest.mark.rule("minoru:M-R9", "minoru:M-R10")
@pytest.mark.parametrize(("joker", "gou_gou"), [(False, 10), (True, 6)])
def test_every_horse_pays_its_own_odds(joker: bool, gou_gou: int) -> None:
    win, _ = MINORU.markets(race(joker=joker))
    assert {space.selection: space.odds.spoken for space in win.spaces} == {
        M: "2 to 1",
        GC: "5 to 1",
        GG: f"{gou_gou} to 1",
        MM: "7 to 1",
        STA: "2 to 1",
    }


@pytest.mark.rule("minoru:M-R9")
def test_gou_gou_pays_six_also_when_the_joker_never_appears() -> None:
    round_ = table("P1", options={"joker": True}).stake("P1", "win", GG, 1)
    assert net(run(round_, *win_for(GG, 6)).settle().payments, ["P1", "bank"]) == {"P1": 6, "bank": -6}


@pytest.mark.rule("minoru:M-R10", "minoru:A1")
@pytest.mark.parametrize(("horse", "winnings"), [(M, 12), (GC, 30), (GG, 60), (MM, 42), (STA, 12)])
def test_winnings_are_paid_and_the_stake_comes_back(horse: str, winnings: int) -> None:
    round_ = table("P1").stake("P1", "win", horse, 6)
    settled = run(round_, *win_for(horse, LENGTHS[horse])).settle()
    assert [(payment.reason, payment.amount) for payment in settled.payments] == [
        ("returned", 6),
        ("winnings", winnings),
    ]


@pytest.mark.rule("minoru:A1")
@pytest.mark.parametrize(
    ("joker", "to", "for_one"),
    [(False, Fraction(13, 277), Fraction(31, 101)), (True, Fraction(17, 185), Fraction(107, 317))],
)
def test_only_to_one_can_be_called_correct(joker: bool, to: Fraction, for_one: Fraction) -> None:
    """The average edge, weighted by 1/(odds + 1), is the same on every course, since five chances add up to 1."""
    for lengths in ((3, 4, 6, 5, 3), (2, 2, 7, 1, 5)):
        chances = wins(race(course=course(*lengths), joker=joker))
        paid = {space.selection: space.odds.winnings for space in MINORU.markets(race(joker=joker))[0].spaces}
        for returned, expected in (({h: n + 1 for h, n in paid.items()}, to), (paid, for_one)):
            weights = {horse: Fraction(1, n) for horse, n in returned.items()}
            edges = sum(weights[horse] * (1 - chances[horse] * returned[horse]) for horse in weights)
            assert edges / sum(weights.values()) == expected


@pytest.mark.rule("minoru:M-R11")
@pytest.mark.parametrize(("horse", "colour"), [(M, "blue"), (GC, "blue"), (GG, "red"), (MM, "red"), (STA, "red")])
def test_a_colour_wins_an_equal_amount_with_any_of_its_horses(horse: str, colour: str) -> None:
    round_ = table("P1", "P2").stake("P1", "colour", "blue", 4).stake("P2", "colour", "red", 3)
    gained = net(run(round_, *win_for(horse, LENGTHS[horse])).settle().payments, ["P1", "P2", "bank"])
    assert gained == ({"P1": 4, "P2": -3, "bank": -1} if colour == "blue" else {"P1": -4, "P2": 3, "bank": 1})


@pytest.mark.rule("minoru:M-R12", "minoru:A6")
def test_stakes_are_made_and_withdrawn_before_the_off_only() -> None:
    open_ = table("P1").stake("P1", "win", M, 4).withdraw("P1", "win", M, 1)
    assert open_.laid == {("P1", "win", M): 3}
    begun = run(open_, "2H 3H 4H 5H 6H")
    assert refusal(begun.stake, "P1", "win", M, 1) == "staking_closed"
    assert refusal(begun.withdraw, "P1", "win", M, 1) == "staking_closed"


@pytest.mark.rule("minoru:M-R13", "minoru:M-R14", "minoru:A7")
def test_all_seven_spaces_may_be_backed_with_six_each() -> None:
    round_ = table("P1")
    for horse in ORDER:
        round_ = round_.stake("P1", "win", horse, 6)
    for colour in ("blue", "red"):
        round_ = round_.stake("P1", "colour", colour, 6)
    assert sum(stake.counters for stake in round_.stakes) == 42
    assert refusal(round_.stake, "P1", "win", M, 1) == "over_limit"


@pytest.mark.rule("minoru:M-R14", "minoru:A7")
def test_six_is_the_limit_of_each_player_and_space_together() -> None:
    round_ = table("P1", "P2").stake("P1", "win", M, 4)
    assert refusal(round_.stake, "P1", "win", M, 3) == "over_limit"
    assert round_.stake("P1", "win", M, 2).laid["P1", "win", M] == 6
    assert round_.stake("P2", "win", M, 6).laid["P2", "win", M] == 6
    assert round_.withdraw("P1", "win", M, 4).stake("P1", "win", M, 6).laid["P1", "win", M] == 6


@pytest.mark.rule("minoru:M-R15")
def test_the_bank_pays_the_winners_and_keeps_the_rest() -> None:
    round_ = table("P1", "P2", "P3", holder="P3").stake("P1", "win", M, 6).stake("P2", "win", STA, 5)
    assert net(run(round_, *win_for(M, 3)).settle().payments, ["P1", "P2", "P3", "bank"]) == {
        "P1": 12,
        "P2": -5,
        "P3": 0,
        "bank": -7,
    }


@pytest.mark.rule("minoru:M-R15", "minoru:A10")
def test_the_bank_passes_left_after_four_settled_races() -> None:
    assert MINORU.term(race()) == 4
    office, holders = Office("A", MINORU.term(race())), []
    for _ in range(13):
        holders.append(office.holder)
        office = office.after_a_settled_round("ABC", "ABC")
    assert "".join(holders) == "AAAABBBBCCCCA"


@pytest.mark.rule("minoru:A10")
def test_a_banker_who_leaves_passes_the_bank_at_once_and_the_next_has_four_races() -> None:
    office = Office("A", 4).after_a_settled_round("ABC", "ABC")
    passed = office.passed("ABC", "BC")
    assert (passed.holder, passed.served) == ("B", 0)


@pytest.mark.rule("minoru:M-R16")
@pytest.mark.parametrize("players", [0, 1, 200])
def test_any_number_can_play(players: int) -> None:
    seats = [f"P{n}" for n in range(players)]
    round_ = table(*seats)
    for seat in seats:
        round_ = round_.stake(seat, "win", M, 6)
    settled = run(round_, *win_for(M, 3)).settle()
    assert net(settled.payments, [*seats, "bank"]) == {**dict.fromkeys(seats, 12), "bank": -12 * players}


ASKED = {"joker": "banker"}


@pytest.mark.rule("minoru:M-R17", "minoru:A5")
@pytest.mark.parametrize("included", [True, False])
def test_the_banker_decides_about_the_joker_before_stakes_open(included: bool) -> None:
    asked = table("A", "B", holder="A", options=ASKED)
    assert MINORU.markets(asked.state) == (), "the odds are not known yet"
    assert refusal(asked.stake, "B", "win", GG, 1) == "staking_closed"
    assert MINORU.moves(asked.state, "B") == ()
    assert Joker(included, seat="A") in MINORU.moves(asked.state, "A")
    decided = asked.play(Joker(included, seat="A"))
    _, gou_gou = find(MINORU.markets(decided.state), "win", GG)
    assert gou_gou.odds.winnings == (6 if included else 10)
    staked = decided.stake("B", "win", GG, 1)
    assert refusal(staked.play, Joker(not included, seat="A")) == "joker_fixed"
    assert refusal(run(staked, "2H 3H 4H 5H 6H").play, Joker(not included, seat="A")) == "joker_fixed"


@pytest.mark.rule("minoru:M-R17")
@pytest.mark.parametrize("last", [True, False])
def test_a_banker_who_does_not_choose_keeps_the_last_choice(last: bool) -> None:
    asked = table("A", "B", holder="A", options={**ASKED, "last_joker": last})
    move = MINORU.automatic(asked.state, "A")
    assert move == Joker(last, seat="A")
    assert MINORU.automatic(asked.state, "B") is None
    assert asked.play(move).state.joker is last
    housed = table("A", "B", options={**ASKED, "last_joker": last})
    assert housed.state.joker is last, "the house is not asked"


@pytest.mark.rule("minoru:M-R17")
def test_the_bank_passes_over_who_cannot_hold_it_and_the_house_is_last() -> None:
    assert Office("A", 4).passed("ABC", {"C"}).holder == "C"
    assert Office("A", 4).passed("ABC", ()).holder == HOUSE


@pytest.mark.rule("minoru:M-R18")
def test_the_player_on_the_bankers_right_cuts() -> None:
    assert MINORU.cutter(table("A", "B", "C", holder="B").state) == "A"
    assert MINORU.cutter(table("A", "B", "C").state) == "C"


@pytest.mark.rule("minoru:A3")
@pytest.mark.parametrize(("joker", "size"), [(False, 52), (True, 53)])
def test_every_race_starts_with_a_full_pack(joker: bool, size: int) -> None:
    wanted = MINORU.chance(race(joker=joker))
    assert wanted is not None
    assert (len(set(wanted.pack)), wanted.start, wanted.label) == (size, 0, "pack 1")


@pytest.mark.rule("minoru:A4")
def test_all_five_cards_are_dealt_before_the_deal_is_judged() -> None:
    step = MINORU.play(race(joker=True), deal("JK AH 2D 3C 4S"))
    assert step.happenings == (PackShuffled(1, 53), Dealt(cards("JK AH 2D 3C 4S"), Horse.GOU_GOU, Why.JOKER, 1))
    assert len(step.state.aside) == 5


@pytest.mark.rule("minoru:A6")
def test_the_banker_does_not_stake() -> None:
    round_ = table("A", "B", holder="A")
    assert refusal(round_.stake, "A", "win", M, 1) == "office_stakes"
    assert round_.stake("B", "win", M, 1).stakes


@pytest.mark.rule("minoru:A8")
def test_a_stake_that_the_bank_could_not_pay_is_refused() -> None:
    round_ = table("P1", "P2", funds={"bank": 60}).stake("P1", "win", GG, 6)
    assert refusal(round_.stake, "P2", "colour", "red", 1) == "not_covered"
    helped = round_.stake("P2", "win", M, 6)
    assert helped.stake("P2", "colour", "red", 6).exposure("bank").worst == 60
    assert refusal(helped.stake("P2", "colour", "red", 6).withdraw, "P2", "win", M, 1) == "stake_needed"


@pytest.mark.rule("minoru:A8")
@pytest.mark.parametrize(("joker", "worst", "horse"), [(False, 66, GG), (True, 48, MM)])
def test_the_worst_that_one_player_can_cost(joker: bool, worst: int, horse: str) -> None:
    """Over all ways to lay nothing or six on each of the seven spaces."""
    spaces = [(market.name, space.selection) for market in MINORU.markets(race(joker=joker)) for space in market.spaces]
    costs = {}
    for size in range(len(spaces) + 1):
        for chosen in combinations(spaces, size):
            round_ = table("P1", options={"joker": joker})
            for market, selection in chosen:
                round_ = round_.stake("P1", market, selection, 6)
            costs[chosen] = round_.exposure("bank").worst
    assert max(costs.values()) == worst
    assert [chosen for chosen, cost in costs.items() if cost == worst] == [(("win", horse), ("colour", "red"))]


@pytest.mark.rule("minoru:A9")
def test_an_abandoned_race_gives_all_stakes_back() -> None:
    round_ = run(table("P1", "P2").stake("P1", "win", M, 6).stake("P2", "colour", "red", 2), "2H 3H 4H 5H 6H")
    void = round_.void()
    assert net(void.payments, ["P1", "P2", "bank"]) == {"P1": 0, "P2": 0, "bank": 0}
    assert [(payment.payee.seat, payment.amount) for payment in void.payments] == [("P1", 6), ("P2", 2)]
    assert refusal(void.settle) == "round_void"


@pytest.mark.rule("minoru:A11")
def test_no_seat_deals() -> None:
    state = table("A", "B", holder="A").state
    assert (
        refusal(MINORU.play, state, MINORU.read_move({"seat": "A", "deal": ["2H", "3H", "4H", "5H", "6H"]}))
        == "not_dealer"
    )
    assert MINORU.moves(state, "A") == ()
    assert MINORU.chance(state) is not None


@pytest.mark.rule("minoru:A12")
@pytest.mark.parametrize("joker", [False, True])
def test_the_colours_split_the_horses_as_evenly_as_can_be(joker: bool) -> None:
    chances = wins(race(joker=joker))
    sides = [side for size in (1, 2) for side in combinations(ORDER, size)]
    assert len(sides) == 15
    nearest = min(sides, key=lambda side: abs(sum(chances[horse] for horse in side) - Fraction(1, 2)))
    # St. Amant and Minoru are alike, so the split with either of them is the same.
    assert set(nearest) in ({M, GC}, {STA, GC})
    blue, _ = MINORU.markets(race(joker=joker))[1].spaces
    assert set(blue.wins) == {M, GC}
    prices = price(MINORU.markets(race(joker=joker)), MINORU.chances(race(joker=joker)))
    assert sum(priced.edge for priced in prices if priced.market.name == "colour") == 0


def test_the_last_deal_says_who_won() -> None:
    *first, last = win_for(STA, 3)
    step = MINORU.play(after(race(), *first), deal(last))
    assert step.happenings[-1] == Won(Horse.ST_AMANT)


@pytest.mark.rule("minoru:M-R12")
def test_the_rules_themselves_close_staking_with_the_first_card() -> None:
    assert MINORU.takes_stakes(race())
    assert not MINORU.takes_stakes(after(race(), "2H 3H 4H 5H 6H"))


def test_every_outcome_can_come_until_one_has() -> None:
    assert MINORU.outcomes(after(race(), *win_for(M, 3)[:2])) == ORDER
    assert MINORU.outcomes(after(race(), *win_for(M, 3))) == (M,)


def test_everything_in_a_view_is_public() -> None:
    state = after(race(joker=True), "2H 3H 4H 5H 6H")
    assert MINORU.view(state, None) == MINORU.view(state, "P1")
    assert MINORU.view(state, None).aside == cards("2H 3H 4H 5H 6H")


def test_the_house_plays_true_odds_and_players_the_printed_ones() -> None:
    assert race(**MINORU.usual_options(HOUSE)).course.name == "True odds"
    passed = table("Ada", holder="Ada", options=MINORU.usual_options("Ada"))
    assert passed.state.course.name == "Jaques cloth"
    assert passed.state.joker is None, "and the banker is asked"
