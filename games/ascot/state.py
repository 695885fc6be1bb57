"""A game of Ascot as it stands: one frozen value. Hands and the dead hand are in it, so it never leaves the server."""

from dataclasses import dataclass, field
from enum import StrEnum

from games.ascot.edition import Business, Colour, Pack
from games.ascot.moves import Asset, Card
from games.ascot.options import Options
from games.ascot.pending import Task
from games.kit.entering import Entries
from games.kit.totalisator import TicketBook


class Phase(StrEnum):
    """The parts of a game, in order."""

    ENTERING = "entering"  # until the cards are dealt
    AUCTIONEER = "auctioneer"  # nobody was dealt the card: one is appointed
    EXCHANGE = "exchange"
    DISCARD = "discard"
    SALE = "sale"
    TRAINING = "training"
    PADDOCK = "paddock"
    BOOKMAKER = "bookmaker"  # nobody has the card: one is appointed
    FAVOURITES = "favourites"
    BETTING = "betting"
    START = "start"
    RACE = "race"
    OBJECTIONS = "objections"
    FINISHED = "finished"


class Standing(StrEnum):
    """What has become of a horse."""

    IN_PLAY = "in-play"
    UNSOLD = "unsold"
    ELIMINATED = "eliminated"  # in training
    SCRATCHED = "scratched"  # it does not run
    LOST = "lost"  # in the race
    PASSED = "passed"  # the post
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True)
class Horse:
    """`steps` are cells of the training ground since the box: one more than there are cells is home. In training the
    small cards lie on the horse. `length` and `lane` are on the course, length 0 the start line. `misses` is how many
    moves, or throws of the race, it still has to miss; a horse that is `down` waits for a six.
    """

    number: int
    owner: str | None = None
    standing: Standing = Standing.IN_PLAY
    steps: int = 0
    advantages: int = 0
    disadvantages: int = 0
    misses: int = 0
    length: int = 0
    lane: int = 0
    down: bool = False


@dataclass(frozen=True)
class Player:
    """`hand` is hidden until it is paid for; `bought` are cards of the sale. `reports` are the kept ones, by card.
    `asked` is whether a member has taken a report since the last own throw; `misses` how many throws are lost. In the
    race the small cards are the player's: `advantages` by colour, one for each card.
    """

    seat: str
    cash: int
    hand: tuple[Card, ...] = ()
    bought: tuple[Card, ...] = ()
    member: bool = False
    reports: tuple[str, ...] = ()
    asked: bool = False
    misses: int = 0
    advantages: tuple[Colour, ...] = ()
    disadvantages: int = 0
    favourite: int | None = None


@dataclass(frozen=True)
class Packet:
    """A pack of reports: how many were turned of the shuffled pack, and those put under it since, in order."""

    turned: int = 0
    under: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trade:
    """An offer that stands."""

    number: int
    by: str
    to: str
    give: tuple[Asset, ...]
    ask: tuple[Asset, ...]
    pays: int
    gets: int


@dataclass(frozen=True)
class PlaceBet:
    """A private bet with the bookmaker that a horse is among the first three; the payout waits in escrow once it was
    accepted.
    """

    number: int
    seat: str
    horse: int
    stake: int
    payout: int
    accepted: bool = False


@dataclass(frozen=True)
class State:
    """`seats` is who sits there, `players` who plays, clockwise. `holders` has who owns which business. `waiting` are
    seats that still have to do what the phase asks of them: one after another, or all at once. `turn` is whose turn it
    is in training and race. `pending` has the last task at its end.
    """

    options: Options
    seats: tuple[str, ...]
    entries: Entries
    phase: Phase = Phase.ENTERING
    players: tuple[Player, ...] = ()
    horses: tuple[Horse, ...] = ()
    holders: dict[str, str] = field(default_factory=dict)
    banker: str | None = None
    dealer: str | None = None
    auctioneer: str | None = None
    bookmaker: str | None = None
    proposed: str | None = None
    agreed: tuple[str, ...] = ()
    # Money that is in nobody's hands.
    bank: int = 0
    tote: int = 0
    escrow: int = 0
    dead: tuple[Card, ...] = ()
    packs: dict[str, Packet] = field(default_factory=dict)  # by the name of the pack
    waiting: tuple[str, ...] = ()
    turn: str | None = None
    pending: tuple[Task, ...] = ()
    throws: int = 0  # so far, of the dice: each has a label of its own
    offers: tuple[Trade, ...] = ()
    offered: int = 0  # how many offers were made in the game
    target: int = 0  # horses that everybody runs, those eliminated in training included
    called: tuple[int, ...] = ()  # horses that are still to be called for bets; the first of them is being called
    tickets: TicketBook = field(default_factory=TicketBook)
    places: tuple[PlaceBet, ...] = ()
    starters: tuple[str, ...] = ()  # who threw the highest so far, or has to throw again
    best: int = 0  # the highest throw for the start so far
    to_move: tuple[int, ...] = ()  # horses that have not moved in this turn of the race
    placed: tuple[int, ...] = ()  # horses that passed the post and were not disqualified, in order
    tainted: tuple[int, ...] = ()  # of these, whose owner still had a Disadvantage, and nobody has objected yet
    carried: int = 0  # francs left for the totalisator of the next game
    proposers: tuple[str, ...] = ()  # who has proposed somebody for the office that is being filled
    thrown: bool = False  # in training: whether the dice of this turn have been thrown
    entered: tuple[int, ...] = ()  # horses whose entry fee was paid

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.seat for player in self.players)

    @property
    def task(self) -> Task | None:
        """What has to be done first."""
        return self.pending[-1] if self.pending else None

    def player(self, seat: str) -> Player:
        return next(player for player in self.players if player.seat == seat)

    def horse(self, number: int) -> Horse:
        return self.horses[number - 1]

    def horses_of(self, seat: str) -> tuple[Horse, ...]:
        """Those that are still in play, by number."""
        return tuple(horse for horse in self.horses if horse.owner == seat and horse.standing is Standing.IN_PLAY)

    def holder(self, business: Business) -> str | None:
        return self.holders.get(business.value)

    def businesses_of(self, seat: str) -> tuple[Business, ...]:
        return tuple(business for business in Business if self.holder(business) == seat)

    def clockwise_from(self, seat: str) -> tuple[str, ...]:
        at = self.names.index(seat)
        return (*self.names[at:], *self.names[:at])

    def left_of(self, seat: str) -> str:
        return self.clockwise_from(seat)[1 % len(self.players)]

    def is_member(self, seat: str) -> bool:
        """T-10: by card, or because one is the commissioner of the club."""
        return self.player(seat).member or self.holder(Business.CLUB) == seat

    def packet(self, pack: Pack) -> Packet:
        return self.packs.get(pack, Packet())
