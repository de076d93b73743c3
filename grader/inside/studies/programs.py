"""Studies of the program that JAX makes from the entry point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
from jax.extend import core as jax_core

from grader.inside.studies.jaxprs import close_over, count_constants, describe_array, make_jaxpr, walk
from grader.inside.studies.kernels import KernelSearch

if TYPE_CHECKING:
    from grader.inside.studies.subject import Study, Subject

MAX_NAMES = 300
FEW_STEPS = 4
"""A smaller size is first multiplied by this, because tiny programs differ for reasons other than their steps."""
STEPS_OF_NOTHING = 8

_leaves, _map, _structure, _unflatten = jax.tree.leaves, jax.tree.map, jax.tree.structure, jax.tree.unflatten
_jit: Any = jax.jit
_make_jaxpr: Any = jax.make_jaxpr
_as_function: Any = jax_core.jaxpr_as_fun


def study_jaxpr(subject: Subject, options: dict[str, Any]) -> dict[str, object]:
    """Return the contents of the last call's jaxpr: its primitives, each with a line, constants, and largest arrays.

    If the problem limits Pallas kernels, return these too, and the primitives that compute outside of them. `answer` is
    the output of this jaxpr, which exposes a different program made only for the study.
    """
    program, arrays = close_over(subject.entry, subject.arguments())
    closed, shape = _make_jaxpr(program, return_shape=True)(*arrays)
    primitives: dict[str, int | None] = {}
    largest: dict[str, dict[str, Any]] = {}
    for equation, line in walk(closed):
        name = str(equation.primitive.name)[:100]
        if primitives.get(name) is None and len(primitives) < MAX_NAMES:
            primitives[name] = line
        for variable in equation.outvars:
            described = describe_array(variable.aval)
            if described is not None:
                _keep_larger(largest, described, {"primitive": name, "line": line})
    growth = options["growth"]
    search = KernelSearch(closed) if options["kernel"] is not None else None
    return {
        "primitives": primitives,
        "consts_bytes": count_constants(closed),
        "largest": largest,
        "growth": measure_growth(subject, growth["parameters"]) if growth is not None else None,
        "kernels": search.kernels if search is not None else None,
        "outside": search.outside if search is not None else None,
        "answer": _unflatten(_structure(shape), _jit(_as_function(closed))(*arrays)),
    }


def _keep_larger(largest: dict[str, dict[str, Any]], described: tuple[int, int, str], maker: dict[str, object]) -> None:
    for unit, size in zip(("elements", "bytes"), described, strict=False):
        if unit not in largest or size > largest[unit]["size"]:
            largest[unit] = {"size": size, "array": described[2], **maker}


def measure_growth(subject: Subject, names: list[str]) -> list[list[int]]:
    """Return two sizes of the parameters `names`, the second twice the first, each with its number of equations."""
    places = [subject.parameters.index(name) for name in names]
    steps = _size_of(subject.arguments()[places[0]])
    first = 1 if steps >= FEW_STEPS else FEW_STEPS
    measured = []
    for times in (first, 2 * first):
        arguments = subject.arguments()
        for at in places:
            arguments[at] = _enlarge(arguments[at], times)
        size = _size_of(arguments[places[0]])
        measured.append([size, sum(1 for _ in walk(make_jaxpr(subject.entry, arguments)))])
    return measured


def _size_of(argument: Any) -> int:  # noqa: ANN401 - any argument
    if isinstance(argument, int):
        return argument
    if isinstance(argument, list):
        return len(argument)
    shapes = [leaf.shape for leaf in _leaves(argument) if getattr(leaf, "shape", ())]
    return int(shapes[0][0]) if shapes else 0


def _enlarge(argument: Any, times: int) -> Any:  # noqa: ANN401 - any argument
    """Return an argument of `times` the size, with shapes instead of arrays, as a jaxpr needs no values."""
    if isinstance(argument, int):
        return (argument or STEPS_OF_NOTHING) * times
    if isinstance(argument, list):
        return argument * times

    def enlarge(leaf: Any) -> Any:  # noqa: ANN401 - any leaf
        if not isinstance(leaf, jax.Array) or not leaf.ndim:
            return leaf
        return jax.ShapeDtypeStruct(((leaf.shape[0] or STEPS_OF_NOTHING) * times, *leaf.shape[1:]), leaf.dtype)

    return _map(enlarge, argument)


STUDIES: dict[str, Study] = {"jaxpr": study_jaxpr}
