"""What a hidden case's report may reveal. The attacks on it are in tests/attacks/leaks.py."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

from grader.bundle.contents import Case
from grader.judge.evidence import ErrorEvidence, FailureEvidence, FrameEvidence
from grader.judge.hidden import PARTS, tell_hidden, withhold_case, withhold_error, withhold_failure
from grader.judge.tampering import explain_tampering
from grader.package.files import read_package
from grader.publishing.refusals.leaks import find_leaks
from grader.report import CallReport, CaseReport, CheckResult, Verdict

PROBLEMS = Path(__file__).parents[3] / "problems"
SOURCE = "def forward(x):\n    return helper(x)\n"


def make_error(*lines: int) -> ErrorEvidence:
    frames = [FrameEvidence(line=line, function="leak_123", text="leak 123") for line in lines]
    return ErrorEvidence(type="Leak123", bases=["Leak123", "ValueError"], message="123", frames=frames, own=True)


def make_report(*checks: CheckResult) -> CaseReport:
    return CaseReport(
        name="h", label="h", hidden=True, verdict=Verdict.WRONG_STRUCTURE, seconds=0.12345, checks=list(checks),
        calls=[CallReport(label="leak_123", seconds=0.1, traces=123)],
    )  # fmt: skip


def test_an_exception_keeps_the_part_of_the_file_of_its_innermost_line() -> None:
    long = "x\n" * 80
    assert [(frame.line, frame.text) for frame in withhold_error(make_error(3, 47), long).frames] == [(43, "")]
    assert [frame.line for frame in withhold_error(make_error(1, 2), SOURCE).frames] == [2]
    told = {withhold_error(make_error(line), long).frames[0].line for line in range(1, 81)}
    assert len(told) == PARTS


def test_a_line_that_the_file_does_not_have_is_not_told() -> None:
    assert [frame.line for frame in withhold_error(make_error(1, 123), SOURCE).frames] == [1]
    assert withhold_error(make_error(0), SOURCE).frames == []


def test_what_the_guard_found_is_told_without_its_words() -> None:
    failure = FailureEvidence(stage="tampering", name="probes", found="replaced `leak_123`", line=123)
    code, message, line = explain_tampering(withhold_failure(failure, SOURCE))
    assert (code, line) == ("tampering.probes", None)
    assert "123" not in message


def fail(code: str) -> CheckResult:
    return CheckResult(check="traces", passed=False, code=code, message="leak_123", line=2, data={"seen": [123]})


def test_a_failed_check_tells_its_code() -> None:
    told = withhold_case(make_report(fail("traces.jit_inside")), None)
    assert told.checks[0] == CheckResult(
        check="traces",
        passed=False,
        code="traces.jit_inside",
        message="In a hidden case: a new jitted function is made on every call.",
    )
    assert (told.calls, told.seconds) == ([], 0.0)


def test_a_passed_check_tells_nothing() -> None:
    check = CheckResult(check="jit", passed=True, code="jit.ok", message="`leak_123` is right", data={"count": 123})
    told = withhold_case(make_report(check), None).checks[0]
    assert (told.message, told.data) == ("As it should be.", {})


def test_of_all_hidden_cases_one_reason_is_told() -> None:
    reports = [
        withhold_case(make_report(fail(code), fail("traces.never")), None).model_copy(
            update={"name": f"h-{n}", "label": code}
        )
        for n, code in enumerate(["traces.too_many", "traces.jit_inside", "traces.too_many"])
    ]
    reason = reports[1].checks[0]
    (told,) = tell_hidden(reports, reason, labelled=False)
    assert (told.name, told.label, told.checks, told.seconds) == ("hidden", "", [reason], 0.0)
    (told,) = tell_hidden(reports, reason, labelled=True)
    assert (told.name, told.label, told.checks, told.seconds) == ("hidden", "traces.jit_inside", [reason], 0.0)


def test_where_a_sample_gives_the_reason_nothing_is_told_of_hidden_cases() -> None:
    hidden = withhold_case(make_report(fail("traces.never")), None)
    sample = make_report(fail("traces.never")).model_copy(update={"hidden": False})
    assert tell_hidden([sample, hidden], sample.checks[0], labelled=True) == [sample]


def test_hidden_cases_that_are_right_are_told_as_the_weakest() -> None:
    def right(match: str, score: float) -> CaseReport:
        check = CheckResult(
            check="values", passed=True, code="values.ok", message=match, data={"match": match}, score=score
        )
        return make_report(check).model_copy(update={"verdict": Verdict.ACCEPTED})

    cases = [right("bit_equal", 0.95), right("within_ulp", 0.7), right("bit_equal", 1)]
    assert {(case.name, case.label) for case in tell_hidden(cases, None, labelled=False)} == {("hidden", "")}
    told = tell_hidden(cases, None, labelled=True)
    assert [(case.name, case.label) for case in told] == [("h", "h")] * 3
    assert {(str(check.data["match"]), check.score) for case in told for check in case.checks} == {("within_ulp", 0.75)}


@pytest.mark.parametrize("slug", sorted(path.parent.name for path in PROBLEMS.glob("*/problem.yaml")))
def test_a_submission_carries_ten_bits_out_at_most(slug: str) -> None:
    problem = read_package(PROBLEMS / slug, PROBLEMS.parent / "reference_solutions" / slug).problem
    made = runpy.run_path(str(PROBLEMS / slug / "cases.py"))["pool"](np.random.default_rng(7))
    assert find_leaks(problem, [Case(case.name, case.label, ()) for case in made]) == []
