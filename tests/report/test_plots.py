from itertools import pairwise
from typing import get_args

import numpy as np
import pytest

from sweepstake.puzzle.display import Map, Mark, Panel, Plot, Series
from sweepstake.report import plots
from sweepstake.report.plots.names import GAP, MOST_NAMED

PANELS = [
    Panel("left", "x (cards)", "y", [Series("line", [1, 2], [3, 4], error=[0.1, 0.1])]),
    Panel(
        "right",
        "x (plays)",
        "y",
        [
            Series("points", [1, 2], [3, 4], "points", error=[0.1, 0.2]),
            Series("steps", [1, 2], [3, 4], "steps"),
            Series("bars", [1, 2], [3, 4], "bars", error=[0.1, 0.2]),
        ],
        log_x=True,
        log_y=True,
    ),
]
PLOT = Plot("war_p", "Title", "Caption.", (), lambda frames: PANELS)


def test_a_figure_has_the_panels_labels_and_scales_that_were_asked_for():
    left, right = plots.draw(PLOT, {}).axes
    assert (left.get_title("left"), left.get_xlabel(), left.get_yscale()) == (
        "left, line",
        "x (cards)",
        "linear",
    )
    assert (right.get_xscale(), right.get_yscale()) == ("log", "log")
    assert names(left) == []
    assert left.get_legend() is None
    assert names(right) == ["steps"]
    assert [t.get_text() for t in right.get_legend().get_texts()] == ["points", "bars"]


def names(axes):
    """The names of lines at their ends."""
    return [text.get_text() for text in axes.texts]


def one(*series, **given):
    """The axes of one panel."""
    panel = Panel("t", "x", "y", series, **given)
    [axes] = plots.draw(Plot("war_p", "T", "C.", (), lambda frames: [panel]), {}).axes
    axes.figure.draw_without_rendering()
    return axes


def ticks(axis):
    low, high = axis.get_view_interval()
    shown = [tick for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
    return [tick.label1.get_text() for tick in shown]


def test_whole_numbers_have_whole_ticks():
    axes = one(Series("", [1, 2, 3], [0.5, 1.5, 2.5]))
    assert ticks(axes.xaxis) == ["1", "2", "3"]
    assert ticks(axes.yaxis) == ["0.5", "1", "1.5", "2", "2.5"]


@pytest.mark.parametrize(
    ("y", "expected"),
    [
        ([1e-250, 1.0], ["10⁻²⁵⁰", "10⁻²⁰⁰", "10⁻¹⁵⁰", "10⁻¹⁰⁰", "10⁻⁵⁰", "10⁰"]),
        ([1.0, 700.0], ["1", "2", "5", "10", "20", "50", "100", "200", "500"]),
        ([3.5, 11.0], ["4", "5", "6", "8", "10"]),
    ],
)
def test_logarithmic_ticks_are_plain_numbers_or_powers_and_no_probability_exceeds_1(y, expected):
    assert ticks(one(Series("", [1, 2], y), log_y=True).yaxis) == expected


def test_of_many_lines_some_have_names_and_none_the_same_colour():
    lines = [Series(f"{k} down", [1, 2], [k, 2 * k]) for k in range(30)]
    axes = one(*lines)
    *named, said = names(axes)
    assert len(named) == MOST_NAMED
    assert (named[0], named[-1]) == ("0 down", "29 down")
    assert said == f"{MOST_NAMED} of 30\nlines named"
    assert len({line.get_color() for line in axes.lines}) == 30


def test_names_do_not_stand_upon_each_other():
    axes = one(*(Series(f"{k}", [1, 2], [1, 2 + k / 1e6]) for k in range(5)))
    heights = sorted(text.xy[1] for text in axes.texts)
    assert all(b - a >= GAP - 1e-9 for a, b in pairwise(heights))


def test_a_series_that_is_like_another_has_its_colour():
    axes = one(Series("a", [1, 2], [1, 2]), Series("b", [1], [3]), Series("c", [2], [3], like="a"))
    first, other, like = (line.get_color() for line in axes.lines)
    assert first == like != other


def colours(*panels):
    """The colour of each named line, by panel."""
    made = [Panel("t", "x", "y", [Series(n, [1, 2], [1, 2]) for n in names]) for names in panels]
    figure = plots.draw(Plot("war_p", "T", "C.", (), lambda frames: made), {})
    return [
        dict(zip(names, (line.get_color() for line in axes.lines), strict=True))
        for names, axes in zip(panels, figure.axes, strict=True)
    ]


def test_a_label_has_one_colour_in_all_panels_of_a_figure():
    left, right = colours("ab", "bca")
    assert left.items() <= right.items()
    assert len({*right.values()}) == 3


def test_stacked_bars_stand_upon_each_other():
    axes = one(*(Series(f"{k}", [1, 2], [k, k], "stacked") for k in (1, 2)))
    assert [bar.get_y() for bar in axes.patches] == [0, 0, 1, 1]


def test_long_words_are_shortened_and_stand_aslant():
    words = ["a very long word that nobody would read", "another one of them", "third", "fourth"]
    axes = one(Series("", words, [1, 2, 3, 4], "points"))
    assert ticks(axes.xaxis)[0] == "a very long word t..."
    assert axes.get_xticklabels()[0].get_rotation() == 30


@pytest.mark.parametrize(("panels", "rotation"), [(1, 0), (3, 30)])
def test_words_stand_aslant_only_where_they_would_touch(panels, rotation):
    words = ["trivial", "cyclic", "dihedral", "symmetric", "pairs", "xor"]
    panel = Panel("", "x", "y", [Series("", words, [*range(6)], "points")])
    figure = plots.draw(Plot("p", "P", "P.", (), lambda frames: [panel] * panels), {})
    figure.draw_without_rendering()
    for axes in figure.axes:
        labels = axes.get_xticklabels()
        assert {label.get_rotation() for label in labels} == {rotation}
        boxes = [label.get_window_extent() for label in labels]
        if not rotation:
            assert all(a.x1 < b.x0 for a, b in pairwise(boxes))


@pytest.mark.parametrize("mark", get_args(Mark))
def test_every_mark_can_be_drawn(mark):
    panel = Panel("t", "x", "y", [Series("s", [1, 2, 4], [1, 2, 3], mark)])
    [axes] = plots.draw(Plot("war_p", "T", "C.", (), lambda frames: [panel]), {}).axes
    assert axes.has_data()


def test_a_legend_of_points_stands_beside_the_points():
    axes = one(Series("plan", [1, 2], [1, 2], "points"), Series("none", [1], [3], "crosses"))
    axes.figure.canvas.draw()
    box = axes.get_legend().get_window_extent()
    assert box.x0 >= axes.get_window_extent().x1


def drawn_map(values, rows, columns):
    """The figure of a heat map, drawn."""
    heat = Map("mean", "x", "y", columns, rows, values)
    figure = plots.draw(Plot("p", "T", "C.", (), lambda frames: [heat]), {})
    figure.draw_without_rendering()
    return figure


def test_a_heat_map_has_its_numbers_in_cells_and_its_first_row_on_top():
    [axes] = drawn_map([[1.0, 0.12345], [np.nan, 3.0]], ["a", "b"], ["c", "d"]).axes
    assert {text.get_text(): text.get_position() for text in axes.texts} == {
        "1": (0.5, 0.5), "0.123": (1.5, 0.5), "3": (1.5, 1.5),
    }  # fmt: skip
    assert axes.yaxis_inverted()
    assert ticks(axes.xaxis) == ["c", "d"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b"]
    assert axes.get_title("left") == "mean"


def test_a_large_heat_map_has_a_bar_for_its_colours():
    words = [f"w{k}" for k in range(20)]
    axes, bar = drawn_map(np.arange(400.0).reshape(20, 20).tolist(), words, words).axes
    assert not axes.texts
    assert bar.get_ylim() == (0, 399)


def test_words_stand_in_the_order_that_a_panel_says():
    late = Series("late", ["b", "c"], [1, 2], "points")
    axes = one(late, Series("early", ["a"], [3], "points"), words=("a", "b", "c"))
    assert ticks(axes.xaxis) == ["a", "b", "c"]


def test_long_names_are_shortened():
    long = [f"board={':'.join('12345678' * 20)}{k}" for k in range(2)]
    axes = one(*(Series(label, [1, 2], [k, k]) for k, label in enumerate(long)))
    assert {len(name) for name in names(axes)} == {60}
    axes = one(*(Series(label, [1, 2], [k, k], "points") for k, label in enumerate(long)))
    assert {len(text.get_text()) for text in axes.get_legend().get_texts()} == {60}
