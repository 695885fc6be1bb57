"""What must be refused, one by one: a situation, a move as a program sends it, and the code. Nothing changes."""

from collections.abc import Callable
from typing import Any

import pytest

from games.ascot.edition import Business, Colour, Immunity
from games.ascot.flow import Flow
from games.ascot.moves import MemberReport, Throw
from games.ascot.options import Options
from games.ascot.pending import Choosing, Colouring, Hazarding, Joining, Riding, Scratching
from games.ascot.playing import play
from games.ascot.state import Phase, Standing
from games.kit.values import canonical
from tests.games.ascot.money_support import in_paddock
from tests.games.ascot.positions import on_course, owning, position
from tests.games.ascot.race_figures import SAVING
from tests.games.ascot.sale_support import dealt, exchange, exchanged, passing, selling
from tests.games.ascot.training_support import training_of
from tests.games.ascot.whole_games import ASCOT
from tests.games.driving import refusal

HUGE = 10**40
Make = Callable[[], Flow]


def hands() -> Flow:
    """Bob, left of the dealer, exchanges first; the auctioneer's card lies open before Ada."""
    return dealt(4, Bob="1 2 stevens walroy", Cy="3")


def bobs_discard() -> Flow:
    return exchanged(dealt(4, Bob="1 2 stevens walroy", dead="5 6 7 8"))


def lot() -> Flow:
    """Ada sells; Bob speaks first, has 281,000 and has kept horse 1."""
    return selling(4, dead="5 walroy", hands={"Bob": "1", "Cy": "2"})


def member() -> Flow:
    """Ada is commissioner and to throw, with horses of Walroy only."""
    return training_of(4, Ada=(1, 2, Business.CLUB), Bob=(3, 4), Cy=(5,), Dan=(6,))


def choosing() -> Flow:
    flow = training_of(4, Ada=(3, 4, 7, Business.CLUB), Bob=(8, 1))
    card = flow.edition.reports.stevens[0].card
    return flow.with_horse(7, standing=Standing.ELIMINATED).push(Choosing("Ada", card))


def joining(**changes: Any) -> Flow:
    flow = training_of(4, Ada=(1, Business.CLUB), Bob=(3,), Cy=(5,)).with_player("Bob", **changes)
    return flow.push(Joining("Bob"))


def paddock() -> Flow:
    return in_paddock(4, {"Ada": (1, 2, 3, 4), "Bob": (5, 6, 7), "Cy": (8, 9, 10), "Dan": (11, 12)})


def favourites() -> Flow:
    owned = {"Ada": (1, 5), "Bob": (2, 6), "Cy": (3,), "Dan": (4,)}
    return owning(position(4, Phase.FAVOURITES, waiting=("Ada", "Bob", "Cy", "Dan"), bookmaker="Ada"), **owned)


def betting(**changes: Any) -> Flow:
    owned = {"Ada": (1, 5), "Bob": (2, 6), "Cy": (3,), "Dan": (4,)}
    facts = {"waiting": ("Bob", "Cy", "Dan", "Ada"), "bookmaker": "Ada", "called": (1, 2, 3, 4, 5, 6), **changes}
    return owning(position(4, Phase.BETTING, **facts), **owned)


def racing(*tasks: Any, **places: tuple[int, int]) -> Flow:
    flow = owning(position(2, Phase.RACE, turn="Ada", to_move=(1, 2), bookmaker="Ada"), Ada=(1, 2), Bob=(3, 4))
    return on_course(flow, **places).push(*tasks)


def coloured() -> Flow:
    """Black horse 1 on a black cell, with an Advantage and nothing to drop."""
    flow = racing(Colouring("Ada", 1, inscription=False), h1=(10, 3), h3=(1, 3), h4=(1, 4), h2=(1, 2))
    return flow.with_player("Ada", advantages=(Colour.BLACK, Colour.BLACK))


def other_colour() -> Flow:
    """Red horse 2 on a yellow cell, with a red Advantage and a Disadvantage."""
    flow = racing(Colouring("Ada", 2, inscription=False), h2=(19, 4), h1=(1, 1), h3=(1, 3), h4=(1, 4))
    return flow.with_player("Ada", advantages=(Colour.RED,), disadvantages=1)


def in_danger() -> Flow:
    flow = racing(Hazarding("Ada", 1, Immunity.BRIDLE), h1=(13, 1), h2=(1, 2), h3=(1, 3), h4=(1, 4))
    return flow.with_player("Ada", reports=(SAVING[Immunity.FALL],))


def riding() -> Flow:
    return racing(Riding("Ada", 1, 4, (2, 3, 4), "throw"), h1=(20, 3), h2=(1, 2), h3=(1, 3), h4=(1, 4))


def obeying() -> Flow:
    return racing(Riding("Ada", 1, 3, (1, 2, 3), "inscription"), h1=(20, 3), h2=(1, 2), h3=(1, 3), h4=(1, 4))


def over() -> Flow:
    return position(4, Phase.FINISHED)


REFUSED: list[tuple[Make, dict[str, Any], str]] = [
    # Turns, phases and acts.
    (hands, {"seat": "Cy", "exchange": "3"}, "not_your_turn"),
    (hands, {"seat": "Zoe", "exchange": "3"}, "not_seated"),
    (hands, {"seat": "Bob", "dance": True}, "unknown_move"),
    (hands, {"deal": {"hands": [], "dead": []}}, "already_begun"),
    (hands, {"seat": "Bob", "throw": True}, "not_now"),
    # Exchange and discards.
    (hands, {"seat": "Bob", "exchange": "3"}, "not_in_hand"),
    (hands, {"seat": "Bob", "exchange": ["1", "2"]}, "bad_move"),
    (hands, {"seat": "Bob", "exchange": None}, "bad_move"),
    (lambda: hands().having(waiting=("Ada",)), {"seat": "Ada", "exchange": "auctioneer"}, "not_in_hand"),
    (hands, {"seat": "Bob", "discard": []}, "not_now"),
    (lambda: exchange(hands(), "Bob", "1"), {"seat": "Bob", "exchange": "2"}, "not_your_turn"),
    (bobs_discard, {"seat": "Bob", "discard": ["9"]}, "not_in_hand"),
    (bobs_discard, {"seat": "Bob", "discard": ["2", "2"]}, "duplicate_card"),
    (bobs_discard, {"seat": "Bob", "discard": []}, "both_stables"),
    # The auction: 40,000 are set aside for horse 1, and a tenth of a bid is the commission.
    (lot, {"seat": "Bob", "bid": 750}, "bad_bid"),
    (lot, {"seat": "Bob", "bid": 0}, "bad_bid"),
    (lot, {"seat": "Bob", "bid": -500}, "bad_bid"),
    (lot, {"seat": "Bob", "bid": 500.0}, "bad_move"),
    (lot, {"seat": "Bob", "bid": "500"}, "bad_move"),
    (lot, {"seat": "Bob", "bid": True}, "bad_move"),
    (lot, {"seat": "Bob", "bid": HUGE}, "bid_too_high"),
    (lot, {"seat": "Bob", "bid": 219_500}, "bid_too_high"),
    (lot, {"seat": "Cy", "bid": 500}, "not_your_turn"),
    (lambda: passing(lot(), "Bob"), {"seat": "Bob", "bid": 500}, "not_bidding"),
    (
        lambda: selling(4, dead="walroy", hands={"Bob": "stevens"}),
        {"seat": "Bob", "bid": 500},
        "both_stables",
    ),
    # Training.
    (member, {"seat": "Bob", "throw": True}, "not_your_turn"),
    (lambda: play(member(), Throw(seat="Ada")), {"seat": "Ada", "throw": True}, "not_now"),
    (lambda: joining(), {"seat": "Ada", "throw": True}, "not_your_turn"),
    (member, {"seat": "Bob", "member_report": "stevens"}, "not_member"),
    (member, {"seat": "Ada", "member_report": "stevens"}, "no_horse_of_stable"),
    (member, {"seat": "Ada", "member_report": "farrier"}, "bad_move"),
    (lambda: member().with_player("Ada", asked=True), {"seat": "Ada", "member_report": "vet"}, "report_taken"),
    (lambda: play(member(), Throw(seat="Ada")), {"seat": "Ada", "member_report": "vet"}, "not_now"),
    (lambda: play(member(), MemberReport("vet", seat="Ada")), {"seat": "Ada", "throw": True}, "not_now"),
    (choosing, {"seat": "Ada", "report_horse": 1}, "wrong_horse"),
    (choosing, {"seat": "Ada", "report_horse": 7}, "wrong_horse"),
    (choosing, {"seat": "Ada", "report_horse": 8}, "wrong_horse"),
    (lambda: joining(member=True), {"seat": "Bob", "join_club": True}, "already_member"),
    (lambda: joining(cash=9_900), {"seat": "Bob", "join_club": True}, "short_purse"),
    # Trades.
    (paddock, {"seat": "Ada", "offer": {"to": "Bob", "give": ["advantage"]}}, "unknown_asset"),
    (paddock, {"seat": "Ada", "offer": {"to": "Bob", "give": ["5"]}}, "not_owner"),
    (paddock, {"seat": "Ada", "offer": {"to": "Ada", "give": ["1"]}}, "own_partner"),
    (paddock, {"seat": "Ada", "offer": {"to": "Bob", "pays": 500}}, "empty_offer"),
    (paddock, {"seat": "Ada", "offer": {"to": "Bob", "ask": ["5"], "pays": 281_100}}, "short_purse"),
    (paddock, {"seat": "Bob", "accept": 1}, "unknown_offer"),
    (lambda: racing(), {"seat": "Ada", "offer": {"to": "Bob", "give": ["1"]}}, "not_for_sale"),
    (
        lambda: training_of(
            4, Options(free_trade_during_training=True), Ada=(1, Business.STEVENS), Bob=(2, Business.WALROY)
        ),
        {"seat": "Ada", "offer": {"to": "Bob", "give": ["stevens"]}},
        "both_stables",
    ),
    # Before the race.
    (paddock, {"seat": "Bob", "scratch_horse": 5}, "below_target"),
    (lambda: paddock().push(Scratching("Ada")), {"seat": "Ada", "scratch_horse": 5}, "not_your_horse"),
    (favourites, {"seat": "Ada", "favourite": 2}, "not_your_horse"),
    (favourites, {"seat": "Ada", "favourite": 0}, "not_your_horse"),
    (lambda: favourites().having(waiting=("Bob",)), {"seat": "Ada", "favourite": 1}, "already_named"),
    (betting, {"seat": "Ada", "favourite": 1}, "not_now"),
    # Bets. They are on the horse that is called, so no other can be named.
    (betting, {"seat": "Bob", "bet": 0}, "bad_bet"),
    (betting, {"seat": "Bob", "bet": 281_500}, "bet_too_high"),
    (betting, {"seat": "Bob", "bet": {"horse": 3, "francs": 500}}, "bad_move"),
    (betting, {"seat": "Cy", "bet": 500}, "not_your_turn"),
    (lambda: racing(), {"seat": "Ada", "bet": 500}, "not_now"),
    (betting, {"seat": "Bob", "propose_place": {"horse": 1, "stake": 500, "payout": 281_600}}, "payout_too_high"),
    (betting, {"seat": "Bob", "propose_place": {"horse": 7, "stake": 500, "payout": 1_000}}, "not_running"),
    # The race.
    (lambda: racing(), {"seat": "Bob", "throw": True}, "not_your_turn"),
    (lambda: racing(), {"seat": "Ada", "assign": 2}, "not_now"),
    (riding, {"seat": "Ada", "throw": True}, "not_now"),
    (riding, {"seat": "Ada", "lane": 0}, "bad_lane"),
    (riding, {"seat": "Ada", "lane": 7}, "bad_lane"),
    (riding, {"seat": "Ada", "lane": 5}, "bad_lane"),
    (riding, {"seat": "Ada", "lane": None}, "bad_move"),
    (obeying, {"seat": "Ada", "inscription": None}, "bad_move"),
    (obeying, {"seat": "Ada", "colour": {"use": "decline"}}, "not_now"),
    (coloured, {"seat": "Ada", "colour": {"use": "bonus", "advantage": True, "lane": 3}}, "no_advantage_here"),
    (coloured, {"seat": "Ada", "colour": {"use": "drop"}}, "no_disadvantage"),
    (coloured, {"seat": "Ada", "colour": {"use": "bonus", "lane": 9}}, "bad_lane"),
    (other_colour, {"seat": "Ada", "colour": {"use": "bonus", "lane": 4}}, "advantage_needed"),
    (other_colour, {"seat": "Ada", "colour": {"use": "drop", "advantage": 2}}, "bad_move"),
    (lambda: racing(), {"seat": "Ada", "colour": {"use": "drop", "advantage": True}}, "not_now"),
    (in_danger, {"seat": "Ada", "hazard": True}, "no_report"),
    # When it is over.
    (over, {"seat": "Ada", "throw": True}, "game_over"),
    (over, {"seat": "Ada", "offer": {"to": "Bob", "give": ["1"]}}, "game_over"),
]


@pytest.mark.parametrize(("make", "told", "code"), REFUSED, ids=[f"{told} {code}" for _, told, code in REFUSED])
def test_what_must_be_refused(make: Make, told: dict[str, Any], code: str) -> None:
    flow = make()
    before = canonical(flow.state)
    assert refusal(lambda: ASCOT.play(flow.state, ASCOT.read_move(told))) == code
    assert canonical(flow.state) == before


def test_white_cards_of_another_colour_make_no_colour_stop() -> None:
    """A red horse on yellow with a black Advantage is asked nothing, and a horse is never asked to cross by a bonus."""
    flow = other_colour().with_player("Ada", advantages=(Colour.BLACK,))
    assert not ASCOT.moves(flow.state, "Ada")
    near = on_course(coloured(), h1=(64, 3))
    assert not [may for may in ASCOT.moves(near.state, "Ada") if getattr(may, "use", None) == "bonus"]
