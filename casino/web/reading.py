"""What a guest has typed, or a link has carried."""

LONGEST = 15  # digits: as many as every language reads the same


def whole(text: str | None) -> int | None:
    """The whole number that this is; nothing if it is none."""
    typed = (text or "").strip()
    return int(typed) if typed.isdecimal() and len(typed) <= LONGEST else None


def number_or_text(text: str | None) -> int | str:
    """The same for what the rules look at: they have the sentence for a number that is none."""
    number = whole(text)
    return (text or "").strip() if number is None else number
