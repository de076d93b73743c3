"""Runs a jaxpr equation by equation and finds the first one of the submission's that makes a NaN or an infinity.

`jax.debug_nans` looks at what a jitted function returns, so that a NaN which is masked before that escapes it. Here
each equation is looked at by itself, in functions under jit, in branches, and in the first steps of a scan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from grader.inside.studies.jaxprs import caller_of, close_over, inner_jaxprs, scan_counts

if TYPE_CHECKING:
    from collections.abc import Callable

    Test = Callable[[Any], Any]

MAX_STEPS = 16
"""How many steps of a scan are looked into."""
CALLS = frozenset(
    {"jit", "pjit", "closed_call", "core_call", "remat2", "checkpoint", "custom_jvp_call", "custom_vjp_call"}
)
"""Primitives that call one jaxpr with what they are given."""

_make_jaxpr, _asarray = jax.make_jaxpr, np.asarray
_index: Any = jax.lax.dynamic_index_in_dim


def find_maker(entry: Callable[..., Any], arguments: list[Any], tests: dict[str, Test]) -> tuple[str, str, int] | None:
    """Return test, primitive and line of the first equation that makes what a test is for.

    That is one with an output that meets the test, and no input that does.
    """
    program, arrays = close_over(entry, arguments)
    closed = _make_jaxpr(program)(*arrays)
    search = _Search(tests)
    search.run(closed.jaxpr, closed.consts, arrays)
    return search.found


class _Search:
    def __init__(self, tests: dict[str, Test]) -> None:
        self.found: tuple[str, str, int] | None = None
        self._tests = tests

    def run(self, jaxpr: Any, consts: Any, arguments: Any) -> list[Any]:  # noqa: ANN401 - JAX's own types
        """Run a jaxpr and return its outputs."""
        values = dict(zip((*jaxpr.constvars, *jaxpr.invars), (*consts, *arguments), strict=True))

        def read(variable: Any) -> Any:  # noqa: ANN401
            return variable.val if hasattr(variable, "val") else values[variable]

        for equation in jaxpr.eqns:
            inputs = [read(variable) for variable in equation.invars]
            outputs = self._run_inside(equation, inputs)
            if outputs is None:
                outputs = self._bind(equation, inputs)
                line = caller_of(equation)
                kind = self._made(inputs, outputs) if self.found is None and line is not None else None
                if kind is not None and line is not None:
                    self.found = (kind, str(equation.primitive.name)[:100], line)
            values.update(zip(equation.outvars, outputs, strict=True))
        return [read(variable) for variable in jaxpr.outvars]

    def _bind(self, equation: Any, inputs: list[Any]) -> list[Any]:  # noqa: ANN401
        outputs = equation.primitive.bind(*inputs, **equation.primitive.get_bind_params(equation.params))
        return list(outputs) if equation.primitive.multiple_results else [outputs]

    def _run_inside(self, equation: Any, inputs: list[Any]) -> list[Any] | None:  # noqa: ANN401
        """Run a call, a branch, or a scan's first steps; return None for what is to be run as a whole."""
        name, params = equation.primitive.name, equation.params
        if name == "cond":
            branch = params["branches"][int(_asarray(inputs[0]))]
            return self.run(branch.jaxpr, branch.consts, inputs[1:])
        if name == "scan":
            self._run_steps(params, inputs)
            return None
        if name not in CALLS:
            return None
        inner = inner_jaxprs(equation)[0]
        jaxpr = getattr(inner, "jaxpr", inner)
        if jaxpr.eqns and all(caller_of(one) is None for one in jaxpr.eqns):  # a library's: it masks as it needs
            return None
        return self.run(jaxpr, getattr(inner, "consts", ()), inputs)

    def _run_steps(self, params: dict[str, Any], inputs: list[Any]) -> None:
        consts, carries = scan_counts(params)
        kept, carry, rows = inputs[:consts], inputs[consts : consts + carries], inputs[consts + carries :]
        steps = list(range(params["length"]))[:: -1 if params["reverse"] else 1]
        for step in steps[:MAX_STEPS]:
            row = [_index(values, step, keepdims=False) for values in rows]
            outputs = self.run(params["jaxpr"].jaxpr, params["jaxpr"].consts, [*kept, *carry, *row])
            carry = outputs[:carries]

    def _made(self, inputs: list[Any], outputs: list[Any]) -> str | None:
        """Return the first test that an output meets, and no input."""
        for kind, test in self._tests.items():
            if any(_meets(test, value) for value in outputs) and not any(_meets(test, value) for value in inputs):
                return kind
        return None


def _meets(test: Test, value: Any) -> bool:  # noqa: ANN401 - whatever JAX computes
    inexact = jnp.issubdtype(getattr(value, "dtype", np.result_type(type(value))), np.inexact)
    return bool(inexact) and bool(_asarray(test(value)).any())
