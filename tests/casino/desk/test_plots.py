"""Where things stand on a plot."""

import pytest

from casino.desk import plots


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [
        (0, 0, [0, 1]),
        (0, 4, [0, 1, 2, 3, 4]),
        (0, 2300, [0, 500, 1000, 1500, 2000, 2500]),
        (-8, 0, [-8, -6, -4, -2, 0]),
        (-120, 34, [-150, -100, -50, 0, 50]),
        (0, 10**12, [0, *(2 * n * 10**11 for n in range(1, 6))]),
    ],
)
def test_marks_are_round_and_hold_everything_between_them(least: int, most: int, expected: list[int]) -> None:
    assert plots.ticks(least, most) == expected


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        ([0], [(0, 0, 1)]),
        ([0, 3, 3], [(0, 0, 1), (1, 1, 0), (2, 2, 0), (3, 3, 2)]),
        (
            [5, 99, 100, 119],
            [(0, 9, 1), *((n, n + 9, 0) for n in range(10, 90, 10)), (90, 99, 1), (100, 109, 1), (110, 119, 1)],
        ),
    ],
)
def test_bins_are_round_and_hold_everybody_once(held: list[int], expected: list[tuple[int, int, int]]) -> None:
    assert plots.bins(held) == expected


def test_many_points_are_thinned_and_keep_their_ends() -> None:
    thin = plots.thinned(list(range(2001)))
    assert (thin[0], thin[-1], len(thin)) == (0, 2000, plots.MOST_POINTS)
    assert plots.thinned([1, 2]) == [1, 2]


def test_a_loss_goes_the_other_way() -> None:
    plot = plots.signed_bars([("A", 10), ("B", -5), ("A table with a very long name, bank", 0)], str)
    zero = float(plot.rules[0].x1)
    gain, loss, nothing = plot.bars
    assert float(gain.x) == zero
    assert float(loss.x) < zero
    assert float(loss.x) + float(loss.width) == pytest.approx(zero)
    assert float(gain.width) == pytest.approx(2 * float(loss.width), abs=0.2)
    assert float(nothing.width) == 1
    assert {"10", "-5", "0", "A table with a very…"} <= {label.text for label in plot.labels}


@pytest.mark.parametrize("values", [[0], [5], [-5], [3, -4]])
def test_everything_drawn_is_inside(values: list[int]) -> None:
    drawn = [
        plots.signed_bars([(str(value), value) for value in values], str),
        plots.steps([(n, value) for n, value in enumerate(values)], [(0, "a"), (len(values) - 1, "b")], str),
        plots.band([(n, value, value / 2, 3.0) for n, value in enumerate(values)], str, first="0", last="1"),
        plots.histogram(plots.bins([abs(value) for value in values]), str),
    ]
    for plot in drawn:
        for bar in plot.bars:
            assert 0 <= float(bar.x) <= float(bar.x) + float(bar.width) <= plot.width
            assert 0 <= float(bar.y) <= float(bar.y) + float(bar.height) <= plot.height
        for line in (*plot.lines, *plot.dashed, *plot.areas):
            for x, y in (point.split(",") for point in line.split()):
                assert 0 <= float(x) <= plot.width
                assert 0 <= float(y) <= plot.height
