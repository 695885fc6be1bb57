"""What Minoru's catalogue shows. That it is complete is a law of every game: tests/games/test_catalogues.py."""

from tests.games.minoru.racing import MINORU, ORDER

CATALOGUE = MINORU.catalogue


def test_every_course_is_shown_without_the_joker_and_with_it_where_it_may_be() -> None:
    assert MINORU.variants() == (
        {"course": "jaques", "joker": False},
        {"course": "jaques", "joker": True},
        {"course": "true-odds", "joker": False},
        {"course": "true-odds", "joker": True},
        {"course": "long", "joker": False},
    )


def test_the_rules_are_m_r1_to_m_r18() -> None:
    assert [rule.number for rule in CATALOGUE.rules] == [f"M-R{number}" for number in range(1, 19)]


def test_the_title_and_the_printed_names_of_the_horses_are_the_same_in_every_language() -> None:
    printed = ["Minoru", "Game Chick", "Gou-Gou", "Miss McGiggle", "St. Amant"]
    for language in ("en", "fr", "es"):
        assert CATALOGUE.title.said_in(language) == "Minoru"
        assert [CATALOGUE.selections[horse].said_in(language) for horse in ORDER] == printed
    for course in MINORU.courses.values():
        assert {track.horse: track.name for track in course.horses} == dict(zip(ORDER, printed, strict=True))


def test_the_colours_have_a_name_in_every_language() -> None:
    blue, red = CATALOGUE.selections["blue"], CATALOGUE.selections["red"]
    assert (blue.en, blue.fr, blue.es) == ("Blue", "Bleu", "Azul")
    assert (red.en, red.fr, red.es) == ("Red", "Rouge", "Rojo")


def test_courses_have_the_names_that_the_courses_give_themselves() -> None:
    assert list(CATALOGUE.courses) == list(MINORU.courses)
    for name, course in MINORU.courses.items():
        assert CATALOGUE.courses[name].name.en == course.name
        assert len({*vars(CATALOGUE.courses[name].name).values()}) == 3


def test_odds_in_the_rules_are_those_of_the_jaques_cloth() -> None:
    words = {rule.number: rule.words.en for rule in CATALOGUE.rules}
    for track in MINORU.courses["jaques"].horses:
        assert track.name in words["M-R10"]
        assert f"{track.odds.winnings} to {track.odds.per}" in words["M-R10"]
        if track.odds_joker:
            assert f"{track.odds_joker.winnings} to {track.odds_joker.per} instead of" in words["M-R9"]
