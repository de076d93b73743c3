"""Studies of the memory that a program donates or keeps."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from grader.inside.reading import wait_for
from grader.inside.studies.jaxprs import close_over, describe_array, line_of, walk

if TYPE_CHECKING:
    from grader.inside.studies.subject import Study, Subject

IN_VAIN = "donated buffers were not usable"
"""Part of JAX's warning about a donated array that it can't use."""
CHECKPOINTS = frozenset({"remat2", "checkpoint", "remat"})

_make_jaxpr, _vjp = jax.make_jaxpr, jax.vjp
_leaves, _map, _copy = jax.tree.leaves, jax.tree.map, jnp.array
_issubdtype = jnp.issubdtype


def study_donation(subject: Subject, _: dict[str, Any]) -> dict[str, object]:
    """Return, for each parameter, the numbers of its arrays, of deleted ones, and of those whose memory was reused.

    Also return whether JAX warned about an unusable donation.
    """
    # Arrays are copied because those read from a frame may share memory with NumPy, which can't be donated.
    arguments = _map(lambda leaf: _copy(leaf) if is_array(leaf) else leaf, subject.arguments())
    arrays = {
        name: [leaf for leaf in _leaves(argument) if is_array(leaf)]
        for name, argument in zip(subject.parameters, arguments, strict=True)
    }
    places = {id(array): array.unsafe_buffer_pointer() for of in arrays.values() for array in of}
    result: Any = subject.entry(*arguments)
    wait_for(result)
    live = [leaf for leaf in _leaves((result, arguments)) if is_array(leaf) and not leaf.is_deleted()]
    taken = {leaf.unsafe_buffer_pointer() for leaf in live}
    found = {}
    for name, of in arrays.items():
        deleted = [array for array in of if array.is_deleted()]
        reused = sum(places[id(array)] in taken for array in deleted)
        found[name] = {"arrays": len(of), "deleted": len(deleted), "reused": reused}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        subject.fresh().run()  # JAX warns at compilation, so only once per import
    return {"parameters": found, "in_vain": any(IN_VAIN in str(warning.message) for warning in caught)}


def is_array(leaf: Any) -> bool:  # noqa: ANN401 - any leaf
    """Return whether a leaf is an array with a buffer of its own, unlike random keys."""
    return isinstance(leaf, jax.Array) and not _issubdtype(leaf.dtype, jax.dtypes.extended)


def study_remat(subject: Subject, options: dict[str, Any]) -> dict[str, object]:
    """Return whether the program has checkpoints, and the size of the residuals that its forward pass keeps."""
    arguments = subject.arguments()
    program, arrays = close_over(subject.entry, arguments)
    names = options["parameters"] or subject.parameters
    owners = [name for name, of in zip(subject.parameters, arguments, strict=True) for _ in close_over(print, [of])[1]]
    chosen = [
        at
        for at, (name, array) in enumerate(zip(owners, arrays, strict=True))
        if name in names and _issubdtype(array.dtype, jnp.inexact)
    ]

    def keep(*given: Any) -> Any:  # noqa: ANN401 - JAX's function, whose leaves are the residuals
        def differentiable(*some: Any) -> Any:  # noqa: ANN401 - what the submission returns
            filled = list(given)
            for at, array in zip(chosen, some, strict=True):
                filled[at] = array
            return program(*filled)

        return _vjp(differentiable, *(given[at] for at in chosen))[1]

    forward = _make_jaxpr(keep)(*arrays).jaxpr
    makers = {variable: equation for equation in forward.eqns for variable in equation.outvars}
    kept = {variable for variable in forward.outvars if not hasattr(variable, "val") and variable in makers}
    described = [(described, makers[variable]) for variable in kept if (described := describe_array(variable.aval))]
    largest = max(described, key=lambda pair: pair[0][0], default=None)
    names_used = {str(equation.primitive.name) for equation, _ in walk(_make_jaxpr(program)(*arrays))}
    return {
        "checkpoint": bool(names_used & CHECKPOINTS),
        "residuals": sum(elements for (elements, _, _), _ in described),
        "largest": largest[0][2] if largest is not None else None,
        "line": line_of(largest[1]) if largest is not None else None,
    }


STUDIES: dict[str, Study] = {"donation": study_donation, "remat": study_remat}
