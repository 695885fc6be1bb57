"""The evening of Minoru that `make fixtures` records: everything that can happen at its tables, once."""

from datetime import timedelta
from typing import Any

from casino.clubs import pairing
from casino.clubs.actors import HOUSE, guest
from casino.clubs.announcing import show_message
from casino.clubs.joining import reissue, rename
from casino.clubs.models import Club, DeviceToken, Player, Session
from casino.clubs.sessions import change_session, close_session, make_session, open_session
from casino.demo import AS_FAST_AS_IT_GOES
from casino.desk.counters import cash_out
from casino.desk.counting import count_till
from casino.desk.models import Prize
from casino.desk.prizes import announce_prize, award_prizes, drop_prize
from casino.desk.sweeping import claim, sweep
from casino.desk.till import hand_over_takings, put_float
from casino.tables import fairness, offices, tickets
from casino.tables.correcting import correct_round, plan_correction
from casino.tables.dealing import deal_by_hand, take_back
from casino.tables.following import let_rounds_follow, stop_rounds
from casino.tables.models import Table
from casino.tables.moving import make_move
from casino.tables.opening import close_table, open_round, open_table
from casino.tables.pausing import pause_round, resume_round
from casino.tables.planning import drop_plan, plan_table
from casino.tables.programme import Line, change_programme
from casino.tables.seating import remove_player, sit_down, stand_up
from casino.tables.settling import settle_round
from casino.tables.staking import withdraw_stake
from casino.tables.starting import call_the_off
from casino.tables.taking_over import take_over
from casino.tables.voiding import void_round
from deploy.recorded_people import come, run, stake, the_club
from games.kit import fair
from games.kit.cards import PACK
from games.minoru.rules import strength

ENTROPY = "5f1c" * 16
SOLD: dict[str, Any] = {"currency": "EUR", "price": 50, "price_for": 10}


def evening() -> Session:
    club, olive = the_club()
    session = open_session(_prepared(club, olive).pk, by=olive)
    put_float(session.pk, money=2000, by=olive)
    ada, bob, cleo = (come(session, name, olive) for name in ("Ada", "Bob", "Cleo"))
    _, code = pairing.offer_pairing(session, kind=DeviceToken.Kind.SCREEN, label="Above the bar", by=olive)
    device, _ = pairing.pair(code)
    show_message(session.pk, text="Supper is served.", by=olive)
    show_message(session.pk, text="", by=olive)
    for table in (_passing_round(session, ada, bob, olive), _by_hand(session, ada, cleo, olive)):
        close_table(table.pk, by=olive)
    pairing.unpair(device, by=olive)
    rename(cleo, nickname="Cleopatra", by=olive)
    reissue(cleo, by=olive)
    remove_player(cleo, by=olive)
    _close_the_desk(session, ada, olive)
    return close_session(session.pk, by=olive)


def _close_the_desk(session: Session, ada: Player, olive: Any) -> None:
    """A prize that is dropped and one that is won, a purse that is swept up and claimed, a till short of a coin."""
    place, measure = Prize.Place.FIRST, Prize.Measure.RICHEST
    dropped = announce_prize(session.pk, place=place, measure=measure, counters=10, by=olive)
    drop_prize(dropped.pk, by=olive)
    announce_prize(session.pk, place=place, measure=measure, what="A bottle", by=olive)
    award_prizes(session.pk, by=olive)
    sweep(session.pk, by=olive)
    claim(ada, by=olive)
    cash_out(player=ada, by=olive)
    count_till(session.pk, pieces={1000: 3}, reason="Wrong change was given.", by=olive)
    hand_over_takings(session.pk, by=olive)


def _prepared(club: Club, olive: Any) -> Session:
    """A draft whose name and plans were changed before it opened."""
    draft = make_session(club=club, name="An evening", code="RECORD", **SOLD, by=olive)
    change_session(draft.pk, name="A recorded evening", stake_cap=200, by=olive)
    planned = plan_table(session=draft, name="Minoru 3", game="minoru", by=olive)
    drop_plan(planned.pk, by=olive)
    return draft


def _passing_round(session: Session, ada: Player, bob: Player, olive: Any) -> Table:
    """Ada holds the bank and lets the joker in; Bob stakes, and his entropy takes part. Then Bob's turn, and a void."""
    table = open_table(
        session=session, name="Minoru 1", game="minoru", by=olive, passes_round=True, **AS_FAST_AS_IT_GOES
    )
    change_programme(table.pk, lines=[Line("The Oaks", "The bakery"), Line("The Derby")], by=olive)
    for player in (ada, bob):
        sit_down(table.pk, player=player, by=guest(player))
    offices.top_up_bank(table.pk, counters=100, by=olive)
    for player in (ada, bob):
        offices.offer_bank(table.pk, player=player, counters=120, by=guest(player))
    offices.take_office(table.pk, player=ada, counters=150, by=guest(ada))
    round_ = open_round(table.pk, by=olive)
    make_move(round_.pk, player=ada, move={"joker": True}, by=guest(ada))
    stake(round_, bob, "minoru", 3)
    stake(round_, bob, "red", 2, market="colour")
    withdraw_stake(round_.pk, player=bob, market="win", selection="minoru", counters=1, by=guest(bob))
    promised = fair.commitment(round_.chain.name, round_.number, "Bob", ENTROPY)
    fairness.commit_entropy(round_.pk, player=bob, commitment=promised, by=guest(bob))
    call_the_off(round_.pk, by=olive)
    fairness.reveal_entropy(round_.pk, player=bob, entropy=ENTROPY, by=guest(bob))
    pause_round(round_.pk, by=olive)
    resume_round(round_.pk, by=olive)
    take_over(round_.pk, by=olive)
    run(round_)
    offices.pass_office(table.pk, by=guest(ada), only_for=ada)
    round_ = open_round(table.pk, by=olive)
    make_move(round_.pk, player=bob, move={"joker": False}, by=guest(bob))
    stake(round_, ada, "gou_gou", 1)
    void_round(round_.pk, reason="The lights went out.", by=olive)
    let_rounds_follow(table.pk, rest=timedelta(seconds=30), by=olive)
    stop_rounds(table.pk, by=olive)
    stand_up(table.pk, player=bob, by=guest(bob))
    return table


def _by_hand(session: Session, ada: Player, cleo: Player, olive: Any) -> Table:
    """A croupier deals more than one pack, takes a card back, and misreads the last one."""
    table = open_table(
        session=session,
        name="Minoru 2",
        game="minoru",
        options={"course": "jaques"},
        by=olive,
        by_hand=True,
        **AS_FAST_AS_IT_GOES,
    )
    for player in (ada, cleo):
        sit_down(table.pk, player=player, by=guest(player))
    round_ = open_round(table.pk, by=olive)
    stake(round_, ada, "minoru", 2)
    for _ in range(2):
        sold = tickets.sell_ticket(
            round_.pk, player=cleo, market="win", selection="st_amant", counters=2, by=olive, in_hand=True
        )
    tickets.withdraw_ticket(session_id=session.pk, number=sold.number, by=olive)
    deals = [*_one_pack(), ["AH", "2S", "3S", "4S", "5S"]]
    for cards in deals[:-1]:
        deal_by_hand(round_.pk, move={"deal": cards}, by=olive)
    deal_by_hand(round_.pk, move={"deal": ["AD", "2S", "3S", "4S", "5S"]}, by=olive)
    take_back(round_.pk, by=olive)
    deal_by_hand(round_.pk, move={"deal": deals[-1]}, by=olive)
    settle_round(round_.pk, by=olive)
    moves = [{"deal": cards} for cards in [*deals[:-1], ["5S", "2S", "3S", "4S", "AH"]]]
    plan = plan_correction(round_.pk, moves=moves)
    correct_round(round_.pk, moves=moves, reason="The ace was St. Amant’s.", cover=plan.short, by=HOUSE)
    tickets.pay_ticket(session_id=session.pk, number=sold.number - 1, by=olive)
    return table


def _one_pack() -> list[list[str]]:
    """Ten deals, after which nobody has won: each horse has moved twice."""
    by_strength = sorted(PACK, key=strength, reverse=True)
    high, low = by_strength[:10], by_strength[10:]
    deals = []
    for at, place in enumerate([0, 4, 1, 3, 2] * 2):
        cards = [str(card) for card in low[4 * at : 4 * at + 4]]
        deals.append([*cards[:place], str(high[at]), *cards[place:]])
    return deals
