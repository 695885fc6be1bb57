"""A pot: those who play for it put in the same ante, and whoever wins takes it."""

from collections.abc import Sequence

from games.kit.offices import POT
from games.kit.payments import Party, Payment, Reason

THE_POT = Party(POT)


def ante(seat: str, counters: int) -> tuple[Payment, ...]:
    """What somebody pays to play; nothing where it costs nothing."""
    return (Payment(Party("purse", seat), THE_POT, counters, Reason.ANTE),) if counters else ()


def given_back(seat: str, counters: int) -> tuple[Payment, ...]:
    """The ante of somebody who does not play after all."""
    return (Payment(THE_POT, Party("purse", seat), counters, Reason.RETURNED),) if counters else ()


def shared(pot: int, claims: Sequence[str]) -> tuple[Payment, ...]:
    """The whole pot, in equal parts for each claim; a seat may have several. Odd counters go one each to the first."""
    part, odd = divmod(pot, len(claims))
    parts = [(seat, part + (at < odd)) for at, seat in enumerate(claims)]
    return tuple(Payment(THE_POT, Party("purse", seat), counters, Reason.POT) for seat, counters in parts if counters)
