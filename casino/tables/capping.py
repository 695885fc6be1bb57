"""What a guest may stake in a round, where the law, or the club, limits it. An ante is a stake too."""

from django.db.models import Sum

from casino.clubs.models import Player
from casino.desk.accounts import Role
from casino.tables.beside import accounts_of
from casino.tables.models import Round
from games.kit.errors import RuleBroken
from ledger.models import Transfer


def require_below_cap(round_: Round, player: Player, *, staked: int, more: int) -> None:
    """Refuse what goes beyond the cap: so many more, where so many lie on the cloth."""
    cap = round_.table.session.stake_cap
    if cap is None:
        return
    before = staked + anted(round_, player)
    if before + more > cap:
        raise RuleBroken(
            "stake_cap",
            "Nobody stakes more than %(most)s in a round; %(room)s more would be accepted.",
            most=cap,
            room=max(0, cap - before),
        )


def anted(round_: Round, player: Player) -> int:
    """What this player has in the pot of the round."""
    pot = accounts_of(round_.table_id).get(Role.POT)
    if pot is None:
        return 0
    moved = Transfer.objects.filter(entry__book=round_.table.book_id, entry__key__startswith=f"round:{round_.pk}:move:")
    paid = moved.filter(payer=player.purse_id, payee=pot).aggregate(all=Sum("amount"))["all"] or 0
    back = moved.filter(payer=pot, payee=player.purse_id).aggregate(all=Sum("amount"))["all"] or 0
    return int(paid - back)
