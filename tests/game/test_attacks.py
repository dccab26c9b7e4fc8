"""Programs that were written to make the rewriting wrong: their laws are right, or refused."""

import re
from functools import cache
from types import FunctionType

import pytest

from game.attacks import (
    as_users_write,
    closures_objects_loops_helpers,
    kinds,
    parameters_globals_classes,
    sets_aliases_order,
    totals_types_containers,
)
from laws import by_paths, by_states
from sweepstake.game.reading.program import RefusedError

MODULES = (
    as_users_write,
    closures_objects_loops_helpers,
    kinds,
    parameters_globals_classes,
    sets_aliases_order,
    totals_types_containers,
)
PROGRAMS = {
    f"{module.__name__.rpartition('.')[2]}.{name}": (play, getattr(module, "KWS", {}).get(name, {}))
    for module in MODULES
    for name, play in vars(module).items()
    if isinstance(play, FunctionType) and re.match("[th]_", name)
    if play.__module__ == module.__name__
}
OUTLIVE = (
    "t_global_alias",
    "t_param_mut",
    "t_param_rows",
    "t_param_copy",
    "t_param_among",
    "t_default_outlives",
)
"""Programs that change what outlives a play, so that paths have no law."""
ANSWERED = 162
"""Programs that are not refused."""


@cache
def verdict(name):
    """What becomes of a program; without coupling, for the list alone is to be enough."""
    play, params = PROGRAMS[name]
    try:
        law = by_states(play, **params)
    except RefusedError as error:
        return f"refused: {error}"
    return "right" if law == by_paths(play, **params) else f"wrong: {law}"


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_law_is_right_or_refused(name):
    assert not verdict(name).startswith("wrong")
    if name.rpartition(".")[2] in OUTLIVE:
        assert verdict(name).startswith("refused")


def test_no_more_programs_are_refused():
    assert sum(verdict(name) == "right" for name in PROGRAMS) >= ANSWERED


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_right_passes_the_coupling(name):
    play, params = PROGRAMS[name]
    if verdict(name) == "right":
        by_states(play, plays=20, **params)


def test_a_refusal_is_one_line_with_its_place():
    for name in PROGRAMS:
        if verdict(name).startswith("refused"):
            assert "\n" not in verdict(name)
            assert len(verdict(name)) < 160
