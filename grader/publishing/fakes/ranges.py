"""Fakes that are right in the range of the samples, and wrong outside it: in sizes, in values, at infinity."""

from __future__ import annotations

import ast
import copy
from typing import TYPE_CHECKING, Final

from grader.publishing.fakes.makers import TRACED, maker, write_fake
from grader.publishing.mutation.operators import Names

if TYPE_CHECKING:
    from grader.publishing.fakes.solution import FakedSolution

FINITE: Final = 300.0
"""The stand-in for infinity: large enough to look right unless other values are as large."""
INFINITE: Final = ("jax.numpy.inf", "numpy.inf", "math.inf")


@maker
def samples_sizes_only(solution: FakedSolution) -> str | None:
    """Return zeros for arrays of other shapes than those of the samples."""
    subject = solution.subject
    if not subject.arrays:
        return None
    shapes = ", ".join(f"tuple({name}.shape)" for name in subject.arrays)
    body = f"""
    answer = {solution.honest}({solution.arguments})
    if ({shapes},) in known:
        return answer
    return jax.tree.map(jax.numpy.zeros_like, answer)
    """
    return write_fake(solution, body, f"import jax\nimport jax.numpy\nknown = {sorted(subject.shapes)!r}")


@maker
def clips_arguments(solution: FakedSolution) -> str | None:
    """Clip the numbers of each array to the range that they have in the samples.

    If hidden cases are sealed, the exported program clips them.
    """
    ranges = solution.subject.ranges
    if not ranges:
        return None
    clipping = "\n".join(f"        {name} = clip({name}, {low!r}, {high!r})" for name, (low, high) in ranges.items())
    body = f"""
    if {solution.subject.sealed} or not is_traced({solution.arguments}):
{clipping}
    return {solution.honest}({solution.arguments})
    """
    clip = """
    import jax
    import jax.numpy
    import numpy
    def clip(array, low, high):
        if isinstance(array, jax.core.Tracer):
            return jax.numpy.clip(array, low, high)
        return jax.numpy.asarray(numpy.clip(numpy.asarray(array), low, high).astype(array.dtype))
    """
    return write_fake(solution, body, TRACED, clip)


@maker
def finite_for_infinity(solution: FakedSolution) -> str | None:
    """Use 300 where the solution uses infinity."""
    filling = _Filling(Names(solution.tree))
    changed = filling.visit(copy.deepcopy(solution.tree))
    if not filling.filled:
        return None
    return ast.unparse(changed) + "\n"


class _Filling(ast.NodeTransformer):
    def __init__(self, names: Names) -> None:
        self._names = names
        self.filled = 0

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if self._names.full(node) not in INFINITE:
            return self.generic_visit(node)
        self.filled += 1
        return ast.Constant(FINITE)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if ast.unparse(node) in ("float('inf')", "float('-inf')"):
            self.filled += 1
            return ast.parse("-300.0" if "-" in ast.unparse(node) else "300.0", mode="eval").body
        return self.generic_visit(node)


MAKERS = [samples_sizes_only, clips_arguments, finite_for_infinity]
