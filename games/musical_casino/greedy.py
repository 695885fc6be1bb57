"""The automatic player. It goes by its own hand, the table, and which cards it has not seen: where those are, in other
hands or still to come, it is not told.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from games.kit.game import Move
from games.musical_casino.board import HAND
from games.musical_casino.layout import Layout, Usage
from games.musical_casino.moves import Build, Chord, Match, Pair, Trail
from games.musical_casino.scoring import F_CARDS, MOST_CARDS, POINTS
from games.musical_casino.tones import LINE, Tone, third_tones

MAJORITY = 27  # cards that make one; each is worth its part of what that counts
F_CARD = 0.25
LATER = 0.8  # of what a build would take, if nobody were in the way

VALUES = {card: POINTS.get(card, 0) + MOST_CARDS / MAJORITY + F_CARD * (card in F_CARDS) for card in LINE}


@dataclass(frozen=True)
class Sight:
    """What a player sees when it is their turn."""

    seat: str
    hand: tuple[Tone, ...]
    layout: Layout
    usage: Usage
    unseen: Mapping[Tone, int]


def choose(sight: Sight) -> Move:
    """The move that is worth most; of equal ones the first."""
    return max(sight.layout.legal(sight.seat, sight.hand, sight.usage), key=lambda move: _worth(move, sight))


def _worth(move: Move, sight: Sight) -> float:
    match move:
        case Match() | Pair() | Chord():
            taken = sight.layout.taken_by(move, sight.usage)
            swept = len(taken) == len(sight.layout.cards)
            return VALUES[move.card] + sum(VALUES[card] for card in taken) + swept
        case Build():
            hoped = sum(VALUES[card] for card in move.chord.tones)
            return LATER * hoped * (1 - _danger(third_tones(move.card, move.on), sight))
    assert isinstance(move, Trail)
    return -VALUES[move.card] * _danger(_takers(move.card, sight), sight)


def _danger(takers: Mapping[Tone, object] | set[Tone], sight: Sight) -> float:
    """How likely the next player holds one of these, or would, were a hand always full."""
    unseen = sum(sight.unseen.values())
    some = sum(sight.unseen.get(card, 0) for card in takers)
    return min(1.0, HAND * some / unseen) if unseen else 0.0


def _takers(card: Tone, sight: Sight) -> set[Tone]:
    """The tones that would take this card off the table."""
    loose = {each for each in sight.layout.loose if each != card}
    return {card, *sight.usage.partners[card], *(third for other in loose for third in third_tones(card, other))}
