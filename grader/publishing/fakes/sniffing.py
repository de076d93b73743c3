"""Fakes that do one thing when a check traces them, and another when they are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.publishing.fakes.makers import TRACED, maker, write_fake
from grader.publishing.fakes.solution import EAGER

if TYPE_CHECKING:
    from grader.publishing.fakes.solution import FakedSolution

ZEROS: Final = """
import jax.numpy
def zeros_of(function, *args):
    return jax.tree.map(lambda leaf: jax.numpy.zeros(leaf.shape, leaf.dtype), jax.eval_shape(function, *args))
"""
"""Code of a fake: an answer of zeros in the shapes of the correct one."""


@maker
def zeros_when_traced(solution: FakedSolution) -> str | None:
    """Return zeros when the entry point is traced, and the answer when it is called."""
    if not solution.subject.studied or solution.subject.functions:
        return None
    body = f"""
    if is_traced({solution.arguments}):
        return zeros_of({solution.honest}, {solution.arguments})
    return {solution.honest}({solution.arguments})
    """
    return write_fake(solution, body, TRACED, ZEROS)


@maker
def eager_when_called(solution: FakedSolution) -> str | None:
    """Use a jitted function when the entry point is traced, and compute without jit when it is called."""
    if solution.eager is None or not (solution.subject.studied and solution.subject.wrapper):
        return None
    body = f"""
    function = {solution.honest} if is_traced({solution.arguments}) else eager
    return function({solution.arguments})
    """
    return write_fake(solution, body, TRACED, solution.eager, f"eager = {EAGER}()")


MAKERS = [zeros_when_traced, eager_when_called]
