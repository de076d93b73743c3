"""Which parts of a report are visible at once, and with what an accepted submission is compared."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.db.statuses import Status
from app.domains.submissions.schemas import Journey, SubmissionView
from app.web.drawing.layers import choose_picture, merge_cases
from app.web.drawing.moment import draw_pair, tell_way
from grader.report import CallReport, CaseReport, CheckResult, Mode, Report, Segment, Shown, Verdict

WORST: dict[str, object] = {"worst": [{"where": "[0]", "got": "1", "expected": "2", "error": 3.0}]}


def make_calls(*traces: int) -> list[CallReport]:
    return [
        CallReport(
            label=f"call {number}", seconds=0.1, traces=count, segments=[Segment(kind="trace", ms=50)] if count else []
        )
        for number, count in enumerate(traces)
    ]


def make_case(
    name: str, check: str = "", *, hidden: bool = False, data: dict[str, object] | None = None, traces: str = "10"
) -> CaseReport:
    found = CheckResult(check=check or "values", passed=not check, code="c", message="m", data=data or {})  # type: ignore[arg-type]
    return CaseReport(
        name=name,
        label=name,
        hidden=hidden,
        verdict=Verdict.WRONG_ANSWER if check else Verdict.ACCEPTED,
        seconds=0,
        checks=[found],
        calls=[] if hidden else make_calls(*map(int, traces)),
        shown=None if hidden else Shown(inputs="", expected="", got=""),
    )


@pytest.mark.parametrize(
    ("cases", "kind", "name"),
    [
        ([make_case("a", traces="00"), make_case("b")], "calls", "b"),
        ([make_case("a"), make_case("b", "traces")], "calls", "b"),
        ([make_case("a"), make_case("b", "values", data=WORST)], "errors", "b"),
        ([make_case("a", "values")], "values", "a"),
    ],
)
def test_the_picture_is_of_the_case_that_matters(cases: list[CaseReport], kind: str, name: str) -> None:
    picture = choose_picture(cases)
    assert picture is not None
    assert (picture.kind, picture.case.name) == (kind, name)


def test_no_picture_of_what_is_not_the_reason() -> None:
    assert choose_picture([make_case("a"), make_case("h", "values", hidden=True)]) is None
    assert choose_picture([make_case("a", "prng")]) is None
    assert choose_picture([]) is None


def test_hidden_cases_that_tell_the_same_are_one_row() -> None:
    cases = [make_case("a"), make_case("b"), *(make_case(f"h{n}", hidden=True) for n in range(3))]
    rows = merge_cases([*cases, make_case("x", "values", hidden=True)])
    assert [row.count for row in rows] == [1, 1, 3, 1]
    assert rows[2].labels == ["h0", "h1", "h2"]


def make_submission(number: int, case: CaseReport | None, *, version: int = 1) -> SubmissionView:
    verdict = Verdict.RUNTIME_ERROR if case is None else case.verdict
    report = Report(
        problem="p",
        version="v",
        mode=Mode.SUBMIT,
        verdict=verdict,
        code="",
        message="",
        score=0,
        cases=[] if case is None else [case],
    )
    return SubmissionView(
        id=f"s{number}",
        problem="p",
        version=version,
        mode=Mode.SUBMIT,
        status=Status.DONE,
        verdict=verdict,
        report=report,
        created_at=datetime(2030, 1, 1, tzinfo=UTC),
        source="",
    )


def test_the_first_attempt_that_made_the_same_calls_stands_beside_the_last() -> None:
    last = make_submission(9, make_case("a", traces="110"))
    error, other, fewer = make_submission(1, None), make_submission(2, make_case("a", traces="11")), None
    fewer = make_submission(3, make_case("a", "traces", traces="555"))
    pair = draw_pair(Journey([error, other, fewer, last], 4), last)
    assert pair is not None
    assert pair.sentence == "Traced 15 times, then twice"
    assert [side.title for side in pair.sides] == ["Attempt 3", "Solution"]
    assert [side.id for side in pair.sides] == ["s3", "s9"]
    first, second = (side.timeline for side in pair.sides)
    assert first.ticks == second.ticks, "on one scale"


def test_what_can_not_be_compared_is_not() -> None:
    last = make_submission(9, make_case("a", traces="100"))
    for earlier in (
        last,
        make_submission(1, make_case("a", traces="100")),
        make_submission(1, make_case("a", traces="000")),
        make_submission(1, make_case("b", traces="555")),
        make_submission(1, make_case("a", traces="555"), version=2),
    ):
        assert draw_pair(Journey([earlier], 2), last) is None
    assert tell_way(Journey([last], 1)) == "Accepted at the first attempt."
    assert tell_way(Journey([last], 3)) == "Accepted after 3 attempts."
