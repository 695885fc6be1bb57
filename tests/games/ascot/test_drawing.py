"""The boards of Ascot as they are drawn, and the words for what can be done at them."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from casino.web import boards
from games.ascot.drawing import BOARDS, Board, line, upright, wide
from games.ascot.drawing_course import Course
from games.ascot.drawing_words import francs
from games.ascot.edition import LANES
from games.ascot.flow import Flow
from games.ascot.moves import Deal, Report, Roll
from games.ascot.pending import Lot, Riding
from games.ascot.rules import Ascot
from games.ascot.state import Phase, PlaceBet, Standing, State, Trade
from games.kit.auction import Outcry
from games.kit.drawing import READ_FAR, UPRIGHT, WIDE
from games.kit.game import Cards, Dice, tag
from games.registry import GAMES
from tests.games.ascot.positions import EDITION, owning, position
from tests.games.ascot.race_support import racing
from tests.games.courses import unchecked
from tests.games.rounds import game_of

ASCOT = game_of(Ascot)
languages = pytest.mark.parametrize("said", ["en", "fr", "es"])
RACE = racing(
    {2: (66, 6), 5: (65, 1), 7: (17, 3), 11: (18, 3)}, players=4, Ada=(2, 5), Bob=(7, 11), Cy=(1,), Dan=(3, 9)
)
WALK = owning(position(2), Ada=(1, 2, 3), Bob=(4, 5, 6)).with_horse(1, steps=1).with_horse(4, steps=2)
SALE = position(3, Phase.SALE).having(pending=(Lot("3", None, Outcry(("Bob", "Cy"), 500, 12_000, "Ada")),))


def drawn(flow: Flow, seat: str | None = None, said: str = "en") -> tuple[Board, Board]:
    state = flow.state
    return upright(ASCOT, ASCOT.view(state, seat), said), wide(ASCOT, ASCOT.view(state, None), said)


def own_edition(flow: Flow) -> Flow:
    """Played with an edition of the club's own, which the game does not know by name."""
    return flow.having(options=replace(flow.state.options, edition=replace(EDITION, name="of-the-club")))


def courses(flow: Flow) -> Iterator[Course]:
    for board in drawn(flow):
        assert board.picture.course is not None
        yield board.picture.course


def horses_at(course: Course) -> dict[int, tuple[int, int]]:
    return {horse.number: (horse.x, horse.y) for horse in course.horses}


def whole_game() -> Iterator[State]:
    """Every state of a game that automatic players play, with dice that always fall the same way."""
    state, thrown = ASCOT.start(ASCOT.read_options({}), ("Ada", "Bartholomew of the Hills", "Cy")), 0
    while True:
        yield state
        if ASCOT.result(state):
            return
        wanted = ASCOT.chance(state)
        if isinstance(wanted, Dice):
            thrown += 1
            move = wanted.becomes(tuple((thrown * (at + 3) + thrown // 6) % 6 + 1 for at in range(wanted.count)))
        elif isinstance(wanted, Cards):
            move = wanted.becomes(tuple(wanted.pack[wanted.start : wanted.start + wanted.count]))
        else:
            move = next(found for seat in state.seats if (found := ASCOT.automatic(state, seat)))
        state = ASCOT.play(state, move).state


def test_the_course_has_six_lanes_of_sixty_six_lengths_in_the_colours_of_the_edition() -> None:
    """182 blue, 63 yellow, 55 red, 49 black and 47 inscribed cells."""
    for course in courses(RACE):
        cells = {field.kind: field.path.count("M") for field in course.fields}
        assert cells == {"blue": 182, "yellow": 63, "red": 55, "black": 49, "white": 47}
        assert len(course.signs) == 47


def test_horses_stand_in_their_lanes_and_go_from_left_to_right() -> None:
    for course in courses(RACE):
        at = horses_at(course)
        assert at[5][0] < at[2][0]  # lengths 65 and 66
        assert at[5][1] < at[2][1]  # lanes 1 and 6
        assert len({y for _, y in (at[5], at[2])}) == 2


def test_a_horse_one_length_further_is_one_cell_further_in_every_row() -> None:
    for length in range(1, 66):
        for lane in (1, LANES):
            before, after = (list(courses(racing({2: (at, lane)}, Ada=(2,), Bob=(4,)))) for at in (length, length + 1))
            for one, other in zip(before, after, strict=True):
                (x, y), (then_x, then_y) = horses_at(one)[2], horses_at(other)[2]
                assert (then_x > x and then_y == y) or (then_x < x and then_y > y)


def test_horses_on_one_start_cell_stand_behind_each_other() -> None:
    for course in courses(racing({}, Ada=(1, 7), Bob=(4,))):
        at = horses_at(course)
        assert at[7][1] == at[1][1]
        assert 0 < at[7][0] < at[1][0]


def test_a_fallen_horse_is_marked_and_one_out_of_the_race_is_not_on_the_course() -> None:
    for course in courses(RACE.with_horse(7, down=True).with_horse(11, standing=Standing.LOST)):
        assert {horse.number: horse.down for horse in course.horses}[7]
        assert 11 not in horses_at(course)


def test_who_has_passed_the_post_stands_behind_it_and_the_first_has_won_when_all_is_over() -> None:
    passed = RACE.with_horse(3, standing=Standing.PASSED).with_horse(9, standing=Standing.PASSED)
    for course in courses(passed.having(placed=(3, 9))):
        at = horses_at(course)
        assert at[3][0] > at[2][0]
        assert at[9][1] > at[3][1]
    over = passed.having(placed=(3, 9), phase=Phase.FINISHED, pending=())
    board, _ = drawn(over)
    assert board.picture.focus is not None
    assert [text for text, _ in board.picture.focus.lines] == ["Place 1: 3 Mirabelle, Dan", "Place 2: 9 Minuit, Dan"]


def test_an_edition_of_the_club_is_drawn_without_what_is_printed_on_the_cells() -> None:
    for course, printed in zip(courses(own_edition(RACE)), courses(RACE), strict=True):
        assert [field.kind for field in course.fields] == ["plain"]
        assert course.signs == ()
        assert horses_at(course) == horses_at(printed)
    for board in drawn(own_edition(WALK)):
        assert board.picture.ground is None


def test_on_the_training_ground_horses_stand_where_their_stables_gate_brings_them() -> None:
    """Black and red leave after cell 20, yellow and blue before cell 1."""
    for board in drawn(WALK):
        ground = board.picture.ground
        assert ground is not None
        assert [square.number for square in ground.squares] == list(range(1, 41))
        squares = {square.number: square for square in ground.squares}
        for horse, cell in zip(ground.horses, (squares[21], squares[2]), strict=True):
            assert cell.x < horse.x < cell.x + ground.width
            assert cell.y < horse.y < cell.y + ground.height


@languages
def test_the_lot_is_shown_with_its_highest_bid_and_those_still_in_it(said: str) -> None:
    told = {
        "en": ["Sold by the bank · card 28 000 F", "Highest bid: 12 000 F, Ada", "Still bidding: Bob, Cy"],
        "fr": [
            "Vendu par la banque · carte 28 000 F",
            "Plus forte enchère : 12 000 F, Ada",
            "Encore en lice : Bob, Cy",
        ],
        "es": ["Vende la banca · carta 28 000 F", "Puja más alta: 12 000 F, Ada", "Aún pujan: Bob, Cy"],
    }
    for board in drawn(SALE, said=said):
        box = board.picture.focus
        assert box is not None
        assert (box.title, box.number, box.colour) == ("Mirabelle", 3, "yellow")
        assert [re.sub(r"\s", " ", text) for text, _ in box.lines] == told[said]


def test_what_has_to_be_sold_in_training_is_shown_instead_of_the_ground() -> None:
    selling = WALK.having(pending=(Lot("vet", "Ada", Outcry(("Bob",), 500)),))
    for board in drawn(selling):
        assert board.picture.ground is None
        assert board.picture.focus is not None
        assert board.picture.focus.title == "Veterinary surgeon"


def test_only_the_seat_whose_hand_it_is_sees_it() -> None:
    flow = position(3, Phase.DISCARD).with_player("Ada", hand=("3", "vet"))
    board, screen = drawn(flow, "Ada")
    assert [card.spoken.replace("\N{NARROW NO-BREAK SPACE}", " ") for card in board.hand] == [
        "3 Mirabelle, yellow, 28 000\N{NO-BREAK SPACE}F",
        "Veterinary surgeon, 36 000\N{NO-BREAK SPACE}F",
    ]
    assert screen.hand == drawn(flow, "Bob")[0].hand == drawn(flow)[0].hand == ()


def test_offers_and_place_bets_that_stand_are_told() -> None:
    trade = Trade(1, "Ada", "Bob", ("1",), ("4",), 500, 0)
    flow = WALK.having(phase=Phase.PADDOCK, offers=(trade,), bookmaker="Bob")
    flow = flow.having(places=(PlaceBet(2, "Ada", 4, 500, 900, accepted=True),))
    box = drawn(flow)[0].picture.focus
    assert box is not None
    told = " ".join(text for text, _ in box.lines)
    assert "Offer 1, Ada to Bob: 1 Corsaire," in told
    assert "Place bet 2, Ada on 4 Bleuet:" in told


def test_the_head_names_the_officers_of_this_part_of_the_game() -> None:
    flow = WALK.having(auctioneer="Bob", bookmaker="Ada")
    assert drawn(flow)[0].head.said == ("The horses are trained.", "Banker: Ada · Auctioneer: Bob")
    assert drawn(flow.having(phase=Phase.FAVOURITES))[0].head.said[1:] == ("Banker: Ada · Bookmaker: Ada",)


def test_francs_are_written_with_their_thousands_apart() -> None:
    assert francs(281_000) == "281\N{NARROW NO-BREAK SPACE}000\N{NO-BREAK SPACE}F"
    assert [row.cash for row in drawn(WALK)[0].players] == [francs(281_000)] * 2


@languages
def test_the_line_names_whoever_is_in_front_and_whoever_decides(said: str) -> None:
    words = {
        "en": "2 Vermeil goes 4 on: Ada chooses the lane. In front: 2 Vermeil.",
        "fr": "2 Vermeil avance de 4 : Ada choisit la piste. En tête : 2 Vermeil.",
        "es": "2 Vermeil avanza 4: Ada elige la calle. En cabeza: 2 Vermeil.",
    }
    riding = RACE.having(pending=(Riding("Ada", 2, 4, (1, 2), "throw"),))
    told = line(ASCOT, ASCOT.view(riding.state, None), said).replace("\N{NO-BREAK SPACE}:", " :")
    assert told == words[said]


def test_a_whole_game_can_be_drawn_in_three_languages_and_everything_lies_on_the_board() -> None:
    phases = set()
    for at, state in enumerate(whole_game()):
        phases.add(state.phase)
        said = ("en", "fr", "es")[at % 3]
        for board, width in zip(
            (upright(ASCOT, ASCOT.view(state, "Ada"), said), wide(ASCOT, ASCOT.view(state, None), said)),
            (UPRIGHT, WIDE[0]),
            strict=True,
        ):
            check_inside(board, width)
        assert line(ASCOT, ASCOT.view(state, None), said)
    assert phases >= {Phase.EXCHANGE, Phase.SALE, Phase.TRAINING, Phase.BETTING, Phase.RACE, Phase.FINISHED}


def check_inside(board: Board, width: int) -> None:
    assert board.width == width
    picture = board.picture
    placed: list[Any] = [*board.horses, *board.hand, *board.players]
    placed += [*(picture.course.horses if picture.course else ()), *(picture.ground.horses if picture.ground else ())]
    assert all(0 <= getattr(each, "x", 0) < width and 0 <= each.y < board.height for each in placed)
    assert all(row.y + row.height <= board.height for row in board.players)
    if picture.focus:
        below = [*(row.y for row in board.horses), *(card.y for card in board.hand)]
        assert all(picture.focus.bottom <= y for y in below)


def test_a_long_course_still_fits_the_big_screen() -> None:
    longer = replace(EDITION.course, rows=EDITION.course.rows * 3)
    game = Ascot({"long": unchecked(EDITION, course=longer)}, ASCOT.catalogue)
    view = replace(ASCOT.view(RACE.state, None), edition="long")
    course = wide(game, view, "en").picture.course
    assert course is not None
    assert course.bottom <= WIDE[1]
    assert horses_at(course)[2] != horses_at(next(courses(RACE)))[2]


def test_letters_are_big_enough_for_a_phone_and_for_a_room() -> None:
    for flow in (RACE, WALK, SALE):
        phone = boards.upright(ASCOT, ASCOT.view(flow.state, "Ada"), {})
        assert min(map(int, re.findall(r'font-size="(\d+)"', phone))) >= 13
        screen = boards.wide(ASCOT, ASCOT.view(flow.state, None))
        assert 'class="far"' in screen
        assert READ_FAR == 66
        assert " style=" not in phone + screen


def test_every_act_of_a_seat_has_words_with_facts_that_it_has() -> None:
    acts, chance = ASCOT.catalogue.acts, (Deal, Roll, Report)
    kinds = {tag(kind): {part.name for part in fields(kind)} for kind in ASCOT.move_types if kind not in chance}
    assert {name.partition("=")[0] for name in acts} == set(kinds) <= set(acts)
    for name, words in acts.items():
        for text in vars(words).values():
            assert set(re.findall(r"{(\w+)}", text)) <= kinds[name.partition("=")[0]] - {"seat"}


def test_what_is_put_together_in_a_form_has_a_title_without_facts() -> None:
    for name in ("bid", "bet", "discard", "offer", "propose_place"):
        assert "{" not in ASCOT.catalogue.acts[name].en


def test_the_game_has_these_boards() -> None:
    assert GAMES["ascot"] is ASCOT
    assert (BOARDS.upright, BOARDS.wide, BOARDS.line) == (upright, wide, line)
