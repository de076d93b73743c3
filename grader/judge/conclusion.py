"""Decides the verdict on a whole submission, and its reason: from its cases, or from how it ended before that."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.judge import explain, verdict
from grader.judge.tampering import explain_tampering
from grader.report import ErrorReport, Verdict
from grader.sandbox.outcome import Ending, Outcome
from grader.sandbox.spending import RanOut

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Manifest
    from grader.judge.evidence import CaseEvidence, FailureEvidence
    from grader.report import CaseReport

HARNESS_FAILED = 70
"""Exit status of a worker in which the grader's own code failed: a submission took its pipes or its memory away."""
CRASHES = {signal.SIGSEGV, signal.SIGBUS, signal.SIGILL, signal.SIGFPE, signal.SIGABRT}
"""Signals that say how a process crashed. A submission can choose any other signal, so its name is not shown."""
HARNESS_TAMPERED = 71
"""Exit status of a worker whose guard found something (`grader.inside.guard`)."""

NESTED = {"RecursionError", "MemoryError"}
"""Types of what Python raises for a file that it can't compile although it is valid; no line is to blame then."""
TOO_DEEP = "Python can't compile the file: an expression in it is nested too deeply, or is too long. Split it."

TOO_MUCH = {
    Ending.OUTPUT_LIMIT: ("Your code printed more than is allowed", "Print less"),
    Ending.ANSWER_LIMIT: ("All answers of your code together were larger than is allowed", "Return smaller arrays"),
}
BUSY = "The machine had too little time for this. That is not the code's fault; try again when less is running."

TAMPERED = (
    "What came back from the sandbox is not what the grader's own code sends. Submissions may not touch the grader; if "
    "yours did not, please tell the operator."
)


@dataclass(frozen=True)
class Conclusion:
    """The verdict on a whole submission, and the reason for it."""

    verdict: Verdict
    code: str
    message: str
    line: int | None = None
    error: ErrorReport | None = None


def conclude(cases: list[CaseReport], evidence: Sequence[CaseEvidence]) -> Conclusion:
    """Return the verdict that follows from the cases that were judged."""
    found, reason = verdict.decide(cases)
    if reason is None:
        values = [check for case in cases for check in case.checks if check.check == "values"]
        exact = all(check.data.get("match") == "bit_equal" for check in values)
        how = (", bit for bit," if exact else ", within rounding,") if values else ""
        right = {1: "The only case is right", 2: "Both cases are right"}.get(
            len(cases), f"All {len(cases)} cases are right"
        )
        message = f"{right}{how} and JAX did what it should."
        return Conclusion(Verdict.ACCEPTED, "accepted", message)
    raised = evidence[-1].error
    error = explain.report_error(raised, hidden=cases[-1].hidden) if raised is not None else None
    return Conclusion(found, reason.code, reason.message, reason.line, error)


def explain_failure(failure: FailureEvidence, manifest: Manifest, *, hidden: bool) -> Conclusion:
    """Return the verdict on a source that could not be loaded; `hidden` says that hidden cases were already seen."""
    names = ", ".join(parameter.name for parameter in manifest.parameters)
    call = f"{manifest.entry_point}({names})"
    rejected = Verdict.REJECTED_SOURCE
    if hidden and failure.stage not in {"import", "tampering"}:  # only a fresh import can fail that late
        return Conclusion(Verdict.TAMPERING, "tampering.evidence", TAMPERED)
    if failure.stage == "entry_point":
        return Conclusion(rejected, "source.no_entry_point", f"The file does not define `{call}`.")
    if failure.stage == "class":
        return Conclusion(rejected, "source.missing_class", f"The file does not define a class `{failure.name}`.")
    if failure.stage == "arity":
        message = f"`{manifest.entry_point}{failure.found}` can't be called as `{call}`."
        return Conclusion(rejected, "source.arity", message)
    return explain_unloaded(failure, hidden=hidden)


def explain_unloaded(failure: FailureEvidence, *, hidden: bool) -> Conclusion:
    """Return the verdict on a source that Python can't compile, that raised, or that tampered with the grader."""
    if failure.stage == "tampering":
        return Conclusion(Verdict.TAMPERING, *explain_tampering(failure))
    if failure.error is None:
        return Conclusion(Verdict.TAMPERING, "tampering.evidence", TAMPERED)
    error = explain.report_error(failure.error, hidden=hidden)
    line = failure.error.frames[-1].line if failure.error.frames else None
    if failure.stage == "syntax":
        if failure.error.type in NESTED:
            return Conclusion(Verdict.REJECTED_SOURCE, "source.syntax", TOO_DEEP, None, error)
        stop = "" if failure.error.message.endswith((".", "?", "!")) else "."
        message = f"Line {line} is not valid Python: {failure.error.message}{stop}"
        return Conclusion(Verdict.REJECTED_SOURCE, "source.syntax", message, line, error)
    found, code, words, line = explain.explain_error(failure.error, hidden=hidden)
    return Conclusion(found, code, words, line, error)


def explain_outcome(outcome: Outcome, stderr: bytes, at: str, limit: float, *, hidden: bool = False) -> Conclusion:
    """Return the verdict on a submission whose sandbox ended before the submission was done.

    `at` says where, in words (nothing for a program, which has no cases), and `hidden` whether in a hidden case;
    `limit` is the time limit there, in seconds of processor time.
    """
    at = at and f" {at}"
    match outcome.ending:
        case Ending.TIMED_OUT:
            return _explain_timeout(outcome, at, limit, hidden=hidden)
        case Ending.OUTPUT_LIMIT | Ending.ANSWER_LIMIT:
            words, advice = TOO_MUCH[outcome.ending]
            return Conclusion(Verdict.OUTPUT_LIMIT_EXCEEDED, "limit.output", f"{words}{at}. {advice}.")
        case Ending.MEMORY:
            return Conclusion(Verdict.MEMORY_LIMIT_EXCEEDED, "limit.memory", f"The memory limit was reached{at}.")
        case Ending.PROTOCOL_ERROR:
            return Conclusion(Verdict.TAMPERING, "tampering.protocol", TAMPERED)
        case Ending.SIGNALLED if outcome.status == signal.SIGSYS:
            message = f"Your code did something{at} that submissions may not do, such as starting a process."
            return Conclusion(Verdict.RUNTIME_ERROR, "error.forbidden", message)
        case Ending.SIGNALLED:
            name = signal.Signals(outcome.status).name if outcome.status in CRASHES else "a signal"
            return Conclusion(Verdict.RUNTIME_ERROR, "error.crash", f"The process crashed{at} ({name}).")
        case Ending.EXITED if outcome.status == HARNESS_FAILED and stderr.rstrip().endswith(b"MemoryError:"):
            return Conclusion(Verdict.MEMORY_LIMIT_EXCEEDED, "limit.memory", f"The memory limit was reached{at}.")
        case Ending.EXITED if outcome.status in (HARNESS_FAILED, HARNESS_TAMPERED):
            return Conclusion(Verdict.TAMPERING, "tampering.harness", TAMPERED)
        case Ending.EXITED:
            return Conclusion(
                Verdict.RUNTIME_ERROR, "error.exit", f"Your code ended the process{at}. Take out what does so."
            )
    return Conclusion(Verdict.INTERNAL_ERROR, "platform.killed", "The sandbox was stopped from outside.")


def explain_referee(outcome: Outcome, at: str, limit: float) -> Conclusion:
    """Return the verdict on a submission whose program ended the sandbox that ran it."""
    if outcome.ending is Ending.TIMED_OUT and outcome.lacked_time:
        return Conclusion(Verdict.INTERNAL_ERROR, "platform.busy", BUSY)
    if outcome.ran_out is RanOut.PROCESSOR_IN_ALL:
        message = "Compiling and running your programs took too long over all cases: it adds up. Make them smaller."
        return Conclusion(Verdict.TIME_LIMIT_EXCEEDED, "limit.time", message)
    if outcome.ending is Ending.TIMED_OUT:
        message = f"Compiling and running your program took more than {limit:g} seconds {at}. Make it smaller."
        return Conclusion(Verdict.TIME_LIMIT_EXCEEDED, "limit.time", message)
    if outcome.ending is Ending.MEMORY:
        return Conclusion(Verdict.MEMORY_LIMIT_EXCEEDED, "limit.memory", f"The memory limit was reached {at}.")
    if outcome.ending is Ending.ANSWER_LIMIT:
        words, advice = TOO_MUCH[outcome.ending]
        return Conclusion(Verdict.OUTPUT_LIMIT_EXCEEDED, "limit.output", f"{words} {at}. {advice}.")
    if outcome.ending is Ending.KILLED:
        return Conclusion(Verdict.INTERNAL_ERROR, "platform.killed", "The sandbox was stopped from outside.")
    message = f"The program that JAX made of your function crashed {at}, while it was compiled or run."
    return Conclusion(Verdict.RUNTIME_ERROR, "error.crash", message)


def _explain_timeout(outcome: Outcome, at: str, limit: float, *, hidden: bool) -> Conclusion:
    """Return the verdict if time ran out: processor time, or time in which nothing was computed.

    An endless loop is mentioned only if the line at which the code was running is known. For a hidden case the line is
    withheld, because the submission could choose it.
    """
    exceeded, line = Verdict.TIME_LIMIT_EXCEEDED, None if hidden else outcome.line
    if outcome.ran_out is RanOut.STARVED:
        return Conclusion(Verdict.INTERNAL_ERROR, "platform.busy", BUSY)
    if outcome.ran_out is RanOut.IDLE:
        message = (
            f"Your code did not finish{at}, and for more than {limit:g} seconds it did not compute: it waited, as in "
            "`time.sleep`, for a lock that is never released, or for a queue that stays empty."
        )
        return Conclusion(exceeded, "limit.time", message)
    if outcome.ran_out is RanOut.IDLE_IN_ALL:  # no case is to blame, and the limit isn't that of a case
        message = (
            "Over all its calls, your code waited for too long without computing, as in `time.sleep`, for a lock, or "
            "for a queue. The waiting of all calls adds up."
        )
        return Conclusion(exceeded, "limit.time", message)
    if outcome.ran_out is RanOut.PROCESSOR_IN_ALL:
        message = (
            "Over all its calls, your code took too much processor time; the time of all calls adds up. Look for work "
            "that each call does again, such as tracing and compiling, and for a loop in Python."
        )
        return Conclusion(exceeded, "limit.time", message)
    message = f"Your code took more than {limit:g} seconds of processor time{at}. "
    if line is None:
        message += "Look for work that each call does again, such as tracing and compiling, and for a loop in Python."
    else:
        message += f"It was in line {line} then: look there for a loop that never ends, or that does too much."
    return Conclusion(exceeded, "limit.time", message, line)
