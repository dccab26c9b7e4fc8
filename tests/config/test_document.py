"""What may be read of YAML, and that whatever is given ends in a value or in one short line."""

import copy
import string

import jsonschema
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from running import GOOD
from sweepstake.config import file, grammar, spec
from sweepstake.config.file import MOST_BYTES, read_config
from sweepstake.text.shown import line, listed, shown


def one_short_line(text):
    return text.isprintable() and 0 < len(text) <= 280


def value_or_complaint(make, given):
    try:
        return make(given), None
    except ValueError as error:
        return None, str(error)


def whole(values, height):
    """The YAML of a list of so many values, so deep, and how many values that is."""
    text = "[" * height + ",".join(["1"] * values) + "]" * height
    return text, values + height


def test_the_bounds_are_reached_and_not_exceeded(monkeypatch):
    monkeypatch.setattr(file, "MOST_VALUES", 1_000)
    text, values = whole(file.MOST_VALUES - 1, 1)
    assert values == file.MOST_VALUES
    assert len(file.load(text)) == values - 1
    with pytest.raises(ValueError, match="beyond 1,000 values"):
        file.load(whole(file.MOST_VALUES, 1)[0])
    assert file.load(whole(1, file.MOST_DEPTH)[0])
    with pytest.raises(ValueError, match="nested too deep"):
        file.load(whole(1, file.MOST_DEPTH + 1)[0])


def test_a_file_of_the_most_bytes_is_read(tmp_path):
    path = tmp_path / "config.yaml"
    path.write_text("seed: 1 ".ljust(MOST_BYTES))
    assert read_config(path) == {"seed": 1}
    path.write_text("seed: 1 ".ljust(MOST_BYTES + 1))
    with pytest.raises(ValueError, match="more than 1,000,000 bytes"):
        read_config(path)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        *(("010", "8"), ("-0_7", "-7"), ("0x1F", "31"), ("0b1", "1"), ("00.5", "0.5")),
        *(("1:30", "90"), ("1:30.5", "90.5"), ("!!int '010'", "8")),
        *(("yes", "true"), ("No", "false"), ("ON", "true"), ("off", "false")),
        *(("2026-01-02", "a date"), ("2026-01-02 03:04:05", "a date")),
    ],
)
def test_what_yaml_reads_in_its_own_way_is_refused(text, meaning):
    plain = text.removeprefix("!!int ").strip("'")
    for document in (f"a:\n  - {text}", f"a:\n  {text}: 1"):
        with pytest.raises(ValueError, match=rf"^line 2: {plain} means {meaning} in YAML; write "):
            file.load(document)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("1_000", 1_000), ("0", 0), ("-0.5", -0.5), (".5", 0.5), ("1e3", "1e3"), ("true", True)),
        *(("'010'", "010"), ('"yes"', "yes"), ("'1:30'", "1:30"), ("~", None), ("y", "y")),
    ],
)
def test_other_values_are_read_as_yaml_reads_them(text, value):
    assert file.load(f"a: {text}") == {"a": value}


def size(value):
    """Values, keys, lists and mappings of what is built: brute force."""
    if isinstance(value, dict):
        return 1 + sum(1 + size(inner) for inner in value.values())
    return 1 + sum(map(size, value)) if isinstance(value, list) else 1


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), max_size=6))
def test_aliases_count_as_if_they_were_written_out(levels):
    value = [1]
    for is_mapping, width in levels:
        value = {f"k{k}": value for k in range(width)} if is_mapping else [value] * width
    node = yaml.compose(yaml.safe_dump([value, value]))
    assert len([*file._parts(node)]) == size([value, value])


SYMBOLS = st.text(st.sampled_from("[]{}&*ab:,\n -?<!|>'\"#%12.e_~\t\0\x85é"), max_size=40)


@given(SYMBOLS | st.text(max_size=20))
def test_any_text_is_read_as_pyyaml_reads_it_or_ends_in_one_short_line(text):
    value, complaint = value_or_complaint(file.load, text)
    if complaint is None:
        assert repr(value) == repr(yaml.load(text, file._Loader))
    else:
        assert one_short_line(complaint)


WORDS = (
    *("seed", "sweeps", "question", "points", "grid", "zip", "list", "exclude", "methods"),
    *("range", "coins", "sides", "trials", "until", "of", "mean", "won", "max_trials"),
    *("standard_error", "relative_error", "toy_won", "toy_rolls", "exact", "simulate", "war"),
)
TEXT = st.sampled_from(WORDS) | st.text(max_size=8) | st.just("9" * 5000) | st.just("w" * 300)
WHOLE = st.integers(-3, 5) | st.sampled_from([10**30, -(10**5000), 2**63])
VALUES = st.recursive(
    st.none() | st.booleans() | WHOLE | st.floats() | TEXT | st.dates(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT | WHOLE, inner, max_size=4),
    max_leaves=12,
)
CONFIG = yaml.safe_load(GOOD)
CONFIG["sweeps"]["war"]["points"] += [
    {"zip": {"coins": [2, 4], "sides": {"range": [1, 2]}}, "methods": {"simulate": {"trials": 5}}},
    {"list": [{"coins": 2, "sides": 1}], "exclude": [{"coins": [3, 5]}], "methods": {
        "simulate": {"until": {"standard_error": 1, "of": {"won": True}, "max_trials": 9}}}},
]  # fmt: skip


def places(value, path=()):
    """Every place in a nested value, as the keys that lead to it."""
    yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        nested = isinstance(inner, dict | list)
        yield from places(inner, (*path, key)) if nested else [(*path, key)]


@st.composite
def nearly_good(draw):
    """The config with something else in one place."""
    config = copy.deepcopy(CONFIG)
    *way, last = draw(st.sampled_from([path for path in places(CONFIG) if path]))
    inner = config
    for key in way:
        inner = inner[key]
    if isinstance(inner, dict) and draw(st.booleans()):
        inner[draw(TEXT)] = draw(VALUES)
    else:
        inner[last] = draw(VALUES)
    return config


@given(st.dictionaries(TEXT, VALUES, max_size=4) | nearly_good())
def test_any_config_ends_in_points_or_in_one_short_line(config):
    sweeps, complaint = value_or_complaint(spec.sweeps, config)
    if complaint is None:
        assert all(len(sweep.points) for sweep in sweeps.values())
        assert jsonschema.Draft202012Validator(grammar.schema()).is_valid(config)
    else:
        assert one_short_line(complaint)


def test_what_contains_itself_is_shown_in_one_short_line():
    itself = {"a": []}
    itself["a"] += [itself] * 5
    assert len(shown(itself)) <= 60
    with pytest.raises(ValueError, match="points is") as error:
        spec.sweeps({"sweeps": {"s": {"question": "toy_won", "points": itself}}})
    assert one_short_line(str(error.value))


@given(VALUES)
def test_any_value_is_shown_in_one_short_line(value):
    assert shown(value).isprintable()
    assert 0 < len(shown(value)) <= 60


@given(st.lists(st.text(max_size=80), min_size=1, max_size=30), st.text(), st.integers(3, 50))
def test_names_and_lines_are_short(names, text, most):
    assert len(listed(names)) <= 150
    assert listed(names).isprintable()
    assert len(line(text, most)) <= most
    plain = all(c in string.ascii_letters for c in text)
    assert not plain or len(text) > most or line(text, most) == text
