"""The games of the house: rules, courses, markets, exact odds and who gains by them, in the caller's language."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language, gettext
from rest_framework import serializers

from casino.api import problems
from casino.api.fields import Shape
from casino.api.operations import ANYBODY, Asked, PublicResource, operation
from casino.api.problems import ADDRESS, sentences, status_of, title
from casino.api.shapes import DECIMAL, FRACTION, NAMES, Described, GamePayload, SpacePrice
from casino.api.typed import Payload
from casino.tables.naming import BESIDE, WIN
from casino.tables.showing import view_of
from games.kit.beside import Sides
from games.kit.beside import priced as all_priced
from games.kit.errors import RuleBroken
from games.kit.game import Game
from games.kit.markets import Spot
from games.kit.odds import decimal, percent
from games.registry import GAMES, find_game


class GameShape(Shape):
    game = serializers.CharField(help_text="Its slug.")
    title = serializers.CharField()
    about = serializers.CharField()
    office = serializers.CharField(help_text="Who stands on the other side of the stakes.")


class RuleShape(Shape):
    number = serializers.CharField(help_text="As in the printed rules: `M-R5`.")
    words = serializers.CharField()


class NamedShape(Shape):
    name = serializers.CharField(help_text="In requests and answers.")
    title = serializers.CharField(help_text="For people.")
    about = serializers.CharField()


class SelectionShape(Shape):
    market = serializers.CharField()
    selection = serializers.CharField()
    title = serializers.CharField()


class FigureShape(Shape):
    figure = serializers.CharField()
    words = serializers.CharField()
    value = Described(FRACTION)
    rounded = Described(DECIMAL)


class SignShape(Shape):
    """What is not shown as it is written in JSON: a tone, a chord."""

    name = serializers.CharField(help_text="In requests and answers: `F#`.")
    shown = serializers.CharField(help_text="For the eye: `F♯`.")
    spoken = serializers.CharField(help_text="For the ear, as a screen reader should say it: `F sharp`.")


class WordShape(Shape):
    """What a view says in a word: a phase, a colour, what has become of a horse."""

    name = serializers.CharField(help_text="In requests and answers: `in-play`.")
    said = serializers.CharField(help_text="For people: `in play`.")


class FaceShape(Shape):
    """A card that bears more than its name."""

    name = serializers.CharField(help_text="In requests and answers; its sign is among those of the game.")
    count = serializers.IntegerField(help_text="How many there are of it in the pack.")
    below = Described({**NAMES, "description": "What stands below its name: the chords that a tone belongs to."})


class VariantShape(Shape):
    """One way to play it: options, the board at the start with its course and where that comes from, and exact odds.
    `faces` are the cards of its pack, where players have to know what is printed on them.
    """

    options = GamePayload(Payload.OPTIONS)
    view = GamePayload(Payload.VIEW)
    spaces = SpacePrice(many=True)
    figures = FigureShape(many=True)
    faces = FaceShape(many=True)


class GameDetail(GameShape):
    rules = RuleShape(many=True)
    markets = NamedShape(many=True)
    selections = SelectionShape(many=True)
    courses = NamedShape(many=True)
    signs = SignShape(many=True)
    words = WordShape(many=True)
    variants = VariantShape(many=True)


class GameList(Shape):
    items = GameShape(many=True)


class ProblemType(Shape):
    type = serializers.CharField()
    code = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    sentences = serializers.ListField(
        child=serializers.CharField(), help_text="How it is told; names in braces are its facts."
    )


class ProblemTypes(Shape):
    items = ProblemType(many=True)


class Games(PublicResource):
    tag = "catalogue"

    @operation("list_games", "The games of the house", who=ANYBODY, gives=GameList)
    def get(self, _asked: Asked) -> dict[str, Any]:
        return {"items": [_game(game) for game in GAMES.values()]}


class OneGame(PublicResource):
    tag = "catalogue"

    @operation("get_game", "One game: rules, courses, markets, exact odds", who=ANYBODY, gives=GameDetail, also=(404,))
    def get(self, asked: Asked) -> dict[str, Any]:
        return _detail(asked.item.slug, language())

    def find(self, _caller: Any, *, game: str) -> Game[Any]:
        try:
            return find_game(game)
        except RuleBroken:
            raise problems.own("not_found") from None


class Problems(PublicResource):
    tag = "catalogue"

    @operation("list_problems", "Every problem the house may answer with", who=ANYBODY, gives=ProblemTypes)
    def get(self, _asked: Asked) -> dict[str, Any]:
        return {"items": [_problem(code) for code in sorted(sentences())]}


class OneProblem(PublicResource):
    tag = "catalogue"

    @operation("get_problem", "One problem", who=ANYBODY, gives=ProblemType, also=(404,))
    def get(self, asked: Asked) -> dict[str, Any]:
        return _problem(asked.item)

    def find(self, _caller: Any, *, problem: str) -> str:
        if problem not in sentences():
            raise problems.own("not_found")
        return problem


class NotThere(PublicResource):
    """Any other address below the API's."""

    schema = None

    def dispatch(self, *_: Any, **__: Any) -> HttpResponse:
        return problems.answer(problems.own("not_found"))


def language() -> str:
    return get_language() or "en"


def _game(game: Game[Any]) -> dict[str, Any]:
    words, said = game.catalogue, language()
    return {
        "game": game.slug,
        "title": words.title.said_in(said),
        "about": words.about.said_in(said),
        "office": game.office,
    }


@lru_cache(maxsize=64)  # exact odds of every course take a while, and never change
def _detail(slug: str, said: str) -> dict[str, Any]:
    game = find_game(slug)
    words = game.catalogue
    return {
        **_game(game),
        "rules": [{"number": rule.number, "words": rule.words.said_in(said)} for rule in words.rules],
        "markets": _named(words.markets, said),
        "selections": [
            {"market": market, "selection": name, "title": _name(game, market, name, said)}
            for market, name in _all_spaces(game)
        ],
        "courses": _named(words.courses, said),
        "signs": [
            {"name": name, "shown": sign.shown.said_in(said), "spoken": sign.spoken.said_in(said)}
            for name, sign in words.signs.items()
        ],
        "words": [{"name": name, "said": word.said_in(said)} for name, word in words.words.items()],
        "variants": [_variant(game, dict(options), said) for options in game.variants()],
    }


def _all_spaces(game: Game[Any]) -> list[Spot]:
    """Everything that can be backed in any variant, in the order of the cloth."""
    states = [game.start(game.read_options(options), ()) for options in game.variants()]
    offered = [market for state in states for market in game.markets(state)]
    return list(dict.fromkeys((market.name, space.selection) for market in offered for space in market.spaces))


def _named(named: Any, said: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "title": each.name.said_in(said), "about": each.about.said_in(said)}
        for name, each in named.items()
    ]


def _variant(game: Game[Any], options: dict[str, Any], said: str) -> dict[str, Any]:
    state = game.start(game.read_options(options), ())
    return {
        "options": {"game": game.slug, **options},
        "view": view_of(game, state, None),
        "spaces": prices(game, state, Sides(), said),
        "figures": [
            {
                "figure": figure.name,
                "words": game.catalogue.figures[figure.name].said_in(said),
                "value": str(figure.value),
                "rounded": decimal(figure.value, 6),
            }
            for figure in game.figures(state)
        ],
        "faces": [{**vars(face), "below": list(face.below)} for face in game.faces(state)],
    }


def prices(game: Game[Any], state: Any, sides: Sides, said: str) -> list[dict[str, Any]]:
    """Every space with fixed odds, its exact chance from here, and what the office keeps."""
    return [
        {
            "market": priced.market.name,
            "selection": priced.space.selection,
            "name": _name(game, priced.market.name, priced.space.selection, said),
            "office": priced.market.office,
            "odds": str(priced.space.odds),
            "chance": str(priced.chance),
            "chance_percent": percent(priced.chance, 4),
            "edge": str(priced.edge),
            "edge_percent": percent(priced.edge, 4),
            "error_percent": _error(priced.error),
        }
        for priced in all_priced(game, state, sides)
    ]


def runners_now(game: Game[Any], state: Any, said: str) -> list[dict[str, Any]]:
    """In a race: what a win of each runner is worth from here. Nothing as long as a banker decides about the race."""
    known = game.takes_stakes(state) or game.chance(state) or game.result(state)
    if not game.runners(state) or not known:
        return []
    shares = game.shares(state)
    return [
        {
            "selection": runner,
            "name": runner_name(game, runner, said),
            "chance": str(share),
            "chance_percent": percent(share, 4),
            "error_percent": _error(shares.error),
        }
        for runner, share in shares.each.items()
    ]


def _error(error: Fraction | None) -> str | None:
    return None if error is None else percent(error, 4)


def runner_name(game: Game[Any], runner: str, said: str) -> str:
    return _name(game, WIN, runner, said)


def _name(game: Game[Any], market: str, selection: str, said: str) -> str:
    words = game.catalogue.selection(selection, WIN if market in BESIDE else market)
    assert words is not None, "a test holds catalogues against what can be backed"
    return words.said_in(said)


def _problem(code: str) -> dict[str, Any]:

    return {
        "type": ADDRESS.format(code=code),
        "code": code,
        "title": title(code),
        "status": status_of(code),
        "sentences": [_with_braces(gettext(sentence)) for sentence in sentences()[code]],
    }


def _with_braces(template: str) -> str:

    return re.sub(r"%\((\w+)\)s", r"{\1}", template)
