"""Finds products of arrays with different dtypes.

JAX's strict rules of promotion allow them: `lax.dot_general` takes operands of different dtypes, and so do `jnp.matmul`
and its relatives if they are given a `preferred_element_type`. XLA then converts one of the two.

Some such products are JAX's own doing, and don't count. With a `preferred_element_type`, `jnp.einsum` multiplies the
product of two arrays by a third one, and the derivative of a product multiplies by a gradient of the product's dtype.
Nothing in a backward pass counts, therefore, not even a product in a rule of the submission's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jax._src import source_info_util

from grader.inside.studies.jaxprs import caller_of, inner_jaxprs

if TYPE_CHECKING:
    from collections.abc import Iterator

PRODUCTS = frozenset({"dot_general", "ragged_dot_general"})
"""Primitives whose first two operands may have different dtypes. A convolution raises an exception then."""
EINSUM = "/jax/_src/numpy/einsum.py"

_Transform: Any = source_info_util.Transform


def find_mixed_products(jaxpr: Any) -> Iterator[tuple[int, list[str]]]:  # noqa: ANN401 - JAX's own type
    """Yield the line and the two dtypes, sorted, of each mixed product in the submission's own lines, at any depth."""
    partial: dict[Any, Any] = {}
    """What a call of `jnp.einsum` has computed from its first product, with the traceback that its equations share."""
    for equation in jaxpr.eqns:
        if _is_transposed(equation):
            continue
        traceback, is_product = equation.source_info.traceback, equation.primitive.name in PRODUCTS
        goes_on = any(partial.get(operand) is traceback for operand in equation.invars if not hasattr(operand, "val"))
        if goes_on or (is_product and _is_from_einsum(traceback)):
            partial.update(dict.fromkeys(equation.outvars, traceback))
        line = caller_of(equation) if is_product and not goes_on else None
        dtypes = sorted({str(operand.aval.dtype) for operand in equation.invars[:2]}) if line is not None else []
        if line is not None and len(dtypes) > 1:
            yield line, dtypes
        for inner in inner_jaxprs(equation):
            yield from find_mixed_products(getattr(inner, "jaxpr", inner))


def _is_transposed(equation: Any) -> bool:  # noqa: ANN401 - JAX's own type
    """Return whether an equation belongs to the backward pass of a derivative."""
    names = equation.source_info.name_stack.stack
    return any(isinstance(one, _Transform) and one.name == "transpose" for one in names)


def _is_from_einsum(traceback: Any) -> bool:  # noqa: ANN401 - JAX's own type
    return traceback is not None and any(frame.file_name.endswith(EINSUM) for frame in traceback.frames)
