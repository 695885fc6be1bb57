"""Moves on the page of a table, in every game: those of the API and no others, in words, and each can be made."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from casino.clubs.actors import HOUSE
from casino.tables import locks
from casino.tables.models import Round
from casino.tables.offices import take_office
from games.kit.catalogue import Words
from games.registry import find_game
from tests.casino.api.wire import Wire
from tests.casino.cast import player_wire
from tests.casino.room import Room
from tests.casino.tables.ascot_games import ahead, phase, seeded
from tests.casino.web.browsing import LANGUAGES, Browser, Page, climb, phone
from tests.casino.web.moving import decided, filled_in, forms_of, go_on, last_move, listed, shown, table_page

NAMES = ("Ada", "Bob", "Cy")
# How each game is played here, how many of its moves are looked at, and of what kinds they are.
PLAYED: dict[str, tuple[dict[str, Any], int, set[str]]] = {
    "minoru": ({"options": {"course": "jaques", "joker": "banker"}, "passes_round": True}, 6, {"button"}),
    "double-event": ({}, 4, set()),
    "horses": ({}, 4, set()),
    "roulette": ({"options": {"mode": "points", "target": 5}}, 12, {"on spaces"}),
    "derby": ({"options": {"variant": "myopia", "players": 3, "ante": 3, "calls": "claim"}}, 16, {"button"}),
    "musical-casino": ({"options": {"players": 2, "ante": 3, "target": 1}}, 14, {"button"}),
    "ascot": ({"options": {"players": 3, "ante": 3}}, 20, {"button", "range"}),
}
EVERY = 5  # of so many moments one is looked at by everybody
games = pytest.mark.parametrize("game", PLAYED)


class Evening:
    """A round of a game, everybody's phone, and the same people's clients of the API."""

    def __init__(self, room: Room, game: str) -> None:
        self.room = room
        settings, self.moments, self.kinds = PLAYED[game]
        self.table = room.table_of(game, **settings)
        if settings.get("passes_round"):
            take_office(self.table.pk, player=room.players["Ada"], counters=100, by=HOUSE)
        self.round: Round = room.open(self.table)
        self.phones = {name: phone(room, name) for name in NAMES}
        self.wires = {name: player_wire(room, name) for name in NAMES}

    def page(self, who: str) -> Page:
        return table_page(self.phones[who], self.round)

    def legal(self, who: str) -> Any:
        return self.wires[who].get(f"/rounds/{self.round.pk}/moves/").body

    def over(self) -> bool:
        return not locks.read(self.round.pk).live

    def decide(self) -> tuple[str, str] | None:
        """One move of an automatic player, made on the page: who made it, and in what kind of form."""
        if (wish := decided(self.round)) is None:
            go_on(self.round)
            return None
        seat, move = wish
        kind, form, typed = filled_in(self.page(seat), move)
        page = self.phones[seat].send(form, **typed)
        assert page.part("notes").all("p", class_="error") == [], page.notes
        assert last_move(self.round) == move
        return seat, kind


@games
def test_what_the_page_offers_is_what_the_api_lists_and_every_decision_can_be_made_there(room: Room, game: str) -> None:
    evening = Evening(room, game)
    kinds: Counter[str] = Counter()
    for moment in range(evening.moments):
        if evening.over():
            break
        for who in NAMES if moment % EVERY == 0 else ():
            page, legal = evening.page(who), evening.legal(who)
            assert shown(page) == listed(legal), f"{who} after {legal['number']} moves"
            assert {form.fields["seen"][0] for form in forms_of(page)} <= {str(legal["number"])}
            assert ("It is your turn" in page.part("moves").text) == (legal["waited_for"] and shown(page) != {})
        if made := evening.decide():
            kinds[made[1]] += 1
    assert set(kinds) >= evening.kinds, kinds
    assert bool(kinds) == bool(evening.kinds)


def pattern(words: Words, language: str) -> re.Pattern[str]:
    """What a button says whose words have these facts in braces. What costs counters says how many."""
    text = " ".join(words.said_in(language).split())
    return re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)) + r"( \(\d+ [\w ]+\))?")


def unworded(evening: Evening, who: str, language: str) -> list[str]:
    """Buttons and titles that are not the catalogue's words for their acts in this language."""
    acts = find_game(evening.table.game).catalogue.acts
    evening.phones[who].language = language
    page, wrong = evening.page(who), []
    for form in forms_of(page):
        sent = {name: values[0] for name, values in form.fields.items()}
        ((act, fact),) = json.loads(sent["move"]).items() if "move" in sent else [(sent["act"].partition(":")[0], "")]
        said = form.all("button")[-1].text
        given = [name for name, part in fact.items() if part is not None] if isinstance(fact, dict) else []
        names = [fact if isinstance(fact, str) else json.dumps(fact), *given]
        words = next((acts[each] for each in (*(f"{act}={name}" for name in names), act) if each in acts), None)
        if words is None or not pattern(words, language).fullmatch(" ".join(said.split())):
            wrong.append(f"{act}: {said}")
    evening.phones[who].language = "en"
    return wrong


@games
def test_every_move_that_is_offered_is_said_in_the_words_of_the_catalogue(room: Room, game: str) -> None:
    evening = Evening(room, game)
    for moment in range(evening.moments):
        if evening.over():
            break
        wish = decided(evening.round)
        language = LANGUAGES[moment % len(LANGUAGES)]
        who = wish[0] if wish else NAMES[moment % len(NAMES)]
        assert unworded(evening, who, language) == [], f"in {language} at moment {moment}"
        if wish:
            move = {"game": game, **wish[1]}
            told = evening.wires[wish[0]].post(
                f"/rounds/{evening.round.pk}/moves/", {"number": evening.legal(wish[0])["number"], "move": move}
            )
            assert told.status == 201, told.body
        else:
            go_on(evening.round)


def test_what_is_put_together_of_parts_is_made_as_it_was_put_together(room: Room) -> None:
    """In Ascot: cards that are given up, an offer in the paddock, a place bet; the sale before it is played ahead."""
    evening = Evening(room, "ascot")
    while len(entered := evening.round.moves.all()) < len(NAMES):
        evening.decide()
        assert len(entered) <= len(NAMES)
    draws, found = seeded(7), set[str]()
    for part, act in (("discard", "discard"), ("paddock", "offer"), ("betting", "propose_place")):
        ahead(evening.round, draws, phase(part))
        for who in NAMES:
            assert shown(evening.page(who)) == listed(evening.legal(who)), f"{who} in {part}"
        for who in NAMES:
            legal = {each["act"]: each for each in evening.legal(who)["composed"]}
            if act in legal and (move := put_together(act, legal[act])):
                kind, form, typed = filled_in(evening.page(who), move)
                told = evening.phones[who].send(form, **typed)
                assert told.part("notes").all("p", class_="error") == [], f"{move}: {told.notes}"
                made = last_move(evening.round)
                assert made == move
                found.add(f"{kind}: {act}")
                break
    assert found == {"composed: discard", "composed: offer", "composed: propose_place"}


def put_together(act: str, offered: dict[str, Any]) -> dict[str, Any] | None:
    values = {each["part"]: each["values"] for each in offered["choices"]}
    if act == "discard":
        (cards,) = values.values()
        return {act: cards[:1]}
    if act == "offer":
        gift = {"to": values["to"][0], "give": values["give"][:1], "ask": [], "pays": 0, "gets": 0}
        return {act: gift} if gift["give"] else None
    return {act: {each["part"]: each["least"] for each in offered["amounts"]}}


# --- What is refused


@pytest.fixture
def roulette(room: Room) -> Evening:
    return Evening(room, "roulette")


def test_a_move_sent_twice_is_made_once(roulette: Evening) -> None:
    page = roulette.page("Ada")
    form = next(form for form in forms_of(page) if form.fields.get("act"))
    for _ in range(2):
        told = roulette.phones["Ada"].send(form, number="1")
        assert told.part("notes").all("p", class_="error") == []
    assert roulette.round.moves.count() == 1


def test_a_move_chosen_before_the_round_went_on_is_refused_as_in_the_api(roulette: Evening) -> None:
    ada = roulette.phones["Ada"]
    stale = next(form for form in forms_of(roulette.page("Ada")) if form.fields.get("act"))
    assert ada.send(stale, number="1").part("notes").all("p", class_="error") == []
    told = ada.send(stale, number="1", key="another-key")
    wire: Wire = roulette.wires["Ada"]
    move = {"game": "roulette", **last_move(roulette.round)}
    refused = wire.post(f"/rounds/{roulette.round.pk}/moves/", {"number": 0, "move": move})
    assert (refused.status, refused.code) == (422, "stale_move")
    assert told.notes == refused.body["detail"]
    assert roulette.round.moves.count() == 1


def test_a_move_that_is_none_is_refused_with_a_sentence(roulette: Evening) -> None:
    ada, place = roulette.phones["Ada"], f"/play/rounds/{roulette.round.pk}/move/"
    for at, wrong in enumerate(
        [
            {},
            {"move": ""},
            {"move": "nonsense"},
            {"move": "[" * 100_000},
            {"move": "9" * 5000},
            {"move": '{"done": true, "seat": "Bob"}'},
            {"move": '{"done": "\\ud800"}'},
            {"move": '{"\\ud800": 1}'},
            {"move": '{"\\u0000": 1}'},
            {"move": "null"},
            {"move": "NaN"},
            {"act": ""},
            {"act": "none"},
            {"act": "<script>alert(1)</script>"},
            {"act": "mark"},
            {"act": "mark:win", "selection": "x", "number": "1"},
            {"act": "mark:single", "selection": "17", "number": "many"},
            {"act": "mark:single", "selection": "17", "number": "-1"},
            {"act": "mark:single", "selection": "17", "number": "9" * 15},
            {"act": "turn", "number": "7"},
            {"act": "done", "seen": "x"},
            {"act": "done", "seen": "9" * 30},
        ]
    ):
        page = ada.post(place, {"key": f"key-{at}", "seen": "0", **wrong})
        if wrong == {"act": "done", "seen": "x"}:
            continue  # taken as 0, and nothing was made before
        assert page.part("notes").all("p", class_="error"), wrong
        assert "<script>alert" not in page.html
    assert [row.move for row in roulette.round.moves.all()] in ([], [{"seat": "Ada", "done": True}])


def test_what_moving_refuses_to_others(roulette: Evening) -> None:
    place = f"/play/rounds/{roulette.round.pk}/move/"
    climb([place], roulette.room, posts=True)
    roulette.room.come("Dot", 5)
    dot = phone(roulette.room, "Dot")
    assert forms_of(table_page(dot, roulette.round)) == []
    told = dot.post(place, {"key": "a-key", "seen": "0", "move": '{"done": true}'})
    assert told.part("notes").all("p", class_="error")
    assert roulette.round.moves.count() == 0
    assert isinstance(dot, Browser)
