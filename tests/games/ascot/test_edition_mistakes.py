"""Editions with a mistake: each is refused, and the place of the mistake told."""

import tomllib
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.ascot.edition import Business, Draft, Edition, read_draft, read_edition
from games.kit.errors import RuleBroken
from games.kit.values import from_json, read_json
from tests.games.ascot.editions import DATA, LEFT_OUT, SHIPPED, TEXT, changed, edition

HUGE = 10**5000
OTHER_DEAL = {"players": 4, "each": 3, "dead": 5}
MISTAKES: list[tuple[str, tuple[tuple[str, Any], ...], str]] = [
    ("a deal that is not of 20 cards", (("deal.2", OTHER_DEAL),), "deal[2]"),
    ("a deal without a dead hand", (("deal.2", {"players": 4, "each": 5, "dead": 0}),), "deal[2]"),
    ("no deal for three", (("deal.1", LEFT_OUT),), "deal"),
    ("a deal for one", (("deal.0", {"players": 1, "each": 7, "dead": 13}),), "deal"),
    ("a letter instead of a dot", (("course.rows.4", "BRRJNB"),), "course.inscribed"),
    ("a dot instead of a letter", (("course.rows.0", ".RNJBJ"),), "course.rows[0]"),
    ("a row of five", (("course.rows.3", "BBNJB"),), "course.rows[3]"),
    ("a letter that is no colour", (("course.rows.3", "BBNJBX"),), "course.rows[3]"),
    ("a course of nothing", (("course.rows", []),), "course.rows"),
    ("a course without end", (("course.rows", ["BBBBBB"] * 201),), "course.rows"),
    ("two inscriptions on one cell", (("course.inscribed.1.lanes", [2, 2]),), "course.inscribed[1]"),
    ("an inscription beside the course", (("course.inscribed.0.length", 67),), "course.inscribed[0]"),
    ("an inscription that nobody wrote", (("course.inscribed.0.code", "flood"),), "course.inscribed[0].code"),
    ("two inscriptions of one code", (("course.inscriptions.0.code", "fall"),), "course.inscriptions[0].code"),
    ("an advance by nothing", (("course.inscriptions.0.amount", 0),), "course.inscriptions[0].amount"),
    ("a wait by something", (("course.inscriptions.4.amount", 2),), "course.inscriptions[4].amount"),
    ("a seventh lane", (("course.inscriptions.6.lanes", [7]),), "course.inscriptions[6].lanes"),
    ("a wait in some lanes", (("course.inscriptions.4.lanes", [1]),), "course.inscriptions[4].lanes"),
    ("overtaking nobody", (("course.inscriptions.5.within", 0),), "course.inscriptions[5].within"),
    ("an advance within something", (("course.inscriptions.0.within", 3),), "course.inscriptions[0].within"),
    ("a hazard without rescue", (("course.inscriptions.12.immunity", None),), "course.inscriptions[12].immunity"),
    ("a rescue without hazard", (("course.inscriptions.0.immunity", "fall"),), "course.inscriptions[0].immunity"),
    ("a last turn behind the whip", (("course.last_turn_post", 56),), "course.last_turn_post"),
    ("a white band behind the turn", (("course.white_band", 50),), "course.last_turn_post"),
    ("a corner that ends before it starts", (("course.corners.0", [22, 15]),), "course.corners[0]"),
    ("no free length", (("course.first_free_length", 0),), "course.first_free_length"),
    ("a cut-in of seven", (("course.cut_in_distance", 7),), "course.cut_in_distance"),
    ("an unknown effect", (("reports.vet.0.effect", "glanders"),), "reports.vet[0].effect"),
    ("an unknown inscription", (("course.inscriptions.0.do", "jump"),), "course.inscriptions[0].do"),
    ("an unknown cell", (("training.cells.0.kind", "sleep"),), "training.cells[0].kind"),
    ("a negative price", (("horses.3.price", -100),), "horses[3].price"),
    ("a price that is no multiple of the unit", (("horses.3.price", 22_050),), "horses[3].price"),
    ("a price of a business likewise", (("businesses.1.price", 30_001),), "businesses[1].price"),
    ("an auctioneer for money", (("businesses.0.price", 1_000),), "businesses[0].price"),
    ("two cards of one number", (("horses.1.number", 1),), "horses"),
    ("a thirteenth horse", (("horses.11.number", 13),), "horses"),
    ("eleven horses", (("horses.11", LEFT_OUT),), "horses"),
    ("two farriers", (("businesses.1.business", "farrier"),), "businesses"),
    ("two colours black", (("colours.1.colour", "black"),), "colours"),
    ("two colours with one letter", (("colours.1.letter", "N"),), "colours"),
    ("a colour whose letter is the dot", (("colours.1.letter", "."),), "colours"),
    ("horses at the farrier's", (("colours.1.stable", "farrier"),), "colours[1].stable"),
    ("a colour without lengths", (("colours.3.bonus", 0),), "colours[3].bonus"),
    ("a language that is missing", (("horses.0.name.es", LEFT_OUT),), "horses[0].name.es"),
    ("an empty text", (("training.cells.7.text.fr", ""),), "training.cells[7].text.fr"),
    ("a blank text", (("training.cells.7.text.fr", "\N{NO-BREAK SPACE}"),), "training.cells[7].text.fr"),
    ("blanks at the ends", (("title.en", " Ascot"),), "title.en"),
    ("a control character", (("horses.0.name.en", "Cor\x1bsaire"),), "horses[0].name.en"),
    ("two lines", (("about.en", "One.\nTwo."),), "about.en"),
    ("a separator of lines", (("about.en", "One.\N{LINE SEPARATOR}Two."),), "about.en"),
    ("writing that turns round", (("about.en", "One \N{RIGHT-TO-LEFT OVERRIDE}two."),), "about.en"),
    ("half a character", (("about.en", "\ud800"),), "about.en"),
    ("a name of 61 characters", (("horses.0.name.en", "a" * 61),), "horses[0].name.en"),
    ("a text of 201 characters", (("about.en", "a" * 201),), "about.en"),
    ("a name with capitals", (("name", "Mine"),), "name"),
    ("a key that nobody reads", (("money.interest", 5),), "money.interest"),
    ("text for a number", (("money.starting_cash", "281000"),), "money.starting_cash"),
    ("a fraction of a franc", (("money.starting_cash", 281_000.5),), "money.starting_cash"),
    ("true for a number", (("money.bid_step", True),), "money.bid_step"),
    ("a huge number", (("money.cash_unit", HUGE),), "money.cash_unit"),
    ("a huge number below nothing", (("horses.0.number", -HUGE),), "horses[0].number"),
    ("no unit", (("money.cash_unit", 0),), "money.cash_unit"),
    ("no cash", (("money.starting_cash", 0),), "money.starting_cash"),
    ("bids by nothing", (("money.bid_step", 0),), "money.bid_step"),
    ("bets by 50", (("money.bet_step", 50),), "money.bet_step"),
    ("an entry that pays the horse", (("money.entry_fee", -10_000),), "money.entry_fee"),
    ("notes that are another sum", (("money.notes_shown.2.count", 5),), "money.notes_shown"),
    ("fewer notes than none", (("money.notes_printed.0.count", -1),), "money.notes_printed"),
    ("51 percent", (("money.tote_commission.percent", 51),), "money.tote_commission.percent"),
    ("less than no percent", (("money.banker_commission.percent", -1),), "money.banker_commission.percent"),
    ("rounding to nothing", (("money.auction_commission.rounding", 0),), "money.auction_commission.rounding"),
    ("rounding below the unit", (("money.auction_commission.rounding", 50),), "money.auction_commission.rounding"),
    ("another way to round", (("money.auction_commission.rounds", "up"),), "money.auction_commission.rounds"),
    ("fewer Advantages than none", (("stock.advantages", -1),), "stock.advantages"),
    ("no horse in the race", (("horses_in_race", 0),), "horses_in_race"),
    ("13 horses of two players", (("horses_of_two", 13),), "horses_of_two"),
    ("no bets", (("bets_per_horse", 0),), "bets_per_horse"),
    ("a gate beside the training ground", (("training.walroy_gate", 40),), "training.walroy_gate"),
    ("hops below none", (("training.hops", -1),), "training.hops"),
    ("a training ground of one cell", (("training.cells", DATA["training"]["cells"][:1]),), "training.cells"),
    ("a payment to nobody", (("training.cells.1.head", None),), "training.cells[1]"),
    ("a payment of nothing", (("training.cells.1.amount", 0),), "training.cells[1]"),
    ("a payment of 50", (("training.cells.1.amount", 50),), "training.cells[1]"),
    ("a report of the farrier", (("training.cells.0.head", "farrier"),), "training.cells[0].head"),
    ("an invitation that costs something", (("training.cells.5.amount", 4_000),), "training.cells[5].amount"),
    ("no Advantage", (("training.cells.2.amount", 0),), "training.cells[2].amount"),
    ("a whole lap on", (("training.cells.33.amount", 40),), "training.cells[33].amount"),
    ("an empty pack", (("reports.walroy", []),), "reports.walroy"),
    ("two reports of one name", (("reports.walroy.0.card", "s01"),), "reports.walroy[0].card"),
    ("a report with the number of a horse", (("reports.walroy.0.card", "12"),), "reports.walroy[0].card"),
    ("a report with the name of a business", (("reports.walroy.0.card", "vet"),), "reports.walroy[0].card"),
    ("a report that pays nobody", (("reports.vet.8.to", None),), "reports.vet[8]"),
    ("a report that pays 50", (("reports.vet.8.amount", 50),), "reports.vet[8]"),
    ("a report that pays somebody nothing", (("reports.vet.0.to", "vet"),), "reports.vet[0].to"),
    ("strangles of 2", (("reports.vet.0.amount", 2),), "reports.vet[0].amount"),
    ("a report kept for nothing", (("reports.vet.1.immunity", None),), "reports.vet[1].immunity"),
    ("an immunity that is not kept", (("reports.vet.0.immunity", "fall"),), "reports.vet[0].immunity"),
    ("no Advantage by a report", (("reports.stevens.0.amount", 0),), "reports.stevens[0].amount"),
    ("a move by nothing", (("reports.stevens.11.amount", 0),), "reports.stevens[11].amount"),
    ("another source", (("horses.0.source", "dreamt"),), "horses[0].source"),
]


@pytest.mark.parametrize(("changes", "where"), [case[1:] for case in MISTAKES], ids=[case[0] for case in MISTAKES])
def test_an_edition_with_a_mistake_is_refused_and_its_place_told(
    changes: tuple[tuple[str, Any], ...], where: str
) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_json(Edition, changed(*changes), "", "bad_edition")
    assert refused.value.code == "bad_edition"
    assert refused.value.sentence.startswith(where)
    assert refused.value.sentence.endswith(".")


@pytest.mark.parametrize(
    "text",
    [
        "name = ",
        "{",
        f"a = {'9' * 5000}",
        f"a = {'[' * 100_000}",
        'name = "a"\nname = "b"',
        "\x00",
    ],
    ids=["half a line", "JSON", "a number without end", "a list without end", "twice", "not even text"],
)
def test_what_is_no_toml_is_refused(text: str) -> None:
    for read in (read_edition, read_draft):
        with pytest.raises(RuleBroken, match="TOML") as refused:
            read(text)
        assert refused.value.code == "bad_edition"


def test_an_empty_file_is_no_edition() -> None:
    with pytest.raises(RuleBroken, match=r"name should be there\."):
        read_edition("")


def test_a_huge_number_in_toml_is_refused() -> None:
    """Written in base 16 a number may be longer than Python prints one."""
    with pytest.raises(RuleBroken, match=r"money.starting_cash"):
        read_edition(TEXT.replace("starting_cash = 281_000", f"starting_cash = 0x{'F' * 5000}"))


def test_a_draft_tells_all_its_problems() -> None:
    text = TEXT.replace("bonus = 4", "bonus = 7").replace("dead = 6", "dead = 5").replace('"JRNJBJ"', '"JRNJB"')
    draft = read_draft(text)
    assert [str(problem).split(" should")[0] for problem in draft.problems()] == [
        *("colours[0].bonus", "deal[0]", "course.rows[0]")
    ]
    with pytest.raises(RuleBroken, match="bonus"):
        read_edition(text)


def test_a_club_may_change_names_prices_and_boards() -> None:
    course = DATA["course"] | {"rows": [*DATA["course"]["rows"], "BBBBBB"]}
    mine = edition(("name", "mine"), ("horses.0.name.en", "Corsair"), ("horses.0.price", 39_900), ("course", course))
    assert (mine.name, mine.horse(1).name.en, mine.horse(1).price, mine.course.lengths) == (
        "mine",
        "Corsair",
        39_900,
        67,
    )


def paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in JSON."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [found for key, item in items for found in ((*path, key), *paths(item, (*path, key)))]


PATHS = paths(tomllib.loads(TEXT))
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-10, 100),
    st.sampled_from([HUGE, -HUGE, 10**9, 10**9 + 1, 281_000, 1.5]),
    st.sampled_from(["", ".", "vet", "own-stable", "fall", "keep", "pay", "move", "overtake", "advance", "......"]),
    st.text(max_size=5),
    st.lists(st.integers(-1, 8), max_size=3),
    st.just({}),
)


def mutate(data: Any, path: tuple[Any, ...], how: str, value: Any) -> None:
    *outer, last = path
    for step in outer:
        if not _has(data, step):  # another change has taken this place away
            return
        data = data[step]
    if not _has(data, last):
        return
    if how == "delete":
        del data[last]
    elif how == "duplicate" and isinstance(data, list):
        data.insert(last, data[last])
    else:
        data[last] = value


def _has(data: Any, step: Any) -> bool:
    return step in data if isinstance(data, dict) else isinstance(data, list) and step in range(len(data))


def problems(data: Any) -> list[RuleBroken]:
    try:
        draft = read_json(Draft, data, "", "bad_edition")
    except RuleBroken as refused:
        return [refused]
    return list(draft.problems())


@given(st.data())
def test_any_mistake_gives_an_edition_or_a_refusal(data: st.DataObject) -> None:
    mutated = tomllib.loads(TEXT)
    for path in data.draw(st.lists(st.sampled_from(PATHS), min_size=1, max_size=4)):
        mutate(mutated, path, data.draw(st.sampled_from(["replace", "delete", "duplicate"])), data.draw(VALUES))
    found = problems(mutated)
    assert {problem.code for problem in found} <= {"bad_edition"}
    assert all(problem.sentence for problem in found)
    if not found:
        answers_its_questions(from_json(Edition, mutated))


def answers_its_questions(fit: Edition) -> None:
    assert len(fit.cards) == len(fit.prices) == 20
    assert [fit.dealing(players).players for players in range(2, 7)] == [2, 3, 4, 5, 6]
    for number in range(1, 13):
        assert fit.training_cell(number, 1) in fit.training.cells
        assert fit.stable(number) in {Business.STEVENS, Business.WALROY}
        assert fit.bonus(number) >= 1
    for length, lane in product(range(1, fit.course.lengths + 1), range(1, 7)):
        assert (fit.cell_colour(length, lane) is None) != (fit.inscription(length, lane) is None)


def test_the_edition_of_the_house_answers_its_questions() -> None:
    answers_its_questions(SHIPPED)
