"""The programme of a table: what its rounds are called, in order, and who gave them: lines of `name | sponsor`."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max

from casino.clubs.actors import Actor
from casino.clubs.models import NAME_LENGTH
from casino.events import telling
from casino.tables import locks
from casino.tables.models import PlannedTable, Race, Table
from casino.tables.requiring import require_open_table
from games.kit.errors import RuleBroken
from games.kit.game import proper_name

MOST_RACES = 100
LONGEST = 20_000  # characters of a whole programme


@dataclass(frozen=True)
class Line:
    name: str
    sponsor: str = ""

    def __str__(self) -> str:
        return f"{self.name} | {self.sponsor}" if self.sponsor else self.name


def read_programme(text: str) -> tuple[Line, ...]:
    """The races of a text, one a line. Blank lines are nothing."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    return checked([_line(line) for _, line in lines], [number for number, _ in lines])


def _line(text: str) -> Line:
    name, _, sponsor = text.partition("|")
    return Line(_neat(name), _neat(sponsor))


def _neat(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(text.split()))


def checked(lines: Sequence[Line], numbers: Sequence[int] = ()) -> tuple[Line, ...]:
    if len(lines) > MOST_RACES:
        raise RuleBroken("too_many_races", "A programme has at most %(most)s races.", most=MOST_RACES)
    for number, line in zip(numbers or range(1, len(lines) + 1), lines, strict=True):
        if not _fits(line.name) or (line.sponsor and not _fits(line.sponsor)):
            raise RuleBroken(
                "bad_race",
                "Line %(line)s is no race: a name, or a name | a sponsor, each of at most %(most)s characters.",
                line=number,
                most=NAME_LENGTH,
            )
    return tuple(lines)


def _fits(name: str) -> bool:
    return len(name) <= NAME_LENGTH and proper_name(name)


def lines_of(races: Iterable[Race]) -> tuple[Line, ...]:
    return tuple(Line(race.name, race.sponsor) for race in races)


def as_text(lines: Iterable[Line]) -> str:
    return "\n".join(map(str, lines))


def write_races(lines: Sequence[Line], *, after: int = 0, of: Table | PlannedTable) -> None:
    """These races, numbered on from those that were run."""
    owner = {"table": of} if isinstance(of, Table) else {"planned": of}
    Race.objects.bulk_create(
        Race(place=place, name=line.name, sponsor=line.sponsor, **owner)
        for place, line in enumerate(lines, start=after + 1)
    )


@transaction.atomic
def change_programme(table_id: int, *, lines: Sequence[Line], by: Actor) -> Table:
    """Put these races in the place of those that are still to come. What was run keeps its name."""
    table = locks.own_table(table_id)
    require_open_table(table)
    coming = checked(lines)
    table.races.filter(round=None).delete()
    run = table.races.aggregate(last=Max("place"))["last"]
    write_races(coming, after=run or 0, of=table)
    races = [{"name": line.name, "sponsor": line.sponsor} for line in coming]
    telling.tell(table.session_id, "programme_changed", table=table.pk, by=by, races=races)
    return table
