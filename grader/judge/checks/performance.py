"""Checks of the compiled program's cost, and of how often JAX compiles: `cost`, `compiles`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from grader.judge.checks.view import (
    CaseView,
    Check,
    Code,
    ForgedEvidenceError,
    Found,
    failed,
    is_other_answer,
    passed,
    read_found,
    tell_least,
    times,
)
from grader.report import MAX_SCORE

if TYPE_CHECKING:
    from pydantic import JsonValue

    from grader.package.specs.performance import CompilesSpec, CostSpec, WorkSpec
    from grader.protocol import Value
    from grader.report import CheckResult

Figure = Annotated[float, Field(ge=0, le=1e18, allow_inf_nan=False)]
FLOOR = 1024.0
"""Smaller figures count as this one, because most of such a small program is incidental."""


class Figures(Found):
    """The findings of `study_cost`."""

    flops: Figure | None
    """None if only the memory is limited."""
    bytes_accessed: Figure | None
    """None if only the memory is limited, and for a sealed case: it depends on fusion, and the compiler fuses little
    there."""
    temp_bytes: Figure


_FAILURES = {
    "flops": (
        "cost.flops",
        "floating-point operations",
        (
            "Look for work that is done more than once, and for a cheaper order of products, such as `A @ (B @ v)` for "
            "`(A @ B) @ v`."
        ),
    ),
    "bytes_accessed": (
        "cost.bytes",
        "bytes read and written",
        "Look for arrays that are made, stored and read again, and for copies and transposes that aren't needed.",
    ),
    "temp_bytes": (
        "cost.memory",
        "bytes of temporary memory",
        "Look for a large array that is only made to be reduced, and make it in parts or not at all.",
    ),
}


_MODES = {
    "grad": "It differentiates in reverse mode, which passes through the function once for each output. Forward mode "
    "passes once for each input: where there are fewer of these, use that.",
    "jvp": "It differentiates in forward mode, which passes through the function once for each input. Reverse mode "
    "passes once for each output: where there are fewer of these, use that.",
}
"""Advice by mode, for when the function that the problem passes was differentiated in this mode only."""


def judge_cost(spec: CostSpec, view: CaseView) -> CheckResult:
    """Compare the program's figures with those of the reference's program."""
    entry, study = view.manifest.entry_point, view.study("cost")
    kind = study.error.type if study.error is not None else ""
    if kind == "UnboundedLoopError":
        message = (
            f"The program of `{entry}` has a loop, such as a `while_loop`, whose number of steps depends on values, so "
            "its cost can't be known. Use a loop of known length: `jax.lax.scan`, or `jax.lax.fori_loop` with plain "
            "integers."
        )
        return failed("cost", "cost.unbounded_loop", message)
    if kind == "HostCallbackError":
        message = f"The program of `{entry}` calls back into Python, where its work can't be counted. Do it in JAX."
        return failed("cost", "cost.callback", message)
    if study.error is not None or study.found is None:
        message = f"`{entry}` can't be compiled as one program: {study.error_words}. JAX must be able to trace it."
        return failed("cost", "cost.unreadable", message, study.error_line)
    if not isinstance(study.found, dict) or study.found.keys() != {"figures", "answer"}:
        raise ForgedEvidenceError("no figures of a program with its answer")
    if is_other_answer(view, study.found["answer"]):
        message = (
            f"`{entry}` gives a different answer when compiled as one program, whose cost is counted, than when "
            "called. It must compute the same, however it is called."
        )
        return failed("cost", "cost.other_program", message)
    mine = read_found(Figures, study.found["figures"]).model_dump(exclude_none=True)
    theirs = Figures.model_validate(_figures_of(view.reference("cost"))).model_dump(exclude_none=True)
    limits = spec.limits()
    if not limits.keys() <= mine.keys() & theirs.keys():
        raise ForgedEvidenceError("a limited figure is missing")
    ratios = {name: max(mine[name], FLOOR) / max(theirs[name], FLOOR) for name in mine if name in theirs}
    data: dict[str, JsonValue] = {
        "figures": dict(mine),
        "reference": dict(theirs),
        "ratios": {name: round(ratio, 3) for name, ratio in ratios.items()},
        "limits": dict(limits),
    }
    for name, limit in limits.items():
        if ratios[name] > limit:
            code, what, advice = _FAILURES[name]
            advice = (_advise_mode(view) if name == "flops" else None) or advice
            message = (
                f"The program of `{entry}` needs {mine[name]:.0f} {what}, {ratios[name]:.3g} times as many as the "
                f"{tell_least(theirs[name], FLOOR)}; {limit:g} times is allowed. {advice}"
            )
            return failed("cost", code, message, data=data)
    told = ", ".join(f"{ratios[name]:.3g} times the reference's {_FAILURES[name][1]}" for name in limits)
    score = min(MAX_SCORE, *(1 / ratios[name] for name in limits))
    return passed("cost", f"It needs {told}.", data=data, score=round(score, 4))


def _figures_of(found: Value) -> Value:
    """Return the figures in the study's findings on the reference, which are nothing else in older bundles."""
    return found["figures"] if isinstance(found, dict) and "figures" in found else found


def _advise_mode(view: CaseView) -> str | None:
    """Return advice on the mode of differentiation, if the submission used just one."""
    used = {context for call in view.calls for use in call.evidence.bodies for context in use.contexts}
    modes = used & _MODES.keys()
    return _MODES[modes.pop()] if len(modes) == 1 else None


class Operations(Found):
    """The findings of `study_work`: the floating-point operations in each call."""

    operations: list[Figure]


def judge_work(spec: WorkSpec, view: CaseView) -> CheckResult:
    """Compare how much the programs of all calls compute with what those of the reference compute."""
    entry, study = view.manifest.entry_point, view.study("work")
    if study.error is not None:
        message = f"`{entry}` raised when the calls of this case were made once more: {study.error_words}."
        return failed("work", "work.raises", message, study.error_line)
    mine = read_found(Operations, study.found).operations
    theirs = Operations.model_validate(view.reference("work")).operations
    if len(mine) != len(theirs):
        raise ForgedEvidenceError("the study of work doesn't fit the calls")
    ratio = max(sum(mine), FLOOR) / max(sum(theirs), FLOOR)
    data: dict[str, JsonValue] = {"operations": [*mine], "reference": [*theirs], "ratio": round(ratio, 3)}
    if ratio > spec.most:
        message = (
            f"The programs that `{entry}` ran do {sum(mine):.0f} floating-point operations, {ratio:.3g} times as many "
            f"as the {tell_least(sum(theirs), FLOOR)}; {spec.most:g} times is allowed. Look for what is computed "
            "twice, such as a model that is called once more than needed or a part that `jax.checkpoint` repeats, and "
            "for arrays that are larger than they have to be."
        )
        return failed("work", "work.operations", message, data=data)
    told = f"The programs that it ran do {ratio:.3g} times as many floating-point operations as the reference's."
    return passed("work", told, data=data)


def judge_compiles(spec: CompilesSpec, view: CaseView) -> CheckResult:
    """Check how many programs were compiled from the submission's functions."""
    compiled = []
    for index, call in enumerate(view.calls):
        own = {trace.name for trace in call.evidence.traces}
        found = [segment for segment in call.evidence.segments if segment.kind == "compile" and segment.name in own]
        compiled += [(index, segment) for segment in found]
    cached = sum(segment.cached for _, segment in compiled)
    data: dict[str, JsonValue] = {
        "compiled": len(compiled),
        "cached": cached,
        "per_call": [sum(at == index for at, _ in compiled) for index in range(len(view.calls))],
    }
    told = f" ({cached} of them found in the persistent cache)" if cached else ""
    if len(compiled) <= spec.most:
        message = f"JAX asked for a compiled program {times(len(compiled))}{told}; {times(spec.most)} is allowed."
        return passed("compiles", message, data=data)
    index, surplus = compiled[spec.most]
    message = (
        f"JAX asked for a compiled program {times(len(compiled))}{told}, where {times(spec.most)} is enough. The first "
        f"surplus one is `{surplus.name}` {view.which(index)}. Each new shape, dtype, static value or function needs a "
        "program of its own: pad to a few shapes, and make each jitted function once."
    )
    return failed("compiles", "compiles.too_many", message, surplus.line, data=data)


CHECKS = {
    "work": Check(
        judge_work,
        {
            "work.operations": Code("the programs of the calls do too many floating-point operations"),
            "work.raises": Code("the entry point raises when the calls are made once more"),
        },
        example="{most: 1.5}",
        study=True,
        needs_reference=True,
    ),
    "compiles": Check(
        judge_compiles,
        {"compiles.too_many": Code("more programs were compiled than allowed")},
        example="{most: 1}",
    ),
    "cost": Check(
        judge_cost,
        {
            "cost.flops": Code("the program does too many floating-point operations"),
            "cost.bytes": Code("too many bytes are read and written"),
            "cost.memory": Code("too much temporary memory is needed"),
            "cost.unbounded_loop": Code("a loop's number of steps depends on values, so there are no figures"),
            "cost.callback": Code("the program calls back into Python, so there are no figures"),
            "cost.other_program": Code("the program that is counted gives a different answer from the call"),
            "cost.unreadable": Code("the entry point can't be compiled as one program"),
        },
        example="{flops: 2, temp_bytes: 4}",
        study=True,
        needs_reference=True,
    ),
}
