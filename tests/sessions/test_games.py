"""Every way to play every game, by automatic players through the whole house: the books are right to the counter."""

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any

import pytest

from casino import demo
from casino.demo import Way
from casino.desk.accounts import Reason, Role
from casino.tables.carrying import driven_here
from casino.tables.models import Move, Round, Stake
from games.registry import GAMES
from ledger import balances
from ledger.models import Account, Transfer
from tests.casino.verified import room_findings

WHOLE_GAMES = {"musical-casino", "ascot"}  # of many moves, and so there are fewer of them
POINTS = {"mode": "points"}
SOON = {**POINTS, "target": 20}
WAYS = {
    "double-event": [Way("double-event"), Way("double-event", {"course": "two-packs"}, passes_round=True)],
    "horses": [Way("horses"), Way("horses", passes_round=True)],
    "roulette": [Way("roulette"), Way("roulette", {"payout_mode": "for", "run_mode": "layout"}, passes_round=True)],
    "points": [Way("roulette", POINTS), Way("roulette", {**POINTS, "target": 100})],
}
ways = pytest.mark.parametrize("ways", WAYS.values(), ids=list(WAYS))

# What can be opened beside a race.
WHOLE_MULTIPLE = {"dividends": "whole-multiple", "unbacked": "carry-over", "rounding": 2}
PLACES = {"margin": 20, "place": {"places": 2, "fraction": "1/4"}}
Moved = tuple[str, str, str]  # from what, why, to what
POOLED: Moved = (Role.STAKES, Reason.POOLED, Role.TOTALISATOR)
DIVIDEND: Moved = (Role.TOTALISATOR, Reason.DIVIDEND, Role.PURSE)
COMMISSION: Moved = (Role.TOTALISATOR, Reason.COMMISSION, Role.COMMISSION)
BREAKAGE: Moved = (Role.TOTALISATOR, Reason.BREAKAGE, Role.BREAKAGE)
CARRIED: Moved = (Role.TOTALISATOR, Reason.CARRY_OVER, Role.CARRY_OVER)
CARRIED_IN: Moved = (Role.CARRY_OVER, Reason.CARRY_OVER, Role.TOTALISATOR)
LOST: Moved = (Role.STAKES, Reason.LOST, Role.BOOKMAKER)
BOOK: set[Moved] = {LOST, (Role.BOOKMAKER, Reason.WINNINGS, Role.PURSE)}
POT: set[Moved] = {(Role.PURSE, Reason.ANTE, Role.POT), (Role.POT, Reason.POT, Role.PURSE)}

# By what is backed in the Derby family: the terms, and what has to be in the books afterwards.
MARKETS: dict[str, tuple[dict[str, Any] | None, set[Moved]]] = {
    "pot-only": (None, set()),
    "pari-mutuel": ({"totalisator": {}}, {POOLED, DIVIDEND, COMMISSION}),
    "whole-multiple": ({"totalisator": WHOLE_MULTIPLE}, {POOLED, DIVIDEND, COMMISSION, BREAKAGE, CARRIED, CARRIED_IN}),
    "bookmaker": ({"bookmaker": {}}, BOOK),
    "both": (
        {"bookmaker": {"margin": 5}, "totalisator": {"unbacked": "bookmaker", "least_dividend": 0}},
        {*BOOK, POOLED, DIVIDEND, COMMISSION, (Role.TOTALISATOR, Reason.LOST, Role.BOOKMAKER)},
    ),
}
VARIANTS = [
    {"variant": variant, "donkey": donkey}
    for variant in ("derby-day", "kentucky", "grand-national", "myopia")
    for donkey in (False, True)
]
CLAIMED = {"pot-only"}  # where owners call, nobody is backed
BESIDE = {
    "minoru": [
        Way("minoru", beside={"totalisator": WHOLE_MULTIPLE, "bookmaker": {}}),
        Way("minoru", passes_round=True, beside={"totalisator": {}, "bookmaker": {}}),
    ],
    "double-event": [
        Way("double-event", beside={"totalisator": WHOLE_MULTIPLE, "bookmaker": PLACES}),
        Way("double-event", passes_round=True, beside={"totalisator": {}, "bookmaker": {}}),
    ],
    "horses": [
        Way("horses", beside={"totalisator": WHOLE_MULTIPLE, "bookmaker": PLACES}),
        Way("horses", passes_round=True, beside={"totalisator": {}, "bookmaker": {}}),
    ],
}


def play(ways: Sequence[Way], rounds: int, *, players: int = 3, look: bool = False, **table_options: Any) -> None:
    """So many rounds, so many players at each table, and then everybody goes home. The books are in order in the end,
    and where somebody is to look, after each round.
    """
    with driven_here():
        chosen = {**demo.AS_FAST_AS_IT_GOES, **table_options}
        session = demo.open_room(players=players * len(ways), tables=len(ways), table_options=chosen, ways=ways)
        for table in islice(cycle(session.tables.order_by("pk")), rounds):
            demo.play_round(table.pk)
            assert not look or room_findings() == []
        demo.close_room(session)
    assert list(Round.objects.values_list("phase", flat=True)) == ["settled"] * rounds
    assert room_findings() == []


def moved() -> set[Moved]:
    """From what to what counters have moved, and why."""
    return set(Transfer.objects.values_list("payer__role", "reason", "payee__role"))


def test_every_game_that_is_no_minoru_is_played_here() -> None:
    assert {way.game for each in WAYS.values() for way in each} == GAMES.keys() - {"minoru", "derby", *WHOLE_GAMES}


def test_every_race_of_the_derby_family_is_run_here() -> None:
    assert list(GAMES["derby"].variants()) == [
        {name: value for name, value in each.items() if value} for each in VARIANTS
    ]


def test_every_other_race_has_somebody_beside_it_here() -> None:
    races = {slug for slug, game in GAMES.items() if game.runners(game.start(game.read_options({}), ()))}
    assert races - {"derby"} == BESIDE.keys()


def some(ways: Sequence[Way], rounds: int) -> None:
    play(ways, rounds)
    assert Stake.objects.count() > rounds or Move.objects.filter(move__has_key="mark").count() > rounds


@pytest.mark.long
def test_30_games_for_points_by_automatic_players(own_database: str) -> None:
    """Rounds of the other games are played in `test_evening.py`, thirty of each."""
    some([Way("roulette", POINTS), *[Way("roulette", SOON)] * 5], 30)


@pytest.mark.slow
@ways
def test_500_rounds_of_each_by_automatic_players(own_database: str, ways: list[Way]) -> None:
    some(ways, 500)


# --- The Derby family: five kinds of markets, and so many races of each with each of them


def run_derbies(market: str, races: int) -> None:
    """Two of three players race for a pot at each table, and all of them may back the horses. Every race of the family
    is run so often, and half as often as a Donkey Race: that is one game, at four tables.
    """
    beside, wanted = MARKETS[market]
    variants = [*VARIANTS, *(each for each in VARIANTS if not each["donkey"])]
    claims = [{"calls": "claim"} if market in CLAIMED and each == VARIANTS[-2] else {} for each in variants]
    options = [{"players": 2, "ante": 5, **each, **calls} for each, calls in zip(variants, claims, strict=True)]
    play([Way("derby", each, beside=beside) for each in options], races // 2 * len(variants))
    assert moved() >= wanted | POT
    assert bool(Stake.objects.count()) == (beside is not None)
    assert bool(Move.objects.filter(move__has_key="call").count()) == (market in CLAIMED)


@pytest.mark.long
@pytest.mark.parametrize("market", MARKETS)
def test_six_races_of_every_derby_with_every_kind_of_market(own_database: str, market: str) -> None:
    """Thirty of each in all, and sixty Donkey Races."""
    run_derbies(market, 6)


@pytest.mark.slow
@pytest.mark.parametrize("market", MARKETS)
def test_sixty_races_of_every_derby_with_every_kind_of_market(own_database: str, market: str) -> None:
    run_derbies(market, 60)


# --- Beside other races


def run_beside(ways: Sequence[Way], rounds: int, wanted: set[Moved]) -> None:
    play(ways, rounds)
    assert moved() >= wanted


@pytest.mark.parametrize("game", BESIDE)
def test_20_rounds_with_a_totalisator_and_a_bookmaker_beside_them(own_database: str, game: str) -> None:
    run_beside(BESIDE[game], 20, {POOLED, LOST})


@pytest.mark.slow
@pytest.mark.parametrize("game", BESIDE)
def test_300_rounds_with_a_totalisator_and_a_bookmaker_beside_them(own_database: str, game: str) -> None:
    run_beside(BESIDE[game], 300, {POOLED, DIVIDEND, COMMISSION, BREAKAGE, CARRIED, *BOOK})


# --- Musical Casino: whole games, for a pot

CASINOS = [
    Way("musical-casino", {"players": 2, "ante": 5}),
    Way("musical-casino", {"players": 3, "ante": 5}),
    Way("musical-casino", {"players": 4, "ante": 5, "partners": True}),
    Way("musical-casino", {"players": 6, "ante": 5}),
]


def play_casinos(games: int) -> None:
    """So many at each of four tables, for two, three, two pairs and six."""
    play(CASINOS, games * len(CASINOS), players=6, look=True)
    assert moved() >= POT
    plays = Move.objects.filter(move__has_any_keys=["match", "pair", "chord", "build", "trail"])
    assert plays.count() >= 48 * Round.objects.count()
    assert plays.count() % 48 == 0


@pytest.mark.long
def test_a_game_of_each_kind_of_musical_casino_by_automatic_players(own_database: str) -> None:
    play_casinos(1)


@pytest.mark.slow
def test_five_games_of_each_kind_of_musical_casino_by_automatic_players(own_database: str) -> None:
    play_casinos(5)


# --- Ascot: whole games in francs, for a pot in counters

ASCOTS = {players: Way("ascot", {"players": players, "ante": 5}) for players in range(2, 7)}
# In the books of every game, whatever falls: out of the box, through the bank, into it again.
FRANCS: set[Moved] = {
    (Role.BOX, Reason.BOX, Role.HOLDING),
    (Role.HOLDING, Reason.CARD_PRICE, Role.BANK),
    (Role.HOLDING, Reason.RACE_ENTRY, Role.BANK),
    (Role.HOLDING, Reason.POOLED, Role.TOTALISATOR),
    (Role.BANK, Reason.BANKER_COMMISSION, Role.HOLDING),
    (Role.HOLDING, Reason.BOX, Role.BOX),
}
# In twenty of them, all of this as well.
IN_MANY: set[Moved] = {
    (Role.HOLDING, Reason.HAMMER_PRICE, Role.BANK),
    (Role.HOLDING, Reason.AUCTION_COMMISSION, Role.AUCTIONEER),
    (Role.AUCTIONEER, Reason.OFFICE, Role.HOLDING),
    (Role.HOLDING, Reason.TRAINING_FEE, Role.HOLDING),
    (Role.HOLDING, Reason.REPORT_FEE, Role.HOLDING),
    (Role.HOLDING, Reason.CLUB_ENTRY, Role.HOLDING),
    (Role.TOTALISATOR, Reason.DIVIDEND, Role.HOLDING),
    (Role.TOTALISATOR, Reason.COMMISSION, Role.BOOKMAKER),
    (Role.TOTALISATOR, Reason.BREAKAGE, Role.BOOKMAKER),
    (Role.BOOKMAKER, Reason.OFFICE, Role.HOLDING),
    (Role.BANK, Reason.PRIZE_FIRST, Role.HOLDING),
    (Role.BANK, Reason.PRIZE_SECOND, Role.HOLDING),
    (Role.BANK, Reason.PRIZE_THIRD, Role.HOLDING),
}


def play_ascots(players: Sequence[int], games: int) -> None:
    """So many at a table for each of these numbers of players. Six sit there, and the quickest play."""
    play([ASCOTS[each] for each in players], games * len(players), players=6, look=True)
    assert moved() >= POT | FRANCS
    francs = Account.objects.filter(unit__code="FRF").values_list("pk", flat=True)
    assert set(balances.balances(francs).values()) == {0}


@pytest.mark.long
def test_a_game_of_ascot_for_five_by_automatic_players(own_database: str) -> None:
    play_ascots([5], 1)


@pytest.mark.slow
def test_four_games_of_ascot_for_each_number_of_players_by_automatic_players(own_database: str) -> None:
    play_ascots(list(ASCOTS), 4)
    assert moved() >= IN_MANY
