"""Checks of derivatives: `gradients`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from pydantic import Field

from grader.judge.checks.view import CaseView, Check, Code, ForgedEvidenceError, Found, failed, passed, read_found
from grader.judge.compare import Mismatch, compare, flatten, is_inexact, leaves, to_numpy
from grader.judge.diagnosis import MEANINGS, Known, diagnose
from grader.judge.explain import explain_error
from grader.judge.picture import draw, tell
from grader.protocol import Array, Value
from grader.report import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import JsonValue

    from grader.judge.compare import Comparison
    from grader.judge.evidence import ErrorEvidence
    from grader.judge.relations import Relation
    from grader.package.specs.gradients import GradientsSpec
    from grader.report import CheckResult

AGREES = 4e-3
"""The maximum distance between a derivative and a finite difference, relative to the larger of the two."""
NOISE = 1e-3
"""A finite difference counts if rounding can change it by at most this fraction."""
_RULES = {
    r"\(jvp\) to a custom_vjp": "It goes through a `jax.custom_vjp`, which has a rule for reverse mode only. "
    "A `jax.custom_jvp` serves both modes.",
    r"Reverse-mode differentiation does not work": "It goes through a loop whose number of steps is only known while "
    "it runs, but reverse mode has to store every step: use `jax.lax.scan`, or a `fori_loop` with fixed bounds.",
    r"concrete value is expected|__array__\(\) was called|concretiz": "It takes a value out of JAX, by `float`, `int`, "
    "`.item()` or NumPy, which loses its derivative. Use `jnp` throughout.",
}
"""Patterns of JAX's messages about functions that it can't differentiate, and what to tell the learner."""


class Numeric(Found):
    """A derivative as JAX returns it, and as measured: for each step the change ahead, behind, and due to rounding."""

    mode: Literal["forward", "reverse"]
    claimed: float
    measured: Annotated[list[Annotated[list[float], Field(min_length=3, max_length=3)]], Field(max_length=16)]


def judge_gradients(spec: GradientsSpec, view: CaseView) -> CheckResult:
    """Compare each call's derivatives with the reference's, and with finite differences."""
    study, wanted = view.study("gradients"), view.reference("gradients")
    if study.error is not None:
        return _judge_error(study.error, view)
    found = study.found
    if not isinstance(found, list) or not isinstance(wanted, list) or len(found) != len(wanted):
        raise ForgedEvidenceError("the derivatives are not those of the calls")
    for index, (got, want) in enumerate(zip(found, wanted, strict=True)):
        asked = (want.keys() | {"values"}) if isinstance(want, dict) else set[str]()  # older bundles have no values
        if not isinstance(got, dict) or not isinstance(want, dict) or got.keys() != asked:
            raise ForgedEvidenceError("a call's derivatives are not those asked for")
        result = _judge_values(spec, view, index, got["values"])
        if result is not None:
            return result
        for mode in spec.modes:
            result = _judge_mode(spec, view, index, mode, (got[mode], want[mode]))
            if result is not None:
                return result
        result = _judge_numeric(view, index, got["numeric"])
        if result is not None:
            return result
    names = ", ".join(f"`{name}`" for name in spec.wrt)
    return passed("gradients", f"The derivatives with respect to {names} are right.")


def _judge_values(spec: GradientsSpec, view: CaseView, index: int, found: Value) -> CheckResult | None:
    """Check that the differentiated function returned the same answer as the call."""
    values, call = view.manifest.checks.values, view.calls[index]
    returned: list[Value] = [array for array in flatten(call.output) if is_inexact(array)]
    if not isinstance(found, dict) or found.keys() != set(spec.modes):
        raise ForgedEvidenceError("the outputs are not those of the modes asked for")
    tolerance = max(spec.tolerance, values.tolerance if values is not None else 0.0)
    for mode, differentiated in found.items():
        if compare(differentiated, returned, tolerance).mismatch is not None:
            message = (
                f"`{view.manifest.entry_point}` returns different values {view.which(index)} when it is differentiated "
                f"in {mode} mode than when it is called. It must compute the same, however it is called."
            )
            return failed("gradients", "gradients.other_values", message)
    return None


def _judge_mode(
    spec: GradientsSpec, view: CaseView, index: int, mode: str, pair: tuple[Value, Value]
) -> CheckResult | None:
    got, want = pair
    if not isinstance(got, list) or not isinstance(want, list) or len(got) != len(want):
        raise ForgedEvidenceError("not as many derivatives as asked for")
    for order, (mine, theirs) in enumerate(zip(got, want, strict=True), start=1):
        nth = "second derivative" if order > 1 else "gradient" if mode == "reverse" else "derivative"
        if mode == "reverse":
            if not isinstance(mine, dict) or not isinstance(theirs, dict) or mine.keys() != theirs.keys():
                raise ForgedEvidenceError("not the gradients of the parameters asked for")
            roots = {name: f"the {nth} with respect to `{name}`" for name in theirs}
            leaves = [(roots[name], mine[name], theirs[name]) for name in theirs]
        else:
            names = ", ".join(f"`{name}`" for name in spec.wrt)
            leaves = [(f"the forward-mode {nth} with respect to {names}", mine, theirs)]
        for root, one, other in leaves:
            single = isinstance(one, list) and isinstance(other, list) and len(one) == len(other) == 1
            one, other = (one[0], other[0]) if single else (one, other)  # type: ignore[index]  # noqa: PLW2901
            result = compare(one, other, spec.tolerance, root=root)
            if result.mismatch is not None:
                relation = diagnose(result, spec.tolerance, Known(arguments=_arguments(spec, view, index)))
                return _tell(view, index, root, (one, other), result, relation)
    return None


def _arguments(spec: GradientsSpec, view: CaseView, index: int) -> list[tuple[str, Array]]:
    """Return the array arguments of a call with respect to which derivatives are taken."""
    args = view.calls[index].asked.args
    return [pair for name in spec.wrt for pair in leaves(args[name], name).items()]


def _is_alone(view: CaseView, index: int) -> bool:
    """Return whether the study differentiates this call with respect to one parameter after the other."""
    spec, in_program = view.manifest.checks.gradients, view.hidden and view.manifest.checks.sealed is not None
    return spec is not None and len(spec.wrt) > 1 and spec.order == 1 and index % 2 == 1 and not in_program


def _tell(
    view: CaseView, index: int, root: str, pair: tuple[Value, Value], result: Comparison, relation: Relation | None
) -> CheckResult:
    """Return the failing result for a derivative that differs from the reference's."""
    got, want = pair
    where, start = view.which(index), f"T{root[1:]}"
    if _is_alone(view, index):
        where += ", which is differentiated with respect to each parameter alone"
    if result.mismatch is Mismatch.NOT_FINITE and not _is_finite(got):
        spec = view.manifest.checks.gradients
        if spec is not None and spec.zero_rows:
            cause = "Look for a division by zero and for zero times infinity in your rule: a count or a norm may be 0."
            if any(clears_row(array.shape) for array in flatten(view.calls[index].output) if is_inexact(array)):
                cause += " One row of the gradient that comes in is zero here."
        else:
            cause = (
                "Look for a division by zero, and for a root or a norm of zero, whose slope is infinite. A `where` "
                "around it doesn't help, as it passes gradients back through both of its branches, and zero times "
                "infinity is NaN: replace the input that causes it before the operation."
            )
        message = f"{start} has a NaN or an infinity {where}. {cause}"
        return failed("gradients", "gradients.not_finite", message, data={"call": index})
    if _is_zero(got) and not _is_zero(want):
        message = (
            f"{start} is zero everywhere {where}. Something stops it: a `stop_gradient`, a cast to integers, rounding, "
            "or a value taken out of JAX and put back in."
        )
        return failed("gradients", "gradients.zero", message)
    message, data = f"{result.words} {where}.", dict[str, "JsonValue"](call=index)
    if result.drawable is not None and not view.hidden:
        drawn = draw(*result.drawable, result.path, result.cancelled)
        message, data = f"{result.words} {where}: {tell(drawn)}.", data | drawn
    if relation is not None:
        data["difference"] = relation.as_json(hidden=view.hidden)
        message = f"{message} {MEANINGS[relation.kind] if view.hidden else relation.words}"
    spec = view.manifest.checks.gradients
    if spec is not None and (scale := spec.scale_of(index)) != 1:
        message += f" The gradient that comes in has numbers of about {scale:g} there, and a rule must scale with it."
    if view.manifest.checks.jaxpr is not None and "custom_vjp_call" in view.manifest.checks.jaxpr.require:
        message += " Look at your backward function: it must multiply the derivative by the gradient that it is given."
    return failed("gradients", "gradients.wrong", message[:1].upper() + message[1:], data=data)


def _judge_numeric(view: CaseView, index: int, found: Value) -> CheckResult | None:
    """Compare the derivatives with finite differences; if all of those are lost in rounding, nothing is reported."""
    if not isinstance(found, list):
        raise ForgedEvidenceError("no list of finite differences")
    for numeric in (read_found(Numeric, one) for one in found):
        counted = [off for step in numeric.measured if (off := _distance(numeric.claimed, *step)) is not None]
        if counted and min(counted) > AGREES:
            message = (
                f"The {numeric.mode}-mode derivative of `{view.manifest.entry_point}` does not match its values "
                f"{view.which(index)}: finite differences give something else. Check your own differentiation rules, "
                "such as those of a `custom_vjp`."
            )
            data: dict[str, JsonValue] = {} if view.hidden else {"off": float(f"{min(counted):.3g}")}
            return failed("gradients", "gradients.numeric", message, data=data)
    return None


def _distance(claimed: float, ahead: float, behind: float, noise: float) -> float | None:
    """Return how far a derivative is from a finite difference, relatively; None if the latter says nothing.

    It says nothing if it is lost in rounding, or if the changes ahead and behind differ, as they do at a kink.
    """
    change = (ahead + behind) / 2
    size = max(abs(change), abs(claimed))
    if noise > NOISE * size or abs(ahead - behind) > 2 * AGREES * size:
        return None
    return abs(change - claimed) / size if size else 0.0


def _judge_error(error: ErrorEvidence, view: CaseView) -> CheckResult:
    line = error.frames[-1].line if error.frames else None
    why = next((words for pattern, words in _RULES.items() if re.search(pattern, error.message)), None)
    if why is None:
        _, _, why, line = explain_error(error, hidden=view.hidden)
    message = f"`{view.manifest.entry_point}` can't be differentiated. {why}"
    return failed("gradients", "gradients.not_differentiable", message, line)


def _arrays(value: Value) -> list[Array]:
    if isinstance(value, Array):
        return [value]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return [array for item in items for array in _arrays(item)]


def clears_row(shape: Sequence[int]) -> bool:
    """Return whether the study sets a row of the weights of an output to zero, where the problem asks for that."""
    return len(shape) > 1 and shape[0] not in {0, 2}


def _is_zero(value: Value) -> bool:
    return not any(to_numpy(array).astype(np.complex128).any() for array in _arrays(value))


def _is_finite(value: Value) -> bool:
    return all(np.isfinite(to_numpy(array).astype(np.complex128)).all() for array in _arrays(value))


CHECKS = {
    "gradients": Check(
        judge_gradients,
        {
            "gradients.not_differentiable": Code("JAX can't differentiate the entry point"),
            "gradients.other_values": Code("the differentiated function returns different values from the call"),
            "gradients.not_finite": Code(
                "there is a NaN or an infinity where the right gradient has none", Verdict.WRONG_ANSWER
            ),
            "gradients.zero": Code("the gradient is zero everywhere, and the right one isn't", Verdict.WRONG_ANSWER),
            "gradients.wrong": Code("the gradient is wrong", Verdict.WRONG_ANSWER),
            "gradients.numeric": Code(
                "the derivative doesn't match finite differences of your own values", Verdict.WRONG_ANSWER
            ),
        },
        example="{wrt: [x], modes: [forward, reverse], numeric: true}",
        study=True,
        needs_reference=True,
    ),
}
