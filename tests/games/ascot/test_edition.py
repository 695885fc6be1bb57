"""The edition that comes with the house, held against what is known of it."""

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from games.ascot.edition import Business, Cell, Edition, Immunity, start_lane
from games.kit.courses import Provenance
from games.kit.errors import RuleBroken
from games.kit.values import canonical, from_json
from tests.games.ascot.editions import DATA, SHIPPED, edition
from tests.games.test_catalogues import slips

COURSE = SHIPPED.course
CELLS = SHIPPED.training.cells


def cells_of(kind: str) -> dict[int, Cell]:
    """Those of a kind on the training ground, by their numbers from 1."""
    return {at: cell for at, cell in enumerate(CELLS, 1) if cell.kind == kind}


def places(code: str) -> set[tuple[int, int]]:
    return {(place.length, lane) for place in COURSE.inscribed for lane in place.lanes if place.code == code}


def test_the_edition_has_a_name_and_words_in_three_languages() -> None:
    assert SHIPPED.name == "miro-demo-1"
    assert len({SHIPPED.about.en, SHIPPED.about.fr, SHIPPED.about.es}) == 3


@pytest.mark.rule("ascot:M-2")
def test_everybody_receives_281000_francs() -> None:
    assert SHIPPED.money.starting_cash == 281_000


@pytest.mark.rule("ascot:M-3")
def test_the_printed_notes_are_6000_short_and_the_notes_shown_are_not() -> None:
    """G1."""
    printed = {note.francs: note.count for note in SHIPPED.money.notes_printed}
    shown = {note.francs: note.count for note in SHIPPED.money.notes_shown}
    assert printed == {20_000: 10, 10_000: 6, 2_000: 5, 500: 10}
    assert shown == {20_000: 10, 10_000: 6, 2_000: 8, 500: 10}
    assert sum(francs * count for francs, count in printed.items()) == 275_000
    assert sum(francs * count for francs, count in shown.items()) == 281_000


@pytest.mark.rule("ascot:M-8")
def test_sums_are_multiples_of_a_hundred() -> None:
    money = SHIPPED.money
    assert (money.cash_unit, money.bid_step, money.bet_step) == (100, 500, 500)
    assert (money.entry_fee, money.membership_fee) == (10_000, 10_000)
    for commission in (money.auction_commission, money.banker_commission, money.tote_commission):
        assert (commission.percent, commission.rounding, commission.rounds) == (10, 100, "nearest")


@pytest.mark.rule("ascot:D3")
def test_as_many_cards_are_dealt_as_the_table_says() -> None:
    """G2."""
    dealt = {dealing.players: (dealing.each, dealing.dead) for dealing in SHIPPED.deal}
    assert dealt == {2: (7, 6), 3: (5, 5), 4: (4, 4), 5: (3, 5), 6: (3, 2)}
    assert (SHIPPED.dealing(5).each, SHIPPED.dealing(5).dead) == (3, 5)


@pytest.mark.rule("ascot:D-1")
def test_there_are_twenty_cards_of_twelve_horses_and_eight_businesses() -> None:
    horses = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]
    businesses = ["auctioneer", "club", "farrier", "vet", "stevens", "walroy", "bookmaker", "forage"]
    assert list(SHIPPED.cards) == horses + businesses


def test_horses_have_their_names_colours_and_prices() -> None:
    names = "Corsaire Vermeil Mirabelle Bleuet Ténébreux Coquelicot Tournesol Martin-Pêcheur Minuit Brasero Jonquille"
    colours = ["black", "red", "yellow", "blue"] * 3
    price = {"black": 40_000, "red": 34_000, "yellow": 28_000, "blue": 22_000}
    assert [card.name.fr for card in SHIPPED.horses] == [*names.split(), "Lavandier"]
    assert [card.name.en for card in SHIPPED.horses] == [card.name.es for card in SHIPPED.horses]
    assert [SHIPPED.colour(number) for number in range(1, 13)] == colours
    assert [SHIPPED.horse(number).price for number in range(1, 13)] == [price[colour] for colour in colours]


@pytest.mark.rule("ascot:A-1")
def test_the_auctioneer_costs_nothing_and_all_cards_608000() -> None:
    prices = {card.business: card.price for card in SHIPPED.businesses}
    assert prices == {
        **dict.fromkeys((Business.CLUB, Business.FARRIER, Business.BOOKMAKER, Business.FORAGE), 30_000),
        **dict.fromkeys((Business.STEVENS, Business.WALROY), 40_000),
        Business.VET: 36_000,
        Business.AUCTIONEER: 0,
    }
    assert sum(SHIPPED.prices.values()) == 608_000


@pytest.mark.rule("ascot:K2")
def test_the_dearest_hand_that_is_legal_can_be_paid_for() -> None:
    hands = combinations(sorted(SHIPPED.cards, key=SHIPPED.prices.__getitem__)[-12:], 7)
    legal = [hand for hand in hands if not {"stevens", "walroy"} <= set(hand)]
    assert max(sum(SHIPPED.prices[card] for card in hand) for hand in legal) == 264_000 < 281_000


@pytest.mark.rule("ascot:K2")
def test_an_edition_in_which_a_hand_can_cost_more_than_everybody_has_is_refused() -> None:
    """The same seven cards with the dearest stable at 57,000 are 281,000, and at 57,100 more than that."""
    assert edition(("businesses.4.price", 57_000)).prices["stevens"] == 57_000
    with pytest.raises(RuleBroken, match=r"deal\[0\].each"):
        edition(("businesses.4.price", 57_100))


@pytest.mark.rule("ascot:T-4")
def test_colours_have_their_stables() -> None:
    stables = {terms.colour: terms.stable for terms in SHIPPED.colours}
    assert stables == {"black": "walroy", "red": "walroy", "yellow": "stevens", "blue": "stevens"}
    assert (SHIPPED.stable(1), SHIPPED.stable(4)) == ("walroy", "stevens")


@pytest.mark.rule("ascot:R-11")
def test_colours_give_their_lengths() -> None:
    assert {terms.colour: terms.bonus for terms in SHIPPED.colours} == {"black": 4, "red": 3, "yellow": 2, "blue": 1}
    assert [SHIPPED.bonus(number) for number in (1, 2, 3, 4)] == [4, 3, 2, 1]


@pytest.mark.rule("ascot:P-8")
def test_horses_stand_in_the_lane_of_their_number_and_each_colour_in_three_lanes() -> None:
    assert [start_lane(number) for number in range(1, 13)] == [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]
    lanes = Counter(
        card.colour for card in {(card.colour, start_lane(card.number)): card for card in SHIPPED.horses}.values()
    )
    assert set(lanes.values()) == {3}


@pytest.mark.rule("ascot:T-16")
def test_small_cards_are_counted() -> None:
    assert (SHIPPED.stock.advantages, SHIPPED.stock.disadvantages, SHIPPED.stock.members) == (8, 12, 6)


def test_the_training_ground_has_forty_cells_of_these_kinds() -> None:
    assert Counter(cell.kind for cell in CELLS) == {
        "report": 10,
        "pay": 13,
        "join": 3,
        "dinner": 1,
        "charity": 1,
        "frost": 1,
        "advantage": 4,
        "disadvantage": 2,
        "move": 2,
        "nothing": 3,
    }
    assert (SHIPPED.training.stevens_gate, SHIPPED.training.walroy_gate, SHIPPED.training.hops) == (0, 20, 1)


def test_cells_of_the_training_ground_pay_whom_they_say() -> None:
    paid = {at: (cell.head, cell.amount) for at, cell in cells_of("pay").items()}
    assert paid == {
        2: ("farrier", 10_000),
        4: ("forage", 4_000),
        7: ("own-stable", 6_000),
        9: ("farrier", 4_000),
        12: ("forage", 6_000),
        14: ("vet", 5_000),
        19: ("forage", 3_000),
        22: ("farrier", 5_000),
        24: ("forage", 8_000),
        27: ("own-stable", 5_000),
        31: ("forage", 4_000),
        33: ("vet", 8_000),
        35: ("farrier", 6_000),
    }


@pytest.mark.rule("ascot:T-12")
def test_dinner_and_charity_are_4000_each_for_the_commissioner() -> None:
    levies = {**cells_of("dinner"), **cells_of("charity")}
    assert {at: (cell.head, cell.amount) for at, cell in levies.items()} == {11: ("club", 4_000), 26: ("club", 4_000)}


def test_other_cells_are_where_the_edition_has_them() -> None:
    reports = {at: cell.head for at, cell in cells_of("report").items()}
    assert reports == {
        **dict.fromkeys((1, 10, 16, 21, 30, 36), "own-stable"),
        **dict.fromkeys((5, 20, 25, 39), "vet"),
    }
    assert (set(cells_of("join")), set(cells_of("frost"))) == ({6, 17, 29}, {15})
    assert (set(cells_of("advantage")), set(cells_of("disadvantage"))) == ({3, 13, 23, 40}, {18, 32})
    assert {at: cell.amount for at, cell in cells_of("move").items()} == {34: 3, 37: -2}


def test_horses_of_each_stable_walk_the_cells_from_their_gate() -> None:
    assert SHIPPED.training_cell(4, 1) == CELLS[0]
    assert SHIPPED.training_cell(4, 40) == CELLS[39]
    assert SHIPPED.training_cell(1, 1) == CELLS[20]
    assert SHIPPED.training_cell(1, 21) == CELLS[0]


def test_each_pack_has_twelve_reports_with_these_effects() -> None:
    effects = {
        "stevens": {"advantage": 5, "disadvantage": 2, "keep": 2, "pay": 2, "move": 1},
        "walroy": {"advantage": 4, "disadvantage": 3, "keep": 2, "pay": 2, "move": 1},
        "vet": {
            "strangles": 1,
            "keep": 3,
            "advantage": 2,
            "disadvantage": 2,
            "pay": 2,
            "rest": 1,
            "eliminate": 1,
        },
    }
    for pack in ("stevens", "walroy", "vet"):
        reports = getattr(SHIPPED.reports, pack)
        assert len(reports) == 12
        assert Counter(report.effect for report in reports) == effects[pack]
    assert len(SHIPPED.reports_by_card) == 36


@pytest.mark.rule("ascot:R-16")
def test_reports_that_are_kept_save_from_what_the_course_has() -> None:
    kept = {report.card: report.immunity for report in SHIPPED.reports_by_card.values() if report.immunity}
    assert kept == {
        **dict.fromkeys(("s08", "w08"), Immunity.BRIDLE),
        **dict.fromkeys(("v02", "v03"), Immunity.VESSEL),
        **dict.fromkeys(("s09", "w09", "v04"), Immunity.FALL),
    }


def test_reports_cost_and_move_what_they_say() -> None:
    facts = {card: (report.to, report.amount) for card, report in SHIPPED.reports_by_card.items() if report.to}
    assert facts == {
        "s10": ("farrier", 3_000),
        "s11": ("forage", 3_000),
        "w10": ("farrier", 4_000),
        "w11": ("forage", 4_000),
        "v09": ("vet", 5_000),
        "v10": ("vet", 3_000),
    }
    assert [SHIPPED.reports_by_card[card].amount for card in ("s05", "s12", "w12")] == [2, 3, -2]


def test_the_course_has_66_lengths_of_six_lanes_in_these_colours() -> None:
    letters = Counter("".join(COURSE.rows))
    assert letters == {"B": 182, "J": 63, "R": 55, "N": 49, ".": 47}
    assert COURSE.lengths == 66
    assert sum(letters.values()) == 396
    assert (COURSE.rows[0], COURSE.rows[30], COURSE.rows[65]) == ("JRNJBJ", ".BBNRB", "NBBBJB")


@pytest.mark.rule("ascot:R-20")
def test_the_last_turn_lies_between_its_post_and_the_whip() -> None:
    assert (COURSE.white_band, COURSE.last_turn_post, COURSE.whip_band) == (45, 46, 55)
    assert places("white-cell") == {(45, lane) for lane in range(1, 7)}
    assert places("whip") == {(55, lane) for lane in range(1, 7)}
    assert COURSE.corners == ((15, 22), (47, 54))


@pytest.mark.rule("ascot:R-20")
def test_a_vessel_bursts_once_in_every_lane_but_the_inner_one() -> None:
    assert places("burst-vessel") == {(50, 2), (47, 3), (52, 4), (48, 5), (51, 6)}


def test_lanes_are_free_from_the_second_length_and_cut_in_three_ahead() -> None:
    assert (COURSE.first_free_length, COURSE.cut_in_distance) == (2, 3)


def test_inscriptions_stand_where_the_edition_has_them() -> None:
    assert {
        code.code: places(code.code) for code in COURSE.inscriptions if code.code not in {"white-cell", "whip"}
    } == {
        "good-start": {(5, 4)},
        "good-pace": {(14, 4), (25, 2), (36, 6), (57, 4)},
        "heavy-going": {(10, 6), (22, 1), (39, 5), (59, 6)},
        "wandering-mind": {(20, 5), (40, 1), (53, 1)},
        "nervous": {(7, 2), (31, 1)},
        "overtake": {(43, 2), (19, 3), (33, 4), (11, 5)},
        "inner-lanes": {(16, 2), (30, 5), (42, 4)},
        "inner-lane": {(8, 3)},
        "outer-lanes": {(58, 2)},
        "outer-lane": {(28, 3)},
        "broken-bridle": {(13, 1), (34, 2), (27, 6)},
        "burst-vessel": {(50, 2), (47, 3), (52, 4), (48, 5), (51, 6)},
        "fall": {(37, 3), (24, 4), (17, 6)},
    }


def test_inscriptions_do_what_they_say() -> None:
    told = {each.code: (str(each.do), each.amount, each.lanes, each.within) for each in COURSE.inscriptions}
    assert told == {
        "good-start": ("advance", 2, (), 0),
        "good-pace": ("advance", 3, (), 0),
        "heavy-going": ("back", 2, (), 0),
        "wandering-mind": ("back", 1, (), 0),
        "nervous": ("wait", 0, (), 0),
        "overtake": ("overtake", 0, (), 6),
        "inner-lanes": ("advance", 3, (1, 2, 3), 0),
        "inner-lane": ("advance", 3, (1,), 0),
        "outer-lanes": ("advance", 2, (4, 5, 6), 0),
        "outer-lane": ("advance", 3, (6,), 0),
        "whip": ("advance", 3, (1, 2, 3), 0),
        "white-cell": ("any-advantage", 0, (), 0),
        "broken-bridle": ("eliminate", 0, (), 0),
        "burst-vessel": ("eliminate", 0, (), 0),
        "fall": ("fall", 0, (), 0),
    }
    saved = {each.code: each.immunity for each in COURSE.inscriptions if each.immunity}
    assert saved == {"broken-bridle": "bridle", "burst-vessel": "vessel", "fall": "fall"}


def test_a_cell_of_the_course_has_a_colour_or_an_inscription() -> None:
    """Cells of the golden cases."""
    assert [SHIPPED.cell_colour(*cell) for cell in ((31, 5), (19, 4), (28, 4), (32, 2), (10, 3))] == [
        *("red", "yellow", "black", "black", "black")
    ]
    assert SHIPPED.inscription(31, 5) is None
    assert SHIPPED.cell_colour(25, 2) is None
    found = [SHIPPED.inscription(*cell) for cell in ((25, 2), (14, 4), (17, 6))]
    assert [each.code for each in found if each] == ["good-pace", "good-pace", "fall"]


@pytest.mark.rule("ascot:P-1", "ascot:B-3")
def test_three_horses_run_six_of_two_players_and_each_has_four_bets() -> None:
    assert (SHIPPED.horses_in_race, SHIPPED.horses_of_two, SHIPPED.bets_per_horse) == (3, 6, 4)


def test_the_edition_says_where_its_items_come_from() -> None:
    businesses = {card.business: card.source for card in SHIPPED.businesses}
    assert {business for business, source in businesses.items() if source is Provenance.REPORTED} == {"vet", "forage"}
    assert Provenance.RECONSTRUCTED not in businesses.values()
    assert {card.source for card in SHIPPED.horses} == {Provenance.RECONSTRUCTED}
    printed = {report.card for report in SHIPPED.reports_by_card.values() if report.source is Provenance.PRINTED}
    assert printed == {"s08", "w08", "v01"}


def words_in(data: Any) -> list[tuple[str, str]]:
    """Every text with its language."""
    if isinstance(data, list):
        return [found for item in data for found in words_in(item)]
    if not isinstance(data, dict):
        return []
    if set(data) == {"en", "fr", "es"}:
        return list(data.items())
    return [found for item in data.values() for found in words_in(item)]


def test_every_text_of_the_edition_is_set_as_its_language_wants_it() -> None:
    words = words_in(DATA)
    assert len(words) > 300
    assert [(language, text) for language, text in words if slips(language, text)] == []


def test_the_edition_is_small() -> None:
    assert len(canonical(SHIPPED)) < 30_000


def test_an_edition_survives_json() -> None:
    assert from_json(Edition, DATA) == SHIPPED
