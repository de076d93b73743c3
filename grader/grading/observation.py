"""Runs a program that belongs to no problem, and reports what JAX did: a grade's machinery, without a judgement.

The report has the form of a grade's. Its only case has a call for each call of a jitted function. The verdict is
`accepted` if the program ran to its end; otherwise it says how the program ended.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pydantic import ValidationError

from grader.errors import GraderError, SandboxUnavailableError
from grader.grading.conversation import Conversation, ForgedFrameError, LoadFailedError
from grader.judge import explain, verdict
from grader.judge.checks.view import times
from grader.judge.conclusion import TAMPERED, Conclusion, explain_outcome, explain_unloaded
from grader.judge.evidence import ObservationEvidence
from grader.judge.observed import tell_observed
from grader.judge.screen import screen_source
from grader.report import CaseReport, Mode, Observed, Report, Timing, Verdict
from grader.sandbox.outcome import drop_dump
from grader.sandbox.process import SandboxEnded

if TYPE_CHECKING:
    from grader.grading.pool import SandboxPool
    from grader.grading.spare import Spare
    from grader.sandbox.outcome import Ending
    from grader.sandbox.pipes import Output

SECONDS: Final = 10.0
"""The limit on a program's processor time, in seconds."""

NOT_CALLED: Final = "No jitted function was called."


@dataclass
class Observation:
    """One run of a program."""

    source: bytes
    ended: Ending | None = field(default=None, init=False)
    """How the sandbox ended, if it did so before the program was done."""
    _case: CaseReport | None = field(default=None, init=False)
    _observed: Observed | None = field(default=None, init=False)
    _output: Output | None = field(default=None, init=False)
    _started: float = field(default_factory=time.monotonic, init=False)

    def run(self, pool: SandboxPool) -> Report:
        """Run it in a sandbox of `pool`; raise `SandboxUnavailableError` if this machine can't build one."""
        refused = screen_source(self.source)
        if refused is not None:
            return self._report(Conclusion(Verdict.REJECTED_SOURCE, *refused))
        try:
            with pool.lend() as spare:
                conclusion = self._run_in(spare)
                report = self._report(conclusion)
                return report.model_copy(update={"stack": spare.stack, "tier": spare.process.tier})
        except SandboxUnavailableError:
            raise
        except GraderError as error:
            message = f"A sandbox could not be started: {error}"
            return self._report(Conclusion(Verdict.INTERNAL_ERROR, "platform.sandbox", message))

    def fail(self) -> Report:
        """Return the report of a run in which the platform failed."""
        self._case = self._observed = self._output = None
        return self._report(
            Conclusion(Verdict.INTERNAL_ERROR, "platform.unexpected", "The grader failed. Its log has the details.")
        )

    def _run_in(self, spare: Spare) -> Conclusion:
        try:
            frame = Conversation(spare).observe(self.source.decode("utf-8-sig"), SECONDS)
            self._output = spare.process.output
            return self._conclude(ObservationEvidence.model_validate(frame.header))
        except LoadFailedError as failed:
            return explain_unloaded(failed.failure, hidden=False)
        except (ForgedFrameError, ValidationError):
            self._case = self._observed = None
            return Conclusion(Verdict.TAMPERING, "tampering.evidence", TAMPERED)
        except SandboxEnded as end:
            self.ended = end.outcome.ending
            self._output = spare.process.output
            return explain_outcome(end.outcome, self._output.stderr, "", SECONDS)

    def _conclude(self, evidence: ObservationEvidence) -> Conclusion:
        calls = []
        for number, call in enumerate(evidence.calls, start=1):
            place = f"{call.name}, line {call.line}" if call.line is not None else call.name
            calls.append(verdict.report_segments(f"{place}: call {number}", call.seconds, call.traces, call.segments))
        if evidence.error is None:
            called = f"Jitted functions were called {times(evidence.count)}." if evidence.count else NOT_CALLED
            told = f"The program ran to its end. {called}"
            conclusion = Conclusion(Verdict.ACCEPTED, "ran", told)
        else:
            found, code, words, line = explain.explain_error(evidence.error, hidden=False)
            conclusion = Conclusion(found, code, words, line, explain.report_error(evidence.error, hidden=False))
        self._observed = tell_observed(evidence)
        self._case = CaseReport(
            name="program",
            label="",
            hidden=False,
            verdict=conclusion.verdict,
            seconds=sum(call.seconds for call in calls),
            checks=[],
            calls=calls,
        )
        return conclusion

    def _report(self, conclusion: Conclusion) -> Report:
        output = self._output
        text = output.stdout + drop_dump(output.stderr) if output is not None else b""
        return Report(
            problem="",
            version="",
            mode=Mode.RUN,
            verdict=conclusion.verdict,
            code=conclusion.code,
            message=conclusion.message,
            line=conclusion.line,
            score=0.0,
            cases=[] if self._case is None else [self._case],
            output=text.decode("utf-8", errors="replace"),
            output_truncated=output.truncated if output is not None else False,
            error=conclusion.error,
            observed=self._observed,
            timing=Timing(total_ms=round((time.monotonic() - self._started) * 1e3, 2)),
        )
