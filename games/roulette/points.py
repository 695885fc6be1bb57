"""Roulette for points: every turn the players lay markers without value on the layout, and a hit receives as many
points as the leaflet prints, for each marker. A miss costs nothing. Whoever first has the target wins.
"""

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Self

from games.kit.errors import RuleBroken
from games.kit.game import Finish, Happening, Legal, Move, OnSpaces, Step, not_seated
from games.kit.markets import Market, find, whole_counters
from games.kit.offices import BOX
from games.kit.payments import Party, Payment, Reason

THE_BOX = Party(BOX)
PAIRS = 35  # of numbers next to each other


@dataclass(frozen=True)
class Mark(Move):
    """Markers laid on a space of the layout."""

    market: str
    selection: str
    markers: int


@dataclass(frozen=True)
class Clear(Move):
    """All of one's own markers of this turn taken back."""


@dataclass(frozen=True)
class Done(Move):
    """No more guesses in this turn."""


@dataclass(frozen=True)
class Marked(Happening):
    seat: str
    market: str
    selection: str
    markers: int

    def __str__(self) -> str:
        return f"{self.seat} lays {self.markers} on {self.market} {self.selection}"


@dataclass(frozen=True)
class Cleared(Happening):
    seat: str

    def __str__(self) -> str:
        return f"{self.seat} takes the markers back"


@dataclass(frozen=True)
class Scored(Happening):
    seat: str
    points: int
    total: int

    def __str__(self) -> str:
        return f"{self.seat} receives {self.points} and has {self.total}"


@dataclass(frozen=True)
class PlayOff(Happening):
    seats: tuple[str, ...]

    def __str__(self) -> str:
        return f"a further turn between {' and '.join(self.seats)}"


@dataclass(frozen=True)
class Won(Happening):
    seat: str

    def __str__(self) -> str:
        return f"{self.seat} wins"


@dataclass(frozen=True)
class Lying:
    """Markers on a space."""

    market: str
    selection: str
    markers: int

    def scores(self, card: str, spaces: tuple[Market, ...]) -> int:
        _, space = find(spaces, self.market, self.selection)
        return space.odds.won_by(self.markers) if card in space.wins else 0


@dataclass(frozen=True)
class Player:
    """One seat: its points, its markers of this turn, whether it has guessed, and whether a play-off is without it."""

    seat: str
    points: int = 0
    marks: tuple[Lying, ...] = ()
    done: bool = False
    out: bool = False

    @property
    def laid(self) -> int:
        return sum(mark.markers for mark in self.marks)

    def lay(self, move: Mark) -> Self:
        """With these markers added to what lies on the same space."""
        lying = {(mark.market, mark.selection): mark.markers for mark in self.marks}
        where = move.market, move.selection
        lying[where] = lying.get(where, 0) + move.markers
        return replace(self, marks=tuple(Lying(*space, markers) for space, markers in lying.items()))


@dataclass(frozen=True)
class Points:
    """The game as it stands. `markers` is how many each player has for one turn."""

    target: int
    markers: int
    players: tuple[Player, ...]

    @property
    def leaders(self) -> tuple[str, ...]:
        most = max((player.points for player in self.players), default=0)
        return tuple(player.seat for player in self.players if player.points == most)

    @property
    def winner(self) -> str | None:
        """E8: the highest total, once somebody has the target; equal ones play on."""
        reached = any(player.points >= self.target for player in self.players)
        return self.leaders[0] if reached and len(self.leaders) == 1 else None

    @property
    def over(self) -> bool:
        return not self.players or self.winner is not None

    @property
    def finish(self) -> Finish:
        ranked = sorted(self.players, key=lambda player: -player.points)
        return tuple(tuple(player.seat for player in level) for _, level in groupby(ranked, lambda each: each.points))

    @property
    def awaited(self) -> tuple[Player, ...]:
        """Those who have not guessed yet."""
        return () if self.over else tuple(player for player in self.players if not player.done and not player.out)

    def legal(self, seat: str, spaces: tuple[Market, ...]) -> tuple[Legal, ...]:
        for player in self.awaited:
            if player.seat == seat:
                left = self.markers - player.laid
                marks = (
                    OnSpaces(Mark, market.name, tuple(space.selection for space in market.spaces), 1, left)
                    for market in spaces
                )
                return (Done(seat=seat), *marks, Clear(seat=seat)) if player.marks else tuple(marks)
        return ()

    def automatic(self, seat: str, turns: int) -> Move | None:
        """What lies there stands; otherwise all on two numbers, which reach 500 soonest on average.

        Which two depends on the turn and on the seat, counted among those who play on: players who always guess alike
        would never be parted.
        """
        playing = [player.seat for player in self.players if not player.out]
        for player in self.awaited:
            if player.seat == seat:
                first = (2 * playing.index(seat) + turns) % PAIRS + 1
                whole = Mark("run", f"{first}-{first + 1}", self.markers, seat=seat)
                return Done(seat=seat) if player.marks else whole
        return None

    def guess(self, move: Move, spaces: tuple[Market, ...]) -> Step[Self]:
        player = self._to_guess(move.seat)
        if isinstance(move, Mark):
            after = self._marked(player, move, spaces)
            return Step(after, (Marked(player.seat, move.market, move.selection, move.markers),))
        if not player.marks:
            raise RuleBroken("nothing_marked", "%(seat)s has no markers on the layout in this turn.", seat=player.seat)
        if isinstance(move, Clear):
            return Step(self._with(replace(player, marks=())), (Cleared(player.seat),))
        assert isinstance(move, Done)
        return Step(self._with(replace(player, done=True)))

    def turn(self, card: str, spaces: tuple[Market, ...]) -> Step[Self]:
        """Judge every guess by this card, and clear the layout for the next turn."""
        self._check_ready()
        hits = [(player.seat, mark.scores(card, spaces)) for player in self.players for mark in player.marks]
        gains = {player.seat: sum(n for seat, n in hits if seat == player.seat) for player in self.players}
        players = tuple(
            replace(player, points=player.points + gains[player.seat], marks=(), done=False) for player in self.players
        )
        after, ending = replace(self, players=players)._parted()
        scored = [Scored(p.seat, gains[p.seat], p.points) for p in players if gains[p.seat]]
        paid = [Payment(THE_BOX, Party("holding", seat), points, Reason.WINNINGS) for seat, points in hits if points]
        return Step(after, (*scored, *ending), tuple(paid))

    def clearing(self) -> tuple[Payment, ...]:
        """All points go back where they came from."""
        return tuple(
            Payment(Party("holding", player.seat), THE_BOX, player.points, Reason.BOX)
            for player in self.players
            if player.points
        )

    def _parted(self) -> tuple[Self, tuple[Happening, ...]]:
        """E8: after a turn somebody has won, or those who are equal at the top play on without the others."""
        if self.winner:
            return self, (Won(self.winner),)
        leaders = self.leaders
        if all(player.points < self.target for player in self.players):
            return self, ()
        players = tuple(replace(player, out=player.seat not in leaders) for player in self.players)
        return replace(self, players=players), (PlayOff(leaders),)

    def _marked(self, player: Player, move: Mark, spaces: tuple[Market, ...]) -> Self:
        find(spaces, move.market, move.selection)
        left = self.markers - player.laid - whole_counters(move.markers)
        if left < 0:
            raise RuleBroken(
                "too_many_markers",
                "A player has %(most)s markers in a turn, and %(left)s of them are left.",
                most=self.markers,
                left=left + move.markers,
            )
        return self._with(replace(player.lay(move), done=left == 0))

    def _with(self, changed: Player) -> Self:
        players = tuple(changed if player.seat == changed.seat else player for player in self.players)
        return replace(self, players=players)

    def _to_guess(self, seat: str | None) -> Player:
        """The player of this seat, if it may guess now."""
        self._check_not_over()
        for player in self.players:
            if player.seat == seat:
                if player.out:
                    raise RuleBroken("not_in_play", "%(seat)s is not in the play-off.", seat=seat)
                if player.done:
                    raise RuleBroken("already_done", "%(seat)s has guessed; the card comes next.", seat=seat)
                return player
        raise not_seated(seat)

    def _check_ready(self) -> None:
        self._check_not_over()
        for player in self.awaited:
            raise RuleBroken("not_ready", "The round waits for %(seat)s first.", seat=player.seat)

    def _check_not_over(self) -> None:
        if self.winner:
            raise RuleBroken("game_over", "The game is over: %(seat)s has won.", seat=self.winner)
        if not self.players:
            raise RuleBroken("game_over", "The game is over: nobody plays.")
