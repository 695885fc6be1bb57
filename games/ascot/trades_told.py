"""What is told of offers between players."""

from dataclasses import dataclass

from games.ascot.moves import Asset
from games.kit.game import Happening


@dataclass(frozen=True)
class OfferMade(Happening):
    number: int
    by: str
    to: str
    give: tuple[Asset, ...]
    ask: tuple[Asset, ...]
    pays: int
    gets: int

    def __str__(self) -> str:
        given, asked = _listed(self.give, self.pays), _listed(self.ask, self.gets)
        return f"offer {self.number}: {self.by} gives {self.to} {given} for {asked}"


@dataclass(frozen=True)
class TradeMade(Happening):
    """An offer was accepted: what each gave the other."""

    number: int
    by: str
    to: str
    give: tuple[Asset, ...]
    ask: tuple[Asset, ...]
    pays: int
    gets: int

    def __str__(self) -> str:
        given, asked = _listed(self.give, self.pays), _listed(self.ask, self.gets)
        return f"{self.by} has given {self.to} {given} for {asked}"


@dataclass(frozen=True)
class OfferDeclined(Happening):
    number: int
    seat: str

    def __str__(self) -> str:
        return f"{self.seat} declines offer {self.number}"


@dataclass(frozen=True)
class OfferWithdrawn(Happening):
    number: int
    seat: str

    def __str__(self) -> str:
        return f"{self.seat} withdraws offer {self.number}"


@dataclass(frozen=True)
class OfferLapsed(Happening):
    """It can no longer be accepted."""

    number: int

    def __str__(self) -> str:
        return f"offer {self.number} has lapsed"


def _listed(assets: tuple[Asset, ...], francs: int) -> str:
    return ", ".join((*assets, *([str(francs)] if francs else []))) or "nothing"


HAPPENINGS: tuple[type[Happening], ...] = (OfferMade, TradeMade, OfferDeclined, OfferWithdrawn, OfferLapsed)
