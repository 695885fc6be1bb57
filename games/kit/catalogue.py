"""What a game says of itself in three languages, as data: its title, its rules, the names of all that can be backed.

It is read from a TOML text, and what lacks a language is refused: no page has a gap.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from games.kit.errors import RuleBroken
from games.kit.values import read_json


@dataclass(frozen=True)
class Words:
    """The same words in every language of the house."""

    en: str
    fr: str
    es: str

    def said_in(self, language: str) -> str:
        """In this language, wherever it is spoken: `fr-CA` is `fr`. In English if it is none of the three."""
        match language.lower().partition("-")[0]:
            case "fr":
                return self.fr
            case "es":
                return self.es
            case _:
                return self.en


@dataclass(frozen=True)
class Rule:
    """A rule of the README, by the same number, as a player is told it."""

    number: str
    words: Words


@dataclass(frozen=True)
class Named:
    name: Words
    about: Words


@dataclass(frozen=True)
class Sign:
    """What is shown with signs, and how it is read out: F♯ is F sharp."""

    shown: Words
    spoken: Words


# Numbers, and numbers in a row: `17`, `00`, `16-17`, `1+4`.
NUMBERS = re.compile("[0-9]+([-+][0-9]+)*")


@dataclass(frozen=True)
class Catalogue:
    """Markets, selections, courses and figures are known by the names that programs use for them, and what a table may
    vary beside its course by option and value: `joker=true`. A selection that is called otherwise in one market than in
    others is known by both: `dozen=1`. Signs are known as they are written in JSON: `F#`. Words are what else a view
    says in a word that programs use: a phase, a colour, what has become of a horse. Acts are what a seat can do, by the
    name of the move, or by name and value if each value is called otherwise: `joker=true`, or by name and the fact that
    is given, where one of several is: `chord=build`. Facts stand in braces, by the names of the fields. Lines are what
    else is written on a board or told to the room, with facts in braces.
    """

    title: Words
    about: Words
    rules: tuple[Rule, ...]
    markets: dict[str, Named] = field(default_factory=dict)
    selections: dict[str, Words] = field(default_factory=dict)
    courses: dict[str, Named] = field(default_factory=dict)
    figures: dict[str, Words] = field(default_factory=dict)
    variants: dict[str, Words] = field(default_factory=dict)
    signs: dict[str, Sign] = field(default_factory=dict)
    words: dict[str, Words] = field(default_factory=dict)
    acts: dict[str, Words] = field(default_factory=dict)
    lines: dict[str, Words] = field(default_factory=dict)

    def line(self, name: str, said: str, **facts: object) -> str:
        """One of the lines in this language, with its facts."""
        return self.lines[name].said_in(said).format(**facts)

    def selection(self, name: str, market: str = "") -> Words | None:
        """What a selection is called. Numbers are written alike in every language."""
        if NUMBERS.fullmatch(name):
            number = name.replace("-", "\N{EN DASH}").replace("+", " + ")
            return self.selections.get(f"{market}={name}", Words(number, number, number))
        return self.selections.get(name)


def read_catalogue(text: str) -> Catalogue:
    """The catalogue of a TOML text, or `bad_catalogue` and where."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise _bad("catalogue", f"TOML: {problem}") from None
    catalogue: Catalogue = read_json(Catalogue, data, "catalogue", "bad_catalogue")
    for where, said in _texts(data, "catalogue"):
        if said != said.strip() or not said:
            raise _bad(where, "text without blanks at its ends")
    numbers = [rule.number for rule in catalogue.rules]
    for at, number in enumerate(numbers):
        if number in numbers[:at]:
            raise _bad(f"catalogue.rules[{at}].number", "a number of its own")
    return catalogue


def _texts(data: Any, where: str) -> Iterator[tuple[str, str]]:
    """Every text, and where it stands."""
    if isinstance(data, str):
        yield where, data
    elif isinstance(data, dict):
        for name, part in data.items():
            yield from _texts(part, f"{where}.{name}")
    else:
        for at, part in enumerate(data):
            yield from _texts(part, f"{where}[{at}]")


def _bad(where: str, wanted: str) -> RuleBroken:
    return RuleBroken("bad_catalogue", "%(where)s should be %(wanted)s.", where=where, wanted=wanted)
