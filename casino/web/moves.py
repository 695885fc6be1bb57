"""The moves that a seat may make, in any game: those that are legal now, in words, as buttons and small forms."""

import json
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from django.http import QueryDict
from django.utils.html import format_html

from casino.tables.moving import cost_of, open_to_absent
from casino.tables.naming import market_name, said, selection_name
from casino.tables.speech import Speech, label, told_apart
from casino.web.reading import number_or_text
from games.kit.game import Between, Composed, Game, Legal, Move, OnSpaces, tag, written
from games.kit.values import to_json

if TYPE_CHECKING:
    from casino.web.at_table import AtTable


@dataclass(frozen=True)
class Number:
    """A field for a whole number."""

    name: str
    label: str
    least: int
    most: int
    step: int = 1


@dataclass(frozen=True)
class Choosing:
    """A field with which one of these is chosen, or any of them; each is its value and its words."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]
    several: bool = False


@dataclass(frozen=True)
class Offered:
    """A move as it is offered: with its `move` it is a button; with fields it is a small form of this act."""

    act: str
    words: str
    move: str = ""
    choices: tuple[Choosing, ...] = ()
    numbers: tuple[Number, ...] = ()
    costs: int = 0


def offered(at: "AtTable") -> list[Offered]:
    value, name = at.value, at.name
    assert value is not None
    assert name is not None
    speech = Speech(value.game, frozenset(value.seats))
    legal = [move for move in value.legal(name) if at.seat or open_to_absent(value, name, move)]
    return [_offered(at, speech, move) for move in legal]


def _offered(at: "AtTable", speech: Speech, move: Legal) -> Offered:
    game = speech.game
    match move:
        case Between():
            number = Number("number", label(_facts(move.act)[0]), move.least, move.most, move.step)
            return Offered(tag(move.act), title(game, move.act), numbers=(number,))
        case OnSpaces():
            spaces = tuple((each, selection_name(game, each, move.market)) for each in move.selections)
            place = Choosing("selection", market_name(game, move.market), spaces)
            number = Number("number", label(_facts(move.act)[2]), move.least, move.most)
            return Offered(f"{tag(move.act)}:{move.market}", title(game, move.act), choices=(place,), numbers=(number,))
        case Composed():
            return _composed(speech, move)
        case Move():
            assert at.value is not None
            return Offered(
                tag(type(move)), in_words(speech, move), json.dumps(_unseated(move)), costs=cost_of(at.value, move)
            )


def _composed(speech: Speech, move: Composed) -> Offered:
    several = _lists(move.act)
    choices = tuple(
        Choosing(
            each.part,
            _part(speech, each.part),
            tuple((value, speech.words(value)) for value in each.values),
            each.part in several,
        )
        for each in move.choices
    )
    amounts = tuple(
        Number(each.part, _part(speech, each.part), each.least, each.most, each.step) for each in move.amounts
    )
    return Offered(tag(move.act), title(speech.game, move.act), choices=choices, numbers=amounts)


def _part(speech: Speech, part: str) -> str:
    known = speech.game.catalogue.words.get(part)
    return speech.words(part) if known else label(part)


def _lists(act: type[Move]) -> set[str]:
    return {part.name for part in fields(act) if str(part.type).startswith("tuple")}


def _facts(act: type[Move]) -> list[str]:
    return [part.name for part in fields(act) if not part.kw_only]


def _unseated(move: Move) -> dict[str, Any]:
    return {name: fact for name, fact in written(move).items() if name != "seat"}


def in_words(speech: Speech, move: Move) -> str:
    """What a move does, as it stands on its button: by its value, by which fact is given, or as it is called."""
    act, facts = tag(type(move)), {name: getattr(move, name) for name in _facts(type(move))}
    given = [name for name, fact in facts.items() if fact is not None]
    names = [f"{act}={_value(facts)}", *(f"{act}={name}" for name in given), act]
    words = next(filter(None, (_named(speech.game, name) for name in names)))  # a test holds catalogues against acts
    told = {name: speech.words(told_apart(fact, speech.game.catalogue.signs)) for name, fact in facts.items()}
    return format_html(words, **told) if told else words


def _value(facts: dict[str, Any]) -> str:
    """Of an act with one fact, as the catalogue writes it: `true`, `stevens`."""
    fact = to_json(next(iter(facts.values()), None))
    return str(fact).lower() if isinstance(fact, bool) else str(fact)


def title(game: Game[Any], act: type[Move]) -> str:
    """What an act is called where its facts are still to be chosen."""
    return _named(game, tag(act)) or tag(act).replace("_", " ")


def _named(game: Game[Any], name: str) -> str:
    words = game.catalogue.acts.get(name)
    return said(words) if words else ""


def chosen(game: Game[Any], act: str, data: QueryDict) -> dict[str, Any]:
    """The move that was put together on a page, as it is written. What is wrong with it, the rules say."""
    name, _, market = act.partition(":")
    kind = next((kind for kind in game.move_types if tag(kind) == name), None)
    if kind is None:
        return {name: True}
    facts = _facts(kind)
    if market:
        return {
            name: {facts[0]: market, facts[1]: data.get("selection", ""), facts[2]: number_or_text(data.get("number"))}
        }
    if "number" in data:
        return {name: number_or_text(data.get("number"))}
    parts = {part: _said_of(kind, part, data) for part in facts if part in data or part in _lists(kind)}
    return {name: parts if len(facts) > 1 else next(iter(parts.values()), True)}


def _said_of(kind: type[Move], part: str, data: QueryDict) -> Any:
    if part in _lists(kind):
        return list(data.getlist(part))
    typed = next(str(each.type) for each in fields(kind) if each.name == part)
    return number_or_text(data.get(part)) if "int" in typed else data.get(part)
