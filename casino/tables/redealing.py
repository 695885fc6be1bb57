"""A round that is over, dealt again from its published seed: every move beside the one that the seed deals."""

import json
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.acts import REFUSALS
from casino.pages import Page
from casino.tables.fairness import transcript_of
from casino.tables.models import Round
from casino.tables.naming import sign_name
from casino.tables.playing import game_of
from casino.tables.speech import joined
from casino.wording import words
from games.kit.fair import Transcript
from games.kit.game import Game
from games.kit.verifying import Seen, read_transcript, redealt, verify


@dataclass(frozen=True)
class Line:
    number: int
    told: str
    drawn: str
    same: bool


class Redeal(Page):
    name, label, template = "redeal", _("Deal it again"), "tables/redeal.html"

    @classmethod
    def shown(cls, request: HttpRequest, item: Round) -> dict[str, Any]:  # noqa: ARG003
        try:
            return redealing_of(item)
        except REFUSALS as refused:
            return {"refusal": words(refused)}


def redealing_of(round_: Round) -> dict[str, Any]:
    """Refused while the round is live: its seed is nobody's to know."""
    transcript, game = transcript_of(round_), game_of(round_)
    seen = Seen(round_.chain.name, round_.number, round_.chain.anchor, off=round_.off_digest or None)
    verdict = verify(transcript, game, seen)
    read = read_transcript(transcript)
    return {
        "seed": read.seed,
        "anchor": read.anchor,
        "chain": read.table,
        "by_hand": read.by_hand,
        "doubts": [words(doubt) for doubt in verdict.doubts if doubt.code != "by_hand"],
        "remarks": [words(remark) for remark in verdict.remarks if remark.code not in _not_said(read)],
        "moves": [
            Line(
                number,
                move_words(game, move.told),
                "" if move.drawn is None else move_words(game, move.drawn),
                move.same,
            )
            for number, move in enumerate(redealt(read, game), 1)
        ],
    }


def _not_said(read: Transcript) -> set[str]:
    """That nobody compared the moves is for who was there: here they are all in the list. And what the house knew of
    the seed is nothing to cards that fell on a cloth.
    """
    return {"moves_not_seen", "known_to_the_house", "silent"} if read.by_hand else {"moves_not_seen"}


def move_words(game: Game[Any], move: Any) -> str:
    """`deal: QS 10H`, with the seat before it if one decided."""
    if not isinstance(move, dict):
        return json.dumps(move, ensure_ascii=False)
    acts = [joined("", (name, ": ", _fact(game, fact))) for name, fact in move.items() if name != "seat"]
    seat = [f"{move['seat']}, "] if "seat" in move else []
    return joined("", (*seat, joined("; ", acts)))


def _fact(game: Game[Any], fact: Any) -> str:
    """Lists in lists are hands of cards, and of several facts each has its name."""
    if isinstance(fact, bool):
        return gettext("yes") if fact else gettext("no")
    if isinstance(fact, list):
        between = " | " if any(isinstance(each, list) for each in fact) else " "
        return joined(between, (_fact(game, each) for each in fact))
    if isinstance(fact, dict):
        told = {name: part for name, part in fact.items() if part is not None and part != []}
        return joined(", ", (joined(" ", (name, _fact(game, part))) for name, part in told.items()))
    return sign_name(game, fact) if isinstance(fact, str) else json.dumps(fact, ensure_ascii=False)
