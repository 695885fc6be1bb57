"""The exact figures of every race, to the digits printed in §A2 of the worked rules."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest

from games.derby.prospect import Prospect
from games.kit.errors import RuleBroken
from tests.games.derby.boards import COURSES, STARTS, of, race

LIVE = Fraction(1, 10**12)


def same(value: Fraction | float, printed: str) -> bool:
    """Whether the value is the printed one, within one of its last digit: that was rounded from a float too."""
    places = len(printed.partition(".")[2])
    return abs(Fraction(value) - Fraction(printed)) <= Fraction(1, 10**places)


def start(name: str, horses: int, *, donkey: bool = False) -> Prospect:
    return of(name, (1,) * horses, donkey=donkey)


# Race, donkey, horses; mean and standard deviation of the throws; chances of a dead heat of two, of three.
RACES = [
    ("derby-day", False, 4, "23.139906511770", "3.562693941", "0.056862246914", "0.001378189319"),
    ("derby-day", False, 5, "22.262370920028", "3.189225734", "0.065170291932", "0.002120909960"),
    ("derby-day", False, 6, "21.595198171844", "2.910793800", "0.071785180326", "0.002835280295"),
    ("kentucky", False, 4, "28.499480919233", "5.399987524", "0", "0"),
    ("kentucky", False, 5, "27.211630153125", "4.725816138", "0", "0"),
    ("kentucky", False, 6, "26.255107064026", "4.248834043", "0", "0"),
    ("grand-national", False, 4, "67.068173430290", "18.939559036", "0.009347892419", "0"),
    ("grand-national", False, 5, "62.965516698457", "16.440005720", "0.011355224715", "0"),
    ("grand-national", False, 6, "59.985779864816", "14.696911937", "0.013100080185", "0"),
    ("myopia", False, 4, "32.633547496047", "6.376988407", "0", "0"),
    ("myopia", False, 5, "31.378774414458", "5.837954914", "0", "0"),
    ("myopia", False, 6, "30.499477450376", "5.517318017", "0", "0"),
    ("derby-day", True, 4, "32.744065592625", "3.767679351", "0.047411424285", "0.001168010613"),
    ("derby-day", True, 5, "34.358956548782", "3.442195717", "0.051774251890", "0.001595463196"),
    ("derby-day", True, 6, "35.593544321942", "3.187706253", "0.054978187912", "0.001948339342"),
    ("kentucky", True, 4, "44.274390826274", "8.339901278", "0", "0"),
    ("kentucky", True, 5, "47.324680887253", "8.337119065", "0", "0"),
    ("kentucky", True, 6, "49.770145972956", "8.335876244", "0", "0"),
    ("grand-national", True, 4, "120.371628271506", "32.073936090", "0.005587322911", "0"),
    ("grand-national", True, 5, "131.077840978540", "32.249360978", "0.005880961379", "0"),
    ("grand-national", True, 6, "139.658451926625", "32.299707529", "0.006078713947", "0"),
    ("myopia", True, 4, "48.748433430179", "9.031863258", "0", "0"),
    ("myopia", True, 5, "51.810452394845", "9.078324637", "0", "0"),
    ("myopia", True, 6, "54.219733301924", "9.168560152", "0", "0"),
]
# Donkey, horses; the shares of Myopia.
MYOPIA = [
    (False, 4, ".251072061276 .250338210621 .249245892096 .249343836007"),
    (False, 5, ".202049042306 .201147007213 .199773091830 .199264996474 .197765862176"),
    (False, 6, ".170247486970 .169204874144 .167595829550 .166630400041 .164574485292 .161746924004"),
    (True, 4, ".251300897254 .250845022137 .250144756067 .247709324543"),
    (True, 5, ".202186243843 .201703611037 .200936783582 .198713042100 .196460319438"),
    (True, 6, ".169820333713 .169333040905 .168557521614 .166581428735 .164473520997 .161234154035"),
]
SEATS = {2: ((1, 3, 5), (2, 4, 6)), 3: ((1, 4), (2, 5), (3, 6))}  # horses, by the number of players


@pytest.mark.parametrize(("name", "donkey", "horses", "mean", "deviation", "two", "three"), RACES)
def test_how_long_a_race_takes_and_how_often_it_is_a_dead_heat(
    name: str, donkey: bool, horses: int, mean: str, deviation: str, two: str, three: str
) -> None:
    found = start(name, horses, donkey=donkey)
    assert found.error is None
    assert same(found.throws, mean)
    assert same(found.deviation, deviation)
    if two == "0":
        assert found.dead_heats[0] == 0
    if three == "0":
        assert found.dead_heats[1] == 0
    assert same(found.dead_heats[0], two)
    assert same(found.dead_heats[1], three)


@pytest.mark.parametrize(("name", "donkey", "horses"), [race[:3] for race in RACES if race[0] != "myopia"])
def test_where_only_their_numbers_move_them_all_horses_are_equal(name: str, donkey: bool, horses: int) -> None:
    assert start(name, horses, donkey=donkey).shares == (Fraction(1, horses),) * horses


@pytest.mark.parametrize(("donkey", "horses", "shares"), MYOPIA)
def test_in_myopia_low_numbers_have_larger_shares(donkey: bool, horses: int, shares: str) -> None:
    found = start("myopia", horses, donkey=donkey)
    assert all(map(same, found.shares, shares.split()))
    assert len(found.shares) == horses
    assert sum(found.shares) == 1


@pytest.mark.parametrize(
    ("donkey", "horses", "prices"),
    [
        (False, 4, "3.982920 3.994596 4.012102 4.010526"),
        (False, 5, "4.949293 4.971488 5.005679 5.018443 5.056484"),
        (False, 6, "5.873802 5.909995 5.966736 6.001306 6.076276 6.182498"),
        (True, 6, "5.888576 5.905522 5.932693 6.003070 6.080006 6.202160"),
    ],
)
def test_fair_prices_in_myopia(donkey: bool, horses: int, prices: str) -> None:
    found = start("myopia", horses, donkey=donkey)
    assert all(map(same, (1 / share for share in found.shares), prices.split()))


def test_a_price_of_6_for_every_horse_would_favour_who_backs_number_1_in_myopia() -> None:
    assert same(100 * (start("myopia", 6).shares[0] * 6 - 1), "2.148")


@pytest.mark.parametrize(
    ("donkey", "players", "shares"),
    [
        (False, 2, ".502417801812 .497582198189"),
        (False, 3, ".336877887011 .333779359436 .329342753554"),
        (True, 2, ".502851376324 .497148623675"),
        (True, 3, ".336401762448 .333806561902 .329791675649"),
    ],
)
def test_the_share_of_a_seat_in_myopia_is_that_of_its_horses(donkey: bool, players: int, shares: str) -> None:
    horses = start("myopia", 6, donkey=donkey).shares
    seats = [sum((horses[number - 1] for number in seat), Fraction()) for seat in SEATS[players]]
    assert all(map(same, seats, shares.split()))


@pytest.mark.parametrize(
    ("name", "donkey", "players", "chance"),
    [
        ("derby-day", False, 2, ".045622860461"),
        ("derby-day", False, 3, ".060263424556"),
        ("grand-national", False, 2, ".007860048111"),
        ("grand-national", False, 3, ".010480064148"),
        ("derby-day", True, 2, ".034740418155"),
        ("derby-day", True, 3, ".045930889672"),
        ("grand-national", True, 2, ".003647228368"),
        ("grand-national", True, 3, ".004862971158"),
    ],
)
def test_how_often_different_owners_tie(name: str, donkey: bool, players: int, chance: str) -> None:
    ties = Fraction()
    for size, heat in zip((2, 3), start(name, 6, donkey=donkey).dead_heats, strict=True):
        all_heats = [set(heat) for heat in combinations(range(1, 7), size)]
        shared = [heat for heat in all_heats if not any(heat <= set(seat) for seat in SEATS[players])]
        ties += heat * Fraction(len(shared), len(all_heats))
    assert same(ties, chance)


@pytest.mark.parametrize(
    ("name", "means", "ties"),
    [
        (
            "derby-day, clipped",
            "22.789823958795 21.925776717641 21.268817055702",
            ".049481389757 .057321817599 .063702382349",
        ),
        (
            "grand-national, clipped",
            "66.793386675211 62.695631315858 59.720014760096",
            ".007711618648 .009366136069 .010803821521",
        ),
        (
            "myopia, English",
            "27.253869509415 26.416434025777 25.832595490893",
            ".063369599456 .073419206238 .081430181900",
        ),
    ],
)
def test_what_the_options_change(name: str, means: str, ties: str) -> None:
    for horses, mean, tie in zip((4, 5, 6), means.split(), ties.split(), strict=True):
        found = start(name, horses)
        assert same(found.throws, mean)
        assert same(sum(found.dead_heats), tie)


def test_with_the_english_finish_horses_differ_more_in_myopia() -> None:
    shares = ".174406998423 .172587916493 .169797225679 .166268353507 .161573880412 .155365625484"
    assert all(map(same, start("myopia, English", 6).shares, shares.split()))


def test_every_race_where_totals_jump_has_its_start_on_file() -> None:
    races = product([name for name in COURSES if name.startswith("myopia")], (4, 5, 6), (False, True))
    assert set(STARTS) == {race(name, horses, donkey=donkey).name for name, horses, donkey in races}


@pytest.mark.parametrize(("name", "throws"), [("derby-day", 5), ("kentucky", 6), ("grand-national", 9), ("myopia", 8)])
def test_fewest_possible_throws(name: str, throws: int) -> None:
    course, reached, taken = COURSES[name], {1}, 0
    while 16 not in reached:
        dice = product(range(1, 7), repeat=course.dice)
        reached = {course.after(at, thrown.count(6), sum(thrown)) for thrown in dice for at in reached}
        taken += 1
    assert taken == throws


@pytest.mark.parametrize("name", COURSES)
def test_no_state_is_a_trap(name: str) -> None:
    """Every horse can leave every space but the last, wherever the others are."""
    course = COURSES[name]
    for number, at in product(range(1, 7), range(1, 16)):
        dice = product(range(1, 7), repeat=course.dice)
        assert any(course.after(at, thrown.count(number), sum(thrown)) > at for thrown in dice)


def test_two_dice_cannot_jump_by_their_total() -> None:
    """A race that never ends has no odds."""
    with pytest.raises(RuleBroken) as refused:
        replace(COURSES["myopia"], dice=2)
    assert refused.value.code == "bad_hurdles"


def test_derby_day_with_all_on_the_last_space_but_one() -> None:
    found = of("derby-day", (15,) * 6)
    assert abs(found.dead_heats[1] - Fraction(4, 7)) < LIVE
    assert abs(1 - sum(found.dead_heats) - Fraction(3, 7)) < LIVE
    assert abs(found.throws - Fraction(36, 35)) < LIVE


@pytest.mark.parametrize(
    ("name", "horses", "throws"), [("kentucky", 6, (9, 4)), ("myopia", 6, (9, 4)), ("kentucky", 4, (27, 8))]
)
def test_american_races_with_all_on_the_last_space_but_one(name: str, horses: int, throws: tuple[int, int]) -> None:
    assert abs(of(name, (15,) * horses).throws - Fraction(*throws)) < LIVE


def test_a_grand_national_with_all_on_the_last_space_but_one_is_a_dead_heat() -> None:
    found = of("grand-national", (15,) * 6)
    assert abs(found.dead_heats[0] - 1) < LIVE
    assert abs(found.throws - Fraction(6, 5)) < LIVE


@pytest.mark.parametrize(
    ("name", "positions", "shares", "over", "throws"),
    [
        (
            "derby-day",
            (15, 15, 14, 13),
            (29881227, 29881227, 9218101, 2623989),
            71604544,
            Fraction(67946481, 44752840),
        ),
        (
            "kentucky",
            (15, 14, 13, 13),
            (3186097918214, 403098610991 * 5, 1351235309083, 1351235309083),
            7904061591335,
            Fraction(43012321895889, 7904061591335),
        ),
    ],
)
def test_late_positions_as_fractions(
    name: str, positions: tuple[int, ...], shares: tuple[int, ...], over: int, throws: Fraction
) -> None:
    found = of(name, positions)
    for share, expected in zip(found.shares, shares, strict=True):
        assert abs(share - Fraction(expected, over)) < LIVE
    assert abs(found.throws - throws) < LIVE


@pytest.mark.parametrize(
    ("name", "positions", "shares", "throws"),
    [
        (
            "grand-national",
            (15, 14, 12, 11),
            ".716532580592 .249383523244 .032479063157 .001604833008",
            "2.670598852452",
        ),
        (
            "derby-day",
            (10, 9, 12, 8, 11, 10),
            ".1193411059 .0582847573 .4414938440 .0272832141 .2342559729 .1193411059",
            "6.3206368596",
        ),
        (
            "kentucky",
            (15, 14, 12, 9, 7, 3),
            ".4674826238 .3151816432 .1526957070 .0442196894 .0179064826 .0025138540",
            "6.3110154209",
        ),
        (
            "grand-national",
            (12, 11, 11, 6, 5, 2),
            ".8441833573 .0746952031 .0746952031 .0057705893 .0005684076 .0000872397",
            "11.6477229640",
        ),
        (
            "myopia",
            (15, 11, 11, 14),
            ".492852344159 .083756342936 .083756342936 .339634969970",
            "6.653506646140",
        ),
        (
            "myopia",
            (14, 11, 10, 11),
            ".548151150063 .169867382245 .112269357052 .169712110640",
            "9.748890124285",
        ),
        (
            "myopia",
            (15, 14, 13, 12, 11, 10),
            ".4030397738 .2538007699 .1679577685 .1063833039 .0455865620 .0232318218",
            "5.4410369470",
        ),
    ],
)
def test_positions_in_mid_race(name: str, positions: tuple[int, ...], shares: str, throws: str) -> None:
    found = of(name, positions)
    assert found.error is None
    assert all(map(same, found.shares, shares.split()))
    assert same(found.throws, throws)


def test_dead_heats_in_mid_race() -> None:
    two, three = of("derby-day", (10, 9, 12, 8, 11, 10)).dead_heats
    assert same(two, ".1059758405")
    assert same(three, ".0059987545")


def test_in_myopia_horses_on_one_space_differ() -> None:
    shares = of("myopia", (14, 11, 10, 11)).shares
    assert shares[1] > shares[3]
