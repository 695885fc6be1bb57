"""Games of Musical Casino for the tests, from the first player to the pot. Hands are written `B D | C`."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.kit.game import Step
from games.musical_casino.board import Board, Player
from games.musical_casino.contest import Contest
from games.musical_casino.layout import Layout, OpenChord
from games.musical_casino.moves import Score
from games.musical_casino.tones import Tone
from tests.games.driving import draws
from tests.games.musical_casino.positions import MUSICAL, TWELVE, board_of, cards, contest, opened


def told(tones: Iterable[Tone]) -> str:
    return " ".join(tones)


def game(seats: str = "AB", **options: Any) -> Contest:
    """A game before its first deal; where there are places, all of these seats have entered."""
    state = contest(seats, **options)
    return entered(state, seats) if state.entries.by_entry else state


def entered(state: Contest, seats: str) -> Contest:
    for seat in seats:
        state = act(state, seat, "enter")
    return state


def built(owner: str, two: str, chord: str) -> tuple[str, str, str]:
    """A build, as `position` lays it on the table: whose it is, its two cards, and the chord that was named."""
    return owner, two, chord


def position(
    hands: str,
    loose: str = "",
    *open_chords: tuple[str, str, str],
    seats: str = "AB",
    to_come: str = "",
    last: str | None = None,
    **options: Any,
) -> Contest:
    """The first of these seats is to play, and these cards lie there. But for those to come all others of the pack
    have been taken, by the last seat. Nobody has taken the last trick, unless it is said who.
    """
    state = game(seats, **options)
    standing = tuple(opened(two, chord, owner, number) for number, (owner, two, chord) in enumerate(open_chords, 1))
    layout = Layout(cards(loose), standing, len(standing))
    held = [cards(hand) for hand in hands.split("|")]
    held += [()] * (len(seats) - len(held))
    players = [Player(seat, hand) for seat, hand in zip(seats, held, strict=True)]
    named = (*(card for hand in held for card in hand), *layout.cards, *cards(to_come))
    players[-1] = replace(players[-1], pile=rest_of(state, named))
    taker = None if last is None else seats.index(last)
    return replace(state, deals=1, board=Board(tuple(players), 0, layout, taker))


def last_card(
    *piles: str, sweeps: Mapping[str, int] | None = None, totals: Sequence[int] = (), deals: int = 1, **options: Any
) -> Contest:
    """A deal before its last card, which the first player leaves on the empty table and is given as the last card.
    Then these are the piles of all players, and the last of them has what is not named.
    """
    seats = TWELVE[: len(piles)]
    state = game(seats, **options)
    first, *others = map(cards, piles)
    rest = rest_of(state, (*first, *(card for pile in others for card in pile)))
    others[-1] = (*others[-1], *rest)
    made = sweeps or {}
    players = [
        Player(seat, pile=pile, sweeps=made.get(seat, 0))
        for seat, pile in zip(seats, (first[:-1], *others), strict=True)
    ]
    players[0] = replace(players[0], hand=first[-1:])
    board = Board(tuple(players), 0, Layout(), last_taker=0)
    return replace(state, deals=deals, board=board, scores=_scores(state, totals))


def scored(*piles: str, **more: Any) -> Contest:
    """A deal that is over, with these piles."""
    state = last_card(*piles, **more)
    return act(state, "A", "trail", board_of(state).to_play.hand[0].value)


def points(state: Contest) -> list[int]:
    """What each side has made in the last deal."""
    return [score.points for score in state.scores]


def rest_of(state: Contest, named: Iterable[Tone]) -> tuple[Tone, ...]:
    """The cards of the pack that are not these."""
    left = Counter(state.course.pack)
    left.subtract(named)
    assert min(left.values()) >= 0, "more cards than the pack has"
    return tuple(left.elements())


def step(state: Contest, seat: str, name: str, fact: Any = True) -> Step[Contest]:
    return MUSICAL.play(state, MUSICAL.read_move({"seat": seat, name: fact}))


def act(state: Contest, seat: str, name: str, fact: Any = True) -> Contest:
    """The game after a move of a seat."""
    return step(state, seat, name, fact).state


def deal(state: Contest, hands: str, table: str = "") -> Contest:
    """The next hand, with these cards."""
    dealt = {"hands": [hand.split() for hand in hands.split("|")], "table": table.split()}
    return MUSICAL.play(state, MUSICAL.read_move({"deal": dealt})).state


def dealt(state: Contest, seed: int = 1) -> Contest:
    """The next hand, as chance deals it."""
    wanted = MUSICAL.chance(state)
    assert wanted is not None
    return MUSICAL.play(state, draws(seed).move(wanted)).state


def played_out(state: Contest) -> Contest:
    """Everybody's hand, played by the automatic player."""
    while state.turn:
        move = MUSICAL.automatic(state, state.turn)
        assert move is not None
        state = MUSICAL.play(state, move).state
    return state


def finished(state: Contest, seed: int = 1) -> Contest:
    """The whole game between automatic players."""
    while not state.over:
        state = played_out(dealt(state, seed))
    return state


def table(state: Contest) -> str:
    """The loose cards."""
    return told(board_of(state).layout.loose)


def builds(state: Contest) -> tuple[OpenChord, ...]:
    return board_of(state).layout.builds


def pile(state: Contest, seat: str) -> str:
    return told(_player(state, seat).pile)


def sweeps(state: Contest, seat: str) -> int:
    return _player(state, seat).sweeps


def hand(state: Contest, seat: str) -> str:
    return told(_player(state, seat).hand)


def _player(state: Contest, seat: str) -> Player:
    (player,) = [player for player in board_of(state).players if player.seat == seat]
    return player


def _scores(state: Contest, totals: Sequence[int]) -> tuple[Score, ...]:
    """Those of the deal before, of which only the totals matter."""
    sides = [tuple(state.names[place] for place in side) for side in state.sides] if totals else []
    return tuple(Score(side, *(0,) * 9, total=total) for side, total in zip(sides, totals, strict=True))
