"""Exact chances of the deal, with so many players."""

from fractions import Fraction

from games.ascot.edition import CARDS, Edition
from games.ascot.state import State

USUAL_PLAYERS = 4


def players_of(state: State) -> int:
    """How many will play, as far as it is known."""
    return state.options.players or USUAL_PLAYERS


def certain(edition: Edition, players: int) -> Fraction:
    """That a certain player is dealt a certain card."""
    return Fraction(edition.dealing(players).each, CARDS)


def dealt(edition: Edition, players: int) -> Fraction:
    """That a certain card is dealt to anybody, and does not lie in the dead hand."""
    return players * certain(edition, players)
