"""Grades submissions: `Grader.grade(bundle, source) -> Report`. What the runner and the command line call.

One sandbox per submission. First the samples, then (mode `submit`) hidden cases drawn afresh from the bundle's pool.
Each case is judged as its evidence arrives. Whatever goes wrong on our side is the verdict `internal_error`.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Self

from grader.checking import CheckerSandbox
from grader.counts import SandboxCounts
from grader.errors import CheckerFailedError, GraderError, SandboxUnavailableError
from grader.judge import explain, verdict
from grader.judge.checks.view import ForgedEvidenceError
from grader.judge.conclusion import TAMPERED, Conclusion, explain_failure, explain_outcome
from grader.judge.hidden import withhold_case, withhold_error, withhold_failure
from grader.judge.hints import find_hints
from grader.judge.screen import screen_source
from grader.pool import Pool, Spare
from grader.report import (
    CaseReport,
    Mode,
    Report,
    Timing,
    Verdict,
)
from grader.sandbox.process import SandboxEnded
from grader.session import LOAD_SECONDS, ForgedFrameError, LoadFailedError, Session

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from types import TracebackType

    from pydantic import JsonValue

    from grader.bundle import Bundle, Case
    from grader.judge.evidence import CaseEvidence
    from grader.protocol import Frame
    from grader.report import Stack
    from grader.sandbox.outcome import Ending
    from grader.sandbox.pipes import Output
    from grader.settings import GraderSettings

logger = logging.getLogger(__name__)


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
    until_failure: bool = False
    """Whether one case that is not accepted is enough."""
    on_memory: Callable[[int], None] | None = None
    ended: Ending | None = None
    """How the sandbox ended, if it did so before the submission was through."""

    @property
    def is_over(self) -> bool:
        """Whether no further case is run."""
        if not self.cases:
            return False
        failed = self.until_failure and self.cases[-1].verdict is not Verdict.ACCEPTED
        return failed or self.evidence[-1].error is not None


class Grader:
    """Owns the sandboxes. Thread-safe: any number of threads may grade at once. A context manager."""

    def __init__(self, settings: GraderSettings, *, spares: int = 2) -> None:
        """Keep `spares` sandboxes ready once started."""
        self.settings = settings
        self.pool = Pool(settings, spares)
        self._seen: tuple[str, Stack] | None = None
        self._ends: Counter[str] = Counter()
        self._counting = threading.Lock()
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

    def count_sandboxes(self) -> SandboxCounts:
        """Return what a monitoring system wants to know of the sandboxes."""
        with self._counting:
            return SandboxCounts(self.pool.count_ready(), dict(self._ends))

    def _count_end(self, ended: Ending | None) -> None:
        if ended is not None:
            with self._counting:
                self._ends[ended.value] += 1

    def close(self) -> None:
        """Kill all sandboxes."""
        self.pool.close()

    def beside(self, python: Path, compile_cache: Path) -> Grader:
        """Return another grader with the same limits, whose sandboxes run another Python. The caller closes it."""
        changes = {"sandbox_python": python, "compile_cache": compile_cache, "other_pythons": ()}
        return Grader(self.settings.model_copy(update=changes), spares=0)

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
        return self._look()[0]

    @property
    def stack(self) -> Stack:
        """The versions in the sandbox; raises as `tier` does."""
        return self._look()[1]

    def _look(self) -> tuple[str, Stack]:
        if self._seen is None:
            spare = self.pool.take()
            self._seen = spare.process.tier, spare.stack
            self.pool.discard(spare)
        return self._seen

    def grade(
        self,
        bundle: Bundle,
        source: bytes,
        *,
        mode: Mode,
        on_event: Callable[[GradeEvent], None] | None = None,
        hidden: Sequence[Case] | None = None,
        until_failure: bool = False,
        on_memory: Callable[[int], None] | None = None,
    ) -> Report:
        """Grade `source` and return its report; blocks, so call it in a thread.

        `hidden` replaces the cases drawn from the pool; `until_failure` leaves out what follows the first case that is
        not accepted. `on_event` is called in this thread. `on_memory` is told how many MiB the sandbox took, where
        that is known; it is for authors only, and no part of the report: a submission could tell with it what it saw.
        Raises `SandboxUnavailableError` where the machine can't build the sandbox's walls; all other failures of ours
        are the verdict `internal_error`.
        """
        start = time.monotonic()
        try:
            with self._turn:  # one at a time on a GPU, which has no walls between its users
                progress = _Progress(until_failure=until_failure, on_memory=on_memory)
                return self._grade(bundle, source, mode, on_event, hidden, start, progress)
        except SandboxUnavailableError:
            raise
        except Exception:
            logger.exception("grading a submission to %s failed", bundle.manifest.slug)
            ending = Conclusion(Verdict.INTERNAL_ERROR, "platform.unexpected", "The grader failed. This is in its log.")
            return _report(bundle, mode, _Progress(), ending, Timing(total_ms=_ms(start)))

    def _grade(
        self,
        bundle: Bundle,
        source: bytes,
        mode: Mode,
        on_event: Callable[[GradeEvent], None] | None,
        hidden: Sequence[Case] | None,
        start: float,
        progress: _Progress,
    ) -> Report:
        """Do it; `start` is when, on the monotonic clock, it began."""
        refused = screen_source(source)
        if refused is not None:
            ending = Conclusion(Verdict.REJECTED_SOURCE, *refused)
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
            ending = Conclusion(Verdict.INTERNAL_ERROR, "platform.sandbox", f"A sandbox could not be started: {error}")
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
            ending = Conclusion(
                Verdict.INTERNAL_ERROR, "platform.checker", f"The problem's own checker failed: {error}"
            )
        finally:
            if progress.on_memory is not None and (taken_mib := spare.process.memory_mib) is not None:
                progress.on_memory(taken_mib)
            self.pool.discard(spare)
            self._count_end(progress.ended)
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
) -> Conclusion:
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
                _tell_case(report, len(progress.cases) - 1, total, on_event)
                if progress.is_over:
                    break
            if not are_hidden:
                progress.sample_output = spare.process.output
            if progress.is_over:
                break
    except LoadFailedError as failed:
        seen = progress.sample_output is not None
        failure = withhold_failure(failed.failure, source) if seen else failed.failure
        return explain_failure(failure, bundle, hidden=seen)
    except (ForgedFrameError, ForgedEvidenceError):
        return Conclusion(Verdict.TAMPERING, "tampering.evidence", TAMPERED)
    except SandboxEnded as ended:
        progress.ended = ended.outcome.ending
        at = f"in case {len(progress.cases) + 1}" if session.loaded else "while the file was imported"
        limit = bundle.manifest.limits.time_s if session.loaded else LOAD_SECONDS
        return explain_outcome(ended.outcome, spare.process.output.stderr, at, limit)
    return _conclude(progress)


def _tell_case(report: CaseReport, index: int, total: int, on_event: Callable[[GradeEvent], None] | None) -> None:
    if on_event is not None:
        data: dict[str, JsonValue] = {"index": index, "total": total}
        on_event(GradeEvent("case", data | {"case": report.model_dump(mode="json")}))


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


def _conclude(progress: _Progress) -> Conclusion:
    """Return the verdict over the cases that were judged."""
    found, reason = verdict.decide(progress.cases)
    if reason is None:
        values = [check for case in progress.cases for check in case.checks if check.check == "values"]
        exact = all(check.data.get("match") == "bit_equal" for check in values)
        how = (", bit for bit," if exact else ", within rounding,") if values else ""
        message = f"All {len(progress.cases)} cases are right{how} and JAX did what it should."
        return Conclusion(Verdict.ACCEPTED, "accepted", message)
    last, case = progress.evidence[-1], progress.cases[-1]
    error = explain.report_error(last.error, hidden=case.hidden) if last.error is not None else None
    return Conclusion(found, reason.code, reason.message, reason.line, error)


def _report(
    bundle: Bundle,
    mode: Mode,
    progress: _Progress,
    ending: Conclusion,
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
