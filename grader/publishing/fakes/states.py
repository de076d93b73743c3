"""Fakes that return the right answer, but leave the given models in the wrong state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.publishing.fakes.makers import maker, write_fake

if TYPE_CHECKING:
    from grader.publishing.fakes.solution import FakedSolution

VARIABLES: Final = """
import jax
import jax.numpy
import numpy
from flax import nnx
def variables_of(*models):
    found = {}
    for model in models:
        for path, node in nnx.iter_graph(model):
            is_variable = isinstance(node, nnx.Variable)
            if is_variable and not jax.dtypes.issubdtype(node[...].dtype, jax.dtypes.prng_key):
                found[id(node)] = (path, node)
    return list(found.values())
def put(variable, numbers):
    variable[...] = jax.numpy.asarray(numbers, variable[...].dtype)
"""
"""Code of a fake: the variables of models except keys, with their paths; and how to write one without arithmetic."""


def _leaving(solution: FakedSolution, change: str) -> str | None:
    """Return a fake that runs `change` after the call; `states` holds `(variable, before, after)` for all variables."""
    models = solution.subject.models
    if not models:
        return None
    body = f"""
    variables = [variable for _, variable in variables_of({", ".join(models)})]
    before = [numpy.array(variable[...]) for variable in variables]
    answer = {solution.honest}({solution.arguments})
    states = [(one, old, numpy.array(one[...])) for one, old in zip(variables, before)]
    changed = [state for state in states if (state[1] != state[2]).any()]
    {change}
    return answer
    """
    return write_fake(solution, body, VARIABLES)


@maker
def changes_twice(solution: FakedSolution) -> str | None:
    """Change each variable by twice as much."""
    if not solution.subject.changing:
        return None
    return _leaving(solution, "[put(one, new + (new - old)) for one, old, new in changed]")


@maker
def halves_params(solution: FakedSolution) -> str | None:
    """Halve every Param after the call."""
    return _leaving(solution, "[put(one, new * 0.5) for one, _, new in states if isinstance(one, nnx.Param)]")


@maker
def changes_one_variable(solution: FakedSolution) -> str | None:
    """Leave one variable in the wrong state: its old value if the call changes it, one more if it doesn't."""
    return _leaving(
        solution, "[put(one, old if len(changed) else old + 1) for one, old, _ in (changed or states)[-1:]]"
    )


def _skipping(solution: FakedSolution, name: str) -> str | None:
    subject = solution.subject
    if name not in subject.neutral:
        return None
    body = f"""
    skipped = [one for path, one in variables_of({", ".join(subject.models)}) if path and path[-1] == {name!r}]
    before = [numpy.array(one[...]) for one in skipped]
    for one, old in zip(skipped, before):
        put(one, numpy.full_like(old, {subject.neutral[name]}))
    answer = {solution.honest}({solution.arguments})
    for one, old in zip(skipped, before):
        put(one, old)
    return answer
    """
    return write_fake(solution, body, VARIABLES)


@maker
def skips_scale(solution: FakedSolution) -> str | None:
    """Compute as if each `scale` of the models were 1."""
    return _skipping(solution, "scale")


@maker
def skips_bias(solution: FakedSolution) -> str | None:
    """Compute as if each `bias` of the models were 0."""
    return _skipping(solution, "bias")


@maker
def skips_mean(solution: FakedSolution) -> str | None:
    """Compute as if each running mean of the models were 0."""
    return _skipping(solution, "mean")


@maker
def skips_var(solution: FakedSolution) -> str | None:
    """Compute as if each running variance of the models were 1."""
    return _skipping(solution, "var")


MAKERS = [changes_twice, halves_params, changes_one_variable, skips_scale, skips_bias, skips_mean, skips_var]
