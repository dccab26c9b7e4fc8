"""The parameters of a question or of a show, and their check."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from sweepstake.puzzle.lists import AnyParameter
from sweepstake.text.shown import check_among


class Takes:
    """Checks the parameters that a value of this class declares."""

    name: str
    parameters: tuple[AnyParameter, ...]
    objection: Callable[..., str | None]

    @cached_property
    def parameter(self) -> Mapping[str, AnyParameter]:
        """The parameters by name."""
        return {parameter.name: parameter for parameter in self.parameters}

    def checked(self, params: Mapping[str, object]) -> dict[str, Any]:
        """`params` complete, in declared order and within bounds, or ValueError in one line.

        If there are several mistakes, the message names the first in `params`, else a missing one.
        """
        checked = {name: self.checked_value(name, value) for name, value in params.items()}
        missing = {p.name: self.default(p) for p in self.parameters if checked.get(p.name) is None}
        values = {name: (checked | missing)[name] for name in self.parameter}
        if objection := self.objection(**values):
            raise ValueError(objection)
        return values

    def checked_value(self, name: str, value: object) -> Any:
        """`value` of the parameter `name`, checked; None, which means the default, stays None."""
        check_among(f"{self.name} has no parameter", name, self.parameter)
        return None if value is None else self.parameter[name].checked(value)

    def default(self, parameter: AnyParameter) -> Any:
        """The default of a parameter, or ValueError in one line if it has none."""
        if parameter.default is None:
            raise ValueError(
                f"{self.name} needs {parameter.name} ({parameter.meaning}); "
                f"allowed: {parameter.allowed}"
            )
        return parameter.checked(parameter.default)
