"""Checks that use JAX's own guards: `leaks`, `nans`, `promotion`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from grader.judge.checks.view import (
    CaseView,
    Check,
    Code,
    Count,
    ForgedEvidenceError,
    Found,
    Line,
    Word,
    failed,
    passed,
    read_found,
)
from grader.judge.explain import explain_error

if TYPE_CHECKING:
    from grader.package.specs.guards import LeaksSpec, NansSpec, PromotionSpec
    from grader.report import CheckResult


class Struck(Found):
    """What a guard caught: `words` are the operation and what it was given; see `grader.inside.studies.guards`."""

    what: Literal["leak", "nan", "inf", "dtype", "rank", "switch"]
    call: Count
    line: Line
    words: Annotated[list[Word], Field(max_length=8)]


def judge_leaks(_: LeaksSpec, view: CaseView) -> CheckResult:
    """Check that no tracer outlives its trace."""
    result, found = _read(view, "leaks", "leak", words=2)
    if found is None:
        return result or passed("leaks", "No traced value outlives its trace.")
    function, holder = found.words
    inside = f"`{function}`" if function else "a function"
    where = f"`{holder}`" if holder else "something outside of it"
    message = (
        f"A value from inside {inside} (line {found.line}) is still held by {where} after JAX has finished tracing it. "
        "It stands for an array only during the trace; used later, it raises an error. Return it instead."
    )
    return failed("leaks", "leaks.leaked", message, found.line)


def judge_nans(_: NansSpec, view: CaseView) -> CheckResult:
    """Check that no operation makes a NaN."""
    result, found = _read(view, "nans", "nan", "inf", words=1)
    if found is None:
        return result or passed("nans", "No operation produces a NaN.")
    where = view.which(found.call % len(view.calls))
    if found.what == "inf":
        message = (
            f"`{found.words[0]}` on line {found.line} produces an infinity {where}. A `where` after it only hides it: "
            "keep its input in range, by algebra or with a `where` before it."
        )
        return failed("nans", "nans.infinity", message, found.line)
    message = (
        f"`{found.words[0]}` on line {found.line} produces a NaN {where}. A `where` after it hides the NaN from the "
        "value but not from the gradient: replace the input that causes it before the operation, with a `where` of its "
        "own."
    )
    return failed("nans", "nans.made", message, found.line)


def judge_promotion(_: PromotionSpec, view: CaseView) -> CheckResult:
    """Check that no operation mixes dtypes or ranks."""
    result, found = _read(view, "promotion", "dtype", "rank", "switch", words=2)
    if found is None:
        return result or passed("promotion", "No operation mixes dtypes or ranks.")
    if found.what == "switch":
        message = (
            f"Line {found.line} sets `{found.words[0]}` of JAX to `{found.words[1]}`, which says what may be mixed. "
            "Leave the setting as it is, and convert with `.astype`."
        )
        return failed("promotion", "promotion.switched", message, found.line)
    if found.what == "dtype":
        message = (
            f"Line {found.line} mixes {_and(found.words)}, and JAX silently converts one to the other. Say which you "
            "mean: make the arrays with one dtype, or convert with `.astype`."
        )
        return failed("promotion", "promotion.dtype", message, found.line)
    operation, shapes = found.words[0], found.words[1:]
    message = (
        f"Line {found.line} has `{operation}` combine the shapes {_and(shapes)}, and JAX silently adds leading axes to "
        "the smaller one. Say which axis you mean: index with `None`, as in `b[None, :]`, or reshape."
    )
    return failed("promotion", "promotion.rank", message, found.line)


def _read(view: CaseView, check: str, *kinds: str, words: int) -> tuple[CheckResult | None, Struck | None]:
    """Return the failing result of a study that raised, or what its guard caught, or neither."""
    study = view.study(check)
    if study.error is not None:
        _, _, why, line = explain_error(study.error, hidden=view.hidden)
        message = f"`{view.manifest.entry_point}` raised an error when its calls were made again. {why}"
        return failed(check, f"{check}.raised", message, line), None
    if study.found is None:
        return None, None
    found = read_found(Struck, study.found)
    if found.what not in kinds or len(found.words) < words:
        raise ForgedEvidenceError(f"the study {check} told of something else")
    return None, found


def _and(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"


_RAISED = Code("an error was raised when the calls were made again")
CHECKS = {
    "leaks": Check(
        judge_leaks,
        {"leaks.leaked": Code("a traced value outlives its trace"), "leaks.raised": _RAISED},
        study=True,
    ),
    "nans": Check(
        judge_nans,
        {
            "nans.made": Code("an operation produces a NaN"),
            "nans.infinity": Code("an operation produces an infinity, where these are refused"),
            "nans.raised": _RAISED,
        },
        study=True,
    ),
    "promotion": Check(
        judge_promotion,
        {
            "promotion.dtype": Code("an operation mixes arrays of different dtypes"),
            "promotion.rank": Code("an operation mixes arrays of different ranks"),
            "promotion.switched": Code("the submission itself changes JAX's rules of promotion"),
            "promotion.raised": _RAISED,
        },
        study=True,
    ),
}
