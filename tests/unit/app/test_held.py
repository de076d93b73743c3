"""What is shown of a report while its verdict is held: as if only the samples had been run."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as some

from app.cli.remote_actions import find_exit_code
from app.cli.terminal import print_report
from app.db.statuses import EventKind
from app.domains.submissions.held import conceal_events, conceal_report
from app.domains.submissions.schemas import Event
from app.kit.console import make_console
from grader.report import CaseReport, CheckResult, ErrorReport, Hint, Mode, Report, Timing, Verdict

if TYPE_CHECKING:
    import pytest

UNTIL = datetime(2027, 2, 3, 16, 0, tzinfo=UTC)
OUT = Verdict.TIME_LIMIT_EXCEEDED


def make_case(verdict: Verdict, *, hidden: bool = False, name: str = "one") -> CaseReport:
    good = verdict is Verdict.ACCEPTED
    check = CheckResult(
        check="values", passed=good, code=f"code of {name}", message=f"About {name}.", score=float(good)
    )
    return CaseReport(name=name, label="", hidden=hidden, verdict=verdict, seconds=0.1, checks=[check])


def make_report(cases: list[CaseReport], verdict: Verdict, **changes: object) -> Report:
    fields = {
        "problem": "double", "version": "1", "mode": Mode.SUBMIT, "verdict": verdict, "code": "SECRET",
        "message": "SECRET", "line": 77, "score": 1.0, "cases": cases, "output": "SECRET", "output_truncated": True,
        "error": ErrorReport(type="SECRET", message="SECRET", traceback="SECRET"), "timing": Timing(total_ms=12345),
        "hints": [Hint(code="praise", level="celebratory", line=1, message="SECRET")],
    }  # fmt: skip
    return Report.model_validate(fields | changes)


VERDICTS = some.sampled_from([one for one in Verdict if one is not Verdict.INTERNAL_ERROR])


@given(
    samples=some.lists(VERDICTS, min_size=1, max_size=3),
    hidden=some.lists(VERDICTS, min_size=1, max_size=3),
    others=some.lists(VERDICTS, min_size=1, max_size=3),
    verdicts=some.tuples(VERDICTS, VERDICTS),
)
def test_hidden_cases_have_no_part_in_what_is_told(
    samples: list[Verdict], hidden: list[Verdict], others: list[Verdict], verdicts: tuple[Verdict, Verdict]
) -> None:
    seen = [make_case(one, name=f"s{number}") for number, one in enumerate(samples)]
    told = [
        conceal_report(
            make_report([*seen, *(make_case(one, hidden=True, name="SECRET") for one in unseen)], verdict), UNTIL
        )
        for unseen, verdict in zip((hidden, others), verdicts, strict=True)
    ]
    assert told[0] == told[1]
    assert "SECRET" not in told[0].model_dump_json()
    assert "12345" not in told[0].model_dump_json()
    assert told[0].mode is Mode.RUN
    assert (told[0].verdict is Verdict.ACCEPTED) is all(one is Verdict.ACCEPTED for one in samples)


def test_a_sample_that_failed_is_told_with_its_error() -> None:
    report = make_report([make_case(Verdict.RUNTIME_ERROR)], Verdict.RUNTIME_ERROR)
    told = conceal_report(report, UNTIL)
    assert (told.verdict, told.code, told.message) == (Verdict.RUNTIME_ERROR, "code of one", "About one.")
    assert told.error == report.error
    later = make_report([make_case(Verdict.WRONG_ANSWER), make_case(OUT, hidden=True)], Verdict.WRONG_ANSWER)
    assert conceal_report(later, UNTIL).error is None


def test_a_time_out_in_a_hidden_case_that_was_never_judged() -> None:
    told = conceal_report(make_report([make_case(Verdict.ACCEPTED)], OUT), UNTIL)
    assert (told.verdict, told.message, told.error) == (Verdict.ACCEPTED, "The samples are right.", None)
    assert [(one.check, one.cases, one.failed) for one in told.checks] == [("values", 1, [])]


def test_source_that_could_not_be_read_is_told() -> None:
    told = conceal_report(make_report([], Verdict.REJECTED_SOURCE, message="No `double`."), UNTIL)
    assert (told.verdict, told.message) == (Verdict.REJECTED_SOURCE, "No `double`.")
    nothing = conceal_report(make_report([], Verdict.RUNTIME_ERROR), UNTIL)
    assert "SECRET" not in nothing.model_dump_json()


def test_events_of_hidden_cases_are_not_told() -> None:
    def make_event(number: int, case: object) -> Event:
        return Event(number, EventKind.CASE, {"index": number, "total": 3, "case": case})

    sample = make_case(Verdict.ACCEPTED).model_dump(mode="json")
    hidden = make_case(OUT, hidden=True).model_dump(mode="json")
    report = make_report([make_case(Verdict.ACCEPTED)], OUT).model_dump(mode="json")
    events = [make_event(1, sample), make_event(2, hidden), make_event(3, None), Event(4, EventKind.VERDICT, report)]
    told = conceal_events(events, UNTIL)
    assert [one.id for one in told] == [1, 4]
    assert "SECRET" not in str(told)


def test_the_command_line_says_until_when(capsys: pytest.CaptureFixture[str]) -> None:
    right = conceal_report(make_report([make_case(Verdict.ACCEPTED)], OUT), UNTIL)
    wrong = conceal_report(make_report([make_case(Verdict.WRONG_ANSWER)], OUT), UNTIL)
    assert (find_exit_code(right), find_exit_code(wrong)) == (3, 1)
    print_report(make_console(), right)
    printed = " ".join(capsys.readouterr().out.split())
    assert "held until 3 Feb 2027, 16:00 UTC" in printed
