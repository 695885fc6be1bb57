"""The card that was turned: how it is drawn, what it is called, and what it is beside its number."""

from dataclasses import dataclass

from games.kit.catalogue import Catalogue
from games.roulette.rules import View
from games.roulette.wheel import WheelCard


@dataclass(frozen=True)
class TurnedCard:
    """A wheel card, or its back as long as none is turned. `key` is another for every turn, so that it is seen to
    come.
    """

    key: str
    shown: str
    tint: str
    words: str
    x: int
    y: int
    width: int

    @property
    def height(self) -> int:
        return self.width * 7 // 5


def drawn(catalogue: Catalogue, view: View, said: str, *, x: int, y: int, width: int) -> TurnedCard:
    if view.card is None:
        return TurnedCard("card-back", "", "back", catalogue.line("face_down", said), x, y, width)
    turned = view.turn - (view.mode == "points" and not view.winner)
    name = named(catalogue, view.card, said)
    return TurnedCard(f"card-{turned}", shown(catalogue, view.card, said), view.card.colour, name, x, y, width)


def shown(catalogue: Catalogue, card: WheelCard, said: str) -> str:
    words = catalogue.selection(card.name, "number")
    return words.said_in(said) if words else card.name


def named(catalogue: Catalogue, card: WheelCard, said: str) -> str:
    """`17 black`, `the eagle`."""
    if card.number is None:
        return catalogue.line(f"card_{card.name}", said)
    return f"{card.name} {catalogue.selections[card.colour].said_in(said).lower()}"


def facts_of(catalogue: Catalogue, card: WheelCard | None, said: str, most: int) -> list[str]:
    """What a card is beside its number, in short: its colour, parity, half, dozen and column."""
    if card is None:
        return []
    if card.number is None:
        return [catalogue.line("green", said)]
    sides = [catalogue.selections[str(side)].said_in(said) for side in (card.colour, card.parity)]
    twelves = [catalogue.selections[f"dozen={card.dozen}"], catalogue.selections[f"column={card.column}"]]
    return [*sides, catalogue.line(str(card.half), said), *(words.said_in(said) for words in twelves)][:most]
