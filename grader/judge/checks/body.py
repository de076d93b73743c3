"""The check `body`: how the submission called the function that the problem passed to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.judge.checks.view import CaseView, Check, Code, Found, failed, passed, read_found, times
from grader.judge.programs import HoleEvidence  # noqa: TC001 - pydantic reads it
from grader.protocol import Body

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import JsonValue

    from grader.judge.checks.view import CallView
    from grader.judge.evidence import BodyCalls
    from grader.package.specs.body import BodySpec
    from grader.report import CheckResult

MODES = {"grad": "reverse mode (`jax.grad`, `jax.vjp`, `jax.jacrev`)", "jvp": "forward mode (`jax.jvp`, `jax.jacfwd`)"}
CONTEXTS = {
    "concrete": "on plain arrays",
    "jit": "under `jax.jit`",
    "vmap": "under `jax.vmap`",
    "grad": f"in {MODES['grad']}",
    "jvp": f"in {MODES['jvp']}",
    "scan": "inside a loop of `jax.lax`",
    "any": "in total",
}


class Exported(Found):
    """The findings of `study_sealed` in a sample: for each call, how its program calls functions of `bodies.py`."""

    calls: list[list[HoleEvidence]]


def judge_body(spec: BodySpec, view: CaseView) -> CheckResult:
    """Check that each call of the entry point calls the function as required."""
    known: set[str] = set()
    for index, call in enumerate(view.calls):
        body = call.asked.args[spec.parameter]
        name = body.name if isinstance(body, Body) else ""
        seen = [use for use in call.evidence.bodies if use.name == name]
        if not seen and name in known:
            continue  # compiled in an earlier call
        known.add(name)
        wrong = _judge_call(spec, call, seen, _find_exported(view, index, name))
        if wrong is not None:
            code, words, line = wrong
            data: dict[str, JsonValue] = {"calls": [use.model_dump(exclude={"name"}) for use in seen]}
            told = words.replace("{where}", view.which(index)).replace("{wrapper}", view.manifest.checks.wrapper)
            return failed("body", code, f"`{spec.parameter}` {told}", line, data=data)
    return passed("body", f"`{spec.parameter}` is called as it should be.")


def _find_exported(view: CaseView, index: int, name: str) -> list[BodyCalls]:
    """Return the calls of a function in the program that a sample's call was exported to; none if it wasn't."""
    study = view.studies.get("sealed")
    if study is None or not isinstance(study.found, list):
        return []
    calls = read_found(Exported, {"calls": study.found}).calls
    return [hole.as_calls() for holes in calls[index : index + 1] for hole in holes if hole.name == name]


IN_LOOP = (
    "was called inside a loop of `jax.lax` {where}, but not under `jax.vmap` there, so the loop takes one example at a "
    "time. Let `jax.vmap` map it in each step."
)
"""What is wrong with calls in loops of JAX that `jax.vmap` doesn't map."""
_INSTEAD = {
    "scan": " Let `jax.vmap` repeat it.",
    "concrete": " Call it where JAX traces; `jax.eval_shape` tells what it would return.",
}
"""What to do instead of calling the function in a forbidden context."""
Wrong = tuple[str, str, int | None]
"""A failure: the code, the words that follow the function's name, and the line to look at."""


def _judge_call(
    spec: BodySpec, call: CallView, seen: Sequence[BodyCalls], exported: Sequence[BodyCalls]
) -> Wrong | None:
    """Return what is wrong with the calls that Python made, which are `seen`.

    A required context may be in the `exported` program alone: if JAX has kept a trace of the function and then
    differentiates or maps it, Python doesn't enter the function again.
    """
    if not seen:
        words = (
            "was never called {where}. Call the function that you are given; computing the same thing in another way "
            "doesn't count."
        )
        return "body.never_called", words, None
    found = [*seen, *exported] if _may_be_kept(seen) else seen
    missing = [context for context in spec.require if not count_in(found, context)]
    if missing:
        return _explain_missing(missing, seen)
    forbidden = next((context for context in spec.forbid if count_in(seen, context)), None)
    if forbidden is not None:
        return _explain_forbidden(forbidden, seen)
    alone = [use for use in seen if "scan" in use.contexts and "vmap" not in use.contexts]
    if spec.vmap_in_loops and alone:
        return "body.not_vmapped", IN_LOOP, _line(alone)
    for context, count in spec.exactly.items():
        wanted, got = call.number(count), count_in(seen, context)
        if got != wanted:
            code = "body.too_often" if got > wanted else "body.too_seldom"
            return (
                code,
                f"was called {times(got)} {CONTEXTS[context]} {{where}}; {times(wanted)} is right.",
                _line(seen),
            )
    for context, count in spec.at_most.items():
        most, got = call.number(count), count_in(seen, context)
        if got > most:
            words = (
                f"was called {times(got)} {CONTEXTS[context]} {{where}}, where {times(most)} is enough. JAX needs to "
                "run a function only once to trace it: let `jax.vmap` or a loop of `jax.lax` repeat it."
            )
            return "body.too_often", words, _line(seen)
    return None


def _may_be_kept(seen: Sequence[BodyCalls]) -> bool:
    """Return whether JAX may have kept a trace of the function.

    `jax.jit` and loops keep one, and so do `jax.checkpoint` and `lax.cond`, in which a call counts as one on plain
    arrays. Several such calls are a loop in Python.
    """
    return any(count_in(seen, context) for context in ("jit", "scan")) or count_in(seen, "concrete") == 1


def _explain_missing(missing: Sequence[str], seen: Sequence[BodyCalls]) -> Wrong:
    """Return why none of the calls was in a required context; if several are missing, the first in this order."""
    total, line = count_in(seen, "any"), _line(seen)
    for mode, other in (("grad", "jvp"), ("jvp", "grad")):
        if mode not in missing:
            continue
        if count_in(seen, other):
            words = f"was differentiated in {MODES[other]} {{where}}; use {MODES[mode]} here."
            return "body.wrong_mode", words, line
        if total > 1 and not count_in(seen, "scan"):
            words = (
                f"was called {times(total)} {{where}}, but never differentiated by JAX. Differences of its values only "
                f"approximate the derivative and cost a call for each direction. Use {MODES[mode]}."
            )
            return "body.finite_differences", words, line
        words = f"was not differentiated by JAX {{where}}. Use {MODES[mode]}: it is exact."
        return "body.not_differentiated", words, line
    for context, use in (("vmap", "`jax.vmap`"), ("scan", "`jax.lax.scan` or another loop of `jax.lax`")):
        if context in missing and total > 1:
            python = (
                f"was called {times(total)} {{where}}: that is a loop in Python, which JAX can't see as one. Let {use} "
                "repeat it."
            )
            looped = context == "vmap" and all("scan" in use.contexts for use in seen)
            return "body.python_loop", IN_LOOP if looped else python, line
    if "vmap" in missing:
        words = (
            "was called once {where}, but not under `jax.vmap`. It is written for one example; `jax.vmap` turns it "
            "into a function of a batch."
        )
        return "body.not_vmapped", words, line
    if "scan" in missing:
        return "body.not_scanned", "was not called inside `jax.lax.scan` or another loop of `jax.lax` {where}.", line
    if "jit" in missing:
        words = "ran outside of any jitted function {where}: Python dispatched each of its operations. Use {wrapper}."
        return "body.not_jitted", words, line
    words = "was never called on plain arrays {where}. Call it outside of traced code."
    return "body.not_concrete", words, line


def _explain_forbidden(context: str, seen: Sequence[BodyCalls]) -> Wrong:
    count, line = count_in(seen, context), _line([use for use in seen if _is_in(use, context)])
    if context == "concrete" and count > 1:
        words = (
            f"was called {times(count)} on plain arrays {{where}}: that is a loop in Python, and each operation is "
            "dispatched by itself. Let `jax.vmap` or a loop of `jax.lax` repeat it."
        )
        return "body.python_loop", words, line
    words = f"was called {CONTEXTS[context]} {{where}}, which is not allowed here.{_INSTEAD.get(context, '')}"
    return "body.forbidden", words, line


def count_in(seen: Sequence[BodyCalls], context: str) -> int:
    """Return how many of the calls were in a context."""
    return sum(use.count for use in seen if _is_in(use, context))


def _is_in(use: BodyCalls, context: str) -> bool:
    if context == "concrete":
        return not use.contexts
    return context == "any" or context in use.contexts


def _line(seen: Sequence[BodyCalls]) -> int | None:
    """Return the line that made the most calls."""
    return max(seen, key=lambda use: use.count).line


CHECKS = {
    "body": Check(
        judge_body,
        {
            "body.never_called": Code("the function was never called"),
            "body.python_loop": Code("the function was called again and again, as by a Python loop"),
            "body.not_vmapped": Code(
                "the function was called without `jax.vmap`, which is needed to turn it into a function of a batch"
            ),
            "body.not_scanned": Code("the function was called once, but not inside a loop of `jax.lax`"),
            "body.finite_differences": Code("the function was called several times where JAX should differentiate it"),
            "body.not_differentiated": Code("the function was called once, and not differentiated"),
            "body.wrong_mode": Code(
                "the function was differentiated in forward mode instead of reverse, or vice versa"
            ),
            "body.not_jitted": Code("the function ran outside of any jitted function"),
            "body.not_concrete": Code("the function was only called while JAX traced"),
            "body.forbidden": Code("the function was called in a context that is forbidden"),
            "body.too_often": Code("the function was called more often than allowed"),
            "body.too_seldom": Code("the function was called less often than asked"),
        },
        example="{parameter: f, require: [vmap], forbid: [concrete], at_most: {any: 2}}",
    ),
}
