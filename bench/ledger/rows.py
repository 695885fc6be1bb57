"""What was measured, as rows of the table, with the targets they are held against."""

from bench.ledger.growth import READINGS, Growth
from bench.ledger.plan import Plan
from bench.ledger.posting import HOUSE, LIMIT, PEER, Rates, many, settlement, single
from bench.table import Ratio, Row, duration, rate


def post_rows(rates: Rates, plan: Plan) -> list[Row]:
    return [_post_row(rates, plan, count, to_pool=to_pool) for to_pool in (False, True) for count in plan.connections]


def _post_row(rates: Rates, plan: Plan, count: int, *, to_pool: bool) -> Row:
    order = single(count, plan, to_pool=to_pool)
    held = count == 16 and not to_pool
    name = "post_shared" if to_pool else "post"
    return Row(
        f"post, {count} connection{'s' * (count > 1)}, {'one shared payee' if to_pool else 'spread accounts'}",
        [rate(rates.median(contender, order)) for contender in (HOUSE, LIMIT, PEER)],
        [
            Ratio(f"{name}_vs_limit_{count}", rates.ratio(HOUSE, order, LIMIT), "limit", least=0.8 if held else None),
            Ratio(f"{name}_vs_hordak_{count}", rates.ratio(HOUSE, order, PEER), "hordak", least=4.0 if held else None),
        ],
    )


def many_rows(rates: Rates, plan: Plan) -> list[Row]:
    return [_many_row(rates, plan, size) for size in plan.batches]


def _many_row(rates: Rates, plan: Plan, size: int) -> Row:
    order = many(size, plan)
    against_single = rates.ratio(HOUSE, order, HOUSE, single(1, plan))
    return Row(
        f"post_many of {size:,}: entries",
        [rate(rates.median(contender, order)) for contender in (HOUSE, LIMIT, PEER)],
        [
            Ratio(f"post_many_{size}_vs_single", against_single, "single", least=5.0 if size == 1000 else None),
            Ratio(f"post_many_{size}_vs_limit", rates.ratio(HOUSE, order, LIMIT), "limit"),
        ],
    )


def settlement_row(rates: Rates, plan: Plan) -> Row:
    """Of times, not of rates: the more, the worse."""
    order = settlement(plan)
    times = [plan.settlement / median if (median := rates.median(who, order)) else None for who in (HOUSE, LIMIT, PEER)]
    ratio = Ratio("settle_10k_vs_limit", rates.ratio(LIMIT, order, HOUSE), "limit", most=1.3)
    return Row(f"settlement of {plan.settlement:,} transfers", [duration(time) for time in times], [ratio])


def growth_rows(growth: Growth, plan: Plan) -> list[Row]:
    return [_reading_row(growth, plan, what, size) for what in READINGS for size in plan.histories]


def _reading_row(growth: Growth, plan: Plan, what: str, size: int) -> Row:
    smallest, *_, largest = plan.histories
    ratios = []
    if size != smallest:
        key = f"{what}_growth" if size == largest else f"{what}_growth_{size}"
        held = size == largest and what != "trial_balance"
        ratios = [Ratio(key, growth.ratio(what, size, smallest), f"{smallest:,}", most=1.3 if held else None)]
    return Row(f"{READINGS[what]}, {size:,} transfers", [duration(growth.median(what, size))], ratios)


def statement_growth(growth: Growth, plan: Plan) -> float:
    """The worse of both ends of the statement."""
    smallest, *_, largest = plan.histories
    return max(growth.ratio(page, largest, smallest) for page in ("first_page", "last_page"))


def verify_rows(growth: Growth, plan: Plan) -> list[Row]:
    verified = growth.verified
    return [
        Row(
            f"verify_ledger, {max(plan.histories):,} transfers, and one scan",
            [duration(verified.verify), duration(verified.scan)],
            [Ratio("verify_vs_scan", verified.verify / verified.scan, "scan", most=6.0)],
        ),
        Row("verify memory", [f"{verified.megabytes:,.0f} MB"]),
    ]
