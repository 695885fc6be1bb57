"""Tables of odds on disk: what took a while to work out is there for every process, and after a restart."""

import contextlib
import os
import tempfile
from pathlib import Path

from games.kit.keeping import Keep, Make, Sound


def shelf(folder: Path) -> Keep:
    """Each table is a file. One that is damaged is written anew, and where nothing can be written it is only made."""

    def keep(name: str, make: Make, sound: Sound) -> bytes:
        path = folder / f"{name}.table"
        with contextlib.suppress(OSError):
            kept = path.read_bytes()
            if sound(kept):
                return kept
        made = make()
        with contextlib.suppress(OSError):
            _write(path, made)
        return made

    return keep


def _write(path: Path, table: bytes) -> None:
    """Whole or not at all: others may read or write the same table at the same moment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=".draft-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(table)
        Path(draft).replace(path)
    except OSError:
        Path(draft).unlink(missing_ok=True)
        raise
