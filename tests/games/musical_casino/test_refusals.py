"""Everything that must be refused, each with its code and with nothing changed."""

from typing import Any

import pytest

from games.kit.game import Move
from games.kit.values import canonical
from games.musical_casino.contest import Contest
from tests.games.driving import refusal
from tests.games.musical_casino.positions import MUSICAL, TWELVE, after, contest, deal, move, opened, position
from tests.games.musical_casino.whole_games import Table, at_random

OTHERS = opened("G D", "G major", "B")
OPEN = contest("ABC", players=2, ante=3)
FIRST = deal("E G G D", "C A B F", table="Bb Bb F# E")
SECOND = deal("C C C D", "D A A A")


def entered(state: Contest, seats: str) -> Contest:
    for seat in seats:
        state = MUSICAL.play(state, MUSICAL.read_move({"seat": seat, "enter": True})).state
    return state


FULL = entered(OPEN, "AB")
DEALT = MUSICAL.play(contest(), FIRST).state
WON = Table(contest(target=1, max_deals=1), seed=5).play(at_random(5))


def plays_out() -> Contest:
    """The first hand is over, and the second not dealt."""
    state = DEALT
    while state.turn is not None:
        state = MUSICAL.play(state, MUSICAL.moves(state, state.turn)[0]).state
    return state


OUT = plays_out()


def refused(state: Contest, made: Move | dict[str, Any]) -> str:
    """The code of a move that is refused, and that changes nothing."""
    before = canonical(state)

    def play() -> object:
        return MUSICAL.play(state, made if isinstance(made, Move) else MUSICAL.read_move(made))

    code = refusal(play)
    assert canonical(state) == before
    return code


@pytest.mark.rule("musical-casino:C-2")
@pytest.mark.parametrize("players", [-1, 0, 1, 5, 7, 8, 9, 10, 11, 13, 24])
def test_numbers_of_players_with_whom_hands_do_not_come_out_even(players: int) -> None:
    assert refusal(contest, "ABC", players=players) == "wrong_players"


@pytest.mark.rule("musical-casino:C-2")
@pytest.mark.parametrize("players", [0, 1, 5, 7, 8, 9, 10, 11])
def test_as_many_who_sit_there_are_not_dealt_to(players: int) -> None:
    state = contest(TWELVE[:players])
    why = MUSICAL.unready(state)
    assert why is not None
    assert why.code == "wrong_players"
    assert MUSICAL.chance(state) is None
    assert refused(state, deal(*["C D E F"] * players, table="C D E F")) == "wrong_players"


@pytest.mark.rule("musical-casino:C-19")
@pytest.mark.parametrize("players", [2, 3, 6, 12])
def test_partners_who_are_not_four(players: int) -> None:
    assert refusal(contest, TWELVE[:players], players=players, partners=True) == "wrong_players"
    why = MUSICAL.unready(contest(TWELVE[:players], partners=True))
    assert why is not None
    assert why.code == "wrong_players"


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"target": -21},
        {"target": True},
        {"target": 21.0},
        {"target": "21"},
        {"target": 1001},
        {"max_deals": 0},
        {"max_deals": 51},
        {"dealer": 0},
        {"dealer": 13},
        {"dealer": "A"},
        {"players": True},
        {"players": "2"},
        {"players": 2.0},
        {"players": [2]},
        {"partners": 1},
        {"partners": "yes"},
        {"ante": 3},
        {"ante": -1, "players": 2},
        {"ante": True, "players": 2},
        {"ante": 1.5, "players": 2},
        {"ante": 1_000_001, "players": 2},
        {"pair_takes": "all"},
        {"pair_takes": None},
        {"esharp_gsharp_pair": 1},
        {"free_trail": "no"},
        {"course": None},
        {"pack": "regular"},
        [],
    ],
)
def test_options_that_do_not_exist_or_do_not_fit(options: Any) -> None:
    assert refusal(MUSICAL.read_options, options) == "bad_option"


def test_a_pack_that_the_house_does_not_have() -> None:
    assert refusal(contest, course="ascot") == "unknown_course"


@pytest.mark.rule("musical-casino:C-3")
def test_a_card_out_of_turn() -> None:
    assert DEALT.turn == "B"
    assert refused(DEALT, move("A", "trail D")) == "not_your_turn"
    assert refused(DEALT, move("A", "match E")) == "not_your_turn"
    later = after(DEALT, "pair C E")
    assert refused(later, move("B", "trail A")) == "not_your_turn"


@pytest.mark.parametrize("written", ["match E", "pair E C", "trail G", "chord D Bb F#", "build G Bb G minor"])
def test_a_card_that_is_not_in_the_hand(written: str) -> None:
    assert refused(DEALT, move("B", written)) == "not_in_hand"


def test_a_card_that_has_been_played_is_not_in_the_hand_any_more() -> None:
    state = after(position("G A", other="D D"), "trail A", "trail D")
    assert refused(state, move("A", "trail A")) == "not_in_hand"


@pytest.mark.rule("musical-casino:C-3")
@pytest.mark.parametrize(
    "made",
    [
        {"trail": ["A", "B"]},
        {"match": ["A", "A"]},
        {"match": "A", "trail": "B"},
        {"pair": {"card": ["C", "A"], "partner": "E"}},
        {"pair": {"card": "C", "partner": ["E", "F"]}},
        {"chord": {"card": ["C", "A"], "loose": ["E", "G"]}},
        {"chord": {"card": "C", "loose": ["E", "G", "B"]}},
        {"build": {"card": ["A", "B"], "on": "F#", "chord": "D major"}},
    ],
)
def test_two_cards_in_one_play(made: dict[str, Any]) -> None:
    assert refused(DEALT, {"seat": "B", **made}) == "bad_move"


@pytest.mark.parametrize("tone", ["B#", "Fb", "H", "E##", "Cbb", "f#", "F♯", "", "F "])
def test_tones_that_are_not_in_the_pack(tone: str) -> None:
    for made in (
        {"match": tone},
        {"trail": tone},
        {"pair": {"card": "C", "partner": tone}},
        {"chord": {"card": tone, "build": 1}},
        {"chord": {"card": "C", "loose": ["E", tone]}},
        {"build": {"card": "C", "on": tone, "chord": "C major"}},
    ):
        assert refused(DEALT, {"seat": "B", **made}) == "unknown_tone"
    assert refused(contest(), {"deal": {"hands": [[tone] * 4, ["C"] * 4], "table": []}}) == "unknown_tone"


ENHARMONIC = ["F# Gb", "C# Db", "D# Eb", "G# Ab", "A# Bb", "E# F", "Cb B"]


@pytest.mark.rule("musical-casino:C-4")
@pytest.mark.parametrize("written", ENHARMONIC)
def test_a_match_with_a_tone_that_only_sounds_the_same(written: str) -> None:
    first, second = written.split()
    for card, loose in ((first, second), (second, first)):
        assert refused(position(card, loose), move("A", f"match {card}")) == "not_on_table"


@pytest.mark.rule("musical-casino:C-5")
@pytest.mark.parametrize("written", [*ENHARMONIC, "E# G#", "G# E#", "C G", "C D", "C C", "E Ab", "Cb D#", "F# Bb"])
def test_a_pair_that_is_not_on_the_list(written: str) -> None:
    card, partner = written.split()
    assert refused(position(card, partner), move("A", f"pair {card} {partner}")) == "no_third"


@pytest.mark.rule("musical-casino:C-5", "musical-casino:C-10")
def test_a_pair_with_a_tone_that_is_not_loose() -> None:
    assert refused(position("C", "F"), move("A", "pair C E")) == "not_on_table"
    assert refused(position("B", "F", OTHERS), move("A", "pair B G")) == "not_on_table"


@pytest.mark.rule("musical-casino:C-6", "musical-casino:C-10")
@pytest.mark.parametrize(
    ("state", "written", "code"),
    [
        (position("D", "G"), "chord D G B", "not_on_table"),
        (position("D", ""), "chord D G B", "not_on_table"),
        (position("D", "G B"), "chord D G G", "not_on_table"),
        (position("D", "G G"), "chord D G G", "no_chord"),
        (position("D", "G A"), "chord D G A", "no_chord"),
        (position("E", "G Bb"), "chord E G Bb", "no_chord"),  # a diminished one
        (position("Gb", "D A"), "chord Gb D A", "no_chord"),  # F♯ would do
        (position("C", "", OTHERS), "chord C 1", "no_chord"),
        (position("B", "G", OTHERS), "chord B 2", "no_build"),
        (position("B", "G", OTHERS), "chord B 0", "no_build"),
        (position("B", "G B"), "chord B 1", "no_build"),
        (position("B", "", OTHERS), "chord B G D", "not_on_table"),
        (position("B", "D", OTHERS), "chord B G D", "not_on_table"),  # one of the two is part of the build
        (position("E", "B", OTHERS), "chord E G B", "not_on_table"),
    ],
)
def test_a_chord_that_is_none_or_of_cards_that_are_not_there(state: Contest, written: str, code: str) -> None:
    assert refused(state, move("A", written)) == code


@pytest.mark.rule("musical-casino:C-6", "musical-casino:C-7")
@pytest.mark.parametrize("made", [{"card": "B"}, {"card": "B", "build": 1, "loose": ["G", "D"]}])
def test_a_chord_of_nothing_or_of_both_a_build_and_loose_cards(made: dict[str, Any]) -> None:
    assert refused(position("B", "G D", OTHERS), {"seat": "A", "chord": made}) == "bad_move"


@pytest.mark.rule("musical-casino:C-10")
def test_a_part_of_a_build_is_not_matched() -> None:
    for card in ("G", "D"):
        assert refused(position(card, "F#", OTHERS), move("A", f"match {card}")) == "not_on_table"


@pytest.mark.rule("musical-casino:C-8")
@pytest.mark.parametrize("chord", [{}, {"chord": None}, {"chord": 7}])
def test_a_build_without_a_name(chord: dict[str, Any]) -> None:
    made = {"seat": "A", "build": {"card": "B", "on": "G", **chord}}
    assert refused(position("B D", "G"), made) == "bad_move"


@pytest.mark.rule("musical-casino:C-8")
@pytest.mark.parametrize("chord", ["", "G", "G Major", "B# major", "E# minor", "Gb minor", "G diminished"])
def test_a_build_with_the_name_of_no_chord(chord: str) -> None:
    made = {"seat": "A", "build": {"card": "B", "on": "G", "chord": chord}}
    assert refused(position("B D", "G"), made) == "unknown_chord"


@pytest.mark.rule("musical-casino:C-8", "musical-casino:C-10")
@pytest.mark.parametrize(
    ("state", "written", "code"),
    [
        (position("B D", "G"), "build B G D major", "wrong_chord"),
        (position("B D", "G"), "build D G E minor", "wrong_chord"),
        (position("B D E", "G"), "build E G G major", "wrong_chord"),
        (position("A D", "G"), "build A G G major", "wrong_chord"),
        (position("G B D", "G"), "build G G G major", "wrong_chord"),  # on a card of the same name
        (position("B D", "G"), "build B G E minor", "third_tone_missing"),
        (position("D A", "G"), "build D G G major", "third_tone_missing"),
        (position("D Bb", "G"), "build D G G major", "third_tone_missing"),  # enough for G minor only
        (position("D", "G"), "build D G G major", "third_tone_missing"),  # the last card of a hand
        (position("D D", "G"), "build D G G major", "third_tone_missing"),
        (position("B D", "A"), "build B G G major", "not_on_table"),
        (position("B Bb", "", OTHERS), "build B G G major", "not_on_table"),  # on a build
        (position("B E", "", OTHERS), "build B G E minor", "not_on_table"),
    ],
)
def test_builds_that_cannot_be_made(state: Contest, written: str, code: str) -> None:
    assert refused(state, move("A", written)) == code


@pytest.mark.rule("musical-casino:C-12")
@pytest.mark.parametrize(
    "state",
    [
        position("B A", "B"),
        position("B A", "D"),
        position("B A", "", OTHERS),
        position("B A", "E G"),
        position("B", "G"),
    ],
    ids=["match", "pair", "build", "loose", "last"],
)
def test_a_card_that_could_take_something_is_not_trailed(state: Contest) -> None:
    assert refused(state, move("A", "trail B")) == "can_be_used"


@pytest.mark.rule("musical-casino:C-11")
@pytest.mark.parametrize("options", [{}, {"free_trail": True}])
def test_no_card_is_trailed_while_a_build_of_ones_own_can_be_taken(options: dict[str, Any]) -> None:
    own = opened("G D", "G major", "A")
    for written in ("trail Cb", "trail B"):
        assert refused(position("B Cb", "F#", own, **options), move("A", written)) == "build_waits"
    assert refused(position("Bb Cb", "F#", own, **options), move("A", "trail Cb")) == "build_waits"


@pytest.mark.rule("musical-casino:C-3", "musical-casino:C-17")
def test_nothing_is_played_before_the_cards_are_dealt() -> None:
    for state in (contest(), FULL, OUT):
        assert state.turn is None
        for seat in "AB":
            assert refused(state, move(seat, "trail C")) == "not_dealt"
            assert MUSICAL.moves(state, seat) == () or state is FULL


@pytest.mark.rule("musical-casino:C-17")
def test_nothing_is_played_after_the_game_is_won() -> None:
    assert WON.winners
    assert refused(WON, FIRST) == "game_over"
    for seat in "AB":
        assert refused(WON, move(seat, "trail C")) == "game_over"
        assert MUSICAL.moves(WON, seat) == ()
    assert MUSICAL.chance(WON) is None


@pytest.mark.rule("musical-casino:C-20")
@pytest.mark.parametrize(
    ("state", "seat", "act", "code"),
    [
        (entered(OPEN, "A"), "A", "enter", "already_entered"),
        (FULL, "A", "enter", "already_entered"),
        (FULL, "C", "enter", "places_taken"),
        (FULL, "C", "scratch", "not_entered"),
        (OPEN, "A", "scratch", "not_entered"),
        (OPEN, "Z", "enter", "not_seated"),
        (MUSICAL.play(FULL, FIRST).state, "A", "enter", "already_begun"),
        (MUSICAL.play(FULL, FIRST).state, "C", "enter", "already_begun"),
        (MUSICAL.play(FULL, FIRST).state, "A", "scratch", "already_begun"),
        (contest(), "A", "enter", "no_entries"),
    ],
)
def test_a_second_ante_or_one_that_comes_too_late(state: Contest, seat: str, act: str, code: str) -> None:
    assert refused(state, {"seat": seat, act: True}) == code


def test_somebody_who_does_not_sit_there_or_does_not_play() -> None:
    assert refused(DEALT, move("Z", "trail C")) == "not_seated"
    assert refused(MUSICAL.play(FULL, FIRST).state, move("C", "trail C")) == "not_your_turn"


@pytest.mark.rule("musical-casino:C-1")
@pytest.mark.parametrize(
    ("state", "made", "code"),
    [
        (contest(), deal("E G G", "C A B", table="Bb Bb F# E"), "wrong_hands"),
        (contest(), deal("E G G D", "C A B", table="Bb Bb F# E"), "wrong_hands"),
        (contest(), deal("E G G D A", "C A B F D", table="Bb Bb F# E"), "wrong_hands"),
        (contest(), deal("E G G D", table="Bb Bb F# E"), "wrong_hands"),
        (contest(), deal("E G G D", "C A B F", "C C C D", table="Bb Bb F# E"), "wrong_hands"),
        (contest(), deal("E G G D", "C A B F"), "wrong_table"),
        (contest(), deal("E G G D", "C A B F", table="Bb Bb F#"), "wrong_table"),
        (OUT, deal("C C C D", "D A A A", table="B B B F"), "wrong_table"),
        (contest(), deal("F# F# F# D", "C A B F", table="Bb Bb F# E"), "duplicate_card"),
        (contest(), deal("E# E# G D", "C A B F", table="Bb Bb F# E"), "duplicate_card"),
        (OUT, deal("F# F# F# D", "D A A A"), "duplicate_card"),  # one lay on the table at first
        (OPEN, FIRST, "seats_not_filled"),
        (DEALT, SECOND, "not_ready"),  # hands are held
        (after(DEALT, "pair C E"), SECOND, "not_ready"),
    ],
)
def test_cards_that_cannot_be_dealt_so(state: Contest, made: Move, code: str) -> None:
    assert refused(state, made) == code


@pytest.mark.parametrize("seat", ["A", "Z"])
def test_no_seat_deals(seat: str) -> None:
    told = {"seat": seat, "deal": {"hands": [["E"] * 4, ["C"] * 4], "table": ["D"] * 4}}
    assert refused(contest(), told) == "not_dealer"


@pytest.mark.parametrize(
    "made",
    [
        {"deal": ["E", "G"]},
        {"deal": {"hands": [["E"] * 4, ["C"] * 4]}},
        {"deal": {"hands": "E G", "table": []}},
        {"deal": {"hands": [["E"] * 4, ["C"] * 4], "table": ["D"] * 4, "to_come": []}},
    ],
)
def test_a_deal_that_is_none(made: dict[str, Any]) -> None:
    assert refused(contest(), made) == "bad_move"


def test_what_is_refused_here_can_be_done_otherwise() -> None:
    """The same positions take the right moves: nothing is refused for another reason than the one that is named."""
    assert MUSICAL.play(contest(), FIRST).state.turn == "B"
    assert MUSICAL.play(OUT, SECOND).state.turn == "B"
    assert after(position("B D", "G"), "build B G G major").turn == "B"
    assert after(position("B Cb", "F#", OTHERS), "trail Cb").turn == "B"
    assert after(position("B A", "B", free_trail=True), "trail B").turn == "B"
    assert after(position("E#", "G#", esharp_gsharp_pair=True), "pair E# G#").turn == "B"
