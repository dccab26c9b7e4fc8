import re
from dataclasses import replace
from itertools import pairwise
from math import nan
from typing import get_args
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.colors import to_hex

from sweepstake.puzzle.display import Map, Mark, Middle, Panel, Plot, Series
from sweepstake.report.charts import figure as plots
from sweepstake.report.charts.figure import SIZES, VARIABLES, drawings, figure_of
from sweepstake.report.charts.labels import MOST_NAMED
from sweepstake.report.charts.look import EXACT, MUTE, SIMULATED, WHITE
from sweepstake.report.page.items import charts, check_drawing
from sweepstake.text import words

LINE, STEPS = Series("a", [1, 2], [3, 4]), Series("steps", [1, 2], [3, 4], "steps")
POINTS = Series("points", [1, 2], [3, 4], "points", error=[0.1, 0.2])
PANELS = [
    Panel("left", "x (cards)", "y", [Series("line", [1, 2], [3, 4], error=[0.1, 0.1])]),
    Panel(
        "right", "x (plays)", "y", [POINTS, STEPS, replace(POINTS, label="bars", mark="bars")],
        log_x=True, log_y=True,
    ),
]  # fmt: skip
PLOT = Plot("toy_p", "Title", ())
DESK, PHONE = (720, 320), (344, 260)


def test_a_figure_has_the_panels_labels_and_scales_that_were_asked_for():
    left, right = plots.draw(PLOT, PANELS).axes
    assert (left.get_title("left"), left.get_xlabel(), left.get_yscale()) == (
        "left\ny, line",
        "x (cards)\nLines are simulated trials, with 95% intervals where these can be seen.",
        "linear",
    )
    assert (right.get_xscale(), right.get_yscale()) == ("log", "log")
    assert names(left) == []
    assert sorted(names(right)) == ["bars", "points", "steps"]


def names(axes):
    """The names of lines at their ends."""
    return [text.get_text() for text in axes.texts]


def axes_of(*series, **given):
    """The axes of one panel."""
    panel = Panel("t", "x", "y", series, **given)
    [axes] = plots.draw(PLOT, [panel]).axes
    axes.figure.draw_without_rendering()
    return axes


def on_page(panel, size=DESK):
    """The axes of a panel as it stands on the page."""
    [axes] = figure_of(panel, *size).axes
    axes.figure.draw_without_rendering()
    return axes


def chart_of(panel):
    """A panel as a chart of the page."""
    [chart] = charts(PLOT, [panel])
    return chart


def ticks(axis):
    low, high = axis.get_view_interval()
    shown = [tick for tick in axis.get_major_ticks() if low <= tick.get_loc() <= high]
    return [tick.label1.get_text() for tick in shown]


def test_whole_numbers_have_whole_ticks():
    axes = axes_of(Series("", [1, 2, 3], [0.5, 1.5, 2.5]))
    assert ticks(axes.xaxis) == ["1", "2", "3"]
    assert ticks(axes.yaxis) == ["0.5", "1", "1.5", "2", "2.5"]


@pytest.mark.parametrize(
    ("axis", "y", "expected"),
    [
        ("log y", [1e-250, 1.0], "10⁻²⁵⁰ 10⁻²⁰⁰ 10⁻¹⁵⁰ 10⁻¹⁰⁰ 10⁻⁵⁰ 10⁰"),  # none exceeds 1
        ("log y", [1.0, 700.0], "1 2 5 10 20 50 100 200 500"),
        ("log y", [3.5, 11.0], "4 5 6 8 10"),
        ("share", [0.5, 1.0], "50% 60% 70% 80% 90% 100%"),
        ("share", [0.5, 2.0], "0.5 1 1.5 2"),  # these are no shares
        ("share", [0.0005, 0.001], "0.0005 0.0006 0.0007 0.0008 0.0009 0.001"),
        ("log share", [0.09, 1.0], "10% 20% 50% 100%"),
    ],
)
def test_ticks_are_plain_numbers_powers_or_percent(axis, y, expected):
    log, name = axis.startswith("log "), axis.removeprefix("log ")
    panel = Panel("t", "x", name, [Series("", [1, 2], y)], log_y=log, is_share=name == "share")
    assert ticks(on_page(panel).yaxis) == expected.split()


@pytest.mark.parametrize(
    ("y", "expected"),
    [
        (1e-14, "in a trillion, in a billion, in a million, once in 1,000, always"),
        (1e-250, "in 10²⁵⁰, in 10²⁰⁰, in 10¹⁵⁰, in 10¹⁰⁰, once in 10⁵⁰, always"),
        (0.004, "in 200, in 100, in 50, in 20, in 10, in 5, once in 2, always"),
    ],
)
def test_probabilities_on_a_logarithmic_axis_are_in_words(y, expected):
    panel = Panel("t", "x", "y", [Series("", [1, 2], [y, 1.0])], log_y=True, is_share=True)
    assert ", ".join(reversed(ticks(on_page(panel).yaxis))) == expected


def test_the_usual_point_has_a_larger_dot_and_its_value_which_touches_no_line():
    others = [Series("a", [1, 2, 3], [0.3, 0.5, 0.4]), Series("b", [1, 2, 3], [0.9, 0.62, 0.8])]
    lines = [others[0], replace(others[1], usual=True)]
    axes = on_page(Panel("t", "x", "y", lines, usual=2, is_share=True))
    dot = axes.lines[-1]
    assert (dot.get_xdata(), dot.get_ydata(), dot.get_color()) == ([2], [0.62], EXACT)
    assert dot.get_markersize() > axes.lines[0].get_markersize()
    [label] = [text for text in axes.texts if text.get_fontweight() == "bold"]
    assert label.get_text() == "62%"
    box = label.get_window_extent()
    paths = [line.get_path().transformed(line.get_transform()) for line in axes.lines[:2]]
    assert not any(path.intersects_bbox(box, filled=False) for path in paths)


def test_the_usual_bar_has_its_number_in_bold_or_a_label_where_bars_have_no_numbers():
    shown = {}
    for number in (11, 16):
        bars = Series("", [*range(number)], [1.0, *[0.5] * (number - 2), 0.00277], "bars")
        panel = Panel("", "x", "y", [bars], zero=True, usual=number - 1, is_share=True)
        for size, pixels in SIZES.items():
            axes = on_page(panel, pixels)
            assert not axes.lines
            assert ticks(axes.xaxis) == [str(x) for x in range(number)]
            [shown[number, size]] = [t for t in axes.texts if t.get_fontweight() == "bold"]
    texts = ["once in\n361", "0.3", "once\nin 361", "once\nin\n361"]
    assert [text.get_text() for text in shown.values()] == texts
    assert shown[11, "slim"].axes.get_title("left") == "y\nin percent"


@pytest.mark.parametrize(
    ("unit", "text"),
    [("points", "3.14 points"), ("points" * 20, ""),
     ("points of a game of some cards", "3.14 points of a game of\nsome cards")],
)  # fmt: skip
def test_the_value_of_the_usual_point_is_left_out_only_where_it_has_no_room(unit, text):
    panel = Panel("t", "x", "y", [Series("a", [1, 2, 3], [1, 3.14, 2])], usual=2, unit=unit)
    labels = on_page(panel, PHONE).texts
    assert [label.get_text() * label.get_visible() for label in labels] == [text]
    assert chart_of(panel)["note"].endswith("The large dot is the usual case, at 2.")


def heights(width, y, **given):
    """The numbers on top of bars."""
    x = [*range(len(y))]
    panel = Panel("", "x", "y", [Series("", x, y, "bars")], zero=True, is_share=True, **given)
    axes = on_page(panel, (width, 320))
    inside = axes.get_window_extent()
    assert all(text.get_window_extent().y1 <= inside.y1 + 1 for text in axes.texts)
    assert axes.yaxis.get_visible() is not any(text.get_visible() for text in axes.texts)
    return [text.get_text() for text in axes.texts]


@pytest.mark.slow
def test_few_bars_have_their_numbers_on_top_if_these_have_room():
    assert heights(720, [0.25, 0.746, 0.004]) == ["25%", "75%", "<1%"]
    assert heights(344, [0.003, 0.003, 0.002, 0.001, 0.004])[-1] == "once in\n250"
    assert heights(344, [1e-12, *[0.125] * 7])[:2] == ["<1%", "12%"]
    assert heights(720, [0.625, *[0.0375] * 9, 0.0001])[:2] == ["62%", "3.8%"]
    assert heights(344, [0.12, *[0.0375] * 8, 0.0001]) == ["12", *["3.8"] * 8, "<.1"]
    in_percent = ["100", ">99", *["3.8"] * 8, "<.1"]
    assert heights(344, [1, 0.9996, *[0.0375] * 8, 0.0001]) == in_percent
    assert heights(344, [1] * 16) == heights(720, [0.05] * 20) == []


@pytest.mark.parametrize(("mirror", "stands"), [(1, "left"), (-1, "right")])
def test_of_an_area_the_middle_half_is_darker_and_the_median_and_the_mean_are_named(mirror, stands):
    x, middle = [*range(40)], Middle(4, 10, 16, 30, 12.5, "mean 12.5 plays")
    if mirror < 0:
        x, middle = [-k for k in reversed(x)], Middle(-16, -10, -4, 0, -12.5, "mean -12.5 plays")
    bars = [Series("", x, [0.025] * 40, "bars")]
    axes = on_page(Panel("", "x", "y", bars, zero=True, middle=middle, is_share=True), PHONE)
    named = [text.get_text() for text in axes.texts]
    assert named == [f"median {words.amount(10 * mirror)}", middle.mean_in_words]
    assert {text.get_horizontalalignment() for text in axes.texts} == {stands}
    boxes = [text.get_window_extent() for text in axes.texts]
    assert boxes[0].y0 >= boxes[1].y1 - 1
    assert all(axes.transData.transform((0, 0.025))[1] < box.y0 for box in boxes)
    _, _, dark = axes.patches
    inside = [place for place, height in zip(x, dark.get_data()[0], strict=True) if height]
    assert (inside[0], inside[-1]) == (middle.first, middle.third)


def test_a_usual_value_that_is_no_point_of_the_line_is_not_marked():
    axes = on_page(Panel("t", "x", "y", [Series("a", [1, 3], [0.3, 0.5])], usual=2))
    assert (len(axes.lines), len(axes.texts)) == (1, 0)


def test_the_usual_row_of_spans_is_bold():
    ends = [[y - 1, y - 0.5, y, y + 0.5, y + 1] for y in (2, 3)]
    spans = Series("s", ["1", "2"], [2, 3], "spans", quantiles=ends)
    panel = Panel("t", "x", "y", [spans], usual="2", finding="It rises")
    [axes] = plots.draw(PLOT, [panel]).axes
    assert axes.get_title("left") == "It rises\nt\nx"
    axes = on_page(panel)
    assert [label.get_fontweight() for label in axes.get_yticklabels()] == ["normal", "bold"]
    assert [text.get_text() for text in axes.texts if text.get_fontweight() == "bold"] == ["3"]


def test_of_many_lines_some_have_names_and_the_usual_one_a_colour():
    lines = [Series(f"{k} down", [1, 2], [k, 2 * k], usual=k == 3) for k in range(30)]
    axes = axes_of(*lines)
    named = names(axes)
    assert len(named) == MOST_NAMED
    assert (named[0], named[-1]) == ("0 down", "29 down")
    left_out = f"{MOST_NAMED} of 30 lines have their names"
    assert axes.get_xlabel() == f"x\n{left_out}"
    assert [line.get_color() for line in axes.lines] == [MUTE] * 3 + [EXACT] + [MUTE] * 26


def test_a_series_that_is_like_another_has_its_colour():
    axes = axes_of(LINE, Series("b", [1], [3]), Series("c", [2], [3], like="a"))
    first, other, like = (line.get_color() for line in axes.lines)
    assert first == like != other


def test_what_was_simulated_is_orange_and_hollow_and_what_was_computed_is_neither():
    computed, simulated = axes_of(LINE, POINTS).lines
    assert computed.get_color() == EXACT
    assert (simulated.get_color(), simulated.get_markerfacecolor()) == (SIMULATED, "none")


def test_what_a_line_is_compared_with_is_grey_and_dashed_even_where_it_is_the_only_one():
    rule = Series("rule", [1, 2], [3, 5], "dashes", usual=True)
    for every in ([LINE, rule], [rule]):
        dashes = axes_of(*every).lines[-1]
        assert (dashes.get_color(), dashes.is_dashed()) == (MUTE, True)
        assert "Dashes are an approximation or a limit." in plots.note(Panel("t", "x", "y", every))


def test_a_line_is_filled_where_it_was_computed_and_hollow_where_it_was_simulated():
    mixed = Series("", [1, 2, 3], [3, 4, 5], "joined", [nan, nan, 0.1])
    line, computed, simulated = axes_of(mixed).lines
    assert line.get_color() == computed.get_markerfacecolor() == EXACT
    assert np.isfinite(computed.get_ydata()).tolist() == [True, True, False]
    assert (simulated.get_color(), simulated.get_markerfacecolor()) == (SIMULATED, "none")
    assert np.isfinite(simulated.get_ydata()).tolist() == [False, False, True]
    other = replace(mixed, label="other")
    *_, filled, hollow = axes_of(replace(mixed, usual=True), other).lines
    assert {filled.get_color(), hollow.get_color()} == {MUTE}
    assert hollow.get_markerfacecolor() == "none"


@pytest.mark.parametrize(("usual", "looks"), [(1, (EXACT, EXACT)), (2, (SIMULATED, WHITE))])
def test_the_usual_point_of_such_a_line_looks_as_its_value_came_about(usual, looks):
    mixed = Series("", [1, 2], [3, 4], "joined", [nan, 0.1])
    dot = axes_of(mixed, usual=usual).lines[-1]
    assert (dot.get_color(), dot.get_markerfacecolor()) == looks


@pytest.mark.slow
def test_the_text_for_a_chart_has_its_ends_in_words_and_of_dots_above_each_other_all():
    def alt(y, *series, **more):
        return chart_of(Panel("", "cards", y, series, **more))["alt"]

    line = Series("", [1, 2, 3], [0.5, 1e-6, 1], "bars")
    assert alt("odds", line, is_share=True).startswith("Odds, by cards. 50%")
    assert alt("odds", line, is_share=True).endswith(
        " 50% at 1; once in 1 million at 2; 100% at 3."
    )
    level = Series("", [1, 2, 3, 4, 5], [1, 0.99999, 0.5, 0.50001, 0.50002], "line")
    assert alt("odds", level, is_share=True) == "Odds, by cards. 100% at 1; 50% at 3; 50% at 5."
    bins = Series("", [2.5, 8.5], [0.75, 0.25], "bars")
    assert alt("odds", bins, is_share=True, bin_width=6).endswith("75% at 0 to 5; 25% at 6 to 11.")
    dots = Series("", [1, 1, 2], [3, 4, 3], "points")
    assert alt("faces", dots).endswith("3, 4 at 1; 3 at 2.")


def test_spans_of_both_kinds_have_a_look_each_and_the_note_says_both():
    ends = [[1, 2, 3, 4, 5]] * 2
    spans = Series("", ["1", "2"], [2, 3], "spans", [nan, 0.1], quantiles=ends, trials=[900])
    panel = Panel("t", "x", "y", [spans])
    note = chart_of(panel)["note"]
    assert "filled is computed, orange and hollow comes from 900 simulated trials." in note
    figure = plots.draw(PLOT, [panel])
    (means,) = (dots for dots in figure.axes[0].collections if len(dots.get_offsets()) == 2)
    assert [*map(to_hex, means.get_edgecolors())] == [EXACT, SIMULATED]


@pytest.mark.parametrize("mark", get_args(Mark))
def test_every_mark_can_be_drawn(mark):
    ends = [[y - 1, y - 0.5, y, y + 0.5, y + 1] for y in (1, 2, 3)]
    panel = Panel("t", "x", "y", [Series("s", [1, 2, 4], [1, 2, 3], mark, quantiles=ends)])
    [axes] = plots.draw(PLOT, [panel]).axes
    assert axes.has_data()
    for drawing in drawings(replace(panel, x="$n_0$", log_y=True), "a").values():
        check_drawing(drawing)  # as the page does


def test_the_note_says_what_dots_and_crosses_are():
    where = Series("a plan", [1, 2], [1, 9], "points"), Series("no plan", [1], [3], "crosses")
    assert axes_of(*where).get_xlabel() == "x\nDots: a plan, crosses: no plan."


def test_points_that_look_alike_have_their_names_at_their_ends_and_one_has_a_colour():
    words = ["loop", "row", "star"]
    axes = axes_of(*(Series(f"{k} cards", words, [1, 2, 3 + k], "points") for k in (1, 2)))
    assert names(axes) == ["1 cards", "2 cards"]
    assert [line.get_color() for line in axes.lines] == [EXACT, MUTE]


def drawn_map(values, rows, columns):
    """The figure of a heat map, drawn."""
    heat = Map("mean", "x", "y", columns, rows, values)
    figure = plots.draw(PLOT, [heat])
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
    assert axes.get_title("left") == "mean\ny"


def test_what_a_format_of_a_heat_map_leaves_nothing_of_is_less_than_1():
    heat = Map("", "x", "y", ["a", "b", "c"], ["d"], [[0.0, 0.7, 55.2]], format=".0f")
    assert names(on_page(heat, PHONE)) == ["0", "<1", "55"]
    assert chart_of(heat)["alt"].endswith("0 at a, d; 55 at c, d.")


def test_a_map_of_levels_has_a_rectangle_for_each_run_and_a_name_for_each_colour():
    values = [[0, 0, 1, nan], [1, 1, 1, 0]]
    heat = Map(
        "", "total", "score", ["9", "10", "11", "12"], ["0", "1"], values, levels=("hit", "stand")
    )
    figure = figure_of(heat, *PHONE)
    axes, side = figure.axes
    runs = [[path.get_extents().bounds for path in bars.get_paths()] for bars in axes.collections]
    assert runs == [[(0, 0, 2, 1), (2, 0, 1, 1)], [(0, 1, 3, 1), (3, 1, 1, 1)]]
    hit, stand = (to_hex(colour) for colour in axes.collections[0].get_facecolors())
    assert [to_hex(c) for c in axes.collections[1].get_facecolors()] == [stand, hit]
    assert {hit, stand} <= VARIABLES.keys()
    assert axes.yaxis_inverted()
    assert [label.get_text() for label in side.get_yticklabels()] == ["hit", "stand"]
    assert chart_of(heat)["alt"].endswith("hit at 9, 0; stand at 11, 0.")


def test_of_numbers_below_a_wide_map_some_are_left_out():
    columns = [str(k) for k in range(60)]
    heat = Map("", "total", "score", columns, ["0"], [[k % 2 for k in range(60)]])
    axes, _ = figure_of(heat, *PHONE).axes
    shown = [int(text) for text in ticks(axes.xaxis)]
    assert shown == [*range(0, 60, shown[1])]
    boxes = [label.get_window_extent() for label in axes.get_xticklabels()]
    assert all(a.x1 < b.x0 for a, b in pairwise(boxes))


def test_a_large_heat_map_has_a_bar_for_its_colours():
    words = [f"w{k}" for k in range(20)]
    axes, bar = drawn_map(np.arange(400.0).reshape(20, 20).tolist(), words, words).axes
    assert not axes.texts
    assert bar.get_ylim() == (0, 399)


def test_words_stand_in_the_order_that_a_panel_says():
    late = Series("late", ["b", "c"], [1, 2], "points")
    axes = axes_of(late, Series("early", ["a"], [3], "points"), words=("a", "b", "c"))
    assert ticks(axes.xaxis) == ["a", "b", "c"]


def test_long_names_are_shortened():
    long = [f"board={':'.join('12345678' * 20)}{k}" for k in range(2)]
    for mark in ("line", "points"):
        axes = axes_of(*(Series(label, [1, 2], [k, k], mark) for k, label in enumerate(long)))
        assert {len(name) for name in names(axes)} == {40}


def test_on_the_page_the_text_of_a_chart_is_what_it_says_and_its_colours_are_the_pages():
    lines = [Series("0.123456", [0.125, 0.25], [0.0123, 0.0456]), Series("b", [0.125], [0.02])]
    drawn = drawings(Panel("title", "x (0.98765)", "y", lines), "a-1")
    ids = []
    for size, (width, height) in SIZES.items():
        root = ElementTree.fromstring(drawn[size])
        assert root.get("viewBox") == f"0 0 {width} {height}"
        texts = {text.text for text in root.iter("text")}
        assert {"0.123456", "x (0.98765)", "0.02", "0.04"} <= texts
        assert "title" not in texts
        ids += (here := [element.get("id") for element in root.iter() if element.get("id")])
        assert {f"#{name}" for name in here} >= {e.get("href") for e in root.iter("use")}
        assert EXACT in drawn[size]
        assert {*re.findall("#[0-9a-f]{6}", drawn[size])} <= VARIABLES.keys()
    assert ids
    assert len({*ids}) == len(ids)
