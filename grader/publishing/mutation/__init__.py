"""Mutants: wrong solutions, generated from a correct one by changing it in one place, as a learner's mistake would.

Theory of operation
-------------------
An **operator** knows one slip (`drop_jit`, `reuse_key`, `near_miss` …), finds the places in a source where it could
happen, and makes one **mutant** for each. A problem with good checks *kills* every mutant: it gives each a verdict
other than accepted, for one of the reason codes that the operator declares. A mutant that survives reveals a gap in
the problem, unless it is *equivalent*: the change makes no relevant difference. The author decides that for each
mutant, and gives the reason.

Sources are parsed and never run here, and JAX is not loaded: this is safe in trusted processes. The same source gives
the same mutants in the same order, on every supported Python. Mutants are written by `ast.unparse`, so they lack the
comments of the original; compare with `normalise(source)`.

Operators come in families: `results` change what is returned, `arithmetic` changes expressions, `jit` the use of
`jax.jit` and `nnx.jit`, `loops` control flow, `randomness` keys and seeds, `pytrees` the registration of classes,
`devices` donation and sharding.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.publishing.mutation import arithmetic, devices, jit, loops, pytrees, randomness, results
from grader.publishing.mutation.operators import Operator, Target

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["OPERATORS", "Mutant", "Operator", "Target", "mutate", "normalise"]

_FAMILIES = (results, arithmetic, jit, loops, randomness, pytrees, devices)
OPERATORS: dict[str, Operator] = {operator.name: operator for family in _FAMILIES for operator in family.OPERATORS}
"""Every operator by its name, in the order in which `mutate` applies them."""


@dataclass(frozen=True)
class Mutant:
    """A source with one change."""

    name: str
    """The operator's name and the number of the place, as in `drop_jit.1`; stable while the original is unchanged."""
    operator: Operator
    line: int
    """The line of the original that is changed."""
    source: str


def mutate(
    source: str,
    target: Target,
    operators: Iterable[Operator] = tuple(OPERATORS.values()),
    *,
    most: int | None = None,
) -> list[Mutant]:
    """Return the mutants of `source`, all different from it and from each other; at most `most` of each operator.

    Raises `SyntaxError` if `source` is not Python, and what `ast.parse` raises if it is nested too deeply.
    """
    tree = ast.parse(source)
    seen = {ast.unparse(tree)}
    mutants = []
    for operator in operators:
        number = 0
        for place, changed in operator.apply(tree, target):
            text = ast.unparse(changed)
            if text not in seen:
                seen.add(text)
                number += 1
                line = getattr(place, "lineno", 1)
                mutants.append(Mutant(f"{operator.name}.{number}", operator, line, text + "\n"))
            if number == most:
                break
    return mutants


def normalise(source: str) -> str:
    """Return `source` without comments and in a fixed layout; equal for two sources with the same syntax tree."""
    return ast.unparse(ast.parse(source)) + "\n"
