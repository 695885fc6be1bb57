"""A whole game as it stands: who plays, the deal that is being played, and what everybody has after those before."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Self

from games.kit.entering import Enter, Entries, Scratch
from games.kit.errors import RuleBroken
from games.kit.game import Cards, Finish, Happening, Move, Step, not_seated
from games.kit.payments import Payment
from games.kit.turning import require_house
from games.musical_casino.board import HAND, Board, Player
from games.musical_casino.course import CARDS, Course
from games.musical_casino.layout import Usage
from games.musical_casino.moves import (
    Build,
    Chord,
    Deal,
    DealScored,
    Dealt,
    GameWon,
    HandDealt,
    Match,
    Pair,
    Score,
    Trail,
)
from games.musical_casino.scoring import Sides, score, sides_of
from games.musical_casino.tones import Tone

# C-2: with so many players hands of four come out even.
PLAYERS = (2, 3, 4, 6, 12)
PARTNERS = 4


@dataclass(frozen=True)
class Contest:
    """`entries` are those who play, in the order of play. `dealer` is the place of whoever deals, or dealt last;
    `deals` counts those that were begun, and `scores` are of the last that is over.
    """

    course: Course
    usage: Usage
    seats: tuple[str, ...]
    entries: Entries
    partners: bool
    target: int
    max_deals: int
    dealer: int
    deals: int = 0
    board: Board | None = None
    scores: tuple[Score, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return self.entries.names

    @property
    def sides(self) -> Sides:
        return sides_of(len(self.names), partners=self.partners)

    @property
    def totals(self) -> tuple[int, ...]:
        """What each side has from the deals that are over."""
        return tuple(score.total for score in self.scores) or (0,) * len(self.sides)

    @property
    def dealt(self) -> int:
        """Cards of this deal that are out."""
        return sum(1 for _ in self.board.cards) if self.board else 0

    @property
    def between_deals(self) -> bool:
        return self.board is None or (self.board.played_out and self.dealt == CARDS)

    @property
    def winners(self) -> tuple[str, ...]:
        """C-17: after a deal the side with the highest total, if that is the target or more and nobody has the same.
        After the last deal that may be played it is every side with the highest.
        """
        if not self.scores or not self.between_deals:
            return ()
        most = max(self.totals)
        best = [score.side for score in self.scores if score.total == most]
        won = most >= self.target and len(best) == 1
        return tuple(seat for side in best for seat in side) if won or self.deals == self.max_deals else ()

    @property
    def over(self) -> bool:
        return bool(self.winners)

    @property
    def finish(self) -> Finish:
        ranked = sorted(self.scores, key=lambda score: -score.total)
        places = groupby(ranked, lambda score: score.total)
        return tuple(tuple(seat for score in level for seat in score.side) for _, level in places)

    @property
    def turn(self) -> str | None:
        return None if self.board is None or self.board.played_out else self.board.to_play.seat

    def unready(self) -> RuleBroken | None:
        """Why it cannot begin."""
        if self.entries.by_entry:
            return self.entries.unfilled()
        return check_players(len(self.names), partners=self.partners)

    def chance(self) -> Cards | None:
        if self.over or self.turn or self.unready():
            return None
        first = self.between_deals
        count = HAND * (len(self.names) + first)
        label = f"deal {self.deals + first}"
        return Cards(label, self.course.pack, 0 if first else self.dealt, count, becomes=self._handed_out)

    def clearing(self) -> tuple[Payment, ...]:
        """C-20: the pot to whoever has won; partners halve it, and an odd counter goes to the first of them."""
        return self.entries.paid_to(self.winners)

    def legal(self, seat: str) -> tuple[Move, ...]:
        if not self.deals:
            return tuple(self.entries.legal(seat, self.seats))
        return tuple(self.board.legal(self.usage)) if self.board and seat == self.turn else ()

    def play(self, move: Move) -> Step[Self]:
        if isinstance(move, Deal):
            return self._deal(move)
        if move.seat not in self.seats:
            raise not_seated(move.seat)
        if isinstance(move, Enter | Scratch):
            step = self.entries.play(move, begun=bool(self.deals))
            return Step(replace(self, entries=step.state), step.happenings, step.payments)
        assert isinstance(move, Match | Pair | Chord | Build | Trail)
        self._check_not_over()
        if self.board is None or self.turn is None:
            raise RuleBroken("not_dealt", "The cards have to be dealt first.")
        played = self.board.play(move, self.usage)
        return replace(self, board=played.state)._ended(played.happenings)

    def unseen_by(self, seat: str) -> Counter[Tone]:
        """Cards that somebody who has watched this deal has not seen: those in other hands and those to come."""
        assert self.board is not None
        hidden = Counter(self.course.pack)
        for player in self.board.players:
            hidden.subtract(player.pile)
            if player.seat == seat:
                hidden.subtract(player.hand)
        hidden.subtract(self.board.layout.cards)
        return +hidden

    def _deal(self, move: Deal) -> Step[Self]:
        """The next hand. The cards are an argument, so any game can be replayed."""
        require_house(move)
        self._check_not_over()
        if problem := self.unready():
            raise problem
        if self.turn:
            raise RuleBroken("not_ready", "The round waits for %(seat)s first.", seat=self.turn)
        before = self._next_deal() if self.between_deals else self
        assert before.board is not None
        before._check_cards(move)
        after = replace(before, board=before.board.dealt(move.hands, move.table))
        hand = after.dealt // (HAND * len(after.names))
        told = Dealt(after.deals, hand, after.names[after.dealer], move.table)
        hands = zip(after.names, move.hands, strict=True)
        return Step(after, (told, *(HandDealt(cards, only_for=seat) for seat, cards in hands)))

    def _next_deal(self) -> Self:
        """C-18: from deal to deal the next player deals, and C-3: whoever sits on the left plays first."""
        dealer = (self.dealer + 1) % len(self.names) if self.deals else self.dealer % len(self.names)
        board = Board(tuple(Player(seat) for seat in self.names), turn=(dealer + 1) % len(self.names))
        return replace(self, deals=self.deals + 1, dealer=dealer, board=board)

    def _handed_out(self, cards: tuple[Tone, ...]) -> Deal:
        """C-1: four at a time in rotation, the first on the dealer's left, and the last four to the table."""
        players = len(self.names)
        hands = [tuple(cards[at : at + HAND]) for at in range(0, players * HAND, HAND)]
        dealer = (self._next_deal() if self.between_deals else self).dealer
        return Deal(
            hands=tuple(hands[(place - dealer - 1) % players] for place in range(players)),
            table=tuple(cards[players * HAND :]),
        )

    def _ended(self, told: tuple[Happening, ...]) -> Step[Self]:
        """With the deal scored, if that was its last card, and the game won, if that was its last deal."""
        if not self.between_deals:
            return Step(self, told)
        assert self.board is not None
        collected = self.board.collected()
        scores = score(collected.state.players, self.sides, self.totals)
        after = replace(self, board=collected.state, scores=scores)
        won = [GameWon(after.winners)] if after.over else []
        return Step(after, (*told, *collected.happenings, DealScored(self.deals, scores), *won))

    def _check_cards(self, move: Deal) -> None:
        """Whether these cards can come next from this pack."""
        table = 0 if self.dealt else HAND
        if len(move.hands) != len(self.names) or any(len(hand) != HAND for hand in move.hands):
            raise RuleBroken("wrong_hands", "Each of %(players)s players is dealt four cards.", players=len(self.names))
        if len(move.table) != table:
            raise RuleBroken("wrong_table", "%(cards)s cards are dealt to the table in this hand.", cards=table)
        assert self.board is not None
        left = Counter(self.course.pack)
        left.subtract(self.board.cards)
        left.subtract([*move.table, *(card for hand in move.hands for card in hand)])
        for card, count in left.items():
            if count < 0:
                raise RuleBroken("duplicate_card", "%(card)s has been dealt from this pack already.", card=card.sign)

    def _check_not_over(self) -> None:
        if self.over:
            won = " = ".join(self.winners)
            raise RuleBroken("game_over", "The game is over: %(seat)s has won.", seat=won)


def check_players(players: int, *, partners: bool) -> RuleBroken | None:
    """C-2, C-19: why so many cannot play."""
    if partners and players != PARTNERS:
        return RuleBroken("wrong_players", "Partners are four, not %(players)s.", players=players)
    if players not in PLAYERS:
        return RuleBroken("wrong_players", "Two, three, four, six or twelve play, not %(players)s.", players=players)
    return None
