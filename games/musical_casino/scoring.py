"""C-15: what the cards that a side has taken in a deal are worth."""

from collections.abc import Sequence

from games.musical_casino.board import Player
from games.musical_casino.moves import Score
from games.musical_casino.tones import Tone

GREAT_CASINO, LITTLE_CASINO, D_CARDS = Tone.E_SHARP, Tone.C_FLAT, (Tone.D_FLAT, Tone.D_SHARP)
F_CARDS = (Tone.F, Tone.F_SHARP)
POINTS = {GREAT_CASINO: 2, LITTLE_CASINO: 1, **dict.fromkeys(D_CARDS, 1)}
MOST_CARDS, MOST_F_CARDS = 3, 1

Sides = tuple[tuple[int, ...], ...]  # by the places of those who play together


def sides_of(players: int, *, partners: bool) -> Sides:
    """C-19: of four who play as partners, those who sit opposite each other."""
    return ((0, 2), (1, 3)) if partners else tuple((place,) for place in range(players))


def score(players: Sequence[Player], sides: Sides, totals: Sequence[int]) -> tuple[Score, ...]:
    """What each side has made, and what it has with that. Piles are put together before they are counted."""
    piles = [[card for place in side for card in players[place].pile] for side in sides]
    cards = [len(pile) for pile in piles]
    f_cards = [sum(card in F_CARDS for card in pile) for pile in piles]
    return tuple(
        _score(
            side=tuple(players[place].seat for place in side),
            pile=pile,
            f_cards=f_cards[at],
            most_cards=_most(cards, at) * MOST_CARDS,
            most_f_cards=_most(f_cards, at) * MOST_F_CARDS,
            sweeps=sum(players[place].sweeps for place in side),
            before=totals[at],
        )
        for at, (side, pile) in enumerate(zip(sides, piles, strict=True))
    )


def _score(
    *,
    side: tuple[str, ...],
    pile: list[Tone],
    f_cards: int,
    most_cards: int,
    most_f_cards: int,
    sweeps: int,
    before: int,
) -> Score:
    great, little = (pile.count(card) * POINTS[card] for card in (GREAT_CASINO, LITTLE_CASINO))
    d_cards = sum(pile.count(card) * POINTS[card] for card in D_CARDS)
    points = great + little + d_cards + most_cards + most_f_cards + sweeps
    return Score(
        side=side,
        cards=len(pile),
        f_cards=f_cards,
        great_casino=great,
        little_casino=little,
        d_cards=d_cards,
        most_cards=most_cards,
        most_f_cards=most_f_cards,
        sweeps=sweeps,
        points=points,
        total=before + points,
    )


def _most(counts: Sequence[int], at: int) -> bool:
    """C-16: whether this side has more than every other."""
    return all(counts[at] > count for other, count in enumerate(counts) if other != at)
