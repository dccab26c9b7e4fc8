"""Reading a config from a file: YAML of bounded size and depth, each key once."""

from __future__ import annotations

import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from sweepstake.config import valid
from sweepstake.errors import InputError
from sweepstake.text.shown import MOST_PATH, line, shown

Config = Mapping[str, Any]
MOST_BYTES = 1_000_000
MOST_VALUES = 100_000
"""Most values, keys, lists and mappings of a document, counting each use of an alias."""
MOST_DEPTH = 20
"""Most nested lists and mappings, counting each use of an alias."""
OTHER_BASE = re.compile(r"[-+]?(0[\d_]|0x|0b|.*:)")
"""Numbers to base 8, 16, 2 and 60, as 010, 0x1f, 0b1 and 1:30."""
MOST_PLAIN = 40
"""Most characters of a value in a message."""
MAX_MESSAGE = 100
"""Most characters of a message of PyYAML."""

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the one in C, if it is installed


def read_config(path: Path) -> Config:
    """The config in a YAML file, or ValueError in one line."""
    at = line(str(path), MOST_PATH)
    try:
        config = load(_text(path))
    except OSError as error:
        raise InputError(f"{at}: {error.strerror}; name a config that can be read") from None
    except UnicodeDecodeError:
        raise InputError(f"{at} is not YAML in UTF-8; save it in that encoding") from None
    except ValueError as error:
        raise InputError(f"{at}: {line(str(error), 2 * MOST_PATH)}") from None
    return located(valid.mapping(at, config), [path.parent])


def located(config: Config, folders: Iterable[Path]) -> Config:
    """`config` with paths of its puzzle files, which are searched in `folders`, then here."""
    names = config.get("puzzles")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return config  # `grammar.read` refuses it
    return {**config, "puzzles": [_located(name, [*folders, Path()]) for name in names]}


def _located(name: str, folders: Iterable[Path]) -> str:
    """The path of a file or a folder that is a puzzle; a module's name as it is."""
    is_path = name.endswith(".py") or "/" in name
    for path in (folder / name for folder in folders):
        if path.exists() if is_path else (path / "__init__.py").is_file():
            return str(path.absolute())
    return str(Path(name).absolute()) if is_path else name


def _text(path: Path) -> str:
    """The text of the file; ValueError if it is not a regular file or too large for a config."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise InputError("not a file; name a regular file")
    with path.open("rb") as file:
        text = file.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise InputError(f"more than {MOST_BYTES:,} bytes; allowed: at most {MOST_BYTES:,}")
    return text.decode("utf-8")


def load(text: str) -> Any:
    """The value of a YAML document; ValueError in one line if it is not YAML or exceeds a bound."""
    try:
        _check_depth(text)
        loader = _Loader(text)
        node = loader.get_single_node()
        for number, part in enumerate(_parts(node), 1):  # an alias is the node that it names
            if number > MOST_VALUES:
                raise InputError(
                    f"{_line(part.start_mark)} is beyond {MOST_VALUES:,} values, aliases written "
                    f"out; a config may have no more; write many values as {{range: [first, last]}}"
                )
            if isinstance(part, yaml.ScalarNode):
                _check_plain(part, loader.construct_object)
        return loader.construct_document(node) if node else None
    except yaml.YAMLError as error:
        raise InputError(_tab(error, text) or f"not YAML: {_problem(error)}") from None
    except ArithmeticError as error:  # a number in base 60, which YAML allows, that is too large
        raise InputError(f"not YAML: {error}") from None


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


def _check_plain(node: Any, read: Callable[[Any], Any]) -> None:
    """ValueError for a value that YAML 1.1 reads in a way that few people expect."""
    kind, text = node.tag.rpartition(":")[2], node.value.lower()
    if kind == "timestamp":
        meaning, mend = "a date", "write"
    elif kind == "bool" and text not in ("true", "false"):
        meaning, mend = "true" if text in ("yes", "on") else "false", "write true or false, or"
    elif kind in ("int", "float") and OTHER_BASE.match(text):
        meaning, mend = read(node), "write a number in decimal, without leading zeros, or"
    else:
        return
    raise InputError(
        f"{_line(node.start_mark)}: {line(node.value, MOST_PLAIN)} means {meaning} in YAML; {mend} "
        f"a text in quotes"
    )


def _check_twice(keys: list[Any]) -> None:
    seen = set()
    for key in keys:
        if key.value in seen:
            at = _line(key.start_mark)
            raise InputError(f"{at}: the key {shown(key.value)} is there twice; remove one")
        seen.add(key.value)


def _too_deep(part: Any) -> ValueError:
    at = _line(part.start_mark)
    return ValueError(f"{at} is nested too deep; allowed: at most {MOST_DEPTH} levels")


def _tab(error: yaml.YAMLError, text: str) -> str:
    """What is wrong if the line of the error is indented by a tab; else empty."""
    if (mark := getattr(error, "problem_mark", None)) is None:
        return ""
    [row] = text.splitlines()[mark.line : mark.line + 1] or [""]
    is_tabbed = "\t" in row[: len(row) - len(row.lstrip())]
    return f"{_line(mark)} is indented by a tab; YAML takes spaces" if is_tabbed else ""


def _line(mark: Any) -> str:
    """The line, counted from 1."""
    return f"line {mark.line + 1}"


def _problem(error: yaml.YAMLError) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark is not None:
        return f"{_line(error.problem_mark)}: {line(str(error.problem), MAX_MESSAGE)}"
    return line(" ".join(str(error).split()), MAX_MESSAGE)
