"""Fakes: programs that look like an accepted solution to a check, but get their answer from something it doesn't see.

Theory of operation
-------------------
A **maker** knows one way to cheat, or to get a mistake accepted (`eager_decoy`, `first_answer`, `halves_params` …).
It wraps an accepted solution: it renames the entry point, and adds a new one that cheats. So a fake can be made from
any accepted solution. A problem with good cases and checks refuses every fake; an accepted fake reveals a hole. A maker
makes no fake if it would make no difference: no decoy if no jitted function is watched, no change of state if no model
is given.

Sources are parsed and never run here, and JAX is not loaded. The same files give the same fakes on every machine.

Makers come in families: `decoys` call the watched function and answer by other means, `hosts` compute in NumPy or in a
callback, `sniffing` shows checks a different program than callers, `memory` repeats earlier answers, `states` leaves
models in the wrong state or skips their parameters, `ranges` is right only in the range of the samples.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.publishing.fakes import decoys, hosts, memory, ranges, sniffing, states
from grader.publishing.fakes.makers import Maker
from grader.publishing.fakes.solution import FakedSolution
from grader.publishing.fakes.subject import FakedProblem, subject_of

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MAKERS", "Fake", "FakedProblem", "Maker", "make_fakes", "subject_of"]

_FAMILIES = (decoys, hosts, sniffing, memory, states, ranges)
MAKERS: dict[str, Maker] = {maker.name: maker for family in _FAMILIES for maker in family.MAKERS}
"""Every maker by its name, in the order in which `make_fakes` uses them."""


@dataclass(frozen=True)
class Fake:
    """A fake's source, and its maker."""

    maker: Maker
    source: str


def make_fakes(source: str, subject: FakedProblem, makers: Iterable[Maker] = tuple(MAKERS.values())) -> list[Fake]:
    """Return the fakes of an accepted solution; raises `SyntaxError`, and what `ast.parse` raises for deep nesting."""
    solution = FakedSolution(source, subject)
    made = [Fake(maker, text) for maker in makers if (text := maker.make(solution)) is not None]
    return [fake for fake in made if fake.source != source]
