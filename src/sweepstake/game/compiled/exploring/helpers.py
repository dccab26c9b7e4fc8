"""Functions that a game calls, as numba compiles them: one for each kinds of arguments."""

from __future__ import annotations

import ast

from sweepstake.game.compiled.calls.branches import ROUNDS
from sweepstake.game.compiled.exploring.kinds import LISTS, NONE, ROWS, SIMPLE, UNKNOWN
from sweepstake.game.compiled.exploring.statements import Statements
from sweepstake.game.resuming.liveness import facts
from sweepstake.game.rewriting.names import bound
from sweepstake.game.rewriting.program import function
from sweepstake.game.rewriting.refused import RefusedError


class Helper(Statements):
    """Writes a function of the same module, with the kind of what it returns."""

    rounds = f"_0draw[{ROUNDS}]"

    def __init__(
        self, caller: Statements, call: ast.Call, name: str, kinds: tuple[str, ...]
    ) -> None:
        try:
            of = function(caller.held.get(name))  # type: ignore[arg-type]
        except RefusedError:
            raise RefusedError(call, f"{name} is no plain function") from None
        names, module = of.arguments, of.of.__globals__
        if module.get("__name__") != caller.held.get("__name__"):
            raise RefusedError(call, f"{name} stands in another module")
        if not of.is_plain or of.of.__closure__ or len(kinds) != len(names) or call.keywords:
            raise RefusedError(call, f"{name} is called with other arguments than it has")
        draws = [name for name, kind in zip(names, kinds, strict=True) if kind == NONE]
        self._names = [name for name in names if name not in draws]
        passed = {n: kind for n, kind in zip(names, kinds, strict=True) if kind != NONE}
        super().__init__(of.tree, draws[0] if draws else "", passed, module)
        if len(draws) > 1 or {*draws} & self.kinds.keys():
            raise RefusedError(call, f"{name} has another draw")
        if facts(ast.If(ast.Constant(True), of.tree.body, []), {})[0] & bound(of.tree.body):
            raise RefusedError(call, f"{name} may read what has no value")
        self.texts, self.helpers = caller.texts, caller.helpers
        self.name, self.result = f"_0h{len(self.helpers)}_", UNKNOWN
        lines = self.settled()
        if any(self.kinds[n] != passed[n] for n in self._names):
            raise RefusedError(call, f"{name} changes the kind of an argument")
        if self.result == UNKNOWN:
            self.result = NONE
        last = "return" if self.result == NONE else "raise ValueError"
        head = f"def {self.name}({', '.join(['_0draw', *self._names])}):"
        self.text = "\n".join([head, *("    " + line for line in [*lines, last])]) + "\n"

    def returned(self, node: ast.Return) -> list[str]:
        """A value of one kind, or none."""
        if node.value is None:
            self.result = self.joined(node, self.result, NONE)
            return ["return"]
        kind, text = self.row(self.typed(node.value))
        if kind not in (*SIMPLE, *LISTS.values(), *ROWS.values(), UNKNOWN):
            raise RefusedError(node, f"a helper returns a {kind}")
        self.result = self.joined(node, self.result, kind)
        return [f"return {text}"]
