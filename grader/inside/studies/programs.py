"""Studies of the program that JAX makes of the entry point."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax

if TYPE_CHECKING:
    from grader.inside.studies.subject import Study, Subject

MAX_NAMES = 300

_make_jaxpr = jax.make_jaxpr
_leaves = jax.tree.leaves


def study_jaxpr(subject: Subject, _: dict[str, Any]) -> list[str] | None:
    """Return the names of all primitives in the entry point's jaxpr, sorted; None where it can't be made."""
    try:
        closed = _make_jaxpr(subject.entry)(*subject.arguments())
    except Exception:  # noqa: BLE001 - the submission's own code runs here
        return None
    return sorted(primitive_names(closed.jaxpr))[:MAX_NAMES]


def primitive_names(jaxpr: Any) -> set[str]:  # noqa: ANN401 - JAX's own type
    """Return the names of the primitives in a jaxpr and in all jaxprs inside it."""
    names: set[str] = set()
    for equation in jaxpr.eqns:
        names.add(str(equation.primitive.name)[:100])
        for inner in _leaves(list(equation.params.values()), is_leaf=lambda leaf: hasattr(leaf, "eqns")):
            inner_jaxpr = getattr(inner, "jaxpr", inner)
            if hasattr(inner_jaxpr, "eqns"):
                names |= primitive_names(inner_jaxpr)
    return names


STUDIES: dict[str, Study] = {"jaxpr": study_jaxpr}
