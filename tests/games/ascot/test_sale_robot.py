"""How the automatic player values cards, votes, exchanges, discards and bids."""

import pytest

from games.ascot import appointing, bidding
from games.ascot.edition import Business, Effect
from games.ascot.flow import BANK, Flow
from games.ascot.moves import Agree, Bid, Discard, Exchange, Pass, Propose
from games.ascot.pending import Debt, Joining, Lot, Releasing, Task
from games.ascot.robots import sale as robot
from games.ascot.robots.worth import target, worth
from games.ascot.state import Phase
from games.kit.auction import Outcry
from games.kit.game import Move
from games.kit.payments import Reason
from tests.games.ascot.positions import EDITION, SEATS, owning, position
from tests.games.ascot.sale_support import agree, dealt, lot, propose, selling

REPORTS = [
    card.card for pack in ("stevens", "vet") for card in getattr(EDITION.reports, pack) if card.effect is Effect.KEEP
]


def holding(phase: Phase, cards: str, players: int = 4, cash: int = 281_000) -> Flow:
    flow = position(players, phase, auctioneer="Ada", dead=("?",) * 3, waiting=("Bob",))
    return flow.with_player("Bob", hand=tuple(cards.split()), cash=cash)


def discarded(cards: str, players: int = 4, cash: int = 281_000) -> set[str]:
    move = robot.choose(holding(Phase.DISCARD, cards, players, cash), "Bob")
    assert isinstance(move, Discard)
    return set(move.cards)


def speaks(flow: Flow, asset: str, bid: int, seller: str | None = None, waits: Task | None = None) -> Move | None:
    """What Bob does when somebody has bid so much and he has to speak."""
    outcry = Outcry(("Bob", "Cy"), 500, bid, "Cy" if bid else None)
    flow = flow.push(waits) if waits else flow
    return robot.choose(flow.push(Lot(asset, seller, outcry)), "Bob")


def highest(flow: Flow, asset: str, seller: str | None = None, waits: Task | None = None) -> int:
    """The highest bid of another, and a step, that Bob still answers; he goes no further than that himself."""
    answered = 0
    while isinstance(move := speaks(flow, asset, answered, seller, waits), Bid):
        assert move.francs > answered
        answered += 500
    assert isinstance(move, Pass)
    return answered


@pytest.mark.parametrize(
    ("card", "francs"),
    [
        ("1", 44_000),
        ("2", 34_000),
        ("3", 26_600),
        ("4", 17_600),
        ("auctioneer", 0),
        ("club", 33_000),
        ("farrier", 27_000),
        ("forage", 27_000),
        ("vet", 32_400),
        ("bookmaker", 30_000),
        ("stevens", 40_000),
        ("walroy", 40_000),
    ],
)
def test_a_card_is_worth_its_price_times_a_factor(card: str, francs: int) -> None:
    assert worth(position(4), "Bob", card) == francs


def test_a_second_stable_is_worth_nothing() -> None:
    assert worth(owning(position(4), Bob=(Business.WALROY,)), "Bob", "stevens") == 0
    assert worth(owning(position(4), Cy=(Business.WALROY,)), "Bob", "stevens") == 40_000


def test_a_horse_is_worth_more_with_advantages_and_less_with_disadvantages() -> None:
    flow = position(4).with_horse(2, advantages=2, disadvantages=1)
    assert worth(flow, "Bob", "2") == 34_000 + 2 * 3 * 4_000 - 5_000
    assert worth(position(4).with_horse(4, disadvantages=9), "Bob", "4") == 0


def test_a_second_report_of_one_kind_is_worth_nothing() -> None:
    first = REPORTS[0]
    assert worth(position(4), "Bob", first) > 0
    kinds = EDITION.reports_by_card
    twin = [card for card in REPORTS if card != first and kinds[card].immunity is kinds[first].immunity]
    other = next(card for card in REPORTS if kinds[card].immunity is not kinds[first].immunity)
    flow = position(4).with_player("Bob", reports=(first,))
    assert [worth(flow, "Bob", card) for card in twin] == [0] * len(twin)
    assert worth(flow, "Bob", other) > 0


@pytest.mark.parametrize(("players", "horses"), [(2, 6), (3, 3), (4, 3), (5, 2), (6, 2)])
def test_the_target_is_what_everybody_will_run(players: int, horses: int) -> None:
    assert target(position(players)) == horses


def test_it_proposes_the_banker_and_agrees_to_anybody() -> None:
    flow = dealt(4, dead="auctioneer", options={"banker": 3})
    assert [robot.choose(flow, seat) for seat in SEATS[:4]] == [Propose("Cy", seat=seat) for seat in SEATS[:4]]
    flow = agree(propose(flow, "Bob", "Dan"), "Ada")
    assert [robot.choose(flow, seat) for seat in SEATS[:4]] == [None, None, Agree(seat="Cy"), Agree(seat="Dan")]


def test_it_votes_for_a_bookmaker_too() -> None:
    flow = appointing.begin(position(4), Phase.BOOKMAKER)
    assert robot.choose(flow, "Dan") == Propose("Ada", seat="Dan")


@pytest.mark.parametrize(
    ("cards", "given"), [("1 4 3 vet", "4"), ("1 2 club vet", "vet"), ("4 stevens 8 walroy", "walroy"), ("1", "1")]
)
def test_it_exchanges_the_card_that_is_worth_least_or_a_second_stable(cards: str, given: str) -> None:
    assert robot.choose(holding(Phase.EXCHANGE, cards), "Bob") == Exchange(given, seat="Bob")


@pytest.mark.parametrize(
    ("cards", "given"),
    [
        ("1 2 3 vet", set[str]()),  # 138,000 of 168,600
        ("1 5 9 vet 2", {"2"}),  # 190,000, and the business is the only one
        ("stevens walroy 1", {"walroy"}),
        ("3 7 11 2 4 vet", {"4"}),  # one blue horse too many; 154,000 are left
        ("1 5 stevens vet club", {"vet"}),  # 186,000
    ],
)
def test_it_keeps_what_it_can_afford_of_both_kinds(cards: str, given: set[str]) -> None:
    assert discarded(cards) == given


def test_blue_horses_beyond_one_more_than_the_target_go() -> None:
    assert discarded("4 8 12 3", players=6, cash=281_000) == {"4"}
    assert discarded("4 8 3", players=6) == set()
    assert discarded("4 8 12 3", players=4) == set()


def test_it_keeps_at_least_a_horse_and_a_business() -> None:
    assert discarded("1 stevens", cash=10_000) == set()
    assert discarded("1 2 stevens vet", cash=10_000) == {"2", "vet"}


def test_in_the_sale_it_bids_up_to_four_fifths_of_the_worth() -> None:
    flow = owning(position(4, Phase.SALE, auctioneer="Ada"), Bob=(1, 2, 3))
    assert highest(flow, "5") == 35_000  # of 35,200
    assert highest(flow, "vet") == 25_500  # of 25,920
    assert highest(flow, "auctioneer") == 0


def test_below_the_target_a_horse_may_cost_more() -> None:
    flow = position(4, Phase.SALE, auctioneer="Ada").with_player("Bob", hand=("1", "2"))
    assert highest(flow, "5") == 40_000  # of 40,480
    assert highest(flow, "vet") == 25_500


def test_it_keeps_enough_for_kept_cards_the_race_and_the_training() -> None:
    flow = position(4, Phase.SALE, auctioneer="Ada").with_player("Bob", hand=("1", "2", "3"), cash=190_000)
    assert highest(flow, "5") == 18_000  # 190,000 less 102,000, 30,000 and 40,000
    assert highest(flow.with_player("Bob", cash=172_000), "5") == 0


def test_it_bids_the_least_when_nobody_else_can_speak() -> None:
    flow = selling(2, dead="5", auctioneer="Bob")
    assert robot.choose(flow, "Bob") is None
    outcry = Outcry(("Bob",), 500)
    alone = flow.popped().push(Lot("5", None, outcry))
    assert robot.choose(alone, "Bob") == Bid(500, seat="Bob")


def test_in_a_forced_sale_it_bids_up_to_three_fifths_of_the_worth() -> None:
    flow = owning(position(4, Phase.TRAINING, auctioneer="Ada"), Dan=(5,))
    debt = Debt("Dan", BANK, 10_000, Reason.TRAINING_FEE)
    assert highest(flow, "5", "Dan", debt) == 26_000  # of 26,400
    assert highest(flow.with_player("Bob", cash=42_000), "5", "Dan", debt) == 12_000, "30,000 are for the race"


def test_for_a_surplus_horse_in_the_paddock_it_bids_up_to_its_worth_and_more_if_it_is_short() -> None:
    flow = owning(position(4, Phase.PADDOCK, auctioneer="Ada"), Dan=(5,), Bob=(1, 2))
    assert highest(flow, "5", "Dan", Releasing("Dan")) == 50_500  # of 50,600
    assert highest(owning(flow, Bob=(3,)), "5", "Dan", Releasing("Dan")) == 44_000


def test_it_bids_for_what_players_sell_with_the_stack_as_it_comes() -> None:
    debt = Debt("Dan", BANK, 10_000, Reason.TRAINING_FEE)
    flow = bidding.cry(owning(position(4, auctioneer="Ada"), Dan=(5,)).push(debt), "5", "Dan", SEATS[:4])
    assert lot(flow).outcry.to_speak == "Ada"
    assert isinstance(robot.choose(flow, "Ada"), Bid)


def test_other_decisions_are_not_its_own() -> None:
    assert robot.choose(position(4, Phase.TRAINING), "Bob") is None
    assert robot.choose(holding(Phase.EXCHANGE, "1").push(Joining("Bob")), "Bob") is None
