"""The game for points, by the numbers of its rules."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kit.game import OnSpaces, Result
from games.kit.payments import Party, Payment, Reason, net
from games.kit.round import Round
from games.roulette.points import Clear, Cleared, Done, Lying, Mark, Marked, PlayOff, Scored, Won
from games.roulette.wheel import WHEEL
from tests.games.driving import Choose, draws, keep_accounts, next_move, play_through, refusal
from tests.games.roulette.playing import FIGURES, ROULETTE, after, course, done, mark, players, points, scores, turn

TWO = points("P1", "P2")


@pytest.mark.rule("roulette:L-R5", "roulette:E7")
@pytest.mark.parametrize(
    ("market", "selection", "score"),
    [
        ("number", "17", 105),
        ("run", "16-17", 51),
        ("run", "15-17", 33),
        ("run", "14-17", 24),
        ("run", "13-17", 18),
        ("run", "12-17", 15),
        ("column", "2", 6),
        ("dozen", "2", 6),
        ("colour", "black", 3),
        ("half", "low", 3),
        ("parity", "odd", 3),
        ("colour", "red", 0),
        ("number", "0", 0),
        ("run", "18-23", 0),
    ],
)
@pytest.mark.parametrize("payout_mode", ["to", "for"])
def test_a_hit_scores_the_printed_figure_for_each_marker_and_a_miss_nothing(
    market: str, selection: str, score: int, payout_mode: str
) -> None:
    round_ = after(points("P1", payout_mode=payout_mode), mark("P1", market, selection, 3), done("P1"), turn("17"))
    assert scores(round_) == {"P1": score}


@pytest.mark.rule("roulette:E7")
def test_points_add_up_and_are_never_lost() -> None:
    round_ = after(TWO, mark("P1", "number", "5", 2), mark("P1", "colour", "red", 3), done("P1"))
    round_ = after(round_, mark("P2", "colour", "black", 10), turn("5"))
    assert scores(round_) == {"P1": 73, "P2": 0}
    round_ = after(round_, mark("P1", "number", "5", 10), mark("P2", "dozen", "3", 10), turn("36"))
    assert scores(round_) == {"P1": 73, "P2": 20}


@pytest.mark.rule("roulette:L-R3", "roulette:L-R7")
def test_markers_are_laid_and_taken_back_until_the_seat_has_guessed() -> None:
    round_ = after(TWO, mark("P1", "colour", "red", 2), mark("P1", "run", "1-2", 3), mark("P1", "colour", "red", 1))
    assert players(round_)["P1"].marks == (Lying("colour", "red", 3), Lying("run", "1-2", 3))
    cleared = round_.play(Clear(seat="P1"))
    assert (players(cleared)["P1"].marks, cleared.happenings) == ((), (Cleared("P1"),))
    assert after(cleared, mark("P1", "number", "0", 10)).happenings == (Marked("P1", "number", "0", 10),)
    guessed = round_.play(done("P1"))
    for move in (mark("P1", "colour", "red", 1), Clear(seat="P1"), done("P1")):
        assert refusal(guessed.play, move) == "already_done"


@pytest.mark.rule("roulette:L-R7")
def test_the_card_waits_until_everybody_has_guessed() -> None:
    round_ = after(TWO, mark("P1", "colour", "red", 2), done("P1"), mark("P2", "colour", "red", 2))
    assert ROULETTE.chance(round_.state) is None
    assert refusal(round_.play, turn("1")) == "not_ready"
    ready = round_.play(done("P2"))
    assert ROULETTE.chance(ready.state) is not None
    assert ROULETTE.moves(ready.state, "P1") == ROULETTE.moves(ready.state, "P2") == ()


@pytest.mark.rule("roulette:L-R7")
def test_a_seat_that_has_laid_all_its_markers_has_guessed() -> None:
    round_ = after(TWO, mark("P1", "colour", "red", 9))
    assert not players(round_)["P1"].done
    assert players(after(round_, mark("P1", "number", "0", 1)))["P1"].done


@pytest.mark.rule("roulette:L-R2", "roulette:E6")
def test_every_turn_shuffles_all_the_cards_again() -> None:
    round_, labels = points("P1"), []
    for _ in range(3):
        round_ = after(round_, mark("P1", "number", "0", 10))
        wanted = ROULETTE.chance(round_.state)
        assert wanted is not None
        assert (wanted.pack, wanted.start, wanted.count) == (WHEEL, 0, 1)
        labels.append(wanted.label)
        round_ = round_.play(turn("17"))
    assert labels == ["turn 1", "turn 2", "turn 3"]
    assert round_.state.turns == 3, "the same card may come again"


@pytest.mark.rule("roulette:E7")
def test_a_turn_has_a_limit_of_markers() -> None:
    laid = after(TWO, mark("P1", "colour", "red", 4))
    assert refusal(laid.play, mark("P1", "number", "5", 7)) == "too_many_markers"
    assert refusal(TWO.play, mark("P1", "number", "5", 11)) == "too_many_markers"
    few = points("P1", markers=1)
    assert refusal(few.play, mark("P1", "number", "5", 2)) == "too_many_markers"
    assert players(after(few, mark("P1", "number", "5", 1)))["P1"].done
    again = after(laid, mark("P1", "number", "5", 6), mark("P2", "number", "5", 10), turn("0"))
    assert players(after(again, mark("P1", "number", "5", 10)))["P1"].laid == 10, "every turn has its own"


@pytest.mark.rule("roulette:E7")
def test_a_guess_is_at_least_one_marker() -> None:
    assert refusal(TWO.play, done("P1")) == "nothing_marked"
    assert refusal(TWO.play, Clear(seat="P1")) == "nothing_marked"
    assert players(after(TWO, mark("P1", "colour", "red", 1), done("P1")))["P1"].done


@pytest.mark.rule("roulette:L-R5")
@pytest.mark.parametrize(("target", "over"), [(349, True), (350, True), (351, False)])
def test_the_game_ends_when_somebody_has_the_target(target: int, over: bool) -> None:
    round_ = after(points("P1", "P2", target=target), mark("P1", "number", "5", 10), mark("P2", "number", "6", 10))
    ended = round_.play(turn("5"))
    assert (ROULETTE.result(ended.state) is not None) is over
    if over:
        assert ROULETTE.result(ended.state) == Result("over", (("P1",), ("P2",)))
        assert ended.happenings[1:] == (Scored("P1", 350, 350), Won("P1"))
        assert refusal(ended.play, mark("P2", "colour", "red", 1)) == "game_over"
        assert refusal(ended.play, turn("6")) == "game_over"
        assert ROULETTE.chance(ended.state) is None
        assert ROULETTE.moves(ended.state, "P1") == ()


@pytest.mark.rule("roulette:E8")
def test_the_highest_total_wins_though_another_had_the_target_with_the_same_card() -> None:
    round_ = after(points("P1", "P2", "P3", target=50), mark("P1", "number", "5", 2), done("P1"))
    round_ = after(round_, mark("P2", "number", "5", 3), done("P2"), mark("P3", "colour", "black", 10), turn("5"))
    assert scores(round_) == {"P1": 70, "P2": 105, "P3": 0}
    assert ROULETTE.result(round_.state) == Result("over", (("P2",), ("P1",), ("P3",)))


def tied() -> Round:
    round_ = after(points("P1", "P2", "P3", "P4", target=60), mark("P1", "number", "5", 2), done("P1"))
    for seat, markers in (("P2", 2), ("P3", 2), ("P4", 1)):
        round_ = after(round_, mark(seat, "number", "5", markers), done(seat))
    return round_.play(turn("5"))


@pytest.mark.rule("roulette:E8")
def test_equal_totals_have_a_further_turn_between_them_until_one_is_ahead() -> None:
    round_ = tied()
    assert round_.happenings[-1] == PlayOff(("P1", "P2", "P3"))
    assert ROULETTE.result(round_.state) is None
    assert refusal(round_.play, mark("P4", "number", "5", 10)) == "not_in_play"
    assert ROULETTE.moves(round_.state, "P4") == ()
    assert ROULETTE.automatic(round_.state, "P4") is None
    for seat, colour in (("P1", "red"), ("P2", "red"), ("P3", "black")):
        round_ = after(round_, mark(seat, "colour", colour, 1), done(seat))
    round_ = round_.play(turn("3"))
    assert round_.happenings[-1] == PlayOff(("P1", "P2"))
    assert refusal(round_.play, mark("P3", "number", "5", 10)) == "not_in_play"
    for seat, colour in (("P1", "red"), ("P2", "black")):
        round_ = after(round_, mark(seat, "colour", colour, 1), done(seat))
    nobody = round_.play(turn("eagle"))
    assert nobody.happenings[1:] == (PlayOff(("P1", "P2")),)
    won = round_.play(turn("2"))
    assert won.happenings[-1] == Won("P2")
    assert ROULETTE.result(won.state) == Result("over", (("P2",), ("P1",), ("P3",), ("P4",)))


@pytest.mark.rule("roulette:E8")
def test_players_below_the_top_may_share_a_place() -> None:
    round_ = after(points("P1", "P2", "P3", target=35), mark("P1", "number", "5", 1), done("P1"))
    for seat in ("P2", "P3"):
        round_ = after(round_, mark(seat, "colour", "red", 1), done(seat))
    assert ROULETTE.result(round_.play(turn("5")).state) == Result("over", (("P1",), ("P2", "P3")))


def test_equal_totals_below_the_target_mean_nothing() -> None:
    round_ = after(TWO, mark("P1", "number", "5", 10), mark("P2", "number", "5", 10), turn("5"))
    assert not any(player.out for player in players(round_).values())
    assert round_.happenings[-1] == Scored("P2", 350, 350)


def test_with_nobody_there_the_game_is_over_at_once() -> None:
    empty = points()
    assert ROULETTE.result(empty.state) == Result("over", ())
    assert ROULETTE.chance(empty.state) is None
    assert refusal(empty.play, turn("5")) == "game_over"


@pytest.mark.rule("roulette:L-R5")
def test_everybody_guesses_and_nobody_stakes() -> None:
    round_ = points("P1", "P2")
    assert ROULETTE.markets(round_.state) == ()
    assert ROULETTE.outcomes(round_.state) == ()
    assert not ROULETTE.takes_stakes(round_.state)
    assert refusal(round_.stake, "P1", "colour", "red", 1) == "staking_closed"
    assert ROULETTE.unit(round_.state) == "point"
    assert ROULETTE.chances(round_.state) == {}
    assert ROULETTE.outcome_chances(round_.state) == {}


def test_what_a_seat_may_do() -> None:
    fresh = ROULETTE.moves(TWO.state, "P1")
    assert {move.market: move.most for move in fresh if isinstance(move, OnSpaces)} == dict.fromkeys(
        ("colour", "half", "parity", "column", "dozen", "number", "run"), 10
    )
    assert len(fresh) == 7, "nothing lies there to be taken back or to be the guess"
    laid = ROULETTE.moves(after(TWO, mark("P1", "run", "1-6", 4)).state, "P1")
    assert {move.most for move in laid if isinstance(move, OnSpaces)} == {6}
    assert [move for move in laid if not isinstance(move, OnSpaces)] == [Done(seat="P1"), Clear(seat="P1")]
    runs = {move.market: move.selections for move in fresh if isinstance(move, OnSpaces)}["run"]
    assert "1-6" in runs
    assert "1+4" not in runs
    tables = ROULETTE.moves(points("P1", run_mode="layout").state, "P1")
    assert any("1+4" in move.selections for move in tables if isinstance(move, OnSpaces))
    assert ROULETTE.moves(TWO.state, "Zoe") == ()


@pytest.mark.rule("roulette:E7")
def test_an_absent_player_keeps_to_what_lies_there_or_lays_all_on_two_numbers() -> None:
    assert ROULETTE.automatic(after(TWO, mark("P1", "colour", "red", 1)).state, "P1") == done("P1")
    assert ROULETTE.automatic(TWO.state, "P1") == Mark("run", "1-2", 10, seat="P1")
    assert ROULETTE.automatic(TWO.state, "P2") == Mark("run", "3-4", 10, seat="P2")
    assert ROULETTE.automatic(TWO.state, "Zoe") is None
    assert ROULETTE.automatic(after(TWO, mark("P1", "colour", "red", 10)).state, "P1") is None


@pytest.mark.rule("roulette:E7")
def test_two_numbers_reach_500_soonest() -> None:
    turns = {figure.name: figure.value for figure in ROULETTE.figures(TWO.state) if figure.name.startswith("turns_")}
    assert min(turns, key=lambda name: turns[name]) == "turns_two"


def test_automatic_players_play_a_game_to_its_end_and_use_every_pair() -> None:
    round_, chance, laid = TWO, draws(11), set()
    while not round_.state.over:
        move = next((found for seat in ("P1", "P2") if (found := ROULETTE.automatic(round_.state, seat))), None)
        if isinstance(move, Mark):
            laid.add(move.selection)
        wanted = ROULETTE.chance(round_.state)
        round_ = round_.play(move or chance.move(wanted or pytest.fail("nobody can move")))
    assert max(scores(round_).values()) >= 500
    assert laid == {f"{n}-{n + 1}" for n in range(1, 36)}


def choosing(seed: int) -> Choose:
    """Anything that can be done. Players who are left to hypothesis guess alike, and are never parted."""
    numbers = draws(seed).numbers("choices")
    return lambda able: able[numbers.below(len(able))]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_every_point_comes_out_of_the_box_and_goes_back(seed: int) -> None:
    round_, seats, chance, choose = points("P1", "P2", target=25), ("P1", "P2"), draws(seed), choosing(seed)
    while move := next_move(ROULETTE, round_.state, seats, chance, choose):
        round_ = round_.play(move)
        held = keep_accounts({}, {}, (), round_.payments)
        assert {seat: held[Party("holding", seat)] for seat in seats} == scores(round_)
        assert held[Party("box")] == -sum(scores(round_).values())
    for ended in (round_.settle(), round_.void()):
        assert set(keep_accounts({}, {}, (), ended.payments).values()) <= {0}


def test_payments_are_made_hit_by_hit() -> None:
    round_ = after(TWO, mark("P1", "number", "5", 2), mark("P1", "colour", "red", 3), done("P1"))
    round_ = after(round_, mark("P2", "colour", "black", 10), turn("5"))
    assert round_.payments == (
        Payment(Party("box"), Party("holding", "P1"), 70, Reason.WINNINGS),
        Payment(Party("box"), Party("holding", "P1"), 3, Reason.WINNINGS),
    )
    assert ROULETTE.clearing(round_.state) == (Payment(Party("holding", "P1"), Party("box"), 73, Reason.BOX),)
    assert net(round_.void().payments, ["P1"])["P1"] == 0


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_a_state_holds_no_more_than_one_turn(seed: int) -> None:
    seats = ("P1", "P2", "P3")
    start = points(*seats, target=30, markers=4).state
    _, states = play_through(ROULETTE, start, seats, draws(seed), choosing(seed))
    for state in states:
        for player in state.points.players:
            assert player.laid <= 4
            assert player.done >= (player.laid == 4)
    winner = states[-1].points.winner
    totals = Counter({player.seat: player.points for player in states[-1].points.players})
    assert totals.most_common(1)[0][0] == winner
    assert totals[winner] >= 30


def test_marks_and_scores_are_seen_by_all() -> None:
    round_ = after(TWO, mark("P1", "number", "5", 2))
    view = ROULETTE.view(round_.state, None)
    assert view == ROULETTE.view(round_.state, "P2")
    assert [(player.seat, player.points, player.marks, player.done) for player in view.players] == [
        ("P1", 0, (Lying("number", "5", 2),), False),
        ("P2", 0, (), False),
    ]
    assert (view.mode, view.target, view.markers, view.turn, view.card, view.winner) == (
        "points",
        500,
        10,
        1,
        None,
        None,
    )


def test_the_view_tells_the_turn_and_the_winner() -> None:
    round_ = after(points("P1", target=70), mark("P1", "number", "5", 1), done("P1"), turn("5"))
    view = ROULETTE.view(round_.state, None)
    assert (view.turn, str(view.card), view.winner) == (2, "5", None)
    view = ROULETTE.view(after(round_, mark("P1", "number", "0", 1), done("P1"), turn("0")).state, None)
    assert (view.turn, str(view.card), view.winner) == (2, "0", "P1")


def test_a_course_of_ones_own_scores_its_own_figures() -> None:
    own = course(payments={**FIGURES, "single": 100})
    round_ = after(points("P1", course=own), mark("P1", "number", "5", 2), done("P1"), turn("5"))
    assert scores(round_) == {"P1": 200}


def test_what_happened_is_told_in_words() -> None:
    told = (Marked("P1", "colour", "red", 2), Cleared("P1"), Scored("P1", 2, 492), PlayOff(("P1", "P2")), Won("P2"))
    assert [str(happening) for happening in told] == [
        "P1 lays 2 on colour red",
        "P1 takes the markers back",
        "P1 receives 2 and has 492",
        "a further turn between P1 and P2",
        "P2 wins",
    ]


@pytest.mark.rule("roulette:E8")
def test_automatic_players_thirty_five_seats_apart_are_parted_in_a_play_off() -> None:
    """There are 35 pairs, so that in a full game two of these guess alike; not once they are alone."""
    seats = tuple(f"P{number}" for number in range(36))
    round_ = points(*seats, target=10)
    for seat in seats:
        side = "red" if seat in {"P0", "P35"} else "black"
        round_ = round_.play(mark(seat, "colour", side, 10))
    round_ = round_.play(turn("1"))
    assert PlayOff(("P0", "P35")) in round_.happenings
    assert ROULETTE.automatic(round_.state, "P1") is None
    guesses = {getattr(ROULETTE.automatic(round_.state, seat), "selection", None) for seat in ("P0", "P35")}
    assert len(guesses) == 2
