"""What players sell and swap among themselves: an offer to one other, who accepts or declines it."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict

from games.ascot import assets
from games.ascot.acting import Act
from games.ascot.edition import STABLES, Business
from games.ascot.flow import Flow, holding
from games.ascot.moves import Accept, Asset, Decline, Offer, WithdrawOffer
from games.ascot.pending import Hazarding
from games.ascot.state import Phase, State, Trade
from games.ascot.trades_told import OfferDeclined, OfferLapsed, OfferMade, OfferWithdrawn, TradeMade
from games.kit.errors import RuleBroken
from games.kit.game import Amount, Choice, Composed, Legal, Move, not_seated
from games.kit.payments import Reason

MOST_OFFERS = 5  # that one player may have standing
CLOSED = (Phase.ENTERING, Phase.AUCTIONEER, Phase.EXCHANGE, Phase.DISCARD, Phase.SALE, Phase.FINISHED)


def tradeable(state: State, seat: str) -> tuple[Asset, ...]:
    """S-1 to S3: reports at any time after the sale; horses in the paddock; horses and businesses in training if that
    was agreed. The auctioneer's card is worth nothing any more.
    """
    if state.phase in CLOSED:
        return ()
    free = state.phase is Phase.TRAINING and state.options.free_trade_during_training
    horses, businesses = free or state.phase is Phase.PADDOCK, free
    return tuple(asset for asset in assets.owned(state, seat) if _goes(asset, horses=horses, businesses=businesses))


def _goes(asset: Asset, *, horses: bool, businesses: bool) -> bool:
    if asset.isdecimal():
        return horses
    return (businesses and asset != Business.AUCTIONEER) if asset in assets.BUSINESSES else True


def is_open(state: State) -> bool:
    """Whether anything may be offered and accepted now: while nothing is pending, or a horse is in danger that a report
    would save.
    """
    return state.phase not in CLOSED and (state.task is None or isinstance(state.task, Hazarding))


def refusal(flow: Flow, trade: Trade) -> RuleBroken | None:
    """Why an offer cannot be accepted now."""
    if not _stands(flow.state, trade):
        return RuleBroken("offer_expired", "Offer %(offer)s no longer holds.", offer=trade.number)
    if not is_open(flow.state):
        return _closed()
    return _unlawful(flow, trade)


def pruned(flow: Flow) -> Flow:
    """Without the offers that no longer hold, because something has changed hands or the phase has changed."""
    gone = tuple(trade for trade in flow.state.offers if not _stands(flow.state, trade))
    if not gone:
        return flow
    left = tuple(trade for trade in flow.state.offers if trade not in gone)
    return flow.having(offers=left).tell(*(OfferLapsed(trade.number) for trade in gone))


def _stands(state: State, trade: Trade) -> bool:
    """Whether both sides still have what is to change hands, and may part with it now."""
    return set(trade.give) <= set(tradeable(state, trade.by)) and set(trade.ask) <= set(tradeable(state, trade.to))


def _closed() -> RuleBroken:
    return RuleBroken("no_trade_now", "Nothing can be traded now.")


def _unlawful(flow: Flow, trade: Trade) -> RuleBroken | None:
    """X-4, M-6: nobody gets both stables, nobody pays what he does not have."""
    for seat, gets, gives in ((trade.by, trade.ask, trade.give), (trade.to, trade.give, trade.ask)):
        held = {business.value for business in flow.state.businesses_of(seat)}
        if set(STABLES) <= (held - {*gives} | {*gets}):
            return RuleBroken("both_stables", "%(seat)s cannot have both stables.", seat=seat)
    for seat, francs in ((trade.by, trade.pays), (trade.to, trade.gets)):
        if francs > flow.state.player(seat).cash:
            return RuleBroken("short_purse", "%(seat)s does not have %(francs)s.", seat=seat, francs=francs)
    return None


def _offer(flow: Flow, move: Offer) -> Flow:
    state, seat = flow.state, move.seat
    assert seat is not None
    _require_game(state)
    for name in (seat, move.to):
        if name not in state.names:
            raise not_seated(name)
    if seat == move.to:
        raise RuleBroken("own_partner", "Nobody trades with himself.")
    if not is_open(state):
        raise _closed()
    if _standing_of(state, seat) >= MOST_OFFERS:
        raise RuleBroken("too_many_offers", "%(seat)s has %(most)s offers already.", seat=seat, most=MOST_OFFERS)
    _check_assets(flow, move)
    _check_francs(flow, move)
    trade = Trade(state.offered + 1, seat, move.to, move.give, move.ask, move.pays, move.gets)
    if problem := _unlawful(flow, trade):
        raise problem
    made = flow.having(offers=(*state.offers, trade), offered=trade.number)
    return made.tell(OfferMade(**asdict(trade)))


def _standing_of(state: State, seat: str) -> int:
    return sum(trade.by == seat for trade in state.offers)


def _check_assets(flow: Flow, move: Offer) -> None:
    """That something is traded, each once, by whoever has it. Francs alone are not: M-6 allows no loans."""
    if not move.give and not move.ask:
        raise RuleBroken("empty_offer", "An offer is about a horse, a business or a report.")
    known = {*flow.edition.cards, *flow.edition.reports_by_card}
    for seat, listed in ((move.seat, move.give), (move.to, move.ask)):
        assert seat is not None
        mine, now = assets.owned(flow.state, seat), tradeable(flow.state, seat)
        for asset in listed:
            if asset not in known:
                raise RuleBroken("unknown_asset", "%(asset)s is nothing that can be traded.", asset=asset)
            if asset not in mine:
                raise RuleBroken("not_owner", "%(seat)s does not own %(asset)s.", seat=seat, asset=asset)
            if asset not in now:
                raise RuleBroken("not_for_sale", "%(asset)s cannot be traded now.", asset=asset)
        if len(set(listed)) < len(listed):
            raise RuleBroken("asset_twice", "Everything is offered or asked for once.")


def _check_francs(flow: Flow, move: Offer) -> None:
    unit = flow.edition.money.cash_unit
    for francs in (move.pays, move.gets):
        if type(francs) is not int or francs < 0 or francs % unit:
            raise RuleBroken("bad_amount", "A price is a multiple of %(step)s.", step=unit)


def _accept(flow: Flow, move: Accept) -> Flow:
    trade = _found(flow.state, move.offer)
    _require_side(move.seat, trade.to)
    if problem := refusal(flow, trade):
        raise problem
    return _traded(flow.having(offers=_without(flow.state, trade)), trade)


def _traded(flow: Flow, trade: Trade) -> Flow:
    """The difference is paid. In the paddock neither side is ready any more."""
    by, to, francs = holding(trade.by), holding(trade.to), trade.pays - trade.gets
    payer, payee = (by, to) if francs > 0 else (to, by)
    flow = flow.pay(payer, payee, abs(francs), Reason.TRADE).tell(TradeMade(**asdict(trade)))
    for asset in trade.give:
        flow = assets.hand_over(flow, asset, trade.to)
    for asset in trade.ask:
        flow = assets.hand_over(flow, asset, trade.by)
    if flow.state.phase is Phase.PADDOCK:
        waiting = {*flow.state.waiting, trade.by, trade.to}
        flow = flow.having(waiting=tuple(seat for seat in flow.state.names if seat in waiting))
    return pruned(flow)


def _decline(flow: Flow, move: Decline) -> Flow:
    trade = _found(flow.state, move.offer)
    _require_side(move.seat, trade.to)
    return flow.having(offers=_without(flow.state, trade)).tell(OfferDeclined(trade.number, trade.to))


def _withdraw(flow: Flow, move: WithdrawOffer) -> Flow:
    trade = _found(flow.state, move.offer)
    _require_side(move.seat, trade.by)
    return flow.having(offers=_without(flow.state, trade)).tell(OfferWithdrawn(trade.number, trade.by))


def _require_game(state: State) -> None:
    if state.phase is Phase.FINISHED:
        raise RuleBroken("game_over", "The game is over.")


def _found(state: State, number: int) -> Trade:
    _require_game(state)
    for trade in state.offers:
        if trade.number == number:
            return trade
    if type(number) is int and 1 <= number <= state.offered:
        raise RuleBroken("offer_expired", "Offer %(offer)s no longer holds.", offer=number)
    raise RuleBroken("unknown_offer", "There is no offer %(offer)s.", offer=number)


def _require_side(seat: str | None, side: str) -> None:
    if seat != side:
        raise RuleBroken("not_your_offer", "This is for %(seat)s to say.", seat=side)


def _without(state: State, trade: Trade) -> tuple[Trade, ...]:
    return tuple(each for each in state.offers if each.number != trade.number)


ACTS: Mapping[type[Move], Act] = {Offer: _offer, Accept: _accept, Decline: _decline, WithdrawOffer: _withdraw}


def legal(flow: Flow, seat: str) -> Iterator[Legal]:
    """An offer that stands can be declined and withdrawn at any time, until the game is over."""
    if flow.state.phase is Phase.FINISHED:
        return
    for trade in flow.state.offers:
        if trade.to == seat:
            if refusal(flow, trade) is None:
                yield Accept(trade.number, seat=seat)
            yield Decline(trade.number, seat=seat)
        if trade.by == seat:
            yield WithdrawOffer(trade.number, seat=seat)
    if is_open(flow.state) and _standing_of(flow.state, seat) < MOST_OFFERS:
        yield from _composed(flow, seat)


def _composed(flow: Flow, seat: str) -> Iterator[Legal]:
    others = tuple(name for name in flow.state.names if name != seat)
    give = tradeable(flow.state, seat)
    ask = tuple(asset for name in others for asset in tradeable(flow.state, name))
    if give or ask:
        unit = flow.edition.money.cash_unit
        own = flow.state.player(seat).cash // unit * unit
        most = max(flow.state.player(name).cash for name in others) // unit * unit
        choices = (Choice("to", others), Choice("give", give), Choice("ask", ask))
        yield Composed(Offer, choices, (Amount("pays", 0, own, unit), Amount("gets", 0, most, unit)))
