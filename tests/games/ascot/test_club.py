"""The owners' club: who may become a member, for how much, and what the commissioner is."""

from dataclasses import replace

import pytest

from games.ascot.edition import Business, CellKind
from games.ascot.flow import Flow
from games.ascot.moves import JoinClub, Throw
from games.ascot.pending import Joining
from games.ascot.playing import deciders
from games.kit.payments import Reason
from tests.games.ascot.flows import after, refused
from tests.games.ascot.positions import EDITION, START
from tests.games.ascot.training_support import before, cell_of, dice, listed, paid, training_of

FEE = 10_000


def arriving(**changes: object) -> Flow:
    """Ada's horse is about to come to the cell that invites to the club; Bob is its commissioner."""
    flow = training_of(2, Ada=(4,), Bob=(1, Business.CLUB)).having(turn="Ada").with_player("Ada", **changes)
    return before(flow, 4, cell_of(CellKind.JOIN, 1), 5)


def arrived(flow: Flow) -> Flow:
    return after(flow, Throw(seat="Ada"), dice(5))


@pytest.mark.rule("ascot:T-10")
def test_who_joins_pays_the_commissioner_and_is_a_member_for_the_game() -> None:
    waiting = arrived(arriving())
    assert waiting.state.task == Joining("Ada")
    assert deciders(waiting.state) == ("Ada",)
    assert listed(waiting, "Ada") == [JoinClub(joins=True, seat="Ada"), JoinClub(joins=False, seat="Ada")]
    assert listed(waiting, "Bob") == []
    joined = after(waiting, JoinClub(joins=True, seat="Ada"))
    assert joined.paid == (paid("Ada", "Bob", FEE, Reason.CLUB_ENTRY),)
    assert joined.state.is_member("Ada")


@pytest.mark.rule("ascot:T-10")
def test_nobody_has_to_join() -> None:
    stays = after(arrived(arriving()), JoinClub(joins=False, seat="Ada"))
    assert not stays.state.is_member("Ada")
    assert stays.paid == ()
    assert stays.state.turn == "Bob"


@pytest.mark.rule("ascot:T-10")
def test_a_second_stop_costs_a_member_nothing() -> None:
    flow = arrived(arriving(member=True))
    assert (flow.state.pending, flow.paid) == ((), ())


@pytest.mark.rule("ascot:T-10")
def test_the_commissioner_is_a_member_by_the_card_and_whoever_gets_it_is() -> None:
    flow = arriving().having(holders={Business.CLUB.value: "Ada"})
    assert flow.state.is_member("Ada")
    assert not flow.state.is_member("Bob")
    assert arrived(flow).state.pending == ()


@pytest.mark.rule("ascot:T-10")
def test_without_a_commissioner_the_cell_has_no_effect() -> None:
    flow = arrived(arriving().having(holders={}))
    assert (flow.state.pending, flow.state.player("Ada").cash) == ((), START)


def test_who_cannot_pay_the_fee_is_not_asked() -> None:
    assert arrived(arriving(cash=FEE - 100)).state.pending == ()
    assert arrived(arriving(cash=FEE)).state.task == Joining("Ada")


def test_when_no_member_s_card_is_left_nobody_is_asked() -> None:
    one_card = replace(EDITION, stock=replace(EDITION.stock, members=1))
    flow = replace(arriving(), edition=one_card)
    assert arrived(flow).state.task == Joining("Ada")
    assert arrived(flow.with_player("Bob", member=True)).state.pending == ()


@pytest.mark.parametrize(
    ("changes", "code"), [({"member": True}, "already_member"), ({"cash": FEE - 100}, "short_purse")], ids=str
)
def test_joining_is_refused_to_members_and_without_the_fee(changes: dict[str, object], code: str) -> None:
    waiting = arriving(**changes).push(Joining("Ada"))
    assert refused(waiting, JoinClub(joins=True, seat="Ada")) == code
    assert listed(waiting, "Ada") == [JoinClub(joins=False, seat="Ada")]


def test_joining_is_for_who_is_asked_and_at_that_moment() -> None:
    waiting = arrived(arriving())
    assert refused(waiting, JoinClub(joins=True, seat="Bob")) == "not_your_turn"
    assert refused(arriving(), JoinClub(joins=True, seat="Ada")) == "not_now"
    gone = waiting.having(holders={})
    assert refused(gone, JoinClub(joins=True, seat="Ada")) == "no_commissioner"
