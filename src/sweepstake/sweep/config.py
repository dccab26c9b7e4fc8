"""A config as it stands in a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from sweepstake.sweep import valid

Config = Mapping[str, Any]


class _Loader(yaml.SafeLoader):
    """YAML in which a key that is there twice is an error: one of the two would be lost."""

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        node: yaml.MappingNode = super().compose_mapping_node(anchor)
        seen: list[str] = []
        for key, _ in node.value:
            if key.value in seen:
                twice = f"{key.value!r} is there twice"
                raise yaml.MarkedYAMLError(problem=twice, problem_mark=key.start_mark)
            seen.append(key.value)
        return node


def read_config(path: Path) -> Config:
    """The config in a YAML file, or ValueError in one line."""
    try:
        config = yaml.load(path.read_text(encoding="utf-8"), _Loader)  # noqa: S506
    except OSError as error:
        raise ValueError(f"config {path}: {error.strerror}; allowed: a readable file") from None
    except (ValueError, yaml.YAMLError) as error:
        where = " ".join(str(error).split())
        raise ValueError(f"config {path} is not YAML in UTF-8: {where}") from None
    return valid.mapping(f"config {path}", config)
