"""States of a game to begin a test from, without playing up to them."""

from dataclasses import replace
from typing import Any

from games.ascot.edition import HORSES, Business, Edition, start_lane
from games.ascot.flow import Flow
from games.ascot.options import Options
from games.ascot.state import Horse, Packet, Phase, Player, State
from games.kit.entering import Entries
from games.kit.totalisator import TicketBook
from tests.games.ascot.editions import SHIPPED

SEATS = ("Ada", "Bob", "Cy", "Dan", "Eve", "Fay")
START = 281_000
EDITION = SHIPPED


def position(players: int = 4, phase: Phase = Phase.TRAINING, edition: Edition = EDITION, **changes: Any) -> Flow:
    """Players Ada, Bob, … with 281,000 each, and all else as at the beginning of a game, but for these changes of the
    state. Options are changed by an `Options` of one's own. Nobody owns anything yet; Ada is banker and dealer.
    """
    seats = SEATS[:players]
    state = State(
        options=Options(),
        seats=seats,
        entries=Entries.opened(None, 0, seats),
        phase=phase,
        players=tuple(Player(seat, START) for seat in seats),
        horses=tuple(Horse(number, lane=start_lane(number)) for number in range(1, HORSES + 1)),
        banker=seats[0],
        dealer=seats[0],
        packs={"stevens": Packet(), "walroy": Packet(), "vet": Packet()},
        tickets=TicketBook(edition.bets_per_horse),
    )
    return Flow(edition, replace(state, **changes))


def owning(flow: Flow, **owners: tuple[int | Business, ...]) -> Flow:
    """With horses by number, and businesses, in these hands: `owning(flow, Ada=(1, 2, Business.VET))`."""
    for seat, assets in owners.items():
        for asset in assets:
            if isinstance(asset, Business):
                flow = flow.having(holders={**flow.state.holders, asset.value: seat})
            else:
                flow = flow.with_horse(asset, owner=seat)
    return flow


def on_course(flow: Flow, **places: tuple[int, int]) -> Flow:
    """With horses on the course, by name `h3=(length, lane)`."""
    for name, (length, lane) in places.items():
        flow = flow.with_horse(int(name.removeprefix("h")), length=length, lane=lane)
    return flow
