"""What players own: horses, businesses and kept reports, and how one of them changes hands."""

from games.ascot.edition import STABLES, Business
from games.ascot.flow import Flow
from games.ascot.moves import Asset
from games.ascot.state import State

BUSINESSES = frozenset(business.value for business in Business)


def owned(state: State, seat: str) -> tuple[Asset, ...]:
    """All that a player can sell: horses that are in play by number, businesses, reports in the order they came."""
    horses = (str(horse.number) for horse in state.horses_of(seat))
    businesses = (business.value for business in state.businesses_of(seat))
    return (*horses, *businesses, *state.player(seat).reports)


def hand_over(flow: Flow, asset: Asset, to: str) -> Flow:
    """To a new owner, whoever had it. A horse goes with the small cards that lie on it (S-1)."""
    if asset.isdecimal():
        return flow.with_horse(int(asset), owner=to)
    if asset in BUSINESSES:
        return flow.having(holders={**flow.state.holders, asset: to})
    for player in flow.state.players:
        if asset in player.reports:
            flow = flow.with_player(player.seat, reports=tuple(card for card in player.reports if card != asset))
    return flow.with_player(to, reports=(*flow.state.player(to).reports, asset))


def second_stable(state: State, seat: str, asset: Asset) -> bool:
    """X-4, V-9: whether this player, with this asset, would have both stables. A card kept in the hand counts."""
    if asset not in STABLES:
        return False
    other = next(stable.value for stable in STABLES if stable != asset)
    return state.holders.get(other) == seat or other in state.player(seat).hand
