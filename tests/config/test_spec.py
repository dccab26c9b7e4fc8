import copy
import pickle
from dataclasses import replace

import jsonschema
import pytest

import sweepstake
from computing import config, run, show, sweep
from running import TOSS
from sweepstake.config import grammar, spec
from sweepstake.config.file import read_config
from sweepstake.config.points import MOST_SEED, MOST_TRIALS, Point, stream_name
from sweepstake.config.valid import Until
from sweepstake.plan.chunks import cut
from sweepstake.snakemake import steps

POINTS = [{"grid": {"coins": [2, 4], "sides": [1, 2]}, "methods": ["exact"]}]
GOOD = {"seed": 7, "sweeps": {"war": {"question": "toy_won", "points": POINTS}}}


def only(points, question="toy_won"):
    return sweep(question, *points).points


SMALL = {"list": [{"coins": 2, "sides": 1}]}


def until(**given):
    return {"methods": {"simulate": {"until": given}}}


def params(points):
    return [tuple(point.params.values()) for point in points]


BLOCKS = {
    "a grid is every combination": (
        {"grid": {"coins": [2, 4], "sides": [1, 2]}}, [(2, 1), (2, 2), (4, 1), (4, 2)],
    ),
    "a zip is side by side": ({"zip": {"coins": [2, 4], "sides": [3, 1]}}, [(2, 3), (4, 1)]),
    "a range has both ends": (
        {"grid": {"coins": {"range": [2, 10, 4]}, "sides": 1}}, [(2, 1), (6, 1), (10, 1)],
    ),
    "a range may run down": (
        {"zip": {"coins": {"range": [8, 2, -2]}, "sides": [1, 2, 3, 4]}},
        [(2, 4), (4, 3), (6, 2), (8, 1)],
    ),
    "a step may be larger than any range": (
        {"grid": {"coins": {"range": [2, 4, 10**30]}, "sides": 1}}, [(2, 1)],
    ),
    "exclude takes away what matches in every parameter named": (
        {"grid": {"coins": {"range": [2, 5]}, "sides": [1, 2]},
         "exclude": [{"coins": [3, 5], "sides": 1}, {"coins": 4}]},
        [(2, 1), (2, 2), (3, 2), (5, 2)],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("block", "asked"), BLOCKS.values(), ids=BLOCKS)
def test_a_block_asks_for_these_points(block, asked):
    assert params(only([block | {"methods": ["formula"]}])) == asked


def test_blocks_are_united_and_what_occurs_twice_is_asked_once_with_the_most_trials():
    block = SMALL | {"methods": ["exact"]}
    assert len(only([block, copy.deepcopy(block)])) == 1
    blocks = [SMALL | {"methods": {"simulate": {"trials": n}}} for n in (10, 1_000, 100)]
    assert [point.trials for point in only(blocks)] == [1_000]


@pytest.mark.parametrize("block", [{"list": [{}]}, {"grid": {}}])
def test_a_question_without_parameters_is_asked_its_objection(block, loaded):
    loaded(TOSS, ("parameters=(),", "parameters=(), objection=lambda: 'not now',"))
    with pytest.raises(ValueError, match="not now"):
        only([block | {"methods": ["exact"]}], question="toss_heads")


def test_a_bound_says_when_a_point_has_enough_trials():
    given = {"relative_error": "1e-2", "of": {"won": True}, "max_trials": "1e9"}
    [point] = only([SMALL | until(**given)])
    assert point.until == Until(0.01, True, (("won", True),), 10**9)
    assert (point.trials, point.seed) == (None, 1)


def test_two_bounds_for_one_point_can_not_be_compared():
    given = {"standard_error": 1, "of": {"won": True}, "max_trials": 5}
    with pytest.raises(ValueError, match="asked twice, with two `until`"):
        only([SMALL | until(**given), SMALL | until(**given | {"standard_error": 2})])


def test_exclude_knows_the_parameters_that_are_not_given():
    block = {"grid": {"coins": [3, 4]}, "methods": ["construct"]}
    excluded = block | {"exclude": [{"faces": 2, "coins": 3}]}
    assert params(only([block], "coins_verdict")) == [(3, 2), (4, 2)]
    assert params(only([excluded], "coins_verdict")) == [(4, 2)]


ODD = {"grid": {"coins": [3, 4], "sides": 1}, "methods": ["exact"]}
MANY = {"grid": {"coins": [4, 12], "sides": 1}, "methods": ["brute"]}


@pytest.mark.parametrize(
    ("block", "says"),
    [(ODD, r"points\[0\].grid at coins=3 sides=1: .*even number; to leave it out"),
     (MANY, r"points\[0\].methods at coins=12 sides=1: .*at most 10; to leave it out: `exclude`")],
)  # fmt: skip
def test_a_point_that_meets_an_objection_is_named_with_what_leaves_it_out(block, says):
    with pytest.raises(ValueError, match=says):
        only([block])
    [_] = only([block | {"exclude": [{"coins": [3, 12]}]}])


def test_a_point_that_is_excluded_meets_no_objection(loaded):
    two = 'Parameter("n", "n", 1, 9), Parameter("k", "k", 1, 9, 3)'
    declared = f"parameters=({two}), objection=lambda n, k: 'no' * (n < 2)"
    loaded(TOSS, ("parameters=()", declared), ("lambda: {", "lambda n, k: {"),
           ("import Column", "import Column, Parameter"))  # fmt: skip
    block = {"grid": {"n": [1, 2]}, "exclude": [{"n": 1}], "methods": ["exact"]}
    assert params(only([block], question="toss_heads")) == [(2, 3)]


def test_points_stand_in_the_order_of_the_table():
    grid = {"grid": {"coins": [4, 2], "sides": [2, 1]}, "methods": ["formula", "brute", "exact"]}
    asked = [(*point.params.values(), point.method) for point in only([grid])]
    assert asked == sorted(asked)


def test_the_seed_reaches_only_points_that_sample():
    exact, sampled = only([SMALL | {"methods": {"exact": None, "simulate": {"trials": "1e3"}}}])
    assert (exact.seed, exact.trials) == (None, None)
    assert (sampled.seed, sampled.trials) == (1, 1000)


BAD = {
    "an unknown key": ({"sweps": {}}, "sweps", "seed, puzzles, sweeps"),
    "no sweeps": ({"seed": 1}, "sweeps", "missing required key"),
    "a seed below 0": ({"seed": -1}, "-1", "from 0"),
    "a seed in words": ({"seed": "one"}, "'one'", "whole numbers"),
    "a name that is no file name": ({"sweeps": {"War Sweep": {}}}, "War Sweep", "lower case"),
    "a list for a mapping": ({"sweeps": []}, "[]", "mapping"),
    "sweeps without a sweep": ({"sweeps": {}}, "sweeps is empty", "at least one"),
    "a name of other letters": ({"sweeps": {"kr\u00e4fte": {}}}, "kr\u00e4fte", "lower case"),
    "a name that begins with _": ({"sweeps": {"_war": {}}}, "_war", "a letter first"),
}
BAD_BLOCKS = {
    "no such question": ("question", "toy_wen", "'toy_wen'", "toy_won"),
    "no points": ("points", [], "points is empty", "at least one"),
    "a list for a question": ("question", ["toy_won"], "['toy_won']", "a name"),
    "points that are no list": ("points", {"grid": {}}, "points", "a list of"),
}
SWEPT = {"won": True}
BAD_POINTS = {
    "no such method": ({"methods": ["exakt"]}, "exakt", "brute, exact"),
    "a mapping in the list of methods": ({"methods": ["exact", {"simulate": {"trials": 10}}]},
        "{'simulate'", "a name"),
    "no for an option": ({"methods": {"exact": False}}, "False", "a mapping"),
    "no methods": ({"methods": []}, "methods is empty", "at least one"),
    "no such parameter": ({"grid": {"jokers": 1}}, "jokers", "coins, sides"),
    "coins below 1": ({"grid": {"coins": 0, "sides": 2}}, "coins is 0", "from 1"),
    "an odd number": ({"grid": {"coins": 3, "sides": 1}}, "3 × 1 = 3", "even"),
    "a yes for a number": ({"grid": {"coins": True, "sides": 2}}, "True", "a whole number"),
    "an empty axis": ({"grid": {"coins": [], "sides": 2}}, "coins is empty", "at least one"),
    "a range of one": ({"grid": {"coins": {"range": [2]}, "sides": 2}}, "[2]", "[first, last]"),
    "a range without end": ({"grid": {"coins": {"from": 2}, "sides": 2}}, "from", "range"),
    "a range without bounds": ({"grid": {"coins": {"range": [1, 10**13]}, "sides": 2}},
        str(10**13), "to 400"),
    "more points than can be held": ({"grid": {"coins": [2] * 4000, "sides": [2] * 4000}},
        "16,000,000 points", "at most"),
    "a step of 0": ({"grid": {"coins": {"range": [2, 4, 0]}, "sides": 2}}, "[2, 4, 0]", "step"),
    "two shapes": ({"zip": {"coins": [2], "sides": [2]}}, "grid and zip", "one of"),
    "an unknown block key": ({"gird": {}}, "gird", "grid, zip, list"),
    "too big for brute force": ({"grid": {"coins": 13, "sides": 4}, "methods": ["brute"]},
        "52", "at most 10"),
    "no trials": ({"methods": {"simulate": None}}, "trials", "missing required key"),
    "trials in words": ({"methods": {"simulate": {"trials": "many"}}}, "'many'", "from 1"),
    "no games at all": ({"methods": {"simulate": {"trials": 0}}}, "0", "from 1"),
    "trials for what does not sample": ({"methods": {"exact": {"trials": 5}}}, "trials", "none"),
    "trials and until": ({"methods": {"simulate": {"trials": 5, "until": {}}}},
        "trials and until", "one of"),
    "until without a bound": (until(of=SWEPT, max_trials=5),
        "missing required key standard_error or relative_error"),
    "until with two bounds": (until(standard_error=1, relative_error=1, of=SWEPT, max_trials=5),
        "standard_error and relative_error", "one of"),
    "a bound of 0": (until(standard_error=0, of=SWEPT, max_trials=5),
        "standard_error is 0", "above 0"),
    "the mean of a yes or no": (until(standard_error=1, of="mean", max_trials=5),
        "'mean'", "a value for some of won"),
    "an outcome that is none": (until(standard_error=1, of={"won": 3}, max_trials=5),
        "won is 3", "a value for"),
    "no most trials": (until(standard_error=1, of=SWEPT), "max_trials", "missing required key"),
    "an unknown option": ({"methods": {"simulate": {"tirals": 5}}}, "tirals", "trials"),
}  # fmt: skip


def configs():
    for name, (change, *says) in BAD.items():
        yield pytest.param({**GOOD, **change} if name != "no sweeps" else change, says, id=name)
    for name, (key, value, *says) in BAD_BLOCKS.items():
        config = copy.deepcopy(GOOD)
        config["sweeps"]["war"][key] = value
        yield pytest.param(config, says, id=name)
    for name, (change, *says) in BAD_POINTS.items():
        config = copy.deepcopy(GOOD)
        config["sweeps"]["war"]["points"][0].update(change)
        yield pytest.param(config, says, id=name)


@pytest.mark.parametrize(("config", "says"), list(configs()))
def test_a_bad_config_gets_one_line_with_the_value_and_what_is_allowed(config, says):
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the match is below, word by word
        spec.sweeps(config)
    assert "\n" not in str(error.value)
    for words in says:
        assert words in str(error.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [("sweeps: [", "not YAML: line 2"), (None, "No such file"),
     ("sweeps:\n\tx: 1", "line 2 is indented by a tab"),
     ("sweeps:\n  war: {}\n  war: {}\n", "line 3: the key 'war' is there twice"),
     ("seed: 1 # für", "bad.yaml is not YAML in UTF-8")],
)  # fmt: skip
def test_a_file_that_is_no_config_is_said_so_in_one_line(tmp_path, text, says):
    if text is not None:
        (tmp_path / "bad.yaml").write_bytes(text.encode("latin-1"))
    with pytest.raises(ValueError, match=says) as error:
        read_config(tmp_path / "bad.yaml")
    assert "\n" not in str(error.value)


def test_what_is_merged_may_be_said_again(tmp_path):
    merged = tmp_path / "merged.yaml"
    merged.write_text("a: &a {x: 1, y: 2}\nb: &b {<<: *a, x: 3}\nc: {<<: *b, y: 4}\n")
    assert read_config(merged)["c"] == {"x": 3, "y": 4}


def test_a_sweep_is_said_to_be_too_large_before_it_fills_the_memory():
    block = {"list": [{"cards": 13}], "methods": {"simulate": {"trials": 10**12}}}
    with pytest.raises(ValueError, match=r"chunks of work.*at most 10,000,000"):
        cut(only([block], "hands_moves"))


def schema_says(config):
    return jsonschema.Draft202012Validator(grammar.schema()).is_valid(config)


BEYOND_THE_SCHEMA = (
    "a range without bounds", "a seed in words", "more points than can be held", "a step of 0",
    "an odd number", "an outcome that is none", "no such method", "no such parameter",
    "no such question", "no trials", "coins below 1", "the mean of a yes or no",
    "too big for brute force", "trials for what does not sample", "trials in words",
)  # fmt: skip


@pytest.mark.parametrize(("config", "says"), list(configs()))
def test_the_schema_agrees_wherever_the_fault_is_one_of_shape(config, says, request):
    name = request.node.callspec.id
    assert schema_says(config) == (name in BEYOND_THE_SCHEMA)


def test_the_schema_accepts_the_configs_here(root):
    configs = [*root.glob("config/*.yaml"), *root.glob("examples/*.yaml")]
    assert len(configs) == 20
    assert all(schema_says(read_config(path)) for path in configs)


def test_every_key_has_a_meaning_and_stands_in_the_manual(root):
    manual = (root / "config" / "README.md").read_text()
    found = dict(properties(grammar.schema()))
    assert len(found) == 17
    for name, its in found.items():
        assert its["description"], name
        assert f"`{name}`" in manual, name
    assert (found["seed"]["maximum"], found["trials"]["maximum"]) == (MOST_SEED, MOST_TRIALS)


def properties(schema):
    """Every key that a schema declares, with its schema."""
    for name, its in schema.items():
        yield from its.items() if name == "properties" else ()
        for part in its if isinstance(its, list) else [its]:
            yield from properties(part) if isinstance(part, dict) else ()


@pytest.mark.parametrize(
    ("question", "block", "says"),
    [
        ("toy_won", {"zip": {"coins": [2, 4], "sides": [2]}}, "lists of different lengths"),
        ("toy_won", {"grid": {"coins": [2, 4], "sides": 1}, "exclude": [{}]},
         "leaves out every point"),
        ("guess_win", {"list": [{"cards": 5}, {"cards": 0}]},
         r"points\[0\]\.list\[1\]: cards is 0; allowed"),
        ("guess_win", {"list": []}, r"points\[0\]\.list is empty; give at least one"),
        ("guess_streak", {"list": [{"cards": 5}], "methods": {"rare": {"until": {
            "relative_error": 0.1, "of": "mean", "max_trials": 9}}}},
         r"does not name one outcome; allowed .*: a value for"),
        ("toy_won", {"list": [{"coins": 13, "sides": 4}], "methods": ["brute"]},
         r"points\[0\]\.methods at coins=13 sides=4: .*; allowed for method brute: at most 10"),
    ],
)  # fmt: skip
def test_a_block_that_asks_for_what_can_not_be_is_named(question, block, says):
    with pytest.raises(ValueError, match=says):
        only([{"methods": ["exact"]} | block], question)


def test_a_question_without_parameters_is_answered_swept_checked_and_shown(
    loaded, tmp_path, capsys
):
    loaded(TOSS)
    assert sweepstake.answer("toss_heads").exact.tolist() == ["1/2", "1/2"]
    block = {"grid": {}, "methods": ["exact", "formula"]}
    run(sweep("toss_heads", block), tmp_path)
    show(config("toss_heads", block), tmp_path)
    steps.agree(str(tmp_path / "checks.parquet"), "report.html", str(tmp_path / "agreed"))
    assert "1 of 1 answers are confirmed" in capsys.readouterr().err
    assert (tmp_path / "plots" / "toss_heads.svg").exists()


SAMPLED = Point("toy_won", "simulate", {"coins": 13, "sides": 4}, trials=10**8, seed=1)


def stream(point):
    return stream_name(point.asks, point.method, point.params, point.seed)


def test_the_stream_is_the_same_in_every_release():
    params = '"params":{"coins":13,"sides":4},"question":"toy_won"'
    assert stream(SAMPLED) == f'{{"method":"simulate",{params},"seed":1}}'


@pytest.mark.parametrize(
    "change", [{"method": "formula"}, {"params": {"coins": 12, "sides": 4}}, {"seed": 2}]
)
def test_another_question_draws_from_another_stream(change):
    assert stream(replace(SAMPLED, **change)) != stream(SAMPLED)


def test_more_trials_draw_from_the_same_stream():
    assert stream(replace(SAMPLED, trials=5)) == stream(SAMPLED)
    assert stream(pickle.loads(pickle.dumps(SAMPLED))) == stream(SAMPLED)


def test_one_sweep_is_read_without_the_others():
    others = {"other": {"question": "none"}}
    assert len(spec.sweep({"sweeps": GOOD["sweeps"] | others}, "war").points) == 4
