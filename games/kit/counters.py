"""Counters as they lie in the hand: white ones are worth 1, red ones 5 and blue ones 10. Books count in white ones."""

COLOURS = {"white": 1, "red": 5, "blue": 10}


def in_colours(counters: int) -> dict[str, int]:
    """So many counters in as few pieces as can be, the dearest first. Colours that are not needed are left out."""
    pieces = {}
    for colour, worth in sorted(COLOURS.items(), key=lambda each: -each[1]):
        pieces[colour], counters = divmod(counters, worth)
    return {colour: number for colour, number in pieces.items() if number}
