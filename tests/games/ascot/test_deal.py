"""Who plays, the francs out of the box, and the twenty cards."""

from dataclasses import replace
from typing import Any

import pytest

from games.ascot import deal, playing
from games.ascot.appointing import AuctioneerShown
from games.ascot.deal import Dealt, HandDealt
from games.ascot.edition import Dealing
from games.ascot.flow import Flow
from games.ascot.moves import Deal, Exchange
from games.ascot.state import Phase, Standing, State
from games.kit.entering import Entries
from games.kit.game import Cards
from games.kit.payments import Party, Payment, Reason
from tests.games.ascot.flows import after, francs_in, refused, told
from tests.games.ascot.positions import EDITION, SEATS
from tests.games.ascot.sale_support import DEALT, cash, deal_of, dealt, entering, hand
from tests.games.driving import draws


def wanted(flow: Flow) -> Cards:
    chance = playing.chance(flow)
    assert isinstance(chance, Cards)
    return chance


def in_order(flow: Flow) -> Deal:
    """The cards 1, 2, … 20 dealt one after another, as numbers."""
    move = wanted(flow).becomes(tuple(str(number) for number in range(1, 21)))
    assert isinstance(move, Deal)
    return move


def numbers(cards: tuple[str, ...]) -> list[int]:
    return [int(card) for card in cards]


@pytest.mark.rule("ascot:M-1")
@pytest.mark.parametrize("players", [0, 1])
def test_fewer_than_two_are_dealt_nothing(players: int) -> None:
    """G2."""
    flow = entering(players)
    assert playing.chance(flow) is None
    problem = deal.unready(flow.state)
    assert problem is not None
    assert problem.code == "wrong_players"
    assert refused(flow, deal_of(2)) == "wrong_players"


@pytest.mark.rule("ascot:M-1")
def test_seven_are_dealt_nothing() -> None:
    """G2."""
    seats = (*SEATS, "Gus")
    flow = Flow(EDITION, replace(entering(6).state, seats=seats, entries=Entries.opened(None, 0, seats)))
    assert playing.chance(flow) is None
    assert refused(flow, deal_of(6)) == "wrong_players"


@pytest.mark.rule("ascot:M-1")
def test_the_cards_are_dealt_when_every_place_is_taken() -> None:
    flow = entering(4)
    opened = Entries.opened(3, 0, flow.state.seats)
    waiting = flow.having(entries=replace(opened, names=("Cy", "Ada")))
    assert playing.chance(waiting) is None
    assert refused(waiting, deal_of(3)) == "seats_not_filled"
    full = flow.having(entries=replace(opened, names=("Cy", "Ada", "Dan")))
    begun = after(full, draws(1).move(wanted(full)))
    assert begun.state.names == ("Cy", "Ada", "Dan")
    assert (begun.state.banker, begun.state.dealer) == ("Cy", "Cy")
    assert refused(begun, Exchange("1", seat="Bob")) in {"not_your_turn", "not_now"}, "Bob only sits there"


@pytest.mark.rule("ascot:M-1")
@pytest.mark.parametrize(
    ("options", "banker", "dealer"),
    [
        ({}, "Ada", "Ada"),
        ({"banker": 3}, "Cy", "Cy"),
        ({"banker": 3, "dealer": 1}, "Cy", "Ada"),
        ({"banker": 5}, "Ada", "Ada"),
    ],
)
def test_one_of_the_players_is_the_banker(options: dict[str, Any], banker: str, dealer: str) -> None:
    state = dealt(4, options=options).state
    assert (state.banker, state.dealer) == (banker, dealer)


@pytest.mark.rule("ascot:M-2", "ascot:M-4")
@pytest.mark.parametrize("players", range(2, 7))
def test_everybody_has_281000_francs_out_of_the_box(players: int) -> None:
    flow = dealt(players)
    assert cash(flow, *SEATS[:players]) == [281_000] * players
    assert flow.paid == tuple(
        Payment(Party("box"), Party("holding", seat), 281_000, Reason.BOX) for seat in SEATS[:players]
    )


@pytest.mark.rule("ascot:M-2")
def test_for_four_players_1124000_francs_leave_the_box() -> None:
    """G1."""
    assert francs_in(dealt(4).state) == 1_124_000


@pytest.mark.rule("ascot:M-3")
def test_the_printed_notes_are_short_of_what_everybody_gets_and_those_shown_are_not() -> None:
    """G1."""
    notes = EDITION.money
    assert sum(each.count * each.francs for each in notes.notes_printed) == 275_000
    assert sum(each.count * each.francs for each in notes.notes_shown) == 281_000 == notes.starting_cash


@pytest.mark.rule("ascot:M-5")
def test_the_bank_begins_with_nothing() -> None:
    state = dealt(3).state
    assert (state.bank, state.tote, state.escrow, state.carried) == (0, 0, 0, 0)


@pytest.mark.rule("ascot:Z-7")
def test_what_an_earlier_game_left_goes_into_the_totalisator() -> None:
    flow = dealt(4, options={"carried": 64_000})
    assert (flow.state.tote, flow.state.carried, flow.state.bank) == (64_000, 0, 0)
    assert flow.paid[-1] == Payment(Party("carry-over"), Party("totalisator"), 64_000, Reason.CARRY_OVER)


@pytest.mark.rule("ascot:M-8")
def test_all_amounts_of_the_edition_are_whole_hundreds() -> None:
    amounts = [*EDITION.prices.values(), EDITION.money.starting_cash, EDITION.money.bid_step, EDITION.money.entry_fee]
    assert all(type(francs) is int and francs % 100 == 0 for francs in amounts)


@pytest.mark.rule("ascot:D-1")
def test_all_twenty_cards_are_wanted_of_one_pack() -> None:
    chance = wanted(entering(4))
    assert (chance.label, chance.start, chance.count, len(set(chance.pack))) == ("deal", 0, 20, 20)
    horses = {str(number) for number in range(1, 13)}
    assert set(chance.pack) - horses == {
        "auctioneer",
        "club",
        "farrier",
        "vet",
        "stevens",
        "walroy",
        "bookmaker",
        "forage",
    }


@pytest.mark.rule("ascot:D-1")
def test_each_round_of_dealing_begins_on_the_dealers_left_and_ends_with_the_dead_hand() -> None:
    move = in_order(entering(4, dealer=2))
    assert [numbers(hand) for hand in move.hands] == [[3, 8, 13, 18], [4, 9, 14, 19], [1, 6, 11, 16], [2, 7, 12, 17]]
    assert numbers(move.dead) == [20, 15, 10, 5], "the last card lies on top"


@pytest.mark.rule("ascot:D-2", "ascot:D3")
@pytest.mark.parametrize(("players", "each", "dead"), [(2, 7, 6), (3, 5, 5), (4, 4, 4), (5, 3, 5), (6, 3, 2)])
def test_all_players_have_the_same_number_of_cards(players: int, each: int, dead: int) -> None:
    flow = entering(players)
    flow = after(flow, draws(players).move(wanted(flow)))
    assert told(flow, Dealt) == [Dealt(each, dead, "Ada")]
    assert [len(each.cards) for each in told(flow, HandDealt)] == [each] * players
    assert len(flow.state.dead) == dead


@pytest.mark.rule("ascot:D3")
def test_a_last_round_for_the_players_only_is_dealt_and_other_odd_cards_are_for_the_dead_hand() -> None:
    six = in_order(entering(6))
    assert [numbers(hand)[-1] for hand in six.hands] == [20, 15, 16, 17, 18, 19]
    assert numbers(six.dead) == [14, 7]
    five = in_order(entering(5))
    assert numbers(five.dead) == [20, 19, 18, 12, 6]
    two = in_order(entering(2))
    assert numbers(two.dead) == [18, 15, 12, 9, 6, 3]
    assert [numbers(hand)[-1] for hand in two.hands] == [20, 19]


@pytest.mark.rule("ascot:D3")
def test_an_edition_may_deal_fewer_cards_and_more_to_the_dead_hand() -> None:
    dealings = tuple(Dealing(6, 2, 8) if each.players == 6 else each for each in EDITION.deal)
    flow = replace(entering(6), edition=replace(EDITION, deal=dealings))
    move = in_order(flow)
    assert [len(hand) for hand in move.hands] == [2] * 6
    assert numbers(move.dead) == [20, 19, 18, 17, 16, 15, 14, 7]


@pytest.mark.rule("ascot:D4")
def test_the_banker_deals_the_first_game() -> None:
    state = dealt(5, options={"banker": 4}).state
    assert (state.banker, state.dealer) == ("Dan", "Dan")


@pytest.mark.rule("ascot:D-5")
def test_a_hand_is_told_to_nobody_else_and_the_dead_hand_to_nobody() -> None:
    flow = dealt(4, Bob="1 2 3 4", dead="vet club")
    hands = {each.only_for: each.cards for each in told(flow, HandDealt)}
    assert hands["Bob"] == ("1", "2", "3", "4")
    assert set(hands) == set(SEATS[:4])
    public = [each for each in flow.told if each.only_for is None]
    assert public == [Dealt(4, 4, "Ada"), AuctioneerShown("Ada")]


@pytest.mark.rule("ascot:D-1")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"hands": ()}, "wrong_hands"),
        ({"hands": deal_of(3).hands}, "wrong_hands"),
        ({"dead": ()}, "wrong_hands"),
        ({"dead": ("9", "10", "11", "12", "vet")}, "wrong_hands"),
        ({"dead": ("13", "1", "2", "3")}, "unknown_card"),
        ({"dead": ("?", "1", "2", "3")}, "unknown_card"),
        ({"dead": deal_of(4).hands[1]}, "duplicate_card"),
        ({"dead": ("auctioneer",) * 4}, "duplicate_card"),
    ],
)
def test_other_cards_than_the_twenty_are_refused(change: dict[str, Any], code: str) -> None:
    assert refused(entering(4), replace(deal_of(4), **change)) == code


def test_too_few_cards_that_chance_supplied_are_refused_as_well() -> None:
    flow = entering(4)
    assert refused(flow, wanted(flow).becomes(("1", "2", "3"))) == "wrong_hands"


def test_a_seat_does_not_deal() -> None:
    assert refused(entering(4), replace(deal_of(4), seat="Ada")) == "not_dealer"


def test_a_game_begins_only_once() -> None:
    assert refused(dealt(4), deal_of(4)) == "already_begun"


def test_before_the_deal_nothing_else_can_be_done() -> None:
    flow = entering(4)
    assert refused(flow, Exchange("1", seat="Ada")) == "not_now"
    assert refused(flow, Exchange("1", seat="Zoe")) == "not_seated"
    assert list(playing.legal(flow, "Ada")) == []
    assert playing.deciders(flow.state) == ()


def test_the_horses_are_in_their_boxes_and_stand_in_their_lanes_later() -> None:
    state = dealt(4).state
    assert [horse.number for horse in state.horses] == list(range(1, 13))
    assert [horse.lane for horse in state.horses] == [1, 2, 3, 4, 5, 6] * 2
    assert {(horse.owner, horse.standing, horse.steps) for horse in state.horses} == {(None, Standing.IN_PLAY, 0)}
    assert set(state.packs) == {"stevens", "walroy", "vet"}
    assert state.tickets.limit == 4


@pytest.mark.rule("ascot:A-1")
@pytest.mark.parametrize("seat", SEATS[:4])
def test_whoever_was_dealt_the_auctioneers_card_lays_it_open_at_once(seat: str) -> None:
    flow = after(entering(4), deal_of(4, **{seat: "3 auctioneer 4 5"}))
    assert told(flow, AuctioneerShown) == [AuctioneerShown(seat)]
    assert (flow.state.auctioneer, flow.state.holders, hand(flow, seat)) == (
        seat,
        {"auctioneer": seat},
        ("3", "4", "5"),
    )
    assert cash(flow, seat) == [281_000]
    assert flow.state.phase is Phase.EXCHANGE


@pytest.mark.rule("ascot:A-3")
def test_when_nobody_was_dealt_the_card_an_auctioneer_is_appointed() -> None:
    state: State = dealt(4, dead="auctioneer").state
    assert (state.phase, state.auctioneer, state.holders) == (Phase.AUCTIONEER, None, {})


def test_the_table_of_deals_is_that_of_the_edition() -> None:
    assert {each.players: (each.each, each.dead) for each in EDITION.deal} == DEALT
