"""One table of ratios. A figure without its neighbour says little: the machine is in all of them."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTHS = (50, 11, 11, 11, 17, 16)


@dataclass(frozen=True)
class Ratio:
    """One key of the JSON. `least` or `most` is what it is held against, if anything is."""

    key: str
    value: float | None
    against: str
    least: float | None = None
    most: float | None = None

    @property
    def shown(self) -> str:
        return "–" if self.value is None else f"{self.value:.2f} × {self.against}"

    @property
    def verdict(self) -> str:
        target = f"≥ {self.least:.2f}" if self.least is not None else f"≤ {self.most:.2f}" if self.most else ""
        if not target or self.value is None:
            return target
        kept = self.value >= self.least if self.least is not None else self.value <= (self.most or 0)
        return f"{target} {'ok' if kept else 'MISSED'}"


@dataclass(frozen=True)
class Row:
    name: str
    figures: Sequence[str] = ()  # ours, the limit's, the peer's
    ratios: Sequence[Ratio] = ()

    def lines(self) -> list[tuple[str, ...]]:
        figures = (*self.figures, "", "", "")[:3]
        first, *others = [(ratio.shown, ratio.verdict) for ratio in self.ratios] or [("", "")]
        return [
            (self.name, *figures, *first),
            *(("", "", "", "", *other) for other in others),
        ]


def rate(value: float | None) -> str:
    return "–" if value is None else f"{value:,.0f}/s"


def duration(seconds: float | None) -> str:
    if seconds is None:
        return "–"
    return f"{seconds * 1e6:,.0f} µs" if seconds < 0.01 else f"{seconds * 1e3:,.0f} ms"


def text(rows: Sequence[Row], *, ours: str, limit: str = "limit", peer: str) -> str:
    lines = [("", ours, limit, peer, "ratio", "target"), *(line for row in rows for line in row.lines())]
    return "\n".join(_line(cells) for cells in lines)


def _line(cells: tuple[str, ...]) -> str:
    name, *figures, target = cells
    padded = [figure.rjust(width) for figure, width in zip(figures, WIDTHS[1:-1], strict=True)]
    return f"  {name:<{WIDTHS[0]}}{''.join(padded)}  {target}".rstrip()
