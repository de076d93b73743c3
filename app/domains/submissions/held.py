"""Concealment of held verdicts: a held submission shows only what a run of the samples would have shown.

The shown report is built from the samples' own results; nothing is copied that hidden cases contribute to: neither the
message, which names them, nor the printed output, nor times.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from app.db.statuses import EventKind
from app.domains.submissions.schemas import Event
from grader.report import CheckSummary, Mode, Report, Timing, Verdict, find_score

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from app.domains.submissions.schemas import SubmissionView
    from grader.report import CaseReport

PRAISE: Final = "celebratory"
"""The level of hints that only accepted sources get."""
RIGHT: Final = "The samples are right."
UNKNOWN: Final = "No sample was judged."


def conceal(submission: SubmissionView, until: datetime) -> SubmissionView:
    """Return a submission as it may be shown before `until`, even without the time of its verdict."""
    report = None if submission.report is None else conceal_report(submission.report, until)
    changes = {"verdict": None, "report": report, "finished_at": None, "held_until": until}
    return submission.model_copy(update=changes)


def conceal_report(report: Report, until: datetime) -> Report:
    """Return a report as it may be shown before `until`."""
    samples = [case for case in report.cases if not case.hidden]
    failed = [case for case in samples if case.verdict is not Verdict.ACCEPTED]
    concealed = report.model_copy(
        update={
            "mode": Mode.RUN,
            "verdict": Verdict.ACCEPTED,
            "code": "accepted",
            "message": RIGHT,
            "line": None,
            "score": find_score(samples),
            "cases": samples,
            "checks": _summarise(samples),
            "output": "",
            "output_truncated": False,
            "error": None,
            "hints": [hint for hint in report.hints if hint.level != PRAISE],
            "timing": Timing(),
            "held_until": until,
        }
    )
    if failed:
        return concealed.model_copy(update=_explain(failed[0], report) | {"score": 0.0})
    if report.verdict is Verdict.REJECTED_SOURCE and not report.cases:  # The source was rejected without being run.
        told = {"verdict": report.verdict, "code": report.code, "message": report.message, "line": report.line}
        return concealed.model_copy(update=told | {"error": report.error, "score": 0.0})
    return concealed if samples else concealed.model_copy(update={"code": "held", "message": UNKNOWN, "score": 0.0})


def _explain(case: CaseReport, report: Report) -> dict[str, Any]:
    """Return verdict and reason from the first failed sample, and its error if no case followed."""
    wrong = next((check for check in case.checks if not check.passed), None)
    told: dict[str, Any] = {"verdict": case.verdict, "code": str(case.verdict), "message": f"Look at {case.name}."}
    if wrong is not None:
        told |= {"code": wrong.code, "message": wrong.message, "line": wrong.line}
    if case is report.cases[-1] and case.verdict is report.verdict:
        told["error"] = report.error
    return told


def _summarise(cases: Sequence[CaseReport]) -> list[CheckSummary]:
    """Return each check, summarised over these cases."""
    found: dict[str, CheckSummary] = {}
    for case in cases:
        for check in case.checks:
            told = found.get(check.check)
            if told is None or (told.passed and not check.passed):
                told = CheckSummary(
                    check=check.check,
                    passed=check.passed,
                    code=check.code,
                    message=check.message,
                    line=check.line,
                    cases=0 if told is None else told.cases,
                )
            failed = told.failed if check.passed else [*told.failed, case.name]
            found[check.check] = told.model_copy(update={"cases": told.cases + 1, "failed": failed})
    return list(found.values())


def conceal_events(events: Sequence[Event], until: datetime) -> list[Event]:
    """Return a submission's events as they may be shown before `until`."""
    told = []
    for event in events:
        if event.kind is EventKind.VERDICT:
            report = conceal_report(Report.model_validate(event.data), until)
            told.append(Event(event.id, event.kind, report.model_dump(mode="json")))
        elif event.kind is not EventKind.CASE or not _is_hidden(event.data):
            told.append(event)
    return told


def _is_hidden(data: dict[str, Any]) -> bool:
    case = data.get("case")
    return not isinstance(case, dict) or case.get("hidden") is not False
