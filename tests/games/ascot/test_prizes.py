"""The end: prizes, the totalisator, and who has won."""

from dataclasses import replace
from typing import Any

import pytest

from games.ascot import playing, prizes
from games.ascot.flow import Flow
from games.ascot.moves import NoBet
from games.ascot.options import Options
from games.ascot.prizes import GameWon, Prize, PrizesPaid, ToteSettled
from games.ascot.state import Phase
from games.kit.entering import Entries
from games.kit.totalisator import TicketBook
from tests.games.ascot.flows import francs_in, refused, told
from tests.games.ascot.money_support import cash_of, having_cash, paid
from tests.games.ascot.positions import SEATS, owning, position

OWNED = {"Ada": (1, 2, 3), "Bob": (4, 5, 6), "Cy": (7, 8, 9), "Dan": (10, 11, 12)}
GIVEN = 593_500  # cards 400,000 + auction 73,500 + entries 120,000


def raced(*placed: int, players: int = 4, **changes: Any) -> Flow:
    """A race with this finish. Ada is banker, Dan bookmaker, or the last of fewer players; nobody has francs."""
    seats = SEATS[:players]
    flow = position(players, phase=Phase.RACE, placed=placed, **{"bookmaker": seats[-1], **changes})
    return having_cash(owning(flow, **{seat: OWNED[seat] for seat in seats}), **dict.fromkeys(seats, 0))


def pooled(flow: Flow, *stakes: tuple[str, int, int]) -> Flow:
    """With these stakes in the totalisator: seat, horse, francs."""
    book = TicketBook(4)
    for seat, horse, francs in stakes:
        book, _ = book.sell(seat, str(horse), francs)
    return flow.having(tickets=book, tote=flow.state.tote + sum(francs for *_, francs in stakes))


def settled(flow: Flow) -> ToteSettled:
    after = prizes.begin(flow)
    assert francs_in(after.state) == francs_in(flow.state)
    assert after.state.tote == after.state.bank == after.state.escrow == 0
    found: ToteSettled = told(after, ToteSettled)[0]
    return found


@pytest.mark.rule("ascot:Z-1")
def test_the_banker_keeps_a_tenth_rounded_to_the_hundred() -> None:
    """G13: 59,350 is 59,400."""
    after = prizes.begin(raced(4, 7, 10, bank=GIVEN))
    assert paid(after)[0] == ("bank", "Ada", 59_400, "banker-commission")
    assert after.state.bank == 0


@pytest.mark.rule("ascot:Z-2")
def test_half_a_quarter_and_a_quarter_where_the_first_bears_the_rounding() -> None:
    """G13."""
    after = prizes.begin(raced(4, 7, 10, bank=GIVEN))
    assert paid(after)[1:] == [
        ("bank", "Bob", 267_100, "prize-first"),
        ("bank", "Cy", 133_500, "prize-second"),
        ("bank", "Dan", 133_500, "prize-third"),
    ]
    assert told(after, PrizesPaid) == [
        PrizesPaid(
            "Ada",
            59_400,
            (Prize("Bob", 267_100, 1, 4), Prize("Cy", 133_500, 2, 7), Prize("Dan", 133_500, 3, 10)),
        )
    ]


@pytest.mark.rule("ascot:Z-2")
def test_an_owner_of_two_placed_horses_has_both_prizes() -> None:
    """G13."""
    after = prizes.begin(raced(4, 7, 5, bank=GIVEN))
    assert cash_of(after.state) == {"Ada": 59_400, "Bob": 400_600, "Cy": 133_500, "Dan": 0}


@pytest.mark.rule("ascot:Z3")
def test_unfilled_quarters_go_to_the_first() -> None:
    """G13."""
    two = prizes.begin(raced(4, 7, bank=GIVEN))
    assert cash_of(two.state) == {"Ada": 59_400, "Bob": 400_600, "Cy": 133_500, "Dan": 0}
    one = prizes.begin(raced(4, bank=GIVEN))
    assert cash_of(one.state)["Bob"] == 534_100


@pytest.mark.rule("ascot:Z3")
def test_where_no_horse_is_classified_all_share_and_the_banker_has_the_odd_hundreds() -> None:
    """534,100 among three: 178,000 each, and 100 more."""
    after = prizes.begin(raced(players=3, bank=GIVEN))
    assert cash_of(after.state) == {"Ada": 59_400 + 178_100, "Bob": 178_000, "Cy": 178_000}
    assert {reason for *_, reason in paid(after)} == {"banker-commission", "prize-shared"}


@pytest.mark.rule("ascot:Z-4")
@pytest.mark.rule("ascot:Z-5")
def test_the_printed_example_of_the_totalisator() -> None:
    """G14."""
    flow = pooled(raced(4, 7, 10), ("Ada", 4, 40_000), ("Bob", 4, 20_000), ("Cy", 7, 90_000))
    assert settled(flow) == ToteSettled("Dan", 150_000, 60_000, 15_000, 2, 120_000, 15_000, 0, 0)
    after = prizes.begin(flow)
    assert cash_of(after.state) == {"Ada": 80_000, "Bob": 40_000, "Cy": 0, "Dan": 30_000}
    assert paid(after) == [
        ("totalisator", "Ada", 80_000, "dividend"),
        ("totalisator", "Bob", 40_000, "dividend"),
        ("totalisator", "bookmaker", 15_000, "commission"),
        ("bookmaker", "Dan", 15_000, "office"),
        ("totalisator", "bookmaker", 15_000, "breakage"),
        ("bookmaker", "Dan", 15_000, "office"),
    ]


@pytest.mark.rule("ascot:Z-5")
def test_with_six_thousand_on_the_winner_it_would_be_twenty_two_times() -> None:
    """G14."""
    flow = pooled(raced(4, 7, 10), ("Ada", 4, 6_000), ("Cy", 7, 144_000))
    assert settled(flow) == ToteSettled("Dan", 150_000, 6_000, 15_000, 22, 132_000, 3_000, 0, 0)
    assert cash_of(prizes.begin(flow).state)["Dan"] == 18_000


@pytest.mark.rule("ascot:Z-4")
def test_the_commission_of_the_totalisator_is_rounded_to_the_hundred() -> None:
    """G15."""
    flow = pooled(raced(4, 7, 10), ("Ada", 4, 9_500), ("Cy", 7, 78_000))
    assert settled(flow) == ToteSettled("Dan", 87_500, 9_500, 8_800, 8, 76_000, 2_700, 0, 0)
    assert cash_of(prizes.begin(flow).state)["Dan"] == 11_500


@pytest.mark.rule("ascot:Z-6")
@pytest.mark.parametrize(("least", "backers", "bookmaker"), [(0, 0, 100_000), (1, 95_000, 5_000)])
def test_where_the_multiple_would_be_nothing(least: Any, backers: int, bookmaker: int) -> None:
    """G16."""
    flow = raced(4, 7, 10, options=Options(tote_min_multiple=least))
    after = prizes.begin(pooled(flow, ("Ada", 4, 95_000), ("Cy", 7, 5_000)))
    assert cash_of(after.state) == {"Ada": backers, "Bob": 0, "Cy": 0, "Dan": bookmaker}
    assert told(after, ToteSettled)[0].multiple == least


@pytest.mark.rule("ascot:Z-7")
def test_a_pool_in_which_nobody_backed_the_winner_is_the_bookmakers() -> None:
    """G17."""
    flow = pooled(raced(4, 7, 10), ("Ada", 5, 60_000), ("Cy", 7, 4_000))
    assert settled(flow) == ToteSettled("Dan", 64_000, 0, 0, 0, 0, 0, 64_000, 0)
    assert paid(prizes.begin(flow)) == [
        ("totalisator", "bookmaker", 64_000, "unclaimed-pool"),
        ("bookmaker", "Dan", 64_000, "office"),
    ]


@pytest.mark.rule("ascot:Z-7")
@pytest.mark.parametrize("placed", [(4, 7, 10), ()])
def test_or_it_waits_for_the_next_game_as_it_was_agreed(placed: tuple[int, ...]) -> None:
    """G17."""
    flow = raced(*placed, options=Options(tote_no_backer="carry_over"))
    after = prizes.begin(pooled(flow, ("Ada", 5, 60_000), ("Cy", 7, 4_000)))
    assert (after.state.tote, after.state.carried) == (0, 64_000)
    assert cash_of(after.state)["Dan"] == 0
    assert paid(after) == [("totalisator", "carry-over", 64_000, "carry-over")]


@pytest.mark.rule("ascot:Z-7")
def test_what_was_carried_makes_the_next_pool_greater() -> None:
    """G17."""
    flow = pooled(raced(4, 7, 10, tote=64_000), ("Ada", 4, 10_000), ("Cy", 7, 20_000))
    assert settled(flow) == ToteSettled("Dan", 94_000, 10_000, 9_400, 8, 80_000, 4_600, 0, 0)


@pytest.mark.rule("ascot:Z-7")
def test_where_no_horse_is_classified_the_pool_is_unclaimed() -> None:
    assert settled(pooled(raced(), ("Ada", 5, 60_000))).unclaimed == 60_000


@pytest.mark.rule("ascot:Z-4")
def test_nothing_is_settled_where_nobody_has_bet() -> None:
    after = prizes.begin(raced(4, 7, 10))
    assert told(after, ToteSettled) == []
    assert paid(after) == []


@pytest.mark.rule("ascot:Z-8")
def test_the_owner_of_the_first_horse_has_won() -> None:
    after = prizes.begin(raced(4, 7, 10, bank=GIVEN))
    assert told(after, GameWon) == [GameWon(("Bob",))]
    assert prizes.winners(after.state) == ("Bob",)
    assert prizes.finish(after.state) == (("4",), ("7",), ("10",))
    assert after.state.phase is Phase.FINISHED
    assert playing.deciders(after.state) == ()
    assert refused(after, NoBet(seat="Ada")) == "game_over"


@pytest.mark.rule("ascot:Z-8")
@pytest.mark.parametrize(
    ("cash", "won"),
    [
        ({"Cy": 9_000}, ("Bob", "Cy")),
        ({"Bob": 9_000}, ("Bob",)),
        ({"Ada": 9_000, "Dan": 9_000}, ("Ada", "Bob", "Dan")),
    ],
)
def test_the_richest_has_won_too_where_it_was_agreed(cash: dict[str, int], won: tuple[str, ...]) -> None:
    flow = raced(4, 7, 10, options=Options(winners="first_horse_and_richest"))
    assert prizes.winners(prizes.begin(having_cash(flow, **cash)).state) == won


@pytest.mark.rule("ascot:Z-8")
def test_where_no_horse_is_classified_all_have_won_or_the_richest() -> None:
    assert prizes.winners(prizes.begin(raced()).state) == ("Ada", "Bob", "Cy", "Dan")
    flow = having_cash(raced(options=Options(winners="first_horse_and_richest")), Cy=500)
    assert prizes.winners(prizes.begin(flow).state) == ("Cy",)


@pytest.mark.rule("ascot:Z-8")
def test_francs_go_back_into_the_box_and_the_pot_to_the_winners() -> None:
    entries = replace(Entries.opened(4, 25, SEATS[:4]), names=SEATS[:4])
    flow = having_cash(raced(4, 7, 10, entries=entries), Ada=500, Cy=1_000)
    lines = [
        (each.payer.role, each.payee.role, each.payee.name, each.amount, each.reason.value)
        for each in prizes.clearing(prizes.begin(flow).state)
    ]
    assert lines == [
        ("holding", "box", "box", 500, "box"),
        ("holding", "box", "box", 1_000, "box"),
        ("pot", "purse", "Bob", 100, "pot"),
    ]


@pytest.mark.rule("ascot:Z9")
def test_what_waits_for_a_next_game_is_the_last_bookmakers_when_there_is_none() -> None:
    flow = raced(4, 7, 10, options=Options(tote_no_backer="carry_over"))
    over = prizes.begin(pooled(flow, ("Ada", 5, 64_000))).state
    assert [(each.payer.name, each.payee.name, each.amount, each.reason.value) for each in prizes.sweep(over)] == [
        ("carry-over", "bookmaker", 64_000, "carry-over"),
        ("bookmaker", "Dan", 64_000, "office"),
        ("Dan", "box", 64_000, "box"),
    ]
    assert prizes.sweep(prizes.begin(raced(4, 7, 10)).state) == ()
