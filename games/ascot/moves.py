"""What can be done in Ascot: what chance does, and what seats decide. What is told of it is said in each phase."""

from dataclasses import dataclass
from typing import Literal

from games.ascot.edition import Pack
from games.kit.game import Move

# A card of the twenty: the number of a horse, or a business. A kept report is an asset as well, by its card's name.
Card = str
Asset = str


@dataclass(frozen=True)
class Deal(Move):
    """All twenty cards: a hand for each player in the order of play, and the dead hand, its top card first."""

    hands: tuple[tuple[Card, ...], ...]
    dead: tuple[Card, ...]


@dataclass(frozen=True)
class Roll(Move):
    """The dice that fell."""

    dice: tuple[int, ...]


@dataclass(frozen=True)
class Report(Move):
    """The report that was drawn."""

    card: str


@dataclass(frozen=True)
class Propose(Move):
    """Somebody is proposed as auctioneer, or as bookmaker, where nobody has the card."""

    who: str


@dataclass(frozen=True)
class Agree(Move):
    """To whoever is proposed."""


@dataclass(frozen=True)
class Exchange(Move):
    """A card goes under the dead hand, and its top card is taken."""

    card: Card


@dataclass(frozen=True)
class Discard(Move):
    """Any number of further cards, none too, goes into the dead hand."""

    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Bid(Move):
    francs: int


@dataclass(frozen=True)
class Pass(Move):
    """No further bid for what is being sold."""


@dataclass(frozen=True)
class Throw(Move):
    """The dice are thrown: in training for all of one's horses, in the race for one."""


@dataclass(frozen=True)
class MemberReport(Move):
    """A member of the club takes a report from one of the packs."""

    pack: Pack


@dataclass(frozen=True)
class JoinClub(Move):
    """Whether one becomes a member, having come to the cell that offers it."""

    joins: bool


@dataclass(frozen=True)
class ReportHorse(Move):
    """To which horse a report is applied that a member has taken."""

    horse: int


@dataclass(frozen=True)
class ForcedOffer(Move):
    """Who cannot pay a debt puts something up for sale."""

    asset: Asset


@dataclass(frozen=True)
class Offer(Move):
    """Something for something, to one other player: assets and francs that are given, and those that are asked."""

    to: str
    give: tuple[Asset, ...] = ()
    ask: tuple[Asset, ...] = ()
    pays: int = 0
    gets: int = 0


@dataclass(frozen=True)
class Accept(Move):
    offer: int


@dataclass(frozen=True)
class Decline(Move):
    offer: int


@dataclass(frozen=True)
class WithdrawOffer(Move):
    offer: int


@dataclass(frozen=True)
class Ready(Move):
    """No more trades before the race. Any trade of one's own withdraws it."""


@dataclass(frozen=True)
class Release(Move):
    """Which of one's surplus horses goes to those who are short."""

    horse: int


@dataclass(frozen=True)
class ScratchHorse(Move):
    """Which of one's surplus horses does not run."""

    horse: int


@dataclass(frozen=True)
class Favourite(Move):
    """One of one's horses, or none."""

    horse: int | None


@dataclass(frozen=True)
class Bet(Move):
    """With the totalisator, on the horse that is called."""

    francs: int


@dataclass(frozen=True)
class NoBet(Move):
    """Not on this horse."""


@dataclass(frozen=True)
class ProposePlace(Move):
    """To the bookmaker: a stake now, for a payout if the horse is among the first three."""

    horse: int
    stake: int
    payout: int


@dataclass(frozen=True)
class AcceptPlace(Move):
    bet: int


@dataclass(frozen=True)
class RefusePlace(Move):
    bet: int


@dataclass(frozen=True)
class ThrowStart(Move):
    """For who starts the race."""


@dataclass(frozen=True)
class Assign(Move):
    """Which horse has the throw: the favourite, or the next other one."""

    horse: int


@dataclass(frozen=True)
class Lane(Move):
    """In which lane a throw ends."""

    lane: int


@dataclass(frozen=True)
class Colour(Move):
    """What a stop on a colour is used for: its lengths, ending in a lane; dropping a Disadvantage; or nothing. On
    another colour than the horse's it takes an Advantage.
    """

    use: Literal["bonus", "drop", "decline"]
    advantage: bool = False
    lane: int | None = None


@dataclass(frozen=True)
class Inscription(Move):
    """In which lane an advance ends that an inscription asks for."""

    lane: int


@dataclass(frozen=True)
class Hazard(Move):
    """Whether a report is dropped to save the horse."""

    use_report: bool


@dataclass(frozen=True)
class Object(Move):
    """That a horse passed the post while its owner still had a Disadvantage."""

    horse: int


@dataclass(frozen=True)
class NoObjection(Move):
    """None of one's own, to the horses that passed the post."""
