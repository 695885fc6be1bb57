"""What the automatic player thinks that cards are worth, in whole francs."""

from games.ascot.assets import BUSINESSES, second_stable
from games.ascot.edition import HORSES, Business, Colour
from games.ascot.flow import Flow
from games.ascot.moves import Asset

PERCENT = 100
# Of the printed price.
COLOURS = {Colour.BLACK: 110, Colour.RED: 100, Colour.YELLOW: 95, Colour.BLUE: 80}
OF_A_BUSINESS = 90
BUSINESS = {Business.CLUB: 110, Business.STEVENS: 100, Business.WALROY: 100, Business.BOOKMAKER: 100}
A_REPORT = 5_000  # that can be kept; one that saves from the same mishap as another is worth nothing
AN_ADVANTAGE = 4_000  # for each length that the colour gives
A_DISADVANTAGE = 5_000


def worth(flow: Flow, seat: str, asset: Asset) -> int:
    """To this player, who may have it already. A second stable is worth nothing."""
    if asset.isdecimal():
        return horse(flow, int(asset))
    if asset in BUSINESSES:
        if second_stable(flow.state, seat, asset):
            return 0
        return flow.edition.prices[asset] * BUSINESS.get(Business(asset), OF_A_BUSINESS) // PERCENT
    return _report(flow, seat, asset)


def horse(flow: Flow, number: int) -> int:
    """With the small cards that lie on it."""
    edition, small = flow.edition, flow.state.horse(number)
    plain = edition.prices[str(number)] * COLOURS[edition.colour(number)] // PERCENT
    gained = AN_ADVANTAGE * edition.bonus(number) * small.advantages - A_DISADVANTAGE * small.disadvantages
    return max(0, plain + gained)


def target(flow: Flow) -> int:
    """How many horses everybody will probably run."""
    state, edition = flow.state, flow.edition
    if state.options.horses_each is not None:
        return state.options.horses_each
    players = len(state.players)
    cap = edition.horses_of_two if players == 2 else edition.horses_in_race
    return min(cap, HORSES // players)


def horses(flow: Flow, seat: str) -> int:
    """That a player has, owned or in the hand."""
    hand = flow.state.player(seat).hand
    return len(flow.state.horses_of(seat)) + sum(card.isdecimal() for card in hand)


def _report(flow: Flow, seat: str, card: str) -> int:
    known = flow.edition.reports_by_card
    held = {known[each].immunity for each in flow.state.player(seat).reports if each != card}
    return 0 if known[card].immunity in held else A_REPORT
