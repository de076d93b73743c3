"""Checks of how a submission uses JAX's and NNX's transformations: `wrapped_by`, `modes`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from grader.judge.checks.view import CaseView, Check, Code, ForgedEvidenceError, failed, passed, times
from grader.judge.checks.watching import tell_operations
from grader.judge.compare import Match, compare
from grader.judge.evidence import OperationEvidence
from grader.judge.explain import report_error

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.judge.checks.view import CallView
    from grader.judge.evidence import WrapperEvidence
    from grader.package.specs.transforms import ModesSpec, WrappedBySpec
    from grader.protocol import Value
    from grader.report import CheckResult


_OPERATIONS = TypeAdapter(list[OperationEvidence])

UNNAMED = "<unnamed function>"
"""JAX's name for a partial function or a callable object that nnx.jit wraps."""


def judge_wrapped_by(spec: WrappedBySpec, view: CaseView) -> CheckResult:
    """Check that a function is wrapped as asked, and that the wrapped one is what runs."""
    wanted = " or ".join(f"`{wrapper}`" for wrapper in spec.wrappers)
    named = f"`{spec.function}`" if spec.function is not None else "a function"
    all_notes = view.calls[-1].evidence.wrappers
    notes = [note for note in all_notes if note.kind != "aot" and _is_asked_for(spec, note, view)]
    right = [note for note in notes if note.kind in spec.wrappers]
    if not right:
        other = next(iter(notes), None)
        if other is not None:
            message = f"`{other.name}` is wrapped by `{other.kind}`; here it has to be {wanted}."
            return failed("wrapped_by", "wrapped.wrong_wrapper", message, other.line)
        return _explain_not_wrapped(named, wanted, [note for note in all_notes if note.kind in spec.wrappers])
    if not any(_is_used(spec, note, call) for note in right for call in view.calls):
        message = (
            f"`{right[0].name}` is wrapped by `{right[0].kind}`, but JAX never traced it. Call what the wrapper "
            "returns, not the function that was put in, and don't switch jit off with `jax.disable_jit`."
        )
        return failed("wrapped_by", "wrapped.not_used", message, right[0].line)
    again = _wrapped_again(spec, right, view)
    if again is not None:
        note, count, where = again
        why = (
            "JAX has to look for its program by a slow path each time, and compiles again if the function is a new one"
            if note.kind == "jax.jit"
            else "A new wrapper starts with an empty cache"
        )
        message = f"`{note.name}` was wrapped {times(count)} {where}. {why}: wrap once, outside, and call that."
        return failed("wrapped_by", "wrapped.rewrapped", message, note.line)
    lacking = _find_lacking(spec, view) if spec.takes is not None else None
    if lacking is not None:
        return lacking
    numbers = {note.number for note in right}
    aot = {note.number for note in all_notes if note.kind == "aot" and note.name in {one.name for one in right}}
    for index, call in enumerate(view.calls):
        count = sum(number in numbers | aot for number in call.evidence.called)
        if spec.at_least is not None and count < call.number(spec.at_least):
            message = f"`{right[0].name}` was called {times(count)} {view.which(index)}; at least "
            message += f"{times(call.number(spec.at_least))} is asked for."
            return failed("wrapped_by", "wrapped.too_seldom", message, right[0].line)
        if spec.at_most is not None and count > call.number(spec.at_most):
            message = f"`{right[0].name}` was called {times(count)} {view.which(index)}, where "
            message += f"{times(call.number(spec.at_most))} is enough."
            return failed("wrapped_by", "wrapped.too_often", message, right[0].line)
        if spec.is_exact and numbers & {*call.evidence.idle}:
            message = (
                f"`{right[0].name}` was called {view.which(index)} and returned nothing but numbers that it had been "
                "given. Each of its calls has to do its own part of the work."
            )
            return failed("wrapped_by", "wrapped.idle", message, right[0].line)
    return passed("wrapped_by", f"`{right[0].name}` is wrapped by `{right[0].kind}`, and runs that way.")


def _is_asked_for(spec: WrappedBySpec, note: WrapperEvidence, view: CaseView) -> bool:
    """Return whether a wrapper is that of the function asked for.

    The entry point must be the wrapper itself, since others call what has that name. Under `@jax.custom_vjp` above
    `@jax.jit`, for example, the name stands for what `custom_vjp` made.
    """
    if spec.function == view.manifest.entry_point:
        return spec.function in note.bound
    return spec.function is None or spec.function == note.name or spec.function in note.bound


def _explain_not_wrapped(named: str, wanted: str, others: Sequence[WrapperEvidence]) -> CheckResult:
    """Return the failing result for a file that doesn't wrap the function asked for, but may wrap `others`."""
    message, line = f"The file never wraps {named} in {wanted}.", None
    if others:
        line = others[0].line
        if named == f"`{others[0].name}`":
            message = (
                f"{named} is not what {wanted} returned: something else lies around the jitted function. Put the jit "
                "outermost, as the first of the decorators."
            )
            return failed("wrapped_by", "wrapped.not_wrapped", message, line)
        message += f" It wraps `{next(iter(others[0].bound), others[0].name)}`; here {named} itself has to be wrapped."
    return failed("wrapped_by", "wrapped.not_wrapped", message, line)


def _find_lacking(spec: WrappedBySpec, view: CaseView) -> CheckResult | None:
    """Return what is wrong if a function made by `nnx.jit` gets only parts of the model, or none gets the model."""
    for index, call in enumerate(view.calls):
        notes, seen = {note.number: note for note in call.evidence.wrappers}, call.evidence
        wrong = seen.lacking if seen.taking or seen.lacking else seen.called
        note = next((notes[number] for number in wrong if number in notes and notes[number].kind == "nnx.jit"), None)
        if note is not None:
            got = "arrays of it only" if note.number in seen.lacking else "nothing of it"
            message = (
                f"`{note.name}` was not given `{spec.takes}` as an argument {view.which(index)}, but {got}. `nnx.jit` "
                f"takes a model as it is: pass `{spec.takes}` itself to the function."
            )
            return failed("wrapped_by", "wrapped.no_model", message, note.line)
    return None


def _is_used(spec: WrappedBySpec, note: WrapperEvidence, call: CallView) -> bool:
    """Return whether a wrapped function was traced, and also called if calls can be seen."""
    traces = call.evidence.traces
    if note.kind == "jax.jit":
        kinds = {"jax.jit", "aot"}
        called = {
            other.name
            for other in call.evidence.wrappers
            if other.number in call.evidence.called and other.kind in kinds
        }
        if note.name in called:
            return True
    if note.kind == "nnx.jit":
        traced = any(trace.name in (note.name, UNNAMED) or any(one.line for one in trace.entered) for trace in traces)
        return traced and note.number in call.evidence.called
    return any(spec.function in (None, trace.name) for trace in traces)


def _wrapped_again(
    spec: WrappedBySpec, notes: Sequence[WrapperEvidence], view: CaseView
) -> tuple[WrapperEvidence, int, str] | None:
    """Return the wrapper that was made too often, how often, and where; None if there is none.

    Those that were made while JAX traced don't count: JAX makes them a part of the outer program.
    """
    if spec.rewrap == "any":
        return None
    groups: dict[tuple[str, int | None], list[WrapperEvidence]] = {}
    for note in notes:
        if note.traced:
            continue
        groups.setdefault((note.name, note.line if spec.function is None else None), []).append(note)
    before: set[int] = set()
    for index, call in enumerate(view.calls):
        made = {note.number for note in call.evidence.wrappers if note.in_call} - before
        before |= made
        for group in groups.values():
            count = sum(note.number in made for note in group)
            if count > 1:
                return group[-1], count, view.which(index)
    most = max(groups.values(), key=len, default=[])
    if spec.rewrap == "never" and len(most) > 1:
        return most[-1], len(most), "in all"
    return None


def judge_modes(spec: ModesSpec, view: CaseView) -> CheckResult:
    """Check that the calls return the same in NNX's other mode as before."""
    study = view.study("modes")
    if study.error is not None:
        error = report_error(study.error, hidden=view.hidden)
        line = study.error.frames[-1].line if study.error.frames else None
        told = "" if view.hidden or not error.message else f": {error.message.splitlines()[0][:200]}"
        message = (
            f"`{view.manifest.entry_point}` raised {error.type} when it ran in NNX's other mode{told}. In tree mode a "
            "model is a tree: share no variable, and return what a function changed."
        )
        return failed("modes", "modes.raises", message, line)
    match study.found:
        case {
            "mode": "tree" | "graph" as mode,
            "outputs": list(outputs),
            "operations": list(operations),
            "left": list(left),
        } if len(outputs) == len(operations) == len(left) == len(view.calls):
            pass
        case None:
            message = f"What `{view.manifest.entry_point}` returned in NNX's other mode can't be compared."
            return failed("modes", "modes.differs", message)
        case _:
            raise ForgedEvidenceError("the study of modes is malformed")
    for index, (call, output, models) in enumerate(zip(view.calls, outputs, left, strict=True)):
        if compare(output, call.output, spec.tolerance).match is Match.WRONG:
            message = (
                f"`{view.manifest.entry_point}` returned a different result {view.which(index)} when it ran in NNX's "
                f"{mode} mode. Code that works in both modes doesn't rely on references; it returns what it changes."
            )
            return failed("modes", "modes.differs", message)
        if not isinstance(models, dict):
            raise ForgedEvidenceError("the study of modes is malformed")
        for parameter, final in call.final.items():
            if compare(models.get(parameter), final, spec.tolerance).match is Match.WRONG:
                message = (
                    f"`{view.manifest.entry_point}` left something else in `{parameter}` {view.which(index)} when it "
                    f"ran in NNX's {mode} mode. Write what the steps changed into the model that was given."
                )
                return failed("modes", "modes.differs", message)
    outside = _find_outside(view, operations, mode)
    return outside or passed("modes", f"NNX's {mode} mode gives the same results.")


def _find_outside(view: CaseView, operations: Sequence[Value], mode: str) -> CheckResult | None:
    """Return what is wrong if `eager` is declared, and something computes outside of the jitted functions."""
    eager = view.manifest.checks.eager
    for index, found in enumerate(operations):
        outside = [one for one in _read_operations(found) if eager is not None and one.name not in eager.allow]
        if outside:
            message = (
                f"{tell_operations(outside)} ran outside of the jitted functions {view.which(index)} when "
                f"`{view.manifest.entry_point}` ran in NNX's {mode} mode. They belong inside in both modes."
            )
            return failed("modes", "modes.eager", message, outside[0].line)
    return None


def _read_operations(found: Value) -> list[OperationEvidence]:
    """Return the operations that the study of modes found in a call."""
    try:
        return _OPERATIONS.validate_python(found)
    except ValidationError:
        raise ForgedEvidenceError("the study of modes is malformed") from None


CHECKS = {
    "wrapped_by": Check(
        judge_wrapped_by,
        {
            "wrapped.not_wrapped": Code("the function is not wrapped"),
            "wrapped.wrong_wrapper": Code("the function is wrapped by something else"),
            "wrapped.not_used": Code("the wrapped function never ran, or ran with jit switched off"),
            "wrapped.rewrapped": Code("the function was wrapped more often than allowed"),
            "wrapped.idle": Code(
                "a call of the wrapped function computed nothing, where the number of calls is asked for"
            ),
            "wrapped.no_model": Code("the wrapped function was not given the model as an argument"),
            "wrapped.too_seldom": Code("the wrapped function was called less often than asked"),
            "wrapped.too_often": Code("the wrapped function was called more often than allowed"),
        },
        example="{wrappers: [nnx.jit], function: train_step, rewrap: never, at_least: steps}",
    ),
    "modes": Check(
        judge_modes,
        {
            "modes.raises": Code("the entry point raises in the other mode"),
            "modes.differs": Code("the entry point returns a different result in the other mode"),
            "modes.eager": Code("an operation computes outside of the jitted functions in the other mode"),
        },
        study=True,
        needs_reference=True,
    ),
}
