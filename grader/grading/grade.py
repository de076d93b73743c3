"""Grades one submission, from its source to its report.

Theory of operation
-------------------
A grade has two phases, both in the same sandbox. In the first, the sandbox loads the source and runs the samples, whose
inputs are public. Only when all samples are done does the second begin (mode `submit`): hidden cases, freshly drawn
from the bundle's pool, are sent to the sandbox. So everything printed in the first phase can be shown, while nothing
that could carry a hidden case's values is shown (`grader.judge.hidden`).

The steps of `Grade.run` are: screen the source, take sandboxes, run the samples, run the hidden cases, conclude,
report. Each case is judged as its evidence arrives. A failure in the sandbox determines the submission's verdict; a
failure on our side becomes `internal_error`.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from grader.errors import CheckerFailedError, GraderError, SandboxUnavailableError
from grader.grading.conversation import LOAD_SECONDS, ForgedFrameError, LoadFailedError
from grader.grading.sandboxes import GradeSandboxes
from grader.grading.sealing import RefereeEndedError
from grader.judge import verdict
from grader.judge.checks.view import ForgedEvidenceError
from grader.judge.conclusion import TAMPERED, Conclusion, explain_outcome, explain_referee
from grader.judge.submission import SubmissionJudge
from grader.report import Mode, Report, Timing, Verdict, find_score
from grader.sandbox.outcome import drop_dump
from grader.sandbox.process import SandboxEnded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pydantic import JsonValue

    from grader.bundle.contents import Bundle, Case
    from grader.grading.pool import SandboxPool
    from grader.judge.sealing import SealedCase
    from grader.protocol import Frame
    from grader.sandbox.outcome import Ending, Outcome
    from grader.sandbox.pipes import Output


@dataclass(frozen=True)
class GradeEvent:
    """The progress of a grade: `started` when a sandbox has taken the submission, `case` with each case's report."""

    kind: Literal["started", "case"]
    data: dict[str, JsonValue]


class OutOfTimeError(Exception):
    """A sandbox ran out of time while it waited for a processor or was idle, which may be the machine's fault."""


@dataclass
class Grade:
    """One grade: everything that it needs, and everything that is known about it so far."""

    bundle: Bundle
    source: bytes
    mode: Mode
    hidden: Sequence[Case] | None = None
    """The hidden cases; None to draw them from the bundle's pool."""
    until_failure: bool = False
    """Whether to stop after the first case that is not accepted."""
    on_event: Callable[[GradeEvent], None] | None = None
    on_memory: Callable[[int], None] | None = None
    """Called with the sandbox's memory use in MiB, if it is known."""
    on_seconds: Callable[[float], None] | None = None
    """Called with the processor time of the slowest case, in seconds."""
    on_case: Callable[[Case], None] | None = None
    """Called with the case that decided the verdict, hidden or not, unless all are right."""
    is_last: bool = False
    """Whether this is the last attempt, whatever the machine does."""

    sandboxes: GradeSandboxes | None = field(default=None, init=False)
    """The sandboxes in which the submission runs and is judged, once they have been taken."""
    judge: SubmissionJudge = field(init=False)
    """Holds the cases and evidence so far."""
    asked: list[Case] = field(default_factory=list, init=False)
    """The cases that were judged, in the judge's order."""
    sample_output: Output | None = field(default=None, init=False)
    """What the submission had printed when the last sample was done."""
    ended: Ending | None = field(default=None, init=False)
    """How the sandbox ended, if it did so before the submission was done."""
    _started: float = field(default_factory=time.monotonic, init=False)
    _bound: float | None = field(default=None, init=False)
    _released: float | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        """Draw the hidden cases if none are given."""
        if self.mode is not Mode.SUBMIT:
            self.hidden = ()
        elif self.hidden is None:
            self.hidden = secrets.SystemRandom().sample(self.bundle.pool, self.bundle.drawn)
        self.judge = SubmissionJudge(self.bundle.manifest, self.source, until_failure=self.until_failure)

    def run(self, pool: SandboxPool) -> Report:
        """Grade in sandboxes of `pool`; raise `SandboxUnavailableError` if this machine can't build one.

        Raises `OutOfTimeError` if the grade must be done `again`.
        """
        refused = self.judge.screen()
        if refused is not None:
            return self._report(refused)
        try:
            self.sandboxes = GradeSandboxes(pool, self.bundle, referee=bool(self.hidden))
        except SandboxUnavailableError:
            raise
        except GraderError as error:
            message = f"A sandbox could not be started: {error}"
            return self._report(Conclusion(Verdict.INTERNAL_ERROR, "platform.sandbox", message))
        self._bound = time.monotonic()
        with self.sandboxes:
            conclusion = self._run_in(self.sandboxes)
            if self.on_memory is not None and (taken_mib := self.sandboxes.memory_mib) is not None:
                self.on_memory(taken_mib)
            if self.on_seconds is not None:
                self.on_seconds(self.judge.slowest)
            if self.on_case is not None and (case := self._find_deciding()) is not None:
                self.on_case(case)
        self._released = time.monotonic()
        report = self._report(conclusion)
        return report.model_copy(update={"hints": self.judge.find_hints(report.verdict)})

    def again(self) -> Grade:
        """Return the same grade as a last attempt."""
        return replace(self, is_last=True)

    def _require_time(self, outcome: Outcome) -> None:
        """Raise `OutOfTimeError` if a sandbox ran out of time without using it and this isn't the last attempt."""
        if outcome.lacked_time and not self.is_last:
            raise OutOfTimeError(str(outcome))

    def fail(self) -> Report:
        """Return the report of a grade in which the platform failed. It shows nothing of what was seen until then."""
        self.judge = SubmissionJudge(self.bundle.manifest, b"")
        self.sandboxes = self.sample_output = self._bound = None
        message = "The grader failed. Its log has the details."
        return self._report(Conclusion(Verdict.INTERNAL_ERROR, "platform.unexpected", message))

    def _run_in(self, sandboxes: GradeSandboxes) -> Conclusion:
        """Run the cases and judge each as it arrives; return the verdict, even if the sandbox ended early."""
        limit_s = self.bundle.manifest.limits.time_s
        try:
            self.judge.checker = sandboxes.open_judging()
            self._tell("started", {})
            self._judge_cases(sandboxes.run_samples(self.judge.text), hidden=False)
            self.sample_output = sandboxes.output
            if self.hidden and self.judge.is_right:
                self._judge_cases(sandboxes.run_hidden(self.hidden), hidden=True)
            return self.judge.conclude()
        except LoadFailedError as failed:
            return self.judge.conclude_failed(failed.failure, seen=self.sample_output is not None)
        except (ForgedFrameError, ForgedEvidenceError):
            return Conclusion(Verdict.TAMPERING, "tampering.evidence", TAMPERED)
        except RefereeEndedError as end:
            self._require_time(end.outcome)
            return explain_referee(end.outcome, self._tell_place(), limit_s)
        except SandboxEnded as end:
            self.ended = end.outcome.ending
            self._require_time(end.outcome)
            at, limit_s = (
                (self._tell_place(), limit_s) if sandboxes.loaded else ("while the file was imported", LOAD_SECONDS)
            )
            hidden = len(self.judge.cases) >= len(self.bundle.samples) and sandboxes.loaded
            return explain_outcome(end.outcome, sandboxes.output.stderr, at, limit_s, hidden=hidden)
        except CheckerFailedError as error:
            message = f"The problem's own checker failed: {error}"
            return Conclusion(Verdict.INTERNAL_ERROR, "platform.checker", message)

    def _judge_cases(self, found: Iterable[tuple[Case, Frame | SealedCase]], *, hidden: bool) -> None:
        """Judge cases by their evidence until no further case needs to run."""
        for case, evidence in found:
            index = len(self.judge.cases)
            self.asked.append(case)
            judged = self.judge.judge(case, evidence, hidden=hidden)
            if not hidden:  # the report on hidden cases depends on all of them, and comes at the end
                self._tell("case", {"index": index, "case": judged.model_dump(mode="json")})
            if self.judge.is_through:
                return

    def _find_deciding(self) -> Case | None:
        """Return the case that decided the verdict, or in which the sandbox ended; None if no case did."""
        index = self.judge.find_deciding()
        if index is not None:
            return self.asked[index]
        if self.ended is None or self.bundle.manifest.checks.sealed is not None:  # its programs run in a referee
            return None
        cases, done = (*self.bundle.samples, *(self.hidden or ())), len(self.asked)
        return cases[done] if self.sandboxes is not None and self.sandboxes.loaded and done < len(cases) else None

    def _tell_place(self) -> str:
        """Return words for where the submission was, which don't say in which of the hidden cases."""
        return "in a hidden case" if self.sample_output is not None else f"in case {len(self.judge.cases) + 1}"

    def _tell(self, kind: Literal["started", "case"], data: dict[str, JsonValue]) -> None:
        if self.on_event is not None:
            total = len(self.bundle.samples) + len(self.hidden or ())
            self.on_event(GradeEvent(kind, {"total": total, **data}))

    def _report(self, conclusion: Conclusion) -> Report:
        sandboxes, cases = self.sandboxes, self.judge.told
        output = self.sample_output or (sandboxes.output if sandboxes is not None else None)
        return Report(
            problem=self.bundle.manifest.slug,
            version=self.bundle.digest,
            mode=self.mode,
            verdict=conclusion.verdict,
            code=conclusion.code,
            message=conclusion.message,
            line=conclusion.line,
            score=find_score(cases) if conclusion.verdict is Verdict.ACCEPTED else 0.0,
            cases=cases,
            checks=verdict.summarise(cases),
            output=(output.stdout + drop_dump(output.stderr)).decode("utf-8", errors="replace")
            if output is not None
            else "",
            output_truncated=output.truncated if output is not None else False,
            error=conclusion.error,
            stack=sandboxes.stack if sandboxes is not None else None,
            tier=sandboxes.tier if sandboxes is not None else "",
            timing=self._timing(),
        )

    def _timing(self) -> Timing:
        total_ms = _milliseconds(time.monotonic() - self._started)
        if self._bound is None or self._released is None:
            return Timing(total_ms=total_ms)
        return Timing(
            prepare_ms=_milliseconds(self._bound - self._started),
            run_ms=_milliseconds(self._released - self._bound - self.judge.seconds),
            judge_ms=_milliseconds(self.judge.seconds),
            total_ms=total_ms,
        )


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1e3, 2)
