"""Fakes in which the watched function runs, but its result is not the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.publishing.fakes.makers import maker, write_fake
from grader.publishing.fakes.solution import EAGER

if TYPE_CHECKING:
    from grader.publishing.fakes.solution import FakedSolution

COPIES: Final = """
import jax
import jax.numpy
from flax import nnx
def copy_all(*args):
    def copy(leaf):
        return jax.numpy.array(leaf) if isinstance(leaf, jax.Array) else leaf
    return [nnx.clone(arg) if isinstance(arg, nnx.Module) else jax.tree.map(copy, arg) for arg in args]
"""
"""Code of a fake: arguments for a call whose result is not used."""


def _decoy(solution: FakedSolution, body: str) -> str | None:
    if solution.subject.wrapper is None or solution.eager is None:
        return None
    return write_fake(solution, body, COPIES, solution.eager, f"eager = {EAGER}()")


@maker
def eager_decoy(solution: FakedSolution) -> str | None:
    """Call the jitted function, discard its result, and compute the answer without jit."""
    return _decoy(
        solution,
        f"""
        {solution.honest}(*copy_all({solution.arguments}))
        return eager({solution.arguments})
        """,
    )


@maker
def zero_decoy(solution: FakedSolution) -> str | None:
    """Compute the answer without jit, and add zero times what the jitted function returns."""
    return _decoy(
        solution,
        f"""
        decoy = {solution.honest}(*copy_all({solution.arguments}))
        def add(answer, nothing):
            return answer + 0 * nothing if jax.numpy.issubdtype(answer.dtype, jax.numpy.inexact) else answer
        return jax.tree.map(add, eager({solution.arguments}), decoy)
        """,
    )


@maker
def passed_through(solution: FakedSolution) -> str | None:
    """Compute the answer without jit, and pass it through a jitted function that changes nothing."""
    if solution.subject.wrapper is None or solution.eager is None:
        return None
    through = f"""
    import jax
    from flax import nnx
    def make_through():
        @{solution.subject.wrapper}
        def {solution.subject.function}(answer):
            return jax.tree.map(lambda leaf: leaf + 0, answer)
        return {solution.subject.function}
    """
    body = f"return through(eager({solution.arguments}))"
    return write_fake(solution, body, solution.eager, through, f"eager = {EAGER}()", "through = make_through()")


MAKERS = [eager_decoy, zero_decoy, passed_through]
