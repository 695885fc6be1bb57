"""Lists on the board of Ascot: the horses, the players with what they have, and the cards of one's own hand."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.ascot.drawing_ground import where
from games.ascot.drawing_words import Tongue, francs
from games.ascot.state import Phase, Standing
from games.ascot.view import HorseView, PlayerView
from games.kit.fitting import THIN, in_lines, room_of, shortened

LINE = 15  # on a phone, from line to line of what a player has
RACING = (Phase.START, Phase.RACE, Phase.OBJECTIONS)


@dataclass(frozen=True)
class HorseRow:
    """`told` is where it stands or what has become of it; a star is for its owner's favourite."""

    number: int
    colour: str
    name: str
    owner: str
    told: str
    out: bool
    x: int
    y: int


@dataclass(frozen=True)
class PlayerRow:
    name: str
    cash: str
    told: tuple[str, ...]
    turn: bool
    won: bool
    y: int
    height: int
    short: str = ""


@dataclass(frozen=True)
class HandCard:
    """Of the twenty: a horse with its number and colour, or a business."""

    key: str
    number: int | None
    colour: str
    name: tuple[str, ...]
    price: str
    spoken: str
    x: int
    y: int
    width: int
    height: int


def horse_rows(
    tongue: Tongue, horses: list[HorseView], places: list[tuple[int, int]], room: int, letters: int, told: int = 0
) -> tuple[HorseRow, ...]:
    """As many as there are places for. `told` is the room for where a horse stands, if it is other than the name’s."""
    return tuple(
        HorseRow(
            number=horse.number,
            colour=horse.colour.value,
            name=shortened(_starred(tongue, horse), room, letters),
            owner=shortened(horse.owner or "–", room // 2, letters),
            told=shortened(told_of(tongue, horse), told or room, letters - 1),
            out=horse.standing not in (Standing.IN_PLAY, Standing.PASSED),
            x=x,
            y=y,
        )
        for horse, (x, y) in zip(horses, places, strict=False)
    )


def in_order(tongue: Tongue) -> list[HorseView]:
    """By number; in the race those past the post first, then as they lie, and those that do not run not at all."""
    view = tongue.view
    if view.phase not in (*RACING, Phase.FINISHED):
        return list(view.horses)
    placed = [tongue.horse(number) for number in view.placed]
    rest = [horse for horse in view.horses if horse.number not in view.placed and _ran(horse)]
    return [*placed, *sorted(rest, key=lambda horse: (horse.standing is not Standing.IN_PLAY, -horse.length))]


def _ran(horse: HorseView) -> bool:
    return horse.owner is not None and horse.standing in (Standing.IN_PLAY, Standing.LOST, Standing.DISQUALIFIED)


def told_of(tongue: Tongue, horse: HorseView) -> str:
    """Where a horse is, in a word or two."""
    view = tongue.view
    if horse.number in view.placed:
        return tongue.line("placed", place=view.placed.index(horse.number) + 1)
    if horse.standing is not Standing.IN_PLAY:
        return tongue.word(horse.standing.value)
    if view.phase in RACING:
        return _racing(tongue, horse)
    if view.phase is Phase.TRAINING and horse.owner:
        return _with_misses(tongue, horse, _in_training(tongue, horse))
    return horse.owner or tongue.word(horse.colour.value)


def _racing(tongue: Tongue, horse: HorseView) -> str:
    if horse.down:
        return tongue.line("down")
    if horse.misses:
        return tongue.line("misses", throws=horse.misses)
    if not horse.length:
        return "–"
    if not tongue.edition:
        return tongue.line("length", length=horse.length)
    return tongue.line("to_go", lengths=tongue.edition.course.lengths + 1 - horse.length)


def _in_training(tongue: Tongue, horse: HorseView) -> str:
    cards = "".join(f" {sign}{count}" for sign, count in (("+", horse.advantages), ("−", horse.disadvantages)) if count)
    cell = where(tongue, horse.number)
    if cell is None or tongue.edition is None:
        home = bool(tongue.edition) and horse.steps > 0
        return (tongue.line("home") if home else tongue.line("steps", steps=horse.steps)) + cards
    return f"{cell}{cards} {tongue.edition.training.cells[cell - 1].text.said_in(tongue.said)}"


def _with_misses(tongue: Tongue, horse: HorseView, told: str) -> str:
    return f"{told}, {tongue.line('misses', throws=horse.misses)}" if horse.misses else told


def _starred(tongue: Tongue, horse: HorseView) -> str:
    favourites = {player.favourite for player in tongue.view.players}
    return f"{horse.called.said_in(tongue.said)}{' ★' if horse.number in favourites else ''}"


def player_rows(
    tongue: Tongue, top: int, height: int, room: int, letters: int, *, lines: int = 0, beside: int = 0
) -> tuple[PlayerRow, ...]:
    """One below the other, each as high as what is told in lines needs. `beside` is room for the cash, where it stands
    beside the name.
    """
    rows: list[PlayerRow] = []
    for player in tongue.view.players:
        told = in_lines(" · ".join(_has(tongue, player)), room, letters, lines) if lines else ()
        short = _in_short(tongue, player)
        row = PlayerRow(
            name=shortened(player.seat, max(room - beside - room_of(short, letters) - letters, room // 3), letters),
            cash=francs(player.cash),
            told=told if any(told) else (),
            turn=player.seat in _waited(tongue),
            won=player.seat in tongue.view.winners,
            y=top,
            height=height + LINE * len(told if any(told) else ()),
            short=short,
        )
        rows.append(row)
        top += row.height
    return tuple(rows)


def _in_short(tongue: Tongue, player: PlayerView) -> str:
    """Which horses, and in the race how many small cards."""
    if tongue.view.phase not in RACING:
        return f",{THIN}".join(map(str, player.horses))
    cards = (("+", len(player.advantages)), ("−", player.disadvantages))
    held = " ".join(f"{sign}{count}" for sign, count in cards if count)
    return "  ".join(filter(None, (f",{THIN}".join(map(str, player.horses)), held)))


def _waited(tongue: Tongue) -> set[str | None]:
    decision = tongue.view.decision
    if decision is None:
        return {tongue.view.turn} - {None}
    outcry = getattr(decision, "outcry", None)
    return {outcry.to_speak if outcry else getattr(decision, "seat", None)}


def _has(tongue: Tongue, player: PlayerView) -> Iterator[str]:
    """Horses and businesses, the club, small cards and reports."""
    if player.horses:
        yield tongue.line("horses", numbers=", ".join(map(str, player.horses)))
    if player.cards:
        yield tongue.line("cards", cards=player.cards)
    yield from (tongue.asset(business.value) for business in player.businesses)
    if player.member:
        yield tongue.line("member")
    if player.advantages:
        yield tongue.line("advantages", cards=", ".join(tongue.word(colour.value) for colour in player.advantages))
    if player.disadvantages:
        yield tongue.line("disadvantages", cards=player.disadvantages)
    yield from (tongue.asset(report.card) for report in player.reports)


def hand_cards(tongue: Tongue, places: list[tuple[int, int]], size: tuple[int, int]) -> tuple[HandCard, ...]:
    return tuple(_card(tongue, card, place, size) for card, place in zip(tongue.view.hand or (), places, strict=False))


def _card(tongue: Tongue, card: str, place: tuple[int, int], size: tuple[int, int]) -> HandCard:
    horse = tongue.horse(int(card)) if card.isdecimal() else None
    name = horse.called.said_in(tongue.said) if horse else tongue.asset(card)
    price = tongue.price(card)
    spoken = ", ".join(filter(None, (tongue.asset(card), tongue.word(horse.colour.value) if horse else "", price)))
    colour = horse.colour.value if horse else "plain"
    lines = in_lines(name, size[0] - 6, 12, 1 if horse else 3)
    return HandCard(f"card-{card}", horse.number if horse else None, colour, lines, price, spoken, *place, *size)
