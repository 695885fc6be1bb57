"""Rounds of Minoru with their transcripts: honest ones, and every forgery that a guest should notice."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from games.kit import fair
from games.kit.fair import Opening, Transcript
from games.kit.game import written
from games.kit.offices import HOUSE
from games.kit.values import canonical, to_json
from games.kit.verifying import Seen
from tests.games.driving import play_through
from tests.games.minoru.racing import MINORU

TABLE = "Table 3"
SEATS = ("Ada", "Bob", "Théo")
ENTROPY = {seat: fair.digest(["entropy of", seat]) for seat in SEATS}
CHAIN = fair.chain(TABLE, fair.digest("the last seed"), 20)
ASKED = {"joker": "banker"}
CHOSEN = {"seat": "Bob", "joker": True}


def transcript(
    number: int = 5,
    *,
    table: str = TABLE,
    seeds: tuple[str, ...] = CHAIN,
    silent: tuple[str, ...] = (),
    options: dict[str, Any] | None = None,
    holder: str = HOUSE,
    before: tuple[Any, ...] = (),
) -> Transcript:
    """An honest round, in which Ada and Théo committed to something and Bob to nothing."""
    committed = [seat for seat in SEATS if seat != "Bob"]
    opening = Opening(
        table=table,
        round=number,
        game="minoru",
        options=options or {},
        seats=SEATS,
        office=holder,
        anchor=seeds[0],
        cutter="Ada" if holder == "Bob" else "Théo",  # on the banker's right, on the house's right
        by_hand=False,
        before=before,
        commitments=tuple((seat, fair.commitment(table, number, seat, ENTROPY[seat])) for seat in committed),
        reveals=tuple((seat, None if seat in silent else ENTROPY[seat]) for seat in committed),
    )
    return dealt_again(Transcript(**vars(opening), seed=seeds[number], moves=before, void=False))


def dealt_again(told: Transcript, *late: Any) -> Transcript:
    """The same transcript with the moves that its seed and opening really deal, after these moves made too late."""
    state = MINORU.start(MINORU.read_options(told.options), told.seats, told.office)
    made = (*told.before, *late)
    for move in made:
        state = MINORU.play(state, MINORU.read_move(move)).state
    moves, _ = play_through(MINORU, state, (), told.opening().draws(told.seed), lambda able: able[0])
    return replace(told, moves=(*made, *(json.loads(json.dumps(written(move))) for move in moves)))


def seen(told: Transcript) -> Seen:
    """What a careful guest, Théo, wrote down before the round ended."""
    return Seen(told.table, told.round, told.anchor, fair.digest(told.off()), told.reveals[-1], told.moves)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Case:
    name: str
    transcript: Transcript
    seen: Seen
    doubts: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        told = {"name": self.name, "seen": to_json(self.seen), "transcript": canonical(self.transcript).decode()}
        return {**told, "doubts": list(self.doubts), "remarks": list(self.remarks)}


def cases() -> Iterator[Case]:
    """What each transcript must come to, by step 11 of docs/fair-1.md."""
    honest = transcript()
    banker = transcript(options=ASKED, holder="Bob", before=(CHOSEN,))
    yield from _honest(honest, banker)
    yield from _forged_before_the_deal(honest)
    yield from _forged_chain(honest)
    yield from _forged_moves(honest, banker)


def _honest(honest: Transcript, banker: Transcript) -> Iterator[Case]:
    yield Case("an honest round", honest, seen(honest))
    yield Case("a banker who took the joker", banker, seen(banker))
    one = transcript(silent=("Ada",))
    yield Case("one seat was silent", one, seen(one), remarks=("silent",))
    silent = transcript(silent=("Ada", "Théo"))
    noted = replace(seen(silent), entropy=None)
    yield Case("nobody revealed", silent, noted, remarks=("silent", "known_to_the_house"))
    void = replace(honest, moves=honest.moves[:2], void=True)
    yield Case("given up after two deals", void, seen(void), remarks=("void",))
    alone = dealt_again(replace(honest, commitments=(), reveals=()))
    noted = replace(seen(honest), off=fair.digest(alone.off()), entropy=None, moves=alone.moves)
    yield Case("nobody committed", alone, noted, remarks=("known_to_the_house",))
    little = Seen(TABLE, 5, CHAIN[0])
    yield Case("a guest who kept only the anchor", honest, little, remarks=("off_not_seen", "moves_not_seen"))


def _forged_before_the_deal(honest: Transcript) -> Iterator[Case]:
    noted = replace(seen(honest), moves=None)  # the forger deals as the forged opening says
    unseen = ("moves_not_seen",)
    late = ("Bob", fair.commitment(TABLE, 5, "Bob", ENTROPY["Bob"]))
    first, last = honest.commitments
    shown_first, shown_last = honest.reveals
    added = replace(honest, commitments=(first, late, last), reveals=(shown_first, ("Bob", ENTROPY["Bob"]), shown_last))
    added = dealt_again(added)
    yield Case("a commitment after the off", added, noted, ("off_changed",), unseen)
    blind = replace(noted, off=None)
    yield Case("a commitment after the off, for who did not see it", added, blind, (), ("off_not_seen", *unseen))
    left_out = dealt_again(replace(honest, commitments=(first,), reveals=(shown_first,)))
    yield Case("a commitment left out", left_out, noted, ("off_changed", "own_entropy"), unseen)
    swapped = dealt_again(replace(honest, commitments=(last, first), reveals=(shown_last, shown_first)))
    yield Case("commitments in another order", swapped, blind, ("bad_commitments",), ("off_not_seen", *unseen))
    twice = dealt_again(replace(honest, commitments=(first, first), reveals=(shown_first, shown_first)))
    yield Case("one seat twice", twice, replace(blind, entropy=None), ("bad_commitments",), ("off_not_seen", *unseen))
    hidden = dealt_again(replace(honest, reveals=(shown_first,)))
    yield Case("a reveal kept quiet", hidden, noted, ("missing_reveal", "own_entropy"), unseen)
    uncommitted = dealt_again(replace(honest, reveals=(*honest.reveals, ("Bob", ENTROPY["Bob"]))))
    yield Case("a reveal of who never committed", uncommitted, noted, ("missing_reveal",), unseen)
    reordered = dealt_again(replace(honest, reveals=(shown_last, shown_first)))
    yield Case("reveals in another order", reordered, noted, ("missing_reveal",), unseen)
    chosen = dealt_again(replace(honest, reveals=(("Ada", fair.digest("something chosen later")), shown_last)))
    yield Case("a reveal chosen later", chosen, noted, ("false_reveal",), unseen)
    named = dealt_again(replace(honest, reveals=(shown_first, ("Théo", None))))
    yield Case("named as silent, and was not", named, noted, ("own_entropy",), ("silent", *unseen))
    other = dealt_again(replace(honest, options={"joker": True}))
    yield Case("other options", other, noted, ("off_changed",), unseen)
    cut = dealt_again(replace(honest, cutter="Ada"))
    yield Case("cut by another", cut, replace(noted, off=None), ("other_cutter",), ("off_not_seen", *unseen))
    stranger = dealt_again(replace(honest, office="Mallory"))
    yield Case("a banker from nowhere", stranger, blind, ("impossible_move",), ("off_not_seen", *unseen))
    by_hand = dealt_again(replace(honest, by_hand=True))
    yield Case("said to be dealt by hand", by_hand, noted, ("off_changed",), unseen)
    yield Case("dealt by hand", by_hand, blind, ("by_hand",), ("off_not_seen", *unseen))


def _forged_chain(honest: Transcript) -> Iterator[Case]:
    noted = seen(honest)
    yield Case("told again for the next round", honest, replace(noted, round=6), ("other_round",))
    renumbered = replace(honest, round=6)
    doubts = ("broken_chain", "off_changed", "false_reveal", "false_reveal")
    yield Case("told again with another number", renumbered, replace(noted, round=6), doubts)
    elsewhere = fair.chain("Table 4", fair.digest("the last seed"), 20)
    another = transcript(table="Table 4", seeds=elsewhere)
    yield Case("of another table", another, noted, ("other_table",))
    borrowed = dealt_again(replace(honest, seed=elsewhere[5]))
    unseen = replace(noted, moves=None)
    yield Case("another table's seed", borrowed, unseen, ("broken_chain",), ("moves_not_seen",))
    own = fair.chain(TABLE, fair.digest("another last seed"), 20)
    replaced = transcript(seeds=own)
    yield Case("another chain", replaced, unseen, ("other_anchor", "broken_chain", "off_changed"), ("moves_not_seen",))
    later = dealt_again(replace(honest, seed=CHAIN[6]))
    yield Case("a link left out", later, unseen, ("broken_chain",), ("moves_not_seen",))
    shorter = transcript(seeds=(CHAIN[1], *CHAIN[1:]))
    yield Case("a truncated chain", shorter, seen(shorter), ("broken_chain",))
    void = dealt_again(replace(honest, seed=CHAIN[6], void=True))
    void = replace(void, moves=void.moves[:2])
    yield Case("a link left out of a void round", void, unseen, ("broken_chain",), ("void", "moves_not_seen"))


def _forged_moves(honest: Transcript, banker: Transcript) -> Iterator[Case]:
    noted = seen(honest)
    blind = replace(noted, moves=None)
    unseen = ("moves_not_seen",)
    for number, move in enumerate(honest.moves):
        first, second, *others = move["deal"]
        moves = (*honest.moves[:number], {"deal": [second, first, *others]}, *honest.moves[number + 1 :])
        forged = replace(honest, moves=moves)
        yield Case(f"two cards exchanged in deal {number + 1}", forged, blind, ("other_deal",), unseen)
    yield Case("other cards than were shown", replace(honest, moves=moves), noted, ("other_moves",))
    stopped = replace(honest, moves=honest.moves[:2])
    yield Case("broken off", stopped, blind, ("unfinished",), unseen)
    yield Case("broken off, and shown to the end", stopped, noted, ("other_moves",))
    voided = replace(honest, void=True)
    yield Case("void after the end", voided, noted, ("void_after_the_end",), ("void",))
    forged = replace(honest, moves=moves, void=True)
    yield Case("other cards in a void round", forged, blind, ("other_deal",), ("void", *unseen))
    longer = replace(honest, moves=(*honest.moves, {"deal": ["2H", "3H", "4H", "5H", "6H"]}))
    yield Case("a deal after the end", longer, blind, ("other_deal",), unseen)
    inserted = replace(honest, moves=(CHOSEN, *honest.moves))
    yield Case("a move that the rules forbid", inserted, blind, ("impossible_move",), unseen)
    late = dealt_again(replace(banker, before=()), CHOSEN)
    yield Case("a banker who decided after the off", late, seen(late), ("early_off",))
    refused = {"seat": "Bob", "joker": False}
    turned = replace(seen(banker), moves=None)
    rewritten = replace(banker, moves=(refused, *banker.moves[1:]))
    yield Case("the banker's choice rewritten", rewritten, turned, ("other_moves",), unseen)
    throughout = dealt_again(replace(banker, before=(refused,)))
    yield Case("the banker's choice rewritten throughout", throughout, turned, ("off_changed",), unseen)
