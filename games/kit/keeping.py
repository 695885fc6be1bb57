"""What takes long to work out is worth keeping. Where, is the house's affair: a rule only asks for it by a name."""

from collections.abc import Callable

Make = Callable[[], bytes]
Keep = Callable[[str, Make], bytes]  # what is kept under this name, or is made now, and kept


def in_memory() -> Keep:
    """Kept as long as the keeper itself is."""
    kept: dict[str, bytes] = {}

    def keep(name: str, make: Make) -> bytes:
        if name not in kept:
            kept[name] = make()
        return kept[name]

    return keep
