"""Reads a config by its declared keys. A mistake is a ValueError of one line that begins with the
place of what is wrong, as `sweeps.war.points[0].grid`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from numbers import Real
from types import NoneType
from typing import Any

from sweepstake.config import valid
from sweepstake.config.keys import Schema
from sweepstake.text.shown import MOST_SHOWN, line, shown

TYPES: dict[str, tuple[Any, str]] = {
    "array": (list, "a list"),
    "object": (Mapping, "a mapping of names to values"),
    "number": (Real, "a number"),
    "string": (str, "text"),
    "null": (NoneType, "nothing"),
}


def read(at: str, schema: Schema, given: Any) -> Any:
    """What `given`, at the place `at`, says by a schema of `keys`: numbers read, defaults added."""
    kinds = schema.get("anyOf", [schema])
    kind = next((kind for kind in kinds if _takes(kind, given)), None)
    if kind is None:
        allowed = ", ".join(words for kind in kinds for words in _allowed(kind))
        raise ValueError(f"{at or 'the config'} is {shown(given)}; allowed: {allowed}")
    if isinstance(given, list):
        return _list(at, kind, given)
    if isinstance(given, Mapping):
        return _mapping(at, kind, given)
    if "minimum" in kind:
        return valid.whole(at, given, kind["minimum"], kind["maximum"])
    return valid.number(at, given) if "exclusiveMinimum" in kind else given


def _takes(kind: Schema, given: object) -> bool:
    """Is this of a type that is allowed? Yes and no are no numbers."""
    types = [TYPES[name][0] for name in _types(kind)]
    return any(isinstance(given, one) for one in types) and not isinstance(given, bool)


def _allowed(kind: Schema) -> list[str]:
    return [kind["title"]] if "title" in kind else [TYPES[name][1] for name in _types(kind)]


def _types(kind: Schema) -> list[str]:
    types = kind["type"]
    return types if isinstance(types, list) else [types]


def _list(at: str, kind: Schema, given: list[Any]) -> list[Any]:
    if not given and "minItems" in kind:
        raise ValueError(f"{at} is empty; give at least one")
    if not kind.get("minItems", 0) <= len(given) <= kind.get("maxItems", len(given)):
        raise ValueError(f"{at} is {shown(given)}; allowed: {kind['title']}")
    return [read(f"{at}[{n}]", kind["items"], part) for n, part in enumerate(given)]


def _mapping(at: str, kind: Schema, given: Mapping[Any, Any]) -> Mapping[str, Any]:
    keys, others = kind.get("properties", {}), kind.get("additionalProperties")
    _check_keys(at or "top level", kind, given)
    if others is None:
        return given  # is the question's to read
    defaults = {key: its["default"] for key, its in keys.items() if "default" in its}
    return {
        name: read(f"{at}.{line(name, MOST_SHOWN)}".lstrip("."), keys.get(name, others), value)
        for name, value in (defaults | {**given}).items()
    }


def _check_keys(at: str, kind: Schema, given: Mapping[Any, Any]) -> None:
    """Raise ValueError if a key is unknown, missing, or excluded by another one."""
    if kind.get("additionalProperties") is False:
        valid.known(at, given, tuple(kind["properties"]))
    if not given and "minProperties" in kind:
        raise ValueError(f"{at} is empty; give at least one")
    names = kind.get("propertyNames", {"pattern": "(?s).*", "title": "text"})
    for name in given:
        if not isinstance(name, str) or not re.fullmatch(names["pattern"], name):
            raise ValueError(f"{at}: {shown(name)} can't be a name; use {names['title']}")
    one = [part["required"][0] for part in kind.get("oneOf", ())]
    there = [key for key in one or kind.get("properties", ()) if key in given]
    if len(there) > (1 if one else kind.get("maxProperties", len(there))):
        raise ValueError(f"{at} has {' and '.join(there)}; give one of them")
    missing = [key for key in kind.get("required", ()) if key not in given]
    if missing or len(there) < bool(one):
        raise ValueError(f"{at}: missing required key {', '.join(missing) or ' or '.join(one)}")
