"""A totalisator and a bookmaker beside the races of the house."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from games.horses.rules import Horses
from games.kit import automatic
from games.kit.beside import Beside, Sides
from games.kit.bookmaker import Bookmaker
from games.kit.fair import Draws
from games.kit.payments import Party, Payment, Reason
from games.kit.round import Phase, Round
from games.kit.totalisator import Totalisator, Unbacked
from games.kit.values import from_json, to_json
from tests.games.derby.racing import DERBY
from tests.games.derby.racing import run as thrown
from tests.games.double_event.racing import GAME as DOUBLE_EVENT
from tests.games.driving import draws, keep_accounts, refusal
from tests.games.horses.racing import HORSES
from tests.games.kit.races import (
    BOOK,
    BOTH,
    POOL,
    RACES,
    ROULETTE,
    SEATS,
    TERMS,
    opened,
    placed,
)
from tests.games.minoru.racing import MINORU

races = pytest.mark.parametrize("race", RACES)
few = settings(max_examples=10, deadline=None)


def run(round_: Round, chance: Draws) -> Round:
    """To its end, as chance will have it."""
    while wanted := round_.game.chance(round_.state):
        round_ = round_.play(chance.move(wanted))
    return round_


def backed(round_: Round, chance: Draws, purse: int = 60) -> Round:
    """With what automatic players lay on everything that can be backed, as far as it is covered."""
    for seat in round_.seats:
        for stake in automatic.stakes(seat, round_.offers, purse, chance.numbers(f"stakes {seat}")):
            wish = (stake.seat, stake.market, stake.selection, stake.counters)
            if round_.room(*wish[:3]) >= stake.counters:
                round_ = round_.stake(*wish)
            else:
                assert refusal(round_.stake, *wish) == "not_covered"
    return round_


def moved_by(payments: tuple[Payment, ...], reason: Reason) -> int:
    return sum(payment.amount for payment in payments if payment.reason is reason)


# --- Every race: every counter


@races
@few
@given(seed=st.integers(0, 2**32), funds=st.integers(0, 300), carried=st.integers(0, 40), terms=st.sampled_from(TERMS))
def test_every_counter_of_every_race_is_accounted_for(
    race: str, seed: int, funds: int, carried: int, terms: Beside
) -> None:
    game, options = RACES[race]
    purses, offices = dict.fromkeys(SEATS, 60), {game.office: funds, "bookmaker": funds}
    chance = draws(seed)
    round_ = backed(opened(game, options, terms, purses=purses, funds=offices, carried=carried), chance)
    over = run(round_, chance)
    settled = over.settle()
    for ended in (settled, over.void(), round_.void()):
        kept = keep_accounts(purses, {**offices, "carry-over": carried}, round_.stakes, ended.payments)
        assert not any(held for party, held in kept.items() if party.role in {"stakes", "totalisator"})
        if ended is settled:
            event(f"{len(game.winners(game.result(over.state).outcome))} won")  # type: ignore[union-attr]
        else:
            assert {kept[Party("purse", seat)] for seat in SEATS} == {60}, "void gives everything back"
            assert kept[Party("carry-over")] == carried


@races
@few
@given(seed=st.integers(0, 2**32), carried=st.integers(0, 40), terms=st.sampled_from(TERMS))
def test_a_pool_is_dividends_commission_breakage_and_what_goes_on(
    race: str, seed: int, carried: int, terms: Beside
) -> None:
    game, options = RACES[race]
    chance = draws(seed)
    round_ = run(backed(opened(game, options, terms, carried=carried), chance), chance)
    pooled = [stake for stake in round_.stakes if stake.market == "totalisator"]
    settled, result = round_.settle(), game.result(round_.state)
    assert result is not None
    pool = Party("totalisator")
    told = Counter[str]()
    for payment in settled.payments:
        told["in"] += payment.amount * (payment.payee == pool)
        told[payment.reason] += payment.amount * (payment.payer == pool)
    won = sum(stake.counters for stake in pooled if stake.selection in game.winners(result.outcome))
    if won or (pooled and terms.totalisator and terms.totalisator.unbacked is not Unbacked.REFUND):
        assert told["in"] == sum(stake.counters for stake in pooled) + carried
        assert told["in"] == sum(told[way] for way in ("dividend", "commission", "breakage", "carry-over", "lost"))
        assert won or told["commission"] == told["dividend"] == told["breakage"] == 0
        event("won" if won else "went on")
    else:
        assert told.total() == 0, "stakes come back, or there were none; what was carried stays where it is"
        event("came back" if pooled else "empty")


# --- What can be opened


@pytest.mark.parametrize(
    ("game", "beside", "code"),
    [
        (ROULETTE, BOOK, "no_race"),
        (ROULETTE, POOL, "no_race"),
        (ROULETTE, placed(2, "1/4"), "no_race"),
        (MINORU, Beside(Totalisator(unbacked=Unbacked.BOOKMAKER)), "no_bookmaker"),
        (DOUBLE_EVENT, Beside(Totalisator(unbacked=Unbacked.BOOKMAKER)), "no_bookmaker"),
        (MINORU, placed(2, "1/4"), "no_places"),
        (DERBY, placed(2, "1/4"), "no_places"),
        (DERBY, placed(3, "1/4"), "no_places"),
    ],
)
def test_what_cannot_be_opened_on_a_game(game: Any, beside: Beside, code: str) -> None:
    assert refusal(opened, game, {}, beside) == code
    assert refusal(beside.check, game, game.start(game.read_options({}), SEATS)) == code


def test_the_games_own_bookmaker_can_take_what_nobody_wins() -> None:
    for game in (HORSES, DERBY):
        assert opened(game, {}, Beside(Totalisator(unbacked=Unbacked.BOOKMAKER))).offers
    both = Beside(Totalisator(unbacked=Unbacked.BOOKMAKER), Bookmaker())
    assert opened(MINORU, {}, both).offers


def test_not_all_runners_can_be_placed() -> None:
    class Three(Horses):
        """Horses that scratches one of its runners."""

        def runners(self, state: Any) -> tuple[str, ...]:
            return super().runners(state)[:3]

    three = Three(HORSES.courses, HORSES.catalogue)
    state = three.start(three.read_options({}), SEATS)
    assert refusal(placed(3, "1/4").check, three, state) == "bad_places"
    placed(2, "1/4").check(three, state)


def test_nothing_beside_a_game_is_nothing() -> None:
    for game in (ROULETTE, MINORU):
        round_ = opened(game, {}, Beside())
        assert round_.sides == Sides()
        assert round_.offers == round_.markets == game.markets(round_.state)
        assert refusal(opened, game, {}, Beside(), carried=-1) == "bad_counters"
    assert refusal(opened, HORSES, {}, POOL, carried=-1) == "bad_counters"


def test_what_stands_beside_a_round_is_written_and_read() -> None:
    sides = opened(HORSES, {}, placed(2, "1/4"), carried=5).sides
    assert from_json(Sides, to_json(sides)) == sides
    assert from_json(Beside, to_json(BOTH)) == BOTH


def test_funds_are_of_those_who_pay_fixed_odds() -> None:
    assert opened(MINORU, {}, BOTH, funds={"bank": 1, "bookmaker": 1}).offers
    assert refusal(opened, MINORU, {}, POOL, funds={"bookmaker": 1}) == "unknown_office"
    assert refusal(opened, MINORU, {}, POOL, funds={"totalisator": 1}) == "unknown_office"


# --- Who may stake


@pytest.mark.parametrize("game", [HORSES, DERBY], ids=lambda game: game.slug)
def test_who_keeps_the_book_stakes_in_the_pool_and_not_against_himself(game: Any) -> None:
    round_ = opened(game, {}, BOTH, holder="Bob")
    runner = game.runners(round_.state)[0]
    assert refusal(round_.stake, "Bob", "bookmaker", runner, 1) == "office_stakes"
    assert (round_.room("Bob", "bookmaker", runner), round_.room("Bob", "totalisator", runner)) == (0, 2**53 - 1)
    assert round_.stake("Bob", "totalisator", runner, 1).stake("Ada", "bookmaker", runner, 1).laid


def test_a_banker_stakes_with_the_bookmaker_beside_his_own_odds() -> None:
    round_ = opened(MINORU, {}, BOTH, holder="Bob")
    assert refusal(round_.stake, "Bob", "win", "minoru", 1) == "office_stakes"
    assert round_.stake("Bob", "bookmaker", "minoru", 1).stake("Bob", "totalisator", "minoru", 1).laid


@races
def test_stakes_beside_a_race_end_with_the_off(race: str) -> None:
    game, options = RACES[race]
    round_ = opened(game, options, BOTH)
    runner = game.runners(round_.state)[0]
    for market in ("bookmaker", "totalisator"):
        laid = round_.stake("Ada", market, runner, 3)
        wanted = game.chance(laid.state)
        assert wanted is not None
        for later in (laid.off(), laid.play(draws(1).move(wanted))):
            assert refusal(later.stake, "Ada", market, runner, 1) == "staking_closed"
            assert refusal(later.withdraw, "Ada", market, runner, 1) == "staking_closed"
            assert later.room("Ada", market, runner) == 0


def test_limits_are_those_of_the_terms() -> None:
    narrow = Beside(Totalisator(stake_least=2, stake_most=10), Bookmaker(stake_least=3, stake_most=5))
    round_ = opened(HORSES, {}, narrow, purses={"Ada": 9})
    assert refusal(round_.stake, "Ada", "totalisator", "clubs", 1) == "under_limit"
    assert refusal(round_.stake, "Ada", "bookmaker", "clubs", 2) == "under_limit"
    assert refusal(round_.stake, "Ada", "bookmaker", "clubs", 6) == "over_limit"
    assert (round_.room("Ada", "bookmaker", "clubs"), round_.room("Ada", "totalisator", "clubs")) == (5, 9)
    laid = round_.stake("Ada", "bookmaker", "clubs", 5)
    assert refusal(laid.stake, "Ada", "totalisator", "clubs", 5) == "short_purse"
    assert refusal(laid.withdraw, "Ada", "bookmaker", "clubs", 3) == "under_limit", "2 could not be staked"
    assert laid.withdraw("Ada", "bookmaker", "clubs", 5).laid == {}


# --- Versions of prices


def test_a_price_that_was_seen_is_the_price_that_is_staked_on() -> None:
    round_ = opened(HORSES, {}, BOTH)
    versions = {offer.name: offer.price for offer in round_.offers}
    assert set(versions) == {"win", "place", "show", "colour", "bookmaker", "totalisator"}
    assert len(set(versions.values())) == 6
    for market, version in versions.items():
        round_.require_price(market, version)
        assert refusal(round_.require_price, market, "") == "price_changed"
    laid = round_.stake("Ada", "totalisator", "clubs", 5).stake("Ada", "bookmaker", "clubs", 5)
    assert {offer.name: offer.price for offer in laid.offers} == versions, "a stake changes no terms"


@pytest.mark.parametrize(
    ("market", "beside"),
    [
        ("bookmaker", Beside(Totalisator(), Bookmaker(margin=16))),
        ("bookmaker", Beside(Totalisator(), Bookmaker(stake_most=5))),
        ("totalisator", Beside(Totalisator(commission=11), Bookmaker())),
        ("totalisator", Beside(Totalisator(stake_least=2), Bookmaker())),
        ("totalisator", Beside(Totalisator(unbacked=Unbacked.CARRY_OVER), Bookmaker())),
    ],
)
def test_other_terms_are_another_price(market: str, beside: Beside) -> None:
    seen = {offer.name: offer.price for offer in opened(HORSES, {}, BOTH).offers}
    later = opened(HORSES, {}, beside)
    assert refusal(later.require_price, market, seen[market]) == "price_changed"
    for other in set(seen) - {market}:
        later.require_price(other, seen[other])


# --- Pools


def pool_of(terms: Totalisator, throw: str, carried: int = 0) -> Round:
    """B1: 20 on the first horse, 30 on the second, 50 on others; 1 and 2 are one step from home."""
    round_ = opened(DERBY, {"start": [15, 15, 1, 1, 1, 1]}, Beside(terms), carried=carried)
    for seat, horse, counters in (("Ada", "1", 20), ("Bob", "2", 30), ("Cy", "3", 50)):
        round_ = round_.stake(seat, "totalisator", horse, counters)
    return thrown(round_, throw).settle()


@pytest.mark.parametrize(
    ("commission", "throw", "dividends"),
    [
        (0, "124", [("Ada", 45), ("Bob", 55)]),
        (10, "124", [("Ada", 40), ("Bob", 50)]),
        (0, "144", [("Ada", 100)]),
        (10, "144", [("Ada", 90)]),
    ],
)
def test_a_pool_is_paid_as_in_the_rules(commission: int, throw: str, dividends: list[tuple[str, int]]) -> None:
    paid = pool_of(Totalisator(commission=commission), throw).payments
    pool = Party("totalisator")
    assert [(p.payer, p.payee, p.amount) for p in paid if p.reason is Reason.POOLED] == [
        (Party("stakes", "Ada"), pool, 20),
        (Party("stakes", "Bob"), pool, 30),
        (Party("stakes", "Cy"), pool, 50),
    ]
    assert [(p.payee, p.amount) for p in paid if p.reason is Reason.DIVIDEND] == [
        (Party("purse", seat), counters) for seat, counters in dividends
    ]
    assert moved_by(paid, Reason.COMMISSION) == commission
    assert moved_by(paid, Reason.BREAKAGE) == 0


def test_a_pool_that_nobody_wins_goes_where_the_terms_say() -> None:
    round_ = opened(DERBY, {"start": [15, 15, 1, 1, 1, 1]}, POOL, carried=7).stake("Cy", "totalisator", "3", 50)
    back = thrown(round_, "124").settle().payments
    assert [(p.payer, p.payee, p.amount) for p in back] == [(Party("stakes", "Cy"), Party("purse", "Cy"), 50)]
    for unbacked, payee in ((Unbacked.CARRY_OVER, "carry-over"), (Unbacked.BOOKMAKER, "bookmaker")):
        terms = Beside(Totalisator(unbacked=unbacked))
        round_ = opened(DERBY, {"start": [15, 15, 1, 1, 1, 1]}, terms, carried=7).stake("Cy", "totalisator", "3", 50)
        paid = thrown(round_, "124").settle().payments
        assert [(p.payer.role, p.payee.role, p.amount) for p in paid] == [
            ("stakes", "totalisator", 50),
            ("carry-over", "totalisator", 7),
            ("totalisator", payee, 57),
        ]


def test_a_pool_that_nobody_staked_in_pays_nothing_and_keeps_what_was_carried() -> None:
    round_ = opened(DERBY, {"start": [15, 15, 1, 1, 1, 1]}, POOL, carried=7)
    assert thrown(round_, "124").settle().payments == ()


def test_a_round_with_things_beside_it_is_settled_once() -> None:
    settled = pool_of(Totalisator(), "124")
    assert settled.phase is Phase.SETTLED
    assert refusal(settled.settle) == refusal(settled.void) == "already_settled"
