"""What is written on the board of Ascot: names of horses and cards, francs, what is on and whom it waits for."""

from dataclasses import dataclass
from typing import Any

from games.ascot.edition import Business, Edition
from games.ascot.pending import (
    Assigning,
    Choosing,
    Colouring,
    Debt,
    Drawing,
    Entering,
    Hazarding,
    Lot,
    Riding,
    Rolling,
    Walking,
)
from games.ascot.state import Phase, Trade
from games.ascot.view import HorseView, View
from games.kit.catalogue import Catalogue
from games.kit.fitting import grouped

UNIT = "\N{NO-BREAK SPACE}F"
BUSINESSES = {business.value for business in Business}


def francs(amount: int) -> str:
    """281 000 F."""
    return f"{grouped(amount)}{UNIT}"


@dataclass(frozen=True)
class Tongue:
    """A view in one language. The edition is known, or is a club's own of which only the view is."""

    catalogue: Catalogue
    view: View
    said: str
    edition: Edition | None

    @classmethod
    def of(cls, game: Any, view: View, said: str) -> "Tongue":
        return cls(game.catalogue, view, said, game.editions.get(view.edition))

    def line(self, name: str, **facts: object) -> str:
        return self.catalogue.line(name, self.said, **facts)

    def word(self, name: str) -> str:
        words = self.catalogue.words.get(name)
        return words.said_in(self.said) if words else name

    def horse(self, number: int) -> HorseView:
        return next(horse for horse in self.view.horses if horse.number == number)

    def horse_name(self, number: int) -> str:
        """`3 Mirabelle`."""
        return f"{number} {self.horse(number).called.said_in(self.said)}"

    def asset(self, asset: str) -> str:
        """A horse, a business, or a kept report with what it is good for."""
        if asset.isdecimal():
            return self.horse_name(int(asset))
        if asset in BUSINESSES:
            return _capital(self.word(asset))
        kept = {report.card: report.immunity for player in self.view.players for report in player.reports}
        against = kept.get(asset)
        return self.line("kept", card=asset, against=self.word(against.value)) if against else asset

    def price(self, card: str) -> str:
        return francs(self.edition.prices[card]) if self.edition and card in self.edition.prices else ""

    def phase(self) -> str:
        return _capital(self.word(self.view.phase.value))

    def offices(self) -> str:
        """Who is banker, and the other officer of this part of the game: dealer, auctioneer or bookmaker."""
        view, held = self.view, {"banker": self.view.banker}
        if view.phase in (Phase.ENTERING, Phase.EXCHANGE, Phase.DISCARD):
            held["dealer"] = view.dealer
        elif view.phase in (Phase.AUCTIONEER, Phase.SALE, Phase.TRAINING):
            held["auctioneer"] = view.auctioneer
        else:
            held["bookmaker"] = view.bookmaker
        return " · ".join(self.line(f"office_{name}", player=who) for name, who in held.items() if who)

    def doing(self) -> str:
        """What the game waits for now, in a sentence; of the phase if nothing stands before it."""
        return self._task() or self._of_phase()

    def _of_phase(self) -> str:
        view = self.view
        match view.phase:
            case Phase.ENTERING if view.free_places:
                return self.line("places", places=view.free_places)
            case Phase.AUCTIONEER | Phase.BOOKMAKER if view.proposed:
                return self.line("proposed", player=view.proposed, office=self.word(view.phase.value))
            case Phase.BETTING if view.called is not None:
                return self.line("bets", horse=self.horse_name(view.called))
            case Phase.FINISHED:
                return self.line("won", player=", ".join(view.winners)) if view.winners else self.line("nobody_won")
        return self.line("turn", player=view.turn) if view.turn else self.line(f"phase_{view.phase.value}")

    def _task(self) -> str:
        match self.view.decision:
            case Lot(asset=asset, outcry=outcry):
                name = self.asset(asset)
                if outcry.bidder is None:
                    return self.line("lot", asset=name, player=outcry.to_speak or "–")
                return self.line("bid", asset=name, player=outcry.bidder, francs=francs(outcry.bid))
            case Rolling(seat=seat):
                return self.line("throws", player=seat)
            case Drawing(seat=seat, pack=pack):
                return self.line("draws", player=seat, pack=self.word(pack))
            case Walking(horse=number, cells=cells):
                return self.line("walks", horse=self.horse_name(number), cells=cells)
            case Choosing(seat=seat, card=card):
                return self.line("chooses", player=seat, card=card)
            case Debt(seat=seat, francs=amount):
                return self.line("owes", player=seat, francs=francs(amount))
            case Entering(seat=seat, horse=number):
                return self.line("enters", player=seat, horse=self.horse_name(number))
            case Assigning(seat=seat, die=die):
                return self.line("assigns", player=seat, die=die)
            case Riding(seat=seat, horse=number, lengths=lengths):
                return self.line("rides", player=seat, horse=self.horse_name(number), lengths=lengths)
            case Colouring(seat=seat, horse=number):
                return self.line("colours", player=seat, horse=self.horse_name(number))
            case Hazarding(seat=seat, horse=number, immunity=immunity):
                danger = self.word(immunity.value)
                return self.line("danger", player=seat, horse=self.horse_name(number), danger=danger)
            case None:
                return ""
            case other:
                return self.line("decides", player=other.seat, what=self.word(other.kind))

    def offer(self, trade: Trade) -> str:
        """An offer that stands, with what goes each way."""
        gives = [*map(self.asset, trade.give), *([francs(trade.pays)] if trade.pays else [])]
        asks = [*map(self.asset, trade.ask), *([francs(trade.gets)] if trade.gets else [])]
        given, asked = ", ".join(gives) or "–", ", ".join(asks) or "–"
        return self.line("offer", number=trade.number, player=trade.by, to=trade.to, give=given, ask=asked)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
