"""Findings of publishing in words: the exceptions in an author's files, and the error that stops publishing."""

from __future__ import annotations

import ast
import difflib
from typing import TYPE_CHECKING

from grader.errors import PublishRefusedError
from grader.judge.explain import report_error
from grader.sandbox.outcome import Ending

if TYPE_CHECKING:
    from grader.judge.evidence import ErrorEvidence, FailureEvidence
    from grader.package.files import Package
    from grader.sandbox.outcome import Outcome

MAX_NAMES = 5
"""The maximum number of names that a finding lists."""


def tell(error: ErrorEvidence | None) -> str:
    """Return the author's own lines in an exception's traceback."""
    return report_error(error, hidden=False).traceback if error is not None else "no reason was given"


def tell_failure(package: Package, failure: FailureEvidence, source: str) -> str:
    """Return in words why a file with this source could not be loaded: a missing name, or its exception."""
    problem = package.problem
    match failure.stage:
        case "entry_point":
            return _tell_missing(problem.entry_point, "entry_point", source)
        case "class":
            return _tell_missing(failure.name or "", "defines", source)
        case "arity":
            names = ", ".join(parameter.name for parameter in problem.parameters)
            found = f"{problem.entry_point}{failure.found}" if failure.found else problem.entry_point
            told = f"its `{found}` can't be called with the parameters of problem.yaml, parameters: {names}"
            return f"{told}; make the two agree"
    return tell(failure.error)


def _tell_missing(name: str, key: str, source: str) -> str:
    """Return in words that a source lacks the name that a key of problem.yaml gives, and what it defines instead."""
    defined = names_defined(source)
    near = difflib.get_close_matches(name, defined, MAX_NAMES, cutoff=0.6) or defined[:MAX_NAMES]
    has = f"it defines {', '.join(f'`{one}`' for one in near)}" if near else "it defines no function or class"
    return f"it has no `{name}`, which problem.yaml, {key}, names; {has}: write the same name in both"


def names_defined(source: str) -> list[str]:
    """Return the functions and classes that a source defines at its top level; none if it isn't Python."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError):
        return []
    return [node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)]


def tell_ended(package: Package, file: str, outcome: Outcome, seconds: float) -> str:
    """Return in words why a file's sandbox ended early. `seconds` is the processor time allowed for each case.

    If a limit was the reason, it is named.
    """
    if outcome.ending is not Ending.TIMED_OUT:
        return f"{file} ended its sandbox ({outcome})"
    declared = package.problem.limits.time_limit
    if declared is None:
        told = f"{file} takes longer than the {seconds:g} s that each case gets where no limit is declared"
        return f"{told}; make it faster, or the cases smaller"
    told = f"problem.yaml, limits.time_limit: {file} takes longer than the {declared:g} s of processor time"
    return f"{told}; declare more, or take the key out to have the limit inferred"


def refuse(package: Package, finding: str) -> PublishRefusedError:
    """Return the error that stops publishing at its first finding."""
    return PublishRefusedError(package.slug, [finding])
