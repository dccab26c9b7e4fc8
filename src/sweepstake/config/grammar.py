"""Reads a config by the keys that `schema.yaml` declares.

A mistake is a ValueError of one line that begins with the key, such as
`sweeps.war.points[0].grid`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from numbers import Real
from pathlib import Path
from types import NoneType
from typing import Any

from sweepstake.config import file, valid
from sweepstake.errors import InputError
from sweepstake.text.shown import MOST_SHOWN, line, shown

Schema = Mapping[str, Any]
TYPES: dict[str, tuple[Any, str]] = {
    "array": (list, "a list"),
    "object": (Mapping, "a mapping of names to values"),
    "number": (Real, "a number"),
    "string": (str, "text"),
    "null": (NoneType, "nothing"),
}


def read(config: Any) -> Any:
    """A config, checked, with numbers read and defaults added."""
    return _read("", _declared(), config)


@cache
def schema() -> Schema:
    """The declared keys, as a JSON schema."""
    return dict(file.load(Path(__file__).with_name("schema.yaml").read_text("utf-8")))


@cache
def _declared() -> Schema:
    """The schema without references."""

    def written_out(part: Any) -> Any:
        if isinstance(part, list):
            return [*map(written_out, part)]
        if not isinstance(part, dict):
            return part
        name = part.get("$ref", "").rpartition("/")[2]
        whole = {**schema()["$defs"][name], **part} if name else part
        return {key: written_out(value) for key, value in whole.items()}

    return dict(written_out(schema()))


def _read(at: str, declared: Schema, value: Any) -> Any:
    """`value` of the key `at`."""
    kinds = declared.get("anyOf", [declared])
    kind = next((kind for kind in kinds if _takes(kind, value)), None)
    if kind is None:
        allowed = ", ".join(words for kind in kinds for words in _allowed(kind))
        raise InputError(f"{at or 'the config'} is {shown(value)}; allowed: {allowed}")
    if isinstance(value, list):
        return _list(at, kind, value)
    if isinstance(value, Mapping):
        return _mapping(at, kind, value)
    if "minimum" in kind:
        return valid.whole(at, value, kind["minimum"], kind["maximum"])
    return valid.number(at, value) if "exclusiveMinimum" in kind else value


def _takes(kind: Schema, value: object) -> bool:
    """True if `value` has an allowed type; True and False don't count as numbers."""
    types = [TYPES[name][0] for name in _types(kind)]
    return isinstance(value, tuple(types)) and not isinstance(value, bool)


def _allowed(kind: Schema) -> list[str]:
    return [kind["title"]] if "title" in kind else [TYPES[name][1] for name in _types(kind)]


def _types(kind: Schema) -> list[str]:
    types = kind["type"]
    return types if isinstance(types, list) else [types]


def _list(at: str, kind: Schema, value: list[Any]) -> list[Any]:
    if not value and "minItems" in kind:
        raise InputError(f"{at} is empty; give at least one")
    if not kind.get("minItems", 0) <= len(value) <= kind.get("maxItems", len(value)):
        raise InputError(f"{at} is {shown(value)}; allowed: {kind['title']}")
    return [_read(f"{at}[{n}]", kind["items"], part) for n, part in enumerate(value)]


def _mapping(at: str, kind: Schema, value: Mapping[Any, Any]) -> Mapping[str, Any]:
    keys, additional = kind.get("properties", {}), kind.get("additionalProperties")
    _check_keys(at or "top level", kind, value)
    if additional is None:
        return value  # read by the question's parameters
    defaults = {key: schema["default"] for key, schema in keys.items() if "default" in schema}
    return {
        name: _read(f"{at}.{line(name, MOST_SHOWN)}".lstrip("."), keys.get(name, additional), part)
        for name, part in (defaults | {**value}).items()
    }


def _check_keys(at: str, kind: Schema, value: Mapping[Any, Any]) -> None:
    """Raise ValueError if a key is unknown, missing, or excluded by another one."""
    if kind.get("additionalProperties") is False:
        valid.check_keys(at, value, tuple(kind["properties"]))
    if not value and "minProperties" in kind:
        raise InputError(f"{at} is empty; give at least one")
    names = kind.get("propertyNames", {"pattern": "(?s).*", "title": "text"})
    for name in value:
        if not isinstance(name, str) or not re.fullmatch(names["pattern"], name):
            raise InputError(f"{at}: {shown(name)} can't be a name; use {names['title']}")
    either = [part["required"][0] for part in kind.get("oneOf", ())]
    present = [key for key in either or kind.get("properties", ()) if key in value]
    if len(present) > (1 if either else kind.get("maxProperties", len(present))):
        raise InputError(f"{at} has {' and '.join(present)}; give one of them")
    missing = [key for key in kind.get("required", ()) if key not in value]
    if missing or len(present) < bool(either):
        raise InputError(f"{at}: missing required key {', '.join(missing) or ' or '.join(either)}")
