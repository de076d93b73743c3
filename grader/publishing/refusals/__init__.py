"""Flaws that publishing finds, most of them without running anything: each module finds one kind, and gives advice.

A function takes what it examines and returns findings, in words: the file, the key if there is one, what is wrong, and
what to do. Two need a sandbox: `examples`, which gets the calls of the statement's examples, and `starter`.
`find_holes` calls all those that need none, except `derivatives`, which must come first: solutions that disagree with
a NaN are right to do so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.package.files import CANONICAL
from grader.publishing.refusals.constants import find_constant_parameters
from grader.publishing.refusals.dtypes import find_missing_dtypes
from grader.publishing.refusals.idle_repeat import find_idle_repeat
from grader.publishing.refusals.leaks import find_leaks
from grader.publishing.refusals.remarks import find_remarks
from grader.publishing.refusals.resting_variables import find_resting_variables
from grader.publishing.refusals.telling_labels import find_telling_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Case
    from grader.package.files import Package


def find_holes(package: Package, samples: Sequence[Case], pool: Sequence[Case]) -> list[str]:
    """Return the findings about a problem from its files and its cases, with the reference's answers."""
    problem, cases = package.problem, (*samples, *pool)
    labelled = cases if problem.pool.labels == "public" else samples
    return [
        *find_idle_repeat(problem, cases),
        *find_constant_parameters(problem, cases),
        *find_resting_variables(cases),
        *find_missing_dtypes(problem, cases),
        *find_telling_labels(labelled),
        *find_leaks(problem, pool),
        *find_remarks(package.accepted[CANONICAL]),
    ]
