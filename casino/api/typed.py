"""The values of games as JSON Schema, from their type hints: the other half of `games.kit.values`.

One schema per game for its views, options, moves, happenings and transcripts, named for it (`MinoruView`), and a union
of all games told apart by `game`. A new game in the registry is in the document without a line here.
"""

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum, StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from games.kit.cards import Card
from games.kit.fair import Off, Transcript
from games.kit.game import Game, tag
from games.kit.odds import Odds
from games.kit.values import field_types
from games.registry import GAMES

Schema = dict[str, Any]

LONGEST_LIST = 1000
LONGEST_TEXT = 500

WRITTEN: dict[type, Schema] = {
    Card: {
        "type": "string",
        "pattern": "^(JK|(10|[2-9JQKA])[HDCS])$",
        "description": "Rank and suit: `AH`, `10D`, `QS`; the joker is `JK`.",
        "examples": ["QS"],
    },
    Odds: {
        "type": "string",
        "pattern": "^[1-9][0-9]{0,6}/[1-9][0-9]{0,6}$",
        "description": "Winnings, and per how many counters staked; the stake itself comes back besides.",
        "examples": ["5/3"],
    },
}


class Payload(StrEnum):
    """What a game says in its own way."""

    VIEW = "view"
    OPTIONS = "options"
    MOVE = "move"
    PLAYED = "played"
    HAPPENING = "happening"
    OFF = "off"
    TRANSCRIPT = "transcript"
    PRINTED = "printed"


def union_name(payload: Payload) -> str:
    return f"Game{payload.title()}"


@dataclass
class Writer:
    """Collects the schemas of dataclasses it comes across, by name."""

    prefix: str
    found: dict[str, Schema]
    values: frozenset[str] = frozenset()  # names that an act of the game cannot have: a value has them

    def of(self, kind: Any) -> Schema:
        """The schema of a type; one for a dataclass is a reference, and goes among the found."""
        origin, args = get_origin(kind), get_args(kind)
        if origin in {Union, UnionType}:
            return self._any(args)
        if origin is Literal:
            return {"type": "string" if isinstance(args[0], str) else "integer", "enum": list(args)}
        if origin is tuple:
            return self._tuple(args)
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(args[1])}
        if kind in WRITTEN:
            return WRITTEN[kind]
        if hasattr(kind, "parse"):
            return {"type": "string", "maxLength": LONGEST_TEXT, "description": _first_sentence(kind)}
        if is_dataclass(kind):
            return self.ref(kind)
        if isinstance(kind, type) and issubclass(kind, Enum):
            return self.enum(kind)
        plain: dict[Any, Schema] = {
            int: {"type": "integer"},
            str: {"type": "string", "maxLength": LONGEST_TEXT},
            bool: {"type": "boolean"},
            NoneType: {"type": "null"},
        }
        return dict(plain[kind])

    def _any(self, kinds: tuple[Any, ...]) -> Schema:
        told = {kind: mark for kind in kinds if (mark := _mark(kind))}
        if len(told) < 2:
            return {"anyOf": [self.of(kind) for kind in kinds]}
        others = [self.of(kind) for kind in kinds if kind not in told]
        return {"anyOf": [self._told_apart(told), *others]} if others else self._told_apart(told)

    def _told_apart(self, told: dict[Any, tuple[str, str]]) -> Schema:
        """One of several dataclasses, by the field in which each of them has a word of its own."""
        ((name, _), *_) = told.values()
        mapping = {word: self.ref(kind)["$ref"] for kind, (_, word) in told.items()}
        return {
            "oneOf": [{"$ref": ref} for ref in mapping.values()],
            "discriminator": {"propertyName": name, "mapping": mapping},
        }

    def _tuple(self, kinds: tuple[Any, ...]) -> Schema:
        if kinds[-1:] == (...,):
            return {"type": "array", "items": self.of(kinds[0]), "maxItems": LONGEST_LIST}
        assert len(set(kinds)) == 1, "generators of clients know no lists of several kinds"
        return {"type": "array", "items": self.of(kinds[0]), "minItems": len(kinds), "maxItems": len(kinds)}

    def ref(self, kind: Any) -> Schema:
        name = f"{self.prefix}{kind.__name__}"
        if name not in self.found:
            self.found[name] = {}  # it may hold itself
            self.found[name] = self.object(kind)
        return _ref(name)

    def enum(self, kind: type[Enum]) -> Schema:
        name = f"{self.prefix}{kind.__name__}"
        self.found[name] = {"type": "string", "enum": [member.value for member in kind]}
        return _ref(name)

    def object(self, kind: Any) -> Schema:
        """All fields of a dataclass. Those with a default may be left out by whoever writes one."""
        types = field_types(kind)
        marked, _ = _mark(kind) or ("", "")
        return {
            "type": "object",
            "description": _first_sentence(kind),
            "properties": {name: self.of(each) for name, each in types.items()},
            "required": [part.name for part in fields(kind) if _is_required(part) or part.name == marked],
        }


def _mark(kind: Any) -> tuple[str, str] | None:
    """The field of a dataclass that can only be one word, and the word: it tells a kind apart from others."""
    if not is_dataclass(kind) or hasattr(kind, "parse"):
        return None
    literals = [(name, get_args(each)) for name, each in field_types(kind).items() if get_origin(each) is Literal]
    return next(((name, words[0]) for name, words in literals if len(words) == 1), None)


def _is_required(part: Any) -> bool:
    return part.default is MISSING and part.default_factory is MISSING


def _ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def _first_sentence(kind: Any) -> str:
    doc = (kind.__doc__ or "").strip()
    return "" if doc.startswith(f"{kind.__name__}(") else doc.split("\n\n")[0].replace("\n", " ")


def prefix_of(game: Game[Any]) -> str:
    return "".join(part.capitalize() for part in game.slug.replace("-", "_").split("_"))


def schemas(game: Game[Any], payload: Payload) -> tuple[str, dict[str, Schema]]:
    """The name of this game's schema for such a payload, and every schema that it needs."""
    writer = Writer(prefix_of(game), {}, _values(game))
    name = f"{writer.prefix}{payload.title()}"
    writer.found[name] = _WRITERS[payload](game, writer)
    return name, writer.found


@cache
def _values(game: Game[Any]) -> frozenset[str]:
    """The names of all that views, options, moves and happenings of a game are made of."""
    writer = Writer(prefix_of(game), {})
    for kind in (game.view_type, game.options_type, *game.move_types, *game.happening_types):
        writer.object(kind)
    return frozenset(writer.found)


def _tagged(game: Game[Any], schema: Schema) -> Schema:
    own = {"game": {"type": "string", "enum": [game.slug]}}
    return {
        **schema,
        "properties": {**own, **schema["properties"]},
        "required": ["game", *schema.get("required", [])],
    }


def _view(game: Game[Any], writer: Writer) -> Schema:
    schema = writer.object(game.view_type)
    return _tagged(game, {**schema, "required": list(schema["properties"])})


def _options(game: Game[Any], writer: Writer) -> Schema:
    return _tagged(game, writer.object(game.options_type))


def _printed(game: Game[Any], writer: Writer) -> Schema:
    assert game.edition_type is not None
    return _tagged(game, writer.object(game.edition_type))


def _acts(kinds: tuple[type, ...], writer: Writer) -> dict[str, Schema]:
    """Each kind under its tag: one fact stands alone, several are an object, none is `true`."""
    return {tag(kind): _fact(kind, writer) for kind in kinds}


def _fact(kind: type, writer: Writer) -> Schema:
    types = field_types(kind)
    own = [part for part in fields(kind) if not part.kw_only]
    if not own:
        return {"type": "boolean", "enum": [True]}
    if len(own) == 1:
        return {**writer.of(types[own[0].name]), "description": _first_sentence(kind)}
    name = f"{writer.prefix}{kind.__name__}"
    name += "Act" * (name in writer.values)
    writer.found[name] = {
        "type": "object",
        "description": _first_sentence(kind),
        "properties": {part.name: writer.of(types[part.name]) for part in own},
        "required": [part.name for part in own if _is_required(part)],
    }
    return _ref(name)


def _move(game: Game[Any], writer: Writer) -> Schema:
    acts = _acts(game.move_types, writer)
    words = f"One act: {', '.join(f'`{act}`' for act in acts)}."
    schema = {"type": "object", "description": words, "properties": acts}
    return {**_tagged(game, schema), "minProperties": 2, "maxProperties": 2, "additionalProperties": False}


def _played(game: Game[Any], writer: Writer) -> Schema:
    """A move with the seat that made it beside the act, as a correction repeats it."""
    schema = _move(game, writer)
    seat = {"seat": {"type": "string", "description": "Who decided it; chance has no seat."}}
    return {**schema, "properties": {**schema["properties"], **seat}, "maxProperties": 3}


def _happening(game: Game[Any], writer: Writer) -> Schema:
    told = _acts(game.happening_types, writer)
    only = {"only_for": {"type": "string", "description": "The one seat that is told this."}}
    words = f"One of {', '.join(f'`{name}`' for name in told)}."
    schema = {"type": "object", "description": words, "properties": {**only, **told}}
    return {**_tagged(game, schema), "minProperties": 2, "maxProperties": 3}


def _scripted(game: Game[Any], writer: Writer) -> Schema:
    """A move as transcripts write it: the seat beside the act, and no game."""
    seat = {"seat": {"type": "string"}}
    name = f"{writer.prefix}ScriptedMove"
    writer.found[name] = {"type": "object", "properties": {**seat, **_acts(game.move_types, writer)}}
    return _ref(name)


def _plain_options(game: Game[Any], writer: Writer) -> Schema:
    """Options beside a `game`, and so without one of their own."""
    name = f"{writer.prefix}PlainOptions"
    writer.found[name] = writer.object(game.options_type)
    return _ref(name)


def _published(kind: type) -> Any:
    def write(game: Game[Any], writer: Writer) -> Schema:
        pairs = {"type": "array", "items": {"type": "array", "items": {"type": ["string", "null"]}}}
        own: dict[str, Schema] = {
            "game": {"type": "string", "enum": [game.slug]},
            "options": _plain_options(game, writer),
            "before": {"type": "array", "items": _scripted(game, writer)},
            "moves": {"type": "array", "items": _scripted(game, writer)},
            "commitments": pairs,
            "reveals": pairs,
        }
        properties = {name: own.get(name) or writer.of(each) for name, each in field_types(kind).items()}
        return {"type": "object", "properties": properties, "required": list(properties)}

    return write


_WRITERS: dict[Payload, Any] = {
    Payload.VIEW: _view,
    Payload.OPTIONS: _options,
    Payload.MOVE: _move,
    Payload.PLAYED: _played,
    Payload.HAPPENING: _happening,
    Payload.OFF: _published(Off),
    Payload.TRANSCRIPT: _published(Transcript),
    Payload.PRINTED: _printed,
}


def unions(payload: Payload) -> Iterator[tuple[str, Schema]]:
    """Every game's schemas for such a payload, and last the union of them."""
    mapping = {}
    for game in GAMES.values():
        if payload is Payload.PRINTED and game.edition_type is None:
            continue
        name, found = schemas(game, payload)
        mapping[game.slug] = f"#/components/schemas/{name}"
        yield from found.items()
    yield (
        union_name(payload),
        {
            "oneOf": [{"$ref": ref} for ref in mapping.values()],
            "discriminator": {"propertyName": "game", "mapping": mapping},
        },
    )
