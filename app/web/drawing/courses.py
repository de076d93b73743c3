"""Texts for the pages of courses: times in the course's time zone, the current phase, the reasons for grades."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from markupsafe import Markup

from app.db.statuses import Counts, ExtensionStatus, Right
from app.domains.courses.grading import Why
from app.domains.courses.timeline import Phase
from app.kit.language import format_moment, format_number, plural
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from app.domains.courses.assignment_schemas import AssignmentForStudent, GradeCell, KataGrade


MINUS: Final = "\N{MINUS SIGN}"


class Clock:
    """Formats times in the course's time zone."""

    def __init__(self, zone: ZoneInfo) -> None:
        self.zone = zone

    def show(self, moment: datetime) -> Markup:
        """Return a time."""
        there = moment.astimezone(self.zone)
        return Markup('<time datetime="{}">{}</time>').format(there.isoformat(), format_moment(there))

    def end(self, moment: datetime) -> Markup:
        """Return a deadline, shown as the last minute that begins before it."""
        return self.show(_find_last_minute(moment))

    def wall(self, moment: datetime) -> str:
        """Return a deadline in the format of a form's field."""
        return f"{_find_last_minute(moment).astimezone(self.zone):%Y-%m-%dT%H:%M}"


def _find_last_minute(moment: datetime) -> datetime:
    """Return the last whole minute before a moment: deadlines end with a minute, but exams often within one."""
    return (moment - moment.resolution).replace(second=0, microsecond=0)


def format_deadline(moment: datetime, zone: str) -> Markup:
    """Return a deadline in a time zone, given by its IANA name, as `Clock.end` shows it."""
    return Clock(ZoneInfo(zone)).end(moment)


def format_points(points: float) -> str:
    """Return points without trailing zeros: `7.5`, `10`."""
    return format_number(f"{points:.2f}".rstrip("0").rstrip("."))


def format_change(points: float) -> str:
    """Return added or deducted points with their sign, such as `+1`."""
    return f"{MINUS if points < 0 else '+'}{format_points(abs(points))}"


def name_right(right: Right) -> str:
    """Return the name of a right."""
    return {Right.NONE: _("nothing"), Right.VIEW: _("view"), Right.EDIT: _("edit")}[right]


def name_phase(phase: Phase) -> str:
    """Return the name of a phase, in one or two words."""
    return {
        Phase.NOT_OPEN: _("not open yet"),
        Phase.READY: _("not started"),
        Phase.EARLY: _("open"),
        Phase.ON_TIME: _("open"),
        Phase.LATE: _("late"),
        Phase.PRACTICE: _("practice"),
        Phase.CLOSED: _("closed"),
    }[phase]


def name_extension(status: ExtensionStatus) -> str:
    """Return the name of the status of a request for more time."""
    return {
        ExtensionStatus.OPEN: _("not decided yet"),
        ExtensionStatus.GRANTED: _("granted"),
        ExtensionStatus.DECLINED: _("declined"),
        ExtensionStatus.WITHDRAWN: _("withdrawn"),
    }[status]


def tell_counts(counts: Counts) -> str:
    """Return a sentence that says which submission counts."""
    return {
        Counts.BEST: _("Your best submission counts; more submissions never lower your grade."),
        Counts.LAST: _("Your last submission before the end counts, even if an earlier one was better."),
        Counts.FIRST: _("Your first submission after the opening counts. Runs don't count, so try it out with Run."),
    }[counts]


def tell_now(assignment: AssignmentForStudent, clock: Clock) -> Markup:
    """Return a sentence about the current phase, and until when it lasts."""
    until = "" if assignment.until is None else clock.end(assignment.until)
    if assignment.exam is not None and assignment.phase is Phase.ON_TIME:
        text = _("The exam is running. Submissions count until %(until)s.")
        return Markup("{}").format(text) % {"until": until}
    match assignment.phase:
        case Phase.READY:
            text = _("You can start this exam until %(until)s.")
        case Phase.EARLY:
            text = _("Submissions until %(until)s get %(credit)s %% of the points.")
        case Phase.ON_TIME:
            text = _("Submissions until %(until)s get full points.")
        case Phase.LATE:
            text = _("The due date has passed. Submissions until %(until)s get %(credit)s %% of the points.")
        case Phase.PRACTICE:
            text = _("Closed. You can keep practising, but submissions no longer count.")
        case Phase.CLOSED:
            text = _("Closed. Submissions no longer count.")
        case _unopened:
            text = _("It opens on %(until)s.")
    # None of the values is user input; the translated sentence itself is escaped.
    return Markup("{}").format(text) % {"until": until, "credit": assignment.credit}


def tell_steps(assignment: AssignmentForStudent, clock: Clock) -> list[tuple[str, Markup, str]]:
    """Return the dates of an assignment, each with its name, its time, and the credit until then."""
    if assignment.exam is not None:
        started = [] if assignment.exam.started is None else [(_("Started"), clock.show(assignment.opens), "")]
        return [*started, (_("Ends"), clock.end(assignment.due), "")]
    steps = [(_("Opens"), clock.show(assignment.opens), "")]
    if assignment.early_ends is not None and assignment.early_ends < assignment.due:
        steps.append((_("Bonus until"), clock.end(assignment.early_ends), f"{assignment.early_credit} %"))
    steps.append((_("Due"), clock.end(assignment.due), "100 %"))
    if assignment.late_ends is not None:
        steps.append((_("Late until"), clock.end(assignment.late_ends), f"{assignment.late_credit} %"))
    return steps


def tell_why(kata: KataGrade, clock: Clock, *, counts: bool) -> str:
    """Return a sentence with the reason for a grade; `counts`: whether another submission would still count."""
    at = "" if kata.submitted_at is None else format_moment(kata.submitted_at.astimezone(clock.zone))
    match kata.why:
        case Why.NOTHING:
            return _("Nothing submitted yet.")
        case Why.WRONG:
            count = plural("%(num)s submission", "%(num)s submissions", kata.attempts)
            return _("%(count)s, and the one that counts wasn't accepted.", count=count)
        case Why.EARLY:
            return _("Accepted on %(at)s: early, so it gets %(credit)s %% of the points.", at=at, credit=kata.credit)
        case Why.ON_TIME:
            return _("Accepted on %(at)s: on time.", at=at)
        case Why.LATE:
            return _("Accepted on %(at)s: late, so it gets %(credit)s %% of the points.", at=at, credit=kata.credit)
        case Why.BEFORE:
            again = _("Accepted before this assignment opened; submit it again for points.")
            return again if counts else _("Accepted before this assignment opened, so it gets no points.")
        case Why.AFTER:
            return _("Accepted after the end, so it gets no points.")
        case Why.HELD:
            until = "" if kata.held_until is None else format_moment(kata.held_until.astimezone(clock.zone))
            return _("Submitted. The verdict is held until %(until)s.", until=until)
        case Why.OVERRIDDEN:
            computed = format_points(kata.computed or 0.0)
            return _("Set by the staff instead of %(computed)s: %(reason)s", computed=computed, reason=kata.reason)


MARKS: Final = {
    Why.NOTHING: "·",
    Why.WRONG: "✗",
    Why.EARLY: "E",
    Why.ON_TIME: "",
    Why.LATE: "L",
    Why.BEFORE: "◦",
    Why.HELD: "…",
    Why.AFTER: "◦",
    Why.OVERRIDDEN: "!",
}
"""The gradebook's symbols for the reasons for grades."""


def make_cell_drawer() -> Callable[[GradeCell | None], Markup]:
    """Return a function that draws the gradebook's cells, and draws equal ones, of which there are many, only once.

    Measured for 300 students and 30 katas: 6 ms instead of 190 ms.
    """
    drawn: dict[tuple[float, Why, int, str], Markup] = {}

    def draw(cell: GradeCell | None) -> Markup:
        if cell is None:
            return Markup("<td></td>")
        reasons = "; ".join(f"{format_change(one.points)}: {one.words}" for one in cell.rubric)
        key = (cell.points, cell.why, cell.credit, reasons)
        if key not in drawn:
            mark = Markup('<abbr title="{}">{}</abbr>').format(describe_cell(cell.why, cell.credit), MARKS[cell.why])
            points = "" if cell.why is Why.NOTHING else format_points(cell.points)
            rubric = Markup('<abbr title="{}">±</abbr>').format(reasons) if reasons else ""
            drawn[key] = Markup('<td class="why-{}">{}{}{}</td>').format(
                cell.why.value, points, mark if MARKS[cell.why] else "", rubric
            )
        return drawn[key]

    return draw


def describe_cell(why: Why, credit: int) -> str:
    """Return a grade's reason in a word or two, for the gradebook."""
    return {
        Why.NOTHING: _("nothing submitted"),
        Why.WRONG: _("not accepted"),
        Why.EARLY: _("early, %(credit)s %%", credit=credit),
        Why.ON_TIME: _("on time"),
        Why.LATE: _("late, %(credit)s %%", credit=credit),
        Why.BEFORE: _("before it opened"),
        Why.AFTER: _("after the end"),
        Why.OVERRIDDEN: _("set by the staff"),
        Why.HELD: _("held"),
    }[why]
