"""Fakes that do the work outside of JAX: in NumPy, or in a callback to the host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.publishing.fakes.makers import TRACED, maker, write_fake
from grader.publishing.fakes.solution import NUMPY

if TYPE_CHECKING:
    from grader.publishing.fakes.solution import FakedSolution

ON_HOST: Final = """
import jax
import jax.numpy
import numpy
def on_host(*args):
    def convert(leaf):
        return numpy.array(leaf) if isinstance(leaf, jax.Array) else leaf
    return jax.tree.map(convert, args)
"""
"""Code of a fake: arguments with NumPy arrays in place of JAX's."""


def _is_seen(solution: FakedSolution) -> bool:
    """Return whether a check requires more than correct numbers."""
    return solution.subject.wrapper is not None or solution.subject.studied


@maker
def numpy_twin(solution: FakedSolution) -> str | None:
    """Compute in NumPy; also call the jitted function, but discard its result."""
    if solution.numpy is None or not _is_seen(solution):
        return None
    body = f"""
    if is_traced({solution.arguments}):
        return {solution.honest}({solution.arguments})
    given = on_host({solution.arguments})
    {solution.honest}({solution.arguments})
    return jax.tree.map(jax.numpy.asarray, in_numpy(*given))
    """
    return write_fake(solution, body, TRACED, ON_HOST, solution.numpy, f"in_numpy = {NUMPY}()")


@maker
def callback_twin(solution: FakedSolution) -> str | None:
    """Get the answer into a jitted function by a callback to the host."""
    if not _is_seen(solution):
        return None
    jit = solution.subject.wrapper or "jax.jit"
    if solution.numpy is None:
        body = f"""
        answer = {solution.honest}({solution.arguments})
        if is_traced({solution.arguments}):
            return answer
        shapes = jax.tree.map(lambda leaf: jax.ShapeDtypeStruct(leaf.shape, leaf.dtype), answer)
        answer = on_host(answer)[0]
        return jax.pure_callback(lambda: answer, shapes)
        """
        return write_fake(solution, body, TRACED, ON_HOST)
    called = f"""
    from flax import nnx
    def make_called():
        @{jit}
        def {solution.subject.function}({solution.arguments}):
            shapes = jax.eval_shape({solution.honest}, {solution.arguments})
            return jax.pure_callback(lambda *args: in_numpy(*args), shapes, {solution.arguments})
        return {solution.subject.function}
    """
    body = f"return called({solution.arguments})"
    helpers = (ON_HOST, solution.numpy, f"in_numpy = {NUMPY}()", called, "called = make_called()")
    return write_fake(solution, body, *helpers)


@maker
def numpy_passed_on(solution: FakedSolution) -> str | None:
    """Compute in NumPy, and pass the answer through a jitted function that also takes the arguments."""
    if solution.numpy is None or solution.subject.wrapper is None:
        return None
    handing = f"""
    from flax import nnx
    @{solution.subject.wrapper}
    def {solution.subject.function}({solution.arguments}, answer):
        return answer
    hand_on = {solution.subject.function}
    """
    body = f"""
    if is_traced({solution.arguments}):
        return {solution.honest}({solution.arguments})
    answer = jax.tree.map(jax.numpy.asarray, in_numpy(*on_host({solution.arguments})))
    return hand_on({solution.arguments}, answer)
    """
    return write_fake(solution, body, TRACED, ON_HOST, solution.numpy, f"in_numpy = {NUMPY}()", handing)


MAKERS = [numpy_twin, callback_twin, numpy_passed_on]
