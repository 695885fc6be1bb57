"""All that is told in a game of Ascot."""

from games.ascot import (
    appointing,
    betting,
    bidding,
    deal,
    debts,
    discard,
    entry,
    exchange,
    favourites,
    paddock,
    places,
    prizes,
    race_told,
    sale,
    trades_told,
    training_told,
)
from games.kit.game import Happening

_MODULES = (
    *(deal, appointing, exchange, discard, bidding, sale),
    *(training_told, debts, trades_told),
    *(paddock, entry, favourites, betting, places),
    *(race_told, prizes),
)
HAPPENINGS: tuple[type[Happening], ...] = tuple(
    dict.fromkeys(kind for module in _MODULES for kind in module.HAPPENINGS)
)
