"""What has to be done before the game goes on, last in first out: throws and reports that chance has to answer, steps
that follow by themselves, and decisions that one seat has to make. There is nothing secret in them.
"""

from dataclasses import dataclass
from typing import Literal

from games.ascot.edition import Immunity, Pack
from games.kit.auction import Outcry
from games.kit.payments import Party, Reason


@dataclass(frozen=True)
class Rolling:
    """Chance throws so many dice, for this seat."""

    seat: str
    dice: int
    kind: Literal["rolling"] = "rolling"


@dataclass(frozen=True)
class Drawing:
    """Chance turns the top report of a pack up. It is about a horse, or about none yet if a member asked for it."""

    seat: str
    pack: Pack
    horse: int | None
    hops: int = 0
    kind: Literal["drawing"] = "drawing"


@dataclass(frozen=True)
class Walking:
    """By itself: a horse walks so many cells of the training ground. `hops` is how often this throw has moved it on."""

    seat: str
    horse: int
    cells: int
    hops: int = 0
    kind: Literal["walking"] = "walking"


@dataclass(frozen=True)
class Joining:
    """A decision: whether to become a member."""

    seat: str
    kind: Literal["joining"] = "joining"


@dataclass(frozen=True)
class Choosing:
    """A decision: which horse a member's report is about."""

    seat: str
    card: str
    kind: Literal["choosing"] = "choosing"


@dataclass(frozen=True)
class Debt:
    """A decision, while the debtor cannot pay: what to sell. `offered` is what nobody wanted."""

    seat: str
    creditor: Party
    francs: int
    reason: Reason
    offered: tuple[str, ...] = ()
    kind: Literal["debt"] = "debt"


@dataclass(frozen=True)
class Lot:
    """A decision of whoever speaks next: to bid for an asset, or to pass. The seller is nobody for cards of the dead
    hand, which are sold for the bank.
    """

    asset: str
    seller: str | None
    outcry: Outcry
    kind: Literal["lot"] = "lot"


@dataclass(frozen=True)
class Releasing:
    """A decision: which surplus horse goes to those who are short."""

    seat: str
    kind: Literal["releasing"] = "releasing"


@dataclass(frozen=True)
class Scratching:
    """A decision: which surplus horse does not run."""

    seat: str
    kind: Literal["scratching"] = "scratching"


@dataclass(frozen=True)
class Assigning:
    """A decision: which horse has the throw."""

    seat: str
    die: int
    kind: Literal["assigning"] = "assigning"


@dataclass(frozen=True)
class Riding:
    """A decision: in which of these lanes a horse ends that goes so many lengths, by a throw or by an inscription.
    `colour` is whether the horse has used a colour in this turn.
    """

    seat: str
    horse: int
    lengths: int
    lanes: tuple[int, ...]
    by: Literal["throw", "inscription"]
    colour: bool = False
    kind: Literal["riding"] = "riding"


@dataclass(frozen=True)
class Colouring:
    """A decision: what a stop on a colour is used for. `inscription` is whether the horse has obeyed one this turn."""

    seat: str
    horse: int
    inscription: bool
    kind: Literal["colouring"] = "colouring"


@dataclass(frozen=True)
class Hazarding:
    """A decision: whether to drop a report that saves the horse."""

    seat: str
    horse: int
    immunity: Immunity
    kind: Literal["hazarding"] = "hazarding"


@dataclass(frozen=True)
class Entering:
    """A decision, while the entry fee of a horse cannot be paid: what to sell. `offered` is what was put up so far."""

    seat: str
    horse: int
    offered: tuple[str, ...] = ()
    kind: Literal["entering"] = "entering"


Task = (
    Rolling
    | Drawing
    | Walking
    | Joining
    | Choosing
    | Debt
    | Lot
    | Releasing
    | Scratching
    | Assigning
    | Riding
    | Colouring
    | Hazarding
    | Entering
)
