"""Plots as numbers: where lines, bars and their labels stand. A template draws them as SVG, in the colour of its page.

Coordinates are text with a point, whatever the language of the page. Nothing is told by colour alone: what goes below
zero goes the other way, what is expected is dashed, and every plot has its numbers beside it in a table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

WIDTH, HEIGHT = 480, 240
LEFT, RIGHT, TOP, BOTTOM = 58, 12, 14, 30
ROW = 26  # of a horizontal bar
LONGEST_LABEL = 20
MOST_POINTS = 120
MOST_BINS = 12

Shown = Callable[[int], str]
Point = TypeVar("Point")


@dataclass(frozen=True)
class Label:
    x: str
    y: str
    text: str
    anchor: str = "middle"


@dataclass(frozen=True)
class Rule:
    """A thin line across the plot."""

    x1: str
    y1: str
    x2: str
    y2: str
    is_zero: bool = False


@dataclass(frozen=True)
class Bar:
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True)
class Plot:
    height: int = HEIGHT
    width: int = WIDTH
    rules: Sequence[Rule] = ()
    labels: Sequence[Label] = ()
    lines: Sequence[str] = ()
    dashed: Sequence[str] = ()
    areas: Sequence[str] = ()
    bars: Sequence[Bar] = field(default=())


@dataclass(frozen=True)
class Scale:
    """From values to places."""

    least: float
    most: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.least) / (self.most - self.least) * (self.end - self.start)


def round_step(span: float, parts: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, … of which at most so many cover the span."""
    step = 1
    while True:
        for times in (1, 2, 5):
            if step * times * parts >= span:
                return step * times
        step *= 10


def ticks(least: float, most: float, parts: int = 7) -> list[int]:
    """Round numbers from at or below the least to at or above the most, zero among them if they go past it."""
    step = round_step(max(most - least, 1), parts)
    first, last = int(least // step), -int(-most // step)
    return [step * n for n in range(first, max(last, first + 1) + 1)]


def thinned(found: Sequence[Point], most: int = MOST_POINTS) -> list[Point]:
    """At most so many of them, evenly spread, the first and the last among them."""
    if len(found) <= most:
        return list(found)
    return [found[n * (len(found) - 1) // (most - 1)] for n in range(most)]


def at(number: float) -> str:
    return f"{number:.1f}"


def _points(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{at(x)},{at(y)}" for x, y in places)


def _frame(values: Sequence[float], shown: Shown, height: int = HEIGHT) -> tuple[Scale, list[Rule], list[Label]]:
    marks = ticks(min(*values, 0), max(*values, 0))
    scale = Scale(marks[0], marks[-1], height - BOTTOM, TOP)
    rules = [Rule(at(LEFT), at(scale(mark)), at(WIDTH - RIGHT), at(scale(mark)), is_zero=mark == 0) for mark in marks]
    labels = [Label(at(LEFT - 6), at(scale(mark) + 4), shown(mark), "end") for mark in marks]
    return scale, rules, labels


def steps(points: Sequence[tuple[float, int]], ends: Sequence[tuple[float, str]], shown: Shown) -> Plot:
    """A quantity that stays as it is until it changes. `ends` are places on the lower edge, and their names."""
    y, rules, labels = _frame([value for _, value in points], shown)
    x = Scale(points[0][0], max(points[-1][0], points[0][0] + 1), LEFT, WIDTH - RIGHT)
    places: list[tuple[float, float]] = []
    for when, value in points:
        if places:
            places.append((x(when), places[-1][1]))
        places.append((x(when), y(value)))
    anchors = ["start", *["middle"] * (len(ends) - 2), "end"]
    below = [
        Label(at(x(when)), at(HEIGHT - 8), name, anchor) for (when, name), anchor in zip(ends, anchors, strict=True)
    ]
    return Plot(rules=rules, labels=[*labels, *below], lines=[_points(places)])


def band(points: Sequence[tuple[int, float, float, float]], shown: Shown, *, first: str, last: str) -> Plot:
    """What was, what was expected, and how far from it on either side is nothing unusual, along one axis."""
    spread = [value for _, actual, mean, off in points for value in (actual, mean - off, mean + off)]
    y, rules, labels = _frame(spread, shown)
    x = Scale(points[0][0], max(points[-1][0], points[0][0] + 1), LEFT, WIDTH - RIGHT)
    upper = [(x(n), y(mean + off)) for n, _, mean, off in points]
    lower = [(x(n), y(mean - off)) for n, _, mean, off in points]
    below = [
        Label(at(LEFT), at(HEIGHT - 8), first, "start"),
        Label(at(WIDTH - RIGHT), at(HEIGHT - 8), last, "end"),
    ]
    return Plot(
        rules=rules,
        labels=[*labels, *below],
        areas=[_points([*upper, *reversed(lower)])],
        dashed=[_points([(x(n), y(mean)) for n, _, mean, _ in points])],
        lines=[_points([(x(n), y(actual)) for n, actual, _, _ in points])],
    )


def signed_bars(named: Sequence[tuple[str, int]], shown: Shown) -> Plot:
    """One bar for each, to the right of zero or to the left, its name at the side and its number at its end."""
    values = [value for _, value in named]
    left, right = 150.0, WIDTH - RIGHT - 56.0
    x = Scale(min(*values, 0), max(*values, 0, min(*values, 0) + 1), left + 56 * (min(values) < 0), right)
    bars, labels = [], []
    for row, (name, value) in enumerate(named):
        top = TOP + row * ROW
        start, end = sorted((x(0), x(value)))
        bars.append(Bar(at(start), at(top), at(max(end - start, 1)), at(ROW - 8)))
        labels.append(Label(at(0), at(top + 13), shortened(name), "start"))
        beside = (x(value) - 5, "end") if value < 0 else (x(value) + 5, "start")
        labels.append(Label(at(beside[0]), at(top + 13), shown(value), beside[1]))
    height = TOP + ROW * len(named) + 6
    zero = Rule(at(x(0)), at(TOP - 6), at(x(0)), at(height - 6), is_zero=True)
    return Plot(height=height, rules=[zero], labels=labels, bars=bars)


def shortened(name: str) -> str:
    return name if len(name) <= LONGEST_LABEL else name[: LONGEST_LABEL - 1] + "…"


def bins(values: Sequence[int]) -> list[tuple[int, int, int]]:
    """From, to, how many: of equal, round widths from zero on, those between that hold none included."""
    width = round_step(max(values) + 1, MOST_BINS)
    found = [[n * width, (n + 1) * width - 1, 0] for n in range(max(values) // width + 1)]
    for value in values:
        found[value // width][2] += 1
    return [(first, last, held) for first, last, held in found]


def histogram(found: Sequence[tuple[int, int, int]], shown: Shown) -> Plot:
    y, rules, labels = _frame([held for _, _, held in found], shown)
    x = Scale(0, len(found), LEFT, WIDTH - RIGHT)
    gap = (x(1) - x(0)) * 0.08
    bars = [
        Bar(at(x(n) + gap), at(y(held)), at(x(1) - x(0) - 2 * gap), at(y(0) - y(held)))
        for n, (_, _, held) in enumerate(found)
    ]
    above = [Label(at(x(n + 0.5)), at(y(held) - 4), shown(held)) for n, (_, _, held) in enumerate(found) if held]
    below = [Label(at(x(n)), at(HEIGHT - 8), shown(first)) for n, (first, _, _) in enumerate(found) if n % 2 == 0]
    return Plot(rules=rules, labels=[*labels, *above, *below], bars=bars)
