"""What the report says of odd questions, where nothing but their types is declared."""

from dataclasses import replace
from fractions import Fraction
from math import log10

import pandas as pd
import pytest

from sweepstake.errors import DamagedFileError
from sweepstake.puzzle import Choice, Column, Method, Parameter, Published, Puzzle, Rational
from sweepstake.puzzle.question import Question
from sweepstake.puzzle.story import Finding, Headline
from sweepstake.quantity.extremes import notable_params
from sweepstake.report.page import items
from sweepstake.report.words import answers

KINDS = {"exact": "exact", "again": "exact", "float": "float", "simulate": "sampled"}
N = Parameter("n", "a number", 1, 1000)


def question(*columns, parameters=(N,), **how):
    methods = {name: Method(lambda **params: {}, kind) for name, kind in KINDS.items()}
    return Question("odd", "How odd?", parameters, columns, methods, **how)


def rows(asks, method, params, answer):
    """The rows of an answer: fractions by outcome, or counts if the method draws."""
    draws = asks.methods[method].draws
    trials = sum(answer.values()) if draws else None
    for outcome, share in answer.items():
        p = share / trials if draws else share
        cells = outcome if len(asks.outcomes) > 1 else (outcome,)
        yield {
            **params,
            "method": method,
            **dict(zip((c.name for c in asks.outcomes), cells, strict=True)),
            "probability": float(p),
            "exact": str(p) if KINDS[method] == "exact" else None,
            "log10_probability": log10(p) if p else float("nan"),
            "count": share if draws else None,
            "trials": trials,
            "standard_error": (p * (1 - p) / trials) ** 0.5 if draws else None,
            "left_out": None,
        }


def frame_of(asks, *points):
    """The rows of `points`, which are (method, parameters, answer)."""
    frame = pd.DataFrame([row for point in points for row in rows(asks, *point)])
    return frame.astype({"count": "Int64", "trials": "Int64", "standard_error": float})


def said(asks, *points, **headline):
    """The answer and its certainty."""
    answer = answers.answer(asks, frame_of(asks, *points), Headline("odd", **headline))
    return answer.text, answer.sure


WON = question(Column("won", "bool", ""))
SCORE = question(Column("score", "int", ""))
PLAYS = question(Column("plays", "int", "", nullable=True))
WHO = question(Column("who", "string", ""))
SAID = question(Column("who", "string", "", words={"A": "A wins", "B": "B wins"}))
NAMED = question(Column("name", "string", "", nullable=True))
SHARE = question(Column("gain", "rational", "", unit="crowns"))
BOTH = question(Column("won", "bool", ""), Column("moves", "int", "", nullable=True, unit="moves"))
LIST = question(Column("step", "int", ""), listing=True, unit="steps")


def yes(p):
    return {True: Fraction(p), False: 1 - Fraction(p)}


def sweep(asks, by_n, method="exact"):
    return [(method, {"n": n}, answer) for n, answer in by_n.items()]


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
ONE = Fraction(1)


@pytest.mark.parametrize(
    ("asks", "answer", "text"),
    [
        (WON, yes(THIRD), "33% of the time (1/3)"),
        (WON, yes("1/160"), "Once in 160 times (1/160)"),
        (WON, yes(Fraction(1, 10**40)), "1.00 × 10⁻⁴⁰"),
        (WON, yes("999/1000"), "All but once in 1,000 times (999/1000)"),
        (WON, {True: ONE}, "Yes"),
        (SCORE, {0: HALF, 7: HALF}, "Score 3.5 on average"),
        (SCORE, {0: 2 * THIRD, 10: THIRD}, "Score 3.33 on average (10/3)"),
        (SCORE, {12: ONE}, "Score 12"),
        (SCORE, {-5: HALF, 0: HALF}, "Score -2.5 on average"),
        (SHARE, {"1/2": HALF, "1": HALF}, "0.75 crowns on average"),
        (PLAYS, {None: HALF, 294: HALF}, "None in 50% (1/2); else 294 plays on average"),
        (PLAYS, {None: ONE}, "None"),
        (NAMED, {None: ONE}, "None"),
        (WHO, {"B": 2 * THIRD, "A": THIRD}, "Most often B: 67% (2/3)"),
        (WHO, {"B": HALF, "A": HALF}, "A or B, 50% each"),
        (WHO, {"tie": ONE}, "Tie"),
        (WHO, dict.fromkeys("ABCDE", ONE / 5), "5 outcomes, 20% each"),
        (WHO, dict.fromkeys("ABCD", ONE / 5) | dict.fromkeys("EF", ONE / 10),
         "4 outcomes, 20% each"),
        (WHO, {f"{n:03}": ONE / 400 for n in range(400)}, "400 outcomes, once in 400 each"),
        (WHO, {"A": 501 * ONE / 1000, "B": 499 * ONE / 1000}, "Most often A: 50.1% (501/1000)"),
        (SAID, {"B": 2 * THIRD, "A": THIRD}, "Most often B wins: 67% (2/3)"),
        (SAID, {"B": HALF, "A": HALF}, "A wins or B wins, 50% each"),
        (SAID, {"B": ONE}, "B wins"),
        (PLAYS, {None: ONE / 2000, 2: 1 - ONE / 2000},
         "None once in 2,000 (1/2000); else 2 plays on average"),
        (BOTH, {(True, 255): ONE}, "Yes, in 255 moves"),
        (BOTH, {(False, None): ONE}, "No"),
        (LIST, dict.fromkeys(range(16), ONE), "16 steps"),
    ],
)  # fmt: skip
def test_of_one_set_of_parameters_it_says_the_number_in_words(asks, answer, text):
    assert said(asks, ("exact", {"n": 1}, answer)) == (text, "; not confirmed")


@pytest.mark.parametrize(
    ("answers", "text", "sure"),
    [
        ({"exact": yes(THIRD), "again": yes(THIRD)},
         "33% of the time (1/3)", "; two methods agree"),
        ({"exact": yes(THIRD), "simulate": {True: 33, False: 67}},
         "33% of the time (1/3)", "; a sample agrees"),
        ({"exact": yes("1/999"), "simulate": {True: 5, False: 4995}},
         "Once in 999 times (1/999)", "; a sample agrees"),
        ({"exact": yes("1/999"), "simulate": {True: 4, False: 3996}},
         "Once in 999 times (1/999)", "; not confirmed"),
        ({"simulate": {True: 330, False: 670}},
         "33% of the time", ", ± 3.0 percentage points (95%), 1,000 trials"),
        ({"simulate": {False: 1000}}, "Not seen in 1,000 trials: at most once in 272 (95%)", ""),
    ],
)  # fmt: skip
def test_how_sure_it_is_depends_on_the_methods_that_agree_or_on_the_interval(answers, text, sure):
    points = [(method, {"n": 1}, answer) for method, answer in answers.items()]
    assert said(WON, *points) == (text, sure)


def test_methods_of_the_same_rules_confirm_nothing():
    same = {name: replace(method, rules="play") for name, method in WON.methods.items()}
    asks, sample = replace(WON, methods=same), {True: 33, False: 67}
    both = {"exact": yes(THIRD), "simulate": sample}
    points = [(method, {"n": 1}, answer) for method, answer in both.items()]
    assert said(asks, *points)[1] == "; not confirmed"
    assert said(WON, *points)[1] == "; a sample agrees"
    asks = replace(asks, published=(Published({"n": 1}, True, "1/3"),))
    assert said(asks, *points)[1] == "; as published"


@pytest.mark.parametrize(
    ("sample", "text"),
    [
        ({False: 1000}, "Not seen in 1,000 trials: at most once in 272 (95%)"),
        ({True: 1000}, "In all of 1,000 trials: missed at most once in 272 (95%)"),
        ({True: 330, False: 670}, "33% of games"),
        ({True: 2, False: 998}, "Once in 500 games"),
    ],
)
def test_a_unit_stands_only_after_a_number_of_it(sample, text):
    asks = replace(WON, unit="games")
    assert said(asks, ("simulate", {"n": 1}, sample))[0] == text


@pytest.mark.parametrize(
    ("sample", "text"),
    [
        ({"B": 501, "A": 499}, "A or B, 50% each"),
        ({"B": 515, "A": 485}, "A or B, about 50% each"),
        ({"B": 900, "A": 100}, "Most often B: 90%"),
        ({"B": 501_000, "A": 499_000}, "Most often B: 50.1%"),
        (dict.fromkeys("ABCDE", 200), "5 outcomes, 20% each"),
        ({f"{n:03}": 5 - n // 20 for n in range(40)}, "20 outcomes or more, 3% each"),
    ],
)
def test_words_whose_intervals_overlap_are_not_ranked(sample, text):
    assert said(WHO, ("simulate", {"n": 1}, sample))[0] == text


def test_an_outcome_that_all_trials_lack_is_told_like_a_word():
    missed = "in all of 1,000 trials: missed at most once in 272 (95%)"
    answer, _ = said(PLAYS, ("simulate", {"n": 1}, {None: 1000}))
    assert answer == f"Most often no plays: {missed}"


def means(**by_n):
    """A sweep with these means, as `_3=50`: of 0 and 100."""
    return {int(n[1:]): {0: 1 - Fraction(m, 100), 100: Fraction(m, 100)} for n, m in by_n.items()}


@pytest.mark.parametrize(
    ("asks", "by_n", "n"),
    [
        (SCORE, means(_2=3, _5=4, _9=8), 9),
        (SCORE, means(_2=3, _5=8, _7=8, _9=6), 5),
        (SCORE, means(_2=9, _5=4, _9=8), 5),
        (SCORE, means(_2=9, _5=4, _6=7, _9=3), 9),
        (SCORE, means(_2=5, _5=5, _9=5), 9),
        (SCORE, means(_1=3, _2=8, _3=2, _4=8, _5=3), 5),
        (SCORE, means(_1=3, _2=8, _3=8, _4=8, _5=8, _9=6), 9),  # four are the greatest
        (WON, {n: yes(Fraction(p, 100)) for n, p in ((1, 10), (6, 20), (7, 5))}, 6),
        (WHO, {n: {"B": THIRD if n == 2 else HALF, "A": HALF} for n in (1, 2, 3)}, 3),
        (PLAYS, {n: {None: HALF, 5 - abs(n - 3): HALF} for n in (2, 3, 4)}, 3),
        (PLAYS, {n: {None: ONE} for n in (2, 4)}, 4),
        (LIST, {n: dict.fromkeys(range(n), ONE) for n in (1, 12)}, 12),
    ],
)  # fmt: skip
def test_a_sweep_is_answered_at_its_one_extremum_or_else_at_its_last_parameters(asks, by_n, n):
    assert notable_params(asks, frame_of(asks, *sweep(asks, by_n))) == {"n": n}


def test_samples_have_an_extremum_only_where_their_intervals_tell_it_from_the_ends():
    near = {n: {0: 100 - m, 1: m} for n, m in ((1, 48), (2, 52), (3, 49))}
    assert notable_params(SCORE, frame_of(SCORE, *sweep(SCORE, near, "simulate"))) == {"n": 3}
    far = {n: {0: 10_000 - m, 1: m} for n, m in ((1, 4800), (2, 5200), (3, 4900))}
    assert notable_params(SCORE, frame_of(SCORE, *sweep(SCORE, far, "simulate"))) == {"n": 2}


def test_several_swept_parameters_are_answered_at_their_last_values():
    parameters = (N, Choice("how", "how", ("slow", "fast")), Rational("p", "a chance", 0, 1))
    asks = question(Column("won", "bool", ""), parameters=parameters)
    every = [{"n": n, "how": how, "p": "1/2"} for n in (1, 2, 3) for how in ("fast", "slow")]
    points = [("exact", params, yes(Fraction(params["n"], 4))) for params in every]
    assert notable_params(asks, frame_of(asks, *points)) == {"n": 3, "how": "fast", "p": "1/2"}


def test_a_headline_may_ask_of_another_column_or_outcome():
    points = [("exact", {"n": 1}, {(True, 3): Fraction(1, 4), (False, None): Fraction(3, 4)})]
    assert said(BOTH, *points)[0] == "25% of the time (1/4)"
    assert said(BOTH, *points, column="moves")[0] == "None in 75% (3/4); else 3 moves on average"
    assert said(BOTH, *points, outcome=False)[0] == "75% of the time (3/4)"


@pytest.mark.parametrize(
    ("headline", "says"),
    [(Headline("even"), "story of the question 'even'; allowed: odd"),
     (Headline("odd", {"m": 1}), "the story of odd names 'm'; allowed: n, won"),
     (Headline("odd", column="lost"), "the story of odd names 'lost'; allowed: won")],
)  # fmt: skip
def test_the_story_of_what_is_not_there_is_refused_in_a_line(headline, says):
    with pytest.raises(ValueError, match=says):
        Puzzle("p", (WON,), story=(headline,))


def test_a_finding_says_its_first_sentence_unless_it_says_another():
    finding = Finding("Why?", "Because. It is so.", "t", bool)
    assert finding.sentence == "Because."
    assert Finding("Why?", "So it is", "t", bool, says="It is so.").sentence == "It is so."


@pytest.mark.parametrize(
    "drawing",
    ["<svg><script>1</script></svg>", '<svg onload="1"/>', "<svg>", "",
     '<svg><use href="https://a.example"/></svg>', '<svg><path style="fill: url(data:x)"/></svg>',
     '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'],
)  # fmt: skip
def test_what_is_no_drawing_never_becomes_a_part_of_the_page(drawing, tmp_path):
    drawn = '<svg viewBox="0 0 1 1"><g id="a"><path d="M 0 0"/><use href="#a"/></g></svg>'
    items.write([{"charts": [{"wide": drawn, "slim": drawing}]}], tmp_path / "p.story.json")
    says = r"p\.story\.json is no story of a report .*remove it"
    with pytest.raises(DamagedFileError, match=says):
        items.read(tmp_path / "p.story.json")
    whole = {"charts": [{"wide": drawn, "slim": drawn}]}
    items.write([whole], tmp_path / "p.story.json")
    assert items.read(tmp_path / "p.story.json") == [whole]


def test_methods_that_disagree_are_shown_with_their_numbers():
    points = [(method, {"n": 1}, yes(p)) for method, p in {"exact": THIRD, "again": HALF}.items()]
    known = dict(answers.answer(WON, frame_of(WON, *points), Headline("odd")).how)
    assert "the same answer" not in known["Computed"]
    assert "1/3 = 0.333333333333" in known["Computed"]
    assert "1/2 = 0.5" in known["Computed"]
    points = [(method, {"n": 1}, yes(THIRD)) for method in ("exact", "again")]
    known = dict(answers.answer(WON, frame_of(WON, *points), Headline("odd")).how)
    assert known["Computed"].endswith(": the same answer")
