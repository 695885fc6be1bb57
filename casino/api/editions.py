"""The editions of a game: what is printed on its boards and cards, as data and in every language."""

from typing import Any

from casino.api import problems
from casino.api.fields import Shape
from casino.api.operations import ANYBODY, Asked, PublicResource, operation
from casino.api.shapes import GamePayload
from casino.api.typed import Payload
from games.kit.values import to_json
from games.registry import GAMES


class EditionShape(Shape):
    edition = GamePayload(Payload.PRINTED)


class OneEdition(PublicResource):
    tag = "catalogue"

    @operation("get_edition", "One edition of a game, all of it", who=ANYBODY, gives=EditionShape, also=(404,))
    def get(self, asked: Asked) -> dict[str, Any]:
        """Texts are in every language of the house. Views and options name it, and it never changes under its name, so
        it can be kept. An edition of a club's own has no address: it stands in the options of its table.
        """
        return {"edition": asked.item}

    def find(self, _caller: Any, *, game: str, edition: str) -> dict[str, Any]:
        known = GAMES[game].editions if game in GAMES else {}
        if edition not in known:
            raise problems.own("not_found")
        return {"game": game, **to_json(known[edition])}
