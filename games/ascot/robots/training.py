"""What an automatic player does in training, with debts, and when something is offered to it."""

from games.ascot import assets, debts, ground, reports, trades
from games.ascot.edition import Business, Effect, Immunity, Pack
from games.ascot.flow import Flow
from games.ascot.moves import (
    Accept,
    Asset,
    Decline,
    ForcedOffer,
    JoinClub,
    MemberReport,
    ReportHorse,
    Throw,
)
from games.ascot.pending import Choosing, Debt, Joining
from games.ascot.robots import worth
from games.ascot.state import Phase, State, Trade
from games.ascot.training import may_ask
from games.kit.game import Move

JOINS = 10  # percents of the cash that membership may cost
BAD = {Effect.DISADVANTAGE, Effect.REST, Effect.ELIMINATE}


# Good reports are for the best colours: Walroy trains black and red horses.
PACKS: tuple[Pack, ...] = ("walroy", "stevens", "vet")


def choose(flow: Flow, seat: str) -> Move | None:
    """What this seat decides, where training, a report, the club or a debt waits for it."""
    match flow.state.task:
        case None if flow.state.phase is Phase.TRAINING and flow.state.turn == seat:
            return Throw(seat=seat)
        case Joining(seat=asked) if asked == seat:
            return JoinClub(joins=_joins(flow, seat), seat=seat)
        case Choosing(seat=asked, card=card) if asked == seat:
            return ReportHorse(_horse_for(flow, seat, card), seat=seat)
        case Debt(seat=debtor) as debt if debtor == seat:
            return ForcedOffer(_to_sell(flow, debt), seat=seat)
    return None


def eager(flow: Flow, seat: str) -> Move | None:
    """What it does unasked: it answers an offer, or takes a report that its membership allows."""
    for trade in flow.state.offers:
        if trade.to == seat and (answer := _answer(flow, trade)):
            return answer
    if flow.state.phase is Phase.TRAINING and flow.state.task is None:
        for pack in PACKS:
            if may_ask(flow, seat, pack) and _wants(flow, seat, pack):
                return MemberReport(pack, seat=seat)
    return None


def value(flow: Flow, seat: str, asset: Asset) -> int:
    """What something is worth to this player now: a business, but for the bookmaker's, by what it can still earn."""
    full = worth.worth(flow, seat, asset)
    earning = asset in assets.BUSINESSES and asset != Business.BOOKMAKER
    return full * _lap_left(flow) // worth.PERCENT if earning else full


def _lap_left(flow: Flow) -> int:
    """How much of the lap all horses still have before them, in percents; nothing after training."""
    if flow.state.phase is not Phase.TRAINING:
        return 0
    lap = ground.home(flow.edition)
    steps = [lap - horse.steps for horse in flow.state.horses if ground.is_out(flow.edition, horse)]
    return worth.PERCENT * sum(steps) // (lap * len(flow.state.horses))


def _joins(flow: Flow, seat: str) -> bool:
    """As long as the fee is small, and no more than half of the lap is done."""
    fee, horses = flow.edition.money.membership_fee, flow.state.horses_of(seat)
    early = sum(horse.steps for horse in horses) * 2 <= ground.home(flow.edition) * len(horses)
    return early and fee * worth.PERCENT <= flow.state.player(seat).cash * JOINS


def _wants(flow: Flow, seat: str, pack: Pack) -> bool:
    """Reports of Stevens are worth having for who has no better horses, those of Walroy as long as its horses have no
    Disadvantage; the vet's late, and only for what saves from a burst vessel.
    """
    out, horses = ground.out_of(flow, seat), flow.state.horses_of(seat)
    if len(out) < 2:
        return False
    better = [horse for horse in horses if reports.suits(flow, "walroy", horse.number)]
    if pack == "walroy":
        return all(horse.disadvantages == 0 for horse in better)
    late = sum(horse.steps for horse in out) * 2 > ground.home(flow.edition) * len(out)
    return not better if pack == "stevens" else late and Immunity.VESSEL not in _immunities(flow, seat)


def _immunities(flow: Flow, seat: str) -> list[Immunity | None]:
    return [flow.edition.reports_by_card[card].immunity for card in flow.state.player(seat).reports]


def _horse_for(flow: Flow, seat: str, card: str) -> int:
    """What is good for the best horse, what is bad for the worst."""
    report, numbers = flow.edition.reports_by_card[card], reports.horses_for(flow, seat, card)
    bad = report.effect in BAD or report.amount < 0
    by_worth = sorted(numbers, key=lambda number: (worth.horse(flow, number), -number))
    return by_worth[0 if bad else -1]


def _to_sell(flow: Flow, debt: Debt) -> Asset:
    """A useless report first, then the business that earns least, then the worst horse, and at last other reports."""

    def order(asset: Asset) -> tuple[int, int, Asset]:
        price = value(flow, debt.seat, asset)
        if asset.isdecimal():
            return 2, price, asset
        if asset in assets.BUSINESSES:
            return 1, price, asset
        return 3 if price else 0, price, asset

    return min(debts.for_sale(flow.state, debt), key=order)


def _answer(flow: Flow, trade: Trade) -> Move | None:
    """What is worth more than it costs is accepted, as soon as that can be; anything else is declined."""
    gains = sum(value(flow, trade.to, asset) for asset in trade.give) + trade.pays
    costs = sum(value(flow, trade.to, asset) for asset in trade.ask) + trade.gets
    if gains <= costs or _empties(flow.state, trade):
        return Decline(trade.number, seat=trade.to)
    if not trades.is_open(flow.state):
        return None
    answer = Decline if trades.refusal(flow, trade) else Accept
    return answer(trade.number, seat=trade.to)


def _empties(state: State, trade: Trade) -> bool:
    """Whether no horse would be left to run."""
    mine = {str(horse.number) for horse in state.horses_of(trade.to)}
    return bool(mine) and not (mine - {*trade.ask}) and not any(asset.isdecimal() for asset in trade.give)
