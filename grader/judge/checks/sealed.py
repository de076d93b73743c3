"""The check `sealed`: whether a submission can be exported as a program, and what the program contains."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from grader.judge.checks.view import CaseView, Check, Code, failed, passed
from grader.judge.explain import explain_error
from grader.judge.programs import SealedFound
from grader.protocol import Body
from grader.report import Verdict

if TYPE_CHECKING:
    from grader.judge.checks.view import Study
    from grader.judge.programs import Facts, Refused
    from grader.package.specs.sealed import SealedSpec
    from grader.report import CheckResult

TRACER_ERRORS = {
    "ConcretizationTypeError",
    "TracerArrayConversionError",
    "TracerBoolConversionError",
    "TracerIntegerConversionError",
    "NonConcreteBooleanIndexError",
    "NoValuesError",
}
"""The errors that are raised if making a program would depend on values."""
REFUSALS = {
    "malformed": "is not one that `jax.export` makes",
    "hole": "calls the function that it is given in a way that JAX does not",
    "operation": "contains an operation that is not allowed: {detail}",
    "too_large": "is too large: {detail}. Let a loop of `jax.lax` or `jax.vmap` repeat what is repeated",
    "memory": "needs more memory than there is",
    "failed": "can't be compiled by XLA ({detail})",
    "custom_call": "calls the library function `{detail}`, which is not allowed here. Write it with plain operations",
    "constants": "holds {detail} bytes of arrays as constants, which is more than allowed. Pass them as arguments, "
    "or compute them inside",
}


def judge_sealed(spec: SealedSpec, view: CaseView) -> CheckResult:
    """Check that the entry point can be made into a program, and that the program contains what it should."""
    entry, study = view.manifest.entry_point, view.study("sealed")
    differentiable = view.hidden or "gradients" not in view.studies or view.study("gradients").error is None
    if study.error is not None and differentiable:  # otherwise the check `gradients` says why, and what to do
        return _explain_error(study, view)
    if not isinstance(study.found, dict):
        return passed("sealed", f"`{entry}` can be exported as a program.")
    found = SealedFound.model_validate(study.found)
    if found.refused is not None:
        return _explain_refusal(found.refused, entry)
    for index, facts in enumerate(found.programs):
        result = _judge_program(spec, view, index, facts)
        if result is not None:
            return result
    return _judge_growth(spec, found) or passed(
        "sealed", "The program gave the answers by itself, on values that your process never had."
    )


def _judge_program(spec: SealedSpec, view: CaseView, index: int, facts: Facts) -> CheckResult | None:
    where, called = view.which(index), {hole.name for hole in facts.holes}
    for name, value in view.calls[index].asked.args.items():
        if isinstance(value, Body) and value.name not in called:
            message = (
                f"The program does not call `{name}` {where}. Call the function that you are given: hidden cases pass "
                "different functions from those in `bodies.py`."
            )
            return failed("sealed", "sealed.body_unused", message)
    if facts.loops and not spec.loops:
        message = f"The program has a sequential loop {where}, which is not allowed here."
        return failed("sealed", "sealed.loop", message)
    if spec.max_intermediate is not None and facts.largest > (most := view.size(spec.max_intermediate, index)):
        message = (
            f"The program makes an array {facts.largest_array} of {facts.largest} elements {where}, where {most} are "
            "allowed."
        )
        return failed("sealed", "sealed.intermediate", message)
    return None


def _judge_growth(spec: SealedSpec, found: SealedFound) -> CheckResult | None:
    for code, program, growth in (
        ("growth", "program", found.growth),
        ("derivative_growth", "program of the derivatives", found.derived_growth),
    ):
        if spec.growth is None or not growth:
            continue
        _, (small, before), (large, after) = growth
        added = (after - before) / (large - small)
        how = f"it grows by {added:.3g} for each row, where {spec.growth.most:g} is allowed"
        if added <= spec.growth.most:
            shrinking = [(one, other) for one, other in pairwise(growth) if _shrinks(one, other)]
            if not shrinking:
                continue
            ((small, before), (large, after)), *_ = shrinking
            how = "for few rows it is a different program, which grows with their number"
        message = (
            f"The {program} has {before} operations for {small} rows and {after} for {large}: {how}. A Python loop "
            "is unrolled while JAX traces."
        )
        return failed("sealed", f"sealed.{code}", message)
    return None


def _shrinks(fewer: list[int], more: list[int]) -> bool:
    """Return whether a program for fewer rows has so many operations more than one for more rows that it is unrolled.

    Each is given as its size and its operations. Some more are fine: those that pad, and the copy of the body that a
    loop in chunks has for a remainder. One that is unrolled has at least one for each row.
    """
    (small, before), (_, after) = fewer, more
    return before > 2 * after + small


def _explain_error(study: Study, view: CaseView) -> CheckResult:
    error, entry = study.error, view.manifest.entry_point
    if error is None:
        raise AssertionError("there is an error")
    line = study.error_line
    at = f" Line {line}." if line is not None else ""
    if error.type == "UnsendableError":
        message = (
            f"`{entry}` returns something that no program can: {error.message}; {view.manifest.returns.type} is "
            "expected."
        )
        return failed("sealed", "sealed.result", message, line)
    if not error.own and "callback" in error.message.lower():  # one's own line may have any word in its message
        message = (
            f"The program of `{entry}` calls back into Python (`jax.pure_callback`, `io_callback`, `jax.debug.print`). "
            f"Do the work in `jnp`, and take prints out.{at}"
        )
        return failed("sealed", "sealed.callback", message, line)
    _, code, why, line = explain_error(error, hidden=view.hidden)
    if {error.type, *error.bases} & TRACER_ERRORS or code == "error.compiled_ahead":
        message = f"JAX can't turn `{entry}` into a program, and hidden cases are judged by that program. {why}"
        return failed("sealed", "sealed.not_traceable", message, line)
    message = f"`{entry}` raised an error while JAX turned it into a program. {why}"
    return failed("sealed", "sealed.raised", message, line)


def _explain_refusal(refused: Refused, entry: str) -> CheckResult:
    code = {"hole": "malformed"}.get(refused.code, refused.code)
    words = REFUSALS[refused.code].replace("{detail}", refused.detail)
    return failed("sealed", f"sealed.{code}", f"The program of `{entry}` {words}.")


NO_ANSWER = frozenset(
    f"sealed.{code}"
    for code in (
        *("not_traceable", "callback", "raised", "result", "malformed", "operation", "too_large", "custom_call"),
        *("failed", "memory", "constants", "body_unused"),
    )
)
"""Codes of programs that were not run, or whose results say nothing more."""

CHECKS = {
    "sealed": Check(
        judge_sealed,
        {
            "sealed.not_traceable": Code("JAX can't trace the entry point: it needs values while the program is made"),
            "sealed.callback": Code("the program calls back into Python"),
            "sealed.raised": Code("the entry point raised an error while it was traced", Verdict.RUNTIME_ERROR),
            "sealed.result": Code("the entry point returns something that isn't arrays", Verdict.INVALID_OUTPUT),
            "sealed.malformed": Code("the program is not one that the grader's own code exports", Verdict.TAMPERING),
            "sealed.operation": Code("the program contains an operation that is not allowed"),
            "sealed.too_large": Code("the program has too many operations"),
            "sealed.memory": Code("the program needs more memory than there is", Verdict.MEMORY_LIMIT_EXCEEDED),
            "sealed.failed": Code("XLA can't compile the program"),
            "sealed.custom_call": Code("the program calls a library function that is not allowed"),
            "sealed.constants": Code("too many bytes are baked into the program"),
            "sealed.body_unused": Code("the program does not call the function that was passed in"),
            "sealed.loop": Code("the program has a loop where none is allowed"),
            "sealed.intermediate": Code("the program makes too large an array"),
            "sealed.growth": Code("the program grows with the size of its arguments"),
            "sealed.derivative_growth": Code("the program of the derivatives grows with the size of the arguments"),
        },
        example="{growth: {parameters: [xs], most: 1}}",
        study=True,
    ),
}
