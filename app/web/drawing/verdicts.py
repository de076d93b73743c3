"""The head of the verdict panel, in each state of a submission."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from app.db.statuses import Status
from app.kit.language import format_moment, plural
from app.kit.language import translate as _
from app.web.drawing.headings import name_heading
from app.web.drawing.layers import PRAISE
from grader.report import Mode, Report, Verdict

if TYPE_CHECKING:
    from datetime import datetime

    from app.domains.submissions.schemas import AttemptView, SubmissionView
    from grader.report import ErrorReport

Tone = Literal["idle", "busy", "good", "bad", "warn"]

ENGLISH: Final = "en"
END: Final = re.compile(r"(?<=[.!?]) (?=[A-Z`])")
"""The space between two sentences."""
LESSON: Final = re.compile(r" The lesson of `(\w+)` says more, under “([^”]+)”\.")
"""The grader's reference to a lesson (`grader.judge.explain`)."""
MAX_EXCERPT: Final = 160
SIGNS: Final[dict[Tone, str]] = {"idle": "", "busy": "…", "good": "✓", "bad": "✗", "warn": "!"}


@dataclass(frozen=True)
class Head:
    """The first lines of the panel. `message` may have code between backticks; `line` is a line of the source.

    `advice` is the message after its first sentence, `excerpt` the text of the line. `language` is that of both texts,
    empty if it is the page's: the grader's messages are in English on every page.
    """

    tone: Tone
    title: str
    message: str
    line: int | None = None
    language: str = ""
    advice: str = ""
    excerpt: str = ""
    lesson: tuple[str, str, str] | None = None
    """The lesson to read: its problem's slug, the id of a heading in it, and the heading."""
    held: str = ""
    """A sentence that says until when the verdict is held; empty if it isn't."""
    code: str = ""
    """The reason code; empty if nothing is judged."""
    error: ErrorReport | None = None

    @property
    def sign(self) -> str:
        """The tone as a symbol, so that it doesn't depend on colour alone."""
        return SIGNS[self.tone]


def idle() -> Head:
    """Return the head before anything is submitted."""
    return Head(
        "idle",
        _("Not run yet"),
        _("Run tries the sample cases and never counts. Submit adds hidden cases, with other shapes and values."),
    )


def waiting(position: int, why: str = "") -> Head:
    """Return the head of a waiting submission; positions 0 and 1 are next to run. `why` is for a retry."""
    place = _("Place %(place)s in the queue.", place=position) if position > 1 else _("Next in the queue.")
    return Head("busy", _("Waiting"), f"{_(why)} {place}".strip())


def running(done: int = 0, total: int = 0) -> Head:
    """Return the head of a running submission, with the number of finished cases."""
    message = _("%(done)s of %(total)s cases done.", done=done, total=total)
    return Head("busy", _("Running"), message if done else _("Waiting for the first case."))


def failed(message: str = "") -> Head:
    """Return the head of a submission that failed on the platform's side."""
    usual = _(
        "The service couldn't grade this. It doesn't count, and the operator has been notified. Your code is safe."
    )
    return Head("warn", _(Verdict.INTERNAL_ERROR.heading), _(message) if message else usual)


def judged(report: Report, source: str = "") -> Head:
    """Return the head for a report on `source`."""
    tone: Tone = "bad"
    if report.verdict is Verdict.ACCEPTED:
        tone = "good"
    elif report.verdict is Verdict.INTERNAL_ERROR:
        tone = "warn"
    text, lesson = find_lesson(report.message)
    message, advice = split_message(text.removesuffix(f" Line {report.line}."))  # The link shows the line.
    excerpt = find_line(source, report.line)
    title, error = name_verdict(report), report.error
    head = Head(tone, title, message, report.line, ENGLISH, advice, excerpt, lesson, code=report.code, error=error)
    if report.held_until is None:
        return head
    return replace(head, tone="idle" if tone == "good" else tone, held=tell_held(report.held_until))


def tell_held(until: datetime) -> str:
    """Return a sentence that says until when an exam holds a verdict."""
    shown = format_moment(until)
    return _("This covers only the samples. The verdict on the hidden cases is held until %(until)s UTC.", until=shown)


def find_lesson(text: str) -> tuple[str, tuple[str, str, str] | None]:
    """Return a message without its reference to a lesson, and the reference, which pages turn into a link."""
    found = LESSON.search(text)
    if found is None:
        return text, None
    slug, heading = found.groups()
    return text[: found.start()] + text[found.end() :], (slug, name_heading(heading, "lesson-"), heading)


def split_message(text: str) -> tuple[str, str]:
    """Return a message's first sentence, and the rest. A full stop in code or brackets doesn't end a sentence."""
    for end in END.finditer(text):
        before = text[: end.start()]
        if before.count("`") % 2 == 0 and before.count("(") == before.count(")"):
            return before, text[end.end() :]
    return text, ""


def find_line(source: str, line: int | None) -> str:
    """Return the text of a line, counted from 1, unindented and truncated; an empty string if there is none."""
    lines = source.splitlines()
    text = lines[line - 1].strip() if line is not None and 1 <= line <= len(lines) else ""
    return text if len(text) <= MAX_EXCERPT else text[:MAX_EXCERPT] + " …"


def describe(submission: SubmissionView) -> Head:
    """Return the head of a submission in its current state."""
    if submission.report is not None:
        return judged(submission.report, submission.source)
    if submission.status is Status.QUEUED:
        return waiting(submission.position or 0)
    return running() if submission.status.is_pending else failed()


def describe_run(status: Status, report: Report | None, position: int | None) -> Head:
    """Return the head of a run in its current state. A program that finished isn't judged."""
    if report is not None:
        return judged(report) if report.problem else judge_program(report)
    if status is Status.QUEUED:
        return waiting(position or 0)
    return running() if status.is_pending else failed()


def judge_program(report: Report, source: str = "") -> Head:
    """Return the head for a program's report; one that finished isn't judged."""
    if report.code == "ran":
        return Head("good", _("It ran"), report.message, language=ENGLISH)
    head = judged(report, source)
    return replace(head, title=_("It can't be run")) if report.verdict is Verdict.REJECTED_SOURCE else head


def name_attempt(attempt: AttemptView) -> str:
    """Return an attempt's result in a word or two."""
    if attempt.held_until is not None and not attempt.status.is_pending:
        return _("Held until %(until)s UTC", until=format_moment(attempt.held_until))
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


def compare_reports(now: Report, before: Report) -> str:
    """Return a sentence about what changed since the last attempt of the same kind."""
    verdict, cases = name_verdict(before), _count(before)
    then = (
        _("Your last run: %(verdict)s, %(cases)s", verdict=verdict, cases=cases)
        if now.mode is Mode.RUN
        else _("Your last submission: %(verdict)s, %(cases)s", verdict=verdict, cases=cases)
    )
    fixed = sorted({check.check for check in before.checks if not check.passed} & _passed(now))
    broken = sorted({check.check for check in now.checks if not check.passed} & _passed(before))
    parts = [then, _("now %(cases)s", cases=_count(now))]
    if fixed:
        parts.append(_("fixed: %(checks)s", checks=_spell(fixed)))
    if broken:
        parts.append(_("new problems: %(checks)s", checks=_spell(broken)))
    return "; ".join(parts) + "."


def list_remarks(report: Report) -> list[dict[str, object]]:
    """Return the line and message of each remark that the editor marks, without praise."""
    return [{"line": hint.line, "message": hint.message} for hint in report.hints if hint.level != PRAISE]


def count_passed(report: Report) -> str:
    """Return a text with the numbers of passed checks and cases, for the heading of the details."""
    checks = sum(check.passed for check in report.checks)
    told = plural(
        "%(done)s of %(num)s check passed", "%(done)s of %(num)s checks passed", len(report.checks), done=checks
    )
    return f"{told}, {_count(report)}" if report.checks else _count(report)


def _count(report: Report) -> str:
    passed = sum(case.verdict is Verdict.ACCEPTED for case in report.cases)
    return plural("%(passed)s of %(num)s case", "%(passed)s of %(num)s cases", len(report.cases), passed=passed)


def _passed(report: Report) -> set[str]:
    return {check.check for check in report.checks if check.passed}


def _spell(names: list[str]) -> str:
    return ", ".join(name.replace("_", " ") for name in names)
