"""What the ledger costs: beside the least SQL that writes the same rows (the limit), and beside django-hordak.

All in one run on one server that keeps what it commits, each in its own database, in turns.
"""

import json
import signal
import sys
from types import FrameType
from typing import Any

from bench import server
from bench.ledger import growth, posting, rows
from bench.ledger.plan import FULL, QUICK, Plan
from bench.table import Row, text


def main(*, quick: bool, as_json: bool) -> None:
    signal.signal(signal.SIGTERM, _end)  # the server and its folder go as well
    plan = QUICK if quick else FULL
    if not posting.peer_is_installed():
        print("make bench needs the bench extra: django-hordak is not installed, and is left out.", file=sys.stderr)
    with server.running() as running:
        durability = running.durability()
        measured, facts = _measure(running, plan)
    if as_json:
        print(json.dumps({**_ratios(measured), **facts}))
        return
    print(f"ledger: median of {plan.rounds} interleaved rounds; {durability}")
    print(text(measured, ours="ledger", peer="hordak"))


def _measure(running: server.Server, plan: Plan) -> tuple[list[Row], dict[str, Any]]:
    rates = posting.measure(running, plan)
    grown = growth.measure(running, plan)
    measured = [
        *rows.post_rows(rates, plan),
        *rows.many_rows(rates, plan),
        rows.settlement_row(rates, plan),
        *rows.growth_rows(grown, plan),
        *rows.verify_rows(grown, plan),
    ]
    facts = {
        "statement_growth": rows.statement_growth(grown, plan),
        "verify_memory_mb": grown.verified.megabytes,
        "transfers": max(plan.histories),
        "post_per_second_16": rates.median(posting.HOUSE, posting.single(16, plan)),
    }
    return measured, facts


def _ratios(measured: list[Row]) -> dict[str, float | None]:
    return {ratio.key: ratio.value for row in measured for ratio in row.ratios}


def _end(_signal: int, _frame: FrameType | None) -> None:
    sys.exit("ended")
