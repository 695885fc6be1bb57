"""Worked cases of the rules, under their numbers: the exchange, the sale, the training and the race. Those of the deal,
the prizes, the totalisator and the betting (G1, G2, G13 to G18) are with the tests of these.
"""

from dataclasses import replace
from typing import Any

import pytest

from games.ascot import playing
from games.ascot.bidding import LotSold, LotUnsold
from games.ascot.debts import DebtPaid, DebtWrittenOff
from games.ascot.edition import Business, Do, Effect
from games.ascot.edition import Colour as Coat
from games.ascot.exchange import CardTaken
from games.ascot.flow import Flow
from games.ascot.moves import Bid, Colour, ForcedOffer, Inscription, Lane, Pass, Report, Throw
from games.ascot.pending import Colouring, Debt, Riding
from games.ascot.race_told import (
    AdvantageUsed,
    BonusTaken,
    DisadvantageDropped,
    HorseDisqualified,
    HorseFell,
    HorseJostled,
    HorseRode,
    HorseRose,
    HorseWaited,
    InscriptionRead,
    PostPassed,
)
from games.ascot.state import Phase, Standing
from games.ascot.training_told import HorseHome, HorseWalked, ThrowMissed
from games.kit.game import Between
from tests.games.ascot.flows import after, refused, told
from tests.games.ascot.money_support import paid
from tests.games.ascot.positions import EDITION, START
from tests.games.ascot.race_support import Place, able, alone, open_lanes, played, racing, thrown, uses, where
from tests.games.ascot.sale_support import bid, cash, dealt, exchange, hand, passing, selling
from tests.games.ascot.training_support import HOME, before, card_of, dice, training_of

ALL = (1, 2, 3, 4, 5, 6)
BLACK, RED, YELLOW = Coat.BLACK, Coat.RED, Coat.YELLOW
IN_HUNDREDS = replace(EDITION, money=replace(EDITION.money, bid_step=100))


# The exchange and the sale.


def exchanging(flow: Flow, **given: str) -> tuple[list[str], tuple[str, ...]]:
    """What they receive who give these cards one after another, and the dead hand then, its top card first."""
    received = []
    for seat, card in given.items():
        flow = exchange(flow, seat, card)
        (taken,) = told(flow, CardTaken)
        assert (taken.only_for, hand(flow, seat)[-1]) == (seat, taken.card)
        received.append(taken.card)
    assert flow.state.phase is Phase.DISCARD
    return received, flow.state.dead


@pytest.mark.rule("ascot:X-2")
def test_g3_six_players_and_two_cards_in_the_dead_hand() -> None:
    flow = dealt(6, Ada="6", Bob="1", Cy="2", Dan="3", Eve="4", Fay="5", dead="vet club")
    received, dead = exchanging(flow, Bob="1", Cy="2", Dan="3", Eve="4", Fay="5", Ada="6")
    assert received == ["vet", "club", "1", "2", "3", "4"]
    assert dead == ("5", "6")


@pytest.mark.rule("ascot:X-1")
def test_g3_four_players_and_four_cards_in_the_dead_hand() -> None:
    flow = dealt(4, Ada="4", Bob="1", Cy="2", Dan="3", dead="vet club 11 12")
    received, dead = exchanging(flow, Bob="1", Cy="2", Dan="3", Ada="4")
    assert received == ["vet", "club", "11", "12"]
    assert dead == ("1", "2", "3", "4")


@pytest.mark.rule("ascot:V-4")
@pytest.mark.parametrize(
    ("price", "commission", "edition"),
    [
        (12_500, 1_300, EDITION),
        (12_000, 1_200, EDITION),
        (3_500, 400, EDITION),
        (500, 100, EDITION),
        (12_400, 1_200, IN_HUNDREDS),
    ],
)
def test_g4_the_commission_is_paid_on_top_and_rounded_to_the_hundred(
    price: int, commission: int, edition: object
) -> None:
    flow = passing(bid(selling(dead="7", edition=edition), "Bob", price), "Cy", "Dan", "Ada")
    assert paid(flow) == [
        ("Bob", "bank", price, "hammer-price"),
        ("Bob", "auctioneer", commission, "auction-commission"),
        ("auctioneer", "Ada", commission, "office"),
    ]
    assert cash(flow, "Ada", "Bob", "Cy", "Dan") == [START + commission, START - price - commission, START, START]
    assert flow.state.bank == price


@pytest.mark.rule("ascot:V-5")
def test_g5_the_auctioneer_buys() -> None:
    flow = bid(passing(selling(dead="7"), "Bob", "Cy", "Dan"), "Ada", 20_000)
    assert paid(flow) == [("Ada", "bank", 20_000, "hammer-price")]
    assert (flow.state.horse(7).owner, cash(flow, "Ada")) == ("Ada", [START - 20_000])


@pytest.mark.rule("ascot:V8")
def test_g6_kept_cards_and_the_commission_limit_a_bid() -> None:
    flow = selling(dead="7", hands={"Bob": "1"}).with_player("Bob", cash=60_000)
    assert EDITION.prices["1"] == 40_000
    assert Between(Bid, 500, 18_000, 500) in list(playing.legal(flow, "Bob"))
    assert refused(flow, Bid(18_500, seat="Bob")) == "bid_too_high"
    sold = passing(bid(flow, "Bob", 18_000), "Cy", "Dan", "Ada")
    assert paid(sold) == [
        ("Bob", "bank", 18_000, "hammer-price"),
        ("Bob", "auctioneer", 1_800, "auction-commission"),
        ("auctioneer", "Ada", 1_800, "office"),
        ("Bob", "bank", 40_000, "card-price"),
    ]
    assert cash(sold, "Bob") == [200]


# The training.


def stopping(flow: Flow, number: int, cell: int) -> Flow:
    """After a throw of Ada's that takes her horse two cells on, to this one."""
    return after(before(flow, number, cell, 2), Throw(seat="Ada"), dice(2))


def in_training(*adas: int | Business, **others: Any) -> Flow:
    """It is Ada's turn."""
    return training_of(4, Ada=adas, **others).having(turn="Ada")


@pytest.mark.rule("ascot:T-4")
def test_g7_special_shoes_are_paid_to_the_farrier() -> None:
    flow = stopping(in_training(7, Bob=(1, Business.FARRIER)), 7, 2)
    assert flow.state.horse(7).steps == 2
    assert paid(flow) == [("Ada", "Bob", 10_000, "training-fee")]


@pytest.mark.rule("ascot:T-5")
def test_g7_the_farrier_himself_pays_nothing() -> None:
    flow = stopping(in_training(7, Business.FARRIER, Bob=(1,)), 7, 2)
    assert (flow.state.horse(7).steps, paid(flow)) == (2, [])


@pytest.mark.rule("ascot:T6")
def test_g7_a_farrier_who_was_not_sold_is_not_paid() -> None:
    flow = stopping(in_training(7, Bob=(1,)), 7, 2)
    assert (flow.state.horse(7).steps, paid(flow)) == (2, [])


@pytest.mark.rule("ascot:T-4")
@pytest.mark.parametrize(("number", "payee"), [(1, "Bob"), (4, "Cy")])
def test_g8_a_stable_cell_is_paid_to_the_stable_the_horse_comes_from(number: int, payee: str) -> None:
    flow = in_training(number, Bob=(9, Business.WALROY), Cy=(12, Business.STEVENS))
    assert paid(stopping(flow, number, 7)) == [("Ada", payee, 6_000, "training-fee")]


@pytest.mark.rule("ascot:T-12")
def test_g9_a_member_pays_the_commissioner_for_the_dinner() -> None:
    flow = in_training(4, Bob=(1, Business.CLUB)).with_player("Ada", member=True)
    assert paid(stopping(flow, 4, 11)) == [("Ada", "Bob", 4_000, "club-dinner")]


@pytest.mark.rule("ascot:T-12")
def test_g9_who_is_no_member_pays_nothing_for_the_dinner() -> None:
    assert paid(stopping(in_training(4, Bob=(1, Business.CLUB)), 4, 11)) == []


@pytest.mark.rule("ascot:T-12")
def test_g9_the_commissioner_himself_pays_nothing_for_the_dinner() -> None:
    assert paid(stopping(in_training(4, Business.CLUB, Bob=(1,)), 4, 11)) == []


@pytest.mark.rule("ascot:T-9")
def test_g10_strangles_on_the_second_of_three_horses() -> None:
    """Horse 4 comes to a rest, horse 8 to the veterinary surgeon; horse 1 of Bob's goes from rest to rest."""
    flow = training_of(2, Ada=(4, 8, 12), Bob=(1,)).having(turn="Ada")
    flow = before(before(before(flow, 4, 8, 7), 8, 25, 7), 12, 9, 7)
    stopped = after(flow, Throw(seat="Ada"), dice(7), Report(card_of("vet", Effect.STRANGLES)))
    assert [stopped.state.horse(number).steps for number in (4, 8, 12)] == [8, 25, 2]
    assert playing.deciders(stopped.state) == ("Bob",)
    missed = after(stopped, Throw(seat="Bob"), dice(8))
    assert told(missed, ThrowMissed) == [ThrowMissed("Ada")]
    assert playing.deciders(missed.state) == ("Bob",), "no throw of Ada's in between"
    again = after(missed, Throw(seat="Bob"), dice(10))
    assert (told(again, ThrowMissed), playing.deciders(again.state)) == ([], ("Ada",))
    normal = after(again, Throw(seat="Ada"), dice(6))
    assert [(each.horse, each.steps) for each in told(normal, HorseWalked)] == [(4, 14), (8, 31), (12, 8)]


@pytest.mark.rule("ascot:T-14")
@pytest.mark.parametrize("number", [4, 1])
@pytest.mark.parametrize("total", [3, 7, 12])
def test_g11_home_with_what_is_needed_or_more(number: int, total: int) -> None:
    flow = in_training(number, Bob=(12,)).with_horse(number, steps=38)
    home = after(flow, Throw(seat="Ada"), dice(total))
    assert home.state.horse(number).steps == HOME == 41
    assert told(home, HorseHome) == [HorseHome(number)]


@pytest.mark.rule("ascot:T-14")
@pytest.mark.parametrize("number", [4, 1])
def test_g11_not_home_with_less(number: int) -> None:
    flow = in_training(number, Bob=(12,)).with_horse(number, steps=38)
    short = after(flow, Throw(seat="Ada"), dice(2))
    assert (short.state.horse(number).steps, told(short, HorseHome)) == (40, [])


def owing() -> Flow:
    """Ada, with 3,000 and horse 7, owes 10,000 to Bob for special shoes."""
    flow = in_training(7, Bob=(1, Business.FARRIER)).with_player("Ada", cash=3_000)
    flow = stopping(flow, 7, 2)
    assert isinstance(flow.state.task, Debt)
    assert paid(flow) == []
    return after(flow, ForcedOffer("7", seat="Ada"))


@pytest.mark.rule("ascot:S-4")
def test_g12_a_horse_is_sold_and_the_debt_is_paid() -> None:
    flow = after(owing(), Pass(seat="Bob"), Bid(9_000, seat="Cy"), Pass(seat="Dan"))
    assert paid(flow) == [("Cy", "Ada", 9_000, "forced-sale"), ("Ada", "Bob", 10_000, "training-fee")]
    assert told(flow, LotSold) == [LotSold("7", "Ada", "Cy", 9_000, 0)]
    assert told(flow, DebtPaid) == [DebtPaid("Ada", "Bob", 10_000)]
    assert cash(flow, "Ada", "Bob", "Cy", "Dan") == [2_000, START + 10_000, START - 9_000, START]


@pytest.mark.rule("ascot:S5")
def test_g12_without_a_bidder_the_creditor_gets_what_there_is() -> None:
    flow = passing(owing(), "Bob", "Cy", "Dan")
    assert paid(flow) == [("Ada", "Bob", 3_000, "training-fee")]
    assert told(flow, LotUnsold) == [LotUnsold("7", "Ada")]
    assert told(flow, DebtWrittenOff) == [DebtWrittenOff("Ada", "Bob", 3_000, 7_000)]
    assert (cash(flow, "Ada", "Bob"), flow.state.horse(7).owner) == ([0, START + 3_000], "Ada")


# The race.


def me_and(me: Place, *others: Place) -> Flow:
    """Horse 1, of Ada's, and as many of Bob's as there are other places; no others run."""
    bobs = (2, 3)[: len(others)]
    return racing({1: me, **dict(zip(bobs, others, strict=True))}, Ada=(1,), Bob=bobs)


@pytest.mark.rule("ascot:R-5")
@pytest.mark.parametrize(("die", "lanes"), [(5, ALL), (4, (2, 3, 4, 5, 6))])
def test_g19_from_the_outer_to_the_inner_lane(die: int, lanes: tuple[int, ...]) -> None:
    assert open_lanes(me_and((20, 6)), die) == lanes


@pytest.mark.rule("ascot:R-6")
@pytest.mark.parametrize(("die", "lanes"), [(2, (1, 2, 3)), (3, (1, 2, 3, 4))])
def test_g20_cutting_in(die: int, lanes: tuple[int, ...]) -> None:
    assert open_lanes(me_and((20, 3), (20, 4)), die) == lanes


@pytest.mark.rule("ascot:R-7")
@pytest.mark.parametrize(("die", "lanes"), [(4, (4, 5, 6)), (2, (1, 2, 4, 5))])
def test_g21_passing_on_the_right_and_ending_level(die: int, lanes: tuple[int, ...]) -> None:
    assert open_lanes(me_and((20, 3), (22, 3)), die) == lanes


@pytest.mark.rule("ascot:R-7")
def test_g21_passing_on_the_left_of_a_horse_in_the_outer_lane() -> None:
    assert open_lanes(me_and((20, 6), (22, 6)), 4) == (2, 3, 4, 5)


@pytest.mark.rule("ascot:R-9")
def test_g22_blocked_and_jostled_back() -> None:
    flow = me_and((48, 2), (50, 2)).with_player("Ada", advantages=(BLACK,), disadvantages=1)
    after_it = thrown(flow, 3)
    assert (where(after_it, 1), told(after_it, HorseJostled)) == ((47, 2), [HorseJostled(1, 47, 2, back=True)])
    assert after_it.state.player("Ada") == flow.state.player("Ada")
    assert (after_it.state.task, after_it.state.turn) == (None, "Bob"), "nothing is applied"


@pytest.mark.rule("ascot:R-9")
def test_g22_blocked_with_a_horse_behind() -> None:
    flow = thrown(me_and((48, 2), (50, 2), (47, 2)), 3)
    assert (where(flow, 1), told(flow, HorseJostled)) == ((48, 2), [HorseJostled(1, 48, 2, back=False)])


@pytest.mark.rule("ascot:R-9")
def test_g22_a_throw_that_can_be_played() -> None:
    flow = thrown(me_and((48, 2), (50, 2)), 1)
    assert (where(flow, 1), told(flow, HorseJostled)) == ((49, 2), [])


@pytest.mark.rule("ascot:R-9")
@pytest.mark.parametrize("die", [2, 3])
def test_g23_boxed_in(die: int) -> None:
    flow = thrown(me_and((30, 1), (31, 1), (30, 2)), die)
    assert told(flow, HorseRode) == []
    assert (where(flow, 1), told(flow, HorseJostled)) == ((29, 1), [HorseJostled(1, 29, 1, back=True)])


@pytest.mark.rule("ascot:R-20")
@pytest.mark.parametrize(
    ("length", "die", "lanes"), [(46, 4, (3,)), (45, 2, (2, 3, 4)), (54, 2, (2, 3, 4)), (55, 1, (2, 3, 4))]
)
def test_g24_the_sector_without_change_of_lane(length: int, die: int, lanes: tuple[int, ...]) -> None:
    assert open_lanes(me_and((length, 3)), die) == lanes


@pytest.mark.rule("ascot:R-4")
def test_g25_over_a_horse_that_still_stands_in_front() -> None:
    assert where(thrown(racing({}, Ada=(7,), Bob=(1,)), 1), 7) == (1, 1)


@pytest.mark.rule("ascot:R-4")
def test_g25_not_over_a_horse_that_has_started() -> None:
    flow = thrown(racing({1: (1, 1)}, Ada=(7,), Bob=(1,)), 3)
    assert (where(flow, 7), told(flow, HorseJostled)) == ((0, 1), [HorseJostled(7, 0, 1, back=False)])


@pytest.mark.rule("ascot:R-4")
def test_g25_the_second_length_may_be_entered_in_the_next_lane() -> None:
    assert open_lanes(racing({}, Ada=(7,)), 2) == (1, 2)


@pytest.mark.rule("ascot:R-6")
def test_g25_not_before_a_horse_on_the_start_line() -> None:
    assert open_lanes(racing({}, Ada=(7,), Bob=(2,)), 2) == (1,)


@pytest.mark.rule("ascot:R-21")
@pytest.mark.parametrize("die", [2, 4])
def test_g26_another_number_than_three_leaves_the_horse_there(die: int) -> None:
    flow = thrown(alone(1, (64, 2)), die)
    assert (where(flow, 1), flow.state.placed) == ((64, 2), ())
    assert told(flow, HorseWaited) == [HorseWaited(1, die, "post")]


@pytest.mark.rule("ascot:R-21")
def test_g26_three_takes_it_past_the_post() -> None:
    flow = thrown(alone(1, (64, 2)), 3)
    assert (flow.state.horse(1).standing, flow.state.placed) == (Standing.PASSED, (1,))
    assert told(flow, PostPassed) == [PostPassed(1, 1)]


@pytest.mark.rule("ascot:R-15")
def test_g26_with_a_disadvantage_it_is_disqualified() -> None:
    flow = thrown(alone(1, (64, 2), disadvantages=1), 3)
    assert (flow.state.horse(1).standing, flow.state.placed) == (Standing.DISQUALIFIED, ())
    assert (told(flow, HorseDisqualified), told(flow, PostPassed)) == ([HorseDisqualified(1)], [])


def stopped_on(place: Place, number: int, **holding: object) -> Flow:
    """Ada's horse comes to this cell with a one, in its lane."""
    length, lane = place
    return played(thrown(alone(number, (length - 1, lane), **holding), 1), Lane(lane, seat="Ada"))


def small_cards(flow: Flow) -> tuple[tuple[Coat, ...], int]:
    """Advantages and Disadvantages that Ada has."""
    return flow.state.player("Ada").advantages, flow.state.player("Ada").disadvantages


@pytest.mark.rule("ascot:R-11")
@pytest.mark.rule("ascot:R-14")
def test_g27_on_its_own_colour_three_more_or_one_disadvantage_less() -> None:
    assert EDITION.cell_colour(31, 5) is RED
    flow = stopped_on((31, 5), 2, disadvantages=1)
    bonus = {("bonus", False, lane) for lane in (2, 3, 4, 5, 6)}
    assert uses(flow) == {*bonus, ("drop", False, None), ("decline", False, None)}
    further = played(flow, Colour("bonus", lane=3, seat="Ada"))
    assert (where(further, 2), small_cards(further)) == ((34, 3), ((), 1))
    assert told(further, BonusTaken) == [BonusTaken(2, RED, 3)]
    lighter = played(flow, Colour("drop", seat="Ada"))
    assert (where(lighter, 2), small_cards(lighter)) == ((31, 5), ((), 0))
    assert told(lighter, DisadvantageDropped) == [DisadvantageDropped("Ada", 2, 0)]


@pytest.mark.rule("ascot:R-12")
@pytest.mark.rule("ascot:R-14")
def test_g27_on_another_colour_with_an_advantage_of_its_own() -> None:
    assert EDITION.cell_colour(19, 4) is YELLOW
    flow = stopped_on((19, 4), 2, advantages=(RED,), disadvantages=1)
    bonus = {("bonus", True, lane) for lane in ALL}
    assert uses(flow) == {*bonus, ("drop", True, None), ("decline", False, None)}
    further = played(flow, Colour("bonus", advantage=True, lane=4, seat="Ada"))
    assert (where(further, 2), small_cards(further)) == ((22, 4), ((), 1))
    assert told(further, AdvantageUsed) == [AdvantageUsed("Ada", 2, RED)]
    lighter = played(flow, Colour("drop", advantage=True, seat="Ada"))
    assert (where(lighter, 2), small_cards(lighter)) == ((19, 4), ((), 0))
    declined = played(flow, Colour("decline", seat="Ada"))
    assert (where(declined, 2), small_cards(declined)) == ((19, 4), ((RED,), 1))


@pytest.mark.rule("ascot:R-12")
def test_g27_on_another_colour_with_an_advantage_of_another() -> None:
    flow = stopped_on((19, 4), 2, advantages=(BLACK,), disadvantages=1)
    assert (where(flow, 2), small_cards(flow)) == ((19, 4), ((BLACK,), 1))
    assert (flow.state.task, flow.state.turn, able(flow)) == (None, "Bob", [])


@pytest.mark.rule("ascot:R-13")
def test_g28_inscription_and_colour_and_no_second_colour() -> None:
    assert EDITION.cell_colour(28, 4) is EDITION.cell_colour(32, 2) is BLACK
    flow = stopped_on((25, 2), 1)
    assert told(flow, InscriptionRead) == [InscriptionRead(1, 25, 2, Do.ADVANCE, done=True)]
    flow = played(flow, Inscription(4, seat="Ada"))
    assert (where(flow, 1), flow.state.task) == ((28, 4), Colouring("Ada", 1, inscription=True))
    flow = played(flow, Colour("bonus", lane=2, seat="Ada"))
    assert told(flow, BonusTaken) == [BonusTaken(1, BLACK, 4)]
    assert (where(flow, 1), flow.state.task, flow.state.turn) == ((32, 2), None, "Bob")


@pytest.mark.rule("ascot:R-10")
@pytest.mark.rule("ascot:R-13")
def test_g28_colour_and_inscription_and_no_second_inscription() -> None:
    falling = EDITION.inscription(17, 6)
    assert falling is not None
    assert (EDITION.cell_colour(10, 3), falling.do) == (BLACK, Do.FALL)
    flow = played(stopped_on((10, 3), 1), Colour("bonus", lane=4, seat="Ada"))
    assert told(flow, BonusTaken) == [BonusTaken(1, BLACK, 4)]
    assert told(flow, InscriptionRead) == [InscriptionRead(1, 14, 4, Do.ADVANCE, done=True)]
    assert (where(flow, 1), flow.state.task) == ((14, 4), Riding("Ada", 1, 3, ALL, "inscription", colour=True))
    flow = played(flow, Inscription(6, seat="Ada"))
    assert (told(flow, InscriptionRead), told(flow, HorseFell), flow.state.horse(1).down) == ([], [], False)
    assert (where(flow, 1), flow.state.task, flow.state.turn) == ((17, 6), None, "Bob")


@pytest.mark.rule("ascot:R-17")
def test_g29_a_fallen_horse_throws_four_six_and_three() -> None:
    """No other horse runs, so Ada's turns follow one another."""
    fallen = played(thrown(racing({4: (23, 4)}, Ada=(4,)), 1), Lane(4, seat="Ada"))
    assert (where(fallen, 4), told(fallen, HorseFell)) == ((24, 4), [HorseFell(4)])
    four = thrown(fallen, 4)
    assert (where(four, 4), four.state.horse(4).down) == ((24, 4), True)
    assert told(four, HorseWaited) == [HorseWaited(4, 4, "down")]
    six = thrown(four, 6)
    assert (where(six, 4), six.state.horse(4).down) == ((24, 4), False)
    assert (told(six, HorseRose), told(six, HorseRode)) == ([HorseRose(4)], [])
    three = played(thrown(six, 3), Lane(4, seat="Ada"))
    assert (where(three, 4), told(three, HorseRode)) == ((27, 4), [HorseRode(4, 27, 4, 3, "throw")])
