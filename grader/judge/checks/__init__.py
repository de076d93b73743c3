"""All checks. Each family has a module here and lists its checks in `CHECKS`; `grader.package.specs` has the specs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.judge.checks import (
    body,
    checker,
    gradients,
    guards,
    memory,
    outputs,
    performance,
    prng,
    programs,
    purity,
    sealed,
    sharding,
    structure,
    transforms,
    watching,
)
from grader.package.specs import Checks
from grader.report import CheckResult, Verdict

if TYPE_CHECKING:
    from grader.judge.checks.view import Check, Code

_FAMILIES = (
    outputs,
    checker,
    sealed,
    body,
    structure,
    programs,
    purity,
    performance,
    memory,
    transforms,
    guards,
    gradients,
    prng,
    sharding,
    watching,
)
_LISTED: dict[str, Check] = {name: check for family in _FAMILIES for name, check in family.CHECKS.items()}

CHECKS: dict[str, Check] = {name: _LISTED[name] for name in Checks.model_fields}
"""Every check by its name in `problem.yaml`, in the order in which the first failure gives the reason."""
CODES: dict[str, Code] = {code: told for check in CHECKS.values() for code, told in check.codes.items()}
"""Every code that a failing check can give."""


def verdict_of(result: CheckResult) -> Verdict:
    """Return the verdict that one check's result alone would give."""
    if result.passed:
        return Verdict.ACCEPTED
    if result.check == "checker":  # its codes are the problem's own
        return Verdict(str(result.data["verdict"]))
    return CODES[result.code].verdict


def studied(checks: Checks) -> dict[str, dict[str, object]]:
    """Return the studies to run inside the sandbox: the spec of each declared check that has a study, as JSON.

    The spec of `sealed` also says which derivatives are exported.
    """
    found = {name: spec.model_dump(mode="json") for name, spec in checks.declared().items() if CHECKS[name].study}
    if "sealed" in found:
        found["sealed"]["derive"] = found.get("gradients")
    return found
