"""Texts on boards that have to fit into so much room."""

from games.kit.fitting import grouped, in_lines, room_of, shortened


def test_a_text_that_fits_is_left_alone_and_another_ends_with_dots() -> None:
    assert shortened("Ada", 100, 13) == "Ada"
    cut = shortened("Bartholomew Long", 60, 13)
    assert cut.endswith("…")
    assert "Bartholomew Long".startswith(cut[:-1])
    assert room_of(cut, 13) <= 60


def test_a_text_is_broken_between_words_and_after_hyphens() -> None:
    assert in_lines("Maréchal-ferrant", 80, 13, 2) == ("Maréchal-", "ferrant")
    assert in_lines("one two", 500, 13, 2) == ("one two",)


def test_of_too_many_lines_the_last_is_shortened() -> None:
    first, last = in_lines("forage merchant of the north and of the south", 70, 13, 2)
    assert first == "forage"
    assert last.startswith("merch")
    assert last.endswith("…")


def test_nothing_is_lost_where_there_is_room_for_all_lines() -> None:
    text = "Stevens Stables, Maréchal-ferrant and a Martin-Pêcheur of 22 000 F"
    assert " ".join(in_lines(text, 120, 13, 20)).replace("- ", "-") == text


def test_thousands_stand_apart() -> None:
    assert grouped(1_234_567) == "1\N{NARROW NO-BREAK SPACE}234\N{NARROW NO-BREAK SPACE}567"
    assert grouped(500) == "500"
