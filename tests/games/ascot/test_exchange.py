"""The exchange with the dead hand, and what is discarded into it."""

from typing import Any

import pytest

from games.ascot import playing
from games.ascot.appointing import AuctioneerShown
from games.ascot.discard import Discarded
from games.ascot.exchange import CardTaken, Exchanged
from games.ascot.flow import Flow
from games.ascot.moves import Discard, Exchange, Pass
from games.ascot.state import Phase
from games.kit.game import Choice, Composed
from tests.games.ascot.flows import after, refused, told
from tests.games.ascot.positions import SEATS, position
from tests.games.ascot.sale_support import agree, dealt, discard, exchange, exchanged, hand, propose


def discarding(players: int = 4, dead: str = "12", **hands: str) -> Flow:
    """Ada, who dealt, is the auctioneer."""
    waiting = (*SEATS[1:players], SEATS[0])
    holders = {"auctioneer": "Ada"}
    flow = position(
        players, Phase.DISCARD, auctioneer="Ada", holders=holders, dead=tuple(dead.split()), waiting=waiting
    )
    for seat, cards in hands.items():
        flow = flow.with_player(seat, hand=tuple(cards.split()))
    return flow


@pytest.mark.rule("ascot:X-1")
def test_everybody_exchanges_one_card_from_the_dealers_left_on() -> None:
    flow, order = dealt(4, options={"dealer": 2}), list[str]()
    while flow.state.phase is Phase.EXCHANGE:
        order += playing.deciders(flow.state)
        flow = exchange(flow, order[-1], hand(flow, order[-1])[-1])
    assert order == ["Cy", "Dan", "Ada", "Bob"]
    assert flow.state.phase is Phase.DISCARD
    assert [len(hand(flow, seat)) for seat in SEATS[:4]] == [3, 4, 4, 4]


@pytest.mark.rule("ascot:X-1")
def test_the_card_goes_under_the_dead_hand_and_the_top_card_is_taken() -> None:
    flow = exchange(dealt(4, Bob="1 2 3 4", dead="vet club 11 12"), "Bob", "2")
    assert hand(flow, "Bob") == ("1", "3", "4", "vet")
    assert flow.state.dead == ("club", "11", "12", "2")


@pytest.mark.rule("ascot:D-5")
def test_that_a_card_was_exchanged_is_told_to_all_and_which_came_to_one() -> None:
    flow = exchange(dealt(4, Bob="1 2 3 4", dead="vet club 11 12"), "Bob", "2")
    assert flow.told == (Exchanged("Bob"), CardTaken("vet", only_for="Bob"))


@pytest.mark.rule("ascot:X-1")
def test_with_four_players_everybody_gets_a_card_of_the_dead_hand() -> None:
    flow = dealt(4, Ada="auctioneer 1", Bob="2", Cy="3", Dan="4", dead="vet club 11 12")
    for seat, card in (("Bob", "2"), ("Cy", "3"), ("Dan", "4"), ("Ada", "1")):
        flow = exchange(flow, seat, card)
    assert [hand(flow, seat)[-1] for seat in ("Bob", "Cy", "Dan", "Ada")] == ["vet", "club", "11", "12"]
    assert flow.state.dead == ("2", "3", "4", "1")


@pytest.mark.rule("ascot:X-2")
def test_with_six_players_the_third_gets_the_card_of_the_first() -> None:
    flow = dealt(6, Ada="auctioneer 6", Bob="1", Cy="2", Dan="3", Eve="4", Fay="5", dead="vet club")
    order = ("Bob", "Cy", "Dan", "Eve", "Fay", "Ada")
    for place, seat in enumerate(order, start=1):
        flow = exchange(flow, seat, str(place))
    assert [hand(flow, seat)[-1] for seat in order] == ["vet", "club", "1", "2", "3", "4"]
    assert flow.state.dead == ("5", "6")


@pytest.mark.rule("ascot:A2")
def test_the_open_card_of_the_auctioneer_is_neither_exchanged_nor_discarded() -> None:
    flow = dealt(2, Ada="auctioneer 6", Bob="1")
    flow = exchange(flow, "Bob", "1")
    assert Exchange("auctioneer", seat="Ada") not in list(playing.legal(flow, "Ada"))
    assert refused(flow, Exchange("auctioneer", seat="Ada")) == "not_in_hand"
    flow = discard(exchange(flow, "Ada", "6"), "Bob")
    assert refused(flow, Discard(("auctioneer",), seat="Ada")) == "not_in_hand"


@pytest.mark.rule("ascot:A4")
def test_whoever_gets_the_auctioneers_card_by_the_exchange_takes_the_office_over() -> None:
    flow = agree(propose(dealt(4, Cy="3", dead="12 auctioneer"), "Ada", "Dan"), "Bob", "Cy", "Dan")
    flow = exchange(flow, "Bob", hand(flow, "Bob")[0])
    assert flow.state.auctioneer == "Dan"
    flow = exchange(flow, "Cy", "3")
    assert (flow.state.auctioneer, flow.state.holders) == ("Cy", {"auctioneer": "Cy"})
    assert "auctioneer" not in hand(flow, "Cy")
    assert told(flow, AuctioneerShown) == [AuctioneerShown("Cy")]


def test_what_is_legal_in_the_exchange_is_any_card_of_the_hand() -> None:
    flow = dealt(4, Bob="1 2 3 4")
    assert set(playing.legal(flow, "Bob")) == {Exchange(card, seat="Bob") for card in "1234"}
    assert list(playing.legal(flow, "Cy")) == []


def test_refusals_in_the_exchange() -> None:
    flow = dealt(4, Bob="1 2 3 4", Cy="5")
    assert refused(flow, Exchange("5", seat="Bob")) == "not_in_hand"
    assert refused(flow, Exchange("Secretariat", seat="Bob")) == "not_in_hand"
    assert refused(flow, Exchange("5", seat="Cy")) == "not_your_turn"
    assert refused(flow, Discard((), seat="Bob")) == "not_now"
    assert refused(flow, Pass(seat="Bob")) == "not_now"
    assert refused(exchange(flow, "Bob", "1"), Exchange("2", seat="Bob")) == "not_your_turn"
    assert refused(exchanged(flow), Exchange("2", seat="Bob")) == "not_now"


@pytest.mark.rule("ascot:X-3")
@pytest.mark.parametrize(("given", "left"), [("", "1 2 vet"), ("2", "1 vet"), ("vet 1", "2"), ("1 2 vet", "")])
def test_after_the_exchange_any_number_of_cards_is_discarded(given: str, left: str) -> None:
    flow = discard(discarding(Bob="1 2 vet", Cy="3", dead="12 11"), "Bob", *given.split())
    assert hand(flow, "Bob") == tuple(left.split())
    assert flow.state.dead == ("12", "11", *given.split()), "they go under it"
    assert flow.told == (Discarded("Bob", len(given.split())),)
    assert playing.deciders(flow.state) == ("Cy",)


@pytest.mark.rule("ascot:X-3")
def test_discards_are_made_in_order_once_each_and_then_the_sale_begins() -> None:
    flow, order = exchanged(dealt(4, options={"dealer": 3})), list[str]()
    while flow.state.phase is Phase.DISCARD:
        order += playing.deciders(flow.state)
        flow = discard(flow, order[-1])
    assert order == ["Dan", "Ada", "Bob", "Cy"]
    assert flow.state.phase is Phase.SALE


@pytest.mark.rule("ascot:X-4")
@pytest.mark.parametrize(
    ("given", "code"), [((), "both_stables"), (("1",), "both_stables"), (("stevens",), None), (("walroy", "1"), None)]
)
def test_nobody_keeps_both_stables(given: tuple[str, ...], code: str | None) -> None:
    flow = discarding(Bob="1 stevens 2 walroy")
    if code:
        assert refused(flow, Discard(given, seat="Bob")) == code
    else:
        assert set(hand(discard(flow, "Bob", *given), "Bob")) == {"1", "stevens", "2", "walroy"} - set(given)


@pytest.mark.rule("ascot:X-4")
def test_to_discard_nothing_is_legal_unless_both_stables_would_be_kept() -> None:
    def legal(cards: str) -> list[Any]:
        return list(playing.legal(discarding(Bob=cards), "Bob"))

    composed = Composed(Discard, choices=(Choice("cards", ("1", "stevens")),))
    assert legal("1 stevens") == [Discard((), seat="Bob"), composed]
    assert legal("stevens walroy") == [Composed(Discard, choices=(Choice("cards", ("stevens", "walroy")),))]
    assert list(playing.legal(discarding(Bob="1"), "Cy")) == []


@pytest.mark.rule("ascot:X-5")
def test_any_number_of_horses_of_both_stables_and_of_businesses_may_be_kept() -> None:
    kept = "1 2 3 4 vet club farrier"
    assert hand(discard(discarding(2, Bob=kept, Ada="5"), "Bob"), "Bob") == tuple(kept.split())


def test_refusals_of_discards() -> None:
    flow = discarding(Bob="1 2 vet", Cy="3")
    assert refused(flow, Discard(("3",), seat="Bob")) == "not_in_hand"
    assert refused(flow, Discard(("1", "12"), seat="Bob")) == "not_in_hand"
    assert refused(flow, Discard(("1", "1"), seat="Bob")) == "duplicate_card"
    assert refused(flow, Discard((), seat="Cy")) == "not_your_turn"
    assert refused(after(flow, Discard((), seat="Bob")), Discard((), seat="Bob")) == "not_your_turn"
    assert refused(flow, Exchange("1", seat="Bob")) == "not_now"


def test_who_has_nothing_left_in_the_hand_is_not_asked_for_discards() -> None:
    exchanging = position(2, Phase.EXCHANGE, auctioneer="Ada", dead=("1",), waiting=("Bob",))
    flow = exchange(exchanging.with_player("Bob", hand=("2",)), "Bob", "2")
    assert (flow.state.phase, flow.state.waiting) == (Phase.DISCARD, ("Bob",)), "Ada has only the open card"
