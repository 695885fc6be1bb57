"""The table of Musical Casino as it is drawn: loose cards and builds, one's own hand, and what everybody has."""

from dataclasses import dataclass

from games.kit.drawing import UPRIGHT, WIDE, Boards, Drawing, across
from games.kit.fitting import in_lines, shortened
from games.musical_casino.drawing_cards import HAND, PHONE, SCREEN, Build, Keys, Laid, Note, on_table
from games.musical_casino.drawing_cards import note as drawn_note
from games.musical_casino.moves import Score
from games.musical_casino.rules import MusicalCasino, Player, View

HEAD, ROW, TABLE_HIGH, EDGE = 50, 24, 300, 6  # on a phone
CARDS_HELD = 4
HEAD_WIDE, PANEL, TALL, LOW = 120, 544, 106, 54  # on the big screen: what is on the right, and the rows of it
LINES_WIDE = 11
FEW = 6  # players of whom more is told on the big screen than their points
PARTS = ("great_casino", "little_casino", "d_cards", "most_cards", "most_f_cards", "sweeps")
HEADS = ("points", "last_deal", "taken", "sweeps", "held")


@dataclass(frozen=True)
class Row:
    """A player: points, those of the last deal, cards taken, sweeps, cards in hand."""

    name: str
    figures: tuple[str, ...]
    below: str
    y: int
    base: int
    turn: bool
    won: bool


@dataclass(frozen=True, kw_only=True)
class Table(Drawing):
    title: str
    under: str
    notes: tuple[Note, ...]
    builds: tuple[Build, ...]
    hand: tuple[Note, ...] = ()
    hand_label: str = ""
    hand_y: int = 0
    heads: tuple[tuple[str, int], ...] = ()
    heads_y: int = 0
    rows: tuple[Row, ...]
    row: int
    empty: str = ""
    scored: tuple[tuple[str, int], ...] = ()
    legend: str = ""


def upright(game: MusicalCasino, view: View, said: str) -> Table:
    keys = Keys()
    laid = on_table(game.catalogue, view, said, PHONE, keys, (HEAD, UPRIGHT - 2 * EDGE, TABLE_HIGH))
    scored = _scored(game, view, said, (UPRIGHT - 16, 13, HEAD + 16, 18))
    hand_y = scored[-1][1] if scored else laid.bottom + (ROW if not (laid.notes or laid.builds) else 0)
    hand = _hand(game, view, said, keys, hand_y + 20)
    heads_y = hand_y + (20 + HAND.card[1] + 24 if hand else 20)
    columns = tuple(UPRIGHT - 26 - 46 * at for at in reversed(range(len(HEADS))))
    rows = tuple(
        _row(game, view, player, said, y=heads_y + 8 + at * ROW, base=heads_y + 8 + at * ROW + 17, room=(88, 15))
        for at, player in enumerate(view.players)
    )
    return Table(
        height=heads_y + 14 + ROW * len(rows),
        title=shortened(_title(game, view, said), UPRIGHT - 16, 17),
        under=shortened(_under(game, view, said, (90, 13)), UPRIGHT - 16, 13),
        notes=laid.notes,
        builds=laid.builds,
        hand=hand,
        hand_label=game.catalogue.line("hand", said),
        hand_y=hand_y + 12,
        heads=()
        if not rows
        else tuple((game.catalogue.line(head, said), x) for head, x in zip(HEADS, columns, strict=True)),
        heads_y=heads_y,
        rows=rows,
        row=ROW,
        empty=_empty(game, view, said, laid),
        scored=scored,
    )


def wide(game: MusicalCasino, view: View, said: str) -> Table:
    width, height = WIDE
    laid = on_table(
        game.catalogue, view, said, SCREEN, Keys(), (HEAD_WIDE, width - PANEL - 24, height - HEAD_WIDE - 56)
    )
    each = TALL if len(view.players) <= FEW else LOW
    top = HEAD_WIDE + (10 if len(view.players) <= FEW else 0)
    rows = tuple(
        _row(game, view, player, said, y=top + at * each, base=top + at * each + 50, room=(PANEL - 200, 42))
        for at, player in enumerate(view.players)
    )
    return Table(
        width=width,
        height=height,
        title=shortened(_title(game, view, said), width - 40, 54),
        under=shortened(_under(game, view, said, (400, 40)), width - 40, 40),
        notes=laid.notes,
        builds=laid.builds,
        rows=rows,
        row=each,
        empty=_empty(game, view, said, laid),
        scored=_scored(game, view, said, (width - PANEL - 40, 40, HEAD_WIDE + 50, 54))[:LINES_WIDE],
        legend=game.catalogue.line("legend", said) if any(note.chords for note in laid.notes) else "",
    )


def line(game: MusicalCasino, view: View, said: str) -> str:
    """Tones are read out, so they are spoken: F sharp."""
    catalogue = game.catalogue
    if view.winners or not view.turn:
        return _title(game, view, said)
    told = [_title(game, view, said)]
    if view.table:
        tones = ", ".join(catalogue.signs[str(card.tone)].spoken.said_in(said) for card in view.table)
        told.append(catalogue.line("on_the_table", said, tones=tones))
    for build in view.builds:
        chord = catalogue.signs[str(build.chord)].spoken.said_in(said)
        told.append(catalogue.line("built", said, player=build.owner, chord=chord))
    return " ".join(told)


def _title(game: MusicalCasino, view: View, said: str) -> str:
    """What is on: who has won, whose turn it is, how the last deal went, or how many are still to come."""
    catalogue = game.catalogue
    if view.winners:
        points = max(score.total for score in view.scores)
        names = ", ".join(view.winners)
        return catalogue.line("won" if len(view.winners) == 1 else "won_together", said, player=names, points=points)
    if view.turn:
        return catalogue.line("turn", said, player=view.turn)
    if view.scores:
        made = ", ".join(f"{' + '.join(score.side)} {score.points}" for score in view.scores)
        return catalogue.line("deal_over", said, deal=view.deal, points=made)
    return catalogue.line("places", said, places=view.places) if view.places else catalogue.line("ready", said)


def _under(game: MusicalCasino, view: View, said: str, room: tuple[int, int]) -> str:
    target = game.catalogue.line("target", said, points=view.target)
    if not view.deal:
        return target
    deal = game.catalogue.line(
        "deal", said, deal=view.deal, player=shortened(view.dealer or "", *room), cards=view.stock
    )
    return f"{deal} · {target}"


def _empty(game: MusicalCasino, view: View, said: str, laid: Laid) -> str:
    return "" if laid.notes or laid.builds or not view.turn else game.catalogue.line("empty", said)


def _scored(game: MusicalCasino, view: View, said: str, room: tuple[int, int, int, int]) -> tuple[tuple[str, int], ...]:
    """Between two deals and at the end: what every side has made in the last one, in lines, and where each stands."""
    width, letters, top, step = room
    if view.turn or not view.deal:
        return ()
    told = [text for score in view.scores for text in in_lines(_parts(game, score, said), width, letters, 3)]
    return tuple((text, top + at * step) for at, text in enumerate(told))


def _parts(game: MusicalCasino, score: Score, said: str) -> str:
    made = {part: getattr(score, part) for part in PARTS}
    told = (game.catalogue.line(f"score_{part}", said, points=points) for part, points in made.items() if points)
    parts = ", ".join(told) or "0"
    return game.catalogue.line("scored", said, player=" + ".join(score.side), points=score.points, parts=parts)


def _hand(game: MusicalCasino, view: View, said: str, keys: Keys, top: int) -> tuple[Note, ...]:
    places = across(CARDS_HELD, UPRIGHT - 2 * EDGE, HAND.gap)
    return tuple(
        drawn_note(game.catalogue, card, said, HAND, keys.of(card.tone), (places[at][0], top, *HAND.card))
        for at, card in enumerate(view.hand or ())
    )


def _row(
    game: MusicalCasino, view: View, player: Player, said: str, *, y: int, base: int, room: tuple[int, int]
) -> Row:
    last = next((score.points for score in view.scores if player.seat in score.side), None)
    side = [seat.seat for seat in view.players].index(player.seat) % 2
    name = f"{'◆◇'[side]} {player.seat}" if view.partners else player.seat
    figures = (player.total, "–" if last is None else f"+{last}", len(player.pile), player.sweeps, player.cards)
    return Row(
        name=shortened(name, *room),
        figures=tuple(map(str, figures)),
        below=game.catalogue.line("has", said, taken=len(player.pile), sweeps=player.sweeps),
        y=y,
        base=base,
        turn=player.seat == view.turn,
        won=player.seat in view.winners,
    )


BOARDS = Boards(upright, wide, line)
