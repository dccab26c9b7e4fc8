"""Which outcomes and counts a method may answer."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sweepstake.core.distribution import Distribution
from sweepstake.puzzle import Column, Method, Question
from sweepstake.puzzle.answer import _check_outcomes, _unlike, check

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


def is_refused(question, outcomes):
    try:
        _check_outcomes(question, outcomes)
    except ValueError:
        return True
    return False


def fits(question, outcome):
    cells = outcome if len(question.outcomes) > 1 else (outcome,)
    return (
        isinstance(cells, tuple)
        and len(cells) == len(question.outcomes)
        and not any(
            _unlike(cell, column) and not (cell is None and column.nullable)
            for cell, column in zip(cells, question.outcomes, strict=True)
        )
    )


@given(st.lists(st.sampled_from(TYPES), min_size=1, max_size=2), st.data())
def test_outcomes_are_refused_if_one_of_them_does_not_fit_its_columns(types, data):
    question = asked(*types, nullable=data.draw(st.booleans()))
    one = VALUES if len(types) == 1 else st.lists(VALUES, max_size=3).map(tuple) | VALUES
    outcomes = [*data.draw(st.sets(one, max_size=3))]
    every = all(fits(question, outcome) for outcome in outcomes)
    assert is_refused(question, outcomes) == (not every)


@pytest.mark.parametrize("counts", [{True: -1, False: 2}, {True: 1, False: 2}, {True: 0, False: 0}])
def test_whole_counts_below_0_or_of_another_sum_are_refused(counts):
    with pytest.raises(ValueError, match=r"0 or more|sum to 3/2|counts no case"):
        check(asked("bool"), EXACT, Distribution(counts, sum(counts.values()) and 2), None)
