"""Checks of the program that JAX makes of the entry point: `jaxpr`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.judge.checks.view import CaseView, Check, Code, failed, passed

if TYPE_CHECKING:
    from grader.report import CheckResult
    from grader.specs.programs import JaxprSpec


def judge_jaxpr(spec: JaxprSpec, view: CaseView) -> CheckResult:
    """See that the program holds the primitives asked for."""
    found = view.study("jaxpr").found
    if not isinstance(found, list):
        message = f"`{view.manifest.entry_point}` could not be turned into a jaxpr to look at."
        return failed("jaxpr", "jaxpr.unreadable", message)
    missing = next((name for name in spec.require if name not in found), None)
    if missing is not None:
        message = (
            f"There is no `{missing}` in the program of `{view.manifest.entry_point}`. A Python loop is unrolled while "
            f"JAX traces: the program grows with the data, and so does compiling it. Use `jax.lax.{missing}`."
        )
        return failed("jaxpr", "jaxpr.missing", message)
    return passed("jaxpr", f"The program contains {', '.join(f'`{name}`' for name in spec.require)}.")


CHECKS = {
    "jaxpr": Check(
        judge_jaxpr,
        {
            "jaxpr.missing": Code("a primitive that is asked for is not in the program"),
            "jaxpr.unreadable": Code("no jaxpr can be made of the entry point"),
        },
        example="{require: [scan]}",
        study=True,
    ),
}
