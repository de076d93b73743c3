"""Studies of the compiled program's cost.

Method. XLA's figures count the body of a loop once, or as often as it is unrolled. So each loop's body is also compiled
separately. The cost of a program is XLA's figure, minus the part of it that belongs to loop bodies, plus each loop's
length times the cost of its body, which is computed in the same way. JAX interprets a Pallas kernel as a loop
over the steps of its grid, so it is counted as one.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import jax
import numpy as np
from jax.extend import core as jax_core

from grader.inside.studies.jaxprs import close_over, inner_jaxprs, walk
from grader.inside.studies.kernels import KERNEL

if TYPE_CHECKING:
    from grader.inside.studies.subject import Study, Subject

_jit, _make_jaxpr = jax.jit, jax.make_jaxpr
_as_function: Any = jax_core.jaxpr_as_fun

COUNTED = {"flops": "flops", "bytes_accessed": "bytes accessed"}
"""Figures that add up over a program, with XLA's names for them."""
CALLBACKS = frozenset({"pure_callback", "io_callback", "python_callback", "buffer_callback"})

Figures = dict[str, float]


class UnboundedLoopError(Exception):
    """The program doesn't show how often a loop runs."""


class HostCallbackError(Exception):
    """The program calls back into Python, which does part of the work."""


def study_cost(subject: Subject, options: dict[str, Any]) -> dict[str, object]:
    """Return the program's figures for the arguments of the last call, and its output for them.

    If only the memory is limited, the other figures are None. The loops need no compiling for it, and those inside
    `jax.shard_map` can't be compiled separately.
    """
    program, arrays = close_over(subject.entry, subject.arguments())
    closed = _make_jaxpr(program)(*arrays)
    names = {str(equation.primitive.name) for equation, _ in walk(closed)}
    if "while" in names:
        raise UnboundedLoopError("the program has a `while_loop`, and only running it shows its number of iterations")
    if names & CALLBACKS:
        raise HostCallbackError("the program calls back into Python, and the cost of that is not known")
    compiled: Any = _jit(program).lower(*arrays).compile()
    limited = any(options[name] is not None for name in COUNTED)
    counted = count_all(compiled, closed) if limited else dict.fromkeys(COUNTED)
    temp_bytes = float(compiled.memory_analysis().temp_size_in_bytes)
    return {"figures": {**counted, "temp_bytes": temp_bytes}, "answer": compiled(*arrays)}


def count_all(compiled: Any, jaxpr: Any) -> Figures:  # noqa: ANN401 - JAX's own types
    """Return the figures that add up over a program, whose loops count as often as they run."""
    lacking = count_loops(jaxpr)
    return {name: max(figure + lacking[name], 0.0) for name, figure in read_figures(compiled).items()}


def read_figures(compiled: Any) -> Figures:  # noqa: ANN401 - JAX's own type
    """Return XLA's figures for a compiled program."""
    analysis = compiled.cost_analysis()
    return {name: max(float(analysis.get(key, 0.0)), 0.0) for name, key in COUNTED.items()}


def count_loops(jaxpr: Any) -> Figures:  # noqa: ANN401 - JAX's own type
    """Return the costs missing from XLA's figures for a jaxpr, which count loop bodies too few times."""
    total = dict.fromkeys(COUNTED, 0.0)
    for equation in jaxpr.eqns:
        name = equation.primitive.name
        if name == "scan":
            lacking = count_scan(equation.params)
        elif name == KERNEL:
            lacking = count_kernel(equation)
        elif name == "cond":  # XLA counts the most expensive branch
            branches = [count_loops(inner) for inner in inner_jaxprs(equation)]
            lacking = {figure: max(branch[figure] for branch in branches) for figure in COUNTED}
        else:
            parts = [count_loops(inner) for inner in inner_jaxprs(equation)]
            lacking = {figure: sum(part[figure] for part in parts) for figure in COUNTED}
        total = {figure: total[figure] + lacking[figure] for figure in COUNTED}
    return total


def count_scan(params: dict[str, Any]) -> Figures:
    """Return the costs of one `scan` that are missing from XLA's figures."""
    body, length, unroll = params["jaxpr"], int(params["length"]), int(params["unroll"])
    seen = length if unroll >= length else unroll + length % unroll
    return count_repeated(body, length, max(seen, 1))


def count_kernel(equation: Any) -> Figures:  # noqa: ANN401 - JAX's own type
    """Return the costs of one call of a Pallas kernel that are missing from XLA's figures.

    Raises `UnboundedLoopError` if the size of the grid depends on values.
    """
    from jax._src.pallas import hlo_interpreter  # noqa: PLC0415 (slow to import, and loaded if a program has a kernel)

    grid = equation.params["grid_mapping"].grid
    if not all(isinstance(size, int | np.integer) for size in grid):
        raise UnboundedLoopError("the size of a kernel's grid depends on values")
    params = {name: value for name, value in equation.params.items() if name != "interpret"}
    shapes = [jax.ShapeDtypeStruct(variable.aval.shape, variable.aval.dtype) for variable in equation.invars]
    interpreted = _make_jaxpr(lambda *args: hlo_interpreter.pallas_call_hlo_interpret(*args, **params))(*shapes)
    (steps,) = [inner for inner in interpreted.eqns if inner.primitive.name == "while"]
    return count_repeated(steps.params["body_jaxpr"], int(math.prod(grid)), 1)


def count_repeated(body: Any, times: int, seen: int) -> Figures:  # noqa: ANN401 - JAX's own type
    """Return the costs missing from XLA's figures for a jaxpr that runs `times` times and was counted `seen` times."""
    shapes = [jax.ShapeDtypeStruct(variable.aval.shape, variable.aval.dtype) for variable in body.jaxpr.invars]
    once = read_figures(_jit(_as_function(body)).lower(*shapes).compile())
    nested = count_loops(body)
    return {name: times * (once[name] + nested[name]) - seen * once[name] for name in COUNTED}


STUDIES: dict[str, Study] = {"cost": study_cost}
