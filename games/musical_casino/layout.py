"""What lies on the table, and what one card can do with it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, Self

from games.kit.errors import RuleBroken
from games.kit.game import Move
from games.musical_casino.moves import Build, Chord, Match, Pair, Trail
from games.musical_casino.tones import LINE, NOT_PRINTED, OTHERS, PAIRS, Tone, Triad, third_tones

Capture = Match | Pair | Chord


@dataclass(frozen=True)
class Usage:
    """What a table may play otherwise: what pairing takes beside the partner, whether E♯–G♯ is a pair, and whether a
    card that could take something may be left on the table.
    """

    pair_takes: Literal["both", "partner"] = "both"
    esharp_gsharp_pair: bool = False
    free_trail: bool = False

    @cached_property
    def partners(self) -> dict[Tone, tuple[Tone, ...]]:
        """Which tones each can be paired with."""
        pairs = {*PAIRS, NOT_PRINTED} if self.esharp_gsharp_pair else PAIRS
        return {tone: tuple(other for other in LINE if frozenset({tone, other}) in pairs) for tone in LINE}


@dataclass(frozen=True)
class OpenChord:
    """A build: two cards that wait for the third tone of a chord. Whatever chord was named, any may take them."""

    number: int
    cards: tuple[Tone, Tone]
    owner: str
    chord: Triad

    def completed_by(self, card: Tone) -> bool:
        return card in third_tones(*self.cards)


@dataclass(frozen=True)
class Layout:
    """Loose cards and builds. `built` is how many builds there have been in this deal, for the number of the next."""

    loose: tuple[Tone, ...] = ()
    builds: tuple[OpenChord, ...] = ()
    built: int = 0

    @property
    def cards(self) -> tuple[Tone, ...]:
        return (*self.loose, *(card for build in self.builds for card in build.cards))

    def captures(self, card: Tone, usage: Usage, seat: str) -> Iterator[Capture]:
        """Everything that this card could take."""
        if card in self.loose:
            yield Match(card, seat=seat)
        for partner in usage.partners[card]:
            if partner in self.loose:
                yield Pair(card, partner, seat=seat)
        for build in self.builds:
            if build.completed_by(card):
                yield Chord(card, build=build.number, seat=seat)
        for low, high in OTHERS[card]:
            if low in self.loose and high in self.loose:
                yield Chord(card, loose=(low, high), seat=seat)

    def buildings(self, card: Tone, rest: Iterable[Tone], seat: str) -> Iterator[Build]:
        """C-8: every chord that this card could begin on a loose one, with its third tone in the rest of the hand."""
        for on in dict.fromkeys(self.loose):
            for third, chord in third_tones(card, on).items():
                if third in rest:
                    yield Build(card, on, chord, seat=seat)

    def legal(self, seat: str, hand: tuple[Tone, ...], usage: Usage) -> Iterator[Move]:
        """Everything that a player with this hand may do. There is always something."""
        barred = self.awaits(seat, hand)
        for card in dict.fromkeys(hand):
            captures = tuple(self.captures(card, usage, seat))
            yield from captures
            yield from self.buildings(card, hand_without(hand, card), seat)
            if not barred and (usage.free_trail or not captures):
                yield Trail(card, seat=seat)

    def awaits(self, seat: str, hand: Iterable[Tone]) -> bool:
        """C-11: whether a build of this player stands that something in the hand would complete."""
        own = [build for build in self.builds if build.owner == seat]
        return any(build.completed_by(card) for build in own for card in hand)

    def taken_by(self, move: Capture, usage: Usage) -> tuple[Tone, ...]:
        """The cards that a capture takes off the table; refused if it takes none."""
        match move:
            case Match():
                return self._matched(move.card)
            case Pair():
                return self._paired(move, usage)
        return self._chorded(move)

    def without(self, move: Capture, taken: Iterable[Tone]) -> Self:
        if isinstance(move, Chord) and move.build is not None:
            return replace(self, builds=tuple(build for build in self.builds if build.number != move.build))
        return replace(self, loose=_less(self.loose, taken))

    def with_build(self, move: Build, hand: Iterable[Tone]) -> Self:
        """C-8: this card on a loose one, if the player holds the third tone of the chord that is named."""
        assert move.seat is not None
        self._require_loose([move.on])
        chord = third_tones(move.card, move.on)
        if move.chord not in chord.values():
            raise RuleBroken(
                "wrong_chord",
                "%(card)s and %(on)s are not both of %(chord)s.",
                card=move.card.sign,
                on=move.on.sign,
                chord=move.chord.sign,
            )
        (third,) = [tone for tone, each in chord.items() if each == move.chord]
        if third not in hand:
            raise RuleBroken(
                "third_tone_missing",
                "Who builds %(chord)s has to hold %(tone)s.",
                chord=move.chord.sign,
                tone=third.sign,
            )
        build = OpenChord(self.built + 1, (move.on, move.card), move.seat, move.chord)
        return replace(self, loose=_less(self.loose, [move.on]), builds=(*self.builds, build), built=self.built + 1)

    def with_trailed(self, move: Trail, hand: Iterable[Tone], usage: Usage) -> Self:
        """C-11, C-12: this card left on the table, if nothing has to be done with it or for a build."""
        assert move.seat is not None
        if self.awaits(move.seat, hand):
            raise RuleBroken("build_waits", "No card is left on the table while one can take a build of one’s own.")
        if not usage.free_trail and any(self.captures(move.card, usage, move.seat)):
            raise RuleBroken(
                "can_be_used", "%(card)s can take something, and cannot be left on the table.", card=move.card.sign
            )
        return replace(self, loose=(*self.loose, move.card))

    def _matched(self, card: Tone) -> tuple[Tone, ...]:
        self._require_loose([card])
        return tuple(each for each in self.loose if each == card)

    def _paired(self, move: Pair, usage: Usage) -> tuple[Tone, ...]:
        """C-5: all of the one interval that is named, and so those of the card's own name too."""
        if move.partner not in usage.partners[move.card]:
            raise RuleBroken(
                "no_third",
                "%(card)s and %(partner)s are not a third that can be paired.",
                card=move.card.sign,
                partner=move.partner.sign,
            )
        self._require_loose([move.partner])
        names = {move.partner, move.card} if usage.pair_takes == "both" else {move.partner}
        return tuple(each for each in self.loose if each in names)

    def _chorded(self, move: Chord) -> tuple[Tone, ...]:
        """C-6: the two cards of a build, or two loose ones."""
        if (move.build is None) == (move.loose is None):
            raise RuleBroken("bad_move", "%(where)s should be %(wanted)s.", where="chord", wanted="a build or loose")
        cards = move.loose or self._build(move.build)
        if move.loose:
            self._require_loose(cards)
        if move.card not in third_tones(*cards):
            low, high = cards
            raise RuleBroken(
                "no_chord",
                "%(low)s, %(high)s and %(card)s are no chord.",
                low=low.sign,
                high=high.sign,
                card=move.card.sign,
            )
        return cards

    def _build(self, number: int | None) -> tuple[Tone, Tone]:
        for build in self.builds:
            if build.number == number:
                return build.cards
        raise RuleBroken("no_build", "No build number %(build)s is on the table.", build=number)

    def _require_loose(self, cards: Iterable[Tone]) -> None:
        for card, count in Counter(cards).items():
            if self.loose.count(card) < count:
                raise RuleBroken("not_on_table", "No loose %(tone)s is on the table.", tone=card.sign)


def hand_without(hand: tuple[Tone, ...], card: Tone) -> tuple[Tone, ...]:
    return _less(hand, [card])


def _less(cards: tuple[Tone, ...], gone: Iterable[Tone]) -> tuple[Tone, ...]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)
