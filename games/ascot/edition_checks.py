"""What makes an edition unfit for play. Every check stands any edition that is of the right types."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from games.ascot.checking import bad, unused, whole
from games.ascot.course_checks import course_problems
from games.ascot.edition_parts import (
    CARDS,
    HORSES,
    INSCRIBED,
    LANES,
    LONGEST,
    MOST,
    PLAYERS,
    STABLES,
    Business,
    Cell,
    CellKind,
    Colour,
    Effect,
    Money,
    ReportCard,
    Reports,
    Stock,
)
from games.kit.commission import Commission
from games.kit.errors import RuleBroken

if TYPE_CHECKING:
    from games.ascot.edition import Edition

NAME = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
NAME_LENGTH, TEXT_LENGTH = 60, 200  # characters
TEXTS = {"text", "about"}  # fields; all other words are names
MOST_PERCENT = 50  # with more, a commission that is rounded up could be more than the sum it is on


def problems_of(edition: "Edition") -> Iterator[RuleBroken]:
    """All of them. Where numbers are out of all proportion nothing else is looked at."""
    out_of_range = list(_number_problems(edition))
    yield from out_of_range or _problems(edition)


def _problems(edition: "Edition") -> Iterator[RuleBroken]:
    yield from _word_problems(edition)
    yield from _money_problems(edition.money)
    yield from _horse_problems(edition)
    yield from _business_problems(edition)
    yield from _colour_problems(edition)
    yield from _deal_problems(edition)
    yield from _stock_problems(edition.stock)
    yield from _training_problems(edition)
    yield from _report_problems(edition.reports, _unit(edition))
    yield from course_problems(edition.course, edition.colours)


def _leaves(value: Any, where: str, name: str) -> Iterator[tuple[str, str, Any]]:
    """Every number and text, where it stands, and the field that it is in."""
    if is_dataclass(value):
        for field in fields(value):
            inside = name if field.name in {"en", "fr", "es"} else field.name
            place = f"{where}.{field.name}" if where else field.name
            yield from _leaves(getattr(value, field.name), place, inside)
    elif isinstance(value, tuple):
        for at, item in enumerate(value):
            yield from _leaves(item, f"{where}[{at}]", name)
    else:
        yield where, name, value


def _number_problems(edition: "Edition") -> Iterator[RuleBroken]:
    for where, _, leaf in _leaves(edition, "", ""):
        if isinstance(leaf, int) and abs(leaf) > MOST:
            yield bad(where, f"a whole number up to {MOST}")


def _word_problems(edition: "Edition") -> Iterator[RuleBroken]:
    if not NAME.fullmatch(edition.name):
        yield bad("name", "small letters and digits, with hyphens between them")
    for where, name, leaf in _leaves(edition, "", ""):
        most = TEXT_LENGTH if name in TEXTS else NAME_LENGTH
        if isinstance(leaf, str) and not (0 < len(leaf) <= most and leaf == leaf.strip() and _readable(leaf)):
            yield bad(where, f"1 to {most} characters in one line, without blanks at the ends")


def _readable(text: str) -> bool:
    """No control characters, nothing that turns the direction of writing, no ends of lines."""
    return all(unicodedata.category(character)[0] != "C" for character in text) and len(text.splitlines()) == 1


def _unit(edition: "Edition") -> int:
    return max(1, edition.money.cash_unit)


def _money_problems(money: Money) -> Iterator[RuleBroken]:
    unit = max(1, money.cash_unit)
    yield from whole("money.cash_unit", money.cash_unit, 1, MOST)
    for name in ("starting_cash", "bid_step", "bet_step"):
        if getattr(money, name) < 1 or getattr(money, name) % unit:
            yield bad(f"money.{name}", f"a multiple of {unit}, and more than 0")
    for name in ("entry_fee", "membership_fee"):
        if getattr(money, name) < 0 or getattr(money, name) % unit:
            yield bad(f"money.{name}", f"a multiple of {unit}, and not negative")
    for name in ("notes_printed", "notes_shown"):
        if any(note.count < 0 or note.francs < 1 for note in getattr(money, name)):
            yield bad(f"money.{name}", "so many notes of so many francs, none of them negative")
    if sum(note.count * note.francs for note in money.notes_shown) != money.starting_cash:
        yield bad("money.notes_shown", f"{money.starting_cash} in all")
    for name in ("auction_commission", "banker_commission", "tote_commission"):
        yield from _commission_problems(f"money.{name}", getattr(money, name), unit)


def _commission_problems(where: str, commission: Commission, unit: int) -> Iterator[RuleBroken]:
    yield from whole(f"{where}.percent", commission.percent, 0, MOST_PERCENT)
    if commission.rounding < 1 or commission.rounding % unit:
        yield bad(f"{where}.rounding", f"a multiple of {unit}, and more than 0")


def _horse_problems(edition: "Edition") -> Iterator[RuleBroken]:
    if sorted(card.number for card in edition.horses) != list(range(1, HORSES + 1)):
        yield bad("horses", f"one card for each number from 1 to {HORSES}")
    for at, card in enumerate(edition.horses):
        yield from _price_problems(f"horses[{at}]", card.price, _unit(edition))
    for name, most in (("horses_in_race", HORSES), ("horses_of_two", HORSES), ("bets_per_horse", LONGEST)):
        yield from whole(name, getattr(edition, name), 1, most)


def _business_problems(edition: "Edition") -> Iterator[RuleBroken]:
    if sorted(card.business for card in edition.businesses) != sorted(Business):
        yield bad("businesses", f"one card for each of {', '.join(Business)}")
    for at, card in enumerate(edition.businesses):
        yield from _price_problems(f"businesses[{at}]", card.price, _unit(edition))
        if card.business is Business.AUCTIONEER and card.price:
            yield bad(f"businesses[{at}].price", "0: the auctioneer's card is free")


def _price_problems(where: str, price: int, unit: int) -> Iterator[RuleBroken]:
    if price < 0 or price % unit:
        yield bad(f"{where}.price", f"a multiple of {unit}, and not negative")


def _colour_problems(edition: "Edition") -> Iterator[RuleBroken]:
    if sorted(terms.colour for terms in edition.colours) != sorted(Colour):
        yield bad("colours", f"one of each of {', '.join(Colour)}")
    letters = [terms.letter for terms in edition.colours]
    if len(set(letters)) < len(letters) or any(len(letter) != 1 or letter == INSCRIBED for letter in letters):
        yield bad("colours", "told apart by one letter each, that is no dot")
    for at, terms in enumerate(edition.colours):
        if terms.stable not in STABLES:
            yield bad(f"colours[{at}].stable", " or ".join(STABLES))
        yield from whole(f"colours[{at}].bonus", terms.bonus, 1, LANES)


def _deal_problems(edition: "Edition") -> Iterator[RuleBroken]:
    if sorted(dealing.players for dealing in edition.deal) != list(PLAYERS):
        yield bad("deal", "one for each number of players from 2 to 6")
    for at, dealing in enumerate(edition.deal):
        if dealing.players * dealing.each + dealing.dead != CARDS or dealing.each < 1 or dealing.dead < 1:
            yield bad(f"deal[{at}]", f"{CARDS} cards in all, at least 1 for each player and for the dead hand")
        elif (owed := dearest_hand(edition, dealing.each)) > edition.money.starting_cash:
            yield bad(f"deal[{at}].each", f"so many cards as starting_cash pays for: the dearest are {owed}")


def dearest_hand(edition: "Edition", cards: int) -> int:
    """K2: what so many cards of one player may cost in all. Nobody owns both stables."""
    return max(_dearest(edition, cards, without) for without in STABLES)


def _dearest(edition: "Edition", cards: int, without: Business) -> int:
    horses = [card.price for card in edition.horses]
    businesses = [card.price for card in edition.businesses if card.business is not without]
    return sum(sorted([*horses, *businesses], reverse=True)[:cards])


def _stock_problems(stock: Stock) -> Iterator[RuleBroken]:
    for name in ("advantages", "disadvantages", "members"):
        yield from whole(f"stock.{name}", getattr(stock, name), 0, LONGEST)


def _training_problems(edition: "Edition") -> Iterator[RuleBroken]:
    training, cells = edition.training, edition.training.cells
    if not 2 <= len(cells) <= LONGEST:
        yield bad("training.cells", f"2 to {LONGEST} cells")
        return
    yield from whole("training.stevens_gate", training.stevens_gate, 0, len(cells) - 1)
    yield from whole("training.walroy_gate", training.walroy_gate, 0, len(cells) - 1)
    yield from whole("training.hops", training.hops, 0, LONGEST)
    for at, cell in enumerate(cells):
        yield from _cell_problems(f"training.cells[{at}]", cell, _unit(edition), len(cells))


def _cell_problems(where: str, cell: Cell, unit: int, cells: int) -> Iterator[RuleBroken]:
    match cell.kind:
        case CellKind.PAY | CellKind.DINNER | CellKind.CHARITY:
            if cell.head is None or cell.amount < 1 or cell.amount % unit:
                yield bad(where, f"with a head who is paid, and an amount that is a multiple of {unit}")
        case CellKind.ADVANTAGE | CellKind.DISADVANTAGE:
            yield from whole(f"{where}.amount", cell.amount, 1, LONGEST)
        case CellKind.MOVE:
            yield from _move_problems(f"{where}.amount", cell.amount, cells - 1)
        case _:
            yield from unused(f"{where}.amount", cell.amount, cell.kind)
    if cell.kind is CellKind.REPORT and cell.head not in {"own-stable", Business.VET, *STABLES}:
        yield bad(f"{where}.head", "own-stable, vet, stevens or walroy")


def _move_problems(where: str, amount: int, most: int) -> Iterator[RuleBroken]:
    if not 0 < abs(amount) <= most:
        yield bad(where, f"1 to {most} cells on, or back if negative")


def _report_problems(reports: Reports, unit: int) -> Iterator[RuleBroken]:
    names: Counter[str] = Counter()
    for pack in ("stevens", "walroy", "vet"):
        cards: tuple[ReportCard, ...] = getattr(reports, pack)
        if not 1 <= len(cards) <= LONGEST:
            yield bad(f"reports.{pack}", f"1 to {LONGEST} cards")
        for at, report in enumerate(cards):
            where = f"reports.{pack}[{at}]"
            names[report.card] += 1
            if names[report.card] > 1 or report.card.isdecimal() or report.card in set(Business):
                yield bad(f"{where}.card", "a name of its own, and no number")
            yield from _effect_problems(where, report, unit)


def _effect_problems(where: str, report: ReportCard, unit: int) -> Iterator[RuleBroken]:
    match report.effect:
        case Effect.PAY:
            if report.to is None or report.amount < 1 or report.amount % unit:
                yield bad(where, f"with to whom it is paid, and an amount that is a multiple of {unit}")
        case Effect.ADVANTAGE | Effect.DISADVANTAGE:
            yield from whole(f"{where}.amount", report.amount, 1, LONGEST)
        case Effect.MOVE:
            yield from _move_problems(f"{where}.amount", report.amount, LONGEST)
        case _:
            yield from unused(f"{where}.amount", report.amount, report.effect)
    if report.to is not None and report.effect is not Effect.PAY:
        yield bad(f"{where}.to", "there only where something is paid")
    if (report.effect is Effect.KEEP) != (report.immunity is not None):
        yield bad(f"{where}.immunity", "there where a report is kept, and only there")
