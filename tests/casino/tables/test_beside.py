"""A totalisator and a bookmaker beside a race, in the books: pools, prices, dead heats, what is carried over."""

from collections.abc import Callable
from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.clubs.models import Player
from casino.events.models import Event
from casino.tables.correcting import correct_round, plan_correction
from casino.tables.models import Exposure, Round, Table, TableAccount
from casino.tables.offices import offer_bank, top_up_bank
from casino.tables.opening import close_table, open_table
from casino.tables.playing import sides_of, value_of
from casino.tables.seating import sit_down
from casino.tables.settling import settle_round
from casino.tables.showing import returned_by
from casino.tables.starting import call_the_off
from casino.tables.ticking import tick
from casino.tables.voiding import void_round
from ledger.models import Balance, Entry, Transfer
from tests.casino.dealing import throw
from tests.casino.room import Room, play, refusal
from tests.casino.verified import room_findings

TOTE: dict[str, Any] = {"totalisator": {}}
CARRIED = {"totalisator": {"unbacked": "carry-over"}}
BOOK = {"bookmaker": {"margin": 0}}
# Two horses one space before the post, two that cannot win with the next throw.
LATE = {"players": 4, "start": [15, 15, 1, 1]}


@pytest.fixture
def room(own_database: str) -> Room:
    return Room(seat=False)


def derby(room: Room, **settings: Any) -> Table:
    return room.table_of("derby", **{"by_hand": True, "options": LATE, "beside": TOTE, **settings})


def staked(room: Room, table: Table, market: str = "totalisator") -> Round:
    round_ = room.open(table)
    for who, horse, counters in (("Ada", "1", 20), ("Bob", "2", 30), ("Cy", "3", 50)):
        room.stake(round_, who, horse, counters, market)
    return round_


def settled(round_: Round, *dice: int) -> Round:
    throw(round_, *dice)
    return settle_round(round_.pk, by=HOUSE)


def reasons(round_: Round) -> dict[str, int]:
    """What the settlement moved, by reason."""
    found: dict[str, int] = {}
    for reason, amount in Transfer.objects.filter(entry=round_.settlement).values_list("reason", "amount"):
        found[reason] = found.get(reason, 0) + amount
    return found


def test_a_dead_heat_in_a_pool_pays_both_and_keeps_the_commission(room: Room) -> None:
    """B1: 100 in the pool, 10 of it commission. The profit of 90 - 50 = 40 is halved: 20 + 20 and 30 + 20."""
    round_ = settled(staked(room, derby(room)), 1, 2, 5)
    held = room.held()
    assert {name: held[f"purse:{name}"] for name in room.players} == {"Ada": 120, "Bob": 120, "Cy": 50}
    assert held["commission:derby"] == 10
    assert reasons(round_) == {"pooled": 100, "dividend": 90, "commission": 10}
    assert [returned_by(round_, "totalisator", horse, n) for horse, n in (("1", 20), ("2", 30), ("3", 50))] == [
        *(40, 50, 0)
    ]
    told = Event.objects.get(kind="round_settled").body
    assert told["finish"] == [["1", "2"]]
    # 40 / 20 and 50 / 30
    assert told["pool"] == {
        "pool": 100,
        "refunded": False,
        "commission": 10,
        "dividends": {"1": "2.0000", "2": "1.6667"},
    }
    assert room_findings() == []


def test_a_pool_is_settled_in_one_entry_and_touches_nothing_before(room: Room) -> None:
    table = derby(room)
    accounts = set(TableAccount.objects.filter(table=table).values_list("account", flat=True))
    round_ = staked(room, table)
    assert not Transfer.objects.filter(payee__in=accounts).exists()
    entries = room.entries()
    settled(round_, 1, 5, 5)
    assert room.entries() == entries + 1


def test_what_is_not_a_whole_counter_is_breakage(room: Room) -> None:
    """17 in the pool, commission 1 (7 % are 1.19), net 16. 7 on the winner and a profit of 9: 3 + 27/7 is 6.86, and
    4 + 36/7 is 9.14.
    """
    round_ = room.open(derby(room, beside={"totalisator": {"commission": 7}}))
    for who, horse, counters in (("Ada", "1", 3), ("Bob", "1", 4), ("Cy", "3", 10)):
        room.stake(round_, who, horse, counters, "totalisator")
    settled(round_, 1, 5, 5)
    held = room.held()
    assert {name: held[f"purse:{name}"] for name in room.players} == {"Ada": 103, "Bob": 105, "Cy": 90}
    assert (held["commission:derby"], held["breakage:derby"]) == (1, 1)
    assert room_findings() == []


def test_a_pool_that_nobody_wins_is_given_back_where_that_was_agreed(room: Room) -> None:
    round_ = room.open(derby(room))
    room.stake(round_, "Cy", "3", 50, "totalisator")
    assert reasons(settled(round_, 1, 5, 5)) == {"returned": 50}
    assert room.held()["purse:Cy"] == 100
    assert Event.objects.get(kind="round_settled").body["pool"]["refunded"] is True
    assert room_findings() == []


def test_a_pool_that_nobody_wins_is_carried_into_the_next(room: Room) -> None:
    table = derby(room, beside=CARRIED)
    first = room.open(table)
    room.stake(first, "Cy", "3", 50, "totalisator")
    settled(first, 1, 5, 5)
    assert room.held()["carry-over:derby"] == 50
    second = room.open(table)
    assert sides_of(second).carried == 50
    room.stake(second, "Ada", "3", 10, "totalisator")
    room.stake(second, "Bob", "4", 10, "totalisator")
    for _ in range(4):
        throw(second, 3, 3, 3)
    settled(second, 3, 3, 3)  # space 4, 7, 10, 13, 16
    # 50 + 20, of which 7 are commission: all of the rest for the 10 on the winner.
    held = room.held()
    assert (held["purse:Ada"], held["commission:derby"]) == (90 + 63, 7)
    assert "carry-over:derby" not in held
    assert room_findings() == []


def test_a_void_round_leaves_what_was_carried_for_the_next(room: Room) -> None:
    table = derby(room, beside=CARRIED)
    first = room.open(table)
    room.stake(first, "Cy", "3", 50, "totalisator")
    settled(first, 1, 5, 5)
    second = room.open(table)
    room.stake(second, "Ada", "1", 10, "totalisator")
    void_round(second.pk, reason="a horse fell off the board", by=HOUSE)
    assert room.held()["purse:Ada"] == 100
    assert sides_of(room.open(table)).carried == 50
    assert room_findings() == []


def test_what_is_carried_over_when_the_table_closes_is_kept_as_commission(room: Room) -> None:
    table = derby(room, beside=CARRIED)
    first = room.open(table)
    room.stake(first, "Cy", "3", 50, "totalisator")
    settled(first, 1, 5, 5)
    close_table(table.pk, by=HOUSE)
    assert room.held()["commission:derby"] == 50
    assert room_findings() == []


def test_a_corrected_throw_pays_the_pool_anew(room: Room) -> None:
    """Number 1 alone: all 90 to Ada, 50 more than in the dead heat, and Bob's 50 are asked back."""
    round_ = settled(staked(room, derby(room)), 1, 2, 5)
    right = [{"throw": [1, 5, 5]}]
    plan = plan_correction(round_.pk, moves=right)
    assert plan.changes == {"purse:Ada": 50, "purse:Bob": -50}
    correct_round(round_.pk, moves=right, reason="it was a five", by=HOUSE)
    held = room.held()
    assert (held["purse:Ada"], held["purse:Bob"], held["commission:derby"]) == (170, 70, 10)
    assert room_findings() == []


def test_a_correction_does_not_take_what_a_later_pool_counts_on(room: Room) -> None:
    table = derby(room, beside=CARRIED)
    first = room.open(table)
    room.stake(first, "Cy", "3", 50, "totalisator")
    room.stake(first, "Ada", "2", 20, "totalisator")
    settled(first, 1, 5, 5)
    assert sides_of(room.open(table)).carried == 70
    # Number 2 had won: 70 were Ada's, less 7; but the next pool was opened with them.
    plan = plan_correction(first.pk, moves=[{"throw": [2, 5, 5]}])
    assert plan.changes == {"purse:Ada": 63, "commission:derby": 7, "carry-over:derby": -70}
    assert plan.short == {"carry-over:derby": 70}
    correct_round(first.pk, moves=[{"throw": [2, 5, 5]}], reason="a two", by=HOUSE, cover=dict(plan.short))
    assert room.held()["carry-over:derby"] == 70
    assert room_findings() == []


# --- A bookmaker


def dead_heat(round_: Round) -> None:
    """From the start: numbers 1 and 2 to space 13, then to 15, then home together."""
    for dice in [(1, 1, 1)] * 4 + [(2, 2, 2)] * 4 + [(1, 1, 2), (2, 5, 5), (1, 2, 5)]:
        throw(round_, *dice)


def test_a_bookmakers_dead_heat_pays_half_the_stake_at_the_full_price(room: Room) -> None:
    """Four horses alike at 4.00. Ada's 5 return 2.5 x 4 = 10, Bob's 3 return 6, Cy's 7 are lost."""
    table = derby(room, options={"players": 4}, beside=BOOK)
    round_ = room.open(table)
    for who, horse, counters in (("Ada", "1", 5), ("Bob", "2", 3), ("Cy", "3", 7)):
        room.stake(round_, who, horse, counters, "bookmaker")
    dead_heat(round_)
    settle_round(round_.pk, by=HOUSE)
    held = room.held()
    assert {name: held[f"purse:{name}"] for name in room.players} == {"Ada": 105, "Bob": 103, "Cy": 93}
    assert held["bookmaker:derby"] == 1000 + 7 - 5 - 3
    assert room_findings() == []


def test_in_a_dead_heat_less_than_the_stake_may_come_back(room: Room) -> None:
    """With a margin of 60 % a quarter pays 2.50: 3 counters among two return 3.75, rounded down, and 5 return 6.25.
    With one of 100 % it is 2.00, and among two the stake.
    """
    table = derby(room, options={"players": 4}, beside={"bookmaker": {"margin": 60}})
    round_ = room.open(table)
    room.stake(round_, "Ada", "1", 3, "bookmaker")
    room.stake(round_, "Bob", "2", 5, "bookmaker")
    dead_heat(round_)
    settle_round(round_.pk, by=HOUSE)
    assert (room.held()["purse:Ada"], room.held()["purse:Bob"]) == (100, 101)
    assert room_findings() == []


def test_a_bookmaker_beside_another_bank_has_a_float_and_an_exposure_of_its_own(room: Room) -> None:
    table = room.table_of("minoru", beside={"bookmaker": {}, "totalisator": {}}, house_float=30)
    held = room.held()
    assert (held["bank:minoru"], held["bookmaker:minoru"]) == (30, 30)
    round_ = room.open(table)
    assert set(round_.exposures.values_list("office", flat=True)) == {"bank", "bookmaker"}
    price = dict(sides_of(round_).book.win)["minoru"]  # type: ignore[union-attr]
    most = 30 * 100 // (price.hundredths - 100)
    assert refusal(room.stake, round_, "Ada", "minoru", most + 2, "bookmaker") == "not_covered"
    room.stake(round_, "Ada", "minoru", most, "bookmaker")
    worst = {row.office: max(row.liabilities.values()) for row in round_.exposures.all()}
    assert worst["bank"] == 0
    assert 0 < worst["bookmaker"] <= 30
    top_up_bank(table.pk, counters=50, office="bookmaker", by=HOUSE)
    assert room.held()["bookmaker:minoru"] == 80
    assert refusal(top_up_bank, table.pk, counters=5, office="totalisator", by=HOUSE) == "unknown_office"
    assert play(round_).phase == "settled"
    assert room_findings() == []
    close_table(table.pk, by=HOUSE)
    assert not [code for code in room.held() if code.startswith(("bank:minoru", "bookmaker:minoru"))]
    assert room_findings() == []


def test_in_horses_the_bookie_keeps_the_book_beside_the_printed_odds(room: Room) -> None:
    table = room.table_of("horses", beside={"bookmaker": {"margin": 0}}, house_float=20)
    round_ = room.open(table)
    assert list(round_.exposures.values_list("office", flat=True)) == ["bookmaker"]
    room.stake(round_, "Ada", "clubs", 4, "win")  # at 3 to 1: 12
    assert refusal(room.stake, round_, "Bob", "clubs", 3, "bookmaker") == "not_covered"  # at 4.00: 9 more
    room.stake(round_, "Bob", "clubs", 2, "bookmaker")
    assert play(round_).phase == "settled"
    assert room_findings() == []


def test_prices_that_were_changed_afterwards_are_found(room: Room) -> None:
    round_ = room.open(derby(room, options={"players": 4}, beside=BOOK))
    assert room_findings() == []
    better = {
        **round_.sides,
        "book": {**round_.sides["book"], "win": [["1", "9.00"], *round_.sides["book"]["win"][1:]]},
    }
    Round.objects.filter(pk=round_.pk).update(sides=better)
    assert ("prices", f"round {round_.pk}") in room_findings()


@pytest.mark.parametrize("game", ["derby", "horses", "double-event"])
def test_a_race_that_runs_has_the_exposure_it_began_with(room: Room, game: str) -> None:
    """Horses that are beaten, or home, were backed when they could still win."""
    round_ = room.open(room.table_of(game, beside=BOOK))
    first, *_, last = sides_of(round_).book.win  # type: ignore[union-attr]
    room.stake(round_, "Ada", first[0], 2, "bookmaker")
    room.stake(round_, "Bob", last[0], 2, "bookmaker")
    call_the_off(round_.pk, by=HOUSE)
    while round_.live:
        assert room_findings() == []
        tick(round_.pk, round_.step)
        round_.refresh_from_db()


def no_exposure(round_: Round) -> None:
    Exposure.objects.filter(round=round_).delete()


def no_liabilities(round_: Round) -> None:
    Exposure.objects.filter(round=round_).update(liabilities={})


def other_terms(round_: Round) -> None:
    dearer = {**round_.sides, "totalisator": {**round_.sides["totalisator"], "commission": 50}}
    Round.objects.filter(pk=round_.pk).update(sides=dearer)


def nothing_beside(round_: Round) -> None:
    Round.objects.filter(pk=round_.pk).update(sides={})


def commission_for_a_guest(round_: Round) -> None:
    purse = Player.objects.get(nickname="Cy").purse
    TableAccount.objects.filter(table=round_.table, role="commission").update(account=purse)


@pytest.mark.parametrize(
    ("tamper", "law", "of"),
    [
        (no_exposure, "exposure", "round"),
        (no_liabilities, "exposure", "round"),
        (other_terms, "terms", "round"),
        (nothing_beside, "terms", "round"),
        (commission_for_a_guest, "accounts", "table"),
    ],
)
def test_what_was_tampered_with_beside_a_race_is_named(
    room: Room, tamper: Callable[[Round], None], law: str, of: str
) -> None:
    round_ = room.open(derby(room, beside={**TOTE, **BOOK}))
    assert room_findings() == []
    tamper(round_)
    assert (law, f"{of} {round_.pk if of == 'round' else round_.table_id}") in room_findings()


@pytest.mark.parametrize(("before", "runners"), [(3, 6), (4, 4)])
def test_who_comes_later_does_not_change_who_runs(room: Room, before: int, runners: int) -> None:
    """Six horses run for three owners, four for four, five for five: prices and stakes are for those that ran when the
    round was opened.
    """
    for late in ("Dan", "Eve")[: before - 3]:
        room.come(late)
    table = room.table_of("derby", options={"players": None}, beside={**TOTE, **BOOK})
    round_ = room.open(table)
    room.stake(round_, "Ada", str(runners), 10, "totalisator")
    room.stake(round_, "Ada", str(runners), 10, "bookmaker")
    sit_down(table.pk, player=room.come("Fay"), by=HOUSE)
    value = value_of(Round.objects.get(pk=round_.pk))
    assert len(value.game.runners(value.state)) == runners
    assert "Fay" not in value.seats
    assert room_findings() == []
    for market in ("totalisator", "bookmaker"):
        room.withdraw(round_, "Ada", str(runners), 10, market)
    assert room.held()["purse:Ada"] == 100


# --- What is refused


@pytest.mark.parametrize(
    ("game", "settings", "code"),
    [
        ("roulette", {"beside": TOTE}, "no_race"),
        ("minoru", {"beside": {"totalisator": {"unbacked": "bookmaker"}}}, "no_bookmaker"),
        ("minoru", {"beside": {"bookmaker": {"place": {"places": 2, "fraction": "1/4"}}}}, "no_places"),
        ("horses", {"beside": {"totalisator": {"commission": 51}}}, "bad_commission"),
        ("horses", {"beside": {"bookmaker": {"margin": -1}}}, "bad_margin"),
        ("horses", {"beside": {"totalisator": {"rake": 10}}}, "bad_beside"),
        ("horses", {"beside": {"totalisator": 10}}, "bad_beside"),
        ("horses", {"beside": [1]}, "bad_beside"),
        ("horses", {"beside": 0}, "bad_beside"),
        ("derby", {"options": {"variant": "myopia", "calls": "claim"}, "beside": TOTE}, "owners_decide"),
        ("derby", {"options": {"variant": "myopia", "calls": "claim"}, "beside": BOOK}, "owners_decide"),
        ("derby", {"passes_round": True}, "no_office"),
        ("derby", {"passes_round": True, "beside": TOTE}, "no_office"),
        (
            "derby",
            {"options": {"variant": "myopia", "start": [1, 1, 1, 1, 1, 2]}, "beside": BOOK},
            "no_exact_chances",
        ),
    ],
)
def test_a_table_with_wrong_terms_is_not_opened(room: Room, game: str, settings: dict[str, Any], code: str) -> None:
    accounts = Entry.objects.count(), Table.objects.count(), Balance.objects.count()
    assert refusal(open_table, session=room.session, name="Wrong", game=game, by=HOUSE, **settings) == code
    assert (Entry.objects.count(), Table.objects.count(), Balance.objects.count()) == accounts


def test_stakes_on_what_does_not_run_or_after_the_off_are_refused(room: Room) -> None:
    round_ = room.open(derby(room, beside={**TOTE, **BOOK}, options={"players": 4}))
    for market in ("totalisator", "bookmaker"):
        assert refusal(room.stake, round_, "Ada", "5", 1, market) == "unknown_selection"
        assert refusal(room.stake, round_, "Ada", "1", 0, market) == "bad_counters"
        assert refusal(room.stake, round_, "Ada", "1", 101, market) == "short_purse"
    assert refusal(room.stake, round_, "Ada", "1", 1, "win") == "unknown_market"
    assert refusal(room.stake, round_, "Ada", "1", 1, "bookmaker-place") == "unknown_market"
    call_the_off(round_.pk, by=HOUSE)
    for market in ("totalisator", "bookmaker"):
        assert refusal(room.stake, round_, "Ada", "1", 1, market) == "staking_closed"
    assert room_findings() == []


def test_a_stake_in_a_pool_is_withdrawn_before_the_off(room: Room) -> None:
    round_ = staked(room, derby(room))
    room.withdraw(round_, "Bob", "2", 10, "totalisator")
    assert refusal(room.withdraw, round_, "Bob", "2", 21, "totalisator") == "not_staked"
    settled(round_, 2, 5, 5)
    # 90 in the pool, 81 after commission, all for Bob's 20.
    assert room.held()["purse:Bob"] == 80 + 81
    assert room_findings() == []


def test_who_holds_the_office_may_stake_in_the_pool_and_not_with_himself(room: Room) -> None:
    table = room.table_of(
        "derby", options={"players": 4}, beside={**TOTE, **BOOK}, passes_round=True, least_bank=50, by_hand=True
    )
    offer_bank(table.pk, player=room.players["Ada"], counters=60, by=HOUSE)
    round_ = room.open(table)
    assert round_.office == "Ada"
    assert refusal(room.stake, round_, "Ada", "1", 1, "bookmaker") == "office_stakes"
    room.stake(round_, "Ada", "1", 5, "totalisator")
    room.stake(round_, "Bob", "2", 5, "bookmaker")
    for _ in range(4):
        throw(round_, 1, 1, 1)
    settled(round_, 1, 1, 1)
    # Ada's bank takes Bob's 5; alone in the pool, she has her stake back and the commission shrinks to nothing.
    held = room.held()
    assert (held["bookmaker:derby"], held["purse:Ada"], held["purse:Bob"]) == (65, 40, 95)
    assert room_findings() == []
