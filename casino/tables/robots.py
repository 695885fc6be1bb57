"""Automatic players: they see what everybody sees, and stake through the same function as people."""

import secrets

from casino.clubs.actors import HOUSE, guest
from casino.clubs.models import Player
from casino.desk.counters import buy_in
from casino.tables.carrying import STAKE_FOR_ROBOTS, send_after_commit
from casino.tables.models import Round
from casino.tables.playing import value_of
from casino.tables.staking import place_stake
from games.kit import automatic
from games.kit.errors import RuleBroken
from games.kit.fair import Draws
from games.kit.round import Phase
from games.kit.round import Round as Value
from ledger import balances
from ledger.errors import LedgerError

REFILL = 100  # counters that a robot of a demo buys when it has none left


def send_robots(round_: Round, value: Value) -> None:
    """Have a worker stake for the robots, as soon as stakes are taken. If the message is lost, they sit it out."""
    taken = value.phase is Phase.OPEN and value.game.takes_stakes(value.state)
    if taken and round_.table.seats.filter(left_at=None, player__automatic=True).exists():
        send_after_commit(STAKE_FOR_ROBOTS, round_.pk)


def stake_for(round_id: int) -> int:
    """Stake for every robot at the table; how many stakes were taken."""
    round_ = Round.objects.select_related("table__session", "secret").get(pk=round_id)
    value = value_of(round_)
    markets, taken = value.game.markets(value.state), 0
    for name, player in _robots(round_):
        purse = balances.balance(player.purse_id)
        if purse == 0 and round_.table.session.demo:
            buy_in(player=player, counters=REFILL, by=HOUSE)
            purse = REFILL
        numbers = Draws(secrets.token_bytes(32)).numbers("stakes")
        for stake in automatic.stakes(name, markets, purse, numbers):
            try:
                place_stake(
                    round_id,
                    player=player,
                    market=stake.market,
                    selection=stake.selection,
                    counters=stake.counters,
                    by=guest(player),
                )
                taken += 1
            except (RuleBroken, LedgerError):
                continue
    return taken


def _robots(round_: Round) -> list[tuple[str, Player]]:
    """With their names in this round; who holds its office does not stake."""
    names = round_.names
    seats = round_.table.seats.filter(player__automatic=True, pk__in=names).select_related("player__session")
    return [(names[seat.pk], seat.player) for seat in seats if seat.pk != round_.holder_id]
