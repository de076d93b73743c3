"""Checks that the entry point depends only on its arguments: `deterministic`, `pure`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from grader.judge.checks.view import (
    CaseView,
    Check,
    Code,
    ForgedEvidenceError,
    Found,
    Line,
    Word,
    failed,
    passed,
    read_found,
)
from grader.judge.compare import same_bits
from grader.report import Verdict

if TYPE_CHECKING:
    from grader.package.specs.purity import DeterministicSpec, PureSpec
    from grader.report import CheckResult

LEAKED = "UnexpectedTracerError"
"""The error that JAX raises when a value is used after its trace has ended."""
_READ = {
    "clock": "reads the clock",
    "random": "draws from Python's `random`",
    "numpy.random": "draws from `numpy.random`",
}


class ProgramDifference(Found):
    """The findings of `study_pure`."""

    differs: Literal["state", "raised", "leaked", "clock", "random", "numpy.random"] | None
    line: Line | None
    globals: list[Word] = Field(max_length=20)
    raised: Word | None


def judge_pure(_: PureSpec, view: CaseView) -> CheckResult:
    """Check that all traces of the entry point gave the same program."""
    entry, study = view.manifest.entry_point, view.study("pure")
    if study.error is not None and study.error.type == LEAKED:
        return _tell_leak(entry, [], study.error_line)
    if study.error is not None or study.found is None:
        message = f"JAX could not trace `{entry}` to compare two traces: {study.error_words}."
        return failed("pure", "pure.unreadable", message, study.error_line)
    found = read_found(ProgramDifference, study.found)
    if found.differs is None:
        return passed("pure", "JAX makes the same program whenever it traces.")
    if found.differs in _READ:
        message = (
            f"`{entry}` {_READ[found.differs]} while JAX traces it, so the value at that moment is baked into the "
            "compiled program for good. Take it as an argument; for random numbers take a key, and use `jax.random`."
        )
        return failed("pure", "pure.host_state", message, found.line)
    if found.differs == "leaked" or found.raised == LEAKED:
        return _tell_leak(entry, found.globals, found.line)
    if found.globals:
        message = (
            f"Tracing `{entry}` changes the global {_listed(found.globals)}, and the next trace sees it"
            f"{f': it raised `{found.raised}`' if found.raised else ', so it makes a different program'}. Pass state "
            "in as an argument and return the new one."
        )
        return failed("pure", "pure.global", message, found.line)
    told = f"raised `{found.raised}`" if found.raised else "made a different program"
    message = (
        f"A second trace of `{entry}` with the same arguments {told}. Something besides the arguments is read or "
        "changed while JAX traces; make it an argument."
    )
    return failed("pure", "pure.differs", message, found.line)


def _tell_leak(entry: str, names: list[str], line: int | None) -> CheckResult:
    """Return the failing result for an entry point that used a value from an earlier trace."""
    where = f"in the global {_listed(names)}" if names else "in a global, a list or an attribute"
    message = (
        f"`{entry}` keeps a traced value {where} and uses it after the trace that it belongs to, which JAX answers "
        f"with `{LEAKED}`. Return the value, and pass it in as an argument where it is needed."
    )
    return failed("pure", "pure.leaked", message, line)


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def judge_deterministic(_: DeterministicSpec, view: CaseView) -> CheckResult:
    """Check that a call returns the same with and without other calls before it."""
    entry, study = view.manifest.entry_point, view.study("deterministic")
    if study.error is not None or study.found is None:
        message = f"`{entry}` could not be called again with the arguments of an earlier call: {study.error_words}."
        return failed("deterministic", "deterministic.failed", message, study.error_line)
    if not isinstance(study.found, dict) or set(study.found) != {"again", "alone"}:
        raise ForgedEvidenceError("not what the study of `deterministic` brings back")
    advice = (
        "The result depends on something besides the arguments: a global, a generator with a state, a clock. Pass it "
        "in, and return what changed."
    )
    if not same_bits(study.found["again"], view.calls[0].output):
        message = f"Call 1, made again after the others, returned a different result than {view.which(0)}. {advice}"
        return failed("deterministic", "deterministic.again", message)
    if not same_bits(study.found["alone"], view.calls[-1].output):
        message = (
            f"Call {len(view.calls)}, made alone in a fresh import, returned a different result than "
            f"{view.which(len(view.calls) - 1)}. {advice}"
        )
        return failed("deterministic", "deterministic.fresh", message)
    return passed("deterministic", "Equal arguments give equal bits, whatever was called before.")


CHECKS = {
    "deterministic": Check(
        judge_deterministic,
        {
            "deterministic.again": Code("a call made again gave different bits", Verdict.WRONG_ANSWER),
            "deterministic.fresh": Code("a call alone, in a fresh import, gave different bits", Verdict.WRONG_ANSWER),
            "deterministic.failed": Code("a call could not be made again", Verdict.WRONG_ANSWER),
        },
        study=True,
    ),
    "pure": Check(
        judge_pure,
        {
            "pure.host_state": Code("a clock or a random generator of the host is read while tracing"),
            "pure.global": Code("tracing changes a global that the next trace sees"),
            "pure.leaked": Code("a traced value is kept, and used after its trace has ended"),
            "pure.differs": Code("a second trace makes a different program, or raises, for a reason that isn't known"),
            "pure.unreadable": Code("JAX can't trace the entry point"),
        },
        study=True,
    ),
}
