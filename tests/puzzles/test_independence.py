"""Methods that share the functions which decide say so; others share only what is listed here.

Each method is played at small parameters in plain Python, and the functions of its puzzle that it
calls are noted. Two methods of one question that both call a function share it.
"""

import json
import re
from itertools import combinations

import pytest

from running import python
from sweepstake.puzzle import register

SCRIPT = """
import json, os, re, sys
import numpy as np
os.environ["NUMBA_DISABLE_JIT"] = "1"
from sweepstake.core.stream import stream
from sweepstake.puzzle import register

def called(question, name, params):
    method, found = question.methods[name], set()
    def note(frame, event, arg):
        code = frame.f_code
        if event == "call" and "sweepstake/puzzles/" in code.co_filename:
            module = code.co_filename.split("sweepstake/puzzles/")[1][:-3].replace("/", ".")
            found.add(re.sub("_[0-9a-f]{12}", "", f"{module}.{code.co_name}"))
    args = (stream(1, "x"), 20) if method.draws else ()
    sys.setprofile(note)
    try:
        with np.errstate(over="ignore"):
            method.answer(*args, **params)
    except OverflowError:  # a kernel with words of 8 bits, which only compiled code widens
        pass
    finally:
        sys.setprofile(None)
    return sorted(found)

found = {}
for name in sys.argv[1:]:
    question = register.question(name)
    for params in (question.small[0], *question.small[1::3]):
        for method in question.able(question.checked(params)):
            params = question.checked(params)
            if question.methods[method].kind != "approximate":
                found.setdefault(name, {}).setdefault(method, set()).update(
                    called(question, method, params)
                )
print(json.dumps({q: {m: sorted(c) for m, c in of.items()} for q, of in found.items()}))
"""
QUESTIONS = [
    question.name
    for name in ("war", "coins", "hands", "guess")
    for question in register.puzzles()[name].questions
]
DEFINITIONS = {
    r"war\.rules\.(deck|endings)": "the ranks in a deck, and the names of endings",
    r"war\.fixed\.endless\.next_order": "the next order of the cards: which deals there are",
    r"coins\.groups\.(Game\.)?(states|weights|codes|shown|numbers|orbits)": "the states, numbered",
    r"coins\.groups\.(generators|moved|_turn|_swaps)": "what a permutation does to a state",
    r"coins\.groups\._verdict": "an answer as a row; its theorem is declared",
    r"coins\.rules\.flips": "a move as text",
    r"coins\.ruler\.\w+": "for coins_moves: the plan that the question is about",
    r"hands\.rules\.\w+": "suits, ordered hands, block moves: what is asked",
}
"""Functions that say what is asked. They can be checked by eye, and have tests of their own."""


def is_definition(function, question):
    """The ruler decides in all questions but one."""
    if function.startswith("coins.ruler") and question != "coins_moves":
        return False
    inner = function.endswith(("<genexpr>", "<listcomp>", "<dictcomp>", "<lambda>", "<module>"))
    return inner or any(re.fullmatch(pattern, function) for pattern in DEFINITIONS)


@pytest.fixture(scope="module")
def called():
    return json.loads(python("-c", SCRIPT, *QUESTIONS).stdout)


@pytest.mark.parametrize("name", QUESTIONS)
def test_methods_that_share_what_decides_say_so(name, called):
    question, shared = register.question(name), {}
    for one, other in combinations(called[name], 2):
        both = {*called[name][one]} & {*called[name][other]}
        decides = {function for function in both if not is_definition(function, name)}
        if decides and not question.share_rules(one, other):
            shared[one, other] = sorted(decides)
    assert shared == {}


def test_a_shared_kernel_is_seen(called):
    """The endless deals that are counted and those that are drawn are played by one kernel."""
    both = {*called["war_endless"]["brute"]} & {*called["war_endless"]["simulate"]}
    assert "war.fixed.endless.ending" in both
    assert register.question("war_endless").share_rules("brute", "simulate")
    assert not register.question("war_endless").share_rules("plain", "simulate")
