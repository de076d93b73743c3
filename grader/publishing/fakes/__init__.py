"""Fakes: programs that look like an accepted solution to a check, and whose answer does not come from what it saw.

Theory of operation
-------------------
A **maker** knows one way to cheat, or to get a mistake accepted (`eager_decoy`, `first_answer`, `halves_params` …).
It wraps an accepted solution: the entry point gets another name, and a new one that fakes is added. So a fake can be
made from any accepted solution. A problem whose cases and checks are any good refuses every one; one that is accepted
shows a hole. A maker makes no fake where it would make no difference: no decoy where no jitted function is watched, no
change of state where no model is given.

Sources are parsed and never run here, and JAX is not loaded. The same files give the same fakes on every machine.

Makers come in families: `decoys` call what is watched and answer by other means, `hosts` compute in NumPy or in a
callback, `sniffing` shows another program to checks than to callers, `memory` repeats earlier answers, `states` leaves
models in another state or skips their parameters, `ranges` is right where the samples are.
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
    """A fake's source, and the maker of it."""

    maker: Maker
    source: str


def make_fakes(source: str, subject: FakedProblem, makers: Iterable[Maker] = tuple(MAKERS.values())) -> list[Fake]:
    """Return the fakes of an accepted solution; raises `SyntaxError`, and what `ast.parse` raises of deep nesting."""
    solution = FakedSolution(source, subject)
    made = [Fake(maker, text) for maker in makers if (text := maker.make(solution)) is not None]
    return [fake for fake in made if fake.source != source]
