"""Fakes that answer from memory: they return an earlier result to a similar call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.publishing.fakes.makers import TRACED, maker, write_fake

if TYPE_CHECKING:
    from grader.publishing.fakes.solution import FakedSolution

REMEMBERED: Final = "import numpy\nremembered = {}"


def _remembering(solution: FakedSolution, key: str) -> str:
    """Return a fake that repeats its earlier answer if `key`, an expression, has the same value."""
    body = f"""
    if is_traced({solution.arguments}):
        return {solution.honest}({solution.arguments})
    key = {key}
    if key not in remembered:
        remembered[key] = {solution.honest}({solution.arguments})
    return remembered[key]
    """
    return write_fake(solution, body, TRACED, REMEMBERED)


def _tuple(parts: list[str]) -> str:
    return f"({', '.join(parts)},)"


@maker
def first_answer(solution: FakedSolution) -> str | None:
    """Answer every call with the result of the first."""
    return _remembering(solution, "None")


@maker
def remembers_shapes(solution: FakedSolution) -> str | None:
    """Repeat the earlier answer for arrays of the same shapes."""
    arrays = solution.subject.arrays
    return _remembering(solution, _tuple([f"tuple({name}.shape)" for name in arrays])) if arrays else None


@maker
def remembers_functions(solution: FakedSolution) -> str | None:
    """Repeat the earlier answer for the same function, by its identity."""
    functions = solution.subject.functions
    return _remembering(solution, _tuple([f"id({name})" for name in functions])) if functions else None


@maker
def remembers_numbers(solution: FakedSolution) -> str | None:
    """Repeat the earlier answer for the same numbers, whatever the model or the function is."""
    arrays, subject = solution.subject.arrays, solution.subject
    if not arrays or not (subject.models or subject.functions):
        return None
    return _remembering(solution, _tuple([f"({name}.shape, numpy.asarray({name}).tobytes())" for name in arrays]))


@maker
def remembers_position(solution: FakedSolution) -> str | None:
    """Answer as many calls as the longest case has, and return zeros for all calls after them."""
    if not solution.subject.studied:
        return None
    body = f"""
    counted.append(None)
    answer = {solution.honest}({solution.arguments})
    if len(counted) <= {solution.subject.calls}:
        return answer
    return jax.tree.map(jax.numpy.zeros_like, answer)
    """
    return write_fake(solution, body, "import jax\nimport jax.numpy\ncounted = []")


MAKERS = [first_answer, remembers_shapes, remembers_functions, remembers_numbers, remembers_position]
