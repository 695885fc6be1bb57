"""The golden case M1 of Minoru, as a croupier types it, and as the cards would have fallen with another ending."""

# A race in which Minoru wins with the sixth deal.
M1 = [
    "QS QH 2D 3C JH",
    "AS 2H 3H 4H 5H",
    "KS KC KD 6H 7H",
    "AC 8H 9H 10H 2S",
    "4D 5D 6D 7D 8D",
    "AH AD 3S 4S 5S",
]
# The last deal as it really fell: the ace of hearts was St. Amant's, who wins with the next one.
OTHERWISE = ["5S AD 3S 4S AH", "6S 7S 8S 9S QC"]
