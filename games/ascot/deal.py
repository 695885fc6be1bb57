"""Before the game: who plays, the francs out of the box, and the twenty cards."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from games.ascot import appointing, exchange
from games.ascot.acting import Part
from games.ascot.edition import CARDS, HORSES, Business, Dealing, Edition, start_lane
from games.ascot.flow import CARRIED, THE_BOX, TOTE, Flow, holding
from games.ascot.moves import Card, Deal
from games.ascot.options import Options, check_players
from games.ascot.state import Horse, Packet, Phase, Player, State
from games.kit.auction import from_left_of
from games.kit.errors import RuleBroken
from games.kit.game import Cards, Happening
from games.kit.payments import Reason
from games.kit.totalisator import TicketBook

PACKS = ("stevens", "walroy", "vet")


@dataclass(frozen=True)
class Dealt(Happening):
    """So many cards to each player, and so many to the dead hand."""

    each: int
    dead: int
    dealer: str

    def __str__(self) -> str:
        return f"{self.each} cards each, {self.dead} in the dead hand"


@dataclass(frozen=True)
class HandDealt(Happening):
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return ", ".join(self.cards)


HAPPENINGS: tuple[type[Happening], ...] = (Dealt, HandDealt)


def unready(state: State) -> RuleBroken | None:
    """M-1: why the cards cannot be dealt."""
    if state.entries.by_entry:
        return state.entries.unfilled()
    return check_players(len(state.entries.names))


def wanted(flow: Flow, players: Sequence[str]) -> Cards:
    """All twenty cards, for these players in the order of play."""
    order = from_left_of(_dealer(flow.state.options, players), players)
    dealing = flow.edition.dealing(len(players))
    handed_out = partial(_handed_out, players, order, dealing)
    return Cards(
        "deal", flow.edition.cards, 0, CARDS, becomes=handed_out, typed=partial(_read_off, len(players), dealing.each)
    )


def _banker(options: Options, players: Sequence[str]) -> str:
    return players[(options.banker - 1) % len(players)]


def _dealer(options: Options, players: Sequence[str]) -> str:
    """D4: the banker, if nobody else is named."""
    return _banker(options, players) if options.dealer is None else players[(options.dealer - 1) % len(players)]


def _handed_out(players: Sequence[str], order: Sequence[str], dealing: Dealing, cards: tuple[Any, ...]) -> Deal:
    """D-1, D-2, D3: one card to each from the dealer's left and one to the dead hand, round by round, until players
    or dead hand have theirs; odd cards go to the dead hand. Its last card lies on top.
    """
    left, piles = list(cards), {seat: list[Any]() for seat in players}
    dead: list[Any] = []
    for _ in range(dealing.each):
        for seat in order:
            piles[seat] += left[:1]
            del left[:1]
        if len(dead) < dealing.dead:
            dead += left[:1]
            del left[:1]
    return Deal(tuple(tuple(piles[seat]) for seat in players), tuple(reversed([*dead, *left])))


def _read_off(players: int, each: int, cards: tuple[Any, ...]) -> Deal:
    """As they lie there: hand by hand in the order of play, and then the dead hand, its top card first."""
    hands = tuple(cards[at * each : (at + 1) * each] for at in range(players))
    return Deal(hands, cards[players * each :])


def _deal(flow: Flow, move: Deal) -> Flow:
    """The cards are an argument, so any game can be replayed."""
    if problem := unready(flow.state):
        raise problem
    names = flow.state.entries.names
    _check_cards(flow.edition, len(names), move)
    flow = _paid_out(_set_up(flow, names), names)
    for seat, hand in zip(names, move.hands, strict=True):
        flow = flow.with_player(seat, hand=hand).tell(HandDealt(hand, only_for=seat))
    return _with_auctioneer(flow.having(dead=move.dead))


def _check_cards(edition: Edition, players: int, move: Deal) -> None:
    dealing = edition.dealing(players)
    sizes = [len(hand) for hand in move.hands]
    if sizes != [dealing.each] * players or len(move.dead) != dealing.dead:
        raise RuleBroken(
            "wrong_hands",
            "Each of %(players)s players is dealt %(each)s cards, the dead hand %(dead)s.",
            players=players,
            each=dealing.each,
            dead=dealing.dead,
        )
    for card, count in Counter([*move.dead, *(card for hand in move.hands for card in hand)]).items():
        if card not in edition.prices:
            raise RuleBroken("unknown_card", "%(card)s is no card of this edition.", card=card)
        if count > 1:
            raise RuleBroken("duplicate_card", "%(card)s has been dealt from this pack already.", card=card)


def _set_up(flow: Flow, names: tuple[str, ...]) -> Flow:
    """The horses in their boxes, the packs in their places, and nobody has anything yet."""
    options, dealing = flow.state.options, flow.edition.dealing(len(names))
    dealer = _dealer(options, names)
    return flow.having(
        players=tuple(Player(seat, 0) for seat in names),
        horses=tuple(Horse(number, lane=start_lane(number)) for number in range(1, HORSES + 1)),
        banker=_banker(options, names),
        dealer=dealer,
        packs={pack: Packet() for pack in PACKS},
        tickets=TicketBook(flow.edition.bets_per_horse),
        carried=options.carried,
    ).tell(Dealt(dealing.each, dealing.dead, dealer))


def _paid_out(flow: Flow, names: tuple[str, ...]) -> Flow:
    """M-2: the same for everybody, the banker too; and what an earlier game left goes into the totalisator."""
    for seat in names:
        flow = flow.pay(THE_BOX, holding(seat), flow.edition.money.starting_cash, Reason.BOX)
    return flow.pay(CARRIED, TOTE, flow.state.carried, Reason.CARRY_OVER)


def _with_auctioneer(flow: Flow) -> Flow:
    """A-1, A-3: whoever was dealt the card shows it, or else somebody is appointed."""
    for player in flow.state.players:
        if Business.AUCTIONEER in player.hand:
            return exchange.begin(appointing.show_auctioneer(flow, player.seat))
    return appointing.begin(flow, Phase.AUCTIONEER)


PHASES: Mapping[Phase, Part] = {Phase.ENTERING: Part({Deal: _deal})}
