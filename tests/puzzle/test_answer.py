"""A quick look at an answer lets nothing pass that a closer look refuses."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.core.distribution import Distribution
from sweepstake.puzzle import Column, Method, Question
from sweepstake.puzzle.answer import _are_plain, _check_outcome, check

EXACT = Method(dict, "exact")
TYPES = ("int", "bool", "string", "rational")
VALUES = st.one_of(
    st.integers(-(2**64), 2**64),
    st.sampled_from(
        [2**63 - 1, 1 - 2**63, 2**63, np.int64(3), np.bool_(True), 1.0, None, "\ud800"]
    ),
    st.booleans(),
    st.text(max_size=2),
    st.fractions(),
)


def asked(*types, nullable=False):
    columns = tuple(Column(f"c{k}", kind, "it", nullable) for k, kind in enumerate(types))
    return Question("odd_one", "Which?", (), columns, {"exact": Method(dict, "exact")})


@given(st.lists(st.sampled_from(TYPES), min_size=1, max_size=2), st.data())
def test_plain_outcomes_are_of_their_columns_types(types, data):
    question = asked(*types, nullable=data.draw(st.booleans()))
    one = VALUES if len(types) == 1 else st.lists(VALUES, max_size=3).map(tuple) | VALUES
    answer = Distribution(dict.fromkeys(data.draw(st.sets(one, max_size=3)), 1), 1)
    if _are_plain(question, answer):
        for outcome in answer:
            _check_outcome(question, outcome)


@pytest.mark.parametrize(
    ("type_", "values"), [("int", [1, -3]), ("bool", [True]), ("rational", [Fraction(1, 2)])]
)
def test_what_is_plain_needs_no_closer_look(type_, values):
    assert _are_plain(asked(type_), Distribution(dict.fromkeys(values, 1), len(values)))


@pytest.mark.parametrize("counts", [{True: -1, False: 2}, {True: 1, False: 2}, {True: 0, False: 0}])
def test_whole_counts_below_0_or_of_another_sum_are_refused(counts):
    with pytest.raises(ValueError, match=r"0 or more|sum to 3/2|counts no case"):
        check(asked("bool"), EXACT, Distribution(counts, sum(counts.values()) and 2), None)
