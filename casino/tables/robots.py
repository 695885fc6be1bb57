"""Automatic players: they see what everybody sees, and stake and decide through the same functions as people."""

import secrets

from casino.clubs.actors import HOUSE, guest
from casino.clubs.models import Player
from casino.desk.counters import buy_in
from casino.tables import locks
from casino.tables.models import Round
from casino.tables.moving import cost_of, make_move
from casino.tables.playing import value_of
from casino.tables.staking import place_stake
from games.kit import automatic
from games.kit.errors import RuleBroken
from games.kit.fair import Draws
from games.kit.game import written
from ledger import balances
from ledger.errors import LedgerError

REFILL = 100  # counters that a robot of a demo buys when it has too few left


def act_for(round_id: int) -> int:
    """Decide what robots are asked, or else stake for them; how many things were done."""
    return decide_for(round_id) or stake_for(round_id)


def decide_for(round_id: int) -> int:
    """Every robot that the round waits for, or that wants something, makes the move of the game's automatic player."""
    return decide_in(locks.read(round_id))


def decide_in(round_: Round) -> int:
    """For who has just read the round."""
    value, made = value_of(round_), 0
    if not round_.live or round_.paused_at is not None:
        return 0
    wanted = {
        seat: move
        for seat in value.seats
        if (move := value.game.automatic(value.state, seat) or value.game.eager(value.state, seat))
    }
    for name, player in _robots(round_, but_holder=False) if wanted else []:
        if name not in wanted:
            continue
        try:
            _refill(round_, player, cost_of(value, wanted[name]))
            make_move(round_.pk, player=player, move=written(wanted[name]), by=guest(player))
            made += 1
        except (RuleBroken, LedgerError):  # somebody was quicker
            continue
    return made


def stake_for(round_id: int) -> int:
    """Stake for every robot at the table that has not; how many stakes were taken."""
    round_ = locks.read(round_id)
    value = value_of(round_)
    if not value.game.takes_stakes(value.state):
        return 0
    taken, staked = 0, set(round_.stakes.filter(counters__gt=0).values_list("seat__player", flat=True))
    for name, player in _robots(round_):
        if player.pk in staked:
            continue
        purse = _refill(round_, player, 1)
        numbers = Draws(secrets.token_bytes(32)).numbers("stakes")
        for stake in automatic.stakes(name, value.offers, purse, numbers):
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


def _refill(round_: Round, player: Player, needed: int) -> int:
    """What is in the purse. In a demo a robot buys more if that is less than it needs."""
    purse = balances.balance(player.purse_id)
    if purse < needed and round_.table.session.demo:
        purse += buy_in(player=player, counters=max(REFILL, needed - purse), by=HOUSE).counters
    return purse


def _robots(round_: Round, *, but_holder: bool = True) -> list[tuple[str, Player]]:
    """Those who sit there, with their names in this round; who holds its office does not stake."""
    names = round_.names
    sitting = round_.table.seats.filter(player__automatic=True, left_at=None, pk__in=names)
    seats = sitting.select_related("player__session")
    return [(names[seat.pk], seat.player) for seat in seats if not but_holder or seat.pk != round_.holder_id]
