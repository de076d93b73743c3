"""Exports the program of a call. In samples this is only a trial run, whose error tells the learner why it fails."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
from jax import export

from grader.inside.holes import TARGET
from grader.inside.studies.gradients import draw_seeds, make_derivatives
from grader.inside.studies.jaxprs import close_over

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.inside.studies.subject import Study, Subject

_export: Any = export.export
_jit, _flatten, _unflatten = jax.jit, jax.tree.flatten, jax.tree.unflatten
_issubdtype = jnp.issubdtype


class ExportedProgram:
    """One exported call: its StableHLO, the structure of its flat outputs, and which of these are keys."""

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
        exported = _export(_jit(program, keep_unused=True), disabled_checks=allowed)(*shapes)
        self.module: bytes = exported.mlir_module_serialized
        self.structure: Any = _unflatten(results[0], range(results[0].num_leaves))
        self.keys = [_issubdtype(aval.dtype, jax.dtypes.prng_key) for aval in exported.out_avals]


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


def study_sealed(subject: Subject, options: dict[str, Any]) -> list[int]:
    """Return the size of each call's programs, in bytes; raises the submission's exceptions."""
    again = subject.fresh()
    return [len(program.module) for call in range(len(subject.calls)) for program in _export_all(again, call, options)]


def _export_all(subject: Subject, call: int, options: dict[str, Any]) -> list[ExportedProgram]:
    """Return a call's program, and that of its derivatives if these are checked."""
    arguments = subject.open_arguments(call)
    programs = [ExportedProgram(subject.entry, arguments)]
    if options["derive"] is not None:
        derived = [*arguments, draw_seeds(subject, call, options["derive"])]
        programs.append(export_derivatives(subject.entry, subject.parameters, options["derive"], derived))
    return programs


STUDIES: dict[str, Study] = {"sealed": study_sealed}
"""The studies by the names of their checks."""
