"""The edition that comes with the house, as text, as JSON, and with mistakes in it."""

from copy import deepcopy
from importlib import resources
from typing import Any

from games.ascot.edition import Edition, read_edition
from games.kit.values import from_json, to_json

TEXT = resources.files("games.ascot").joinpath("editions/miro-demo-1.toml").read_text("utf-8")
SHIPPED = read_edition(TEXT)
DATA: Any = to_json(SHIPPED)
LEFT_OUT = object()


def changed(*changes: tuple[str, Any]) -> Any:
    """The shipped edition as JSON, with other values at these places: `horses.3.price`."""
    data = deepcopy(DATA)
    for place, value in changes:
        *path, last = place.split(".")
        inside = data
        for step in path:
            inside = inside[int(step) if isinstance(inside, list) else step]
        if value is LEFT_OUT:
            del inside[int(last) if isinstance(inside, list) else last]
        else:
            inside[int(last) if isinstance(inside, list) else last] = value
    return data


def edition(*changes: tuple[str, Any]) -> Edition:
    found: Edition = from_json(Edition, changed(*changes), "edition")
    return found
