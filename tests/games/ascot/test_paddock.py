"""Before the race: equal numbers of horses, entry fees, what leaves the game, favourites."""

import pytest

from games.ascot import paddock, playing
from games.ascot.betting import HorseCalled
from games.ascot.edition import Business, Colour
from games.ascot.entry import BusinessesWithdrawn, HorseScratched
from games.ascot.favourites import FavouriteNamed
from games.ascot.flow import Flow
from games.ascot.moves import Agree, Bid, Favourite, ForcedOffer, Pass, Propose, Ready, Release, ScratchHorse
from games.ascot.options import Options
from games.ascot.paddock import HorseEqualised, PaddockOpened
from games.ascot.pending import Entering, Lot, Releasing, Scratching
from games.ascot.state import Phase, Standing
from games.kit.game import Between
from tests.games.ascot.flows import refused, told
from tests.games.ascot.money_support import cash_of, having_cash, in_paddock, paid, played
from tests.games.ascot.positions import START, owning, position

EVEN = {"Ada": (1, 2, 3), "Bob": (4, 5, 6), "Cy": (7, 8, 9), "Dan": (10, 11, 12)}
UNEVEN = {"Ada": (1, 2, 3, 4, 5), "Bob": (6,), "Cy": (7, 8, 9), "Dan": (10, 11, 12)}
PRICE_OF_BLACK = 40_000
PRICE_OF_BLUE = 22_000
REPORTS = ("a", "b")


def all_ready(flow: Flow) -> Flow:
    return played(flow, *(Ready(seat=seat) for seat in flow.state.waiting))


@pytest.mark.rule("ascot:P-1")
@pytest.mark.parametrize(("players", "each"), [(2, 6), (3, 3), (4, 3), (5, 2), (6, 2)])
def test_with_twelve_horses_in_play_everybody_runs_as_many_as_the_table_says(players: int, each: int) -> None:
    assert in_paddock(players, {"Ada": tuple(range(1, 13))}).state.target == each


@pytest.mark.rule("ascot:P-1")
def test_horses_eliminated_in_training_count_for_their_owner() -> None:
    flow = owning(position(4, holders={"bookmaker": "Ada"}), **EVEN).with_horse(4, standing=Standing.ELIMINATED)
    opened = all_ready(playing.run(paddock.begin(flow)))
    assert told(opened, PaddockOpened) == [PaddockOpened(3)]
    assert [paddock.required(opened.state, seat) for seat in opened.state.names] == [3, 2, 3, 3]
    assert opened.state.phase is Phase.FAVOURITES
    assert [horse.number for horse in opened.state.horses_of("Bob")] == [5, 6]


@pytest.mark.rule("ascot:P-1")
def test_unsold_horses_do_not_count() -> None:
    flow = owning(position(4), Ada=(1, 2, 3), Bob=(4, 5), Cy=(7, 8), Dan=(10, 11))
    for number in (6, 9, 12):
        flow = flow.with_horse(number, standing=Standing.UNSOLD)
    assert paddock.begin(flow).state.target == 2


@pytest.mark.rule("ascot:P-1")
@pytest.mark.parametrize(("players", "agreed", "each"), [(2, 4, 4), (2, 5, 5), (4, 2, 2), (4, 6, 3), (5, 3, 2)])
def test_players_agree_on_an_equal_number_up_to_the_cap_and_to_what_there_is(
    players: int, agreed: int, each: int
) -> None:
    flow = in_paddock(players, {"Ada": tuple(range(1, 13))}, options=Options(horses_each=agreed))
    assert flow.state.target == each


@pytest.mark.rule("ascot:P-2")
def test_the_paddock_waits_for_everybody_at_once() -> None:
    flow = in_paddock(4, EVEN)
    assert playing.deciders(flow.state) == ("Ada", "Bob", "Cy", "Dan")
    assert Ready(seat="Cy") in playing.legal(flow, "Cy")
    after = played(flow, Ready(seat="Cy"))
    assert playing.deciders(after.state) == ("Ada", "Bob", "Dan")
    assert Ready(seat="Cy") not in playing.legal(after, "Cy")
    assert refused(after, Ready(seat="Cy")) == "already_ready"


@pytest.mark.rule("ascot:P-2")
def test_somebody_who_only_watches_is_not_asked() -> None:
    flow = in_paddock(4, EVEN, seats=("Ada", "Bob", "Cy", "Dan", "Zoe"))
    assert refused(flow, Ready(seat="Zoe")) == "not_playing"
    assert refused(flow, ScratchHorse(1, seat="Zoe")) == "not_playing"
    assert refused(all_ready(flow), Favourite(1, seat="Zoe")) == "not_playing"


@pytest.mark.rule("ascot:P-2")
def test_a_single_player_who_is_short_pays_the_printed_price_for_what_the_owner_names() -> None:
    flow = all_ready(in_paddock(4, UNEVEN))
    assert flow.state.task == Releasing("Ada")
    assert list(playing.legal(flow, "Ada")) == [Release(number, seat="Ada") for number in (1, 2, 3, 4, 5)]
    after = played(flow, Release(4, seat="Ada"))
    assert told(after, HorseEqualised) == [HorseEqualised(4, "Ada", "Bob", PRICE_OF_BLUE)]
    assert paid(after) == [("Bob", "Ada", PRICE_OF_BLUE, "equalised")]
    assert after.state.task == Releasing("Ada")
    done = played(after, Release(1, seat="Ada"))
    assert [horse.number for horse in done.state.horses_of("Bob")] == [1, 4, 6]
    assert done.state.phase is Phase.FAVOURITES


@pytest.mark.rule("ascot:P-2")
def test_who_has_less_than_the_printed_price_pays_all_above_the_entry_fees() -> None:
    flow = having_cash(all_ready(in_paddock(4, UNEVEN)), Bob=37_000)
    after = played(flow, Release(1, seat="Ada"))
    assert paid(after) == [("Bob", "Ada", 7_000, "equalised")]
    free = played(after, Release(5, seat="Ada"))
    assert told(free, HorseEqualised)[-1] == HorseEqualised(5, "Ada", "Bob", 0)
    assert cash_of(free.state)["Bob"] == 0
    assert [horse.number for horse in free.state.horses_of("Bob")] == [1, 5, 6]


@pytest.mark.rule("ascot:P-2")
def test_several_who_are_equally_short_bid_from_the_left_of_the_owner() -> None:
    flow = all_ready(in_paddock(3, {"Ada": (1, 2, 3, 4, 5), "Bob": (6, 7), "Cy": (8, 9)}))
    flow = played(flow, Release(5, seat="Ada"))
    task = flow.state.task
    assert isinstance(task, Lot)
    assert (task.asset, task.seller, task.outcry.speakers) == ("5", "Ada", ("Bob", "Cy"))
    assert Between(Bid, 500, START, 500) in playing.legal(flow, "Bob")
    after = played(flow, Bid(3_000, seat="Bob"), Bid(3_500, seat="Cy"), Pass(seat="Bob"))
    assert paid(after) == [("Cy", "Ada", 3_500, "equalised")]
    last = played(after, Release(1, seat="Ada"))
    assert paid(last)[1] == ("Bob", "Ada", PRICE_OF_BLACK, "equalised")
    assert last.state.phase is Phase.FAVOURITES


@pytest.mark.rule("ascot:P-2")
def test_a_horse_that_nobody_bids_for_goes_to_the_first_from_the_banker_at_the_printed_price() -> None:
    flow = all_ready(in_paddock(3, {"Ada": (1, 2, 3, 4, 5), "Bob": (6, 7), "Cy": (8, 9)}, banker="Cy"))
    after = played(flow, Release(5, seat="Ada"), Pass(seat="Bob"), Pass(seat="Cy"))
    assert paid(after) == [("Cy", "Ada", PRICE_OF_BLACK, "equalised")]


@pytest.mark.rule("ascot:P-2")
def test_bidding_goes_round_from_whoever_has_to_let_the_horse_go() -> None:
    flow = all_ready(in_paddock(3, {"Ada": (6, 7), "Bob": (1, 2, 3, 4, 5), "Cy": (8, 9)}))
    task = played(flow, Release(5, seat="Bob")).state.task
    assert isinstance(task, Lot)
    assert task.outcry.speakers == ("Cy", "Ada")


@pytest.mark.rule("ascot:P-2")
def test_the_poorest_in_horses_come_first() -> None:
    owned = {"Ada": (1, 2, 3, 4, 5, 6), "Bob": (7, 8), "Cy": (9,), "Dan": (10, 11, 12)}
    flow = played(all_ready(in_paddock(4, owned)), Release(6, seat="Ada"))
    assert told(flow, HorseEqualised) == [HorseEqualised(6, "Ada", "Cy", 34_000)]
    bidding = played(flow, Release(5, seat="Ada"))
    assert isinstance(bidding.state.task, Lot)
    assert bidding.state.task.outcry.speakers == ("Bob", "Cy")


@pytest.mark.rule("ascot:P-2")
def test_whoever_has_most_too_many_releases_first() -> None:
    owned = {"Ada": (1, 2, 3, 4), "Bob": (5, 6, 7, 8, 9), "Cy": (10,), "Dan": (11, 12)}
    flow = all_ready(in_paddock(4, owned))
    assert flow.state.task == Releasing("Bob")
    assert refused(flow, Release(1, seat="Ada")) == "not_your_turn"
    assert refused(flow, Release(1, seat="Bob")) == "not_your_horse"
    tied = played(flow, Release(9, seat="Bob"))
    assert tied.state.task == Releasing("Ada")


@pytest.mark.rule("ascot:P-2")
def test_an_owner_of_one_horse_who_may_run_none_has_nothing_to_choose() -> None:
    flow = position(2, options=Options(horses_each=1))
    flow = owning(flow, Ada=(1, 2)).with_horse(2, standing=Standing.ELIMINATED)
    flow = all_ready(playing.run(paddock.begin(flow)))
    assert told(flow, HorseEqualised) == [HorseEqualised(1, "Ada", "Bob", PRICE_OF_BLACK)]


@pytest.mark.rule("ascot:P3")
def test_a_surplus_horse_is_scratched_by_its_owner_with_its_small_cards() -> None:
    owned = {"Ada": (1, 2, 3, 4), "Bob": (5, 6, 7), "Cy": (8, 9, 10)}
    flow = in_paddock(3, owned).with_horse(2, advantages=2, disadvantages=1).with_horse(1, advantages=1)
    flow = all_ready(flow)
    assert flow.state.task == Scratching("Ada")
    assert list(playing.legal(flow, "Ada")) == [ScratchHorse(number, seat="Ada") for number in (1, 2, 3, 4)]
    assert refused(flow, ScratchHorse(5, seat="Ada")) == "not_your_horse"
    assert refused(flow, ScratchHorse(5, seat="Bob")) == "not_your_turn"
    after = played(flow, ScratchHorse(2, seat="Ada"))
    assert after.state.horse(2).standing is Standing.SCRATCHED
    assert after.state.horse(2).advantages == after.state.horse(2).disadvantages == 0
    assert told(after, HorseScratched) == [HorseScratched(2, "Ada")]
    assert after.state.player("Ada").advantages == (Colour.BLACK,)
    assert after.state.player("Ada").disadvantages == 0


@pytest.mark.rule("ascot:P3")
def test_nobody_scratches_below_the_target() -> None:
    flow = in_paddock(4, UNEVEN)
    assert refused(flow, ScratchHorse(7, seat="Cy")) == "below_target"
    assert refused(flow, ScratchHorse(6, seat="Bob")) == "below_target"
    assert refused(flow, ScratchHorse(1, seat="Ada")) == "not_all_ready"


@pytest.mark.rule("ascot:P3")
def test_where_all_horses_are_too_many_nothing_is_chosen() -> None:
    flow = position(2, options=Options(horses_each=1))
    flow = owning(flow, Ada=(1, 2, 3, 4), Bob=(5,)).with_horse(1, standing=Standing.ELIMINATED)
    flow = all_ready(playing.run(paddock.begin(flow)))
    assert [each.horse for each in told(flow, HorseScratched)] == [2, 3, 4]
    assert flow.state.horses_of("Ada") == ()


@pytest.mark.rule("ascot:P-4")
def test_member_cards_and_all_businesses_but_the_bookmakers_leave_without_a_refund() -> None:
    owned = {"Ada": (1, Business.CLUB, Business.VET), "Bob": (2, Business.BOOKMAKER, Business.STEVENS)}
    flow = all_ready(in_paddock(2, owned).with_player("Bob", member=True))
    assert flow.state.holders == {"bookmaker": "Bob"}
    assert not any(flow.state.is_member(seat) for seat in flow.state.names)
    closed = (Business.CLUB, Business.VET, Business.STEVENS)
    assert told(flow, BusinessesWithdrawn) == [BusinessesWithdrawn(closed, ("Bob",))]
    assert {reason for *_, reason in paid(flow)} == {"race-entry"}


@pytest.mark.rule("ascot:P5")
def test_the_holder_of_the_card_is_bookmaker() -> None:
    flow = all_ready(in_paddock(2, {"Ada": (1,), "Bob": (2, Business.BOOKMAKER)}))
    assert flow.state.bookmaker == "Bob"


@pytest.mark.rule("ascot:P5")
def test_where_nobody_has_the_card_a_bookmaker_is_appointed() -> None:
    flow = all_ready(in_paddock(2, {"Ada": (1,), "Bob": (2,)}, holders={}))
    assert flow.state.phase is Phase.BOOKMAKER
    flow = played(flow, Propose("Bob", seat="Ada"), Agree(seat="Bob"))
    assert (flow.state.bookmaker, flow.state.phase) == ("Bob", Phase.FAVOURITES)


@pytest.mark.rule("ascot:P-6")
def test_ten_thousand_are_paid_to_the_bank_for_each_horse() -> None:
    flow = all_ready(in_paddock(4, EVEN))
    assert flow.state.bank == 120_000
    assert cash_of(flow.state) == dict.fromkeys(EVEN, START - 30_000)
    assert paid(flow)[0] == ("Ada", "bank", 10_000, "race-entry")


@pytest.mark.rule("ascot:P-6")
def test_a_horse_whose_fee_cannot_be_paid_is_scratched_and_nothing_is_paid_for_it() -> None:
    flow = all_ready(having_cash(in_paddock(4, EVEN), Bob=19_000))
    assert [horse.number for horse in flow.state.horses_of("Bob")] == [4]
    assert told(flow, HorseScratched) == [HorseScratched(5, "Bob", unpaid=True), HorseScratched(6, "Bob", unpaid=True)]
    assert cash_of(flow.state)["Bob"] == 9_000
    assert flow.state.bank == 100_000


def short_of_fees() -> Flow:
    owned = {**EVEN, "Bob": (4, 5, 6, Business.BOOKMAKER)}
    flow = having_cash(in_paddock(4, owned), Bob=12_000, Dan=30_000)
    return all_ready(flow.with_player("Bob", reports=REPORTS))


@pytest.mark.rule("ascot:P-6")
def test_who_cannot_pay_puts_reports_or_the_bookmakers_card_up_and_pays_from_the_price() -> None:
    flow = short_of_fees()
    assert flow.state.task == Entering("Bob", 5)
    assert list(playing.legal(flow, "Bob")) == [ForcedOffer(asset, seat="Bob") for asset in ("a", "b", "bookmaker")]
    up = played(flow, ForcedOffer("a", seat="Bob"))
    # Dan has no more than his own entry fees.
    assert isinstance(up.state.task, Lot)
    assert up.state.task.outcry.speakers == ("Cy", "Ada")
    after = played(up, Bid(8_000, seat="Cy"), Pass(seat="Ada"))
    assert ("Cy", "Bob", 8_000, "forced-sale") in paid(after)
    assert ("Bob", "bank", 10_000, "race-entry") in paid(after)
    assert after.state.player("Cy").reports == ("a",)
    assert after.state.player("Bob").reports == ("b",)
    assert after.state.player("Bob").cash == 0
    assert after.state.task == Entering("Bob", 6)


@pytest.mark.rule("ascot:P-6")
def test_the_bookmakers_office_goes_with_the_card_that_was_sold() -> None:
    flow = played(short_of_fees(), ForcedOffer("bookmaker", seat="Bob"), Pass(seat="Cy"), Bid(20_000, seat="Ada"))
    assert flow.state.bookmaker == "Ada"
    assert flow.state.phase is Phase.FAVOURITES
    assert len(flow.state.horses_of("Bob")) == 3


@pytest.mark.rule("ascot:P-6")
def test_when_nobody_wants_what_is_put_up_the_horse_stays_out_and_no_franc_is_lost() -> None:
    flow = short_of_fees()
    for horse in (5, 6):
        assert flow.state.task == Entering("Bob", horse)
        for asset in ("b", "bookmaker", "a"):
            flow = played(flow, ForcedOffer(asset, seat="Bob"), Pass(seat="Cy"), Pass(seat="Ada"))
    assert flow.state.phase is Phase.FAVOURITES
    assert [each.horse for each in told(flow, HorseScratched)] == [5, 6]
    assert cash_of(flow.state)["Bob"] == 2_000
    assert flow.state.player("Bob").reports == REPORTS


@pytest.mark.rule("ascot:P-6")
def test_what_may_not_be_put_up_is_refused() -> None:
    flow = short_of_fees()
    assert refused(flow, ForcedOffer("c", seat="Bob")) == "not_for_sale"
    assert refused(flow, ForcedOffer("4", seat="Bob")) == "not_for_sale"
    assert refused(flow, ForcedOffer("a", seat="Cy")) == "not_your_turn"
    passed = played(flow, ForcedOffer("a", seat="Bob"), Pass(seat="Cy"), Pass(seat="Ada"))
    assert refused(passed, ForcedOffer("a", seat="Bob")) == "already_offered"


@pytest.mark.rule("ascot:P-7")
def test_small_cards_are_pooled_for_each_player() -> None:
    flow = in_paddock(4, EVEN).with_horse(1, advantages=2).with_horse(3, advantages=1, disadvantages=2)
    flow = all_ready(flow.with_horse(2, disadvantages=1).with_horse(12, advantages=1, misses=1))
    ada, dan = flow.state.player("Ada"), flow.state.player("Dan")
    assert (ada.advantages, ada.disadvantages) == ((Colour.BLACK, Colour.BLACK, Colour.YELLOW), 3)
    assert (dan.advantages, dan.disadvantages) == ((Colour.BLUE,), 0)
    assert all(horse.advantages == horse.disadvantages == horse.misses == 0 for horse in flow.state.horses)


@pytest.mark.rule("ascot:P-8")
def test_every_horse_stands_on_the_start_cell_of_its_number() -> None:
    flow = in_paddock(4, EVEN)
    for number in range(1, 13):
        flow = flow.with_horse(number, lane=0, length=7)
    flow = all_ready(flow)
    assert [horse.lane for horse in flow.state.horses] == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]
    assert {horse.length for horse in flow.state.horses} == {0}


@pytest.mark.rule("ascot:P-9")
def test_everybody_with_a_horse_names_one_favourite_or_none_and_it_is_called() -> None:
    flow = all_ready(in_paddock(3, {"Ada": (1, 2, Business.BOOKMAKER), "Bob": (3, 4), "Cy": (5, 6)}))
    assert playing.deciders(flow.state) == ("Ada", "Bob", "Cy")
    assert list(playing.legal(flow, "Bob")) == [Favourite(horse, seat="Bob") for horse in (3, 4, None)]
    flow = played(flow, Favourite(6, seat="Cy"), Favourite(None, seat="Ada"), Favourite(3, seat="Bob"))
    assert [each.horse for each in told(flow, FavouriteNamed)] == [6, None, 3]
    assert [flow.state.player(seat).favourite for seat in flow.state.names] == [None, 3, 6]
    assert flow.state.phase is Phase.BETTING
    assert told(flow, HorseCalled) == [HorseCalled(1, "Ada", favourite=False)]


@pytest.mark.rule("ascot:P-9")
def test_a_favourite_is_ones_own_and_irrevocable() -> None:
    owned = {"Ada": (1, 2, Business.BOOKMAKER), "Bob": (3, 4), "Cy": (5, 6)}
    flow = all_ready(in_paddock(3, owned))
    assert refused(flow, Favourite(3, seat="Ada")) == "not_your_horse"
    assert refused(flow, Favourite(99, seat="Ada")) == "not_your_horse"
    named = played(flow, Favourite(None, seat="Ada"))
    assert refused(named, Favourite(1, seat="Ada")) == "already_named"
    betting = played(named, Favourite(3, seat="Bob"), Favourite(5, seat="Cy"))
    assert refused(betting, Favourite(1, seat="Ada")) == "not_now"


@pytest.mark.rule("ascot:P-9")
def test_who_has_no_horse_has_no_favourite() -> None:
    flow = all_ready(having_cash(in_paddock(2, {"Ada": (1, Business.BOOKMAKER), "Bob": (2,)}), Bob=5_000))
    assert playing.deciders(flow.state) == ("Ada",)
    assert refused(flow, Favourite(None, seat="Bob")) == "no_horse"
