"""What a table may vary in Ascot: what the players agree on before the game."""

from dataclasses import dataclass
from typing import Literal

from games.ascot.edition import HORSES, PLAYERS, Edition
from games.kit.courses import MOST_COUNTERS
from games.kit.errors import RuleBroken
from games.kit.options import bad_option, check_ante, check_limits

MOST_CARRIED = 1_000_000_000
LIMITS = {
    "ante": (0, MOST_COUNTERS),
    "banker": (1, PLAYERS[-1]),
    "carried": (0, MOST_CARRIED),
}


@dataclass(frozen=True)
class Options:
    """`players` are places that seats enter for; without it all who sit there play. `banker` and `dealer` are places
    of those who play; the banker deals first if nobody else is named. `carried` are francs in the totalisator before
    the first bet.
    """

    edition: str | Edition = "miro-demo-1"
    players: int | None = None
    ante: int = 0
    banker: int = 1
    dealer: int | None = None
    winners: Literal["first_horse", "first_horse_and_richest"] = "first_horse"
    tote_no_backer: Literal["bookmaker", "carry_over"] = "bookmaker"
    tote_min_multiple: Literal[0, 1] = 1
    finish_rule: Literal["stay", "advance_if_short"] = "stay"
    unowned_fee: Literal["none", "bank"] = "none"
    auction_reserve: bool = True
    place_bets: bool = True
    free_trade_during_training: bool = False
    objection: Literal["automatic", "on_claim"] = "automatic"
    horses_each: int | None = None
    carried: int = 0

    def __post_init__(self) -> None:
        check_limits(self, LIMITS)
        check_ante(self.players, self.ante)
        if self.dealer is not None and not 1 <= self.dealer <= PLAYERS[-1]:
            raise bad_option("dealer", f"a whole number from 1 to {PLAYERS[-1]}")
        if self.horses_each is not None and not 1 <= self.horses_each <= HORSES // 2:
            raise bad_option("horses_each", f"a whole number from 1 to {HORSES // 2}")
        if self.players is not None and (problem := check_players(self.players)):
            raise problem


def check_players(players: int) -> RuleBroken | None:
    """M-1: why so many cannot play."""
    if players not in PLAYERS:
        return RuleBroken("wrong_players", "Two to six play, not %(players)s.", players=players)
    return None
