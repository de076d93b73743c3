"""What a submission as a whole gets, and why, where it ended before all its cases were judged."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.judge import explain
from grader.judge.tampering import explain_tampering
from grader.report import ErrorReport, Verdict
from grader.sandbox.outcome import Ending, Outcome

if TYPE_CHECKING:
    from grader.bundle import Bundle
    from grader.judge.evidence import FailureEvidence

HARNESS_FAILED = 70
"""Exit status of a worker in which the grader's own code failed: a submission took its pipes or its memory away."""
CRASHES = {signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGABRT}
"""Signals that tell how a process crashed. Which other one it was is a submission's choice, and is not told."""
HARNESS_TAMPERED = 71
"""Exit status of a worker whose guard found something (`grader.inside.guard`)."""


TAMPERED = (
    "What came back from the sandbox is not what the grader's own code sends. Submissions may not touch the grader; if "
    "yours did not, please tell the operator."
)


@dataclass(frozen=True)
class Conclusion:
    """Verdict and reason of a submission as a whole."""

    verdict: Verdict
    code: str
    message: str
    line: int | None = None
    error: ErrorReport | None = None


def explain_failure(failure: FailureEvidence, bundle: Bundle, *, hidden: bool) -> Conclusion:
    """Return the verdict of a source that could not be loaded; `hidden` says that hidden cases were already seen."""
    manifest = bundle.manifest
    names = ", ".join(parameter.name for parameter in manifest.parameters)
    call = f"{manifest.entry_point}({names})"
    rejected = Verdict.REJECTED_SOURCE
    if failure.stage == "tampering":
        return Conclusion(Verdict.TAMPERING, *explain_tampering(failure))
    if hidden and failure.stage != "import":  # only a fresh import can fail that late
        return Conclusion(Verdict.TAMPERING, "tampering.evidence", TAMPERED)
    if failure.stage == "entry_point":
        return Conclusion(rejected, "source.no_entry_point", f"The file does not define `{call}`.")
    if failure.stage == "class":
        return Conclusion(rejected, "source.missing_class", f"The file does not define a class `{failure.name}`.")
    if failure.stage == "arity":
        message = f"`{manifest.entry_point}{failure.found}` can't be called as `{call}`."
        return Conclusion(rejected, "source.arity", message)
    if failure.error is None:
        return Conclusion(Verdict.TAMPERING, "tampering.evidence", TAMPERED)
    error = explain.report_error(failure.error, hidden=hidden)
    line = failure.error.frames[-1].line if failure.error.frames else None
    if failure.stage == "syntax":
        message = f"Line {line} is not valid Python: {failure.error.message}."
        return Conclusion(rejected, "source.syntax", message, line, error)
    found, code, words, line = explain.explain_error(failure.error, hidden=hidden)
    return Conclusion(found, code, words, line, error)


def explain_outcome(outcome: Outcome, stderr: bytes, at: str, limit: float) -> Conclusion:
    """Return the verdict of a submission whose sandbox ended before it was through; `at` says where, in words."""
    match outcome.ending:
        case Ending.TIMED_OUT:
            message = f"Your code did not finish within {limit:g} seconds {at}. Look for a loop that never ends."
            return Conclusion(Verdict.TIME_LIMIT_EXCEEDED, "limit.time", message)
        case Ending.OUTPUT_LIMIT:
            message = f"Your code printed more than is allowed {at}. Print less."
            return Conclusion(Verdict.OUTPUT_LIMIT_EXCEEDED, "limit.output", message)
        case Ending.MEMORY:
            return Conclusion(Verdict.MEMORY_LIMIT_EXCEEDED, "limit.memory", f"The memory limit was reached {at}.")
        case Ending.PROTOCOL_ERROR:
            return Conclusion(Verdict.TAMPERING, "tampering.protocol", TAMPERED)
        case Ending.SIGNALLED if outcome.status == signal.SIGSYS:
            message = f"Your code asked the system for something that is not allowed here {at}, such as a new process."
            return Conclusion(Verdict.RUNTIME_ERROR, "error.forbidden", message)
        case Ending.SIGNALLED:
            name = signal.Signals(outcome.status).name if outcome.status in CRASHES else "a signal"
            return Conclusion(Verdict.RUNTIME_ERROR, "error.crash", f"The process crashed {at} ({name}).")
        case Ending.EXITED if outcome.status == HARNESS_FAILED and stderr.rstrip().endswith(b"MemoryError:"):
            return Conclusion(Verdict.MEMORY_LIMIT_EXCEEDED, "limit.memory", f"The memory limit was reached {at}.")
        case Ending.EXITED if outcome.status in (HARNESS_FAILED, HARNESS_TAMPERED):
            return Conclusion(Verdict.TAMPERING, "tampering.harness", TAMPERED)
        case Ending.EXITED:
            return Conclusion(
                Verdict.RUNTIME_ERROR, "error.exit", f"Your code ended the process {at}. Return a value instead."
            )
    return Conclusion(Verdict.INTERNAL_ERROR, "platform.killed", "The sandbox was stopped from outside.")
