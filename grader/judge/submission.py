"""The judge of one submission: screens its source, judges the evidence of its cases as it arrives, and concludes."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from grader.judge import verdict
from grader.judge.checks.view import ForgedEvidenceError
from grader.judge.conclusion import Conclusion, conclude, explain_failure
from grader.judge.hidden import tell_hidden, withhold, withhold_failure
from grader.judge.hints import find_hints
from grader.judge.screen import screen_source
from grader.judge.sealing import SealedCase, judge_sealed_case
from grader.report import CaseReport, Verdict

if TYPE_CHECKING:
    from grader.bundle.contents import Case, Manifest
    from grader.judge.evidence import CaseEvidence, FailureEvidence
    from grader.judge.verdict import Checker
    from grader.protocol import Frame
    from grader.report import Hint


@dataclass
class SubmissionJudge:
    """Holds reports and evidence of the cases so far; of hidden cases, only what `grader.judge.hidden` lets pass."""

    manifest: Manifest
    source: bytes
    until_failure: bool = False
    """Whether to stop after the first case that is not accepted."""
    checker: Checker | None = None
    """The problem's own checker, if it has one."""
    cases: list[CaseReport] = field(default_factory=list)
    evidence: list[CaseEvidence] = field(default_factory=list)
    told: list[CaseReport] = field(default_factory=list)
    """The samples' reports and, once all cases are judged, what the learner gets of the hidden ones."""
    seconds: float = 0.0
    """The time that judging took, in seconds."""
    slowest: float = 0.0
    """The processor time of the slowest case, in seconds."""

    @cached_property
    def text(self) -> str:
        """The source as text. `screen` rejects a source that isn't UTF-8 before anything else reads it."""
        return self.source.decode("utf-8-sig", errors="replace")

    @property
    def is_through(self) -> bool:
        """Whether no further case needs to run."""
        if not self.cases:
            return False
        failed = self.until_failure and self.cases[-1].verdict is not Verdict.ACCEPTED
        return failed or self.evidence[-1].error is not None

    @property
    def is_right(self) -> bool:
        """Whether all cases so far are accepted. If a sample isn't, no hidden case is run: its report says why."""
        return all(case.verdict is Verdict.ACCEPTED for case in self.cases)

    def screen(self) -> Conclusion | None:
        """Return the verdict on a source that can't be run at all, or None."""
        refused = screen_source(self.source)
        return Conclusion(Verdict.REJECTED_SOURCE, *refused) if refused is not None else None

    def judge(self, case: Case, came: Frame | SealedCase, *, hidden: bool) -> CaseReport:
        """Judge a case by its CASE frame, or by its programs; raise `ForgedEvidenceError` for forged evidence.

        A `CheckerFailedError` of the problem's own checker is passed on.
        """
        start = time.monotonic()
        if isinstance(came, SealedCase):
            report, evidence = judge_sealed_case(self.manifest, case, came, len(self.cases), self.checker)
        else:
            report, evidence = verdict.judge_case(self.manifest, case, came, hidden=hidden, checker=self.checker)
        if evidence.index != len(self.cases):
            raise ForgedEvidenceError("cases came out of order")
        self.slowest = max(self.slowest, report.seconds)
        if hidden:
            report, evidence = withhold(report, evidence, self.text)
        else:
            self.told.append(report)
        self.cases.append(report)
        self.evidence.append(evidence)
        self.seconds += time.monotonic() - start
        return report

    def conclude(self) -> Conclusion:
        """Return the verdict that follows from the judged cases; `told` then holds what the learner may see of them."""
        _, reason = verdict.decide(self.cases)
        conclusion = conclude(self.cases, self.evidence)
        self.told = tell_hidden(self.cases, reason, labelled=self.manifest.pool.labels == "public")
        return conclusion

    def find_deciding(self) -> int | None:
        """Return the index of the judged case that decides the verdict; None if none does."""
        _, reason = verdict.decide(self.cases) if self.cases else (None, None)
        cases = enumerate(self.cases)
        return next((index for index, case in cases if any(check is reason for check in case.checks)), None)

    def conclude_failed(self, failure: FailureEvidence, *, seen: bool) -> Conclusion:
        """Return the verdict on a source that could not be loaded; `seen` says that it may have seen hidden cases."""
        told = withhold_failure(failure, self.text) if seen else failure
        return explain_failure(told, self.manifest, hidden=seen)

    def find_hints(self, verdict: Verdict) -> list[Hint]:
        """Return advice on the source; praise only for an accepted one."""
        return find_hints(self.text, praise=verdict is Verdict.ACCEPTED)
