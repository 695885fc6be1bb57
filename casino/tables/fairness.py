"""fair-1 at the table: what phones promise and reveal, what is published at the off, and the transcript at the end."""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction

from casino.clubs.actors import Actor
from casino.clubs.models import Player
from casino.tables import locks
from casino.tables.models import Commitment, Round
from casino.tables.playing import game_of, moves_of, seated, standing_moves
from casino.tables.showing import tell
from games.kit import fair
from games.kit.errors import RuleBroken
from games.kit.game import Cards, Dice, Move
from games.kit.values import canonical
from games.kit.verifying import HEXADECIMAL


@transaction.atomic
def commit_entropy(round_id: int, *, player: Player, commitment: str, by: Actor) -> Commitment:
    """Before the off a phone promises what it will reveal afterwards. Until then it may promise anew."""
    round_ = locks.share(round_id)
    seat, name = seated(round_, player, locks.own_seat(round_.table_id, player.pk))
    if round_.phase != Round.Phase.OPEN:
        raise RuleBroken("commitments_closed", "Entropy is promised before the off.")
    promised, _ = Commitment.objects.update_or_create(
        round=round_, seat=seat, defaults={"commitment": _hexadecimal(commitment)}
    )
    tell(round_, "entropy_promised", by=by, seat=name)
    return promised


@transaction.atomic
def reveal_entropy(round_id: int, *, player: Player, entropy: str, by: Actor) -> Commitment:
    """After the off and before the first card. What does not fit the promise is refused."""
    round_ = locks.share(round_id)
    seat, name = seated(round_, player, locks.own_seat(round_.table_id, player.pk))
    begun = round_.moves.count() != round_.before if round_.by_hand else bool(round_.secret.key)
    if round_.phase != Round.Phase.RUNNING or begun:
        raise RuleBroken("reveals_closed", "Entropy is revealed between the off and the first card.")
    promised = Commitment.objects.filter(round=round_, seat=seat).first()
    if promised is None:
        raise RuleBroken("nothing_promised", "%(seat)s has promised nothing.", seat=name)
    told = fair.commitment(round_.chain.name, round_.number, name, _hexadecimal(entropy))
    if told != promised.commitment:
        raise RuleBroken("false_reveal", "What %(seat)s revealed does not fit the commitment.", seat=name)
    promised.entropy = entropy
    promised.save(update_fields=["entropy"])
    tell(round_, "entropy_revealed", by=by, seat=name)
    return promised


def _hexadecimal(text: object) -> str:
    if not isinstance(text, str) or not HEXADECIMAL.fullmatch(text):
        raise RuleBroken("bad_entropy", "Entropy and commitments are 64 hexadecimal digits.")
    return text


class _Promise(NamedTuple):
    commitment: str
    entropy: str


def off_of(round_: Round) -> fair.Off:
    """What is frozen at the off; the same whenever it is asked for afterwards."""
    return _off(round_, _promised(round_))


def _off(round_: Round, promised: Mapping[str, _Promise]) -> fair.Off:
    game = game_of(round_)
    seats = tuple(round_.seats)
    office = round_.office
    start = game.start(game.read_options(round_.options), seats, office)
    rows = round_.moves.order_by("number")
    return fair.Off(
        table=round_.chain.name,
        round=round_.number,
        game=game.slug,
        options=round_.options,
        seats=seats,
        office=office,
        anchor=round_.chain.anchor,
        cutter=game.cutter(start),
        by_hand=round_.by_hand,
        before=tuple(standing_moves(rows[: round_.before])),
        commitments=tuple((seat, promised[seat].commitment) for seat in seats if seat in promised),
    )


def opening_of(round_: Round) -> fair.Opening:
    promised = _promised(round_)
    off = _off(round_, promised)
    reveals = tuple((seat, promised[seat].entropy or None) for seat, _ in off.commitments)
    return fair.Opening(**vars(off), reveals=reveals)


def _promised(round_: Round) -> dict[str, _Promise]:
    """By seat: what was promised, and what it turned out to be."""
    rows, names = round_.commitments.values_list("seat", "commitment", "entropy"), round_.names
    return {names[seat]: _Promise(commitment, entropy) for seat, commitment, entropy in rows}


def draws_of(round_: Round) -> fair.Draws:
    """Everything that chance does in this round: a function of rows that no longer change."""
    return opening_of(round_).draws(round_.secret.seed)


def next_draw(round_: Round, wanted: Cards | Dice) -> Move:
    """What chance does now. The first draw closes the reveals, and what all others depend on is kept from then on."""
    secret = round_.secret
    secret.key = secret.key or draws_of(round_).key.hex()  # saved with the move
    return fair.Draws(bytes.fromhex(secret.key)).move(wanted)


def transcript_of(round_: Round) -> bytes:
    """All that is needed to deal the round again, once it is over."""
    if round_.live:
        raise RuleBroken("not_finished", "The round is not over yet.")
    return canonical(
        fair.Transcript(
            **vars(opening_of(round_)),
            seed=round_.secret.seed,
            moves=tuple(moves_of(round_)),
            void=round_.phase == Round.Phase.VOID,
        )
    )
