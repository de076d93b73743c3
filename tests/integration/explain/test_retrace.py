"""Explanations of retracing with the installed JAX: each kind of message in its log, and causes that it doesn't log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.bundle.contents import Case, CaseCall
from grader.judge.verdict import judge_case
from grader.package.files import Parameter
from grader.package.specs import Checks
from grader.package.specs.structure import TracesSpec
from tests.integration.explain.conftest import run_programs
from tests.integration.explain.retraces import FOUND, HEAD, MORE, TABLE
from tests.unit.grader.factories import make_manifest

if TYPE_CHECKING:
    from grader.protocol import Frame
    from grader.report import CheckResult

PROGRAMS = {**TABLE, **MORE}
MANIFEST = make_manifest(
    Checks(traces=TracesSpec()), entry_point="run", parameters=[Parameter(name="step", type="int", about="the call")]
)


@pytest.fixture(scope="module")
def frames() -> dict[str, Frame]:
    bodies = {name: program.body for name, program in PROGRAMS.items()} | FOUND
    found = run_programs([HEAD + body for body in bodies.values()])
    return {name: frames[0] for name, frames in zip(bodies, found, strict=True)}


def judge(frame: Frame, *, hidden: bool) -> CheckResult:
    calls = tuple(CaseCall(f"step {step}", {"step": step}, None, (1 - step, 1 - step)) for step in range(2))
    report, evidence = judge_case(MANIFEST, Case("case", "a case", calls), frame, hidden=hidden)
    assert evidence.error is None, evidence.error
    return next(check for check in report.checks if check.check == "traces")


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_retrace_has_its_reason(frames: dict[str, Frame], name: str) -> None:
    program, found = PROGRAMS[name], judge(frames[name], hidden=False)
    retrace = found.data["retraces"][0]  # type: ignore[index]  # a list, as the check documents
    assert isinstance(retrace, dict), retrace
    assert (retrace["reason"], found.code, retrace["call"]) == (program.reason, program.code, 2), found.message
    assert program.words in str(retrace["message"])
    assert program.words in found.message
    assert str(retrace["hint"]) in found.message
    assert found.line == retrace["line"] is not None
    assert "{argument}" not in found.message


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_hidden_case_tells_no_values(frames: dict[str, Frame], name: str) -> None:
    """The reason is kept; the old and the new value are left out."""
    found = judge(frames[name], hidden=True)
    retrace = found.data["retraces"][0]  # type: ignore[index]  # as above
    assert isinstance(retrace, dict), retrace
    assert (retrace["reason"], retrace["before"], retrace["now"]) == (PROGRAMS[name].reason, "", "")
    assert not {" before and is ", "float32[", "(3.0"} & {
        part for part in ("float32[", "(3.0") if part in found.message
    }


@pytest.mark.parametrize("name", FOUND)
def test_a_trace_that_jax_finds_is_none(frames: dict[str, Frame], name: str) -> None:
    """JAX also logs how long it took to look up a trace that it finds."""
    found = judge(frames[name], hidden=False)
    assert found.passed, found.message
