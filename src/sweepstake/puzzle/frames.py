"""The rows of stored answers, grouped by point and method, to make tables from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

Methods = Mapping[str, "pd.DataFrame"]


def by_point(keys: Sequence[str], frame: pd.DataFrame) -> Iterator[tuple[dict[str, Any], Methods]]:
    """The parameters `keys` of each point, and the rows of each method there."""
    for _, rows in frame.groupby(list(keys), sort=True):
        point = {key: rows[key].tolist()[0] for key in keys}
        yield point, {str(method): part for method, part in rows.groupby("method", sort=True)}
