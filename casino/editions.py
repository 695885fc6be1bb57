"""`casino edition`: an edition of Ascot in a file. Is it fit for play, and if not, what is in the way?"""

import sys
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from casino.refusals import Refused
from casino.terminal import say
from games.ascot.edition import Edition, read_draft
from games.kit.courses import Provenance
from games.kit.errors import printable

FIRST = "miro-demo-1"
MOST_BYTES = 1_000_000


def shipped() -> str:
    """The TOML text of the edition that comes with the house."""
    return resources.files("games.ascot").joinpath("editions", f"{FIRST}.toml").read_text("utf-8")


def show() -> None:
    """As bytes, for a file: it stays what it is at any terminal, and on any system."""
    sys.stdout.flush()
    sys.stdout.buffer.write(shipped().encode())
    sys.stdout.buffer.flush()


def check(file: Path) -> None:
    draft = read_draft(_read(file))
    problems = list(draft.problems())
    if problems:
        raise Refused("bad_edition", "\n".join(problem.sentence for problem in problems))
    for sentence in _summary(draft):
        say(sentence)


def _summary(edition: Edition) -> Iterator[str]:
    packs = (edition.reports.stevens, edition.reports.walroy, edition.reports.vet)
    reports = " and ".join(str(number) for number in dict.fromkeys(len(pack) for pack in packs))
    yield f"{printable(edition.title.en)} ({edition.name})"
    yield (
        f"This edition can be played: {len(edition.horses)} horses, {len(edition.businesses)} businesses,"
        f" {len(edition.training.cells)} cells, {len(packs)} packs of {reports} reports,"
        f" {edition.course.lengths} lengths, {edition.money.starting_cash:,} francs for each player."
    )
    sources = _sources(edition)
    told = ", ".join(f"{sources[source]} {source}" for source in Provenance)
    yield f"Where its {sources.total()} items come from: {told}."


def _sources(edition: Edition) -> Counter[Provenance]:
    found = Counter(card.source for card in edition.horses)
    found.update(card.source for card in edition.businesses)
    found.update(cell.source for cell in edition.training.cells)
    found.update(report.source for report in edition.reports_by_card.values())
    found.update(inscription.source for inscription in edition.course.inscriptions)
    return found


def _read(file: Path) -> str:
    name = printable(str(file))
    try:
        if file.exists() and not file.is_file():  # a pipe might never answer
            raise Refused("bad_edition", f"{name} is no file.")
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except OSError as error:
        raise Refused("bad_edition", f"{name} cannot be read: {error.strerror}.") from None
    if len(data) > MOST_BYTES:
        raise Refused("bad_edition", f"{name} is no edition: it has more than {MOST_BYTES:,} bytes.")
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Refused("bad_edition", f"{name} is no text in UTF-8.") from None
