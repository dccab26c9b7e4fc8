"""An answer in a notebook: it shows itself, and what is made of it is an ordinary frame."""

import pickle

import pandas as pd
import pytest

import sweepstake
from running import TOSS
from sweepstake.testing import promises


def test_an_answer_shows_question_plot_and_number():
    answer = sweepstake.answer("toy_won", coins=2, sides=2)
    shown = answer._repr_html_()
    assert "all coins show heads" in shown
    assert "<svg" in shown
    assert "12.5% (1/8)" in shown
    assert r"12.5\% (1/8)" in answer._repr_latex_()
    assert str(answer) == str(pd.DataFrame(answer))


def test_half_of_an_interval_in_latex():
    answer = sweepstake.answer("toy_rolls", coins=3, sides=2, wait=1, method="simulate", trials=1e4)
    assert r"$\pm$" in answer._repr_latex_()


def test_what_is_made_of_it_is_a_frame():
    answer = sweepstake.answer("toy_won", coins=2, sides=2)
    for made in (answer[["probability"]], answer.copy(), answer.query("won")):
        assert type(made) is pd.DataFrame
    again = pickle.loads(pickle.dumps(answer))
    assert again._repr_html_().count("12.5% (1/8)") == 1
    assert not answer.attrs


@pytest.mark.usefixtures("unregistered")
def test_an_answer_of_a_function_shows_itself():
    def tosses(draw, coins):
        """How many heads?"""
        return sum(draw.below(2) for _ in range(coins))

    shown = sweepstake.answer(tosses, coins=4)._repr_html_()
    assert "How many heads?" in shown
    assert "<svg" in shown


def test_promises_show_which_of_them_are_kept(loaded):
    shown = promises(loaded(TOSS, ("{True: 1, False: 1}", "{True: 0, False: 0}")))._repr_html_()
    assert "3 of 6 promises" in shown
    assert "<td>toss_heads: it is declared in full</td><td>kept</td>" in shown
    assert "the answer counts no case" in shown
