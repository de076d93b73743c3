"""Finds a starter that is accepted, which would leave the learner nothing to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.publishing.earlier_checks import EarlierChecks, digest_judged, may_keep
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from grader.bundle.contents import Bundle
    from grader.grading.client import Grader


def find_accepted_starter(bundle: Bundle, grader: Grader, earlier: EarlierChecks | None = None) -> list[str]:
    """Grade the starter as a submission, up to its first failure; return a finding if it has none."""
    earlier, parts = earlier or EarlierChecks(), ("starter", digest_judged(bundle), bundle.manifest.starter)
    if earlier.recall(grader, *parts) is not None:
        return []
    hidden = bundle.pool[: bundle.drawn]
    source = bundle.manifest.starter.encode()
    report = grader.grade(bundle, source, mode=Mode.SUBMIT, hidden=hidden, until_failure=True)
    if report.verdict is not Verdict.ACCEPTED:
        if may_keep(report.code):
            earlier.keep(grader, b"", *parts)
        return []
    return ["starter.py: it is accepted unchanged, so there is nothing to do; remove something from it"]
