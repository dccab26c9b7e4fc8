import pytest

from sweepstake.puzzle.display import Panel, Plot, Series
from sweepstake.report import plots

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
    assert (left.get_title(), left.get_xlabel(), left.get_yscale()) == (
        "left",
        "x (cards)",
        "linear",
    )
    assert (right.get_xscale(), right.get_yscale()) == ("log", "log")
    assert [text.get_text() for text in left.get_legend().get_texts()] == ["line"]
    assert [t.get_text() for t in right.get_legend().get_texts()] == ["steps", "points", "bars"]


@pytest.mark.parametrize("mark", plots._MARKS)
def test_every_mark_can_be_drawn(mark):
    panel = Panel("t", "x", "y", [Series("s", [1, 2, 4], [1, 2, 3], mark)])
    [axes] = plots.draw(Plot("war_p", "T", "C.", (), lambda frames: [panel]), {}).axes
    assert axes.has_data()


def test_the_same_figure_is_the_same_file(tmp_path):
    for name in "ab":
        plots.write(PLOT, {}, tmp_path / f"{name}.svg", tmp_path / f"{name}.png")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
