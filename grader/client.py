"""Grades submissions: `Grader.grade(bundle, source) -> Report`. What the runner and the command line call.

One sandbox per submission. First the samples, then (mode `submit`) hidden cases drawn afresh from the bundle's pool.
Each case is judged as its evidence arrives. Whatever goes wrong on our side is the verdict `internal_error`.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import signal
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Self

from grader.checking import CheckerSandbox
from grader.errors import CheckerFailedError, GraderError, SandboxUnavailableError
from grader.judge import explain, verdict
from grader.judge.checks.view import ForgedEvidenceError
from grader.judge.hidden import withhold_case, withhold_error, withhold_failure
from grader.judge.hints import find_hints
from grader.judge.screen import screen_source
from grader.judge.tampering import explain_tampering
from grader.pool import Pool, Spare
from grader.report import (
    CaseReport,
    ErrorReport,
    Mode,
    Report,
    Timing,
    Verdict,
)
from grader.sandbox.outcome import Ending, Outcome
from grader.sandbox.process import SandboxEnded
from grader.session import LOAD_SECONDS, ForgedFrameError, LoadFailedError, Session

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import TracebackType

    from pydantic import JsonValue

    from grader.bundle import Bundle, Case
    from grader.judge.evidence import CaseEvidence, FailureEvidence
    from grader.protocol import Frame
    from grader.sandbox.pipes import Output
    from grader.settings import GraderSettings

logger = logging.getLogger(__name__)

HARNESS_FAILED = 70
"""Exit status of a worker in which the grader's own code failed: a submission took its pipes or its memory away."""
CRASHES = {signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGABRT}
"""Signals that tell how a process crashed. Which other one it was is a submission's choice, and is not told."""
HARNESS_TAMPERED = 71
"""Exit status of a worker whose guard found something (`grader.inside.guard`)."""


@dataclass(frozen=True)
class GradeEvent:
    """Progress of a grade: `started` when a sandbox took the submission, `case` with each case's report."""

    kind: Literal["started", "case"]
    data: dict[str, JsonValue]


@dataclass
class _Progress:
    """What is known of a submission so far."""

    cases: list[CaseReport] = field(default_factory=list)
    evidence: list[CaseEvidence] = field(default_factory=list)
    sample_output: Output | None = None
    """What was printed until the samples were through."""
    judge_s: float = 0.0
    checker: CheckerSandbox | None = None


@dataclass(frozen=True)
class _Ending:
    """Verdict and reason of a submission as a whole."""

    verdict: Verdict
    code: str
    message: str
    line: int | None = None
    error: ErrorReport | None = None


class Grader:
    """Owns the sandboxes. Thread-safe: any number of threads may grade at once. A context manager."""

    def __init__(self, settings: GraderSettings, *, spares: int = 2) -> None:
        """Keep `spares` sandboxes ready once started."""
        self.settings = settings
        self.pool = Pool(settings, spares)
        self._tier: str | None = None
        self._turn = threading.Lock() if settings.device == "gpu" else contextlib.nullcontext()

    def start(self) -> None:
        """Begin to prepare spares in the background."""
        self.pool.start()

    def expect(self, bundle: Bundle) -> None:
        """Prepare for submissions to `bundle` in the background."""
        self.pool.expect(bundle)

    def is_warm(self, bundle: Bundle) -> bool:
        """Say whether a spare for `bundle` waits."""
        return self.pool.is_warm(bundle)

    def close(self) -> None:
        """Kill all sandboxes."""
        self.pool.close()

    def __enter__(self) -> Self:
        """Start and return itself."""
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    @property
    def tier(self) -> str:
        """How strong the sandbox is on this machine, told by a spare from the walls it has really got.

        Raises `SandboxUnavailableError` or `SandboxStartError` where there is none.
        """
        if self._tier is None:
            spare = self.pool.take()
            self._tier = spare.process.tier
            self.pool.discard(spare)
        return self._tier

    def grade(
        self,
        bundle: Bundle,
        source: bytes,
        *,
        mode: Mode,
        on_event: Callable[[GradeEvent], None] | None = None,
        hidden: Sequence[Case] | None = None,
    ) -> Report:
        """Grade `source` and return its report; blocks, so call it in a thread.

        `hidden` replaces the cases drawn from the pool. `on_event` is called in this thread. Raises
        `SandboxUnavailableError` where the machine can't build the sandbox's walls; all other failures of ours are
        the verdict `internal_error`.
        """
        start = time.monotonic()
        try:
            with self._turn:  # one at a time on a GPU, which has no walls between its users
                return self._grade(bundle, source, mode, on_event, hidden, start)
        except SandboxUnavailableError:
            raise
        except Exception:
            logger.exception("grading a submission to %s failed", bundle.manifest.slug)
            ending = _Ending(Verdict.INTERNAL_ERROR, "platform.unexpected", "The grader failed. This is in its log.")
            return _report(bundle, mode, _Progress(), ending, Timing(total_ms=_ms(start)))

    def _grade(
        self,
        bundle: Bundle,
        source: bytes,
        mode: Mode,
        on_event: Callable[[GradeEvent], None] | None,
        hidden: Sequence[Case] | None,
        start: float,
    ) -> Report:
        """Do it; `start` is when, on the monotonic clock, it began."""
        progress = _Progress()
        refused = screen_source(source)
        if refused is not None:
            ending = _Ending(Verdict.REJECTED_SOURCE, *refused)
            return _report(bundle, mode, progress, ending, Timing(total_ms=_ms(start)))
        if hidden is None:
            pool = list(bundle.pool)
            secrets.SystemRandom().shuffle(pool)
            hidden = pool[: bundle.manifest.pool.draw]
        try:
            spare = self.pool.take(bundle)
        except SandboxUnavailableError:
            raise
        except GraderError as error:
            ending = _Ending(Verdict.INTERNAL_ERROR, "platform.sandbox", f"A sandbox could not be started: {error}")
            return _report(bundle, mode, progress, ending, Timing(total_ms=_ms(start)))
        taken = time.monotonic()
        second = None
        try:
            if bundle.manifest.checks.checker is not None:
                second = self.pool.take()
                progress.checker = CheckerSandbox(second, bundle.manifest.checker)
            if on_event is not None:
                total = len(bundle.samples) + (len(hidden) if mode is Mode.SUBMIT else 0)
                on_event(GradeEvent("started", {"total": total}))
            ending = _run(bundle, source.decode("utf-8-sig"), mode, hidden, spare, progress, on_event)
        except CheckerFailedError as error:
            ending = _Ending(Verdict.INTERNAL_ERROR, "platform.checker", f"The problem's own checker failed: {error}")
        finally:
            self.pool.discard(spare)
            if second is not None:
                self.pool.discard(second)
        run_s = time.monotonic() - taken
        timing = Timing(
            prepare_ms=round((taken - start) * 1e3, 2),
            run_ms=round((run_s - progress.judge_s) * 1e3, 2),
            judge_ms=round(progress.judge_s * 1e3, 2),
            total_ms=_ms(start),
        )
        report = _report(bundle, mode, progress, ending, timing, spare, spare.process.tier)
        hints = find_hints(source.decode("utf-8-sig"), praise=ending.verdict is Verdict.ACCEPTED)
        return report.model_copy(update={"hints": hints})


def _run(
    bundle: Bundle,
    source: str,
    mode: Mode,
    hidden: Sequence[Case],
    spare: Spare,
    progress: _Progress,
    on_event: Callable[[GradeEvent], None] | None,
) -> _Ending:
    """Run samples and, in mode `submit`, hidden cases; return how it ended."""
    session = Session(spare)
    parts = [(bundle.samples, False), *([(tuple(hidden), True)] if mode is Mode.SUBMIT and hidden else [])]
    total = sum(len(cases) for cases, _ in parts)
    try:
        for cases, are_hidden in parts:
            if are_hidden:
                frames = session.run_more(bundle.manifest, cases)
            else:
                frames = session.run_cases(source, bundle.manifest, cases, bundle=bundle.digest)
            for frame, case in zip(frames, cases, strict=False):  # frames first: the last look takes DONE
                report = _judge(bundle, case, frame, progress, source if are_hidden else None)
                if on_event is not None:
                    index = len(progress.cases) - 1
                    data: dict[str, JsonValue] = {"index": index, "total": total}
                    on_event(GradeEvent("case", data | {"case": report.model_dump(mode="json")}))
            if not are_hidden:
                progress.sample_output = spare.process.output
            if progress.evidence and progress.evidence[-1].error is not None:
                break
    except LoadFailedError as failed:
        seen = progress.sample_output is not None
        failure = withhold_failure(failed.failure, source) if seen else failed.failure
        return _explain_failure(failure, bundle, hidden=seen)
    except (ForgedFrameError, ForgedEvidenceError):
        return _Ending(Verdict.TAMPERING, "tampering.evidence", _TAMPERED)
    except SandboxEnded as ended:
        at = f"in case {len(progress.cases) + 1}" if session.loaded else "while the file was imported"
        limit = bundle.manifest.limits.time_s if session.loaded else LOAD_SECONDS
        return _explain_outcome(ended.outcome, spare.process.output.stderr, at, limit)
    return _conclude(progress)


def _judge(bundle: Bundle, case: Case, frame: Frame, progress: _Progress, source: str | None) -> CaseReport:
    """Judge one case and add it to what is known; raise `ForgedFrameError` for one that is out of order.

    `source` is given for a hidden case, of which only what `grader.judge.hidden` lets pass is kept.
    """
    start, hidden = time.monotonic(), source is not None
    report, evidence = verdict.judge_case(bundle.manifest, case, frame, hidden=hidden, checker=progress.checker)
    if evidence.index != len(progress.cases):
        raise ForgedFrameError("cases came out of order")
    if source is not None:
        first = not any(done.hidden and done.verdict is not Verdict.ACCEPTED for done in progress.cases)
        if evidence.error is not None:
            evidence = evidence.model_copy(update={"error": withhold_error(evidence.error, source)})
        report = withhold_case(report, evidence.error, source, first=first)
    progress.cases.append(report)
    progress.evidence.append(evidence)
    progress.judge_s += time.monotonic() - start
    return report


_TAMPERED = (
    "What came back from the sandbox is not what the grader's own code sends. Submissions may not touch the grader; if "
    "yours did not, please tell the operator."
)


def _conclude(progress: _Progress) -> _Ending:
    """Return the verdict over the cases that were judged."""
    found, reason = verdict.decide(progress.cases)
    if reason is None:
        values = [check for case in progress.cases for check in case.checks if check.check == "values"]
        exact = all(check.data.get("match") == "bit_equal" for check in values)
        how = (", bit for bit," if exact else ", within rounding,") if values else ""
        message = f"All {len(progress.cases)} cases are right{how} and JAX did what it should."
        return _Ending(Verdict.ACCEPTED, "accepted", message)
    last, case = progress.evidence[-1], progress.cases[-1]
    error = explain.report_error(last.error, hidden=case.hidden) if last.error is not None else None
    return _Ending(found, reason.code, reason.message, reason.line, error)


def _explain_failure(failure: FailureEvidence, bundle: Bundle, *, hidden: bool) -> _Ending:
    """Return the verdict of a source that could not be loaded; `hidden` says that hidden cases were already seen."""
    manifest = bundle.manifest
    names = ", ".join(parameter.name for parameter in manifest.parameters)
    call = f"{manifest.entry_point}({names})"
    rejected = Verdict.REJECTED_SOURCE
    if failure.stage == "tampering":
        return _Ending(Verdict.TAMPERING, *explain_tampering(failure))
    if hidden and failure.stage != "import":  # only a fresh import can fail that late
        return _Ending(Verdict.TAMPERING, "tampering.evidence", _TAMPERED)
    if failure.stage == "entry_point":
        return _Ending(rejected, "source.no_entry_point", f"The file does not define `{call}`.")
    if failure.stage == "class":
        return _Ending(rejected, "source.missing_class", f"The file does not define a class `{failure.name}`.")
    if failure.stage == "arity":
        message = f"`{manifest.entry_point}{failure.found}` can't be called as `{call}`."
        return _Ending(rejected, "source.arity", message)
    if failure.error is None:
        return _Ending(Verdict.TAMPERING, "tampering.evidence", _TAMPERED)
    error = explain.report_error(failure.error, hidden=hidden)
    line = failure.error.frames[-1].line if failure.error.frames else None
    if failure.stage == "syntax":
        message = f"Line {line} is not valid Python: {failure.error.message}."
        return _Ending(rejected, "source.syntax", message, line, error)
    found, code, words, line = explain.explain_error(failure.error, hidden=hidden)
    return _Ending(found, code, words, line, error)


def _explain_outcome(outcome: Outcome, stderr: bytes, at: str, limit: float) -> _Ending:
    """Return the verdict of a submission whose sandbox ended before it was through; `at` says where, in words."""
    match outcome.ending:
        case Ending.TIMED_OUT:
            message = f"Your code did not finish within {limit:g} seconds {at}. Look for a loop that never ends."
            return _Ending(Verdict.TIME_LIMIT_EXCEEDED, "limit.time", message)
        case Ending.OUTPUT_LIMIT:
            message = f"Your code printed more than is allowed {at}. Print less."
            return _Ending(Verdict.OUTPUT_LIMIT_EXCEEDED, "limit.output", message)
        case Ending.MEMORY:
            return _Ending(Verdict.MEMORY_LIMIT_EXCEEDED, "limit.memory", f"The memory limit was reached {at}.")
        case Ending.PROTOCOL_ERROR:
            return _Ending(Verdict.TAMPERING, "tampering.protocol", _TAMPERED)
        case Ending.SIGNALLED if outcome.status == signal.SIGSYS:
            message = f"Your code asked the system for something that is not allowed here {at}, such as a new process."
            return _Ending(Verdict.RUNTIME_ERROR, "error.forbidden", message)
        case Ending.SIGNALLED:
            name = signal.Signals(outcome.status).name if outcome.status in CRASHES else "a signal"
            return _Ending(Verdict.RUNTIME_ERROR, "error.crash", f"The process crashed {at} ({name}).")
        case Ending.EXITED if outcome.status == HARNESS_FAILED and stderr.rstrip().endswith(b"MemoryError:"):
            return _Ending(Verdict.MEMORY_LIMIT_EXCEEDED, "limit.memory", f"The memory limit was reached {at}.")
        case Ending.EXITED if outcome.status in (HARNESS_FAILED, HARNESS_TAMPERED):
            return _Ending(Verdict.TAMPERING, "tampering.harness", _TAMPERED)
        case Ending.EXITED:
            return _Ending(
                Verdict.RUNTIME_ERROR, "error.exit", f"Your code ended the process {at}. Return a value instead."
            )
    return _Ending(Verdict.INTERNAL_ERROR, "platform.killed", "The sandbox was stopped from outside.")


def _report(
    bundle: Bundle,
    mode: Mode,
    progress: _Progress,
    ending: _Ending,
    timing: Timing,
    spare: Spare | None = None,
    tier: str = "",
) -> Report:
    output, truncated = _shown_output(spare, progress) if spare is not None else ("", False)
    return Report(
        problem=bundle.manifest.slug,
        version=bundle.digest,
        mode=mode,
        verdict=ending.verdict,
        code=ending.code,
        message=ending.message,
        line=ending.line,
        score=verdict.score(progress.cases) if ending.verdict is Verdict.ACCEPTED else 0.0,
        cases=progress.cases,
        checks=verdict.summarise(progress.cases),
        output=output,
        output_truncated=truncated,
        error=ending.error,
        stack=spare.stack if spare is not None else None,
        tier=tier,
        timing=timing,
    )


def _shown_output(spare: Spare, progress: _Progress) -> tuple[str, bool]:
    """Return what was printed while importing and in the samples; hidden cases' prints could tell their inputs."""
    output = progress.sample_output or spare.process.output
    return (output.stdout + output.stderr).decode("utf-8", errors="replace"), output.truncated


def _ms(start: float) -> float:
    return round((time.monotonic() - start) * 1e3, 2)
