"""Exports the program of a call, and tries that in samples, so that a learner hears there why it can't be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
from jax import export

from grader.inside.holes import TARGET
from grader.inside.studies.jaxprs import close_over

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.inside.studies.subject import Study, Subject

_export: Any = export.export
_jit, _flatten, _unflatten = jax.jit, jax.tree.flatten, jax.tree.unflatten
_issubdtype = jnp.issubdtype


class ExportedProgram:
    """One exported call: its StableHLO, and how its flat inputs and outputs are to be read."""

    def __init__(self, entry: Callable[..., Any], arguments: list[Any]) -> None:
        """Trace and export a call; what the submission raises meanwhile is passed on."""
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


def study_sealed(subject: Subject, _: dict[str, Any]) -> list[int]:
    """Return the bytes of each call's program. What the submission raises meanwhile is passed on."""
    again = subject.fresh()
    return [len(ExportedProgram(again.entry, again.open_arguments(call)).module) for call in range(len(subject.calls))]


STUDIES: dict[str, Study] = {"sealed": study_sealed}
"""By the name of the check."""
