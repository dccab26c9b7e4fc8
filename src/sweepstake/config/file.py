"""A config as it stands in a file."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sweepstake.config import document, valid
from sweepstake.text.shown import MOST_PATH, line

Config = Mapping[str, Any]
MOST_BYTES = 1_000_000


def read_config(path: Path) -> Config:
    """The config in a YAML file, or ValueError in one line."""
    at = line(str(path), MOST_PATH)
    try:
        config = document.load(_text(path))
    except OSError as error:
        raise ValueError(f"{at}: {error.strerror}; name a config that can be read") from None
    except UnicodeDecodeError:
        raise ValueError(f"{at} is not YAML in UTF-8; save it in that encoding") from None
    except ValueError as error:
        raise ValueError(f"{at}: {line(str(error), 2 * MOST_PATH)}") from None
    return located(valid.mapping(at, config), [path.parent])


def located(config: Config, folders: Iterable[Path]) -> Config:
    """`config` with the puzzle files that it names looked for in `folders`, then where we are."""
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
        raise ValueError("not a file; name a regular file")
    with path.open("rb") as file:
        text = file.read(MOST_BYTES + 1)
    if len(text) > MOST_BYTES:
        raise ValueError(f"more than {MOST_BYTES:,} bytes; allowed: at most {MOST_BYTES:,}")
    return text.decode("utf-8")
