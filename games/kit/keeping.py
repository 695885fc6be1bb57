"""What takes long to work out is worth keeping. Where, is the house's affair: a rule only asks for it by a name."""

from collections.abc import Callable

Make = Callable[[], bytes]
Sound = Callable[[bytes], bool]  # whether something that was kept is what was made
Keep = Callable[[str, Make, Sound], bytes]  # what is kept under this name and sound, or is made now, and kept


def in_memory() -> Keep:
    """Kept as long as the keeper itself is."""
    kept: dict[str, bytes] = {}

    def keep(name: str, make: Make, sound: Sound) -> bytes:
        if name not in kept or not sound(kept[name]):
            kept[name] = make()
        return kept[name]

    return keep
