"""A guest's side of fair-1: is a transcript what was seen, and does it deal again as it says?"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from games.kit.errors import RuleBroken
from games.kit.fair import VERSION, Transcript, commitment, digest, link
from games.kit.game import Game, checked_seats, waited_for, written
from games.kit.values import canonical, from_json

HEXADECIMAL = re.compile("[0-9a-f]{64}")
LARGEST = 2**22  # bytes of a transcript
DEEPEST = 20  # lists and objects inside each other
MOST_DOUBTS = 20  # after so many nobody reads on


@dataclass(frozen=True)
class Seen:
    """What a guest saw before the round ended. What was not seen cannot be held against the transcript."""

    table: str
    round: int
    anchor: str
    off: str | None = None  # its digest
    entropy: tuple[str, str] | None = None  # a seat's own, if it was sent in time
    moves: tuple[Any, ...] | None = None  # those that were shown, from the first on


@dataclass(frozen=True)
class Verdict:
    """`doubts` say that something is wrong; `remarks` what a guest should know all the same."""

    doubts: tuple[RuleBroken, ...] = ()
    remarks: tuple[RuleBroken, ...] = ()


def read_transcript(data: bytes) -> Transcript:
    try:
        if len(data) > LARGEST:
            raise ValueError("too large")
        told = json.loads(data, parse_int=_small, parse_float=_refuse, parse_constant=_refuse)
        _refuse_depth(told)
        transcript: Transcript = from_json(Transcript, told)
        own_way = canonical(transcript)
    except (ValueError, RecursionError):
        raise RuleBroken("bad_transcript", "This is no transcript of a round.") from None
    if own_way != data:
        raise RuleBroken("not_canonical", "The transcript is not written in the one way that counts.")
    hashes = [transcript.seed, transcript.anchor, *(told for _, told in transcript.commitments)]
    hashes += [entropy for _, entropy in transcript.reveals if entropy is not None]
    if transcript.round < 1 or not all(HEXADECIMAL.fullmatch(told) for told in hashes):
        raise RuleBroken("bad_transcript", "This is no transcript of a round.")
    return transcript


def _refuse(text: str) -> None:
    raise ValueError(text)


def _small(text: str) -> int:
    """A number that every language reads the same."""
    if len(text) > len(str(-(2**53))) or abs(int(text)) >= 2**53:
        raise ValueError(text)
    return int(text)


def _refuse_depth(told: Any) -> None:
    level = [told]
    for _ in range(DEEPEST):
        lists = [part for part in level if isinstance(part, list)]
        objects = [part for part in level if isinstance(part, dict)]
        level = [inner for part in lists for inner in part] + [inner for part in objects for inner in part.values()]
    if level:
        raise ValueError("too deep")


def verify(data: bytes, game: Game[Any], seen: Seen) -> Verdict:
    """Hold a transcript against what a guest had seen, and deal it again."""
    try:
        transcript = read_transcript(data)
    except RuleBroken as broken:
        return Verdict(doubts=(broken,))
    return Verdict(_doubts(transcript, game, seen)[:MOST_DOUBTS], tuple(_remarks(transcript, seen)))


@dataclass(frozen=True)
class Redealt:
    """A move as it was told, beside what the seed deals in its place; nothing beside what a seat decided."""

    told: Any
    drawn: Any | None

    @property
    def same(self) -> bool:
        return self.drawn is None or self.drawn == self.told


def redealt(transcript: Transcript, game: Game[Any]) -> tuple[Redealt, ...]:
    """Every move once more, as far as the round can be played again. Of a hand-dealt one nothing can be drawn."""
    found: list[Redealt] = []
    draws = None if transcript.by_hand else transcript.opening().draws(transcript.seed)
    try:
        seats = checked_seats(transcript.seats, transcript.office)
        state = game.start(game.read_options(transcript.options), seats, transcript.office)
        for told in transcript.moves:
            move, wanted = game.read_move(told), game.chance(state)
            drawn = None if draws is None or wanted is None or move.seat else written(draws.move(wanted))
            found.append(Redealt(told, drawn))
            state = game.play(state, move).state
    except RuleBroken:
        pass  # `verify` says which move it was
    return tuple(found)


def verify_table(transcripts: Sequence[Transcript], table: str, anchor: str) -> tuple[RuleBroken, ...]:
    """Whether these are the first rounds of a table, each once, on one chain. That none came after them only who saw
    one can say; what was dealt in them is for `verify`.
    """
    found, before = [], anchor
    for number, transcript in enumerate(transcripts, 1):
        if (transcript.table, transcript.round) != (table, number):
            found.append(
                RuleBroken(
                    "missing_round",
                    "Here stands round %(round)s of %(table)s, and not round %(number)s: one is missing or told twice.",
                    round=transcript.round,
                    table=transcript.table,
                    number=number,
                )
            )
        elif transcript.anchor != anchor or link(table, transcript.seed) != before:
            found.append(_broken_chain(number))
        before = transcript.seed
    return tuple(found)


def _doubts(transcript: Transcript, game: Game[Any], seen: Seen) -> tuple[RuleBroken, ...]:
    """Each step relies on those before it: a seed of another round need not be dealt from."""
    return (
        tuple(_identity(transcript, game, seen))
        or (*_chain(transcript, seen), *_off(transcript, seen), *_reveals(transcript), *_own(transcript, seen))
        or tuple(_deal(transcript, game))
    )


def _identity(transcript: Transcript, game: Game[Any], seen: Seen) -> Iterator[RuleBroken]:
    if transcript.version != VERSION:
        yield RuleBroken("other_version", "The transcript is not one of fair-1.")
    if transcript.game != game.slug:
        yield RuleBroken("other_game", "The transcript is one of %(game)s.", game=transcript.game)
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
        yield _broken_chain(transcript.round)


def _broken_chain(number: int) -> RuleBroken:
    return RuleBroken("broken_chain", "The seed of round %(round)s does not lead to the table's anchor.", round=number)


def _off(transcript: Transcript, seen: Seen) -> Iterator[RuleBroken]:
    if seen.off is not None and digest(transcript.off()) != seen.off:
        yield RuleBroken("off_changed", "This is not what was frozen at the off: something was added or changed later.")
    committed = {seat for seat, _ in transcript.commitments}
    if [seat for seat, _ in transcript.commitments] != [seat for seat in transcript.seats if seat in committed]:
        yield RuleBroken("bad_commitments", "Commitments are those of the seats, in their order, one for each.")
    if transcript.moves[: len(transcript.before)] != transcript.before:
        yield RuleBroken("other_moves", "The moves are not those that were seen.")


def _reveals(transcript: Transcript) -> Iterator[RuleBroken]:
    if [seat for seat, _ in transcript.reveals] != [seat for seat, _ in transcript.commitments]:
        yield RuleBroken("missing_reveal", "A seat that committed is neither revealed nor named as silent.")
        return
    for (seat, entropy), (_, committed) in zip(transcript.reveals, transcript.commitments, strict=True):
        if entropy is not None and commitment(transcript.table, transcript.round, seat, entropy) != committed:
            yield RuleBroken("false_reveal", "What %(seat)s revealed does not fit the commitment.", seat=seat)


def _own(transcript: Transcript, seen: Seen) -> Iterator[RuleBroken]:
    if seen.entropy is not None and seen.entropy not in transcript.reveals:
        yield RuleBroken("own_entropy", "What %(seat)s sent in time is not in the transcript.", seat=seen.entropy[0])
    if seen.moves is not None and transcript.moves[: len(seen.moves)] != seen.moves:
        yield RuleBroken("other_moves", "The moves are not those that were seen.")


def _deal(transcript: Transcript, game: Game[Any]) -> Iterator[RuleBroken]:
    """Play the round again, drawing every move of chance anew."""
    if transcript.by_hand:
        yield RuleBroken("by_hand", "The cards were dealt by hand: nobody can deal them again.")
        return
    draws = transcript.opening().draws(transcript.seed)
    number = 0  # the start
    try:
        seats = checked_seats(transcript.seats, transcript.office)
        state = game.start(game.read_options(transcript.options), seats, transcript.office)
        if game.cutter(state) != transcript.cutter:
            yield RuleBroken("other_cutter", "The pack was to be cut by somebody else.")
        for number, told in enumerate(transcript.moves, 1):
            if number == len(transcript.before) + 1:
                for seat in waited_for(game, state, seats):
                    yield RuleBroken("early_off", "The off came before %(seat)s had decided.", seat=seat)
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
    finished = game.result(state) is not None
    if not finished and not transcript.void:
        yield RuleBroken("unfinished", "The transcript ends before the round does.")
    if finished and transcript.void:
        yield RuleBroken("void_after_the_end", "The round was over, and then called void.")


def _remarks(transcript: Transcript, seen: Seen) -> Iterator[RuleBroken]:
    if transcript.silent:
        yield RuleBroken("silent", "Not revealed in time: %(seats)s.", seats=", ".join(transcript.silent))
    if len(transcript.silent) == len(transcript.reveals):
        yield RuleBroken("known_to_the_house", "Nobody's entropy took part: the house knew the deal beforehand.")
    if transcript.void:
        yield RuleBroken("void", "The round was void. The house knew the whole deal when it gave it up.")
    if seen.off is None:
        yield RuleBroken("off_not_seen", "Without what was published at the off any deal can be made to fit.")
    if seen.moves is None:
        yield RuleBroken("moves_not_seen", "The moves were not compared with those that were shown.")
