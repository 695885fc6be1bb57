"""One deal as it stands: what everybody holds and has taken, what lies on the table, and whose turn it is."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Self

from games.kit.errors import RuleBroken
from games.kit.game import Happening, Move, Step
from games.musical_casino.layout import Capture, Layout, Usage, hand_without
from games.musical_casino.moves import (
    Build,
    Built,
    Chord,
    Chorded,
    LastCardsTaken,
    Match,
    Matched,
    Pair,
    Paired,
    Swept,
    Trail,
    Trailed,
)
from games.musical_casino.tones import Tone, third_tones

HAND = 4  # cards at a time, for each player and once for the table

Play = Match | Pair | Chord | Build | Trail


@dataclass(frozen=True)
class Player:
    seat: str
    hand: tuple[Tone, ...] = ()
    pile: tuple[Tone, ...] = ()
    sweeps: int = 0


@dataclass(frozen=True)
class Board:
    """`turn` is the place of whoever plays next, and `last_taker` that of whoever took the last trick."""

    players: tuple[Player, ...]
    turn: int
    layout: Layout = field(default_factory=Layout)
    last_taker: int | None = None

    @property
    def played_out(self) -> bool:
        """Whether nobody has a card left."""
        return not any(player.hand for player in self.players)

    @property
    def cards(self) -> Iterator[Tone]:
        """All that were dealt."""
        for player in self.players:
            yield from player.hand
            yield from player.pile
        yield from self.layout.cards

    @property
    def to_play(self) -> Player:
        return self.players[self.turn]

    def dealt(self, hands: tuple[tuple[Tone, ...], ...], table: tuple[Tone, ...]) -> Self:
        """With a new hand for everybody. Builds stand, and only the first hand has cards for the table."""
        players = tuple(replace(player, hand=hand) for player, hand in zip(self.players, hands, strict=True))
        return replace(self, players=players, layout=replace(self.layout, loose=(*self.layout.loose, *table)))

    def legal(self, usage: Usage) -> Iterator[Move]:
        return self.layout.legal(self.to_play.seat, self.to_play.hand, usage)

    def play(self, move: Play, usage: Usage) -> Step[Self]:
        """One card of whoever is to play."""
        player = self._player_of(move)
        rest = hand_without(player.hand, move.card)
        match move:
            case Build():
                layout = self.layout.with_build(move, rest)
                told = Built(player.seat, move.card, move.on, move.chord, layout.built)
                return Step(self._after(replace(player, hand=rest), layout), (told,))
            case Trail():
                layout = self.layout.with_trailed(move, player.hand, usage)
                return Step(self._after(replace(player, hand=rest), layout), (Trailed(player.seat, move.card),))
        return self._capture(move, replace(player, hand=rest), usage)

    def collected(self) -> Step[Self]:
        """C-14: at the end of a deal what is left goes to whoever took the last trick. That is no sweep."""
        left = self.layout.cards
        if self.last_taker is None or not left:
            return Step(self)
        taker = self.players[self.last_taker]
        after = self._with(self.last_taker, replace(taker, pile=(*taker.pile, *left)))
        return Step(replace(after, layout=Layout()), (LastCardsTaken(taker.seat, left),))

    def _capture(self, move: Capture, player: Player, usage: Usage) -> Step[Self]:
        taken = self.layout.taken_by(move, usage)
        layout = self.layout.without(move, taken)
        swept = not layout.cards
        pile = (*player.pile, move.card, *taken)
        after = self._after(replace(player, pile=pile, sweeps=player.sweeps + swept), layout)
        told: list[Happening] = [_told(move, player.seat, taken)]
        return Step(replace(after, last_taker=self.turn), (*told, *([Swept(player.seat)] if swept else [])))

    def _player_of(self, move: Play) -> Player:
        """Whoever is to play, if it is they who move, with a card that they hold."""
        player = self.to_play
        if move.seat != player.seat:
            raise RuleBroken("not_your_turn", "It is the turn of %(seat)s.", seat=player.seat)
        if move.card not in player.hand:
            raise RuleBroken("not_in_hand", "%(card)s is not in the hand.", card=move.card.sign)
        return player

    def _after(self, player: Player, layout: Layout) -> Self:
        after = self._with(self.turn, player)
        return replace(after, layout=layout, turn=(self.turn + 1) % len(self.players))

    def _with(self, place: int, player: Player) -> Self:
        return replace(self, players=(*self.players[:place], player, *self.players[place + 1 :]))


def _told(move: Capture, seat: str, taken: tuple[Tone, ...]) -> Happening:
    match move:
        case Match():
            return Matched(seat, move.card, taken)
        case Pair():
            return Paired(seat, move.card, move.partner, taken)
    low, high = taken
    return Chorded(seat, move.card, third_tones(low, high)[move.card], taken, move.build)
