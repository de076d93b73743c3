"""Studies: examinations of the entry point after the calls of a case, for the checks that need them.

There is one module per family of checks. A study runs in the submission's sandbox. Its result is evidence, which is
judged outside, and never a security boundary.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.inside.studies import (
    gradients,
    guards,
    memory,
    outputs,
    performance,
    prng,
    programs,
    purity,
    sealed,
    sharding,
    transforms,
    work,
)

if TYPE_CHECKING:
    from grader.inside.studies.subject import Study

_FAMILIES = (
    *(outputs, performance, work, memory, programs, purity),
    *(transforms, guards, gradients, prng, sharding, sealed),
)

STUDIES: dict[str, Study] = {name: study for family in _FAMILIES for name, study in family.STUDIES.items()}
"""All studies, by the names of their checks."""
