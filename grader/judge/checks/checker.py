"""The check `checker`: what the problem's own `checker.py` found, in a different sandbox from the submission's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.errors import CheckerFailedError
from grader.judge.checks.view import CaseView, Check, failed, passed

if TYPE_CHECKING:
    from grader.package.specs.checker import CheckerSpec
    from grader.report import CheckResult


def judge_checker(spec: CheckerSpec, view: CaseView) -> CheckResult:
    """Report the checker's finding; raise `CheckerFailedError` for a code that the problem does not declare."""
    finding = view.finding
    if finding is None:
        return passed("checker", "The problem's own checker found nothing wrong.")
    if finding.code not in spec.codes:
        raise CheckerFailedError(f"checker.py returned the code {finding.code!r}, which problem.yaml does not declare")
    declared = spec.codes[finding.code]
    message = f"{declared.meaning[:1].upper()}{declared.meaning[1:]}." if view.hidden else finding.message
    return failed("checker", f"checker.{finding.code}", message, data={"verdict": declared.verdict})


CHECKS = {"checker": Check(judge_checker, {}, example="{codes: {not_sorted: {meaning: the output is not sorted}}}")}
