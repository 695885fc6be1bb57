"""Two who play Ascot with a client made from the document: they decide by what they are offered and nothing else."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

# What is done for a purpose, and not because the game waits for it.
UNASKED = {"accept", "decline", "withdraw_offer", "accept_place", "refuse_place", "member_report"}
BIDS = 2  # of each, in a whole game
KEPT = 3  # cards, so that there are francs left for the race; and never two stables


@dataclass
class Owner:
    """`made` is how often each act was done so far."""

    name: str
    made: Counter[str] = field(default_factory=Counter)

    def decide(self, legal: Any, phase: str) -> dict[str, Any]:
        """What to do now: bid at first, trade once before the race, propose one place bet, and else the first thing."""
        move = self._answer(legal) or self._wanted(legal, phase) or self._first(legal)
        (act,) = move
        self.made[act] += 1
        return move

    def _wanted(self, legal: Any, phase: str) -> dict[str, Any] | None:
        """An offer or a proposal, put together of its parts."""
        composed = {each.act: each for each in legal.composed}
        if phase == "paddock" and "offer" in composed and not self.made["offer"]:
            parts = {choice.part: choice.values for choice in composed["offer"].choices}
            if parts["give"]:
                return {"offer": {"to": parts["to"][0], "give": parts["give"][:1]}}
        if phase == "betting" and "propose_place" in composed and not self.made["propose_place"]:
            return {"propose_place": {amount.part: amount.least for amount in composed["propose_place"].amounts}}
        return None

    def _answer(self, legal: Any) -> dict[str, Any] | None:
        """Whatever is offered is accepted, if it can be; place bets are refused."""
        answers = [move for act in ("accept", "decline", "refuse_place") for move in plain(legal) if act in move]
        return answers[0] if answers else None

    def _first(self, legal: Any) -> dict[str, Any]:
        for each in legal.ranges:
            if each.act in {"bid", "bet"} and self.made[each.act] < BIDS:
                return {each.act: each.least}
        for move in plain(legal):
            if not UNASKED & set(move):
                return move
        if legal.ranges:
            return {legal.ranges[0].act: legal.ranges[0].least}
        (discard,) = [each for each in legal.composed if each.act == "discard"]
        (cards,) = discard.choices
        return {discard.act: [card for at, card in enumerate(cards.values) if at >= KEPT or card == "walroy"]}


def plain(legal: Any) -> list[dict[str, Any]]:
    """The moves that are offered as they are, without the game."""
    return [{act: fact for act, fact in move.to_dict().items() if act != "game"} for move in legal.moves]
