"""The keys of a config, declared once: what each means and what it may hold.

The declaration is a JSON schema, whose titles say in words what is allowed. `grammar.read` checks
configs by it; `make schema` writes it to workflow/schemas/config.schema.yaml, for editors.
"""

from __future__ import annotations

from typing import Any

import yaml

from sweepstake.config.point import MOST_SEED, MOST_TRIALS

Schema = dict[str, Any]
SHAPES = ("grid", "zip", "list")
BOUNDS = ("standard_error", "relative_error")


def _text(title: str) -> Schema:
    return {"title": title, "type": "string"}


def _whole(low: int, high: int) -> Schema:
    """A whole number; 1e9, which YAML reads as text, is one."""
    bounds = {"multipleOf": 1, "minimum": low, "maximum": high}
    title = f"whole numbers from {low:,} to {high:,}"
    return {"title": title, "type": ["number", "string"]} | bounds


def _list(of: Schema, least: int = 0) -> Schema:
    return {"type": "array", "items": of} | ({"minItems": least} if least else {})


def _named(of: Schema, least: int = 0) -> Schema:
    """A mapping of any names to values."""
    fewest = {"minProperties": least} if least else {}
    return {"type": "object", "additionalProperties": of} | fewest


def _keys(
    keys: dict[str, tuple[str, Schema]], needed: tuple[str, ...] = (), either: tuple[str, ...] = ()
) -> Schema:
    """A mapping of these keys with their meanings; it needs all of `needed`, one of `either`."""
    required = {"required": [*needed]} if needed else {}
    exclusive = {"oneOf": [{"required": [key]} for key in either]} if either else {}
    properties = {key: {"description": means} | schema for key, (means, schema) in keys.items()}
    own = {"type": "object", "additionalProperties": False, "properties": properties}
    return own | required | exclusive


ABOVE_0 = {"title": "a number above 0", "type": ["number", "string"], "exclusiveMinimum": 0}
SINGLE = {"title": "a whole number, a word, a fraction", "type": ["number", "string"]}
VALUE = {
    "anyOf": [
        SINGLE,
        {"title": "a list of these, of a parameter that takes lists"} | _list(SINGLE, 1),
    ]
}
BETWEEN = {"title": "[first, last] or [first, last, step]", "minItems": 2, "maxItems": 3}
RANGE = _keys(
    {"range": ("First value, last value (included), and step (1).", _list(SINGLE) | BETWEEN)},
    needed=("range",),
)
THESE = {"title": "a list of these"} | _list(VALUE, 1)
AXES = _named({"anyOf": [SINGLE, THESE, {"title": "{range: [first, last, step]}"} | RANGE]})
UNTIL = _keys(
    {
        "standard_error": ("The standard error to reach.", ABOVE_0),
        "relative_error": ("The standard error to reach, as a share of the estimate.", ABOVE_0),
        "of": (
            "What is estimated: `mean`, or {column: value}, an outcome's probability.",
            {"type": ["string", "object"]},
        ),
        "max_trials": (
            "Stop here even if the estimate is not good enough.",
            _whole(2, MOST_TRIALS),
        ),
    },
    needed=("of", "max_trials"),
    either=BOUNDS,
)
OPTIONS = _keys(
    {
        "trials": ("How many games to simulate at each point.", _whole(1, MOST_TRIALS)),
        "until": ("Simulate until the estimate is good enough, in place of `trials`.", UNTIL),
    }
) | {"maxProperties": 1}
METHODS = [
    {"title": "a list of methods"} | _list(_text("a name"), 1),
    {"title": "{method: options}"} | _named({"anyOf": [OPTIONS, {"type": "null"}]}, 1),
]
BLOCK = _keys(
    {
        "grid": ("Every combination of the parameters' values.", AXES),
        "zip": ("The parameters' values side by side; all lists have the same length.", AXES),
        "list": ("Points written out, as {parameter: value}.", _list(_named(VALUE), 1)),
        "exclude": (
            "Points to leave out: all their values are among these.",
            _list(AXES) | {"default": []},
        ),
        "methods": ("The methods to use, as a list or with their options.", {"anyOf": METHODS}),
    },
    needed=("methods",),
    either=SHAPES,
)
BLOCKS = {"title": "a list of grid, zip or list blocks"} | _list(BLOCK, 1)
SWEEP = _keys(
    {
        "question": ("A question's name, as `sweepstake questions` lists it.", _text("a name")),
        "points": ("Blocks of points; a point that occurs twice is computed once.", BLOCKS),
    },
    needed=("question", "points"),
)
NAME = {
    "title": "at most 60 lower case letters, digits and _, a letter first",  # a file's name
    "pattern": "^[a-z][a-z0-9_]{0,59}$",
}
CONFIG = _keys(
    {
        "seed": (
            "The seed of all random streams; another seed gives another sample.",
            _whole(0, MOST_SEED) | {"default": 1},
        ),
        "puzzles": (
            "Puzzles outside of installed packages: files (relative to the config) or modules.",
            _list(_text("a name")) | {"default": []},
        ),
        "sweeps": (
            "The sweeps by name; each becomes results/data/{name}.parquet.",
            _named(SWEEP, 1) | {"propertyNames": NAME},
        ),
    },
    needed=("sweeps",),
)


def schema() -> str:
    """The declaration as a JSON schema in YAML."""
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Sweepstake's config",
        "description": "Which questions to answer, at which parameters, by which methods.",
    }
    dumper = type("_Plain", (yaml.SafeDumper,), {"ignore_aliases": lambda *_: True})
    return yaml.dump(
        head | CONFIG, Dumper=dumper, sort_keys=False, width=100, default_flow_style=None
    )


if __name__ == "__main__":
    print(schema(), end="")  # noqa: T201 - this is its output
