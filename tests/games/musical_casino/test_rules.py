"""Every rule of Musical Casino and every decision of ours, by its number."""

from typing import Any

import pytest

from games.kit.entering import Enter, Entered, Scratch, Scratched
from games.kit.game import Cards, Step, tag
from games.kit.payments import Reason, net
from games.kit.round import Round
from games.musical_casino.contest import Contest
from games.musical_casino.moves import (
    Chorded,
    Dealt,
    GameWon,
    HandDealt,
    LastCardsTaken,
    Matched,
    Paired,
    Swept,
)
from games.musical_casino.tones import Tone, Triad
from tests.games.driving import draws, refusal
from tests.games.musical_casino.playing import (
    act,
    builds,
    built,
    deal,
    dealt,
    entered,
    finished,
    game,
    hand,
    last_card,
    pile,
    played_out,
    points,
    position,
    rest_of,
    scored,
    step,
    sweeps,
    table,
)
from tests.games.musical_casino.positions import MUSICAL, TWELVE, after, cards, legal, words

HANDS = {2: 6, 3: 4, 4: 3, 6: 2, 12: 1}  # in a deal, by the number of players
G_MAJOR = "G D", "G major"
DEAL = {"hands": [["A"] * 4, ["B"] * 4], "table": ["C"] * 4}


def wanted(state: Contest) -> Cards:
    chance = MUSICAL.chance(state)
    assert chance is not None
    return chance


def one_deal(seats: str, **options: Any) -> list[Contest]:
    """Every state of a first deal after each of its hands was dealt, and the last when it is over."""
    states, state = [], game(seats, **options)
    while state.deals == 0 or not state.between_deals:
        state = dealt(state)
        states.append(state)
        state = played_out(state)
    return [*states, state]


@pytest.mark.rule("musical-casino:C-1")
def test_four_cards_go_to_each_player_and_in_the_first_hand_four_to_the_table() -> None:
    first = game("ABC")
    assert (wanted(first).label, wanted(first).start, wanted(first).count) == ("deal 1", 0, 16)
    told = MUSICAL.play(first, draws(1).move(wanted(first)))
    assert isinstance(told.happenings[0], Dealt)
    assert len(told.happenings[0].table) == 4
    assert [len(each.cards) for each in told.happenings[1:] if isinstance(each, HandDealt)] == [4, 4, 4]
    later = played_out(told.state)
    assert (wanted(later).label, wanted(later).start, wanted(later).count) == ("deal 1", 16, 12)
    lying = table(later)
    assert table(dealt(later)) == lying, "nothing more is laid on the table"


@pytest.mark.rule("musical-casino:C-1")
def test_other_than_four_cards_are_not_dealt() -> None:
    state = game("AB")
    assert refusal(deal, state, "A A A | B B B", "C C C C") == "wrong_hands"
    assert refusal(deal, state, "A A A A", "C C C C") == "wrong_hands"
    assert refusal(deal, state, "A A A A | B B B B", "C C C") == "wrong_table"
    assert refusal(deal, state, "A A A A | E# E# B B", "C C C C") == "duplicate_card"
    begun = deal(state, "A A A A | B B B B", "C C C C")
    assert refusal(deal, begun, "D D D D | E E E E") == "not_ready"
    assert refusal(deal, played_out(begun), "D D D D | E E E E", "G G G G") == "wrong_table"
    assert deal(played_out(begun), "D D D D | E E E E").turn == "B"


@pytest.mark.rule("musical-casino:C-1", "musical-casino:C-2")
@pytest.mark.parametrize(("players", "hands"), HANDS.items())
def test_the_whole_pack_is_dealt_out_in_hands_of_four(players: int, hands: int) -> None:
    *states, over = one_deal(TWELVE[:players])
    assert [state.dealt for state in states] == [4 + 4 * players * number for number in range(1, hands + 1)]
    assert states[-1].dealt == 52
    assert (len(over.scores), sum(score.cards for score in over.scores)) == (players, 52)


@pytest.mark.rule("musical-casino:C-2")
@pytest.mark.parametrize("players", [0, 1, 5, 7, 8, 9, 10, 11, 13])
def test_hands_that_would_not_come_out_even_are_refused(players: int) -> None:
    assert refusal(MUSICAL.read_options, {"players": players}) == "wrong_players"
    seated = game(f"{TWELVE}M"[:players])
    problem = MUSICAL.unready(seated)
    assert problem is not None
    assert problem.code == "wrong_players"
    assert MUSICAL.chance(seated) is None
    assert refusal(deal, seated, " | ".join(["A A A A"] * players), "C C C C") == "wrong_players"


@pytest.mark.rule("musical-casino:C-3")
@pytest.mark.parametrize(("dealer", "order"), [(1, "BCA"), (2, "CAB"), (3, "ABC")])
def test_on_the_left_of_the_dealer_is_who_has_the_first_cards_and_plays_first(dealer: int, order: str) -> None:
    state = game("ABC", dealer=dealer)
    shuffled = cards("C C C C D D D D E E E E F F F F")
    given = MUSICAL.play(state, wanted(state).becomes(shuffled)).state
    assert [hand(given, seat) for seat in order] == ["C C C C", "D D D D", "E E E E"]
    assert table(given) == "F F F F"
    turns = []
    while given.turn:
        turns.append(given.turn)
        given = MUSICAL.play(given, MUSICAL.moves(given, given.turn)[0]).state
    assert turns == list(order * 4)


@pytest.mark.rule("musical-casino:C-3")
def test_one_card_is_played_at_a_turn_and_only_by_whose_turn_it_is() -> None:
    state = deal(game("AB"), "A D G C | B E F# D", "Eb Eb Eb Ab")
    assert (state.turn, MUSICAL.moves(state, "A")) == ("B", ())
    assert refusal(act, state, "A", "trail", "A") == "not_your_turn"
    assert refusal(act, state, "B", "trail", "A") == "not_in_hand"
    after = act(state, "B", "trail", "B")
    assert (hand(after, "B"), table(after), after.turn) == ("E F# D", "Eb Eb Eb Ab B", "A")


@pytest.mark.rule("musical-casino:C-4")
def test_a_card_takes_all_of_its_name() -> None:
    told = step(position("A | D", "A A C"), "A", "match", "A")
    assert told.happenings == (Matched("A", Tone.A, cards("A A")),)
    assert (pile(told.state, "A"), table(told.state)) == ("A A A", "C")
    sharp = act(position("C# | D", "C# C C#"), "A", "match", "C#")
    assert (pile(sharp, "A"), table(sharp)) == ("C# C# C#", "C")


@pytest.mark.rule("musical-casino:C-4")
def test_a_player_can_keep_on_matching_at_later_turns() -> None:
    state = after(position("A A | A C", "A"), "match A")
    assert (pile(state, "A"), table(state)) == ("A A", "")
    again = after(state, "trail A", "match A")
    assert (pile(again, "A"), table(again)) == ("A A A A", "")


@pytest.mark.rule("musical-casino:C-5")
def test_a_card_takes_all_of_a_tone_that_is_a_third_away() -> None:
    told = step(position("G | C", "B B F#"), "A", "pair", {"card": "G", "partner": "B"})
    assert told.happenings == (Paired("A", Tone.G, Tone.B, cards("B B")),)
    assert (pile(told.state, "A"), table(told.state)) == ("G B B", "F#")


@pytest.mark.rule("musical-casino:C-5")
def test_one_interval_is_named_and_c_takes_two_e_s_or_an_e_flat() -> None:
    state = position("C | D", "E Eb E")
    assert legal(state) == ["pair C Eb", "pair C E"]
    assert table(after(state, "pair C E")) == "Eb"
    assert table(after(state, "pair C Eb")) == "E E"


@pytest.mark.rule("musical-casino:C-5")
def test_all_of_an_interval_are_those_of_the_card_s_own_name_too() -> None:
    state = position("A | D", "A A C")
    assert legal(state) == ["match A", "pair A C"]
    assert pile(after(state, "pair A C"), "A") == "A A A C"
    partner = position("A | D", "A A C", pair_takes="partner")
    assert legal(partner) == legal(state)
    assert table(after(partner, "pair A C")) == "A A"


@pytest.mark.rule("musical-casino:C-5")
@pytest.mark.parametrize(
    ("partner", "code"), [("B", "no_third"), ("G", "no_third"), ("C", "no_third"), ("Eb", "not_on_table")]
)
def test_what_is_no_third_or_not_there_is_not_paired(partner: str, code: str) -> None:
    state = position("C | D", "E B G C")
    assert refusal(act, state, "A", "pair", {"card": "C", "partner": partner}) == code


@pytest.mark.rule("musical-casino:C-6")
@pytest.mark.parametrize(("card", "chord"), [("D", "G major"), ("E", "E minor")])
def test_a_card_takes_two_loose_ones_that_make_a_chord_with_it(card: str, chord: str) -> None:
    told = step(position(f"{card} | C", "G B F#"), "A", "chord", {"card": card, "loose": ["G", "B"]})
    assert told.happenings == (Chorded("A", Tone(card), Triad.parse(chord), cards("G B"), None),)
    assert (pile(told.state, "A"), table(told.state)) == (f"{card} G B", "F#")


@pytest.mark.rule("musical-casino:C-6")
def test_a_chord_takes_two_cards_even_if_more_of_the_name_lie_there() -> None:
    state = after(position("D | C", "G G B"), "chord D B G")
    assert (table(state), sweeps(state, "A")) == ("G", 0)


@pytest.mark.rule("musical-casino:C-6")
def test_a_chord_takes_a_build_by_its_number() -> None:
    told = step(position("B | C", "F", built("B", *G_MAJOR)), "A", "chord", {"card": "B", "build": 1})
    assert told.happenings == (Chorded("A", Tone.B, Triad.parse("G major"), cards("G D"), 1),)
    assert (pile(told.state, "A"), table(told.state)) == ("B G D", "F")


@pytest.mark.rule("musical-casino:C-7")
def test_with_one_card_unisons_thirds_and_chords_are_not_added_up() -> None:
    state = position("E | C", "E G B C#")
    left = {move: table(after(state, move)) for move in legal(state)}
    assert left == {
        "match E": "G B C#",
        "pair E G": "B C#",
        "pair E C#": "G B",
        "chord E B G": "E C#",
    }


@pytest.mark.rule("musical-casino:C-8")
def test_a_card_is_laid_on_a_loose_one_for_a_chord_that_is_named() -> None:
    state = position("B D | C C", "G")
    assert legal(state) == ["pair B G", "build B G G major", "build D G G major", "trail D"]
    laid = after(state, "build D G G major")
    (build,) = builds(laid)
    assert (build.number, build.cards, build.owner, str(build.chord)) == (1, cards("G D"), "A", "G major")
    assert (table(laid), pile(laid, "A"), hand(laid, "A")) == ("", "", "B")
    mine = after(laid, "trail C", "chord B 1")
    assert pile(mine, "A") == "B G D"


@pytest.mark.rule("musical-casino:C-8")
@pytest.mark.parametrize(
    ("hands", "chord", "code"),
    [
        ("D A | C", "G major", "third_tone_missing"),
        ("D B | C", "G minor", "third_tone_missing"),  # the third tone of the chord that is named, not of another
        ("D Bb | C", "G major", "third_tone_missing"),
        ("D B | C", "D major", "wrong_chord"),
        ("D | C", "G major", "third_tone_missing"),  # the last card of a hand
    ],
)
def test_nobody_builds_a_chord_without_its_third_tone_in_the_hand(hands: str, chord: str, code: str) -> None:
    state = position(hands, "G")
    assert refusal(act, state, "A", "build", {"card": "D", "on": "G", "chord": chord}) == code
    assert f"build D G {chord}" not in legal(state)


@pytest.mark.rule("musical-casino:C-9")
@pytest.mark.parametrize(
    ("two", "card", "chord"), [("G D", "B", "G major"), ("G D", "Bb", "G minor"), ("G B", "E", "E minor")]
)
@pytest.mark.parametrize("owner", ["A", "B", "C"])
def test_anybody_takes_a_build_whatever_was_named(two: str, card: str, chord: str, owner: str) -> None:
    """The builder, an opponent on the left, and a partner."""
    state = position(f"{card} | C | C | C", "", built(owner, two, "G major"), seats="ABCD", partners=True)
    told = step(state, "A", "chord", {"card": card, "build": 1})
    assert told.happenings == (Chorded("A", Tone(card), Triad.parse(chord), cards(two), 1), Swept("A"))


@pytest.mark.rule("musical-casino:C-10")
@pytest.mark.parametrize("card", ["G", "B", "D#", "Bb"])
def test_a_build_is_neither_matched_nor_paired(card: str) -> None:
    """G and B are of the names that lie there, D♯ is a third from B, and B♭ from G."""
    state = position(f"{card} | C", "", built("B", "G B", "G major"))
    assert legal(state) == [f"trail {card}"]
    assert refusal(act, state, "A", "match", card) == "not_on_table"


@pytest.mark.rule("musical-casino:C-10")
def test_a_build_is_not_divided_and_nothing_is_built_on_it() -> None:
    state = position("D E | C", "B", built("B", "G B", "G major"))
    assert refusal(act, state, "A", "chord", {"card": "D", "loose": ["G", "B"]}) == "not_on_table"
    assert refusal(act, state, "A", "build", {"card": "D", "on": "G", "chord": "G major"}) == "not_on_table"


@pytest.mark.rule("musical-casino:C-10")
def test_several_builds_stand_also_of_one_player_and_when_a_new_hand_is_dealt() -> None:
    state = position("D B A F | C# Gb", "G C")
    state = after(state, "build D G G major", "trail C#")
    state = after(state, "build F C F major", "trail Gb")
    assert [(build.number, build.owner, build.cards) for build in builds(state)] == [
        (1, "A", cards("G D")),
        (2, "A", cards("C F")),
    ]
    standing = position("E | Db", "", built("B", *G_MAJOR), to_come="F F F F A A A A")
    next_hand = deal(after(standing, "trail E", "trail Db"), "F F F F | A A A A")
    assert builds(next_hand) == builds(standing)
    assert (table(next_hand), hand(next_hand, "B")) == ("E Db", "A A A A")


@pytest.mark.rule("musical-casino:C-11")
def test_who_can_take_a_build_of_his_own_leaves_no_card() -> None:
    own = position("B Cb | C C", "F#", built("A", *G_MAJOR))
    assert legal(own) == ["chord B 1"]
    assert refusal(act, own, "A", "trail", "Cb") == "build_waits"
    others = position("B Cb | C C", "F#", built("B", *G_MAJOR))
    assert legal(others) == ["chord B 1", "trail Cb"]
    without = position("A# Cb | C C", "F", built("A", *G_MAJOR))
    assert legal(without) == ["trail A#", "trail Cb"]


@pytest.mark.rule("musical-casino:C-11")
def test_a_partner_s_build_is_not_one_s_own() -> None:
    state = position("B Cb | C | C | C", "F#", built("C", *G_MAJOR), seats="ABCD", partners=True)
    assert legal(state) == ["chord B 1", "trail Cb"]


@pytest.mark.rule("musical-casino:C-11")
def test_before_he_takes_it_he_may_build_pair_match_and_take_others_builds() -> None:
    own, others = built("A", *G_MAJOR), built("B", "F C", "F major")
    state = position("B A C E | D", "F# C", own, others)
    assert set(legal(state)) == {
        "chord B 1",
        "pair A C",
        "pair A F#",
        "chord A 2",
        "build A C A minor",
        "match C",
        "pair E C",
        "build E C A minor",
    }


@pytest.mark.rule("musical-casino:C-11")
def test_the_tone_that_completes_a_build_may_be_used_for_something_else() -> None:
    state = after(position("B Cb | F C", "B", built("A", *G_MAJOR)), "match B")
    assert legal(after(state, "trail F")) == ["trail Cb"], "no tone is held for the build any more"


@pytest.mark.rule("musical-casino:C-12")
def test_a_card_that_can_take_something_is_not_left_on_the_table() -> None:
    state = position("C D | F", "E")
    assert legal(state) == ["pair C E", "trail D"]
    assert refusal(act, state, "A", "trail", "C") == "can_be_used"
    assert table(after(state, "trail D")) == "E D"


@pytest.mark.rule("musical-casino:C-12")
def test_nobody_has_to_build() -> None:
    state = position("E# C# | D D", "G#")
    assert legal(state) == [
        "build E# G# C# major",
        "trail E#",
        "build C# G# C# major",
        "trail C#",
    ]


@pytest.mark.rule("musical-casino:C-12")
def test_a_table_may_let_any_card_be_left_but_not_beside_a_build_of_one_s_own() -> None:
    assert legal(position("C D | F", "E", free_trail=True)) == ["pair C E", "trail C", "trail D"]
    assert legal(position("B Cb | C C", "F#", built("A", *G_MAJOR), free_trail=True)) == ["chord B 1"]


def happened(told: Step[Contest]) -> list[str]:
    return [tag(type(each)) for each in told.happenings]


@pytest.mark.rule("musical-casino:C-13")
def test_whoever_takes_everything_with_one_card_has_made_a_sweep() -> None:
    told = step(position("A | D", "A A C"), "A", "pair", {"card": "A", "partner": "C"})
    assert told.happenings[-1] == Swept("A")
    assert (sweeps(told.state, "A"), table(told.state)) == (1, "")


@pytest.mark.rule("musical-casino:C-13")
def test_it_is_no_sweep_while_a_build_or_a_loose_card_is_left() -> None:
    state = position("E | C", "E", built("B", "G B", "G major"))
    assert happened(step(state, "A", "match", "E")) == ["matched"]
    assert happened(step(state, "A", "chord", {"card": "E", "build": 1})) == ["chorded"]


@pytest.mark.rule("musical-casino:C-13", "musical-casino:C-14")
def test_the_last_card_of_a_deal_may_sweep_but_to_be_given_the_last_cards_is_none() -> None:
    swept = step(position("E", "E"), "A", "match", "E")
    assert happened(swept) == ["matched", "swept", "deal_scored"]
    assert [score.sweeps for score in swept.state.scores] == [1, 0]
    given = step(position("E", "E C"), "A", "match", "E")
    assert happened(given) == ["matched", "last_cards_taken", "deal_scored"]
    assert [score.sweeps for score in given.state.scores] == [0, 0]


@pytest.mark.rule("musical-casino:C-14")
def test_the_last_cards_go_to_whoever_took_the_last_trick_builds_too() -> None:
    state = position("Cb | E", "F#", built("A", *G_MAJOR), last="A")
    state = after(state, "trail Cb")
    told = step(state, "B", "trail", "E")
    assert told.happenings[1] == LastCardsTaken("A", cards("F# Cb E G D"))
    assert (pile(told.state, "A"), table(told.state)) == ("F# Cb E G D", "")
    assert [score.cards for score in told.state.scores] == [5, 47]


@pytest.mark.rule("musical-casino:C-14")
def test_where_nobody_took_a_trick_nobody_has_the_cards() -> None:
    whole = " ".join(rest_of(game(), cards("A")))
    told = step(position("A", whole, free_trail=True), "A", "trail", "A")
    assert happened(told) == ["trailed", "deal_scored"]
    assert points(told.state) == [0, 0]
    assert MUSICAL.chance(told.state), "another deal"


@pytest.mark.rule("musical-casino:C-15")
@pytest.mark.parametrize(
    ("taken", "name", "made"),
    [
        ("E#", "great_casino", 2),
        ("Cb", "little_casino", 1),
        ("Db", "d_cards", 1),
        ("D#", "d_cards", 1),
        ("Db Db D# D#", "d_cards", 4),
        ("F F F F", "most_f_cards", 1),
        ("F F# F# F#", "most_f_cards", 1),
        ("F F# F#", "most_f_cards", 0),
        ("D D D D", "d_cards", 0),
    ],
)
def test_cards_count_what_the_leaflet_says(taken: str, name: str, made: int) -> None:
    mine = scored(taken, "").scores[0]
    assert (getattr(mine, name), mine.points) == (made, made)


@pytest.mark.rule("musical-casino:C-15")
def test_most_cards_count_three_and_each_sweep_one() -> None:
    naturals = "C C C C D D D D E E E E G G G G A A A A B B B B"
    assert points(scored(f"{naturals} G# G# Ab", "")) == [3, 2 + 1 + 4 + 1]  # 27 cards, and all else is the other's
    assert points(scored("C", "", sweeps={"A": 4, "B": 1})) == [4, 11 + 1]


@pytest.mark.rule("musical-casino:C-15")
def test_a_deal_has_eleven_points_beside_the_sweeps() -> None:
    assert points(scored("C", "")) == [0, 2 + 1 + 4 + 3 + 1]


@pytest.mark.rule("musical-casino:C-16")
def test_with_26_cards_each_nobody_has_most() -> None:
    mine = "E# Db Db F F F F C C C C D D D D E E E E G G G G A A A"
    assert points(scored(mine, "", sweeps={"A": 2})) == [7, 3]
    assert points(scored(f"{mine} A", "", sweeps={"A": 2})) == [10, 3]


@pytest.mark.rule("musical-casino:C-16")
def test_with_three_who_has_more_than_every_other_has_most_and_equals_have_nothing() -> None:
    first, second = "F F F C C C C G G G G", "F F# F# D D D D A A A A"
    over = scored(first, second, "", sweeps={"B": 1})
    assert [(score.cards, score.f_cards) for score in over.scores] == [(11, 3), (11, 3), (30, 1)]
    assert points(over) == [0, 1, 7 + 3]
    few = scored(first, f"{second} E E E E B B B", "")
    assert ([score.cards for score in few.scores], points(few)) == ([11, 18, 23], [0, 0, 7 + 3])
    level = scored(f"{first} E E E E B B B B Bb Bb", second.removesuffix(" A"), "")
    assert ([score.cards for score in level.scores], points(level)) == ([21, 10, 21], [0, 0, 7])


# 26 cards with four points, and so four for the other side: C♭, two D♯ and most of the F's.
FOUR = "E# Db Db C C C C D D D D E E E E G G G G A A A A B B B"


@pytest.mark.rule("musical-casino:C-17")
def test_of_those_who_have_enough_the_highest_total_wins() -> None:
    told = step(last_card(FOUR, "", totals=(19, 18), sweeps={"B": 2}), "A", "trail", "B")
    assert told.happenings[-1] == GameWon(("B",))
    assert (told.state.totals, told.state.winners) == ((23, 24), ("B",))
    assert MUSICAL.chance(told.state) is None
    assert [MUSICAL.moves(told.state, seat) for seat in "AB"] == [(), ()]


@pytest.mark.rule("musical-casino:C-17")
def test_equal_totals_at_the_top_have_another_deal() -> None:
    state = scored(FOUR, "", totals=(19, 18), sweeps={"B": 1})
    assert (state.totals, state.winners) == ((23, 23), ())
    assert wanted(state).label == "deal 2"
    assert scored(FOUR, "", totals=(19, 17), sweeps={"B": 1}).winners == ("A",)


@pytest.mark.rule("musical-casino:C-17")
def test_nobody_wins_with_less_than_the_target_or_before_the_end_of_a_deal() -> None:
    assert scored(FOUR, "", totals=(16, 15)).winners == ()  # 20 and 19
    assert scored(FOUR, "", totals=(17, 15)).winners == ("A",)
    assert last_card(FOUR, "", totals=(17, 15), sweeps={"A": 9}).winners == ()
    assert scored(FOUR, "", totals=(3, 0), target=7).winners == ("A",)
    assert refusal(game, target=0) == "bad_option"


@pytest.mark.rule("musical-casino:C-17")
def test_after_the_last_deal_that_may_be_played_the_highest_total_wins_and_equals_share() -> None:
    assert game().max_deals == 50
    assert scored(FOUR, "", totals=(5, 4), deals=49).winners == ()
    assert scored(FOUR, "", totals=(5, 4), deals=50).winners == ("A",)
    assert scored(FOUR, "", totals=(4, 4), deals=50).winners == ("A", "B")
    assert scored(FOUR, "", totals=(4, 4), max_deals=1).winners == ("A", "B")


@pytest.mark.rule("musical-casino:C-18")
@pytest.mark.parametrize(("seats", "dealers"), [("AB", "ABAB"), ("ABC", "ABCA"), ("ABCDEF", "ABCD")])
def test_in_each_deal_the_next_player_deals(seats: str, dealers: str) -> None:
    state = game(seats, target=1000)
    found: dict[int, str | None] = {}
    while len(found) < len(dealers):
        state = played_out(dealt(state))
        found[state.deals] = MUSICAL.view(state, None).dealer
    assert list(found.values()) == list(dealers)


@pytest.mark.rule("musical-casino:C-19")
def test_partners_put_their_piles_together_before_majorities_are_counted() -> None:
    """11, 11, 15 and 15 cards: 26 on each side."""
    piles = (
        "F F F F C C C C G G D#",
        "F# F# F# D# E# Db Db Cb Bb Bb Bb",
        "G G D D D D A A A A E E E E B",
        "",
    )
    over = scored(*piles, partners=True)
    assert [(score.side, score.cards) for score in over.scores] == [(("A", "C"), 26), (("B", "D"), 26)]
    assert points(over) == [1 + 1, 1 + 2 + 2 + 1]
    assert over.winners == ()
    assert scored(*piles, partners=True, target=6).winners == ("B", "D")
    alone = scored(*piles)
    assert points(alone) == [1 + 1, 6, 0, 0], "15 cards each are no majority"


@pytest.mark.rule("musical-casino:C-19")
def test_sweeps_of_partners_are_added_and_partners_are_four() -> None:
    over = scored(FOUR, "", "", "", sweeps={"A": 1, "B": 2, "C": 3}, partners=True)
    assert points(over) == [4 + 1 + 3, 4 + 2]
    assert over.finish == (("A", "C"), ("B", "D"))
    assert refusal(MUSICAL.read_options, {"partners": True, "players": 2}) == "wrong_players"
    problem = MUSICAL.unready(game("ABC", partners=True))
    assert problem is not None
    assert problem.code == "wrong_players"


def for_a_pot(seats: str, **options: Any) -> Round:
    """All places taken, and the antes paid."""
    round_ = Round.open(MUSICAL, MUSICAL.read_options({"players": len(seats), **options}), tuple(seats))
    for seat in seats:
        round_ = round_.play(Enter(seat=seat))
    return round_


def to_the_end(round_: Round) -> Round:
    while not round_.state.over:
        seat = round_.state.turn
        move = MUSICAL.automatic(round_.state, seat) if seat else draws(3).move(wanted(round_.state))
        assert move is not None
        round_ = round_.play(move)
    return round_


@pytest.mark.rule("musical-casino:C-20")
@pytest.mark.parametrize(("seats", "partners", "won"), [("AB", False, 5), ("ABC", False, 10), ("ABCD", True, 5)])
def test_the_winner_has_the_whole_pot_and_partners_halve_it(seats: str, partners: bool, won: int) -> None:
    over = to_the_end(for_a_pot(seats, ante=5, partners=partners))
    winners = over.state.winners
    assert len(winners) == 1 + partners
    gained = {seat: won if seat in winners else -5 for seat in seats}
    assert net(over.settle().payments, seats) == {**gained, "pot": 0}


@pytest.mark.rule("musical-casino:C-20")
def test_a_pot_that_is_shared_gives_odd_counters_to_those_who_sit_first() -> None:
    state = scored("Db Db", "D# D#", "", totals=(10, 10, 0), players=3, ante=1, max_deals=1)
    assert state.winners == ("A", "B")
    paid = [(payment.payee.seat, payment.amount, payment.reason) for payment in MUSICAL.clearing(state)]
    assert paid == [("A", 2, Reason.POT), ("B", 1, Reason.POT)]


@pytest.mark.rule("musical-casino:C-20")
def test_an_abandoned_game_gives_every_ante_back() -> None:
    round_ = for_a_pot("ABC", ante=4)
    begun = round_.play(draws(1).move(wanted(round_.state)))
    assert net(begun.void().payments, "ABC") == {"A": 0, "B": 0, "C": 0, "pot": 0}


@pytest.mark.rule("musical-casino:C-20")
def test_without_an_ante_there_is_no_pot() -> None:
    over = to_the_end(for_a_pot("AB"))
    assert over.settle().payments == ()
    assert not MUSICAL.pot(over.state)
    assert refusal(MUSICAL.read_options, {"ante": 5}) == "bad_option"


@pytest.mark.rule("musical-casino:N2")
def test_e_sharp_and_g_sharp_are_paired_only_where_a_table_allows_it() -> None:
    assert legal(position("E# | C", "G#")) == ["trail E#"]
    assert legal(position("E# | C", "G#", esharp_gsharp_pair=True)) == ["pair E# G#"]
    assert legal(position("C# | C", "E# G#")) == ["pair C# E#", "chord C# E# G#"]


@pytest.mark.rule("musical-casino:N3")
def test_a_card_does_not_match_one_that_sounds_alike() -> None:
    state = position("F# | C", "Gb")
    assert legal(state) == ["trail F#"]
    assert refusal(act, state, "A", "match", "F#") == "not_on_table"
    assert refusal(act, state, "A", "match", "Gb") == "not_in_hand"


@pytest.mark.rule("musical-casino:N4")
def test_cards_on_the_table_and_in_the_hand_are_shown_with_their_chords() -> None:
    view = MUSICAL.view(position("Cb | C", "E#"), "A")
    assert view.hand is not None
    shown = {card.sign: [chord.sign for chord in card.chords] for card in (*view.table, *view.hand)}
    assert shown == {"E♯": ["C♯ major", "A♯ minor"], "C♭": ["C♭ major", "A♭ minor"]}


@pytest.mark.rule("musical-casino:N5")
def test_a_round_is_a_whole_game_and_there_is_nothing_to_back() -> None:
    state = game("ABC")
    assert (MUSICAL.markets(state), MUSICAL.runners(state), MUSICAL.takes_stakes(state)) == ((), (), False)
    over = finished(state)
    assert over.deals > 1
    result = MUSICAL.result(over)
    assert result is not None
    assert (result.outcome, result.finish[0]) == ("over", over.winners)
    assert sorted(seat for place in result.finish for seat in place) == list("ABC")
    assert MUSICAL.result(scored(FOUR, "")) is None


@pytest.mark.rule("musical-casino:N6")
def test_the_order_of_entering_is_the_order_of_play() -> None:
    state = MUSICAL.start(MUSICAL.read_options({"players": 3, "ante": 2}), tuple("ABCD"))
    told = step(state, "C", "enter")
    assert told.happenings == (Entered("C"),)
    assert [(payment.amount, payment.reason) for payment in told.payments] == [(2, Reason.ANTE)]
    begun = dealt(entered(told.state, "AD"))
    assert (begun.names, begun.turn) == (("C", "A", "D"), "A")
    assert (MUSICAL.moves(begun, "B"), MUSICAL.view(begun, "B").hand) == ((), None)
    assert refusal(act, begun, "B", "enter") == "already_begun"
    assert refusal(act, begun, "C", "scratch") == "already_begun"


@pytest.mark.rule("musical-casino:N6")
def test_who_scratches_has_the_ante_back_and_later_ones_move_up() -> None:
    told = step(game("ABC", players=3, ante=2), "A", "scratch")
    assert told.happenings == (Scratched("A"),)
    assert [(payment.amount, payment.reason) for payment in told.payments] == [(2, Reason.RETURNED)]
    assert entered(told.state, "A").names == ("B", "C", "A")
    assert refusal(act, told.state, "B", "enter") == "already_entered"


@pytest.mark.rule("musical-casino:N6")
def test_without_places_all_who_sit_there_play_for_nothing() -> None:
    state = game("BAC")
    assert (state.names, MUSICAL.moves(state, "A"), MUSICAL.pot(state)) == (("B", "A", "C"), (), False)
    assert refusal(act, state, "A", "enter") == "no_entries"


@pytest.mark.rule("musical-casino:N7")
def test_a_table_waits_for_its_players() -> None:
    state = entered(MUSICAL.start(MUSICAL.read_options({"players": 3}), tuple("ABC")), "AB")
    problem = MUSICAL.unready(state)
    assert problem is not None
    assert (problem.code, problem.sentence) == ("seats_not_filled", "Places still to be taken: 1.")
    assert (MUSICAL.chance(state), MUSICAL.view(state, None).places) == (None, 1)
    assert MUSICAL.given_up(state) == (), "nobody is sent away"
    assert refusal(deal, state, "A A A A | B B B B", "C C C C") == "seats_not_filled"
    assert (MUSICAL.moves(state, "C"), MUSICAL.moves(state, "A")) == ((Enter(seat="C"),), (Scratch(seat="A"),))
    assert dealt(entered(state, "C")).turn == "B"


@pytest.mark.rule("musical-casino:N8")
@pytest.mark.parametrize(("dealer", "deals"), [(1, "A"), (2, "B"), (3, "C"), (4, "A"), (12, "C")])
def test_a_table_may_say_who_deals_first(dealer: int, deals: str) -> None:
    assert MUSICAL.view(dealt(game("ABC", dealer=dealer)), None).dealer == deals
    assert MUSICAL.view(dealt(game("ABC")), None).dealer == "A"


@pytest.mark.rule("musical-casino:N8")
def test_the_deal_passes_on_to_the_next_game_unless_this_one_was_given_up() -> None:
    options = {"target": 30, "dealer": 3}
    over = finished(game("ABC", **options))
    place = "ABC".index(MUSICAL.view(over, None).dealer or "") + 1
    assert MUSICAL.next_options(options, over) == {"target": 30, "dealer": place % 3 + 1}
    assert MUSICAL.next_options(options, dealt(game("ABC", **options))) == options
    nobody = MUSICAL.start(MUSICAL.read_options({"players": 2}), tuple("AB"))
    assert MUSICAL.next_options({"players": 2}, nobody) == {"players": 2}


@pytest.mark.rule("musical-casino:N9")
def test_piles_are_shown_to_all_and_a_hand_to_its_player_only() -> None:
    state = after(position("A D | C E F#", "A"), "match A")
    for seat, shown in (("A", cards("D")), ("B", cards("C E F#"))):
        mine = MUSICAL.view(state, seat).hand
        assert mine is not None
        assert tuple(card.tone for card in mine) == shown
    view = MUSICAL.view(state, None)
    assert view.hand is None
    assert [(player.seat, player.cards) for player in view.players] == [("A", 1), ("B", 3)]
    assert view.players[0].pile == cards("A A")


@pytest.mark.rule("musical-casino:N9")
def test_no_view_tells_what_others_hold_and_what_is_to_come() -> None:
    one = position("A | C E", "G", to_come="D D D D Db Db D# D#")
    other = position("A | D Db", "G", to_come="C E D D D Db D# D#")
    assert MUSICAL.view(one, "A") == MUSICAL.view(other, "A")
    assert MUSICAL.view(one, None) == MUSICAL.view(other, None)
    assert MUSICAL.view(one, "B") != MUSICAL.view(other, "B")
    assert MUSICAL.moves(one, "A") == MUSICAL.moves(other, "A")


@pytest.mark.rule("musical-casino:N9")
def test_of_a_deal_everybody_is_told_the_table_and_each_player_their_hand() -> None:
    told = MUSICAL.play(game("AB"), MUSICAL.read_move({"deal": DEAL}))
    table_told, *hands = told.happenings
    assert table_told == Dealt(1, 1, "A", cards("C C C C"))
    assert table_told.only_for is None
    assert hands == [HandDealt(cards("A A A A"), only_for="A"), HandDealt(cards("B B B B"), only_for="B")]


@pytest.mark.rule("musical-casino:N10")
def test_the_house_deals_and_nobody_else() -> None:
    assert MUSICAL.deals_hands
    state = game("AB")
    assert refusal(lambda: MUSICAL.play(state, MUSICAL.read_move({"seat": "A", "deal": DEAL}))) == "not_dealer"
    assert MUSICAL.play(state, MUSICAL.read_move({"deal": DEAL})).state.turn == "B"


@pytest.mark.rule("musical-casino:N11")
def test_the_automatic_player_has_a_move_for_whose_turn_it_is_and_who_comes_back_plays_on() -> None:
    state = position("A D | C F", "A")
    assert MUSICAL.automatic(state, "B") is None
    for_a = MUSICAL.automatic(state, "A")
    assert for_a in MUSICAL.moves(state, "A")
    assert for_a is not None
    state = after(MUSICAL.play(state, for_a).state, "trail C")
    assert (state.turn, hand(state, "A"), pile(state, "A")) == ("A", "D", "A A")
    assert table(act(state, "A", "trail", "D")) == "C D"


def chosen(state: Contest) -> str:
    move = MUSICAL.automatic(state, state.turn or "")
    assert move is not None
    return words(move)


@pytest.mark.rule("musical-casino:N12")
@pytest.mark.parametrize(
    ("hands", "loose", "move"),
    [
        ("A | D", "A A C", "pair A C"),  # four cards and a sweep, 13/9, before three, 3/9
        ("D# D | C", "G B", "chord D B G"),  # three cards and a sweep, 12/9, before D♯ and B, 11/9
        ("E | D", "E G B C#", "pair E G"),  # two pairs and a chord are three cards, the match two: the first of equals
        ("A | D", "C F#", "pair A F#"),  # F♯ is worth ¼ more than C
        ("A C | Gb", "E E E E F#", "pair C E"),  # five cards, 20/36, before two with an F♯, 17/36
        ("A C | Gb", "E E E F#", "pair A F#"),  # and 17/36 before four cards, 16/36
        ("G B A | Gb", "D C#", "build G D G major"),  # 0.8 of three cards before two that are taken now
        ("G B A | Gb", "D C# C#", "pair A C#"),  # and not before three
        ("E# C | C# E", "", "trail C"),  # C♯ takes the one, and E the other: E♯ risks 19/9, and C 1/9
        ("C D | E E F", "", "trail C"),  # two of three take C, one takes D: danger is 1 for both
        ("C D | Gb", "", "trail C"),  # nothing that is out takes either: the first of equal ones
    ],
)
def test_the_automatic_player_makes_the_move_that_is_worth_most(hands: str, loose: str, move: str) -> None:
    assert chosen(position(hands, loose)) == move


@pytest.mark.rule("musical-casino:N12")
@pytest.mark.parametrize(("unseen", "move"), [("E", "build E# G# C# major"), ("C#", "build C# G# C# major")])
def test_it_builds_what_the_unseen_cards_do_not_take(unseen: str, move: str) -> None:
    """E♯–G♯ is taken by a C♯ only, C♯–G♯ by an E♯ or an E."""
    assert chosen(position(f"E# C# | {unseen}", "G#")) == move


@pytest.mark.rule("musical-casino:N12")
@pytest.mark.parametrize(("unseen", "move"), [("E E D D", "pair A F"), ("E E D D D", "build E# G# C# major")])
def test_danger_is_four_times_the_part_of_the_unseen_cards_that_would_take_it(unseen: str, move: str) -> None:
    """A build for E♯ is worth 0.8 × 21/9. A C♯ takes it: one of five cards leaves a fifth of that, 0.37, and one of six
    a third, 0.62. A and F are 17/36, 0.47. The other build, with two E's to take it, is worth nothing.
    """
    assert chosen(position("E# C# A | C#", "G# F", to_come=unseen)) == move


@pytest.mark.rule("musical-casino:N12")
def test_it_does_not_know_who_holds_the_cards_that_it_has_not_seen() -> None:
    one = position("E# C# | E", "G#", to_come="C# D D D D Db Db D#")
    other = position("E# C# | C#", "G#", to_come="E D D D D Db Db D#")
    assert one.unseen_by("A") == other.unseen_by("A")
    assert chosen(one) == chosen(other)


def test_what_happens_is_told_in_plain_words() -> None:
    told = step(position("F# | C", "A"), "A", "pair", {"card": "F#", "partner": "A"}).happenings
    assert [str(each) for each in told] == ["A pairs F♯ with A, and takes A", "a sweep for A"]
    assert str(Dealt(2, 1, "B", cards("C Bb E# D"))) == "deal 2: B deals hand 1, and C B♭ E♯ D to the table"
    assert [str(GameWon(seats)) for seats in (("A",), ("A", "C"))] == ["A wins", "A and C win"]


def test_a_table_says_what_is_otherwise_than_usual() -> None:
    assert len(MUSICAL.about(game())) == 2
    varied = game("ABCD", partners=True, pair_takes="partner", esharp_gsharp_pair=True, free_trail=True)
    assert MUSICAL.about(varied)[1:-1] == (
        "Four play as two pairs of partners.",
        "A pair takes the cards of the other tone only.",
        "E♯ and G♯ can be paired.",
        "A card that could take something may be left on the table.",
    )
