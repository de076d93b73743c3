"""Checks of what comes back from a call: `values`, `repeat`, `inputs_unchanged`, `roundtrip`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.judge.checks.view import CaseView, Check, Code, ForgedEvidenceError, failed, passed
from grader.judge.compare import BIT_EQUAL, ORDER, Match, Mismatch, compare, leaves, same_bits
from grader.judge.diagnosis import MEANINGS, Known, diagnose
from grader.judge.explain import explain_error
from grader.judge.picture import draw, tell
from grader.judge.relations import Kind
from grader.protocol import Make
from grader.report import Verdict

if TYPE_CHECKING:
    from pydantic import JsonValue

    from grader.bundle.contents import CaseCall
    from grader.judge.compare import Comparison
    from grader.package.specs.outputs import InputsUnchangedSpec, RepeatSpec, RoundtripSpec, ValuesSpec
    from grader.protocol import Value
    from grader.report import CheckResult

_MATCH_WORDS = {
    Match.BIT_EQUAL: "equal to the reference, bit for bit",
    Match.WITHIN_ULP: "equal to the reference up to the last bits",
    Match.WITHIN_TOLERANCE: "equal to the reference within rounding",
}
_FROZEN = (
    "This call ran a program that JAX traced in an earlier one. What the program read from a global, an attribute or "
    "an outer variable still has its value from then; pass it as an argument. And where a class of yours defines `==`, "
    "it must look at everything static that the program depends on."
)
_KEPT = (
    "This call ran no program of JAX, so its result was kept from an earlier call, as in a dict or by a cache. The key "
    "must differ wherever the result does; it is easiest to keep nothing."
)
_ORDER_MATTERS = (
    "Wrong calls are right when the calls are made in a different order: something that an earlier call left behind "
    "explains the error."
)
_ODD = "Look for a division by zero, an overflow, or a root or logarithm out of its range."
_MAX_KNOWN = 32
"""The maximum number of earlier results, and of arguments, with which a wrong array is compared."""
_LEAST = {"bit_equal": Match.BIT_EQUAL, "within_ulp": Match.WITHIN_ULP, "tolerance": Match.WITHIN_TOLERANCE}


def judge_values(spec: ValuesSpec, view: CaseView) -> CheckResult:
    """Compare each call's output with the expected one."""
    worst = BIT_EQUAL
    for index, call in enumerate(view.calls):
        where = view.which(index)
        if call.evidence.unsendable is not None:
            message = f"{call.evidence.unsendable} {where}; {view.manifest.returns.type} is expected."
            return failed("values", "values.structure", _capital(message), data={"call": index})
        asked = call.asked
        result = compare(call.output, asked.expected, spec.tolerance, least=_LEAST[spec.match], scales=asked.scales)
        if result.mismatch is not None:
            return _explain_mismatch(spec, view, index, result)
        if ORDER.index(result.match) > ORDER.index(worst.match):
            worst = result
    data: dict[str, JsonValue] = {
        "match": worst.match.value,
        "scaled_error_eps": round(worst.scaled_error, 3),
        "max_ulp": worst.max_ulp,
    }
    return passed("values", f"The values are {_MATCH_WORDS[worst.match]}.", data=data)


def _explain_mismatch(spec: ValuesSpec, view: CaseView, index: int, result: Comparison) -> CheckResult:
    """Return the failing result for the first call whose output is wrong."""
    message, told = f"{result.words} {view.which(index)}.", dict[str, "JsonValue"](call=index)
    if result.drawable is not None and not view.hidden:
        drawn = draw(*result.drawable, result.path, result.cancelled)
        message, told = f"{message[:-1]}: {tell(drawn)}.", told | drawn
    found = diagnose(result, spec.tolerance, _gather_known(view, index, result.path))
    if found is not None:
        told["difference"] = found.as_json(hidden=view.hidden)
        message = f"{message} {MEANINGS[found.kind] if view.hidden else found.words}"
    if result.mismatch == "not_finite" and " has a NaN" in result.words:
        message = f"{message} {_ODD}"
    stale = (found is not None and found.kind is Kind.STALE) or _has_old_shape(view, index, result)
    message += _explain_leftover(spec, view, index, stale=stale)
    return failed("values", f"values.{result.mismatch}", _capital(message), data=told)


def _gather_known(view: CaseView, index: int, path: str) -> Known:
    """Return what the wrong leaf at `path` of the output of call `index` can be compared with."""
    call = view.calls[index]
    stale = [
        (f"what call {number + 1} should have returned", before[path])
        for number, earlier in enumerate(view.calls[:index][-_MAX_KNOWN:], start=max(0, index - _MAX_KNOWN))
        if path in (before := leaves(earlier.asked.expected))
    ]
    expected = leaves(call.asked.expected)
    others = [(f"what `{name}` should be", leaf) for name, leaf in expected.items() if name != path]
    arguments = list(leaves(call.asked.args).items())[:_MAX_KNOWN]
    numbers = [(name, value) for name, value in call.asked.args.items() if type(value) in (int, float)]
    earlier = [
        (name, f"call {number + 1}", value)
        for number, before in reversed(list(enumerate(view.calls[:index])))
        for name, value in before.asked.args.items()
        if type(value) is float  # an int is a count or a size, whose ratios explain too much
    ]
    return Known(stale, others[:_MAX_KNOWN], arguments, numbers, earlier[:_MAX_KNOWN])  # type: ignore[arg-type]  # they are numbers


def _explain_leftover(spec: ValuesSpec, view: CaseView, index: int, *, stale: bool) -> str:
    """Return words for a wrong call that may have used what an earlier one left behind; empty if nothing says so.

    `stale` says whether it returned what would have been right in an earlier call.
    """
    evidence = view.calls[index].evidence
    if evidence.traces or not any(call.evidence.traces for call in view.calls[:index]):
        return ""
    why = _FROZEN if evidence.dispatches or evidence.operations or evidence.called else _KEPT
    if stale:
        return f" {why}"
    return f" {_ORDER_MATTERS} {why}" if _is_right_in_another_order(spec, view, index) else ""


def _has_old_shape(view: CaseView, index: int, result: Comparison) -> bool:
    """Return whether this call's array has a wrong shape, which would have been right in an earlier call."""
    if result.mismatch is not Mismatch.SHAPE or result.leaf is None:
        return False
    olds = (leaves(call.asked.expected).get(result.path) for call in view.calls[:index])
    return any(old is not None and old.shape == result.leaf[0].shape for old in olds)


def _is_right_in_another_order(spec: ValuesSpec, view: CaseView, index: int) -> bool:
    """Return whether a wrong call, from `index` on, was right when the calls were made in another order.

    Only then is it certain that something left behind by an earlier call explains the numbers.
    """
    reordered = view.manifest.checks.repeat is not None and view.manifest.checks.repeat.reordered
    study = view.study("repeat") if reordered else None
    if study is None or not isinstance(study.found, list):
        return False
    later = [(number, call) for number, call in enumerate(view.calls) if number >= index]
    wrong = {n: call for n, call in later if not _is_right(spec, call.output, call.asked)}
    runs = zip(_order(len(view.calls)), study.found, strict=False)
    return any(number in wrong and _is_right(spec, output, wrong[number].asked) for number, output in runs)


def _is_right(spec: ValuesSpec, output: Value, asked: CaseCall) -> bool:
    return compare(output, asked.expected, spec.tolerance, scales=asked.scales).mismatch is None


def _order(count: int) -> list[int]:
    """Return the order in which the study of `repeat` makes the calls: from the last to the first and back."""
    return [*reversed(range(count)), *range(count)]


def judge_repeat(spec: RepeatSpec, view: CaseView) -> CheckResult:
    """Check that calls with equal arguments returned equal bits."""
    compared = 0
    for second, call in enumerate(view.calls):
        for first, earlier in enumerate(view.calls[:second]):
            names = [name for name in call.asked.args if name not in spec.ignoring]
            if not all(same_bits(call.asked.args[name], earlier.asked.args[name]) for name in names):
                continue
            compared += 1
            if not same_bits(call.output, earlier.output):
                message = (
                    f"Call {second + 1} got the same input as call {first + 1} but returned a different result. A "
                    "call must not change what a later one returns: keep no state outside of the function."
                )
                return failed("repeat", "repeat.differs", message)
    if spec.reordered:
        result = _judge_reordered(view)
        if result is not None:
            return result
    words = "Equal inputs gave equal bits." if compared else "No two calls of this case have equal inputs."
    return passed("repeat", words, data={"compared": compared})


def _judge_reordered(view: CaseView) -> CheckResult | None:
    """Check that the calls returned the same in another order as in the first."""
    study, count, name = view.study("repeat"), len(view.calls), view.manifest.entry_point
    if study.error is not None:
        _, _, why, line = explain_error(study.error, hidden=view.hidden)
        message = f"`{name}` raised an error when the calls were made again, in a different order. {why}"
        return failed("repeat", "repeat.raised", message, line)
    order = _order(count)
    outputs = study.found if study.found is not None else [None] * len(order)  # None: it could not be sent
    if not isinstance(outputs, list) or len(outputs) != len(order):
        raise ForgedEvidenceError("the calls were not made in another order")
    for index, output in zip(order, outputs, strict=True):
        if not same_bits(output, view.calls[index].output):
            message = (
                f"Call {index + 1} returned a different result when the calls were made in a different order. "
                f"Something that an earlier call left behind, such as a global or a cache, changes what `{name}` "
                "returns."
            )
            return failed("repeat", "repeat.order", message)
    return None


def judge_inputs_unchanged(_: InputsUnchangedSpec, view: CaseView) -> CheckResult:
    """Check that each call left the arrays that it was given unchanged."""
    for index, call in enumerate(view.calls):
        found = call.evidence.inputs
        if found is not None and found.what == "deleted":
            message = f"`{found.parameter}` was deleted {view.which(index)}: its buffer was donated or freed."
            return failed("inputs_unchanged", "inputs.deleted", message)
        if found is not None:
            message = f"`{found.parameter}` was changed in place {view.which(index)}; leave the inputs as they are."
            return failed("inputs_unchanged", "inputs.changed", message)
    return passed("inputs_unchanged", "The inputs were left as they were.")


def judge_roundtrip(spec: RoundtripSpec, view: CaseView) -> CheckResult:
    """Check that an instance keeps its fields when it is flattened and unflattened, and that JAX finds its arrays."""
    for index, call in enumerate(view.calls):
        wanted, found = call.asked.args[spec.parameter], call.evidence.roundtrip
        if not isinstance(wanted, Make):
            continue
        if found is None or found.error is not None:
            what = (found.error if found is not None else None) or "nothing was reported"
            message = f"An instance of `{wanted.name}` can't be flattened and unflattened {view.which(index)}: {what}."
            if what.startswith("it has no attribute"):  # as it was made, before anything is flattened
                message = (
                    f"An instance of `{wanted.name}` has no attribute {what.removeprefix('it has no attribute ')} "
                    f"{view.which(index)}. Keep each argument of the class under its own name."
                )
            return failed("roundtrip", "roundtrip.failed", message)
        for name, value in wanted.fields.items():
            if name not in call.roundtrip or compare(call.roundtrip[name], value, 1.0).match is not Match.BIT_EQUAL:
                message = (
                    f"`{wanted.name}.{name}` doesn't hold what the class was given {view.which(index)}, even before "
                    "it is flattened. Keep each argument as it is, in the attribute of its name."
                    if name in found.kept
                    else f"`{wanted.name}.{name}` has a different value after flatten and unflatten "
                    f"{view.which(index)}. Each field must be a child or part of the auxiliary data, and come back "
                    "from it."
                )
                return failed("roundtrip", "roundtrip.lost", message)
    return passed("roundtrip", "The instances survive flatten and unflatten.")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


CHECKS = {
    "values": Check(
        judge_values,
        {
            "values.structure": Code("the output has a different kind or structure", Verdict.INVALID_OUTPUT),
            "values.shape": Code("an array has a different shape", Verdict.INVALID_OUTPUT),
            "values.dtype": Code("an array has a different dtype", Verdict.INVALID_OUTPUT),
            "values.not_finite": Code("there is a NaN or an infinity where none is expected", Verdict.WRONG_ANSWER),
            "values.rounding": Code(
                "the values are right within rounding, but not as exactly as this problem asks", Verdict.WRONG_ANSWER
            ),
            "values.mismatch": Code("the numbers differ by more than rounding", Verdict.WRONG_ANSWER),
        },
        example="{tolerance: 8}",
    ),
    "repeat": Check(
        judge_repeat,
        {
            "repeat.differs": Code("equal inputs gave different bits", Verdict.WRONG_ANSWER),
            "repeat.order": Code(
                "a call returned different bits when the calls were made in a different order", Verdict.WRONG_ANSWER
            ),
            "repeat.raised": Code(
                "a call raised an error when the calls were made in a different order", Verdict.WRONG_ANSWER
            ),
        },
        example="{ignoring: [num_calls]}",
        study=True,
    ),
    "inputs_unchanged": Check(
        judge_inputs_unchanged,
        {
            "inputs.changed": Code("an argument was changed in place"),
            "inputs.deleted": Code("an argument's buffer was donated or freed"),
        },
    ),
    "roundtrip": Check(
        judge_roundtrip,
        {
            "roundtrip.failed": Code("an instance can't be flattened and unflattened"),
            "roundtrip.lost": Code(
                "a field has a different value after flattening and unflattening, or never held what the class was "
                "given"
            ),
        },
        example="{parameter: box}",
    ),
}
