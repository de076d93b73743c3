"""Checks of what came back: `values`, `repeat`, `inputs_unchanged`, `roundtrip`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.judge.checks.view import CaseView, Check, Code, ForgedEvidenceError, failed, passed
from grader.judge.compare import BIT_EQUAL, ORDER, Match, compare, same_bits
from grader.judge.explain import explain_error
from grader.judge.picture import draw, tell
from grader.protocol import Make
from grader.report import Verdict

if TYPE_CHECKING:
    from pydantic import JsonValue

    from grader.report import CheckResult
    from grader.specs.outputs import InputsUnchangedSpec, RepeatSpec, RoundtripSpec, ValuesSpec

_MATCH_WORDS = {
    Match.BIT_EQUAL: "equal to the reference, bit for bit",
    Match.WITHIN_ULP: "equal to the reference up to the last bits",
    Match.WITHIN_TOLERANCE: "equal to the reference within rounding",
}
_FROZEN = (
    "This call ran a program that JAX traced in an earlier one. What the program read from a global, an attribute or "
    "an outer variable is still as it was then; pass it as an argument. And where a class of yours defines `==`, it "
    "must look at everything static that the program depends on."
)
_ODD = "Look for a division by zero, an overflow, or a root or logarithm out of its range."
_LEAST = {"bit_equal": Match.BIT_EQUAL, "within_ulp": Match.WITHIN_ULP, "tolerance": Match.WITHIN_TOLERANCE}


def judge_values(spec: ValuesSpec, view: CaseView) -> CheckResult:
    """Compare each call's output with the expected one."""
    worst = BIT_EQUAL
    told: dict[str, JsonValue]
    for index, call in enumerate(view.calls):
        where = view.which(index)
        if call.evidence.unsendable is not None:
            message = f"{call.evidence.unsendable} {where}; {view.manifest.returns.type} is expected."
            return failed("values", "values.structure", _capital(message), data={"call": index})
        result = compare(call.output, call.asked.expected, spec.tolerance, least=_LEAST[spec.match])
        if result.mismatch is not None:
            message, told = f"{result.words} {where}.", {"call": index}
            if result.leaf is not None and not view.hidden:
                drawn = draw(*result.leaf, result.path)
                message, told = f"{result.words} {where}: {tell(drawn)}.", told | drawn
            if result.mismatch == "not_finite" and " has a NaN" in result.words:
                message = f"{message} {_ODD}"
            if result.mismatch in ("mismatch", "shape") and _ran_old_program(view, index):
                message = f"{message} {_FROZEN}"
            return failed("values", f"values.{result.mismatch}", _capital(message), data=told)
        if ORDER.index(result.match) > ORDER.index(worst.match):
            worst = result
    data: dict[str, JsonValue] = {
        "match": worst.match.value,
        "scaled_error_eps": round(worst.scaled_error, 3),
        "max_ulp": worst.max_ulp,
    }
    return passed("values", f"The values are {_MATCH_WORDS[worst.match]}.", data=data)


def _ran_old_program(view: CaseView, index: int) -> bool:
    """Say whether earlier calls were traced and this one was not; those before it are known to be right."""
    return not view.calls[index].evidence.traces and any(call.evidence.traces for call in view.calls[:index])


def judge_repeat(spec: RepeatSpec, view: CaseView) -> CheckResult:
    """Compare the bits that calls with equal arguments returned."""
    compared = 0
    for second, call in enumerate(view.calls):
        for first, earlier in enumerate(view.calls[:second]):
            names = [name for name in call.asked.args if name not in spec.ignoring]
            if not all(same_bits(call.asked.args[name], earlier.asked.args[name]) for name in names):
                continue
            compared += 1
            if not same_bits(call.output, earlier.output):
                message = (
                    f"Call {second + 1} got the same input as call {first + 1} and returned something else. "
                    "A forward pass must not change what the next one returns."
                )
                return failed("repeat", "repeat.differs", message)
    if spec.reordered:
        result = _judge_reordered(view)
        if result is not None:
            return result
    words = "Equal inputs gave equal bits." if compared else "No two calls of this case have equal inputs."
    return passed("repeat", words, data={"compared": compared})


def _judge_reordered(view: CaseView) -> CheckResult | None:
    """Compare what the calls returned in another order with what they returned at first."""
    study, count, name = view.study("repeat"), len(view.calls), view.manifest.entry_point
    if study.error is not None:
        _, _, why, line = explain_error(study.error, hidden=view.hidden)
        message = f"`{name}` raised an error when the calls were made once more, in another order. {why}"
        return failed("repeat", "repeat.raised", message, line)
    order = [*reversed(range(count)), *range(count)]
    outputs = study.found if study.found is not None else [None] * len(order)  # None: it could not be sent
    if not isinstance(outputs, list) or len(outputs) != len(order):
        raise ForgedEvidenceError("the calls were not made in another order")
    for index, output in zip(order, outputs, strict=True):
        if not same_bits(output, view.calls[index].output):
            message = (
                f"Call {index + 1} returned something else when the calls were made in another order. Something that "
                f"an earlier call left behind, such as a global or a cache, changes what `{name}` returns."
            )
            return failed("repeat", "repeat.order", message)
    return None


def judge_inputs_unchanged(_: InputsUnchangedSpec, view: CaseView) -> CheckResult:
    """See that the arrays given to each call are as they were."""
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
    """See that the instance keeps its fields when flattened and unflattened."""
    for index, call in enumerate(view.calls):
        wanted, found = call.asked.args[spec.parameter], call.evidence.roundtrip
        if not isinstance(wanted, Make):
            continue
        if found is None or found.error is not None:
            what = found.error if found is not None else "nothing was reported"
            message = f"`{wanted.name}` does not survive flatten and unflatten {view.which(index)}: {what}."
            return failed("roundtrip", "roundtrip.failed", message)
        for name, value in wanted.fields.items():
            if name not in call.roundtrip or compare(call.roundtrip[name], value, 1.0).match is not Match.BIT_EQUAL:
                message = (
                    f"`{wanted.name}.{name}` is another value after flatten and unflatten {view.which(index)}. "
                    "Each field must be a child or part of the auxiliary data, and come back from it."
                )
                return failed("roundtrip", "roundtrip.lost", message)
    return passed("roundtrip", "The instances survive flatten and unflatten.")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


CHECKS = {
    "values": Check(
        judge_values,
        {
            "values.structure": Code("the output is of another kind or structure", Verdict.INVALID_OUTPUT),
            "values.shape": Code("an array has another shape", Verdict.INVALID_OUTPUT),
            "values.dtype": Code("an array has another dtype", Verdict.INVALID_OUTPUT),
            "values.not_finite": Code("there is a NaN or an infinity where none is expected", Verdict.INVALID_OUTPUT),
            "values.rounding": Code("equal within rounding, where `match` asks for more", Verdict.WRONG_ANSWER),
            "values.mismatch": Code("the numbers differ by more than rounding", Verdict.WRONG_ANSWER),
        },
        example="{tolerance: 8}",
    ),
    "repeat": Check(
        judge_repeat,
        {
            "repeat.differs": Code("equal inputs gave other bits", Verdict.WRONG_ANSWER),
            "repeat.order": Code("other bits when the calls are made in another order", Verdict.WRONG_ANSWER),
            "repeat.raised": Code("an error when the calls are made in another order", Verdict.WRONG_ANSWER),
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
            "roundtrip.lost": Code("a field is another value after that"),
        },
        example="{parameter: box}",
    ),
}
