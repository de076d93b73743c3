"""The head of the verdict panel, in each state of a submission."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from app.db.statuses import Status
from app.kit.language import translate as _
from grader.report import CheckSummary, Mode, Report, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.domains.submissions.schemas import AttemptView, SubmissionView
    from grader.report import CaseReport

Tone = Literal["idle", "busy", "good", "bad", "warn"]

ENGLISH: Final = "en"
SIGNS: Final[dict[Tone, str]] = {"idle": "", "busy": "…", "good": "✓", "bad": "✗", "warn": "!"}


@dataclass(frozen=True)
class Head:
    """The first lines of the panel. `message` may have code between backticks; `line` is one of the source.

    `language` is the message's; empty where it is the page's. What the grader says is English on every page.
    """

    tone: Tone
    title: str
    message: str
    line: int | None = None
    language: str = ""

    @property
    def sign(self) -> str:
        """The tone as a symbol, so that it doesn't depend on colour alone."""
        return SIGNS[self.tone]


def idle() -> Head:
    """Return the head before anything is sent."""
    return Head(
        "idle",
        _("Not run yet"),
        _("Run tries the sample cases and never counts. Submit adds hidden cases, with other shapes and values."),
    )


def waiting(position: int, why: str = "") -> Head:
    """Return the head while it waits; places 0 and 1 are next to run. `why` is given after a retry."""
    place = _("Place %(place)s in the queue.", place=position) if position > 1 else _("Next in the queue.")
    return Head("busy", _("Waiting"), f"{_(why)} {place}".strip())


def running(done: int = 0, total: int = 0) -> Head:
    """Return the head while it runs, with how many cases are done."""
    message = _("%(done)s of %(total)s cases done.", done=done, total=total)
    return Head("busy", _("Running"), message if done else _("Waiting for the first case."))


def failed(message: str = "") -> Head:
    """Return the head when the platform failed."""
    usual = _(
        "The service couldn't grade this. It doesn't count, and the operator has been notified. Your code is safe."
    )
    return Head("warn", _(Verdict.INTERNAL_ERROR.heading), _(message) if message else usual)


def judged(report: Report) -> Head:
    """Return the head of a report."""
    tone: Tone = "bad"
    if report.verdict is Verdict.ACCEPTED:
        tone = "good"
    elif report.verdict is Verdict.INTERNAL_ERROR:
        tone = "warn"
    return Head(tone, name_verdict(report), report.message, report.line, ENGLISH)


def describe(submission: SubmissionView) -> Head:
    """Return the head of a submission as it stands."""
    if submission.report is not None:
        return judged(submission.report)
    if submission.status is Status.QUEUED:
        return waiting(submission.position or 0)
    return running() if submission.status.is_pending else failed()


def describe_run(status: Status, report: Report | None, position: int | None) -> Head:
    """Return the head of a run as it stands. A program that ran to its end was not judged."""
    if report is not None and report.code == "ran":
        return Head("good", _("It ran"), report.message, language=ENGLISH)
    if report is not None:
        return judged(report)
    if status is Status.QUEUED:
        return waiting(position or 0)
    return running() if status.is_pending else failed()


def name_attempt(attempt: AttemptView) -> str:
    """Return an attempt's result in a word or two."""
    if attempt.verdict is not None:
        return _(attempt.verdict.heading)
    match attempt.status:
        case Status.QUEUED:
            return _("Waiting")
        case Status.RUNNING:
            return _("Running")
    return _(Verdict.INTERNAL_ERROR.heading)


def name_verdict(report: Report) -> str:
    """Return the heading of a report; a run never claims more than the samples."""
    only_samples = report.verdict is Verdict.ACCEPTED and report.mode is Mode.RUN
    return _("Accepted on the samples") if only_samples else _(report.verdict.heading)


def summarise(cases: Sequence[CaseReport]) -> list[CheckSummary]:
    """Return the checks of the cases that are done so far."""
    found: dict[str, CheckSummary] = {}
    for case in cases:
        for check in case.checks:
            before = found.get(check.check)
            names = [] if before is None else before.failed
            found[check.check] = CheckSummary(
                check=check.check,
                passed=check.passed and (before is None or before.passed),
                code="",
                message="",
                cases=1 if before is None else before.cases + 1,
                failed=names if check.passed else [*names, case.name],
            )
    return list(found.values())


def compare_reports(now: Report, before: Report) -> str:
    """Return a sentence on what changed since the last attempt."""
    then = _("Last time: %(verdict)s, %(cases)s", verdict=name_verdict(before), cases=_count(before))
    fixed = sorted({check.check for check in before.checks if not check.passed} & _passed(now))
    broken = sorted({check.check for check in now.checks if not check.passed} & _passed(before))
    parts = [then, _("now %(cases)s", cases=_count(now))]
    if fixed:
        parts.append(_("fixed: %(checks)s", checks=_spell(fixed)))
    if broken:
        parts.append(_("new problems: %(checks)s", checks=_spell(broken)))
    return "; ".join(parts) + "."


def _count(report: Report) -> str:
    passed = sum(case.verdict is Verdict.ACCEPTED for case in report.cases)
    return _("%(passed)s of %(total)s cases", passed=passed, total=len(report.cases))


def _passed(report: Report) -> set[str]:
    return {check.check for check in report.checks if check.passed}


def _spell(names: list[str]) -> str:
    return ", ".join(name.replace("_", " ") for name in names)
