"""Makes jaxprs of the entry point, and searches them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from grader.inside.bodies import BODIES
from grader.inside.source import FILENAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LIBRARY = "/site-packages/"
JAX = ("/site-packages/jax/", "/site-packages/jaxlib/", "/site-packages/numpy/")
"""The paths of JAX's own code and of NumPy's. Code in other packages counts as a library's."""

MOVING = frozenset(
    {
        *("reshape", "squeeze", "expand_dims", "broadcast_in_dim", "transpose", "rev", "concatenate", "pad", "split"),
        *(
            "stack",
            "unstack",
            "slice",
            "dynamic_slice",
            "dynamic_update_slice",
            "gather",
            "scatter",
            "select_n",
            "iota",
            "tile",
            "empty",
        ),
        *("convert_element_type", "copy", "copy_p", "device_put", "optimization_barrier", "stop_gradient"),
        *("sharding_constraint", "reshard", "mesh_cast", "pvary", "debug_print"),
        *("random_seed", "random_split", "random_fold_in", "random_bits", "random_wrap", "random_unwrap"),
    }
)
"""Primitives that move numbers without computing any."""

_issubdtype, _inexact = jnp.issubdtype, np.inexact
_make_jaxpr, _ndim = jax.make_jaxpr, np.ndim
_leaves, _flatten, _unflatten = jax.tree.leaves, jax.tree.flatten, jax.tree.unflatten


def close_over(entry: Callable[..., Any], arguments: list[Any]) -> tuple[Callable[..., Any], list[Any]]:
    """Return a function of the arrays in `arguments` that calls `entry`, and those arrays or their shapes.

    All other arguments are passed to `entry` unchanged: a number stays a number.
    """
    leaves, structure = _flatten(arguments)
    places = [at for at, leaf in enumerate(leaves) if isinstance(leaf, jax.Array | jax.ShapeDtypeStruct)]

    def program(*arrays: Any) -> Any:  # noqa: ANN401 - what the submission returns
        filled = list(leaves)
        for at, array in zip(places, arrays, strict=True):
            filled[at] = array
        return entry(*_unflatten(structure, filled))

    return program, [leaves[at] for at in places]


def make_jaxpr(entry: Callable[..., Any], arguments: list[Any]) -> Any:  # noqa: ANN401 - JAX's own type
    """Return the closed jaxpr of a call; raises the submission's exceptions."""
    program, arrays = close_over(entry, arguments)
    return _make_jaxpr(program)(*arrays)


def inner_jaxprs(equation: Any) -> list[Any]:  # noqa: ANN401 - JAX's own type
    """Return the jaxprs, closed or open, among an equation's parameters."""
    leaves = _leaves(list(equation.params.values()), is_leaf=lambda leaf: hasattr(leaf, "eqns"))
    return [leaf for leaf in leaves if hasattr(leaf, "eqns")]


def walk(jaxpr: Any, line: int | None = None) -> Iterator[tuple[Any, int | None]]:  # noqa: ANN401 - JAX's own type
    """Yield every equation of a jaxpr, at any depth, with the submission's line that it comes from, if known."""
    for equation in jaxpr.eqns:
        own = line_of(equation) or line
        yield equation, own
        for inner in inner_jaxprs(equation):
            yield from walk(inner, own)


def count_constants(closed: Any) -> int:  # noqa: ANN401 - JAX's own type
    """Return the total size, in bytes, of a jaxpr's distinct constant arrays, at any depth. Scalars don't count."""
    held: dict[int, int] = {}

    def hold(values: list[Any]) -> None:
        for value in values:
            if _ndim(value):
                held[id(value)] = int(getattr(value, "nbytes", 0))

    hold(list(closed.consts))
    for equation, _ in walk(closed):
        hold([variable.val for variable in equation.invars if hasattr(variable, "val")])
        for inner in inner_jaxprs(equation):
            hold(list(getattr(inner, "consts", ())))
    return sum(held.values())


def describe_array(aval: Any) -> tuple[int, int, str] | None:  # noqa: ANN401 - JAX's own type
    """Return an abstract array's number of elements, its bytes, and its dtype and shape as text; None for others."""
    shape, dtype = getattr(aval, "shape", None), getattr(aval, "dtype", None)
    if shape is None or dtype is None:
        return None
    elements = math.prod(int(size) for size in shape)
    return elements, elements * int(getattr(dtype, "itemsize", 4)), f"{dtype}[{', '.join(map(str, shape))}]"[:200]


def line_of(equation: Any) -> int | None:  # noqa: ANN401 - JAX's own type
    """Return the submission's line in an equation's own traceback; None in a library's jitted function."""
    traceback = equation.source_info.traceback
    frames = traceback.frames if traceback is not None else ()
    return next((int(frame.line_num) for frame in frames if frame.file_name == FILENAME), None)


def caller_of(equation: Any) -> int | None:  # noqa: ANN401 - JAX's own type
    """Return the submission's line that called JAX for an equation; None if another library did."""
    traceback = equation.source_info.traceback
    for frame in traceback.frames if traceback is not None else ():
        if frame.file_name == FILENAME:
            return int(frame.line_num)
        if is_library(frame.file_name):
            return None
    return None


def is_handed_over(equation: Any) -> bool:  # noqa: ANN401 - JAX's own type
    """Return whether an equation comes from a function of `bodies.py` that JAX called, rather than the submission.

    That happens if the submission passes the given function to JAX as a branch or a loop body, as in
    `lax.cond(on, step, skip, x)`. JAX starts a new traceback when it traces such a function, so the traceback has no
    line of the submission.
    """
    traceback = equation.source_info.traceback
    for frame in traceback.frames if traceback is not None else ():
        if frame.file_name == FILENAME or is_library(frame.file_name):
            return False
        if frame.file_name == BODIES:
            return caller_of(equation) is None
    return False


def is_library(name: str) -> bool:
    """Return whether a file belongs to a library other than JAX."""
    return LIBRARY in name and not any(part in name for part in JAX)


def scan_counts(params: dict[str, Any]) -> tuple[int, int]:
    """Return the numbers of a scan's constants and of its carried values."""
    if "num_consts" in params:
        return params["num_consts"], params["num_carry"]
    consts, carry, _ = params["ft_in"].unpack()  # since jax 0.11
    return len(consts), len(carry)


def is_inexact(aval: Any) -> bool:  # noqa: ANN401 - JAX's own type, or an array
    """Return whether an abstract value or an array has a floating-point dtype."""
    dtype = getattr(aval, "dtype", None)
    return dtype is not None and bool(_issubdtype(dtype, _inexact))
