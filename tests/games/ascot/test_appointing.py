"""An office whose card nobody has is given by common accord."""

import pytest

from games.ascot import appointing, playing
from games.ascot.acting import Part
from games.ascot.appointing import OfficeFilled
from games.ascot.edition import Business
from games.ascot.flow import Flow
from games.ascot.moves import Agree, Exchange, Propose
from games.ascot.state import Phase
from tests.games.ascot.flows import refused, told
from tests.games.ascot.positions import SEATS, position
from tests.games.ascot.sale_support import agree, dealt, propose


@pytest.fixture
def appoint() -> Flow:
    return dealt(4, dead="auctioneer")


@pytest.mark.rule("ascot:A-3")
def test_an_auctioneer_on_whom_all_agree_is_appointed_and_the_exchange_begins(appoint: Flow) -> None:
    flow = agree(propose(appoint, "Bob", "Dan"), "Ada", "Dan")
    assert (flow.state.phase, flow.state.auctioneer) == (Phase.AUCTIONEER, None)
    flow = agree(flow, "Cy")
    assert (flow.state.phase, flow.state.auctioneer) == (Phase.EXCHANGE, "Dan")
    assert told(flow, OfficeFilled) == [OfficeFilled(Business.AUCTIONEER, "Dan")]
    assert flow.state.holders == {}, "the office, and not the card"
    assert (flow.state.proposed, flow.state.agreed) == (None, ())


@pytest.mark.rule("ascot:A-3")
def test_everybody_is_waited_for_who_has_not_agreed(appoint: Flow) -> None:
    assert playing.deciders(appoint.state) == SEATS[:4]
    flow = propose(appoint, "Bob", "Dan")
    assert playing.deciders(flow.state) == ("Ada", "Cy", "Dan"), "who proposes somebody agrees"
    assert playing.deciders(agree(flow, "Dan").state) == ("Ada", "Cy"), "the one who is proposed has to agree too"


@pytest.mark.rule("ascot:A-3")
def test_another_proposal_is_put_to_all_the_others_again(appoint: Flow) -> None:
    flow = propose(agree(propose(appoint, "Bob", "Dan"), "Ada"), "Cy", "Ada")
    assert (flow.state.proposed, flow.state.agreed) == ("Ada", ("Cy",))
    assert agree(flow, "Ada", "Bob", "Dan").state.auctioneer == "Ada"


@pytest.mark.rule("ascot:A-3")
def test_what_is_legal_is_to_agree_and_to_propose_somebody_else(appoint: Flow) -> None:
    assert set(playing.legal(appoint, "Cy")) == {Propose(who, seat="Cy") for who in SEATS[:4]}
    flow = propose(appoint, "Bob", "Dan")
    assert set(playing.legal(flow, "Cy")) == {
        Agree(seat="Cy"),
        *(Propose(who, seat="Cy") for who in ("Ada", "Bob", "Cy")),
    }
    assert list(playing.legal(flow, "Bob")) == []


@pytest.mark.rule("ascot:A-3")
def test_everybody_may_propose_once_so_that_it_comes_to_an_end(appoint: Flow) -> None:
    flow = propose(propose(appoint, "Bob", "Dan"), "Cy", "Ada")
    assert list(playing.legal(flow, "Bob")) == [Agree(seat="Bob")]
    assert refused(flow, Propose("Cy", seat="Bob")) == "proposed_before"
    flow = propose(propose(flow, "Ada", "Cy"), "Dan", "Bob")
    assert [list(playing.legal(flow, seat)) for seat in ("Ada", "Bob", "Cy")] == [
        [Agree(seat="Ada")],
        [Agree(seat="Bob")],
        [Agree(seat="Cy")],
    ]
    assert agree(flow, "Ada", "Bob", "Cy").state.proposers == ()


def test_refusals_while_an_auctioneer_is_appointed(appoint: Flow) -> None:
    assert refused(appoint, Agree(seat="Ada")) == "nobody_proposed"
    assert refused(appoint, Propose("Zoe", seat="Ada")) == "not_playing"
    assert refused(appoint, Exchange("1", seat="Bob")) == "not_now"
    flow = propose(appoint, "Bob", "Dan")
    assert refused(flow, Agree(seat="Bob")) == "already_agreed"
    assert refused(flow, Propose("Bob", seat="Bob")) == "already_agreed"
    assert refused(flow, Propose("Dan", seat="Ada")) == "already_proposed"
    assert refused(flow, Agree(seat="Zoe")) == "not_seated"


def test_who_only_sits_there_has_no_vote(appoint: Flow) -> None:
    flow = appoint.having(seats=(*appoint.state.seats, "Zoe"))
    assert refused(flow, Propose("Ada", seat="Zoe")) == "not_playing"
    assert refused(propose(flow, "Ada", "Ada"), Agree(seat="Zoe")) == "not_playing"


@pytest.mark.rule("ascot:P5")
def test_a_bookmaker_is_appointed_in_the_same_way() -> None:
    def on(flow: Flow) -> Flow:
        return flow.having(phase=Phase.FAVOURITES)

    part: Part = appointing.part(Business.BOOKMAKER, on)
    flow = appointing.begin(position(2, Phase.BETTING, proposed="Bob", agreed=("Bob",)), Phase.BOOKMAKER)
    assert (flow.state.phase, part.deciders(flow.state)) == (Phase.BOOKMAKER, ("Ada", "Bob"))
    assert part.proceed(flow) is flow
    flow = part.acts[Propose](flow, Propose("Bob", seat="Ada"))
    assert part.proceed(flow) is flow
    flow = part.proceed(part.acts[Agree](flow, Agree(seat="Bob")))
    assert (flow.state.phase, flow.state.bookmaker, flow.state.auctioneer) == (Phase.FAVOURITES, "Bob", None)
    assert told(flow, OfficeFilled) == [OfficeFilled(Business.BOOKMAKER, "Bob")]
