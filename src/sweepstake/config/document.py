"""YAML as a config may be written, with bounds that are checked before anything is built from it.

A kilobyte of YAML can stand for more values than a memory holds (aliases of aliases), nest deeper
than a program may recurse, or contain itself. One pass over the parser's events sees all of that in
time, before anything is built: each anchored value is counted once, and an alias adds that count.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import yaml

from sweepstake.text.shown import line, shown

MOST_VALUES = 100_000
"""Values, keys, lists and mappings of a document, with every alias written out."""
MOST_DEPTH = 20
"""Lists and mappings inside each other, with every alias written out."""
MOST_LETTERS = 1_000
"""Characters of one value."""
MOST_SAID = 100  # characters of what PyYAML says

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # in C where there is one


def load(text: str) -> object:
    """What a YAML document says; ValueError, in one line, if it is not YAML or exceeds a bound."""
    try:
        check(text)
        return yaml.load(text, _Loader)  # noqa: S506 - both loaders are safe ones
    except yaml.YAMLError as error:
        raise ValueError(f"not YAML: {_said(error)}") from None
    except ArithmeticError as error:  # a number in base 60, which YAML allows, too large for one
        raise ValueError(f"not YAML: {error}") from None


def check(text: str) -> None:
    """Raise ValueError if a document exceeds a bound, or yaml.YAMLError if it is not YAML."""
    document = _Document()
    for event in yaml.parse(text, _Loader):
        if isinstance(event, yaml.NodeEvent):
            document.add(f"line {_row(event.start_mark)}", event)
        elif isinstance(event, yaml.CollectionEndEvent):
            document.close()


@dataclass
class _Part:
    """A list or mapping that has begun."""

    anchor: str | None
    before: int
    """Values of the document that came before it."""
    keys: set[str] | None
    """Those of a mapping so far."""
    height: int = 1
    """Lists and mappings inside each other in it, itself included."""
    values: int = 0


@dataclass
class _Document:
    values: int = 0
    parts: list[_Part] = field(default_factory=list)
    anchors: dict[str, tuple[int, int] | None] = field(default_factory=dict)
    """By anchor, the values and the height of what it names; None until it has ended."""

    def add(self, at: str, event: Any) -> None:
        """Count one more value, key, list or mapping, or what an alias stands for."""
        values, height = self._size(at, event)
        self.values += values
        if self.values > MOST_VALUES:
            raise ValueError(
                f"{at} is beyond {MOST_VALUES:,} values, aliases written out; a config may have no "
                f"more; write many values as {{range: [first, last]}}"
            )
        if len(self.parts) + height > MOST_DEPTH:
            raise ValueError(f"{at} is nested too deep; allowed: at most {MOST_DEPTH} levels")
        if self.parts:
            self._put(at, self.parts[-1], event, height)
        if isinstance(event, yaml.CollectionStartEvent):
            keys: set[str] | None = set() if isinstance(event, yaml.MappingStartEvent) else None
            self.parts.append(_Part(event.anchor, self.values - 1, keys))

    def close(self) -> None:
        """The list or mapping that began last has ended."""
        part = self.parts.pop()
        if part.anchor is not None:
            self.anchors[part.anchor] = (self.values - part.before, part.height)
        if self.parts:
            self.parts[-1].height = max(self.parts[-1].height, part.height + 1)

    def _size(self, at: str, event: Any) -> tuple[int, int]:
        """The values and the height of what begins here."""
        if isinstance(event, yaml.AliasEvent):
            size = self.anchors.get(str(event.anchor), (1, 0))  # PyYAML says which one there is not
            if size is None:
                raise ValueError(f"{at} has a value that contains itself by an alias; write it out")
            return size
        if event.tag is not None:
            raise ValueError(f"{at} has the tag {shown(event.tag)}; remove it")
        if isinstance(event, yaml.CollectionStartEvent):
            if event.anchor is not None:
                self.anchors[event.anchor] = None
            return 1, 1
        if len(event.value) > MOST_LETTERS:
            raise ValueError(
                f"{at} has a value of {len(event.value):,} characters; "
                f"allowed: at most {MOST_LETTERS:,}"
            )
        if event.anchor is not None:
            self.anchors[event.anchor] = (1, 0)
        return 1, 0

    def _put(self, at: str, part: _Part, event: Any, height: int) -> None:
        """Note a value in the list or mapping it is in; a key that is there twice is an error."""
        part.height = max(part.height, height + 1)
        is_key = part.keys is not None and part.values % 2 == 0
        part.values += 1
        if is_key and part.keys is not None and isinstance(event, yaml.ScalarEvent):
            if event.value in part.keys:
                raise ValueError(f"{at}: the key {shown(event.value)} is there twice; remove one")
            part.keys.add(event.value)


def _row(mark: Any) -> int:
    """The number of a line as an editor counts."""
    return int(mark.line) + 1


def _said(error: yaml.YAMLError) -> str:
    """What PyYAML says is wrong, and where."""
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        return f"line {_row(error.problem_mark)}: {line(str(error.problem), MOST_SAID)}"
    return line(" ".join(str(error).split()), MOST_SAID)
