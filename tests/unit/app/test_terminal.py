"""A report on a terminal: readable without colour, in a narrow window and in ASCII, and safe from hostile output."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from app.cli.terminal import print_report
from app.kit.console import make_visible
from grader.report import (
    CallReport,
    CaseReport,
    CheckResult,
    CheckSummary,
    ErrorReport,
    Hint,
    Mode,
    Report,
    Segment,
    Shown,
    Stack,
    Timing,
    Verdict,
)


def _make_report(verdict: Verdict = Verdict.WRONG_ANSWER) -> Report:
    good = verdict is Verdict.ACCEPTED
    check = CheckResult(check="values", passed=good, code="values.x", message="The values differ.")
    calls = [
        CallReport(
            label="twice: call 1",
            seconds=0.02,
            traces=1,
            segments=[Segment(kind="trace", ms=2.0), Segment(kind="compile", ms=18.0), Segment(kind="execute", ms=0.3)],
        ),
        CallReport(label="twice: call 2", seconds=0.0002, traces=0, segments=[Segment(kind="execute", ms=0.2)]),
        CallReport(label="empty", seconds=0.0, traces=0),
    ]
    shown = Shown(inputs="x = 1", expected="2", got="3")
    case = CaseReport(
        name="s0", label="one", hidden=False, verdict=verdict, seconds=0.1, checks=[check], calls=calls, shown=shown
    )
    hidden = [
        CaseReport(name=f"h{n}", label="more", hidden=True, verdict=Verdict.ACCEPTED, seconds=0.1, checks=[])
        for n in range(20)
    ]
    return Report(
        problem="double",
        version="3",
        mode=Mode.SUBMIT,
        verdict=verdict,
        code="values.x",
        message="The values differ.",
        line=4,
        score=0.0,
        cases=[case, *hidden],
        checks=[
            CheckSummary(check="values", passed=good, code="values.x", message="They differ.", cases=21, failed=["s0"])
        ],
        output="hello\x1b[2Jworld",
        output_truncated=True,
        error=ErrorReport(type="ValueError", message="no", traceback="line 4, in double\nValueError: no"),
        hints=[Hint(code="hint.print_in_jit", level="informative", line=7, message="It prints \x1b once.")],
        stack=Stack(python="3.13", jax="0.12", flax="0.12"),
        tier="B",
        timing=Timing(total_ms=1234.0),
    )


def _print(report: Report, *, width: int = 80, encoding: str = "utf-8") -> str:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    print_report(Console(file=stream, width=width, highlight=False), report)
    stream.flush()
    buffer = stream.detach()
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode(encoding)


def test_everything_is_told() -> None:
    text = _print(_make_report())
    for part in ("✗ Wrong answer", "double, version 3", "line 4", "values", "20/21", "x = 1", "hello", "[cut here]"):
        assert part in text
    for part in ("Traceback", "ValueError: no", "20 hidden cases", "1.2 s", "tier B", "▓", "1 trace "):
        assert part in text
    assert "\x1b" not in text


def test_remarks_are_told_with_their_line_and_no_label_of_ours() -> None:
    text = _print(_make_report())
    assert "Remarks on the source" in text
    assert "line 7: It prints \\x1b once." in text
    assert "informative" not in text


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_each_call_shows_whether_it_was_cached_and_its_time(width: int) -> None:
    lines = _print(_make_report(), width=width).splitlines()
    bars = [line for line in lines if line.startswith("    ")]
    found = [line for line in bars if any(word in line for word in ("1 trace ", "cached ", "no trace"))]
    assert [line.split()[0] for line in found] == ["call", "call", "empty"]
    assert "1 trace 20 ms" in " ".join(found[0].split())
    assert "cached 0.20 ms" in " ".join(found[1].split())
    assert "cached 0.00 ms" in " ".join(found[2].split())
    parts = "trace 2.0 ms · compile 18 ms · execute 0.30 ms"
    assert parts in " ".join(" ".join(lines).split())
    eager = _make_report().model_copy(update={"cases": [_make_eager()]})
    assert "no trace" in _print(eager, width=width)
    assert "cached" not in _print(eager, width=width)


def _make_eager() -> CaseReport:
    case = _make_report().cases[0]
    return case.model_copy(update={"calls": [call for call in case.calls if not call.traces]})


@pytest.mark.parametrize("width", [40, 80, 110, 200])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("verdict", list(Verdict))
def test_it_fits(width: int, encoding: str, verdict: Verdict) -> None:
    text = _print(_make_report(verdict), width=width, encoding=encoding)
    assert max(map(len, text.splitlines())) <= width


@given(st.text())
def test_nothing_steers_the_terminal(text: str) -> None:
    assert all(letter in "\n\t" or letter.isprintable() for letter in make_visible(text))


def test_the_same_trouble_in_eight_hidden_cases_is_printed_once() -> None:
    told = ["In a hidden case: zero.", *["As in `h0`."] * 7]
    checks = [CheckResult(check="values", passed=False, code="values.mismatch", message=message) for message in told]
    cases = [
        CaseReport(name=f"h{n}", label="", hidden=True, verdict=Verdict.WRONG_ANSWER, seconds=0.1, checks=[check])
        for n, check in enumerate(checks)
    ]
    message = "In 8 hidden cases: zero."
    summary = CheckSummary(check="values", passed=False, code="values.mismatch", message=message, cases=8)
    text = _print(_make_report().model_copy(update={"cases": cases, "checks": [summary], "message": message}))
    assert "As in" not in text
    assert "In a hidden case" not in text
    assert text.count(message) == 1  # the headline's reason
    assert "8 hidden cases" in text


def test_a_hidden_case_without_a_name_is_printed_once() -> None:
    case = CaseReport(name="hidden", label="", hidden=True, verdict=Verdict.WRONG_ANSWER, seconds=0.0, checks=[])
    text = _print(_make_report().model_copy(update={"cases": [case]}))
    assert " hidden  wrong answer" in text
    assert "hidden  hidden" not in text
