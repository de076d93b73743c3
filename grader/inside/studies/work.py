"""The study of how much the programs of a case's calls compute: `work`.

Method. The calls are made once more, and of each program that runs, the floating-point operations in its jaxpr are
counted, without those that nothing uses. The compiler may still leave some of them out, which the count doesn't show.
Programs that were compiled ahead of time have no jaxpr here, and don't count.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from jax.interpreters import partial_eval

from grader.inside.notes import WeakNotes
from grader.inside.studies.jaxprs import MOVING, inner_jaxprs, is_inexact

if TYPE_CHECKING:
    from grader.inside.studies.subject import Study, Subject

_dce: Any = partial_eval.dce_jaxpr
_counts: WeakNotes[float] = WeakNotes()


def study_work(subject: Subject, _: dict[str, Any]) -> dict[str, object]:
    """Return the number of floating-point operations in each call."""
    return {"operations": [subject.weigh(call, count_operations) for call in range(len(subject.calls))]}


def count_operations(closed: Any) -> float:  # noqa: ANN401 - JAX's own type
    """Return the number of floating-point operations in a closed jaxpr; what nothing uses doesn't count."""
    known = _counts.get(closed)
    if known is None:
        used, _ = _dce(closed.jaxpr, [True] * len(closed.jaxpr.outvars))
        known = _count(used)
        _counts.note(closed, known)
    return known


def _count(jaxpr: Any) -> float:  # noqa: ANN401 - JAX's own type
    return sum(_count_equation(equation) for equation in jaxpr.eqns)


def _count_equation(equation: Any) -> float:  # noqa: ANN401 - JAX's own type
    """Return the operations of an equation. A loop whose length isn't known counts as one turn."""
    name, params = str(equation.primitive.name), equation.params
    inner: list[float] = [_count(getattr(one, "jaxpr", one)) for one in inner_jaxprs(equation)]
    if name == "cond":
        return max(inner, default=0.0)
    if name == "scan":
        return float(params["length"]) * sum(inner)
    if name == "pallas_call":
        return float(math.prod(size for size in params["grid_mapping"].grid if isinstance(size, int))) * sum(inner)
    if name == "shard_map":
        return float(math.prod(params["mesh"].shape.values())) * sum(inner)
    if name.startswith(("custom_jvp", "custom_vjp")):
        return inner[0] if inner else 0.0
    if inner:
        return sum(inner)
    return _count_numbers(equation, name)


def _count_numbers(equation: Any, name: str) -> float:  # noqa: ANN401 - JAX's own type
    """Return the operations of an equation without inner jaxprs."""
    given = [variable.aval for variable in equation.invars]
    made = [variable.aval for variable in equation.outvars]
    if name in MOVING or not any(is_inexact(aval) for aval in (*given, *made)):
        return 0.0
    largest = float(max((math.prod(getattr(aval, "shape", ())) for aval in (*given, *made)), default=0))
    if name == "dot_general":
        (contracted, _), _ = equation.params["dimension_numbers"]
        summed = float(math.prod(given[0].shape[axis] for axis in contracted))
        return 2.0 * summed * float(math.prod(made[0].shape))
    return largest


STUDIES: dict[str, Study] = {"work": study_work}
