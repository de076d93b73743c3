"""Exports the program of a call. In samples this is only a trial run, whose error tells the learner why it fails."""

from __future__ import annotations

import contextlib
from collections import Counter
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
from jax import export
from jax.extend import core as jax_core
from jax.interpreters import partial_eval

from grader.inside.holes import HOLE, TARGET, name_contexts
from grader.inside.studies.gradients import draw_seeds, make_derivatives
from grader.inside.studies.jaxprs import close_over, inner_jaxprs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grader.inside.studies.subject import Study, Subject

LOOPS = frozenset({"scan", "while"})
"""JAX's primitives for loops."""
MAX_HOLES = 200
_export: Any = export.export
_make_jaxpr: Any = jax.make_jaxpr
_as_function: Any = jax_core.jaxpr_as_fun
_drop_unused: Any = partial_eval.dce_jaxpr
_jit, _flatten, _unflatten = jax.jit, jax.tree.flatten, jax.tree.unflatten
_issubdtype = jnp.issubdtype


class ExportedProgram:
    """One exported call: its StableHLO, the structure of its flat outputs, and which of these are keys.

    What no output depends on is left out. JAX's derivative of a jitted function also returns values that nothing uses,
    and StableHLO would have all of them, with the calls that compute them.
    """

    def __init__(self, entry: Callable[..., Any], arguments: list[Any]) -> None:
        """Trace and export a call; raises the submission's exceptions."""
        call, arrays = close_over(entry, arguments)
        results: list[Any] = []

        def program(*given: Any) -> list[Any]:  # noqa: ANN401 - arrays
            leaves, structure = _flatten(call(*given))
            results[:] = [structure]
            return leaves

        shapes = [jax.ShapeDtypeStruct(array.shape, array.dtype) for array in arrays]
        allowed = [export.DisabledSafetyCheck.custom_call(TARGET)]
        closed = _make_jaxpr(program)(*shapes)
        self.jaxpr, _ = _drop_unused(closed.jaxpr, [True] * len(closed.jaxpr.outvars), instantiate=True)
        used = _as_function(closed.replace(jaxpr=self.jaxpr))
        exported = _export(_jit(used, keep_unused=True), disabled_checks=allowed)(*shapes)
        self.module: bytes = exported.mlir_module_serialized
        self.structure: Any = _unflatten(results[0], range(results[0].num_leaves))
        self.keys = [_issubdtype(aval.dtype, jax.dtypes.prng_key) for aval in exported.out_avals]


def find_holes(jaxpr: Any, *, in_loop: bool = False) -> Iterator[tuple[str, tuple[str, ...]]]:  # noqa: ANN401 - JAX's own
    """Yield, for each hole in a jaxpr at any depth, the name of its function and the contexts of the call."""
    for equation in jaxpr.eqns:
        if equation.primitive.name == HOLE:
            yield equation.params["body"].name, name_contexts(equation.params["steps"], in_loop=in_loop)
        for inner in inner_jaxprs(equation):
            yield from find_holes(inner, in_loop=in_loop or equation.primitive.name in LOOPS)


def export_derivatives(
    entry: Callable[..., Any],
    parameters: list[str],
    options: dict[str, Any],
    arguments: list[Any],
    other: list[Any] | None = None,
) -> ExportedProgram:
    """Export the derivatives of a call: see `make_derivatives`; raises the submission's exceptions.

    The entry point is traced under `jax.jit` if that is possible. JAX can't differentiate a jitted function by a rule
    that refers to one of its arguments instead of getting it.
    """
    with contextlib.suppress(Exception):
        return ExportedProgram(make_derivatives(entry, parameters, options, other), arguments)
    return ExportedProgram(make_derivatives(entry, parameters, options, other, jitted=False), arguments)


def study_sealed(subject: Subject, options: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """Return, for each call, how its program calls functions of `bodies.py`; raises the submission's exceptions.

    The program of the derivatives is exported too if these are checked.
    """
    again, derive = subject.fresh(), options["derive"]
    found = []
    for call in range(len(subject.calls)):
        arguments = again.open_arguments(call)
        program = ExportedProgram(again.entry, arguments)
        if derive is not None:
            export_derivatives(again.entry, again.parameters, derive, [*arguments, draw_seeds(again, call, derive)])
        holes = Counter(find_holes(program.jaxpr)).most_common(MAX_HOLES)
        found.append(
            [{"name": name[:100], "contexts": [*contexts], "count": count} for (name, contexts), count in holes]
        )
    return found


STUDIES: dict[str, Study] = {"sealed": study_sealed}
"""The studies by the names of their checks."""
