"""A whole round of any game with its transcript, as a house deals it by fair-1."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from games.kit import fair
from games.kit.fair import Opening, Transcript
from games.kit.game import Game, Move, written
from games.kit.offices import HOUSE
from tests.games.driving import Choose, draws, next_move

TABLE = "7.1"
CHAIN = fair.chain(TABLE, fair.digest("the last seed of this table"), 3)


def dealt(
    game: Game[Any], options: dict[str, Any], seats: Sequence[str], *, number: int = 2, most: int = 3_000
) -> Transcript:
    """Every seat promised and revealed. A round of more than so many moves is given up there."""
    names = tuple(seats)
    office = names[0] if options.get("joker") == "banker" else HOUSE
    state = game.start(game.read_options(options), names, office)
    before = list(_before_the_off(game, state, names))
    for move in before:
        state = game.play(state, move).state
    entropy = {seat: fair.digest(["entropy", seat]) for seat in names}
    opening = Opening(
        table=TABLE,
        round=number,
        game=game.slug,
        options=options,
        seats=names,
        office=office,
        anchor=CHAIN[0],
        cutter=game.cutter(state),
        by_hand=False,
        before=_told(before),
        commitments=tuple((seat, fair.commitment(TABLE, number, seat, entropy[seat])) for seat in names),
        reveals=tuple(entropy.items()),
    )
    moves, chance, choose = list(before), opening.draws(CHAIN[number]), chooser()
    while len(moves) < most and (made := next_move(game, state, names, chance, choose)) is not None:
        moves.append(made)
        state = game.play(state, made).state
    over = game.result(state) is not None
    return Transcript(**vars(opening), seed=CHAIN[number], moves=_told(moves), void=not over)


def _before_the_off(game: Game[Any], state: Any, seats: Sequence[str]) -> Iterator[Move]:
    """Seats enter while there are places, and whoever is waited for decides."""
    while move := next(_waited(game, state, seats), None):
        yield move
        state = game.play(state, move).state


def _waited(game: Game[Any], state: Any, seats: Sequence[str]) -> Iterator[Move]:
    for seat in seats:
        if move := game.automatic(state, seat):
            yield move
        if isinstance(move := game.eager(state, seat), game.before_the_off):
            yield move


def chooser() -> Choose:
    numbers = draws(7).numbers("choices")
    return lambda able: able[numbers.below(len(able))]


def _told(moves: Sequence[Move]) -> tuple[Any, ...]:
    return tuple(json.loads(json.dumps(written(move))) for move in moves)
