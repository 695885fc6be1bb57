"""Every printed rule of Double Event Minoru and every decision of ours, by its number."""

from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from games.double_event.course import Tie
from games.double_event.horses import IN_A_PACK
from games.kit.cards import PACK, Card
from games.kit.errors import RuleBroken
from games.kit.game import written
from games.kit.offices import HOUSE, Office
from games.kit.payments import net, settle
from games.kit.turning import PackShuffled, Turn
from tests.games.double_event.racing import (
    DKJ,
    FOURTEEN,
    GAME,
    JDC,
    ORDER,
    SKJ,
    C,
    D,
    H,
    J,
    K,
    Q,
    S,
    after,
    course,
    moved,
    race,
    run,
    table,
    told,
)
from tests.games.driving import draws, play_through, refusal
from tests.games.rounds import cards, turn

SUITS = {"H": H, "D": D, "C": C, "S": S}


@pytest.mark.rule("double-event:D-R1")
def test_cards_are_turned_up_singly_from_a_pack_that_the_player_on_the_right_cuts() -> None:
    wanted = GAME.chance(after(race(), "2H 3H"))
    assert wanted is not None
    assert (wanted.label, wanted.start, wanted.count, set(wanted.pack)) == ("pack 1", 2, 1, set(PACK))
    assert wanted.becomes(cards("KS")) == turn("KS")
    assert refusal(wanted.becomes, cards("KS QS")) == "one_card"
    assert GAME.cutter(table("A", "B", "C", holder="B").state) == "A"
    assert GAME.cutter(table("A", "B", "C").state) == "C"


@pytest.mark.rule("double-event:D-R2", "double-event:B1")
@pytest.mark.parametrize("rank", ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"])
@pytest.mark.parametrize(("letter", "horse"), list(SUITS.items()))
def test_a_plain_card_moves_its_suit_one_space_and_an_ace_is_a_plain_card(rank: str, letter: str, horse: str) -> None:
    assert moved(race(), rank + letter) == {horse: 1}


@pytest.mark.rule("double-event:D-R3")
@pytest.mark.parametrize(("letter", "horse"), list(SUITS.items()))
def test_kings_and_queens_move_two_horses(letter: str, horse: str) -> None:
    assert moved(race(), f"K{letter}") == {horse: 1, K: 1}
    assert moved(race(), f"Q{letter}") == {horse: 1, Q: 1}


@pytest.mark.rule("double-event:D-R4", "double-event:B2")
def test_one_eyed_knaves_move_two_horses_and_the_others_their_suit_alone() -> None:
    assert moved(race(), "JH") == {H: 1, J: 1}
    assert moved(race(), "JS") == {S: 1, J: 1}
    assert moved(race(), "JD") == {D: 1}
    assert moved(race(), "JC") == {C: 1}


@pytest.mark.rule("double-event:D-R5", "double-event:B5")
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["double-event", "equal-suits", "two-packs"]))
def test_a_race_runs_until_three_horses_are_home(seed: int, name: str) -> None:
    _, states = play_through(GAME, race(course=name), (), draws(seed), lambda able: able[0])
    for before, later in pairwise(states):
        assert len(before.finish) < 3
        assert later.finish[: len(before.finish)] == before.finish
        assert GAME.result(before) is None
    home = {h for h, at, need in zip(ORDER, states[-1].positions, states[-1].course.lengths, strict=True) if at == need}
    assert set(states[-1].finish) <= home
    assert len(home) in {3, 4}, "a fourth can come on the card of the third"
    result = GAME.result(states[-1])
    assert result is not None
    assert result.finish == tuple((horse,) for horse in states[-1].finish)
    assert GAME.places(result.outcome) == states[-1].finish
    assert states[-1].pack_number == states[-1].course.packs


@pytest.mark.rule("double-event:D-R5")
def test_the_last_card_tells_the_first_three() -> None:
    *first, last = JDC.split()
    step = GAME.play(after(race(), " ".join(first)), turn(last))
    assert [written(happening) for happening in step.happenings] == [
        {"turned": {"card": "9C", "moved": [C], "finished": [C]}},
        {"race_over": [J, D, C]},
    ]
    assert [str(happening) for happening in step.happenings] == [
        "9C moves clubs; clubs home",
        "knave first, diamonds second, clubs third",
    ]
    result = GAME.result(step.state)
    assert result is not None
    assert result.outcome == "JDC"
    assert GAME.chance(step.state) is None


@pytest.mark.rule("double-event:D-R6")
@settings(max_examples=20, deadline=None)
@given(st.permutations(PACK))
def test_an_exhausted_pack_is_gathered_and_the_race_goes_on(pack: list[Card]) -> None:
    start = race(course=course(*FOURTEEN))
    nearly = after(start, pack[:51])
    assert (nearly.pack_number, len(nearly.aside)) == (1, 51)
    state = after(nearly, pack[51:])
    assert (state.pack_number, state.aside, state.turned) == (2, (), 52)
    assert state.positions == (13, 13, 13, 13, 4, 4, 2)
    wanted = GAME.chance(state)
    assert wanted is not None
    assert (wanted.label, wanted.start) == ("pack 2", 0)
    step = GAME.play(state, Turn(PACK[0]))
    assert step.happenings[0] == PackShuffled(2, 52), "and every card can come again"
    assert not GAME.takes_stakes(state)


@pytest.mark.rule("double-event:D-R7", "double-event:B5")
def test_a_horse_is_backed_to_win_or_to_be_placed_at_odds_of_its_own() -> None:
    found = {
        market.name: {space.selection: str(space.odds) for space in market.spaces} for market in GAME.markets(race())
    }
    assert found == {
        "win": {H: "11/1", D: "7/2", C: "7/2", S: "11/1", K: "14/1", Q: "14/1", J: "5/2"},
        "placed": {H: "4/3", D: "1/2", C: "1/2", S: "4/3", K: "11/3", Q: "11/3", J: "1/1"},
    }


@pytest.mark.rule("double-event:D-R7", "double-event:B5")
@pytest.mark.parametrize(("horse", "place"), [(S, 1), (K, 2), (J, 3), (H, 0), (Q, 0)])
def test_win_is_paid_for_the_first_and_placed_for_the_first_three(horse: str, place: int) -> None:
    for market in ("win", "placed"):
        settled = run(table("P1").stake("P1", market, horse, 6), SKJ).settle()
        good = place == 1 if market == "win" else place > 0
        assert [payment.reason for payment in settled.payments] == (["returned", "winnings"] if good else ["lost"])


@pytest.mark.rule("double-event:D-R8")
def test_stakes_are_made_and_withdrawn_before_the_off_only() -> None:
    open_ = table("P1").stake("P1", "win", H, 4).withdraw("P1", "win", H, 1)
    assert open_.laid == {("P1", "win", H): 3}
    assert GAME.takes_stakes(open_.state)
    begun = run(open_, "2H")
    assert not GAME.takes_stakes(begun.state)
    assert refusal(begun.stake, "P1", "win", H, 1) == "staking_closed"
    assert refusal(begun.withdraw, "P1", "win", H, 1) == "staking_closed"


@pytest.mark.rule("double-event:D-R8", "double-event:B5")
def test_all_fourteen_spaces_may_be_backed_with_six_each() -> None:
    round_ = table("P1", "P2")
    for market in ("win", "placed"):
        for horse in ORDER:
            round_ = round_.stake("P1", market, horse, 6)
    assert sum(stake.counters for stake in round_.stakes) == 84
    assert refusal(round_.stake, "P1", "win", H, 1) == "over_limit"
    assert round_.stake("P2", "win", H, 6).laid["P2", "win", H] == 6


@pytest.mark.rule("double-event:D-R8")
def test_the_bank_passes_left_after_four_settled_races() -> None:
    office, holders = Office("A", GAME.term(race())), []
    for _ in range(13):
        holders.append(office.holder)
        office = office.after_a_settled_round("ABC", "ABC")
    assert "".join(holders) == "AAAABBBBCCCCA"


@pytest.mark.rule("double-event:B1")
def test_there_is_neither_an_ace_track_nor_a_joker() -> None:
    assert tuple(track.horse for track in race().course.horses) == ORDER
    assert refusal(table("P1").stake, "P1", "win", "ace", 1) == "unknown_selection"
    assert refusal(GAME.play, race(), turn("JK")) == "joker_not_in_pack"


@pytest.mark.rule("double-event:B3")
def test_of_two_horses_that_one_card_brings_home_the_suit_is_ahead() -> None:
    before = after(race(), "KH KD KC 2S 3S 4S 5S 6S 7S 8S 9S 10S")
    assert (told(before, "KS").moved, told(before, "KS").finished) == ((S, K), (S, K))
    assert after(before, "KS").finish == (S, K)


@pytest.mark.rule("double-event:B3")
def test_a_course_can_put_the_court_horse_ahead() -> None:
    before = after(race(course=course(tie="court_first")), "KH KD KC 2S 3S 4S 5S 6S 7S 8S 9S 10S")
    assert before.course.tie is Tie.COURT_FIRST
    assert (told(before, "KS").moved, told(before, "KS").finished) == ((K, S), (K, S))
    assert after(before, "KS").finish == (K, S)


@pytest.mark.rule("double-event:B3")
@pytest.mark.parametrize(("tie", "third"), [("suit_first", S), ("court_first", Q)])
def test_the_second_of_two_at_the_third_place_is_not_placed(tie: str, third: str) -> None:
    start = race(course=course(tie=tie))
    state = after(start, "JH JS 2D 3D 4D 5D 6D 7D 8D 9D 10D QH QD QC 2S 3S 4S 5S 6S 7S 8S 9S QS")
    assert state.finish == (J, D, third)
    assert (state.positions[3], state.positions[5]) == (10, 4)
    assert refusal(GAME.play, state, turn("2H")) == "race_over"


@pytest.mark.rule("double-event:B4")
def test_a_horse_that_is_home_stays_and_a_court_card_still_moves_the_other() -> None:
    state = after(race(), "2D 3D 4D 5D 6D 7D 8D 9D 10D")
    assert state.finish == (D,)
    assert moved(state, "AD") == {}
    assert str(told(state, "AD")) == "AD moves nobody"
    assert moved(state, "KD") == {K: 1}
    assert str(told(state, "KD")) == "KD moves king"
    courts = after(race(), "KH KD KC KS")
    assert moved(after(courts, "JH JS"), "QS") == {S: 1, Q: 1}
    assert moved(courts, "QS") == {S: 1, Q: 1}


@pytest.mark.rule("double-event:B6")
@pytest.mark.parametrize(
    ("lengths", "packs", "idle", "words"),
    [
        ((10, 9, 9, 10, 4, 4, 2), 1, 0, "Three horses are always home within one pack."),
        ((13, 39, 39, 39, 4, 12, 2), 1, 0, "Three horses are always home within one pack."),
        (
            (13, 39, 39, 39, 4, 12, 3),
            2,
            0,
            "One pack never brings three horses home: every race takes 2 packs.",
        ),
        (
            FOURTEEN,
            2,
            1,
            "One pack never brings three horses home: every race takes 2 packs."
            " The first pack brings no horse home and decides nothing.",
        ),
        (
            (26, 39, 39, 39, 8, 12, 5),
            3,
            1,
            "2 packs never bring three horses home: every race takes 3 packs."
            " The first pack brings no horse home and decides nothing.",
        ),
        (
            (39, 39, 39, 39, 12, 12, 6),
            3,
            2,
            "2 packs never bring three horses home: every race takes 3 packs."
            " The first 2 packs bring no horse home and decide nothing.",
        ),
    ],
)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_how_many_packs_a_race_takes_is_certain(
    lengths: tuple[int, ...], packs: int, idle: int, words: str, seed: int
) -> None:
    start = race(course=course(*lengths))
    assert (start.course.packs, start.course.idle_packs) == (packs, idle)
    assert GAME.about(start)[1] == words
    _, states = play_through(GAME, start, (), draws(seed), lambda able: able[0])
    assert states[-1].pack_number == packs
    first_home = next(state for state in states if state.finish)
    assert (first_home.turned - 1) // 52 >= idle


@pytest.mark.rule("double-event:B6")
def test_a_whole_pack_takes_every_horse_a_certain_way() -> None:
    assert [IN_A_PACK[track.horse] for track in race().course.horses] == [13, 13, 13, 13, 4, 4, 2]


@pytest.mark.rule("double-event:B7")
def test_winnings_are_paid_and_the_stake_comes_back() -> None:
    settled = run(table("P1").stake("P1", "win", S, 2).stake("P1", "placed", K, 3), SKJ).settle()
    assert [(payment.reason, payment.amount) for payment in settled.payments] == [
        ("returned", 2),
        ("returned", 3),
        ("winnings", 22),
        ("winnings", 11),
    ]


@pytest.mark.rule("double-event:B7")
def test_every_race_starts_with_a_full_pack() -> None:
    wanted = GAME.chance(race())
    assert wanted is not None
    assert (len(set(wanted.pack)), wanted.start, wanted.label) == (52, 0, "pack 1")


@pytest.mark.rule("double-event:B7")
def test_the_banker_does_not_stake_and_nobody_turns_a_card() -> None:
    round_ = table("A", "B", holder="A")
    assert refusal(round_.stake, "A", "win", H, 1) == "office_stakes"
    assert round_.stake("B", "win", H, 1).stakes
    assert refusal(GAME.play, round_.state, GAME.read_move({"seat": "A", "turn": "2H"})) == "not_dealer"
    assert GAME.moves(round_.state, "A") == ()


@pytest.mark.rule("double-event:B7")
def test_an_abandoned_race_gives_all_stakes_back() -> None:
    round_ = run(table("P1", "P2").stake("P1", "win", H, 6).stake("P2", "placed", J, 2), "2H")
    void = round_.void()
    assert net(void.payments, ["P1", "P2", "bank"]) == {"P1": 0, "P2": 0, "bank": 0}
    assert [(payment.payee.seat, payment.amount) for payment in void.payments] == [("P1", 6), ("P2", 2)]


@pytest.mark.rule("double-event:B7")
def test_a_stake_is_taken_only_while_the_bank_can_pay_the_worst_order() -> None:
    """11 to 1 on spades to win, and 11 to 3 on the king to be placed behind it."""
    round_ = table("P1", "P2", funds={"bank": 77}).stake("P1", "win", S, 6).stake("P1", "placed", K, 3)
    assert round_.exposure("bank").worst == 77
    assert refusal(round_.stake, "P2", "placed", J, 1) == "not_covered"
    helped = round_.stake("P2", "win", K, 1).stake("P2", "placed", J, 1)
    assert helped.exposure("bank").worst == 77
    assert refusal(helped.withdraw, "P2", "win", K, 1) == "stake_needed"


@pytest.mark.rule("double-event:B7")
@settings(max_examples=40, deadline=None)
@given(
    funds=st.integers(0, 150),
    wishes=st.lists(
        st.tuples(st.sampled_from("AB"), st.sampled_from(["win", "placed"]), st.sampled_from(ORDER), st.integers(1, 6)),
        max_size=25,
    ),
)
def test_no_accepted_stakes_can_leave_the_bank_short(funds: int, wishes: list[tuple[str, str, str, int]]) -> None:
    round_ = table("A", "B", funds={"bank": funds})
    for wish in wishes:
        with suppress(RuleBroken):
            round_ = round_.stake(*wish)
    markets, outcomes = GAME.markets(round_.state), GAME.outcomes(round_.state)
    assert len(outcomes) == 210
    for outcome in outcomes:
        assert funds + net(settle(round_.stakes, markets, outcome), ["bank"])["bank"] >= 0
    event("stakes were taken" if round_.stakes else "no stake was taken")


def test_outcomes_that_can_still_come_begin_with_who_is_home() -> None:
    state = after(race(), SKJ.removesuffix(" JH JS"))
    assert GAME.outcomes(state) == ("SKH", "SKD", "SKC", "SKQ", "SKJ")
    assert GAME.outcomes(after(state, "JH JS")) == ("SKJ",)


def test_everything_in_a_view_is_public() -> None:
    state = after(race(), DKJ.removesuffix(" JS"))
    view = GAME.view(state, None)
    assert view == GAME.view(state, "P1")
    assert view.aside == cards(DKJ.removesuffix(" JS"))
    assert (view.finish, view.positions) == ((D, K), (2, 9, 1, 1, 4, 1, 1))
    assert view.course.name == "Double Event course"


def test_house_and_players_start_from_the_double_event_course() -> None:
    assert GAME.usual_options(HOUSE) == GAME.usual_options("Ada") == {"course": "double-event"}
    assert GAME.variants() == ({"course": "double-event"}, {"course": "equal-suits"}, {"course": "two-packs"})
