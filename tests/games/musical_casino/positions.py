"""Positions and moves for the tests, in few words.

Cards are written `A A C`, and moves `match A`, `pair A C`, `chord D G B` of loose cards, `chord D 1` of a build by its
number, `build B G G major` for B on G, `trail A`.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from games.kit.game import Move
from games.musical_casino.board import Board, Player
from games.musical_casino.contest import Contest
from games.musical_casino.layout import Layout, OpenChord
from games.musical_casino.moves import Build, Chord, Deal, Match, Pair, Trail
from games.musical_casino.rules import MusicalCasino
from games.musical_casino.tones import Tone, Triad
from tests.games.rounds import game_of

MUSICAL = game_of(MusicalCasino)

TWELVE = "ABCDEFGHIJKL"  # players, each with a name of one letter


def cards(written: str) -> tuple[Tone, ...]:
    return tuple(map(Tone.parse, written.split()))


def spelled(held: Iterable[Tone]) -> str:
    """Cards in the order of their names: where they lie does not matter."""
    return " ".join(sorted(held))


def contest(seats: str = "AB", **options: Any) -> Contest:
    """A game before its first deal."""
    return MUSICAL.start(MUSICAL.read_options(options), tuple(seats))


def opened(written: str, chord: str, owner: str, number: int = 1) -> OpenChord:
    """A build of these two cards."""
    low, high = cards(written)
    return OpenChord(number, (low, high), owner, Triad.parse(chord))


def position(
    hand: str,
    loose: str = "",
    *builds: OpenChord,
    other: str = "D",
    piles: tuple[str, str] = ("", ""),
    **options: Any,
) -> Contest:
    """A is to play with this hand, and B holds something else: the deal goes on."""
    players = (Player("A", cards(hand), cards(piles[0])), Player("B", cards(other), cards(piles[1])))
    layout = Layout(cards(loose), builds, built=len(builds))
    return replace(contest(**options), deals=1, dealer=1, board=Board(players, turn=0, layout=layout))


def move(seat: str, written: str) -> Move:
    act, card, *more = written.split()
    tone = Tone.parse(card)
    match act, more:
        case "match", []:
            return Match(tone, seat=seat)
        case "pair", [partner]:
            return Pair(tone, Tone.parse(partner), seat=seat)
        case "chord", [number]:
            return Chord(tone, build=int(number), seat=seat)
        case "chord", [low, high]:
            return Chord(tone, loose=(Tone.parse(low), Tone.parse(high)), seat=seat)
        case "build", [on, *chord]:
            return Build(tone, Tone.parse(on), Triad.parse(" ".join(chord)), seat=seat)
        case "trail", []:
            return Trail(tone, seat=seat)
    raise ValueError(written)


def words(made: Move) -> str:
    """The other way round. Two loose cards are named in the order of their names."""
    match made:
        case Match() | Trail():
            return f"{type(made).__name__.lower()} {made.card}"
        case Pair():
            return f"pair {made.card} {made.partner}"
        case Chord():
            return f"chord {made.card} {spelled(made.loose) if made.loose else made.build}"
        case Build():
            return f"build {made.card} {made.on} {made.chord}"
    raise ValueError(made)


def legal(state: Contest) -> list[str]:
    """What whoever is to play may do."""
    assert state.turn is not None
    return [words(each) for each in MUSICAL.moves(state, state.turn)]


def after(state: Contest, *plays: str) -> Contest:
    """After these, each by whoever is to play."""
    for written in plays:
        assert state.turn is not None
        state = MUSICAL.play(state, move(state.turn, written)).state
    return state


def deal(*hands: str, table: str = "") -> Deal:
    return Deal(tuple(map(cards, hands)), cards(table))


def board_of(state: Contest) -> Board:
    assert state.board is not None
    return state.board


def holding(state: Contest, hands: Iterable[tuple[Tone, ...]]) -> Contest:
    """The same with other cards in the hands."""
    board = board_of(state)
    players = tuple(replace(player, hand=hand) for player, hand in zip(board.players, hands, strict=True))
    return replace(state, board=replace(board, players=players))


def conserved(state: Contest, to_come: Iterable[Tone]) -> bool:
    """Whether hands, piles, table, builds and the cards to come are the pack."""
    return sorted([*board_of(state).cards, *to_come]) == sorted(state.course.pack)
