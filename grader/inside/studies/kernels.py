"""Finds the Pallas kernels of a jaxpr, and what it computes outside of them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from grader.inside.studies.interpreter import CALLS
from grader.inside.studies.jaxprs import describe_array, inner_jaxprs, line_of

KERNEL = "pallas_call"
CONTAINERS = CALLS | {"cond", "scan", "while"}
"""Primitives that only run other jaxprs."""
MOVES = frozenset(
    {
        *("broadcast_in_dim", "expand_dims", "reshape", "squeeze", "tile", "transpose", "rev"),
        *("slice", "dynamic_slice", "gather", "split", "unstack", "select_n"),
        *("concatenate", "dynamic_update_slice", "pad", "scatter", "stack"),
        *("convert_element_type", "copy", "copy_p", "device_put", "optimization_barrier", "stop_gradient"),
    }
)
"""Primitives that move, copy or convert numbers, and compute none."""
MAX_KERNELS = 100
"""The maximum number of kernels that are noted: more than a problem can allow."""


class KernelSearch:
    """A search for kernels, and for work outside of them: what is computed from the arguments, other than by `MOVES`.

    What is computed from constants alone, such as a mask or a scale, is no work.
    """

    def __init__(self, closed: Any) -> None:  # noqa: ANN401 - JAX's own type
        """Search a closed jaxpr."""
        self.kernels: list[dict[str, Any]] = []
        """For each kernel: its `steps`, None if they depend on values; its largest `block`; the `total` elements of all
        blocks; how many `calls` there are, None if that depends on values; the submission's `line`."""
        self.outside: dict[str, int | None] = {}
        """The primitives that do work outside of kernels, each with the submission's line."""
        self._search(closed.jaxpr, [True] * len(closed.jaxpr.invars), 1, None)

    def _search(self, jaxpr: Any, given: list[bool], calls: int | None, line: int | None) -> None:  # noqa: ANN401
        """Search a jaxpr that is run `calls` times; `given` says which of its inputs come from the arguments."""
        derived = {variable for variable, comes in zip(jaxpr.invars, given, strict=True) if comes}
        for equation in jaxpr.eqns:
            name, own = str(equation.primitive.name), line_of(equation) or line
            inputs = [not hasattr(one, "val") and one in derived for one in equation.invars]
            if name == KERNEL:
                self._note_kernel(equation, calls, own)
            elif name in CONTAINERS:
                for inner in [getattr(inner, "jaxpr", inner) for inner in inner_jaxprs(equation)]:
                    each = name in CALLS and len(inputs) == len(inner.invars)
                    passed = inputs if each else [any(inputs)] * len(inner.invars)
                    self._search(inner, passed, _count_calls(equation, calls), own)
            elif any(inputs) and name not in MOVES:
                self.outside.setdefault(name[:100], own)
            if any(inputs):
                derived.update(equation.outvars)

    def _note_kernel(self, equation: Any, calls: int | None, line: int | None) -> None:  # noqa: ANN401 - JAX's own type
        grid = equation.params["grid_mapping"].grid
        described = [describe_array(variable.aval) for variable in equation.params["jaxpr"].invars]
        arrays = list(filter(None, described))
        elements, _, array = max(arrays, default=(0, 0, "none"))
        if len(self.kernels) < MAX_KERNELS:
            fixed = all(isinstance(size, int | np.integer) for size in grid)
            steps = int(math.prod(grid)) if fixed else None
            block = {"size": elements, "array": array}
            total = sum(size for size, *_ in arrays)
            self.kernels.append({"steps": steps, "block": block, "total": total, "calls": calls, "line": line})


def _count_calls(equation: Any, calls: int | None) -> int | None:  # noqa: ANN401 - JAX's own type
    """Return how often the inner jaxprs of an equation are run, if the equation is run `calls` times."""
    if calls is None or equation.primitive.name == "while":
        return None
    return calls * int(equation.params["length"]) if equation.primitive.name == "scan" else calls
