"""Text and amounts as other people's programs read them. Guests choose their names and staff write why: whatever they
write stays on its line, in its cell, and is read as text.
"""

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal

_FORMULA = ("=", "+", "-", "@")
_NEXT_CELL = re.compile("(; ?)(?=[=+@-])")  # where a comma is the decimal mark, a semicolon ends a cell
_BARE = str.maketrans({";": ",", "|": "/", '"': None, "\\": "/", "'": "’"})
_KNOWN_BY_NUMBER = ("round", "table", "ticket", "prize")  # the first part of a key; the second is the number


def one_line(text: str) -> str:
    """Without line ends, tabs and what cannot be seen; blanks single."""
    if text.isprintable() and "  " not in text:  # almost always
        return text.strip()
    return " ".join("".join(map(_seen, text)).split())


def _seen(character: str) -> str:
    if character.isprintable():
        return character
    return " " if unicodedata.category(character) in {"Cc", "Zs", "Zl", "Zp"} else ""


def bare(text: str) -> str:
    """For a description in a plain-text journal, where these marks begin a comment, a note, a tag or a string."""
    return one_line(text).translate(_BARE)


def cell(text: str) -> str:
    """For a spreadsheet, which would take some text for a formula."""
    line = _NEXT_CELL.sub(r"\1'", one_line(text))
    return f"'{line}" if line.startswith(_FORMULA) else line


def amount(value: int, places: int) -> str:
    """With all its decimals, and without marks between thousands."""
    return str(value) if places == 0 else format(Decimal(value).scaleb(-places), f".{places}f")


def what(key: str, reasons: Iterable[str], reverses: int | None) -> str:
    """What an entry was about, in its reasons and the number of the round, table, ticket or prize it belongs to."""
    said = list(dict.fromkeys(reasons))
    first, _, rest = key.partition(":")
    number = rest.partition(":")[0]
    if first in _KNOWN_BY_NUMBER and number.isdecimal():
        said = [*(reason for reason in said if reason != first), f"{first} {number}"]
    elif first == "start":
        said.append("on joining")
    if reverses is not None:
        said.append(f"reverses entry {reverses}")
    return ", ".join(said)
