"""Pools, from the printed example of Ascot (G14 to G18, Z4 to Z7) and the house's rule for dead heats (B1)."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kit.beside import Pool
from games.kit.errors import RuleBroken
from games.kit.totalisator import (
    Dividends,
    Settled,
    SoldTicket,
    Ticket,
    TicketBook,
    Totalisator,
    Unbacked,
    totals_of,
)
from games.kit.values import Malformed, from_json, to_json
from tests.games.driving import refusal

ASCOT = Totalisator(
    rounding=100,
    rounds="nearest",
    dividends=Dividends.WHOLE_MULTIPLE,
    unbacked=Unbacked.BOOKMAKER,
    least_dividend=1,
)
AS_PRINTED = Totalisator(
    rounding=100,
    rounds="nearest",
    dividends=Dividends.WHOLE_MULTIPLE,
    unbacked=Unbacked.CARRY_OVER,
    least_dividend=0,
)
FREE = Totalisator(commission=0)
# 20 on A, 30 on B, 50 on others: the pool of B1.
B1: dict[Ticket, int] = {("Ada", "A"): 20, ("Ben", "B"): 30, ("Cleo", "C"): 50}


def of(returned: Mapping[Ticket, int], **ends: Any) -> Settled:
    """A settlement in which whatever is not named is nothing."""
    nothing: dict[str, Any] = {"commission": 0, "breakage": 0, "carry_over": 0, "bookmaker": 0, "refunded": False}
    return Settled(returned, **{**nothing, **ends})


# --- Ascot


def test_the_printed_example_of_ascot_pays_twice_the_stake() -> None:
    # G14. 150,000 less 15,000 is 135,000; 60,000 goes into it twice, and 135,000 - 120,000 = 15,000 are over. With the
    # commission that is 30,000 for the Bookmaker.
    pool = {("Ada", "5"): 40_000, ("Ben", "5"): 20_000, ("Cleo", "2"): 90_000}
    expected = of({("Ada", "5"): 80_000, ("Ben", "5"): 40_000}, commission=15_000, breakage=15_000)
    assert ASCOT.settle(pool, ["5"]) == AS_PRINTED.settle(pool, ["5"]) == expected


def test_with_the_misprinted_total_the_example_would_pay_twenty_two_times() -> None:
    # G14, Z5. 135,000 / 6,000 = 22.5; 22 x 6,000 = 132,000; 3,000 are over.
    settled = ASCOT.settle({("Ada", "5"): 6_000, ("Ben", "2"): 144_000}, ["5"])
    assert settled == of({("Ada", "5"): 132_000}, commission=15_000, breakage=3_000)


def test_a_commission_is_approximate_to_a_round_sum() -> None:
    # G15. 8,750 goes up to 8,800; net 78,700; 8 x 9,500 = 76,000; 2,700 are over.
    settled = ASCOT.settle({("Ada", "1"): 9_500, ("Ben", "2"): 78_000}, ["1"])
    assert settled == of({("Ada", "1"): 76_000}, commission=8_800, breakage=2_700)


def test_a_winner_that_nearly_all_have_backed_pays_nothing_as_printed() -> None:
    # G16, Z6. 100,000 less 10,000 is 90,000, and 95,000 goes into it no times.
    pool = {("Ada", "1"): 95_000, ("Ben", "2"): 5_000}
    assert AS_PRINTED.settle(pool, ["1"]) == of({}, commission=10_000, breakage=90_000)


def test_with_a_least_dividend_of_one_the_commission_shrinks_instead() -> None:
    # G16. 95,000 back, 5,000 left of the commission.
    pool = {("Ada", "1"): 95_000, ("Ben", "2"): 5_000}
    assert ASCOT.settle(pool, ["1"]) == of({("Ada", "1"): 95_000}, commission=5_000)


def test_a_pool_without_a_winning_ticket_goes_whole_to_the_bookmaker() -> None:
    # G17, Z7: all the money, so no commission.
    pool = {("Ada", "1"): 60_000, ("Ben", "2"): 4_000}
    assert ASCOT.settle(pool, ["3"]) == of({}, bookmaker=64_000)
    assert ASCOT.settle(pool, []) == of({}, bookmaker=64_000), "and so when no horse is classified"


def test_or_it_is_carried_into_the_next_game() -> None:
    # G17. 64,000 + 30,000 = 94,000; 9,400; 84,600; 8 x 10,000 = 80,000; 4,600 are over.
    first = AS_PRINTED.settle({("Ada", "1"): 64_000}, ["3"])
    assert first == of({}, carry_over=64_000)
    second = AS_PRINTED.settle({("Ada", "1"): 10_000, ("Ben", "2"): 20_000}, ["1"], carried=first.carry_over)
    assert second == of({("Ada", "1"): 80_000}, commission=9_400, breakage=4_600)


def test_what_was_carried_is_carried_again_with_what_was_staked() -> None:
    assert AS_PRINTED.settle({("Ada", "1"): 500}, ["3"], carried=64_000) == of({}, carry_over=64_500)
    assert AS_PRINTED.settle({}, ["3"], carried=64_000) == of({}, carry_over=64_000)


def test_in_a_dead_heat_one_whole_multiple_holds_for_all() -> None:
    # Net 90,000; 10,000 + 15,000 on the winners go into it 3 times, 75,000; 15,000 are over.
    settled = ASCOT.settle({("Ada", "1"): 10_000, ("Ben", "2"): 15_000, ("Cleo", "3"): 75_000}, ["1", "2"])
    assert settled == of({("Ada", "1"): 30_000, ("Ben", "2"): 45_000}, commission=10_000, breakage=15_000)


# --- Pari-mutuel


def test_a_dead_heat_shares_the_profit_equally_between_the_winners() -> None:
    # B1. Profit 50, 25 each: A 20 + 25, B 30 + 25.
    assert FREE.settle(B1, ["A", "B"]) == of({("Ada", "A"): 45, ("Ben", "B"): 55})
    declared = FREE.declare(totals_of(B1), ["A", "B"])
    assert declared.dividends == {"A": Fraction(9, 4), "B": Fraction(11, 6)}, "2.25 and 1.8333.. for a counter"


def test_a_dead_heat_shares_what_the_commission_leaves() -> None:
    # B1. Net 90, profit 40, 20 each.
    assert Totalisator().settle(B1, ["A", "B"]) == of({("Ada", "A"): 40, ("Ben", "B"): 50}, commission=10)


def test_a_single_winner_takes_the_pool() -> None:
    # B1. 100 for 20: 5.00.
    assert FREE.settle(B1, ["A"]) == of({("Ada", "A"): 100})
    assert FREE.approximate(totals_of(B1))["A"] == 5


def test_the_part_of_a_winner_that_nobody_backed_goes_to_the_other_winners() -> None:
    # B1. A dead heat with D leaves A the whole profit, as if it had won alone.
    assert FREE.settle(B1, ["D", "A"]) == of({("Ada", "A"): 100})
    assert FREE.declare({"A": 20, "B": 30, "C": 50, "D": 0}, ["D", "A"]).dividends == {"A": 5}, "and on the board"
    # And of three winners two are backed: profit 50, 25 each.
    assert FREE.settle(B1, ["A", "D", "B"]) == of({("Ada", "A"): 45, ("Ben", "B"): 55})


def test_a_winner_named_twice_has_won_once() -> None:
    assert FREE.settle(B1, ["A", "B", "A"]) == FREE.settle(B1, ["A", "B"])


def test_without_a_winning_ticket_every_stake_comes_back_in_full() -> None:
    assert Totalisator().settle(B1, ["D"]) == of(B1, refunded=True)
    assert Totalisator().settle(B1, []) == of(B1, refunded=True)


def test_what_was_carried_is_nobodys_to_have_back() -> None:
    assert Totalisator().settle(B1, ["D"], carried=7) == of(B1, carry_over=7, refunded=True)


def test_what_was_carried_is_won_and_bears_commission() -> None:
    # 100 + 20 = 120 less 12 is 108, for 20 on A: 5.4 for a counter.
    assert Totalisator().settle(B1, ["A"], carried=20) == of({("Ada", "A"): 108}, commission=12)


def test_tickets_share_by_their_stakes_and_fractions_are_dropped_once_for_each() -> None:
    # No commission; profit 10 on 7 staked. Ada: 3 + 30/7 = 7 2/7. Ben: 4 + 40/7 = 9 5/7. 17 - 16 = 1 is over.
    settled = FREE.settle({("Ada", "A"): 3, ("Ben", "A"): 4, ("Cleo", "C"): 10}, ["A"])
    assert settled == of({("Ada", "A"): 7, ("Ben", "A"): 9}, breakage=1)


def test_in_a_dead_heat_an_odd_profit_is_not_floored_before_it_is_shared() -> None:
    # Profit 5, 2.5 for each winner. On A Ada has 2 + 2.5 x 2/5 = 3 (with 2 for A it would be 2.8) and Ben
    # 3 + 2.5 x 3/5 = 4.5; on B Cleo has 1 + 2.5 = 3.5. Of 11 counters 3 + 4 + 3 = 10 are paid.
    pool = {("Ada", "A"): 2, ("Ben", "A"): 3, ("Cleo", "B"): 1, ("Dora", "C"): 5}
    assert FREE.settle(pool, ["A", "B"]) == of({("Ada", "A"): 3, ("Ben", "A"): 4, ("Cleo", "B"): 3}, breakage=1)


def test_a_winning_ticket_never_returns_less_than_its_stake() -> None:
    # B1. 10 of 100 would leave 90 for 95; the commission shrinks to 5.
    pool = {("Ada", "A"): 60, ("Ben", "A"): 35, ("Cleo", "C"): 5}
    assert Totalisator().settle(pool, ["A"]) == of({("Ada", "A"): 60, ("Ben", "A"): 35}, commission=5)


def test_a_pool_of_winning_tickets_alone_bears_no_commission() -> None:
    assert Totalisator().settle({("Ada", "A"): 60}, ["A"]) == of({("Ada", "A"): 60})


def test_without_a_least_dividend_winning_tickets_share_what_is_left() -> None:
    # 90 for 95. Ada: 60 x 90/95 = 56.8; Ben: 35 x 90/95 = 33.2. 90 - 56 - 33 = 1 is over.
    pool = {("Ada", "A"): 60, ("Ben", "A"): 35, ("Cleo", "C"): 5}
    assert Totalisator(least_dividend=0).settle(pool, ["A"]) == of(
        {("Ada", "A"): 56, ("Ben", "A"): 33}, commission=10, breakage=1
    )


def test_a_dead_heat_without_a_least_dividend_shares_what_is_left_by_stakes() -> None:
    # 90 for 95, as above: it is a loss that is shared, and every counter bears the same part of it.
    pool = {("Ada", "A"): 60, ("Ben", "B"): 35, ("Cleo", "C"): 5}
    assert Totalisator(least_dividend=0).settle(pool, ["A", "B"]) == of(
        {("Ada", "A"): 56, ("Ben", "B"): 33}, commission=10, breakage=1
    )


def test_a_ticket_that_returns_nothing_is_not_among_those_that_do() -> None:
    # 1 counter x 9/10 is less than one.
    settled = Totalisator(least_dividend=0).settle({("Ada", "A"): 1, ("Ben", "A"): 9}, ["A"])
    assert settled == of({("Ben", "A"): 8}, commission=1, breakage=1)


# --- Commission


@pytest.mark.parametrize(
    ("terms", "pool", "commission"),
    [
        # To whole counters: 10 % of 95 is 9.5, of 94 9.4, of 96 9.6.
        (Totalisator(), 95, 9),
        (Totalisator(), 99, 9),
        (Totalisator(), 9, 0),
        (Totalisator(rounds="nearest"), 94, 9),
        (Totalisator(rounds="nearest"), 95, 10),
        (Totalisator(rounds="nearest"), 96, 10),
        # To hundreds: 8,749.9, 8,750 and 8,799.
        (ASCOT, 87_499, 8_700),
        (ASCOT, 87_500, 8_800),
        (Totalisator(rounding=100), 87_990, 8_700),
        (Totalisator(rounding=100), 88_000, 8_800),
        # 7 % of 150 is 10.5; to a multiple of 3 that is a tie between 9 and 12.
        (Totalisator(commission=7, rounding=3), 150, 9),
        (Totalisator(commission=7, rounding=3, rounds="nearest"), 150, 12),
        (FREE, 1_000_000, 0),
        # The half of 100 is a tie between 0 and 100: all there is, and not more.
        (Totalisator(commission=50, rounding=100, rounds="nearest"), 100, 100),
        (Totalisator(commission=50, rounding=100, rounds="nearest"), 99, 0),
    ],
)
def test_a_commission_is_rounded_down_or_to_the_nearest_with_ties_up(
    terms: Totalisator, pool: int, commission: int
) -> None:
    assert terms.commission_on(pool) == commission


# --- Approximate dividends


def test_approximate_dividends_are_those_of_each_runner_alone_and_whole_commission() -> None:
    # 105 in the pool: a commission of 10 (10.5, down) leaves 95. Nobody backs D.
    laid = {"A": 20, "B": 30, "C": 55, "D": 0}
    assert Totalisator().approximate(laid) == {
        "A": Fraction(95, 20),
        "B": Fraction(95, 30),
        "C": Fraction(95, 55),
        "D": None,
    }


def test_approximate_dividends_count_what_is_carried_and_the_least_dividend() -> None:
    # 100 + 10 = 110 less 11 is 99, for 95: 99/95. For 5: 99/5.
    assert Totalisator().approximate({"A": 95, "C": 5}, carried=10) == {"A": Fraction(99, 95), "C": Fraction(99, 5)}
    assert Totalisator().approximate({"A": 95, "C": 5})["A"] == 1
    assert Totalisator(least_dividend=0).approximate({"A": 95, "C": 5})["A"] == Fraction(90, 95)


def test_approximate_dividends_of_ascot_are_whole() -> None:
    assert ASCOT.approximate({"5": 60_000, "2": 90_000}) == {"5": 2, "2": 1}, "135,000 / 90,000 = 1.5"


def test_nobody_backs_anything_in_an_empty_pool() -> None:
    assert Totalisator().approximate({"A": 0, "B": 0}) == {"A": None, "B": None}


def test_a_declaration_tells_what_any_ticket_returns() -> None:
    declared = Totalisator().declare({"A": 20, "B": 30, "C": 50}, ["A", "B"])
    # B1 with 10 %: A 2.00, B 1.6667 for a counter.
    assert [declared.returned("A", 1), declared.returned("B", 2), declared.returned("B", 3)] == [2, 3, 5]
    assert [declared.returned("C", 50), declared.returned("unheard of", 1)] == [0, 0]


# --- Refusals


def test_an_empty_pool_is_not_settled() -> None:
    assert refusal(Totalisator().settle, {}, ["A"]) == "empty_pool"
    assert refusal(Totalisator().declare, {"A": 0}, ["A"]) == "empty_pool"
    assert Totalisator().settle({}, ["A"], carried=1).carry_over == 1


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        ({"commission": -1}, "bad_commission"),
        ({"commission": 51}, "bad_commission"),
        ({"rounding": 0}, "bad_rounding"),
        ({"rounding": 1_000_001}, "bad_rounding"),
        ({"stake_least": 0}, "bad_limits"),
        ({"stake_least": 5, "stake_most": 4}, "bad_limits"),
        ({"stake_most": 1_000_001}, "bad_limits"),
    ],
)
def test_terms_that_make_no_pool_are_refused(terms: dict[str, int], code: str) -> None:
    assert refusal(from_json, Totalisator, terms) == code


@pytest.mark.parametrize(
    "terms",
    [
        {"least_dividend": 2},
        {"least_dividend": True},
        {"rounds": "up"},
        {"dividends": "fixed"},
        {"unbacked": "keep"},
        {"commission": 10.0},
        {"take": 10},
    ],
)
def test_terms_that_are_none_are_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        from_json(Totalisator, terms)


def test_terms_are_written_and_read() -> None:
    assert to_json(AS_PRINTED) == {
        "commission": 10,
        "rounding": 100,
        "rounds": "nearest",
        "dividends": "whole-multiple",
        "unbacked": "carry-over",
        "least_dividend": 0,
        "stake_least": 1,
        "stake_most": None,
    }
    assert from_json(Totalisator, to_json(AS_PRINTED)) == AS_PRINTED
    assert from_json(Totalisator, {}) == Totalisator()


def test_a_stake_is_whole_and_within_the_limits_with_what_lies_there() -> None:
    pool = Pool("totalisator", "totalisator", ("A", "B"), Totalisator(), least=2, most=6)
    assert [pool.check("A", 2), pool.check("A", 1, laid=1), pool.check("B", 2, laid=4)] == [2, 1, 2]
    assert [refusal(pool.check, "A", counters) for counters in (0, -3, 1.5, True, "3", None)] == ["bad_counters"] * 6
    assert refusal(pool.check, "A", 1) == "under_limit"
    assert refusal(pool.require, "C") == "unknown_selection"
    with pytest.raises(RuleBroken) as refused:
        pool.check("A", 3, laid=4)
    assert (refused.value.code, refused.value.facts) == ("over_limit", {"most": 6, "room": 2})
    assert replace(pool, most=None).check("A", 1_000_000, laid=1_000_000) == 1_000_000


# --- Tickets


def sold_out() -> TicketBook:
    """All four tickets on horse 3."""
    book = TicketBook(limit=4)
    for seat, counters in [("Ada", 500), ("Ben", 1_000), ("Cleo", 1_500), ("Dora", 2_000)]:
        book, _ = book.sell(seat, "3", counters)
    return book


def test_tickets_on_a_horse_are_numbered_in_the_order_of_the_bets() -> None:
    # G18.
    assert [(ticket.number, ticket.seat) for ticket in sold_out().on("3")] == [
        (1, "Ada"),
        (2, "Ben"),
        (3, "Cleo"),
        (4, "Dora"),
    ]


def test_a_fifth_bet_on_a_horse_is_refused() -> None:
    # G18.
    assert refusal(sold_out().sell, "Eve", "3", 500) == "runner_sold_out"


def test_a_second_bet_of_a_player_on_the_same_horse_is_refused_and_on_another_accepted() -> None:
    # G18.
    book, _ = TicketBook(limit=4).sell("Ada", "3", 500)
    assert refusal(book.sell, "Ada", "3", 500) == "already_backed"
    book, ticket = book.sell("Ada", "4", 700)
    assert ticket == SoldTicket(1, "Ada", "4", 700)
    assert book.pool == {("Ada", "3"): 500, ("Ada", "4"): 700}


def test_who_has_one_of_the_four_is_told_so_rather_than_that_they_are_sold() -> None:
    assert refusal(sold_out().sell, "Ada", "3", 500) == "already_backed"


def test_a_ticket_that_is_withdrawn_is_for_sale_again() -> None:
    book, ticket = sold_out().withdraw("Ben", "3")
    assert ticket == SoldTicket(2, "Ben", "3", 1_000)
    book, ticket = book.sell("Eve", "3", 900)
    assert ticket.number == 2
    assert [ticket.seat for ticket in book.on("3")] == ["Ada", "Eve", "Cleo", "Dora"]
    assert refusal(book.sell, "Ben", "3", 500) == "runner_sold_out"
    assert refusal(book.withdraw, "Ben", "3") == "no_ticket"


def test_without_a_limit_tickets_go_on() -> None:
    book = TicketBook()
    for at in range(20):
        book, ticket = book.sell(f"P{at}", "3", 1)
    assert ticket.number == 20


def test_tickets_are_for_whole_counters() -> None:
    assert [refusal(TicketBook().sell, "Ada", "3", counters) for counters in (0, -1, 1.5)] == ["bad_counters"] * 3


def test_a_book_has_a_ticket_at_least() -> None:
    assert refusal(TicketBook, limit=0) == "bad_ticket_limit"


def test_a_book_is_written_and_read() -> None:
    book = sold_out()
    assert from_json(TicketBook, to_json(book)) == book


def test_the_tickets_of_a_book_are_the_pool() -> None:
    # 5,000 on horse 3 in all, 10,000 on horse 1; 15,000 less 1,500 is 13,500; 5,000 goes twice; 3,500 are over.
    book, _ = sold_out().sell("Eve", "1", 10_000)
    settled = ASCOT.settle(book.pool, ["3"])
    doubled = {("Ada", "3"): 1_000, ("Ben", "3"): 2_000, ("Cleo", "3"): 3_000, ("Dora", "3"): 4_000}
    assert settled == of(doubled, commission=1_500, breakage=3_500)


# --- What holds for every pool

RUNNERS = ("1", "2", "3", "4", "5", "6")
all_terms = st.builds(
    Totalisator,
    commission=st.integers(0, 50),
    rounding=st.sampled_from([1, 3, 10, 100, 1000]),
    rounds=st.sampled_from(["down", "nearest"]),
    dividends=st.sampled_from(Dividends),
    unbacked=st.sampled_from(Unbacked),
    least_dividend=st.sampled_from([0, 1]),
)


@st.composite
def races(draw: st.DrawFn) -> tuple[dict[Ticket, int], list[str], int]:
    """A pool of 1 to 40 tickets on 2 to 6 runners, 1 to 3 winners, and what was carried."""
    runners = RUNNERS[: draw(st.integers(2, 6))]
    tickets = st.tuples(st.sampled_from([f"P{at}" for at in range(8)]), st.sampled_from(runners))
    counters = st.one_of(st.integers(1, 20), st.integers(1, 100_000))
    pool = draw(st.dictionaries(tickets, counters, min_size=1, max_size=40))
    winners = draw(st.lists(st.sampled_from(runners), min_size=1, max_size=min(3, len(runners)), unique=True))
    return pool, winners, draw(st.one_of(st.just(0), st.integers(0, 50_000)))


Race = tuple[dict[Ticket, int], list[str], int]


@given(all_terms, races())
def test_every_pooled_counter_goes_somewhere_and_none_is_made(terms: Totalisator, race: Race) -> None:
    pool, winners, carried = race
    settled = terms.settle(pool, winners, carried)
    ends = (settled.commission, settled.breakage, settled.carry_over, settled.bookmaker)
    assert sum(settled.returned.values()) + sum(ends) == sum(pool.values()) + carried
    assert min(*ends, *settled.returned.values(), 0) == 0
    assert settled.returned.keys() <= pool.keys()


@given(all_terms, races(), st.randoms(use_true_random=False))
def test_the_order_of_tickets_and_of_winners_changes_nothing(terms: Totalisator, race: Race, random: Any) -> None:
    pool, winners, carried = race
    tickets, order = list(pool.items()), list(winners)
    random.shuffle(tickets)
    random.shuffle(order)
    assert terms.settle(dict(tickets), order, carried) == terms.settle(pool, winners, carried)


@given(all_terms, races())
def test_only_winning_tickets_return_anything_where_a_winner_was_backed(terms: Totalisator, race: Race) -> None:
    pool, winners, carried = race
    winning = {ticket: counters for ticket, counters in pool.items() if ticket[1] in winners}
    settled = terms.settle(pool, winners, carried)
    if not winning:
        assert settled.commission == settled.breakage == 0
        return
    assert settled.returned.keys() <= winning.keys()
    assert (settled.carry_over, settled.bookmaker, settled.refunded) == (0, 0, False)
    if terms.least_dividend:
        assert all(settled.returned[ticket] >= counters for ticket, counters in winning.items())
    if terms.dividends is Dividends.PARI_MUTUEL:
        assert settled.breakage < len(winning), "less than a counter is dropped for each"
    else:
        assert settled.breakage < sum(winning.values()), "or the multiple would be one more"
        multiples = {Fraction(settled.returned.get(ticket, 0), counters) for ticket, counters in winning.items()}
        assert len(multiples) == 1
        assert multiples.pop().denominator == 1


@given(all_terms, races())
def test_where_nobody_backed_a_winner_the_terms_say_where_all_of_it_goes(terms: Totalisator, race: Race) -> None:
    pool, _, carried = race
    settled = terms.settle(pool, ["unbacked"], carried)
    whole = sum(pool.values()) + carried
    assert (
        settled
        == {
            Unbacked.REFUND: of(pool, carry_over=carried, refunded=True),
            Unbacked.BOOKMAKER: of({}, bookmaker=whole),
            Unbacked.CARRY_OVER: of({}, carry_over=whole),
        }[terms.unbacked]
    )


@given(races(), st.integers(0, 50))
def test_every_winning_ticket_returns_its_stake_and_its_part_of_its_runners_part(race: Race, commission: int) -> None:
    # B1 in one whole number for each ticket: stake + stake x profit / (winners backed x staked on this one).
    pool, winners, carried = race
    whole, laid = sum(pool.values()) + carried, totals_of(pool)
    backed = [winner for winner in winners if winner in laid]
    staked = sum(laid[winner] for winner in backed)
    profit = max(whole - whole * commission // 100 - staked, 0)
    settled = Totalisator(commission=commission).settle(pool, winners, carried)
    if backed:
        assert settled.commission == whole - staked - profit
        assert settled.returned == {
            (seat, runner): counters + counters * profit // (len(backed) * laid[runner])
            for (seat, runner), counters in pool.items()
            if runner in backed
        }


@given(all_terms, races())
def test_a_larger_ticket_on_the_same_runner_never_returns_less(terms: Totalisator, race: Race) -> None:
    pool, winners, carried = race
    declared = terms.declare(totals_of(pool), winners, carried)
    for runner in totals_of(pool):
        returns = [declared.returned(runner, counters) for counters in range(10)]
        assert returns == sorted(returns)
        assert returns[0] == 0
