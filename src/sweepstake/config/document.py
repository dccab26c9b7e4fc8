"""YAML as a config may be written: of bounded size and depth, each key once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from sweepstake.text.shown import line, shown

MOST_VALUES = 100_000
"""Values, keys, lists and mappings of a document, with every alias written out."""
MOST_DEPTH = 20
"""Lists and mappings inside each other, with every alias written out."""
MAX_MESSAGE = 100
"""Characters of a message of PyYAML's."""

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # in C where there is one


def load(text: str) -> Any:
    """What a YAML document says; ValueError, in one line, if it is not YAML or exceeds a bound."""
    try:
        _check_depth(text)
        loader = _Loader(text)
        node = loader.get_single_node()
        for number, part in enumerate(_parts(node), 1):  # an alias is the node that it names
            if number > MOST_VALUES:
                raise ValueError(
                    f"{_line(part.start_mark)} is beyond {MOST_VALUES:,} values, aliases written "
                    f"out; a config may have no more; write many values as {{range: [first, last]}}"
                )
        return loader.construct_document(node) if node else None
    except yaml.YAMLError as error:
        raise ValueError(f"not YAML: {_problem(error)}") from None
    except ArithmeticError as error:  # a number in base 60, which YAML allows, too large for one
        raise ValueError(f"not YAML: {error}") from None


def _check_depth(text: str) -> None:
    """Raise ValueError if brackets are so deep that building the nodes would exhaust the stack."""
    depth = 0
    for event in yaml.parse(text, _Loader):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MOST_DEPTH:
            raise _too_deep(event)


def _parts(node: Any, depth: int = 0) -> Iterator[Any]:
    """A node and the nodes in it, as often as aliases repeat them."""
    yield node
    if isinstance(node, yaml.CollectionNode) and depth == MOST_DEPTH:
        raise _too_deep(node)
    if isinstance(node, yaml.MappingNode):
        _check_twice([key for key, _ in node.value if isinstance(key, yaml.ScalarNode)])
    inner = node.value if isinstance(node, yaml.CollectionNode) else []
    for part in inner:
        for child in part if isinstance(part, tuple) else (part,):  # a key and its value
            yield from _parts(child, depth + 1)


def _check_twice(keys: list[Any]) -> None:
    seen = set()
    for key in keys:
        if key.value in seen:
            at = _line(key.start_mark)
            raise ValueError(f"{at}: the key {shown(key.value)} is there twice; remove one")
        seen.add(key.value)


def _too_deep(part: Any) -> ValueError:
    at = _line(part.start_mark)
    return ValueError(f"{at} is nested too deep; allowed: at most {MOST_DEPTH} levels")


def _line(mark: Any) -> str:
    """The line as an editor counts."""
    return f"line {mark.line + 1}"


def _problem(error: yaml.YAMLError) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        return f"{_line(error.problem_mark)}: {line(str(error.problem), MAX_MESSAGE)}"
    return line(" ".join(str(error).split()), MAX_MESSAGE)
