"""What an export costs: every format of a long evening, beside PostgreSQL's own COPY of the same rows, and the memory
that the process took at its widest. Each format in a process of its own, in turns with COPY.
"""

import json
import statistics
from dataclasses import dataclass
from pathlib import Path

from bench import server
from bench.apart import Apart
from bench.server import Server
from bench.table import Ratio, Row, duration, text

FORMATS = ("csv", "xlsx", "hledger", "beancount", "jsonl")  # asking casino for them would load Django here
TRANSFERS, QUICK = 200_000, 20_000
TURNS = 3
MOST_MEGABYTES = 150.0


@dataclass(frozen=True)
class Measured:
    seconds: float
    ratio: float
    copied: float
    bytes: int
    megabytes: float  # at its widest, Django and all
    before: float  # when it had read nothing yet


def main(*, quick: bool, as_json: bool) -> None:
    transfers = QUICK if quick else TRANSFERS
    with server.running() as serving:
        found = measure(serving, transfers, turns=1 if quick else TURNS)
    rows = [_row(format_, measured) for format_, measured in found.items()]
    if as_json:
        print(json.dumps({ratio.key: ratio.value for row in rows for ratio in row.ratios}))
        return
    print(f"exports: {transfers:,} transfers, median of {1 if quick else TURNS} turns")
    print(text(rows, ours="export", limit="COPY", peer="memory"))


def measure(serving: Server, transfers: int, *, turns: int) -> dict[str, Measured]:
    serving.create("evening")
    environment = serving.environment("evening")
    with Apart("bench.ledger.house", environment) as house:
        house.ask("migrate")
    with Apart("bench.exports.evening", environment) as house:
        code = house.ask("fill", transfers)
    serving.checkpoint()
    return {format_: _measure(environment, code, format_, serving.home.path, turns) for format_ in FORMATS}


def _measure(environment: dict[str, str], code: str, format_: str, folder: Path, turns: int) -> Measured:
    ours, copies = [], []
    with Apart("bench.exports.evening", environment) as house:
        before = house.ask("megabytes")
        for _ in range(turns):
            copies.append(house.ask("seconds_to_copy", code, str(folder / "copied")))
            ours.append(house.ask("seconds_to_export", code, format_, str(folder / "exported")))
        widest, size = house.ask("megabytes"), (folder / "exported").stat().st_size
    ratio = statistics.median(our / copy for our, copy in zip(ours, copies, strict=True))
    return Measured(statistics.median(ours), ratio, statistics.median(copies), size, widest, before)


def _row(format_: str, found: Measured) -> Row:
    return Row(
        f"{format_}, {found.bytes / 2**20:.0f} MiB; {found.before:.0f} MiB before it",
        [duration(found.seconds), duration(found.copied), f"{found.megabytes:.0f} MiB"],
        [
            Ratio(f"{format_}_vs_copy", found.ratio, "COPY"),
            Ratio(f"{format_}_memory", found.megabytes / MOST_MEGABYTES, "150 MB", most=1.0),
        ],
    )
