"""Flaws that publishing finds without running anything: each module knows one kind, and says what to do about it.

A function takes what it looks at and returns findings, in words: the file, the key where there is one, what is wrong,
and what to do. Those that need a sandbox are `examples`, which gets the calls of the statement's examples, and
`starter`. `find_holes` calls all those that need none, but for
`derivatives`, which comes first: solutions that disagree with a NaN are right to do so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.package.files import CANONICAL
from grader.publishing.refusals.constants import find_constant_parameters
from grader.publishing.refusals.dtypes import find_missing_dtypes
from grader.publishing.refusals.idle_repeat import find_idle_repeat
from grader.publishing.refusals.remarks import find_remarks
from grader.publishing.refusals.resting_variables import find_resting_variables
from grader.publishing.refusals.telling_labels import find_telling_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Case
    from grader.package.files import Package


def find_holes(package: Package, cases: Sequence[Case]) -> list[str]:
    """Return what can be told of a problem from its files and from its cases, with the reference's answers."""
    problem = package.problem
    return [
        *find_idle_repeat(problem, cases),
        *find_constant_parameters(problem, cases),
        *find_resting_variables(cases),
        *find_missing_dtypes(problem, cases),
        *find_telling_labels(cases),
        *find_remarks(package.accepted[CANONICAL]),
    ]
