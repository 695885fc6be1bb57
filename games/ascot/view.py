"""What is seen of a game of Ascot: by everybody, and of the hands by each seat its own."""

from dataclasses import dataclass, replace
from typing import Self

from games.ascot.edition import Business, Colour, Edition, Immunity
from games.ascot.moves import Card
from games.ascot.pending import Task
from games.ascot.prizes import winners
from games.ascot.state import Horse, Phase, PlaceBet, Player, Standing, State, Trade
from games.kit.catalogue import Words
from games.kit.totalisator import SoldTicket

HIDDEN = "?"


@dataclass(frozen=True)
class HorseView:
    """`steps` are those of the training ground. `length` and `lane` are on the course."""

    number: int
    called: Words
    colour: Colour
    owner: str | None
    standing: Standing
    steps: int
    length: int
    lane: int
    advantages: int
    disadvantages: int
    misses: int
    down: bool

    @classmethod
    def of(cls, horse: Horse, edition: Edition) -> Self:
        card = edition.horse(horse.number)
        return cls(called=card.name, colour=card.colour, **vars(horse))


@dataclass(frozen=True)
class KeptReport:
    """A report that was kept, and what it saves a horse from."""

    card: str
    immunity: Immunity | None


@dataclass(frozen=True)
class PlayerView:
    """`cards` is how many are in the hand. The small cards are the player's in the race only."""

    seat: str
    cash: int
    cards: int
    bought: tuple[Card, ...]
    businesses: tuple[Business, ...]
    horses: tuple[int, ...]
    reports: tuple[KeptReport, ...]
    member: bool
    misses: int
    advantages: tuple[Colour, ...]
    disadvantages: int
    favourite: int | None

    @classmethod
    def of(cls, player: Player, state: State, edition: Edition) -> Self:
        return cls(
            seat=player.seat,
            cash=player.cash,
            cards=len(player.hand),
            bought=player.bought if state.phase is Phase.SALE else (),
            businesses=state.businesses_of(player.seat),
            horses=tuple(horse.number for horse in state.horses_of(player.seat)),
            reports=tuple(KeptReport(card, edition.reports_by_card[card].immunity) for card in player.reports),
            member=state.is_member(player.seat),
            misses=player.misses,
            advantages=player.advantages,
            disadvantages=player.disadvantages,
            favourite=player.favourite,
        )


@dataclass(frozen=True)
class View:
    """What everybody sees, and in `hand` what only one seat does. `dead` is how many cards lie in the dead hand,
    `decision` what has to be done or decided first, `called` the horse that bets are taken on. Of place bets everybody
    sees those that were accepted, and bookmaker and player those that were not answered.
    """

    edition: str
    phase: Phase
    free_places: int | None
    ante: int
    banker: str | None
    dealer: str | None
    auctioneer: str | None
    bookmaker: str | None
    proposed: str | None
    agreed: tuple[str, ...]
    turn: str | None
    decision: Task | None
    players: tuple[PlayerView, ...]
    horses: tuple[HorseView, ...]
    bank: int
    tote: int
    escrow: int
    carried: int
    dead: int
    offers: tuple[Trade, ...]
    target: int
    called: int | None
    tickets: tuple[SoldTicket, ...]
    place_bets: tuple[PlaceBet, ...]
    to_move: tuple[int, ...]
    placed: tuple[int, ...]
    winners: tuple[str, ...]
    positions: tuple[int, ...]
    hand: tuple[Card, ...] | None


def view(edition: Edition, state: State, seat: str | None) -> View:
    return View(
        edition=edition.name,
        phase=state.phase,
        free_places=state.entries.left if state.entries.by_entry else None,
        ante=state.entries.ante,
        banker=state.banker,
        dealer=state.dealer,
        auctioneer=state.auctioneer,
        bookmaker=state.bookmaker,
        proposed=state.proposed,
        agreed=state.agreed,
        turn=state.turn,
        decision=state.task,
        players=tuple(PlayerView.of(player, state, edition) for player in state.players),
        horses=tuple(HorseView.of(horse, edition) for horse in state.horses),
        bank=state.bank,
        tote=state.tote,
        escrow=state.escrow,
        carried=state.carried,
        dead=len(state.dead),
        offers=state.offers,
        target=state.target,
        called=state.called[0] if state.phase is Phase.BETTING and state.called else None,
        tickets=state.tickets.sold,
        place_bets=tuple(bet for bet in state.places if bet.accepted or seat in {bet.seat, state.bookmaker} - {None}),
        to_move=state.to_move,
        placed=state.placed,
        winners=winners(state) if state.phase is Phase.FINISHED else (),
        positions=tuple(horse.length for horse in state.horses),
        hand=state.player(seat).hand if seat in state.names else None,
    )


def blanked(state: State, seat: str) -> State:
    """As this seat sees it: other hands and the dead hand are face down."""
    players = tuple(
        each if each.seat == seat else replace(each, hand=(HIDDEN,) * len(each.hand)) for each in state.players
    )
    return replace(state, players=players, dead=(HIDDEN,) * len(state.dead))
