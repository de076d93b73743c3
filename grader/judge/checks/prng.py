"""Checks of random keys: `prng`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from grader.judge.checks.view import CaseView, Check, Code, Count, Found, Line, failed, passed, read_found

if TYPE_CHECKING:
    from grader.package.specs.prng import PrngSpec
    from grader.report import CheckResult

_WORDS = {"draw": "draws from", "split": "splits", "fold_in": "folds a number into", "return": "returns"}
_BRANCHES = (
    " Under `jax.vmap` all branches of a `lax.cond` or `lax.switch` run, so a key that two of them use counts twice: "
    "use it before, and give the branches what came of it."
)


class Use(Found):
    """One use of a key: what was done with it, and where."""

    what: Literal["draw", "split", "fold_in", "return"]
    line: Line


class Reused(Found):
    """A key that was used again, and in which call."""

    call: Count
    uses: Annotated[list[Use], Field(min_length=2, max_length=2)]
    branches: bool = False
    """Whether all branches of a `lax.cond` ran in that call."""


class Keys(Found):
    """The findings of `study_prng`."""

    reused: Reused | None
    legacy: Line | None


def judge_prng(spec: PrngSpec, view: CaseView) -> CheckResult:
    """Check that no key is used again."""
    entry, study = view.manifest.entry_point, view.study("prng")
    if study.error is not None or study.found is None:
        message = (
            f"`{entry}` could not be traced to see how it uses its keys: {study.error_words}. JAX calls it with "
            "tracers, which have no values: leave NumPy and decisions on values out of it."
        )
        return failed("prng", "prng.unreadable", message, study.error_line)
    found = read_found(Keys, study.found)
    if spec.legacy == "forbid" and found.legacy is not None:
        message = (
            f"Line {found.legacy} uses an old-style key, a bare array that JAX can't protect from misuse. Make keys "
            "with `jax.random.key`."
        )
        return failed("prng", "prng.legacy", message, found.legacy)
    if found.reused is None:
        return passed("prng", "Each key is used at most once.")
    first, second = found.reused.uses
    branches = _BRANCHES if found.reused.branches else ""
    where = view.which(found.reused.call % len(view.calls))
    if second.what == "return":
        message = (
            f"Line {first.line} {_WORDS[first.what]} a key that `{entry}` returns {where}. A caller that goes on using "
            "it gets the same numbers again. Return a key that nothing else uses."
        )
        return failed("prng", "prng.returned", message, first.line)
    if first == second:
        message = (
            f"Line {second.line} {_WORDS[second.what]} the same key more than once {where}, so the same numbers come "
            f"each time. Split the key into one for each iteration, or `fold_in` the iteration's number.{branches}"
        )
        return failed("prng", "prng.repeated", message, second.line)
    again = f"line {second.line}" if second.line != first.line else "it also"
    if first.what != second.what:
        message = (
            f"Line {first.line} {_WORDS[first.what]} a key, and {again} {_WORDS[second.what]} the same key {where}. "
            "Once a key has children it is spent: go on with the children alone."
        )
        return failed("prng", "prng.parent", message, second.line)
    advice = (
        "both give the same children. Split it once, into as many as are needed."
        if first.what == "split"
        else "what should be independent is not. Split the key first, and use each child once."
    )
    message = (
        f"Line {first.line} {_WORDS[first.what]} a key, and line {second.line} {_WORDS[second.what]} it again {where}: "
        f"{advice}{branches}"
    )
    return failed("prng", "prng.reused", message, second.line)


CHECKS = {
    "prng": Check(
        judge_prng,
        {
            "prng.unreadable": Code("the entry point can't be traced"),
            "prng.legacy": Code("a key of the old kind was used, which is forbidden here"),
            "prng.repeated": Code("one line uses the same key more than once, in a loop or in several calls"),
            "prng.parent": Code("a key is used although it was split or folded into"),
            "prng.reused": Code("two lines use the same key"),
            "prng.returned": Code("a key is returned although it was used"),
        },
        example="{legacy: forbid}",
        study=True,
    ),
}
