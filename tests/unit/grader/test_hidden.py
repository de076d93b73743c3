"""What a hidden case's report may tell. The attacks on it are in tests/attacks/leaks.py."""

from __future__ import annotations

from grader.judge.evidence import ErrorEvidence, FailureEvidence, FrameEvidence
from grader.judge.hidden import count_cases, refer_back, withhold_case, withhold_error, withhold_failure
from grader.judge.tampering import explain_tampering
from grader.judge.verdict import summarise
from grader.report import CallReport, CaseReport, CheckResult, Verdict

SOURCE = "def forward(x):\n    return helper(x)\n"


def make_error(*lines: int) -> ErrorEvidence:
    frames = [FrameEvidence(line=line, function="leak_123", text="leak 123") for line in lines]
    return ErrorEvidence(type="Leak123", bases=["Leak123", "ValueError"], message="123", frames=frames, own=True)


def make_report(*checks: CheckResult) -> CaseReport:
    return CaseReport(
        name="h", label="h", hidden=True, verdict=Verdict.WRONG_STRUCTURE, seconds=0.12345, checks=list(checks),
        calls=[CallReport(label="leak_123", seconds=0.1, traces=123)],
    )  # fmt: skip


def test_an_exception_keeps_its_innermost_line_and_the_text_is_the_files() -> None:
    assert [(frame.line, frame.text) for frame in withhold_error(make_error(1, 2), SOURCE).frames] == [
        (2, "return helper(x)")
    ]


def test_a_line_that_the_file_does_not_have_is_not_told() -> None:
    assert [frame.line for frame in withhold_error(make_error(1, 123), SOURCE).frames] == [1]
    assert withhold_error(make_error(0), SOURCE).frames == []


def test_what_the_guard_found_is_told_without_its_words() -> None:
    failure = FailureEvidence(stage="tampering", name="probes", found="replaced `leak_123`", line=123)
    code, message, line = explain_tampering(withhold_failure(failure, SOURCE))
    assert (code, line) == ("tampering.probes", None)
    assert "123" not in message


def test_a_failed_check_tells_its_code_and_a_line_of_the_first_case_that_fails() -> None:
    check = CheckResult(
        check="traces", passed=False, code="traces.jit_inside", message="leak_123", line=2, data={"seen": [123]}
    )
    first = withhold_case(make_report(check), None, SOURCE, first=True)
    assert first.checks[0] == CheckResult(
        check="traces",
        passed=False,
        code="traces.jit_inside",
        message="In a hidden case: a new jitted function is made on every call.",
        line=2,
    )
    assert (first.calls, first.seconds) == ([], 0.0)
    assert withhold_case(make_report(check), None, SOURCE, first=False).checks[0].line is None


def test_a_passed_check_tells_nothing() -> None:
    check = CheckResult(check="jit", passed=True, code="jit.ok", message="`leak_123` is right", data={"count": 123})
    told = withhold_case(make_report(check), None, SOURCE, first=True).checks[0]
    assert (told.message, told.data) == ("As it should be.", {})


def withhold_all(*codes: str) -> list[CaseReport]:
    """Return the reports of hidden cases as they come one after the other; each fails with one code of `traces`."""
    cases: list[CaseReport] = []
    for number, code in enumerate(codes, start=1):
        check = CheckResult(check="traces", passed=False, code=code, message="leak_123")
        report = make_report(check).model_copy(update={"name": f"hidden-{number}"})
        cases.append(refer_back(withhold_case(report, None, SOURCE, first=number == 1), cases))
    return cases


def test_the_same_trouble_in_eight_hidden_cases_is_said_once() -> None:
    cases = withhold_all(*["traces.too_many"] * 8)
    messages = [case.checks[0].message for case in cases]
    assert messages == ["In a hidden case: a call was traced more often than needed.", *["As in `hidden-1`."] * 7]
    (summary,) = summarise(cases)
    assert summary.message == "In 8 hidden cases: a call was traced more often than needed."
    assert len(summary.failed) == 8


def test_another_trouble_is_said_beside_it() -> None:
    cases = withhold_all("traces.too_many", "traces.never", "traces.too_many", "traces.never")
    assert [case.checks[0].message for case in cases][2:] == ["As in `hidden-1`.", "As in `hidden-2`."]
    assert cases[1].checks[0].message == "In a hidden case: nothing was traced: each operation ran by itself."
    assert count_cases(cases[1].checks[0].message, "traces.never", cases).startswith("In 2 hidden cases: nothing")


def test_a_trouble_of_a_sample_keeps_its_own_sentence() -> None:
    cases = withhold_all("traces.never", "traces.never")
    assert count_cases("Call 2 is not traced.", "traces.never", cases) == "Call 2 is not traced."
