"""Checks that the answer comes from watched functions: `host`, `eager`, `follows`, `final_state`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from grader.judge.checks.structure import judge_nnx_state
from grader.judge.checks.view import CaseView, Check, Code, ForgedEvidenceError, as_code, failed, passed, times
from grader.judge.compare import Match, compare, flatten, is_inexact, magnitudes, numpy_dtype, to_numpy, widen
from grader.protocol import Array, Value, draw_words
from grader.report import Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from grader.judge.checks.view import CallView
    from grader.judge.evidence import Callee, FinalEvidence, FollowedEvidence, OperationEvidence, WrapperEvidence
    from grader.package.specs.watching import EagerSpec, FinalStateSpec, FollowsSpec, HostSpec
    from grader.report import CheckResult

MAX_DRAWN_NUMBERS = 2**24
FLOATS = ("float", "bfloat", "complex")
USUAL = (0.0, 1.0, -1.0)
MAX_NUMBERS = 2**18
FEW_NUMBERS = 3
"""The least count of numbers in an answer that can't be constants: a special case may return some without computing."""


def judge_host(spec: HostSpec, view: CaseView) -> CheckResult:
    """Check that no program calls back into Python, and that all arrays are JAX's."""
    for index, call in enumerate(view.calls):
        where = view.which(index)
        if spec.callbacks == "refuse" and call.evidence.callbacks:
            found = call.evidence.callbacks[0]
            message = (
                f"A program calls back into Python {where}, by `{found.name}`. The values leave JAX there: nothing "
                "that Python does with them is compiled. Write that part with `jax.numpy`."
            )
            return failed("host", "host.callback", message, found.line)
        if spec.numpy == "refuse" and call.evidence.numpy is not None and _has_arrays(call.asked.expected):
            message = (
                f"{call.evidence.numpy[:1].upper()}{call.evidence.numpy[1:]} is a NumPy array {where}, where a "
                "`jax.Array` is asked for. NumPy computes on the host, outside of JAX: write it with `jax.numpy`."
            )
            return failed("host", "host.numpy", message)
        if spec.numpy == "refuse" and _is_computed_elsewhere(view, call):
            message = (
                f"JAX computed nothing {where}: the numbers of the answer came from Python or NumPy. Hidden cases are "
                "judged by the program that JAX makes of your function, and a call is to do what that program does. "
                "Compute with `jax.numpy`, whether or not JAX is tracing."
            )
            return failed("host", "host.outside", message)
    return passed("host", "All arrays are JAX's, and nothing calls back into Python.")


def _is_computed_elsewhere(view: CaseView, call: CallView) -> bool:
    """Return whether a call's answer has new numbers although JAX ran no arithmetic; known only for sealed problems.

    Random numbers are drawn without arithmetic that is noted, so problems about keys are left out. If JAX can't make a
    program of the function, other checks say so, and why.
    """
    checks, evidence, study = view.manifest.checks, call.evidence, view.studies.get("sealed")
    if checks.sealed is None or checks.prng is not None or view.hidden or evidence.dispatches:
        return False
    if study is None or study.error is not None:
        return False
    given = _numbers(list(call.asked.args.values()))
    if not given.size or any(operation.arithmetic is not None for operation in evidence.operations):
        return False
    found = _numbers(call.output, MAX_NUMBERS)
    return int(np.count_nonzero(~np.isin(found, np.concatenate([given, -given, USUAL])))) >= FEW_NUMBERS


def _numbers(value: Value, most: int | None = None) -> np.ndarray[Any, Any]:
    """Return the finite floating-point numbers in the arrays of a value, each once; of many only the first `most`."""
    arrays = [to_numpy(array).ravel() for array in flatten(value) if is_inexact(array)]
    numbers = np.concatenate([np.zeros(0), *(widen(array[:most]).real for array in arrays[:most])])[:most]
    return np.unique(numbers[np.isfinite(numbers)])


def _has_arrays(value: Value) -> bool:
    if isinstance(value, list | tuple):
        return any(_has_arrays(item) for item in value)
    return any(_has_arrays(item) for item in value.values()) if isinstance(value, dict) else isinstance(value, Array)


def judge_eager(spec: EagerSpec, view: CaseView) -> CheckResult:
    """Check that nothing computes outside of the watched functions."""
    for index, call in enumerate(view.calls):
        where = view.which(index)
        found = [one for one in call.evidence.operations if one.arithmetic is not None and one.name not in spec.allow]
        if found:
            first = min(found, key=lambda one: one.line or 1_000_000)
            message = f"{tell_operations(found)} ran outside of {_name_watched(view, call)} {where}: {_advise(first)}"
            return failed("eager", "eager.operation", message, first.line)
        count = call.evidence.dispatches
        if spec.at_most is not None and count > call.number(spec.at_most):
            message = (
                f"{_name_watched(view, call, capital=True)} was called {times(count)} {where}, where "
                f"{times(call.number(spec.at_most))} is enough. A compiled program that Python calls in a loop is "
                "started once for each pass: put the loop inside, with `jax.vmap` or `jax.lax`."
            )
            return failed("eager", "eager.dispatches", message, _line_of(call))
    return passed("eager", "All floating-point arithmetic ran inside of jitted functions.")


def tell_operations(found: Sequence[OperationEvidence]) -> str:
    """Return the names of operations, as the start of a sentence."""
    names = list(dict.fromkeys(f"`{one.name.strip('_')}`" for one in found))
    listed = ", ".join(names[:3]) + (" and others" if len(names) > 3 else "")  # noqa: PLR2004 - as many as read well
    count = sum(one.count for one in found)
    return f"{listed} ({count} operations)" if count > 1 else listed


def _advise(first: OperationEvidence) -> str:
    if first.line is None:
        return "Python dispatched it separately. Move it into the jitted function."
    return f"Python dispatched the operations of line {first.line} one by one. Move that line into the jitted function."


def judge_follows(spec: FollowsSpec, view: CaseView) -> CheckResult:
    """Check, in the call whose watched functions returned drawn numbers, that the answer is made of those."""
    wanted = " or ".join(f"`{wrapper}`" for wrapper in spec.wrappers)
    for index, call in enumerate(view.calls):
        followed = call.evidence.followed
        if followed is None:
            continue
        where = view.which(index)
        note = _watched_note(call, spec)
        named = (
            f"`{note.name}`, which is made by `{_kind_of(note)}`"
            if note is not None
            else f"a function made by {wanted}"
        )
        line = note.line if note is not None else None
        if followed.error is not None:
            message = (
                f"`{view.manifest.entry_point}` raised {followed.error.type} {where}, when the call was repeated and "
                f"{named} returned different numbers. Take what the function returns as it is."
            )
            return failed("follows", "follows.raised", message, line)
        if not followed.drawn:
            message = (
                f"No function made by {wanted} computed the answer {where}. Put the computation into such a function, "
                "and return what it gives."
            )
            return failed("follows", "follows.not_called", message, line)
        drawn = _draw_all(view, followed)
        if not _comes_from(call.followed, call.asked.expected, drawn):
            message = (
                f"The answer doesn't come from {named} {where}. When the call was repeated and that function returned "
                "different numbers, the answer had numbers from elsewhere. Do all of the computation inside of the "
                "function, and return what it gives, reshaped or stacked if need be."
            )
            return failed("follows", "follows.elsewhere", message, line)
        callee = _find_given(followed) if spec.inputs else None
        if callee is not None:
            message = (
                f"`{callee.name}` was given numbers {where} that were computed elsewhere, in NumPy or in Python. Pass "
                f"it what `{view.manifest.entry_point}` was given, padded or reshaped if need be, and compute inside."
            )
            return failed("follows", "follows.given", message, callee.line)
        if spec.state:
            missed = _find_unfollowed(call, followed.final, call.followed_final, drawn)
            if missed is not None:
                message = (
                    f"`{missed}` doesn't come from {named} {where}: when that function returned different numbers, the "
                    "variable held numbers from elsewhere. Change the state inside of that function only."
                )
                return failed("follows", "follows.state", message, line)
    return passed("follows", f"The answer comes from what a function made by {wanted} returns.")


def _find_given(followed: FollowedEvidence) -> Callee | None:
    """Return a watched function that got numbers from elsewhere: many, or a few that change with the arguments.

    Numbers that stay the same when the arguments change are constants, which are allowed.
    """
    if followed.foreign:
        return followed.foreign[0]
    if followed.others_moved is None:
        return None
    constants = {number for one in followed.others_moved for number in one.numbers}
    return next((one for one in followed.others if not constants.issuperset(one.numbers)), None)


def _draw_all(view: CaseView, followed: FollowedEvidence) -> dict[str, np.ndarray[Any, Any]]:
    """Return, by dtype, the numbers that replaced outputs: each once, sorted."""
    if view.draw is None:
        raise ForgedEvidenceError("a call was drawn that should not be")
    numbers: dict[str, list[np.ndarray[Any, Any]]] = {}
    total = 0
    for number, one in enumerate(followed.drawn):
        if not one.dtype.startswith(FLOATS):
            raise ForgedEvidenceError("what was drawn has no floating-point dtype")
        total += int(np.prod(one.shape, dtype=object))
        if total > MAX_DRAWN_NUMBERS:
            raise ForgedEvidenceError("more was drawn than a call can return")
        values = draw_values(view.draw, number, tuple(one.shape), numpy_dtype(one.dtype))
        numbers.setdefault(one.dtype, []).append(_widen(values).ravel())
    return {dtype: np.unique(np.concatenate(arrays)) for dtype, arrays in numbers.items()}


def draw_values(seed: bytes, number: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Return the `number`-th array of a draw, in a floating dtype, with which the sandbox replaces an output."""
    words = np.frombuffer(draw_words(seed, number, math.prod(shape)), dtype="<u4")
    return ((words >> 8) / 2.0**24 + 0.5).reshape(shape).astype(dtype)


def _widen(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def _comes_from(got: Value, expected: Value, drawn: dict[str, np.ndarray[Any, Any]]) -> bool:
    """Return whether `got` has the expected structure, shapes and dtypes, and its floating-point numbers were drawn."""
    mismatch = compare(got, expected, 1.0).mismatch
    if mismatch is not None and mismatch.value in ("structure", "shape", "dtype"):
        return False
    return all(_is_drawn(leaf, drawn) for leaf in _arrays(got) if leaf.dtype.startswith(FLOATS))


def _is_drawn(leaf: Array, drawn: dict[str, np.ndarray[Any, Any]]) -> bool:
    values = _widen(to_numpy(leaf)).ravel()
    return bool(np.isin(values, np.concatenate([*drawn.values()])).all())


def _arrays(value: Value) -> Iterator[Array]:
    if isinstance(value, Array):
        yield value
    elif isinstance(value, list | tuple | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _arrays(item)


def _find_unfollowed(
    call: CallView, final: FinalEvidence | None, values: Mapping[str, Value], drawn: dict[str, np.ndarray[Any, Any]]
) -> str | None:
    """Return a variable that the reference changes but that is missing or holds numbers that weren't drawn, or None."""
    if final is None:
        return None
    for parameter, expected in call.asked.final.items():
        got, before = values.get(parameter), call.asked.initial.get(parameter)
        if not isinstance(got, dict) or not isinstance(expected, dict) or not isinstance(before, dict):
            continue
        for path, value in expected.items():
            if before.get(path) == value:
                continue
            if path not in got or not all(
                _is_drawn(a, drawn) for a in _arrays(got[path]) if a.dtype.startswith(FLOATS)
            ):
                return f"{parameter}.{path.partition(' ')[0]}"
    return None


def judge_final_state(spec: FinalStateSpec, view: CaseView) -> CheckResult:
    """Compare each variable of the models with the value that the reference left in it."""
    nnx_state = view.manifest.checks.nnx_state
    known = judge_nnx_state(nnx_state, view) if nnx_state is not None else None
    if known is not None and not known.passed:
        return failed("final_state", "final_state.known", known.message, known.line)  # it knows the reason
    for index, call in enumerate(view.calls):
        where, final = view.which(index), call.evidence.final
        if final is None:
            raise ForgedEvidenceError("nothing was told of the models")
        for parameter in spec.parameters:
            result = _judge_model(spec, parameter, call, where)
            if result is not None:
                return result
        if final.moved:
            message = (
                f"`{final.moved[0]}` is a different variable object from before {where}: an optimizer, for example, "
                "that holds the model's original one won't see the changes. Write into it instead: "
                f"`{as_code(final.moved[0])}[...] = value`."
            )
            return failed("final_state", "final_state.moved", message)
        if final.later:
            returned = where.removeprefix("in ") + (", or a later one," if len(view.calls) > 1 else "")
            message = (
                f"`{final.later[0]}` changed after {returned} had returned. A call must finish changing a model before "
                "it returns."
            )
            return failed("final_state", "final_state.later", message)
    return passed("final_state", "The models are, after each call, what they should be.")


def _judge_model(spec: FinalStateSpec, parameter: str, call: CallView, where: str) -> CheckResult | None:
    expected, got = call.asked.final.get(parameter), call.final.get(parameter)
    initial = call.asked.initial.get(parameter)
    if not isinstance(expected, dict):
        raise ForgedEvidenceError(f"the reference left no model in {parameter}")
    if not isinstance(got, dict):
        message = (
            f"`{parameter}` holds something {where} that isn't an array, or holds too much. Leave only arrays in its "
            "variables."
        )
        return failed("final_state", "final_state.structure", message)
    kinds = {path.partition(" ")[0]: path for path in got}
    for path, value in expected.items():
        name, _, kind = path.partition(" ")
        if path not in got:
            became = kinds.get(name)
            what = f"is of type {became.partition(' ')[2].strip('()')}" if became is not None else "is gone"
            message = f"`{parameter}.{name}` {what} {where}, where a {kind.strip('()')} should be."
            return failed("final_state", "final_state.structure", message)
        before = initial.get(path) if isinstance(initial, dict) else None
        least = Match.BIT_EQUAL if spec.match == "bit_equal" else Match.WITHIN_TOLERANCE
        found = compare(got[path], value, spec.tolerance, least=least, scales=magnitudes(before))
        if found.mismatch is not None:
            words = found.words.replace("the output ", "it ", 1)
            message = (
                f"`{parameter}.{name}` doesn't hold what it should after {where.removeprefix('in ')}: {words}. What is "
                "returned may be right all the same. Look at what the call changes in the model, how often, and in "
                "which order."
            )
            return failed("final_state", "final_state.value", message)
    added = next((path for path in got if path not in expected), None)
    if added is not None:
        name, _, kind = added.partition(" ")
        message = f"`{parameter}.{name}` is a {kind.strip('()')} that was added {where}. Add nothing to the model."
        return failed("final_state", "final_state.structure", message)
    return None


def _watched_note(call: CallView, spec: FollowsSpec) -> WrapperEvidence | None:
    notes = {note.number: note for note in call.evidence.wrappers}
    called = [notes[number] for number in call.evidence.called if number in notes]
    return next((note for note in reversed(called) if note.kind in spec.kinds()), None)


def _name_watched(view: CaseView, call: CallView, *, capital: bool = False) -> str:
    """Return words for the watched function or, if there is none, for the wrapper that should make one."""
    notes = {note.number: note for note in call.evidence.wrappers}
    name = next((notes[number].name for number in call.evidence.called if number in notes), None)
    if name is not None:
        return f"`{name}`"
    return f"{'A' if capital else 'a'} function made by {view.manifest.checks.wrapper}"


def _kind_of(note: WrapperEvidence) -> str:
    return "jax.jit" if note.kind == "aot" else note.kind


def _line_of(call: CallView) -> int | None:
    notes = {note.number: note for note in call.evidence.wrappers}
    return next((notes[number].line for number in call.evidence.called if number in notes), None)


CHECKS = {
    "host": Check(
        judge_host,
        {
            "host.callback": Code("a program calls back into Python"),
            "host.numpy": Code("a NumPy array stands where a `jax.Array` is asked for", Verdict.INVALID_OUTPUT),
            "host.outside": Code("JAX computed nothing, and the answer came from Python or NumPy"),
        },
        example="{callbacks: refuse}",
    ),
    "eager": Check(
        judge_eager,
        {
            "eager.operation": Code("an operation computes outside of the jitted functions"),
            "eager.dispatches": Code("a jitted function was called more often than asked, from Python"),
        },
        example="{allow: [add]}",
    ),
    "follows": Check(
        judge_follows,
        {
            "follows.not_called": Code("no jitted function returned anything that the answer could come from"),
            "follows.elsewhere": Code("the answer doesn't come from what the jitted function returns"),
            "follows.given": Code("a jitted function is given numbers that were computed outside of it"),
            "follows.state": Code("a variable's value doesn't come from what the jitted function returns"),
            "follows.raised": Code("the code raised an error when the jitted function returned different numbers"),
        },
        example="{wrappers: [nnx.jit]}",
    ),
    "final_state": Check(
        judge_final_state,
        {
            "final_state.structure": Code("a variable is missing, was added, or has a different type"),
            "final_state.known": Code("the models are not what they should be, for the reason that `nnx_state` gives"),
            "final_state.value": Code(
                "a variable holds a different value than the reference leaves", Verdict.WRONG_ANSWER
            ),
            "final_state.moved": Code("a variable was replaced by another one"),
            "final_state.later": Code("a variable changed after the call had returned"),
        },
        example="{parameters: [model]}",
    ),
}
