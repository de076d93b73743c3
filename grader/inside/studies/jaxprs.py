"""Makes jaxprs of the entry point, and looks through them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from grader.inside.source import FILENAME

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LIBRARY = "/site-packages/"
JAX = ("/site-packages/jax/", "/site-packages/jaxlib/", "/site-packages/numpy/")
"""Where JAX's own code lies, which a submission calls. Other libraries call it in their own ways."""

_make_jaxpr, _ndim = jax.make_jaxpr, np.ndim
_leaves, _flatten, _unflatten = jax.tree.leaves, jax.tree.flatten, jax.tree.unflatten


def close_over(entry: Callable[..., Any], arguments: list[Any]) -> tuple[Callable[..., Any], list[Any]]:
    """Return a function of the arrays in `arguments`, which calls `entry`, and those arrays or their shapes.

    Everything else in the arguments is given to `entry` as it is, as in a call: a number stays a number.
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
    """Return the closed jaxpr of a call. What the submission raises meanwhile is passed on."""
    program, arrays = close_over(entry, arguments)
    return _make_jaxpr(program)(*arrays)


def inner_jaxprs(equation: Any) -> list[Any]:  # noqa: ANN401 - JAX's own type
    """Return the jaxprs, closed or open, among an equation's parameters."""
    leaves = _leaves(list(equation.params.values()), is_leaf=lambda leaf: hasattr(leaf, "eqns"))
    return [leaf for leaf in leaves if hasattr(leaf, "eqns")]


def walk(jaxpr: Any, line: int | None = None) -> Iterator[tuple[Any, int | None]]:  # noqa: ANN401 - JAX's own type
    """Yield every equation of a jaxpr, at any depth, with the submission's line that it comes from, where known."""
    for equation in jaxpr.eqns:
        own = line_of(equation) or line
        yield equation, own
        for inner in inner_jaxprs(equation):
            yield from walk(inner, own)


def count_constants(closed: Any) -> int:  # noqa: ANN401 - JAX's own type
    """Return the bytes of the distinct arrays that a jaxpr holds as constants, at any depth. Scalars don't count."""
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
    """Return elements, bytes, and dtype with shape in words of an abstract array; None for what is none."""
    shape, dtype = getattr(aval, "shape", None), getattr(aval, "dtype", None)
    if shape is None or dtype is None:
        return None
    elements = math.prod(int(size) for size in shape)
    return elements, elements * int(getattr(dtype, "itemsize", 4)), f"{dtype}[{', '.join(map(str, shape))}]"[:200]


def line_of(equation: Any) -> int | None:  # noqa: ANN401 - JAX's own type
    """Return the submission's line in an equation's own traceback; those of a library's jitted function have none."""
    traceback = equation.source_info.traceback
    frames = traceback.frames if traceback is not None else ()
    return next((int(frame.line_num) for frame in frames if frame.file_name == FILENAME), None)


def caller_of(equation: Any) -> int | None:  # noqa: ANN401 - JAX's own type
    """Return the submission's line that called JAX for an equation; None where another library did."""
    traceback = equation.source_info.traceback
    for frame in traceback.frames if traceback is not None else ():
        if frame.file_name == FILENAME:
            return int(frame.line_num)
        if is_library(frame.file_name):
            return None
    return None


def is_library(name: str) -> bool:
    """Say whether a file is a library's, but not JAX's."""
    return LIBRARY in name and not any(part in name for part in JAX)


def scan_counts(params: dict[str, Any]) -> tuple[int, int]:
    """Return how many inputs of a scan are constants of the loop, and how many its carry."""
    if "num_consts" in params:
        return params["num_consts"], params["num_carry"]
    consts, carry, _ = params["ft_in"].unpack()  # since jax 0.11
    return len(consts), len(carry)
