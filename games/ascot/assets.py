"""What can be owned: horses, businesses, reports that are kept."""

from games.ascot.edition import Business
from games.ascot.flow import Flow
from games.ascot.moves import Asset
from games.ascot.state import State


def owned(state: State, seat: str) -> tuple[Asset, ...]:
    """All that a player has beside francs: horses in play, businesses, reports."""
    horses = (str(horse.number) for horse in state.horses_of(seat))
    businesses = (business.value for business in state.businesses_of(seat))
    return (*horses, *businesses, *state.player(seat).reports)


def hand_over(flow: Flow, asset: Asset, to: str) -> Flow:
    """From whoever has it."""
    if asset.isdecimal():
        return flow.with_horse(int(asset), owner=to)
    if asset in set(Business):
        return flow.having(holders={**flow.state.holders, asset: to})
    for player in flow.state.players:
        kept = tuple(card for card in player.reports if card != asset)
        flow = flow.with_player(player.seat, reports=kept)
    return flow.with_player(to, reports=(*flow.state.player(to).reports, asset))
