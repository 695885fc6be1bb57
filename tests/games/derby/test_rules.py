"""Every printed rule of the Derby family and every decision of ours, by its number."""

from itertools import product

import pytest

from games.derby.course import COLOURS
from games.derby.moves import Called, Home, Jumped, Moved, Shaken, Thrown, Won
from games.derby.race import Race
from games.kit.beside import Beside
from games.kit.bookmaker import Bookmaker
from games.kit.entering import Enter, Entered, Scratch, Scratched
from games.kit.game import Dice
from games.kit.payments import Payment, Reason, net
from games.kit.totalisator import Totalisator
from tests.games.derby.racing import (
    DERBY,
    RACES,
    SIX,
    act,
    after,
    call,
    entered,
    race,
    run,
    table,
    throw,
    where,
)
from tests.games.driving import refusal

every_race = pytest.mark.parametrize("variant", RACES)
OWNERS = {2: "ABABAB", 3: "ABCABC", 4: "ABCD", 5: "ABCDE", 6: "ABCDEF"}
CLAIM = race("AB", "myopia", "15 1 5 1 1 11", calls="claim")


def owners(state: Race) -> str:
    return "".join(state.owner(horse) or "-" for horse in state.horses)


@pytest.mark.rule("derby:R-1")
@every_race
def test_six_horses_have_a_colour_and_sixteen_spaces(variant: str) -> None:
    view = DERBY.view(race(variant=variant), None)
    assert [(horse.number, horse.name, horse.length) for horse in view.horses] == [
        (1, "Blue", 16),
        (2, "Yellow", 16),
        (3, "Black", 16),
        (4, "White", 16),
        (5, "Green", 16),
        (6, "Red", 16),
    ]


@pytest.mark.rule("derby:R-2")
def test_it_is_fifteen_steps_from_the_first_space_to_the_post() -> None:
    state = race()
    assert where(state) == "1 1 1 1 1 1"
    nearly = after(state, " ".join(["123"] * 14))
    assert where(nearly) == "15 15 15 1 1 1"
    assert not nearly.over
    assert after(nearly, "145").winners == (1,)


@pytest.mark.rule("derby:R-3")
@pytest.mark.parametrize(("variant", "count"), [*zip(RACES, (3, 3, 2, 3), strict=True)])
def test_each_die_moves_the_horse_of_its_number(variant: str, count: int) -> None:
    state = race(variant=variant)
    wanted = DERBY.chance(state)
    assert isinstance(wanted, Dice)
    assert (wanted.count, wanted.faces) == (count, 6)
    shown = "246"[:count]
    assert where(after(state, shown)) == ("1 2 1 2 1 2" if count == 3 else "1 2 1 2 1 1")


@pytest.mark.rule("derby:R-4")
def test_horses_move_at_once_and_pass_each_other_freely() -> None:
    step = DERBY.play(race(start="3 4 4 1 1 1"), throw("112"))
    assert step.state.positions == (5, 5, 4, 1, 1, 1)
    assert step.happenings == (Thrown((1, 1, 2), 4, 1), Moved(1, 5), Moved(2, 5))
    assert [str(each) for each in step.happenings] == ["1-1-2 is thrown", "1 Blue on space 5", "2 Yellow on space 5"]
    assert where(after(race(start="3 4 4 1 1 1"), "121")) == where(after(race(start="3 4 4 1 1 1"), "211"))


@pytest.mark.rule("derby:R-5")
@every_race
@pytest.mark.parametrize("players", OWNERS)
def test_owners_take_turns_at_the_horses(variant: str, players: int) -> None:
    assert owners(race(SIX[:players], variant)) == OWNERS[players]
    assert owners(entered(race("XABCDEFY", variant, players=players), SIX[:players])) == OWNERS[players]


@pytest.mark.rule("derby:R-5")
def test_numbers_of_horses_that_do_not_run_are_disregarded() -> None:
    assert where(after(race("ABCD"), "566 456")) == "1 1 1 2"
    assert where(after(race("ABCDE"), "566 456")) == "1 1 1 2 3"
    assert DERBY.runners(race("ABCD")) == ("1", "2", "3", "4")


@pytest.mark.rule("derby:R-6")
@pytest.mark.parametrize(("seats", "throwers"), [("AB", "ABABABAB"), ("ABC", "ABCABCAB"), ("ABCDE", "ABCDEABC")])
def test_the_owner_of_the_next_horse_throws_in_the_next_race(seats: str, throwers: str) -> None:
    assert "".join(race(seats, race=number).thrower or "-" for number in range(1, 9)) == throwers


@pytest.mark.rule("derby:R-6")
def test_the_next_race_has_the_next_number_and_starts_from_the_first_space() -> None:
    options = {"variant": "kentucky", "start": [1, 1, 1, 15, 1, 1], "race": 4}
    over = after(race("AB", "kentucky", "1 1 1 15 1 1", race=4), "444")
    assert DERBY.next_options(options, over) == {"variant": "kentucky", "race": 5}


def test_after_the_last_race_that_can_be_counted_another_can_be_run() -> None:
    options = {"race": 1_000_000, "start": [15] * 6}
    state = DERBY.start(DERBY.read_options(options), ())
    after = DERBY.next_options(options, state)
    assert DERBY.read_options(after).race == 1


@pytest.mark.rule("derby:R-6")
def test_the_thrower_may_shake_and_need_not() -> None:
    state = race("AB", race=2)
    assert (state.thrower, DERBY.hurried(state), DERBY.automatic(state, "B")) == ("B", False, None)
    step = DERBY.play(state, DERBY.read_move({"seat": "B", "shake": True}))
    assert step.happenings == (Shaken("B"),)
    assert str(step.happenings[0]) == "B shakes the dice"
    assert DERBY.hurried(step.state)
    assert DERBY.moves(step.state, "B") == ()
    fallen = after(step.state, "123")
    assert not DERBY.hurried(fallen)
    assert where(fallen) == where(after(state, "123"))


@pytest.mark.rule("derby:R-7")
def test_the_race_stops_with_the_throw_that_brings_a_horse_home() -> None:
    step = DERBY.play(race(start="15 14 1 1 1 1"), throw("123"))
    assert step.happenings[-1] == Won((1,))
    assert str(step.happenings[-1]) == "1 Blue wins"
    assert DERBY.chance(step.state) is None
    assert DERBY.outcomes(step.state) == ("1",)


@pytest.mark.rule("derby:R-7")
def test_horses_that_come_home_with_one_throw_are_in_a_dead_heat() -> None:
    step = DERBY.play(race(start="15 15 15 1 15 1"), throw("531"))
    result = DERBY.result(step.state)
    assert result is not None
    assert (result.outcome, result.finish) == ("1=3=5", (("1", "3", "5"),))
    assert str(step.happenings[-1]) == "dead heat between 1 Blue and 3 Black and 5 Green"
    assert DERBY.winners("1=3=5") == DERBY.places("1=3=5") == ("1", "3", "5")


def pots(seats: str, ante: int, start: str, shown: str) -> dict[str, int]:
    """What everybody gains in a race for a pot that ends with this throw."""
    spaces = [int(at) for at in start.split()]
    round_ = table(*seats, options={"players": len(seats), "ante": ante, "start": spaces})
    for seat in seats:
        round_ = round_.play(Enter(seat=seat))
    return net(run(round_, shown).settle().payments, seats)


@pytest.mark.rule("derby:R-8")
@pytest.mark.parametrize(
    ("seats", "ante", "start", "shown", "gained"),
    [
        ("ABCD", 5, "15 15 15 1", "123", [2, 2, 1, -5]),  # 20 is 7, 7, 6
        ("ABCDE", 1, "1 15 1 15 1", "244", [-1, 4, -1, -1, -1]),  # 4 overshoots, 2 has all 5
        ("ABCDE", 1, "1 15 1 15 1", "241", [-1, 2, -1, 1, -1]),  # 5 is 3 and 2
        ("ABCDEF", 1, "15 1 15 1 15 1", "531", [1, -1, 1, -1, 1, -1]),  # 6 is 2, 2, 2
        ("AB", 7, "15 15 15 1 15 1", "135", [7, -7]),  # all three are A's
        ("AB", 7, "15 14 1 1 1 15", "226", [-7, 7]),  # both are B's
        ("AB", 7, "15 15 1 1 1 1", "123", [0, 0]),  # 14 is 7 and 7
        ("AB", 7, "15 15 15 1 1 1", "123", [2, -2]),  # 14 is 5, 5, 4, and two parts are A's: 5 and 4
        ("ABC", 1, "15 15 1 15 1 1", "124", [1, 0, -1]),  # 3 is 1, 1, 1, and two are A's
        ("ABC", 1, "15 15 1 1 1 1", "123", [1, 0, -1]),  # 3 is 2 and 1
    ],
)
def test_the_pot_goes_in_equal_parts_to_the_winning_horses(
    seats: str, ante: int, start: str, shown: str, gained: list[int]
) -> None:
    assert pots(seats, ante, start, shown) == {**dict(zip(seats, gained, strict=True)), "pot": 0}


@pytest.mark.rule("derby:R-9")
def test_no_seat_has_anything_to_choose_but_a_call() -> None:
    for variant in RACES:
        state = after(race("AB", variant), "12" if variant == "grand-national" else "123")
        assert [DERBY.moves(state, seat) for seat in "AB"] == [(DERBY.read_move({"seat": "A", "shake": True}),), ()]


@pytest.mark.rule("derby:D-1")
def test_doublets_and_three_of_a_kind_move_two_and_three_spaces() -> None:
    assert where(after(race(), "445")) == "1 1 1 3 2 1"
    assert where(after(race(), "222")) == "1 4 1 1 1 1"


ENGLISH = {(13, 1): 14, (13, 2): 15, (13, 3): 16, (14, 1): 15, (14, 2): 16, (15, 1): 16}
AMERICAN = {(13, 1): 14, (13, 2): 15, (13, 3): 15, (14, 1): 15, (14, 2): 15, (14, 3): 15, (15, 2): 16, (15, 3): 16}


def finishes(variant: str, **options: str) -> dict[tuple[int, int], int]:
    """Where No. 1 comes with so many ones, from each of the last spaces, if it moves at all."""
    found: dict[tuple[int, int], int] = {}
    for at, own in product((13, 14, 15), (1, 2, 3)):
        to = after(race(variant=variant, start=f"{at} 1 1 1 1 1", **options), ("1" * own).ljust(3, "2")).positions[0]
        found |= {(at, own): to} if to != at else {}
    return found


@pytest.mark.rule("derby:D-2", "derby:D-3")
def test_derby_day_is_won_by_exact_count_and_no_throw_goes_past_the_post() -> None:
    assert finishes("derby-day") == ENGLISH


@pytest.mark.rule("derby:D-3")
def test_a_table_may_let_horses_take_what_they_need() -> None:
    assert finishes("derby-day", overshoot="clip") == ENGLISH | {(14, 3): 16, (15, 2): 16, (15, 3): 16}


@pytest.mark.rule("derby:K-1", "derby:K-2", "derby:K-3")
def test_the_kentucky_derby_is_won_from_the_last_space_but_one_with_a_doublet_or_better() -> None:
    assert finishes("kentucky") == AMERICAN


@pytest.mark.rule("derby:K-4", "derby:M-9", "derby:X-3")
@pytest.mark.parametrize("donkey", [False, True])
@pytest.mark.parametrize("variant", ["kentucky", "myopia"])
def test_with_the_american_finish_there_are_no_dead_heats(variant: str, donkey: bool) -> None:
    assert DERBY.outcomes(race(variant=variant, donkey=donkey)) == ("1", "2", "3", "4", "5", "6")
    for shown in product("123456", repeat=3):
        state = after(race(variant=variant, start="15 15 15 15 15 15"), "".join(shown))
        assert len(state.winners) == (len(set(shown)) < 3)


@pytest.mark.rule("derby:R-7")
@pytest.mark.parametrize(("variant", "seats", "count"), [("derby-day", "", 41), ("grand-national", "ABCD", 10)])
def test_as_many_horses_can_be_in_a_dead_heat_as_there_are_dice(variant: str, seats: str, count: int) -> None:
    outcomes = DERBY.outcomes(race(seats, variant))
    assert len(outcomes) == len(set(outcomes)) == count
    assert outcomes[:2] == ("1", "2")
    assert outcomes[-1] == ("4=5=6" if not seats else "3=4")


@pytest.mark.rule("derby:G-1")
@pytest.mark.parametrize("variant", ["grand-national", "myopia"])
def test_hurdles_stand_behind_the_fifth_space_and_the_eleventh(variant: str) -> None:
    hurdles = race(variant=variant).course.hurdles
    assert hurdles == (5, 11)
    assert 11 - 5 == 6, "spaces between them"
    assert 16 - 11 == 5, "spaces behind the second, as many as before the first"


@pytest.mark.rule("derby:G-2", "derby:G-4")
@pytest.mark.parametrize("hurdle", [5, 11])
def test_a_doublet_from_the_second_space_brings_a_horse_to_the_hurdle_only(hurdle: int) -> None:
    state = after(race(variant="grand-national", start=f"{hurdle - 1} 1 1 1 1 1"), "11")
    assert state.positions[0] == hurdle
    assert after(state, "11").positions[0] == hurdle + 1


@pytest.mark.rule("derby:G-3")
@pytest.mark.parametrize("hurdle", [5, 11])
def test_only_a_doublet_of_its_own_number_takes_a_horse_over(hurdle: int) -> None:
    state = race(variant="grand-national", start=f"{hurdle} 1 1 1 1 1")
    jumped = [shown for shown in product("123456", repeat=2) if after(state, "".join(shown)).positions[0] != hurdle]
    assert jumped == [("1", "1")]
    step = DERBY.play(state, throw("11"))
    assert step.happenings == (Thrown((1, 1), 2, 1), Jumped(1, hurdle + 1))
    assert str(step.happenings[1]) == f"1 Blue over the hurdle, on space {hurdle + 1}"


@pytest.mark.rule("derby:G-5")
def test_the_grand_national_is_won_by_exact_count_with_two_dice() -> None:
    assert after(race(variant="grand-national", start="1 1 1 1 1 14"), "66").winners == (6,)
    assert where(after(race(variant="grand-national", start="1 1 1 1 1 15"), "66 61")) == "2 1 1 1 1 16"
    clipped = race(variant="grand-national", start="1 1 1 1 1 15", overshoot="clip")
    assert after(clipped, "66").winners == (6,)


@pytest.mark.rule("derby:M-1")
@pytest.mark.parametrize("hurdle", [5, 11])
@pytest.mark.parametrize(("away", "own"), [(2, 3), (1, 2), (1, 3), (2, 2), (1, 1)])
def test_no_throw_carries_a_horse_past_a_hurdle(hurdle: int, away: int, own: int) -> None:
    state = race(variant="myopia", start=f"{hurdle - away} 1 1 1 1 1")
    assert after(state, ("1" * own).ljust(3, "6")).positions[0] == hurdle


@pytest.mark.rule("derby:M-2")
@pytest.mark.parametrize("hurdle", [5, 11])
def test_a_total_of_13_takes_a_horse_over_whatever_its_number(hurdle: int) -> None:
    for shown in product("123456", repeat=3):
        state = after(race(variant="myopia", start=f"1 1 1 1 {hurdle} 1"), "".join(shown))
        assert state.positions[4] == hurdle + (sum(map(int, shown)) >= 13)


@pytest.mark.rule("derby:M-3", "derby:M-4")
def test_horses_that_arrive_do_not_jump_and_the_others_move_as_usual() -> None:
    assert where(after(race(variant="myopia", start="1 5 11 4 4 5"), "554")) == "1 6 12 5 5 6"


@pytest.mark.rule("derby:M-5")
def test_dice_of_absent_horses_count_for_the_total() -> None:
    assert where(after(race("ABCD", "myopia", "5 11 4 1"), "566")) == "6 12 4 1"


@pytest.mark.rule("derby:M-6")
def test_myopia_is_won_as_the_kentucky_derby_or_at_a_table_that_wants_it_by_exact_count() -> None:
    assert finishes("myopia") == AMERICAN
    assert finishes("myopia", myopia_finish="english") == ENGLISH
    assert finishes("myopia", myopia_finish="english", overshoot="clip")[15, 3] == 16


@pytest.mark.rule("derby:M-9")
def test_myopia_with_the_english_finish_has_dead_heats() -> None:
    state = race(variant="myopia", start="15 15 1 1 1 1", myopia_finish="english")
    assert after(state, "123").winners == (1, 2)


@pytest.mark.rule("derby:M-7")
def test_an_owner_calls_the_total_and_jumps() -> None:
    state = after(CLAIM, "354")
    assert state.rights == (), "12 is not enough"
    state = after(state, "661")
    assert (where(state), state.rights) == ("15 1 5 2 2 11", (3, 6))
    assert refusal(call, state, "A", 3, 12) == "wrong_total"
    step = DERBY.play(state, DERBY.read_move({"seat": "A", "call": {"horse": 3, "total": 13}}))
    assert step.happenings == (Called("A", 3, 13), Jumped(3, 6))
    assert str(step.happenings[0]) == "A calls 13 for 3 Black"
    assert (where(step.state), step.state.rights) == ("15 1 6 2 2 11", (6,))


@pytest.mark.rule("derby:M-7")
def test_a_right_that_is_not_called_before_the_next_throw_is_gone() -> None:
    state = after(CLAIM, "661")
    later = after(state, "223")
    assert (where(later), later.rights) == ("15 3 5 1 1 11", ())
    assert refusal(call, later, "A", 3, 13) == "no_right"
    assert refusal(call, later, "A", 3, 7) == "no_right"
    again = after(later, "445")
    assert again.rights == (3, 6)
    assert where(call(again, "B", 6, 13)) == "15 3 5 3 2 12"


@pytest.mark.rule("derby:M-7")
def test_who_may_call_is_told_so_and_a_robot_does() -> None:
    state = after(CLAIM, "661")
    calls = {seat: [move for move in DERBY.moves(state, seat) if "Call" in type(move).__name__] for seat in "AB"}
    assert calls == {seat: [DERBY.eager(state, seat)] for seat in "AB"}
    assert DERBY.view(state, None).rights == (3, 6)
    assert DERBY.automatic(state, "A") is None, "nobody is waited for"


@pytest.mark.rule("derby:M-7")
def test_the_house_calls_for_horses_without_an_owner_and_where_no_table_wants_it_otherwise() -> None:
    nobody = race("AB", "myopia", "15 1 5 1 1 11", calls="claim", players=2)
    assert where(after(nobody, "661")) == "15 1 6 1 1 12"
    assert where(after(race("AB", "myopia", "15 1 5 1 1 11"), "661")) == "15 1 6 1 1 12"


@pytest.mark.rule("derby:F6")
def test_where_no_horse_can_move_without_a_call_the_house_calls() -> None:
    """All that run stand in front of a hurdle: nobody has to look for the race to go on."""
    stuck = after(race("AB", "myopia", "5 11 5 5 11 5", calls="claim"), "661")
    assert (where(stuck), stuck.rights) == ("6 12 6 6 12 6", ())
    free = after(race("AB", "myopia", "5 11 5 5 11 4", calls="claim"), "661")
    assert (where(free), free.rights) == ("5 11 5 5 11 5", (1, 2, 3, 4, 5))


@pytest.mark.rule("derby:F7")
def test_nobody_is_backed_where_owners_call() -> None:
    claimed = race("AB", "myopia", calls="claim")
    for beside in (Beside(totalisator=Totalisator()), Beside(bookmaker=Bookmaker())):
        assert refusal(beside.check, DERBY, claimed) == "owners_decide"
        beside.check(DERBY, race("AB", "myopia"))


@pytest.mark.rule("derby:F1")
def test_when_time_is_over_the_house_scratches_who_waits_for_others() -> None:
    state = entered(race("ABC", players=3, ante=5), "AB")
    assert DERBY.unready(state)
    given_up = DERBY.given_up(state)
    assert given_up == (Scratch(seat="A"), Scratch(seat="B"))
    for move in given_up:
        state = DERBY.play(state, move).state
    assert (DERBY.unready(state), state.owners) == (None, ())


@pytest.mark.rule("derby:M-7")
def test_no_right_is_left_when_the_race_is_over() -> None:
    over = after(race("AB", "myopia", "1 1 5 1 1 15", calls="claim"), "661")
    assert (over.winners, over.rights) == ((6,), ())
    assert [DERBY.moves(over, seat) for seat in "AB"] == [(), ()]


@pytest.mark.rule("derby:M-8")
def test_in_a_donkey_race_the_house_calls() -> None:
    assert refusal(race, "AB", "myopia", calls="claim", donkey=True) == "no_claim"
    assert where(after(race("AB", "myopia", "1 5 1 1 1 1", donkey=True), "661")) == "2 6 1 1 1 3"


@pytest.mark.rule("derby:X-1")
def test_a_donkey_that_is_home_stays_there_and_the_race_goes_on() -> None:
    step = DERBY.play(race(start="15 15 15 3", donkey=True), throw("155"))
    assert step.happenings == (Thrown((1, 5, 5), 11, 1), Moved(1, 16), Home(1))
    assert str(step.happenings[-1]) == "1 Blue home"
    assert not step.state.over
    assert where(after(step.state, "111")) == "16 15 15 3"
    assert DERBY.outcomes(step.state)[:3] == ("2", "3", "4")


@pytest.mark.rule("derby:X-2")
def test_the_last_donkey_wins_without_coming_home() -> None:
    step = DERBY.play(race(start="16 15 16 3", donkey=True), throw("256"))
    assert step.happenings[-2:] == (Home(2), Won((4,)))
    assert step.state.positions[3] == 3


@pytest.mark.rule("derby:X-3")
def test_the_last_donkeys_that_come_home_together_share() -> None:
    over = after(race(start="15 15 16 16 15 16", donkey=True), "125")
    assert over.winners == (1, 2, 5)


@pytest.mark.rule("derby:X-4")
def test_the_owner_of_the_last_donkey_wins() -> None:
    """Two players: B's other horses were home first, and A's all before the last of B."""
    start = [15, 16, 16, 16, 16, 2]
    round_ = table(*"AB", options={"donkey": True, "players": 2, "ante": 3, "start": start})
    round_ = run(round_.play(Enter(seat="A")).play(Enter(seat="B")), "144")
    assert net(round_.settle().payments, "AB") == {"A": -3, "B": 3, "pot": 0}


@pytest.mark.rule("derby:F1")
def test_owners_enter_in_the_order_of_the_horses_and_later_ones_move_up() -> None:
    state = race("ABCD", players=3, ante=2)
    assert DERBY.unready(state) is None, "without owners it can be run"
    step = DERBY.play(state, Enter(seat="C"))
    assert step.happenings == (Entered("C"),)
    assert [(payment.amount, payment.reason) for payment in step.payments] == [(2, Reason.ANTE)]
    state = entered(step.state, "AD")
    assert owners(state) == "CADCAD"
    step = DERBY.play(state, Scratch(seat="C"))
    assert step.happenings == (Scratched("C"),)
    assert [(payment.amount, payment.reason) for payment in step.payments] == [(2, Reason.RETURNED)]
    assert owners(step.state) == "AD-AD-"
    assert owners(entered(step.state, "B")) == "ADBADB"


@pytest.mark.rule("derby:F1")
def test_a_race_waits_until_its_places_are_taken() -> None:
    state = entered(race("ABC", players=3), "AB")
    problem = DERBY.unready(state)
    assert problem is not None
    assert (problem.code, problem.sentence) == ("seats_not_filled", "Places still to be taken: 1.")
    assert DERBY.chance(state) is None
    assert refusal(after, state, "123") == "seats_not_filled"
    assert DERBY.view(state, None).places == 1
    ready = entered(state, "C")
    assert DERBY.unready(ready) is None
    assert where(after(ready, "123")) == "2 2 2 1 1 1"
    assert where(after(act(act(state, "A", "scratch"), "B", "scratch"), "123")) == "2 2 2 1 1 1"


@pytest.mark.rule("derby:F1")
def test_a_robot_enters_while_there_is_a_place() -> None:
    state = race("ABC", players=2)
    assert DERBY.eager(state, "C") == Enter(seat="C")
    full = entered(state, "CA")
    assert [DERBY.eager(full, seat) for seat in "ABC"] == [None, None, None]
    assert [DERBY.moves(full, seat)[:1] for seat in "ABC"] == [(Scratch(seat="A"),), (), (Scratch(seat="C"),)]
    assert DERBY.eager(race("AB"), "A") is None


@pytest.mark.rule("derby:F1")
def test_a_race_without_owners_has_no_pot_and_no_thrower() -> None:
    round_ = run(table(*"AB", options={"players": 2, "ante": 3, "start": [15, 1, 1, 1, 1, 1]}), "123")
    assert round_.settle().payments == ()
    assert round_.state.thrower is None


@pytest.mark.rule("derby:F1")
def test_whoever_shook_and_is_scratched_throws_no_more() -> None:
    state = act(entered(race("ABC", players=2), "AB"), "A", "shake")
    state = act(state, "A", "scratch")
    assert not DERBY.hurried(state)
    assert entered(state, "C").thrower == "B"


@pytest.mark.rule("derby:F2")
def test_a_thrower_who_shakes_takes_nobody_s_call_away() -> None:
    state = act(after(CLAIM, "661"), "A", "shake")
    assert state.shaken
    assert not DERBY.hurried(state)
    assert not DERBY.hurried(call(state, "A", 3, 13))
    assert DERBY.hurried(call(call(state, "A", 3, 13), "B", 6, 13))


@pytest.mark.rule("derby:F3")
def test_odds_of_a_race_with_calls_are_those_of_one_without() -> None:
    auto = race("AB", "myopia", "15 1 5 1 1 11")
    assert DERBY.shares(CLAIM) == DERBY.shares(auto)
    assert CLAIM.course == auto.course


@pytest.mark.rule("derby:F4")
def test_stakes_are_taken_before_the_first_throw() -> None:
    state = race()
    assert DERBY.takes_stakes(state)
    assert not DERBY.takes_stakes(after(state, "123"))
    assert DERBY.markets(state) == ()
    assert DERBY.chances(state) == {}
    assert DERBY.runners(state) == ("1", "2", "3", "4", "5", "6")


@pytest.mark.rule("derby:F5")
def test_an_abandoned_race_gives_every_ante_back() -> None:
    round_ = table(*"AB", options={"players": 2, "ante": 4})
    round_ = run(round_.play(Enter(seat="A")).play(Enter(seat="B")), "123 456")
    paid: tuple[Payment, ...] = round_.void().payments
    assert net(paid, "AB") == {"A": 0, "B": 0, "pot": 0}


def test_a_view_tells_all_of_a_race() -> None:
    state = after(act(entered(race("ABC", players=2, ante=5, race=2), "AC"), "C", "shake"), "123")
    view = DERBY.view(state, "A")
    assert view == DERBY.view(state, None)
    assert (view.thrower, view.shaken, view.throws, view.dice, view.places) == ("C", False, 1, (1, 2, 3), 0)
    assert [horse.owner for horse in view.horses] == list("ACACAC")
    assert (view.ante, view.race, view.winners, view.donkey, view.calls) == (5, 2, (), False, "auto")
    assert DERBY.view(race("AB"), None).places is None
    assert DERBY.view(after(race(start="15 1 1 1 1 1"), "123"), None).winners == ("1",)


def test_a_race_says_which_it_is() -> None:
    about = DERBY.about(race(variant="myopia", donkey=True))
    assert about[0].startswith("Myopia. A steeplechase with three dice.")
    assert about[1:] == (
        "A donkey race: the last horse home wins.",
        "Where it comes from: tracks printed, rules printed.",
    )
    assert len(DERBY.about(race())) == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"overshoot": "clip"}, "takes what it needs"),
        ({"variant": "myopia", "myopia_finish": "english"}, "by exact count"),
        ({"variant": "myopia", "calls": "claim"}, "call the totals"),
    ],
)
def test_a_race_says_what_is_otherwise(options: dict[str, str], words: str) -> None:
    assert words in DERBY.about(race(**options))[1]


def test_every_throw_has_a_label_of_its_own() -> None:
    labels = []
    state = race()
    for shown in ("123", "456"):
        wanted = DERBY.chance(state)
        assert wanted is not None
        labels.append(wanted.label)
        state = after(state, shown)
    assert labels == ["throw 1", "throw 2"]
    assert len(COLOURS) == 6
