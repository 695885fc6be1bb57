"""Every race of the house, and what can be opened beside one."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.kit.beside import Beside
from games.kit.bookmaker import Bookmaker, PlaceTerms
from games.kit.game import Game
from games.kit.odds import Odds
from games.kit.payments import Payment
from games.kit.round import Round
from games.kit.totalisator import Dividends, Totalisator, Unbacked
from games.registry import GAMES
from tests.games.derby.racing import DERBY
from tests.games.double_event.racing import GAME as DOUBLE_EVENT
from tests.games.horses.racing import HORSES
from tests.games.minoru.racing import MINORU

SEATS = ("Ada", "Bob", "Cy")
ROULETTE = GAMES["roulette"]

# By name: the game, and the options with which it is run. With three seats all six horses of a Derby run.
RACES: dict[str, tuple[Game[Any], Mapping[str, Any]]] = {
    "minoru": (MINORU, {}),
    "minoru, with the joker": (MINORU, {"course": "true-odds", "joker": True}),
    "double-event": (DOUBLE_EVENT, {}),
    "horses": (HORSES, {}),
    **{f"{race['variant']}{', donkey' * ('donkey' in race)}": (DERBY, race) for race in DERBY.variants()},
}

BOOK = Beside(bookmaker=Bookmaker())
POOL = Beside(totalisator=Totalisator())
BOTH = Beside(totalisator=Totalisator(), bookmaker=Bookmaker())
# Terms that between them send counters everywhere they can go.
TERMS = (
    BOTH,
    Beside(Totalisator(commission=50, unbacked=Unbacked.CARRY_OVER), Bookmaker(margin=0)),
    Beside(
        Totalisator(
            rounding=5,
            rounds="nearest",
            dividends=Dividends.WHOLE_MULTIPLE,
            unbacked=Unbacked.BOOKMAKER,
            least_dividend=0,
        ),
        Bookmaker(margin=100),
    ),
)


def placed(places: int, fraction: str, margin: int = 15) -> Beside:
    return Beside(bookmaker=Bookmaker(margin=margin, place=PlaceTerms(places, Odds.parse(fraction))))


def opened(game: Game[Any], options: Mapping[str, Any], beside: Beside, **more: Any) -> Round:
    seats = more.pop("seats", SEATS)
    return Round.open(game, game.read_options(dict(options)), seats, beside=beside, **more)


def prices(round_: Round, market: str = "bookmaker") -> list[str]:
    """What the bookmaker asks, in the order of the runners, as he writes it."""
    assert round_.sides.book is not None
    book = round_.sides.book.win if market == "bookmaker" else round_.sides.book.place
    return [str(price) for _, price in book]


def told(payments: Sequence[Payment]) -> list[tuple[str, str, int]]:
    """Why something was paid, which seat paid it or was paid, and how much."""
    return [(payment.reason, payment.payer.seat or payment.payee.seat or "", payment.amount) for payment in payments]
