"""What nobody learns in a game of Ascot: another hand, the dead hand before its cards are sold, a report before it is
read. Everything that can be fetched is fetched by everybody and searched, as in test_secrets.py.
"""

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from casino.api.models import Answer
from casino.clubs.joining import give_token
from casino.clubs.models import DeviceToken
from casino.tables.models import Round, Secret
from casino.tables.playing import moves_of
from casino.tables.ticking import tick
from tests.casino.api.serving import served
from tests.casino.api.test_secrets import (
    CATALOGUE,
    KNOWN,
    PLAYERS,
    Unread,
    admin_pages,
    answered,
    anywhere,
    documents,
    named,
    search,
    seeds,
)
from tests.casino.api.world import Who, World
from tests.games.ascot.positions import EDITION

State = dict[str, Any]


@pytest.fixture
def world(own_database: str) -> Iterator[World]:
    with served() as port:
        world = World()
        world.port = port
        yield world


def begun(world: World, tokens: dict[str, str]) -> Round:
    """Three have entered by the API, and the cards are dealt."""
    round_ = world.room.open(world.room.table_of("ascot", options={"players": 3, "ante": 5}))
    for name in PLAYERS:
        wish = {"number": 0, "move": {"game": "ascot", "enter": True}}
        assert Unread(tokens[name]).post(f"/rounds/{round_.pk}/moves/", wish, key=f"enter-{name}").status == 201
    return until(round_, lambda state: state["phase"] != "entering")


def until(round_: Round, reached: Callable[[State], bool]) -> Round:
    """Whatever is due, as the clock would have it done."""
    while not reached(state_of(round_)):
        round_.refresh_from_db()
        assert tick(round_.pk, round_.step)
    return Round.objects.get(pk=round_.pk)


def state_of(round_: Round) -> State:
    state: State = Secret.objects.get(round=round_).state
    return state


def decided_by_everybody(round_: Round, tokens: dict[str, str], act: str) -> None:
    """Each seat decides once by the API, with the first thing it is offered of this kind."""
    for number in range(len(tokens)):
        (name,) = json.loads(Unread(tokens["Ada"]).get(f"/rounds/{round_.pk}/").body)["waiting_for"][:1]
        offered = json.loads(Unread(tokens[name]).get(f"/rounds/{round_.pk}/moves/").body)
        move = next(move for move in offered["moves"] if act in move)
        wish = {"number": offered["number"], "move": move}
        assert Unread(tokens[name]).post(f"/rounds/{round_.pk}/moves/", wish, key=f"{act}-{number}").status == 201


def lists_in(told: dict[str, str]) -> Iterator[list[str]]:
    """Every list of texts that is told anywhere, in whatever order it is."""

    def within(part: Any) -> Iterator[list[str]]:
        if isinstance(part, list) and part and all(isinstance(item, str) for item in part):
            yield sorted(part)
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            yield from within(inner)

    for where, text in told.items():
        if not where.startswith(CATALOGUE):
            for part in documents(text):
                yield from within(part)


def texts_in(told: dict[str, str]) -> set[str]:
    """Every text that is told anywhere, but in the catalogue."""

    def within(part: Any) -> Iterator[str]:
        if isinstance(part, str):
            yield part
        for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            yield from within(inner)

    dealt = (text for where, text in told.items() if not where.startswith(CATALOGUE))
    return {found for text in dealt for part in documents(text) for found in within(part)}


def shown_to_one(told: dict[str, str]) -> list[Any]:
    """Every hand in a view, and every card that was dealt or taken, wherever it is told."""
    parts = [part for text in told.values() for part in documents(text)]
    names = ("hand", "hand_dealt", "card_taken")
    return [found for part in parts for name in names for found in named(part, name) if found is not None]


def found_in(told: dict[str, str], secrets: list[list[str]]) -> list[list[str]]:
    """Which of these are told as a list in any order, or one after another in any text."""
    lists, one_after_another = list(lists_in(told)), {text for _, text in anywhere(told, secrets)}
    return [cards for cards in secrets if sorted(cards) in lists or ",".join(cards) in one_after_another]


def unread_reports(round_: Round) -> set[str]:
    """Of all packs, those that nobody has read yet."""
    read = {move["report"] for move in moves_of(round_) if "report" in move}
    return set(EDITION.reports_by_card) - read


def test_no_hand_of_ascot_no_dead_hand_and_no_report_to_come_is_told_to_anybody_else(
    world: World, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    of = {name: world.room.players[name] for name in PLAYERS}
    tokens = {name: give_token(world.session, DeviceToken.Kind.PLAYER, player=of[name]) for name in PLAYERS}
    with caplog.at_level(logging.DEBUG):
        round_ = until(begun(world, tokens), lambda state: state["phase"] == "exchange")
        decided_by_everybody(round_, tokens, "exchange")
        round_ = until(round_, lambda state: state["phase"] == "sale" and len(state["dead"]) in {2, 3})
        told = {who: answered(world, world.token(who), round_) for who in KNOWN if who != Who.PLAYER}
        told_to_seats = {name: answered(world, token, round_) for name, token in tokens.items()}
    state = state_of(round_)
    kept = {player["seat"]: player["hand"] for player in state["players"]}
    (deal,) = [move["deal"] for move in moves_of(round_) if "deal" in move]
    dealt = dict(zip(kept, deal["hands"], strict=True))
    secrets = [*dealt.values(), *kept.values(), deal["dead"], state["dead"]]
    secrets = [cards for cards in secrets if len(cards) > 1]  # a single card is in many places, and means nothing there
    assert len(secrets) >= 5

    lines = {"log": caplog.text, "errors": capsys.readouterr().err}
    kept_answers = {answer.key: answer.body for answer in Answer.objects.all()}
    assert len([key for key in kept_answers if key.startswith(("enter", "exchange"))]) == 6
    for everywhere in (lines, kept_answers, admin_pages(world, round_)):
        assert found_in(everywhere, secrets) == []
        assert shown_to_one(everywhere) == []
        assert search(everywhere, seeds(round_)) == []
    for who, answers in told.items():
        assert search(answers, seeds(round_)) == [], who
        assert texts_in(answers) & unread_reports(round_) == set(), who
        assert found_in(answers, secrets) == [], who
        assert shown_to_one(answers) == [], who
    for name, answers in told_to_seats.items():
        own = [cards for cards in (dealt[name], kept[name]) if cards in secrets]
        assert found_in(answers, [cards for cards in secrets if cards not in own]) == [], name
        assert found_in(answers, own) == own, "the same search finds a hand where it belongs"
        assert json.loads(answers[f"/rounds/{round_.pk}/"])["view"]["hand"] is None

    reports_are_told_as_they_are_read(world, round_, tokens)


def reports_are_told_as_they_are_read(world: World, round_: Round, tokens: dict[str, str]) -> None:
    """In training: those that were read are told to everybody, and no other to anybody."""
    round_ = until(round_, lambda state: sum(pack["turned"] for pack in state["packs"].values()) >= 2)
    state, to_come = state_of(round_), unread_reports(round_)
    assert state["phase"] == "training"
    assert [player["hand"] for player in state["players"]] == [[], [], []], "they were shown when they were paid for"
    read = set(EDITION.reports_by_card) - to_come
    assert len(read) >= 2
    for who in (Who.ORGANISER, Who.SCREEN, Who.AUDITOR):
        told = texts_in(answered(world, world.token(who), round_))
        assert (told & to_come, read <= told) == (set(), True), who
    assert texts_in(answered(world, tokens["Bob"], round_)) & to_come == set()
    assert texts_in(admin_pages(world, round_)) & to_come == set()
