"""Place bets, between one player and the bookmaker."""

from dataclasses import replace
from typing import Any

import pytest

from games.ascot import playing, prizes
from games.ascot.flow import Flow
from games.ascot.moves import AcceptPlace, Bet, NoBet, ProposePlace, RefusePlace
from games.ascot.options import Options
from games.ascot.places import PlaceProposed, PlaceRefused, PlacesLapsed, PlaceTaken
from games.ascot.prizes import PlaceSettled
from games.ascot.state import Phase, PlaceBet, Standing
from games.kit.game import Composed
from tests.games.ascot.flows import francs_in, refused, told
from tests.games.ascot.money_support import cash_of, having_cash, paid, played
from tests.games.ascot.positions import START
from tests.games.ascot.test_betting import opened

PROPOSAL = ProposePlace(5, 1_000, 2_500, seat="Cy")


def taken(flow: Flow) -> Flow:
    return played(flow, PROPOSAL, AcceptPlace(flow.state.offered + 1, seat="Ada"))


@pytest.mark.rule("ascot:B-6")
def test_any_player_proposes_to_the_bookmaker_while_another_is_asked() -> None:
    flow = opened(4)
    assert [each.act for each in playing.legal(flow, "Cy") if isinstance(each, Composed)] == [ProposePlace]
    flow = played(flow, PROPOSAL)
    assert flow.state.places == (PlaceBet(1, "Cy", 5, 1_000, 2_500),)
    both = ("Cy", flow.state.bookmaker)
    assert told(flow, PlaceProposed) == [PlaceProposed(1, "Cy", 5, 1_000, 2_500, only_for=who) for who in both]
    assert paid(flow) == []
    assert playing.deciders(flow.state) == ("Bob",)
    assert list(playing.legal(flow, "Ada")) == [AcceptPlace(1, seat="Ada"), RefusePlace(1, seat="Ada")]


@pytest.mark.rule("ascot:B-6")
def test_the_stake_goes_to_the_bookmaker_and_the_payout_into_escrow() -> None:
    flow = taken(opened(4))
    assert paid(flow) == [
        ("Cy", "bookmaker", 1_000, "place-stake"),
        ("bookmaker", "Ada", 1_000, "office"),
        ("Ada", "bookmaker", 2_500, "office"),
        ("bookmaker", "escrow", 2_500, "place-escrow"),
    ]
    assert cash_of(flow.state, ("Ada", "Cy")) == {"Ada": START - 1_500, "Cy": START - 1_000}
    assert (flow.state.escrow, flow.state.tote) == (2_500, 0)
    assert told(flow, PlaceTaken) == [PlaceTaken(1, "Cy", 5, 1_000, 2_500)]


@pytest.mark.rule("ascot:B-6")
def test_the_bookmaker_may_refuse_and_no_number_comes_twice() -> None:
    flow = played(opened(4), PROPOSAL, RefusePlace(1, seat="Ada"))
    assert flow.state.places == ()
    assert told(flow, PlaceRefused) == [PlaceRefused(1, "Cy", only_for=who) for who in ("Cy", flow.state.bookmaker)]
    again = played(flow, PROPOSAL)
    assert again.state.places[0].number == 2
    assert refused(again, AcceptPlace(1, seat="Ada")) == "no_proposal"


@pytest.mark.rule("ascot:B-6")
def test_a_bet_that_was_taken_is_not_answered_again() -> None:
    flow = taken(opened(4))
    assert refused(flow, AcceptPlace(1, seat="Ada")) == "no_proposal"
    assert refused(flow, RefusePlace(1, seat="Ada")) == "no_proposal"


@pytest.mark.rule("ascot:B-6")
@pytest.mark.parametrize("seat", ["Bob", "Cy"])
def test_only_the_bookmaker_answers(seat: str) -> None:
    flow = played(opened(4), PROPOSAL)
    assert refused(flow, AcceptPlace(1, seat=seat)) == "bookmaker_only"
    assert refused(flow, RefusePlace(1, seat=seat)) == "bookmaker_only"


@pytest.mark.rule("ascot:B-6")
@pytest.mark.parametrize(
    ("horse", "stake", "payout", "code"),
    [
        (6, 1_000, 2_000, "not_running"),
        (9, 1_000, 2_000, "not_running"),
        (0, 1_000, 2_000, "not_running"),
        (13, 1_000, 2_000, "not_running"),
        (5, 0, 2_000, "bad_bet"),
        (5, -500, 2_000, "bad_bet"),
        (5, 750, 2_000, "bad_bet"),
        (5, 500.0, 2_000, "bad_bet"),
        (5, START + 500, START * 2, "bet_too_high"),
        (5, 1_000, 1_000, "bad_payout"),
        (5, 1_000, 2_050, "bad_payout"),
        (5, 1_000, 2_000.0, "bad_payout"),
        (5, 1_000, START + 1_100, "payout_too_high"),
        (5, 1_000, 10**30, "payout_too_high"),
    ],
)
def test_what_cannot_be_a_place_bet_is_refused(horse: int, stake: Any, payout: Any, code: str) -> None:
    flow = opened(4).with_horse(6, standing=Standing.SCRATCHED).with_horse(9, owner=None, standing=Standing.UNSOLD)
    assert refused(flow, ProposePlace(horse, stake, payout, seat="Cy")) == code


@pytest.mark.rule("ascot:B-6")
def test_a_payout_may_be_all_that_the_bookmaker_has_with_the_stake() -> None:
    flow = played(opened(4), ProposePlace(5, 1_000, START + 1_000, seat="Cy"), AcceptPlace(1, seat="Ada"))
    assert cash_of(flow.state)["Ada"] == 0
    assert flow.state.escrow == START + 1_000


@pytest.mark.rule("ascot:B-6")
def test_a_bet_that_can_no_longer_be_covered_is_refused() -> None:
    flow = having_cash(played(opened(4), PROPOSAL), Ada=1_499)
    assert refused(flow, AcceptPlace(1, seat="Ada")) == "payout_too_high"
    assert list(playing.legal(flow, "Ada")) == [RefusePlace(1, seat="Ada")]
    flow = having_cash(flow, Ada=START, Cy=999)
    assert refused(flow, AcceptPlace(1, seat="Ada")) == "stake_gone"
    assert list(playing.legal(flow, "Ada")) == [RefusePlace(1, seat="Ada")]


@pytest.mark.rule("ascot:B-6")
def test_who_may_not_propose() -> None:
    flow = opened(4)
    assert refused(flow, replace(PROPOSAL, seat="Ada")) == "own_book"
    watched = opened(4, seats=("Ada", "Bob", "Cy", "Dan", "Zoe"))
    assert refused(watched, replace(PROPOSAL, seat="Zoe")) == "not_playing"
    assert refused(flow.having(phase=Phase.START), PROPOSAL) == "not_now"


@pytest.mark.rule("ascot:B-6")
def test_a_table_may_go_without_place_bets() -> None:
    flow = opened(4, options=Options(place_bets=False))
    assert refused(flow, PROPOSAL) == "no_place_bets"
    assert not any(isinstance(each, Composed) for each in playing.legal(flow, "Cy"))


@pytest.mark.rule("ascot:B-6")
def test_five_proposals_of_a_player_stand_at_a_time() -> None:
    flow = played(opened(4), *[PROPOSAL] * 5)
    assert refused(flow, PROPOSAL) == "too_many_proposals"
    assert list(playing.legal(flow, "Cy")) == []
    assert played(flow, replace(PROPOSAL, seat="Dan"), RefusePlace(1, seat="Ada"), PROPOSAL)


@pytest.mark.rule("ascot:B-6")
def test_who_has_staked_his_last_francs_on_a_place_is_not_asked_any_more() -> None:
    flow = having_cash(opened(4), Bob=1_000)
    flow = played(flow, ProposePlace(5, 1_000, 2_000, seat="Bob"), AcceptPlace(1, seat="Ada"))
    assert playing.deciders(flow.state) == ("Cy",)


@pytest.mark.rule("ascot:B-5")
def test_proposals_that_were_not_taken_lapse_when_the_betting_ends() -> None:
    flow = played(taken(opened(4)), replace(PROPOSAL, seat="Dan"))
    while flow.state.phase is Phase.BETTING:
        flow = played(flow, NoBet(seat=flow.state.waiting[0]))
    assert [bet.number for bet in flow.state.places] == [1]
    assert told(flow, PlacesLapsed) == [PlacesLapsed((2,))]


@pytest.mark.rule("ascot:B-6")
@pytest.mark.parametrize(("placed", "won"), [((5, 1, 2), True), ((1, 2, 5), True), ((1, 2, 3), False), ((), False)])
def test_a_horse_is_placed_among_the_first_three(placed: tuple[int, ...], won: bool) -> None:
    flow = taken(opened(4)).having(placed=placed)
    before = francs_in(flow.state)
    after = prizes.begin(replace(flow, paid=(), told=()))
    assert told(after, PlaceSettled) == [PlaceSettled(1, "Cy", 5, 2_500, won)]
    if won:
        assert paid(after) == [("escrow", "Cy", 2_500, "place-payout")]
    else:
        assert paid(after) == [("escrow", "bookmaker", 2_500, "place-release"), ("bookmaker", "Ada", 2_500, "office")]
    assert (after.state.escrow, francs_in(after.state)) == (0, before)


@pytest.mark.rule("ascot:B-6")
def test_place_bets_are_no_part_of_the_totalisator() -> None:
    flow = played(taken(opened(4)), Bet(1_000, seat="Bob"))
    assert (flow.state.tote, len(flow.state.tickets.sold)) == (1_000, 1)
