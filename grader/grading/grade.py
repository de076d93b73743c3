"""One submission's way from its source to a report.

Theory of operation
-------------------
A grade has two phases, both in one sandbox. In the first the sandbox loads the source and runs the samples, whose
inputs are public. Only when these are through does the second begin (mode `submit`): hidden cases, drawn afresh from
the bundle's pool, are sent to the same sandbox. So what was printed until then can be shown, and nothing of a hidden
case that could carry its values is (`grader.judge.hidden`).

`Grade.run` reads so: bind a sandbox, run the samples, run the hidden cases, conclude, report. Each case is judged as
its evidence arrives. What goes wrong in the sandbox is the submission's verdict; what fails on our side is
`internal_error`.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from grader.errors import CheckerFailedError, GraderError, SandboxUnavailableError
from grader.grading.checker_sandbox import CheckerSandbox
from grader.grading.conversation import LOAD_SECONDS, Conversation, ForgedFrameError, LoadFailedError
from grader.grading.sealing import Referee, RefereeEndedError, run_sealed
from grader.judge import verdict
from grader.judge.checks.view import ForgedEvidenceError
from grader.judge.conclusion import TAMPERED, Conclusion, explain_outcome, explain_referee
from grader.judge.hints import find_hints
from grader.judge.screen import screen_source
from grader.judge.submission import SubmissionJudge
from grader.report import CaseReport, Mode, Report, Timing, Verdict
from grader.sandbox.process import SandboxEnded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pydantic import JsonValue

    from grader.bundle.contents import Bundle, Case
    from grader.grading.pool import SandboxPool
    from grader.grading.spare import Spare
    from grader.judge.sealing import SealedCase
    from grader.protocol import Frame
    from grader.sandbox.outcome import Ending
    from grader.sandbox.pipes import Output


@dataclass(frozen=True)
class GradeEvent:
    """Progress of a grade: `started` when a sandbox took the submission, `case` with each case's report."""

    kind: Literal["started", "case"]
    data: dict[str, JsonValue]


@dataclass
class Grade:
    """All that one grade needs, and all that is known of it so far."""

    bundle: Bundle
    source: bytes
    mode: Mode
    hidden: Sequence[Case] | None = None
    """The hidden cases; drawn from the bundle's pool where None are given."""
    until_failure: bool = False
    """Whether one case that is not accepted is enough."""
    on_event: Callable[[GradeEvent], None] | None = None
    on_memory: Callable[[int], None] | None = None
    """Told how many MiB the sandbox took, where that is known."""

    spare: Spare | None = field(default=None, init=False)
    """The sandbox that runs the submission, once there is one."""
    _others: list[Spare] = field(default_factory=list, init=False)
    """Those of the problem's own checker and of the referee of sealed cases, where it has them."""
    _referee: Referee | None = field(default=None, init=False)
    judge: SubmissionJudge = field(init=False)
    """Cases and evidence so far."""
    sample_output: Output | None = field(default=None, init=False)
    """What was printed until the samples were through."""
    ended: Ending | None = field(default=None, init=False)
    """How the sandbox ended, if it did so before the submission was through."""
    _started: float = field(default_factory=time.monotonic, init=False)
    _bound: float | None = field(default=None, init=False)
    _released: float | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        """Draw the hidden cases where none are given."""
        if self.mode is not Mode.SUBMIT:
            self.hidden = ()
        elif self.hidden is None:
            pool = list(self.bundle.pool)
            secrets.SystemRandom().shuffle(pool)
            self.hidden = pool[: self.bundle.manifest.pool.draw]
        text = self.source.decode("utf-8-sig", errors="replace")  # what isn't UTF-8 is refused before it is judged
        self.judge = SubmissionJudge(self.bundle.manifest, text, until_failure=self.until_failure)

    def run(self, pool: SandboxPool) -> Report:
        """Grade in a sandbox of `pool`; raise `SandboxUnavailableError` where this machine can't have one."""
        manifest = self.bundle.manifest
        refused = screen_source(self.source)
        if refused is not None:
            return self._report(Conclusion(Verdict.REJECTED_SOURCE, *refused))
        try:
            self.spare = spare = pool.take(self.bundle)
        except SandboxUnavailableError:
            raise
        except GraderError as error:
            message = f"A sandbox could not be started: {error}"
            return self._report(Conclusion(Verdict.INTERNAL_ERROR, "platform.sandbox", message))
        self._bound = time.monotonic()
        conversation = Conversation(spare)
        try:
            self._bind_others(pool)
            self._tell("started", {})
            for index, (case, came, hidden) in enumerate(self._run_cases(conversation)):
                judged = self.judge.judge(case, came, hidden=hidden)
                self._tell_case(index, judged)
            conclusion = self.judge.conclude()
        except LoadFailedError as failed:
            conclusion = self.judge.conclude_failed(failed.failure, seen=self.sample_output is not None)
        except (ForgedFrameError, ForgedEvidenceError):
            conclusion = Conclusion(Verdict.TAMPERING, "tampering.evidence", TAMPERED)
        except RefereeEndedError as end:
            conclusion = explain_referee(end.outcome, "in a hidden case", manifest.limits.time_s)
        except SandboxEnded as end:
            self.ended = end.outcome.ending
            at = self._tell_place(loaded=conversation.loaded)
            limit = manifest.limits.time_s if conversation.loaded else LOAD_SECONDS
            conclusion = explain_outcome(
                end.outcome, spare.process.output.stderr, at, limit, time.monotonic() - self._bound
            )
        except CheckerFailedError as error:
            message = f"The problem's own checker failed: {error}"
            conclusion = Conclusion(Verdict.INTERNAL_ERROR, "platform.checker", message)
        finally:
            self._release(pool)
        report = self._report(conclusion)
        hints = find_hints(self.judge.source, praise=report.verdict is Verdict.ACCEPTED)
        return report.model_copy(update={"hints": hints})

    def fail(self) -> Report:
        """Return the report of a grade that a failure of ours ended; it tells nothing of what was seen until then."""
        self.judge = SubmissionJudge(self.bundle.manifest, "")
        self.spare = self.sample_output = self._bound = None
        message = "The grader failed. This is in its log."
        return self._report(Conclusion(Verdict.INTERNAL_ERROR, "platform.unexpected", message))

    def _bind_others(self, pool: SandboxPool) -> None:
        """Take the sandboxes that judge: of the problem's own checker, and of the referee of sealed cases."""
        checks = self.bundle.manifest.checks
        if checks.checker is not None:
            self._others.append(pool.take())
            self.judge.checker = CheckerSandbox(self._others[-1], self.bundle.manifest.checker)
        if checks.sealed is not None and self.hidden:
            self._others.append(pool.take(self.bundle))
            self._referee = Referee(self._others[-1], self.bundle)

    def _run_cases(self, conversation: Conversation) -> Iterator[tuple[Case, Frame | SealedCase, bool]]:
        """Run the samples, then the hidden cases; yield each case with its evidence, and whether it is hidden."""
        bundle, hidden = self.bundle, self.hidden or ()
        frames = conversation.run_cases(self.judge.source, bundle.manifest, bundle.samples, bundle=bundle.digest)
        for frame, case in zip(frames, bundle.samples, strict=False):  # frames first: the last look takes DONE
            yield case, frame, False
            if self.judge.is_through:
                break
        self.sample_output = conversation.spare.process.output
        if not hidden or self.judge.is_through:
            return
        came: Iterator[Frame] | Iterator[SealedCase] = (
            run_sealed(bundle, hidden, conversation, self._referee)
            if self._referee is not None
            else conversation.run_more(bundle.manifest, hidden)
        )
        hidden_cases = iter(hidden)
        for found in came:
            yield next(hidden_cases), found, True
            if self.judge.is_through:
                return

    def _tell(self, kind: Literal["started", "case"], data: dict[str, JsonValue]) -> None:
        if self.on_event is not None:
            total = len(self.bundle.samples) + len(self.hidden or ())
            self.on_event(GradeEvent(kind, {"total": total, **data}))

    def _tell_case(self, index: int, case: CaseReport) -> None:
        """Tell of a sample at once. What is told of hidden cases follows from all of them, and comes at the end."""
        if not case.hidden:
            self._tell("case", {"index": index, "case": case.model_dump(mode="json")})

    def _tell_place(self, *, loaded: bool) -> str:
        """Return in words where the submission was."""
        if self.sample_output is not None:
            return "in a hidden case"
        return f"in case {len(self.judge.cases) + 1}" if loaded else "while the file was imported"

    def _release(self, pool: SandboxPool) -> None:
        """Give the sandboxes back, to be killed."""
        taken_mib = self.spare.process.memory_mib if self.spare is not None and self.on_memory is not None else None
        if self.on_memory is not None and taken_mib is not None:
            self.on_memory(taken_mib)
        for spare in (self.spare, *self._others):
            if spare is not None:
                pool.discard(spare)
        self._released = time.monotonic()

    def _report(self, conclusion: Conclusion) -> Report:
        spare, cases = self.spare, self.judge.told
        output = self.sample_output or (spare.process.output if spare is not None else None)
        return Report(
            problem=self.bundle.manifest.slug,
            version=self.bundle.digest,
            mode=self.mode,
            verdict=conclusion.verdict,
            code=conclusion.code,
            message=conclusion.message,
            line=conclusion.line,
            score=verdict.score(cases) if conclusion.verdict is Verdict.ACCEPTED else 0.0,
            cases=cases,
            checks=verdict.summarise(cases),
            output=(output.stdout + output.stderr).decode("utf-8", errors="replace") if output is not None else "",
            output_truncated=output.truncated if output is not None else False,
            error=conclusion.error,
            stack=spare.stack if spare is not None else None,
            tier=spare.process.tier if spare is not None else "",
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
