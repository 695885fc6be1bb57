"""What everybody looks at while nobody walks or races: the lot under the hammer, the horse that is called for bets, the
offers that stand, the first three horses.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from games.ascot.drawing_words import Tongue, francs
from games.ascot.pending import Lot
from games.ascot.state import Phase
from games.kit.fitting import in_lines, shortened

PLACES = 3


@dataclass(frozen=True)
class Focus:
    """A box with a headline and lines below it. A horse has its number and colour beside."""

    title: str
    lines: tuple[tuple[str, int], ...]
    number: int | None
    colour: str
    y: int
    height: int
    letters: int

    @property
    def bottom(self) -> int:
        return self.y + self.height

    @property
    def base(self) -> int:
        """Of the headline."""
        return self.y + self.letters * 3 // 2

    @property
    def middle(self) -> int:
        return self.y + self.letters


def focus(tongue: Tongue, room: int, letters: int, y: int, most: int) -> Focus | None:
    """With so many lines at most; a headline takes two."""
    title, number = _title(tongue)
    told = [part for text in _lines(tongue) for part in in_lines(text, room, letters, 2)]
    told = told[: most - 2 if title else most]
    if not title and not told:
        return None
    step = letters * 13 // 10
    first = y + (letters * 5 // 2 if title else letters // 2) + letters
    return Focus(
        title=shortened(title, room - letters * 4, letters + letters // 4),
        lines=tuple((text, first + at * step) for at, text in enumerate(told)),
        number=number,
        colour=tongue.horse(number).colour.value if number else "plain",
        y=y,
        height=first - y + (len(told) - 1) * step + letters,
        letters=letters,
    )


def _title(tongue: Tongue) -> tuple[str, int | None]:
    """And the horse it is about, if it is one."""
    view = tongue.view
    asset = view.decision.asset if isinstance(view.decision, Lot) else ""
    if view.phase is Phase.BETTING and view.called is not None:
        asset = str(view.called)
    if asset.isdecimal():
        number = int(asset)
        return tongue.horse(number).called.said_in(tongue.said), number
    return (tongue.asset(asset), None) if asset else ("", None)


def _lines(tongue: Tongue) -> Iterator[str]:
    view = tongue.view
    if isinstance(view.decision, Lot):
        yield from _lot(tongue, view.decision)
    elif view.phase is Phase.BETTING and view.called is not None:
        yield from _bets(tongue, view.called)
    elif view.phase is Phase.FINISHED:
        yield from _placed(tongue)
    yield from (tongue.offer(trade) for trade in view.offers)
    for bet in view.place_bets:
        horse = tongue.horse_name(bet.horse)
        yield tongue.line(
            "place_bet" if bet.accepted else "place_bet_offered",
            number=bet.number,
            player=bet.seat,
            horse=horse,
            stake=francs(bet.stake),
            payout=francs(bet.payout),
        )


def _lot(tongue: Tongue, lot: Lot) -> Iterator[str]:
    price = tongue.price(lot.asset)
    seller = lot.seller or tongue.line("the_bank")
    yield tongue.line("sold_by", player=seller) + (f" · {tongue.line('price', francs=price)}" if price else "")
    if lot.outcry.bidder:
        yield tongue.line("highest", francs=francs(lot.outcry.bid), player=lot.outcry.bidder)
    else:
        yield tongue.line("no_bid", francs=francs(lot.outcry.least))
    yield tongue.line("bidders", players=", ".join(lot.outcry.speakers) or "–")


def _bets(tongue: Tongue, number: int) -> Iterator[str]:
    sold = [ticket for ticket in tongue.view.tickets if ticket.runner == str(number)]
    yield tongue.line("owned_by", player=tongue.horse(number).owner or "–")
    backed = ", ".join(f"{ticket.seat} {francs(ticket.counters)}" for ticket in sold)
    yield tongue.line("backed", bets=backed or "–")
    yield tongue.line("tote", francs=francs(tongue.view.tote))


def _placed(tongue: Tongue) -> Iterator[str]:
    for at, number in enumerate(tongue.view.placed[:PLACES], 1):
        horse = tongue.horse(number)
        yield tongue.line("placed_is", place=at, horse=tongue.horse_name(number), player=horse.owner or "–")
