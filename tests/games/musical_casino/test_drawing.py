"""The board of Musical Casino as it is drawn, and the words for what can be done at it."""

import re
from dataclasses import fields, replace
from typing import Any

import pytest

from casino.web import boards
from games.kit.drawing import READ_FAR, UPRIGHT, WIDE
from games.kit.game import tag
from games.musical_casino.drawing import Table, line, upright, wide
from games.musical_casino.drawing_cards import SCREEN, Note
from games.musical_casino.moves import Deal, Score
from tests.games.musical_casino.positions import MUSICAL, TWELVE, contest, opened, position

languages = pytest.mark.parametrize("said", ["en", "fr", "es"])
BUILT = position("B E C# F", "A C# Eb Gb F", opened("G D", "G major", "A"), opened("A C#", "F# minor", "B", 2))
CROWDED = position("B E C# F", "A C# Eb Gb F Cb E# A# D G C E B D# Db Ab")


def drawn(state: Any, seat: str | None = None, said: str = "en") -> tuple[Table, Table]:
    return upright(MUSICAL, MUSICAL.view(state, seat), said), wide(MUSICAL, MUSICAL.view(state, None), said)


def notes_of(board: Table) -> list[Note]:
    return [*board.notes, *(note for build in board.builds for note in build.notes), *board.hand]


def apart(one: Any, other: Any) -> bool:
    return bool(
        one.x + one.width <= other.x
        or other.x + other.width <= one.x
        or one.y + one.height <= other.y
        or other.y + other.height <= one.y
    )


def test_a_card_shows_its_tone_and_below_it_the_chords_it_belongs_to() -> None:
    board, _ = drawn(BUILT)
    assert [note.tone for note in board.notes] == ["A", "C♯", "E♭", "G♭", "F"]
    assert [chord.said for chord in board.notes[0].chords] == ["F", "D", "A", "Dm", "Am", "F♯m"]
    assert board.notes[3].spoken == "G flat, C flat major, G flat major, E flat minor"


def test_only_the_seat_whose_hand_it_is_sees_it_with_the_names_of_chords_in_full() -> None:
    own, screen = drawn(BUILT, "A", "fr")
    assert [note.tone for note in own.hand] == ["B", "E", "C♯", "F"]
    assert own.hand[0].chords[0].said == "G majeur"
    assert screen.hand == drawn(BUILT)[0].hand == ()


def test_a_build_has_its_cards_the_chord_that_was_called_its_number_and_its_owner() -> None:
    for board in drawn(BUILT):
        assert [[note.tone for note in build.notes] for build in board.builds] == [["G", "D"], ["A", "C♯"]]
        assert [(build.chord, build.owner) for build in board.builds] == [("G major", "1 · A"), ("F♯ minor", "2 · B")]


@languages
@pytest.mark.parametrize("state", [BUILT, CROWDED, contest(TWELVE)], ids=["builds", "many cards", "twelve players"])
def test_everything_lies_inside_the_board_and_cards_do_not_cover_each_other(state: Any, said: str) -> None:
    for board, width in zip(drawn(state, "A", said), (UPRIGHT, WIDE[0]), strict=True):
        assert board.width == width
        flat: list[Any] = [*board.notes, *board.builds, *board.hand]
        assert all(one is other or apart(one, other) for one in flat for other in flat)
        assert all(each.x >= 0 and each.x + each.width <= width for each in flat)
        assert all(each.y >= 0 and each.y + each.height <= board.height for each in flat)
        assert all(row.y + board.row <= board.height for row in board.rows)


def test_cards_have_names_of_their_own_that_stay_when_one_is_laid_on_the_table() -> None:
    before = position("A B", "A C")
    after = MUSICAL.play(position("A B", "A C", free_trail=True), MUSICAL.read_move({"seat": "A", "trail": "A"})).state
    keys = [note.key for note in notes_of(drawn(before, "A")[0])]
    assert keys == ["A-1", "C-1", "A-2", "B-1"]
    assert [note.key for note in notes_of(drawn(after, "A")[0])] == ["A-1", "C-1", "A-2", "B-1"]


def test_where_many_cards_lie_they_are_drawn_with_the_tone_only() -> None:
    for board in drawn(CROWDED):
        assert len(board.notes) == 16
        assert not any(note.chords for note in board.notes)


def test_numbers_and_tones_of_the_big_screen_can_be_read_from_afar() -> None:
    assert SCREEN.tone >= READ_FAR
    shown = boards.wide(MUSICAL, MUSICAL.view(BUILT, None))
    assert min(map(int, re.findall(r'font-size="(\d+)"', shown))) >= 40


def test_whoever_is_to_play_is_marked() -> None:
    for board in drawn(BUILT):
        assert [(row.name, row.turn) for row in board.rows] == [("A", True), ("B", False)]


@languages
def test_the_line_says_whose_turn_it_is_and_speaks_the_tones(said: str) -> None:
    told = line(MUSICAL, MUSICAL.view(position("B", "F# D"), None), said)
    assert (
        told
        == {
            "en": "A is to play. On the table: F sharp, D.",
            "fr": "À A de jouer. Sur la table\N{NO-BREAK SPACE}: fa dièse, ré.",
            "es": "Juega A. En la mesa: fa sostenido, re.",
        }[said]
    )


def test_after_a_deal_it_is_told_what_every_side_has_made_of_what() -> None:
    """C-15: E♯ is 2 points, a sweep 1 and most cards 3."""
    made = Score(("A", "C"), 30, 3, 2, 0, 0, 3, 0, 1, 6, 21), Score(("B", "D"), 22, 4, 0, 1, 4, 0, 1, 0, 6, 9)
    view = replace(MUSICAL.view(BUILT, None), turn=None, table=(), builds=(), scores=made)
    for board in (upright(MUSICAL, view, "en"), wide(MUSICAL, view, "en")):
        told = " ".join(text for text, _ in board.scored)
        assert told == "A + C +6: E♯ 2, most cards 3, sweeps 1 B + D +6: C♭ 1, D♭ and D♯ 4, most F and F♯ 1"
        assert all(y < board.height for _, y in board.scored)


def test_before_the_deal_the_line_says_how_many_places_are_free() -> None:
    waiting = MUSICAL.start(MUSICAL.read_options({"players": 3}), ("A", "B"))
    assert line(MUSICAL, MUSICAL.view(waiting, None), "en") == "Places still free: 3"


def test_every_act_of_a_seat_has_words_with_facts_that_it_has() -> None:
    acts = MUSICAL.catalogue.acts
    kinds = {tag(kind): {part.name for part in fields(kind)} for kind in MUSICAL.move_types if kind is not Deal}
    assert {name.partition("=")[0] for name in acts} == set(kinds)
    for name, words in acts.items():
        for text in vars(words).values():
            assert set(re.findall(r"{(\w+)}", text)) <= kinds[name.partition("=")[0]] - {"seat"}
