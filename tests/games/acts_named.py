"""Whether a game's catalogue has words for everything that a seat can do."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import fields
from enum import Enum
from string import Formatter
from typing import Any, Literal, get_args, get_origin

from games.kit.catalogue import Words
from games.kit.game import Game, Legal, Move, tag
from games.kit.values import field_types, to_json

LANGUAGES = ("en", "fr", "es")


def unnamed(game: Game[Any], *, of_chance: Collection[type[Move]]) -> list[str]:
    """The acts that have no words. Those of chance need none, since no seat makes them."""
    of_seats = [kind for kind in game.move_types if kind not in of_chance]
    return [act for kind in of_seats for act in _missing(kind, set(game.catalogue.acts))]


def unknown(game: Game[Any], *, of_chance: Collection[type[Move]]) -> list[str]:
    """What has words as an act and is none of a seat's."""
    of_seats = {tag(kind) for kind in game.move_types if kind not in of_chance}
    return [act for act in game.catalogue.acts if act.partition("=")[0] not in of_seats]


def strange_facts(game: Game[Any]) -> list[str]:
    """What stands in braces in the words of an act and is no field of its move."""
    own = {tag(kind): _fields(kind) for kind in game.move_types}
    return [
        f"{act}: {fact}"
        for act, words in game.catalogue.acts.items()
        for said in LANGUAGES
        for fact in facts(words, said)
        if fact not in own.get(act.partition("=")[0], ())
    ]


def facts_that_differ(game: Game[Any]) -> list[str]:
    """Acts that have other facts in one language than in another."""
    acts = game.catalogue.acts.items()
    return [act for act, words in acts if len({tuple(sorted(facts(words, said))) for said in LANGUAGES}) > 1]


def titles_with_facts(game: Game[Any], offered: Iterable[Legal]) -> list[str]:
    """Acts that are offered as a form, before which no fact is known, and whose words name one even so."""
    forms = {tag(may.act) for may in offered if not isinstance(may, Move)}
    acts = game.catalogue.acts
    return sorted(act for act in forms if act in acts and any(facts(acts[act], said) for said in LANGUAGES))


def facts(words: Words, said: str) -> list[str]:
    """What stands in braces."""
    return [name for _, name, _, _ in Formatter().parse(words.said_in(said)) if name is not None]


def _missing(kind: type[Move], named: set[str]) -> Iterator[str]:
    act = tag(kind)
    if act not in named:
        yield from (f"{act}={value}" for value in _values(kind) if f"{act}={value}" not in named)
        if not _values(kind) and not any(name.startswith(f"{act}=") for name in named):
            yield act


def _values(kind: type[Move]) -> list[str]:
    """The values of an act that has one fact with few of them, as they are written in JSON."""
    own = _fields(kind)
    if len(own) != 1:
        return []
    type_ = field_types(kind)[own[0]]
    if type_ is bool:
        return ["true", "false"]
    if get_origin(type_) is Literal:
        return [str(value) for value in get_args(type_)]
    return [str(to_json(value)) for value in type_] if isinstance(type_, type) and issubclass(type_, Enum) else []


def _fields(kind: type[Move]) -> list[str]:
    return [part.name for part in fields(kind) if not part.kw_only]
