"""A puzzle of one file depends on its methods, not on what its declarations say."""

import pytest

from sweepstake.puzzle.declarations import without_texts_and_costs
from sweepstake.source.digest import fingerprint

PUZZLE = """
from sweepstake.puzzle.question import Column, Method, Parameter, Question, Size
from somewhere import Table

SIDES = 6


def _cost(dice):
    return 1e-6 * dice


def sums(dice):
    return SIDES * dice * Table("seven", 7)


@remembered
def loaded(dice):
    return 1


def later_on(dice):
    return 2


ASK = Question(
    name="dice_sum",
    text="How much?",
    parameters=(Parameter("dice", "how many", 1, 9),),
    outcomes=(Column("pips", "int", "their sum"),),
    methods={
        "exact": Method(sums, "exact", _cost, says="every way"),
        "other": Method(lambda dice: 6 * dice, "exact", lambda dice: 1e-6, says="at once"),
        "late": Method(later("dice", "later_on"), "exact", cost=_cost),
    },
    size=Size("dice", lambda dice: dice),
    small=({"dice": 2},),
)
"""


SHARED = """
from sweepstake.puzzle import Method, Parameter

DICE = Parameter("dice", "how many", 1, 9)

def _cost(dice):
    return 1e-6 * ways(dice)

def ways(dice):
    return 6**dice

def asked(dice):
    return 7**dice

FIRST = Method(len, "exact", _cost)
SECOND = Method(len, "exact", lambda dice: asked(dice))
"""


@pytest.mark.parametrize(
    ("imports", "call"),
    [("from my_dice import ways", "ways"), ("import my_dice", "my_dice.ways"),
     ("from my_dice import *", "ways"), ("import my_dice", "getattr(my_dice, 'ways')")],
)  # fmt: skip
def test_what_another_module_calls_counts_even_if_only_a_cost_names_it_here(
    tmp_path, imports, call
):
    """As `Parameter` and functions may stand together in a module that others share."""
    said = []
    for name, old, new in (("a", "", ""), ("b", "6**dice", "5**dice"), ("c", "1e-6", "1e-5")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "my_dice.py").write_text(SHARED.replace(old, new))
        caller = folder / "caller.py"
        caller.write_text(f"{imports}\n\ndef odds(dice):\n    return {call}(dice)\n")
        said.append(fingerprint("caller", caller, without_texts_and_costs))
    assert said[0] == said[2] != said[1]


def test_a_function_that_is_asked_counts_even_if_only_a_cost_names_it(tmp_path):
    said = []
    for name, old, new in (("a", "", ""), ("b", "7**dice", "5**dice")):
        path = tmp_path / name / "my_dice.py"
        path.parent.mkdir()
        path.write_text(SHARED.replace(old, new))
        said += [
            fingerprint("my_dice", path, without_texts_and_costs, asked) for asked in ("asked", "")
        ]
    assert said[0] != said[2]
    assert said[1] == said[3]


def differs(tmp_path, old, new):
    """Has a copy of the puzzle, with `new` in place of `old`, another fingerprint?"""
    assert PUZZLE.count(old) == 1
    said = []
    for folder, text in (("one", PUZZLE), ("other", PUZZLE.replace(old, new))):
        path = tmp_path / folder / "my_dice.py"
        path.parent.mkdir()
        path.write_text(text)
        said.append(fingerprint("my_dice", path, without_texts_and_costs))
    return said[0] != said[1]


METHODS = {
    "a method": ("return SIDES * dice", "return SIDES + dice"),
    "what it uses": ("SIDES = 6", "SIDES = 8"),
    "a method without a name": ("lambda dice: 6 * dice", "lambda dice: 7 * dice"),
    "a method that is named by a text": ("return 2", "return 3"),
    "a function that something else may call": ("return 1\n", "return 4\n"),
    "another's class of the same name": ('Table("seven", 7)', 'Table("seven", 8)'),
    "bounds, which a method may read": ("1, 9)", "1, 20)"),
    "a parameter whose place is not known": ('"dice", "how many", 1, 9', '*("dice", "h", 1, 8)'),
    "the kind of its answers": ('_cost, says="every', '_cost, most=3, says="every'),
}
DECLARED = {
    "cost": ("return 1e-6 * dice", "return 2e-6 * dice"),
    "another cost": ("lambda dice: 1e-6", "lambda dice: 2e-6"),
    "says": ("every way", "each way"),
    "text": ("How much?", "How many pips?"),
    "meaning": ('"how many"', '"how many dice"'),
    "small points": ('({"dice": 2},)', '({"dice": 3},)'),
}


@pytest.mark.parametrize(("old", "new"), METHODS.values(), ids=METHODS)
def test_it_depends_on_its_methods(tmp_path, old, new):
    assert differs(tmp_path, old, new)


@pytest.mark.parametrize(("old", "new"), DECLARED.values(), ids=DECLARED)
def test_it_does_not_depend_on_what_it_declares(tmp_path, old, new):
    assert not differs(tmp_path, old, new)
