"""Runs a jaxpr equation by equation, to examine each one's values.

This includes the equations in jitted functions, in branches, and in the first steps of loops.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from grader.inside.studies.jaxprs import close_over, inner_jaxprs, scan_counts

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_STEPS = 16
"""The maximum number of steps of a loop that are examined."""
CALLS = frozenset(
    {"jit", "pjit", "closed_call", "core_call", "remat2", "checkpoint", "custom_jvp_call", "custom_vjp_call"}
)
"""Primitives that call one jaxpr with their operands."""

_make_jaxpr, _asarray = jax.make_jaxpr, np.asarray
_index: Any = jax.lax.dynamic_index_in_dim


class JaxprInterpreter:
    """Runs a jaxpr. Subclasses decide what to examine."""

    def look(self, equation: Any, inputs: list[Any], outputs: list[Any]) -> None:  # noqa: ANN401 - JAX's own types
        """Examine an equation that was run as a whole."""
        raise NotImplementedError

    def enters(self, equation: Any) -> bool:  # noqa: ANN401 - JAX's own type
        """Return whether to examine the equations inside a call, a branch or a loop too."""
        raise NotImplementedError

    def run_call(self, entry: Callable[..., Any], arguments: list[Any]) -> list[Any]:
        """Trace a call of the entry point, run the jaxpr and return its outputs; raises the submission's exceptions."""
        program, arrays = close_over(entry, arguments)
        closed = _make_jaxpr(program)(*arrays)
        return self.run(closed.jaxpr, closed.consts, arrays)

    def run(self, jaxpr: Any, consts: Any, arguments: Any) -> list[Any]:  # noqa: ANN401 - JAX's own types
        """Run a jaxpr and return its outputs."""
        values = dict(zip((*jaxpr.constvars, *jaxpr.invars), (*consts, *arguments), strict=True))

        def read(variable: Any) -> Any:  # noqa: ANN401
            return variable.val if hasattr(variable, "val") else values[variable]

        for equation in jaxpr.eqns:
            inputs = [read(variable) for variable in equation.invars]
            outputs = self.run_inside(equation, inputs) if inner_jaxprs(equation) and self.enters(equation) else None
            if outputs is None:
                outputs = _bind(equation, inputs)
                self.look(equation, inputs, outputs)
            values.update(zip(equation.outvars, outputs, strict=True))
        return [read(variable) for variable in jaxpr.outvars]

    def run_inside(self, equation: Any, inputs: list[Any]) -> list[Any] | None:  # noqa: ANN401
        """Run a call or a branch, or a loop's first steps; return None if the equation must still be run as a whole."""
        name, params = equation.primitive.name, equation.params
        if name == "cond":
            return self._run_closed(params["branches"][int(_asarray(inputs[0]))], inputs[1:])
        if name == "scan":
            self._run_scan(params, inputs)
        elif name == "while":
            self._run_while(params, inputs)
        elif name in CALLS:
            return self._run_closed(inner_jaxprs(equation)[0], inputs)
        return None

    def _run_closed(self, inner: Any, inputs: list[Any]) -> list[Any]:  # noqa: ANN401
        return self.run(getattr(inner, "jaxpr", inner), getattr(inner, "consts", ()), inputs)

    def _run_scan(self, params: dict[str, Any], inputs: list[Any]) -> None:
        consts, carries = scan_counts(params)
        kept, carry, rows = inputs[:consts], inputs[consts : consts + carries], inputs[consts + carries :]
        steps = list(range(params["length"]))[:: -1 if params["reverse"] else 1]
        for step in steps[:MAX_STEPS]:
            row = [_index(values, step, keepdims=False) for values in rows]
            carry = self._run_closed(params["jaxpr"], [*kept, *carry, *row])[:carries]

    def _run_while(self, params: dict[str, Any], inputs: list[Any]) -> None:
        tests, bodies = params["cond_nconsts"], params["body_nconsts"]
        kept, carry = inputs[tests : tests + bodies], inputs[tests + bodies :]
        for _ in range(MAX_STEPS):
            if not _asarray(self._run_closed(params["cond_jaxpr"], [*inputs[:tests], *carry])[0]).all():
                return
            carry = self._run_closed(params["body_jaxpr"], [*kept, *carry])


def _bind(equation: Any, inputs: list[Any]) -> list[Any]:  # noqa: ANN401 - JAX's own type
    outputs = equation.primitive.bind(*inputs, **equation.primitive.get_bind_params(equation.params))
    return list(outputs) if equation.primitive.multiple_results else [outputs]
