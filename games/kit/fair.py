"""fair-1: draws that the house fixed beforehand, that no one could foresee, and that any guest can do again.

docs/fair-1.md is the whole of it, for whoever writes it in another language.
"""

import hashlib
import hmac
import json
import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeVar

from games.kit.errors import RuleBroken
from games.kit.game import Cards, Dice, Game, Move, written
from games.kit.values import canonical, from_json

VERSION = "fair-1"
WORD = 2**32
HEXADECIMAL = re.compile("[0-9a-f]{64}")

T = TypeVar("T")


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def link(table: str, seed: str) -> str:
    """The seed of the round before, or the anchor."""
    return digest([VERSION, "chain", table, seed])


def chain(table: str, last: str, rounds: int) -> tuple[str, ...]:
    """The anchor and then the seed of each round, made backwards from the last one."""
    seeds = [last]
    for _ in range(rounds):
        seeds.append(link(table, seeds[-1]))
    return tuple(reversed(seeds))


def commitment(table: str, number: int, seat: str, entropy: str) -> str:
    return digest([VERSION, "commitment", table, number, seat, entropy])


@dataclass(frozen=True, kw_only=True)
class Off:
    """What is frozen and published before the first card: nobody can commit to anything later."""

    version: str = VERSION
    table: str
    round: int
    game: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    office: str
    anchor: str
    cutter: str | None
    commitments: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class Opening(Off):
    """The off, and what each seat revealed of its commitment; nothing if it was silent."""

    reveals: tuple[tuple[str, str | None], ...]

    @property
    def silent(self) -> tuple[str, ...]:
        return tuple(seat for seat, entropy in self.reveals if entropy is None)

    def draws(self, seed: str) -> "Draws":
        return Draws(hmac.digest(bytes.fromhex(seed), canonical(self), "sha256"))


@dataclass(frozen=True)
class Draws:
    """Everything chance does in one round. A draw depends on its label alone, so one that is repeated is the same."""

    key: bytes = field(repr=False)

    def numbers(self, label: str) -> "Numbers":
        return Numbers(self._words(label))

    def shuffled(self, label: str, pack: Sequence[T], first: int | None = None) -> tuple[T, ...]:
        """The whole pack, or its `first` cards: a shuffle settles one place after another."""
        cards, numbers = list(pack), self.numbers(label)
        for at in range(len(cards) - 1)[:first]:
            other = at + numbers.below(len(cards) - at)
            cards[at], cards[other] = cards[other], cards[at]
        return tuple(cards[:first])

    def thrown(self, label: str, dice: int, faces: int) -> tuple[int, ...]:
        numbers = self.numbers(label)
        return tuple(1 + numbers.below(faces) for _ in range(dice))

    def move(self, wanted: Cards | Dice) -> Move:
        """What the game asked chance for, as the move that answers it."""
        if isinstance(wanted, Dice):
            return wanted.becomes(self.thrown(wanted.label, wanted.count, wanted.faces))
        dealt = self.shuffled(wanted.label, wanted.pack, wanted.start + wanted.count)
        return wanted.becomes(dealt[wanted.start :])

    def _words(self, label: str) -> Iterator[int]:
        for block in count():
            yield from struct.unpack(">8I", hmac.digest(self.key, canonical([label, block]), "sha256"))


@dataclass(frozen=True)
class Numbers:
    words: Iterator[int]

    def below(self, limit: int) -> int:
        """A number from 0 to limit − 1, all equally likely: words of the uneven rest are thrown away."""
        assert 1 <= limit <= WORD
        fair = WORD - WORD % limit
        while (word := next(self.words)) >= fair:
            pass
        return word % limit


@dataclass(frozen=True, kw_only=True)
class Transcript(Opening):
    """A round that is over: all that is needed to deal it again."""

    seed: str
    moves: tuple[Any, ...]
    void: bool = False

    def opening(self) -> Opening:
        return Opening(**{name: getattr(self, name) for name in Opening.__dataclass_fields__})

    def off(self) -> Off:
        return Off(**{name: getattr(self, name) for name in Off.__dataclass_fields__})


@dataclass(frozen=True)
class Seen:
    """What a guest saw before the round ended. Without the digest of the off, a later commitment cannot be noticed."""

    table: str
    round: int
    anchor: str
    off: str | None = None  # its digest
    entropy: tuple[str, str] | None = None  # a seat's own, if it sent it in time


def read_transcript(data: bytes) -> Transcript:
    try:
        told = json.loads(data, parse_int=_small, parse_float=_refuse, parse_constant=_refuse)
        transcript: Transcript = from_json(Transcript, told)
        own_way = canonical(transcript)
    except (ValueError, RecursionError):
        raise RuleBroken("bad_transcript", "This is no transcript of a round.") from None
    if own_way != data:
        raise RuleBroken("not_canonical", "The transcript is not written in the one way that counts.")
    secrets = [transcript.seed, *(entropy for _, entropy in transcript.reveals if entropy is not None)]
    if not all(HEXADECIMAL.fullmatch(secret) for secret in secrets):
        raise RuleBroken("bad_transcript", "This is no transcript of a round.")
    return transcript


def _refuse(text: str) -> None:
    raise ValueError(text)


def _small(text: str) -> int:
    """A number that every language reads the same."""
    if len(text) > len(str(2**53)) or abs(int(text)) >= 2**53:
        raise ValueError(text)
    return int(text)


def verify(data: bytes, game: Game[Any], seen: Seen) -> tuple[RuleBroken, ...]:
    """What is wrong with a transcript, beside what a guest had seen; nothing if the deal was fair."""
    try:
        transcript = read_transcript(data)
    except RuleBroken as broken:
        return (broken,)
    # Each step relies on those before it: a seed of another round need not be dealt from.
    return (
        tuple(_identity(transcript, seen))
        or (*_chain(transcript, seen), *_off(transcript, seen), *_reveals(transcript), *_own(transcript, seen))
        or tuple(_deal(transcript, game))
    )


def verify_table(transcripts: Sequence[Transcript], anchor: str) -> tuple[RuleBroken, ...]:
    """Whether these are all rounds of a table up to the last one, each once, on one chain."""
    found = []
    for expected, transcript in enumerate(transcripts, 1):
        if transcript.round != expected:
            found.append(
                RuleBroken(
                    "missing_round",
                    "Round %(expected)s should stand here, and it is round %(round)s: one is missing or told twice.",
                    expected=expected,
                    round=transcript.round,
                )
            )
        else:
            found += _chain(transcript, Seen(transcript.table, expected, anchor))
    return tuple(found)


def _identity(transcript: Transcript, seen: Seen) -> Iterator[RuleBroken]:
    if transcript.version != VERSION:
        yield RuleBroken("other_version", "The transcript is not one of fair-1.")
    if transcript.table != seen.table:
        yield RuleBroken("other_table", "The transcript is one of another table, %(table)s.", table=transcript.table)
    if transcript.round != seen.round:
        yield RuleBroken("other_round", "The transcript is that of round %(round)s.", round=transcript.round)


def _chain(transcript: Transcript, seen: Seen) -> Iterator[RuleBroken]:
    if transcript.anchor != seen.anchor:
        yield RuleBroken("other_anchor", "The anchor is not the one published when the table opened.")
    reached = transcript.seed
    for _ in range(transcript.round):
        reached = link(transcript.table, reached)
    if reached != seen.anchor:
        yield RuleBroken(
            "broken_chain", "The seed does not lead to the table's anchor in %(round)s steps.", round=transcript.round
        )


def _off(transcript: Transcript, seen: Seen) -> Iterator[RuleBroken]:
    if seen.off is not None and digest(transcript.off()) != seen.off:
        yield RuleBroken("off_changed", "This is not what was frozen at the off: something was added or changed later.")
    seats = [seat for seat, _ in transcript.commitments]
    if seats != [seat for seat in transcript.seats if seat in seats]:
        yield RuleBroken("bad_commitments", "Commitments are those of the seats, in their order, one for each.")


def _reveals(transcript: Transcript) -> Iterator[RuleBroken]:
    if [seat for seat, _ in transcript.reveals] != [seat for seat, _ in transcript.commitments]:
        yield RuleBroken("missing_reveal", "A seat that committed is neither revealed nor named as silent.")
    committed = dict(transcript.commitments)
    for seat, entropy in transcript.reveals:
        if entropy is not None and committed.get(seat) != commitment(transcript.table, transcript.round, seat, entropy):
            yield RuleBroken("false_reveal", "What %(seat)s revealed does not fit the commitment.", seat=seat)


def _own(transcript: Transcript, seen: Seen) -> Iterator[RuleBroken]:
    if seen.entropy is not None and seen.entropy not in transcript.reveals:
        yield RuleBroken("own_entropy", "What %(seat)s sent in time is not in the transcript.", seat=seen.entropy[0])


def _deal(transcript: Transcript, game: Game[Any]) -> Iterator[RuleBroken]:
    """Play the round again, drawing every move of chance anew."""
    draws = transcript.opening().draws(transcript.seed)
    number = 0
    try:
        state = game.start(game.read_options(transcript.options), transcript.seats, transcript.office)
        if game.cutter(state) != transcript.cutter:
            yield RuleBroken("other_cutter", "The pack was to be cut by somebody else.")
        for number, told in enumerate(transcript.moves, 1):
            wanted = game.chance(state)
            move = game.read_move(told)
            if move.seat is None and (wanted is None or written(draws.move(wanted)) != told):
                yield RuleBroken("other_deal", "Move %(move)s is not the one that the seed deals.", move=number)
                return
            state = game.play(state, move).state
    except RuleBroken as broken:
        yield RuleBroken(
            "impossible_move",
            "Move %(move)s could not be made: %(sentence)s",
            move=number,
            sentence=broken.sentence,
        )
        return
    if game.result(state) is None and not transcript.void:
        yield RuleBroken("unfinished", "The transcript ends before the round does.")
