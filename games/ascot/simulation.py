"""Many deals at once with numpy, to check the exact chances: where two cards are."""

from games.ascot.edition import CARDS, Edition
from games.kit.simulation import Randomness, Simulated, shuffled


def simulate(edition: Edition, players: int, rounds: int, randomness: Randomness) -> Simulated:
    each = edition.dealing(players).each
    places = shuffled(CARDS, players * each, rounds, randomness)  # the cards that players are dealt, hand by hand
    auctioneer = edition.cards.index("auctioneer")
    counted = {
        "auctioneer": int((places == auctioneer).any(axis=0).sum()),
        "card": int((places[:each] == 0).any(axis=0).sum()),
    }
    return Simulated(rounds, {}, {name: (hits, hits) for name, hits in counted.items()})
