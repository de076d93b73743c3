"""Operators that change what the entry point returns."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from grader.publishing.mutation.operators import (
    Target,
    entry_function,
    expression,
    importing,
    operator,
    replace,
    returned,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.publishing.mutation.operators import Change

VALUES = "values.mismatch"
STRUCTURES = ("values.structure", "values.shape", "values.dtype")


def _return_instead(tree: ast.Module, target: Target, text: str) -> Iterator[Change]:
    """Replace each returned expression of the entry point by `text`, in which `{value}` is the original expression."""
    function = entry_function(tree, target)
    for value in returned(function) if function is not None else ():
        yield value, importing(replace(tree, (value, expression(text, value=value))), "jax")


def _map_leaves(tree: ast.Module, target: Target, text: str) -> Iterator[Change]:
    """Replace each array `leaf` of the returned values by the expression `text`."""
    return _return_instead(tree, target, f"jax.tree.map(lambda leaf: {text}, {{value}})")


@operator(VALUES)
def return_zeros(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Return zeros of the right shapes."""
    return _map_leaves(tree, target, "jax.numpy.zeros_like(leaf)")


@operator(VALUES)
def return_ones(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Return ones of the right shapes."""
    return _map_leaves(tree, target, "jax.numpy.ones_like(leaf)")


@operator(VALUES)
def return_average(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Return the average everywhere, which has the right magnitude."""
    return _map_leaves(tree, target, "jax.numpy.full_like(leaf, leaf.mean())")


@operator(VALUES)
def add_constant(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Add 0.001 to each returned number, or 1 if they are integers."""
    return _map_leaves(tree, target, "leaf + jax.numpy.asarray(0.001 if leaf.dtype.kind != 'i' else 1, leaf.dtype)")


@operator(VALUES)
def near_miss(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Return numbers that are off by twice the tolerance."""
    scale = f"jax.numpy.asarray(1 + {2 * target.tolerance} * float(jax.numpy.finfo(leaf.dtype).eps), leaf.dtype)"
    return _map_leaves(tree, target, f"leaf * {scale} if leaf.dtype.kind != 'i' else leaf + 1")


@operator(VALUES)
def negate(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Return each number with the opposite sign."""
    return _map_leaves(tree, target, "-leaf")


@operator(VALUES)
def reverse(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Return the rows in reverse order."""
    return _map_leaves(tree, target, "leaf[::-1] if leaf.ndim else -leaf")


@operator(VALUES, "values.shape")
def swap_axes(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Return matrices transposed, and vectors as a row."""
    return _map_leaves(tree, target, "leaf.T if leaf.ndim > 1 else leaf[None]")


@operator("values.shape")
def drop_last(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Leave out the last row of the result, or give a scalar an axis."""
    return _map_leaves(tree, target, "leaf[:-1] if leaf.ndim else leaf[None]")


@operator("values.dtype")
def cast_result(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Return the wrong dtype: half precision."""
    return _map_leaves(tree, target, "leaf.astype(jax.numpy.float16)")


@operator(VALUES)
def lose_precision(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Return numbers rounded to bfloat16, in the right dtype."""
    return _map_leaves(tree, target, "leaf.astype(jax.numpy.bfloat16).astype(leaf.dtype)")


@operator("values.structure")
def wrap_result(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Return a list that contains the result."""
    return _return_instead(tree, target, "[{value}]")


@operator("values.structure")
def return_nothing(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Forget to return."""
    return _return_instead(tree, target, "None")


@operator(*STRUCTURES, VALUES)
def echo_input(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Return an unchanged argument, for each parameter."""
    function = entry_function(tree, target)
    if function is None:
        return
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    for value in returned(function):
        for name in names:
            yield value, replace(tree, (value, ast.Name(name, ast.Load())))


@operator(*STRUCTURES, VALUES)
def swap_results(tree: ast.Module, target: Target) -> Iterator[Change]:
    """Return the parts of a tuple in reverse order."""
    function = entry_function(tree, target)
    for value in returned(function) if function is not None else ():
        if isinstance(value, ast.Tuple):
            yield value, replace(tree, (value, ast.Tuple(value.elts[::-1], ast.Load())))


OPERATORS = [
    *[return_zeros, return_ones, return_average, add_constant, near_miss, negate, reverse, swap_axes, drop_last],
    *[cast_result, lose_precision, wrap_result, return_nothing, echo_input, swap_results],
]
