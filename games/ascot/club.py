"""The owners' club: who comes to the cell that offers it may become a member."""

from collections.abc import Iterator, Mapping

from games.ascot.acting import Part
from games.ascot.edition import Business
from games.ascot.flow import Flow, holding, require_turn
from games.ascot.moves import JoinClub
from games.ascot.pending import Joining, Task
from games.ascot.state import State
from games.ascot.training_told import MemberJoined, MembershipDeclined
from games.kit.errors import RuleBroken
from games.kit.game import Legal
from games.kit.payments import Reason


def invite(flow: Flow, seat: str) -> Flow:
    """T-10: only who could join is asked."""
    return flow if _hindrance(flow, seat) else flow.push(Joining(seat))


def _hindrance(flow: Flow, seat: str) -> RuleBroken | None:
    """Why somebody cannot become a member."""
    state, fee = flow.state, flow.edition.money.membership_fee
    if state.is_member(seat):
        return RuleBroken("already_member", "%(seat)s is a member of the club already.", seat=seat)
    if state.holder(Business.CLUB) is None:
        return RuleBroken("no_commissioner", "The club has no commissioner.")
    if sum(player.member for player in state.players) >= flow.edition.stock.members:
        return RuleBroken("no_member_card", "No member's card is left.")
    if state.player(seat).cash < fee:
        return RuleBroken("short_purse", "%(seat)s does not have %(francs)s.", seat=seat, francs=fee)
    return None


def _join(flow: Flow, move: JoinClub) -> Flow:
    seat, fee = _joining(flow.state).seat, flow.edition.money.membership_fee
    require_turn(move.seat, seat)
    if not move.joins:
        return flow.popped().tell(MembershipDeclined(seat))
    if problem := _hindrance(flow, seat):
        raise problem
    commissioner = flow.state.holder(Business.CLUB)
    assert commissioner is not None
    joined = flow.popped().pay(holding(seat), holding(commissioner), fee, Reason.CLUB_ENTRY)
    return joined.with_player(seat, member=True).tell(MemberJoined(seat, fee))


def _joining(state: State) -> Joining:
    assert isinstance(state.task, Joining)
    return state.task


def _deciders(state: State) -> tuple[str, ...]:
    return (_joining(state).seat,)


def _legal(flow: Flow, seat: str) -> Iterator[Legal]:
    if seat == _joining(flow.state).seat:
        if _hindrance(flow, seat) is None:
            yield JoinClub(joins=True, seat=seat)
        yield JoinClub(joins=False, seat=seat)


TASKS: Mapping[type[Task], Part] = {Joining: Part({JoinClub: _join}, _deciders, _legal)}
