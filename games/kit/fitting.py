"""Names that have to fit: how much room letters take, guessed without a font, and what is cut off."""

import re

WIDE_LETTERS, NARROW_LETTERS = "MWmw@%ŒÆ", "fijltrI.,;:'’|!()[] \N{NO-BREAK SPACE}"
THIN = "\N{NARROW NO-BREAK SPACE}"


def room_of(text: str, size: int) -> int:
    """The width of a text in letters of this size, rather too much than too little."""
    hundredths = sum(98 if each in WIDE_LETTERS else 40 if each in NARROW_LETTERS else 67 for each in text)
    return hundredths * size // 100


def shortened(text: str, width: int, size: int) -> str:
    """As much of it as fits, with dots for what is cut off."""
    if room_of(text, size) <= width:
        return text
    while text and room_of(f"{text}…", size) > width:
        text = text[:-1].rstrip()
    return f"{text}…"


def in_lines(text: str, width: int, size: int, most: int) -> tuple[str, ...]:
    """Broken between words and after hyphens into lines that fit, at most so many; the last is shortened."""
    lines = [""]
    for word in re.findall(r" ?[^ -]*-?", text):
        longer = f"{lines[-1]}{word}".strip()
        if not lines[-1] or room_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word.strip())
    kept = [*lines[: most - 1], " ".join(lines[most - 1 :]).replace("- ", "-")] if len(lines) > most else lines
    return tuple(shortened(line, width, size) for line in kept)


def grouped(number: int) -> str:
    """Thousands apart: 281 000."""
    return f"{number:,}".replace(",", THIN)
