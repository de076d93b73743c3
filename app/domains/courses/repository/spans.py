"""From when until when somebody may work on an exam: computed once for each of its states, and kept by the process.

Each request of a learner asks which exams run, and which of them hold verdicts. The answer depends on an exam's dates,
overrides and added minutes, of which there may be thousands. So a process keeps the answer for each exam, with
`Assignment.changed_at`, which every change of these moves in its own transaction: updates of the row by themselves, the
others by `touch`. A request reads only these times, and what has changed counts for the very next one, in all
processes. Overrides and minutes that are deleted with a student or a label stop counting within two minutes.
"""

from __future__ import annotations

import time
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import String, case, func, select, type_coerce, update

from app.db.columns import execute_columns
from app.db.models import Assignment, AssignmentOverride, Course, ExamExtension, now
from app.domains.courses.exam_schemas import ExamSpan
from app.domains.courses.timeline import resolve_end, resolve_start

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

    Dates = tuple[datetime | None, datetime | None, datetime | None]

KEPT_S: Final = 60.0
"""A span is kept for this long, or up to twice as long: not all are computed again at once."""
SPARE: Final = 1000
"""This many spans, and as many as there are exams, may be of exams that no longer exist."""
CHUNK: Final = 500
"""Maximum number of exams in one query."""


class _Kept(NamedTuple):
    """A span, what it was computed for, and until when it is kept, by the monotonic clock."""

    changed: object
    zone: str
    expires: float
    span: ExamSpan


_KEPT: Final[dict[int, _Kept]] = {}
"""Spans by the row ids of exams. If several databases are in use, the times distinguish them."""
_CHANGED: Final = type_coerce(Assignment.changed_at, String)
"""Only compared, so the driver's value will do."""
_EXAMS: Final = (
    select(Assignment.id, _CHANGED, Course.time_zone)
    .join(Course, Course.id == Assignment.course_id)
    .where(Assignment.minutes.is_not(None), Assignment.is_draft.is_(False), Course.archived_at.is_(None))
)
"""Built once, because many pages run it: 0.11 ms of processor time, instead of 0.44 ms when built each time."""
_COLUMNS: Final = select(
    Assignment.id,
    Assignment.course_id,
    Assignment.opens_at,
    Assignment.due_at,
    Assignment.holds_verdicts,
    Assignment.released_at,
    Course.public_id,
    Course.time_zone,
).join(Course, Course.id == Assignment.course_id)


def touch(session: Session, assignment_id: int) -> None:
    """Note a change of an assignment's overrides or added minutes: to be called after it, in the same transaction."""
    session.execute(update(Assignment).where(Assignment.id == assignment_id).values(changed_at=now()))


def list_spans(session: Session) -> list[ExamSpan]:
    """Return the spans of all exams that aren't drafts, in courses that aren't archived."""
    clock = time.monotonic()
    found, others = [], {}
    rows = execute_columns(session, _EXAMS).all()
    if len(_KEPT) > 2 * len(rows) + SPARE:  # Most of these exams no longer exist.
        _KEPT.clear()
    for exam, changed, zone in rows:
        kept = _KEPT.get(exam)
        if kept is None or kept.changed != changed or kept.zone != zone or kept.expires < clock:
            others[exam] = (changed, zone)
        else:
            found.append(kept.span)
    for span in _find_spans(session, list(others)):
        changed, zone = others[span.assignment_id]
        # The times were read before the rest, so what is kept is never older than its time.
        _KEPT[span.assignment_id] = _Kept(changed, zone, clock + KEPT_S + span.assignment_id % KEPT_S, span)
        found.append(span)
    return found


def _find_spans(session: Session, exams: list[int]) -> Iterator[ExamSpan]:
    for start in range(0, len(exams), CHUNK):
        some = exams[start : start + CHUNK]
        dates = _list_dates(session, some)
        added = _list_added(session, some)
        for row in session.execute(_COLUMNS.where(Assignment.id.in_(some))):
            yield _make_span(row, dates.get(row.id, (None, None, None)), added.get(row.id, 0))


def _list_dates(session: Session, exams: list[int]) -> dict[int, Dates]:
    """Return the first opening, the last opening and the last due date among each exam's overrides."""
    one = AssignmentOverride
    statement = (
        select(one.assignment_id, func.min(one.opens_at), func.max(one.opens_at), func.max(one.due_at))
        .where(one.assignment_id.in_(exams))
        .group_by(one.assignment_id)
    )
    return {exam: (first, last, due) for exam, first, last, due in session.execute(statement)}


def _list_added(session: Session, exams: list[int]) -> dict[int, int]:
    """Return the most minutes that anybody may have been given for each exam.

    Those for labels add up, since a student may have all of these; whether one has is not looked up.
    """
    of_each = (
        select(ExamExtension.assignment_id, ExamExtension.student_id, func.sum(ExamExtension.minutes).label("minutes"))
        .where(ExamExtension.assignment_id.in_(exams))
        .group_by(ExamExtension.assignment_id, ExamExtension.student_id)
        .subquery()
    )
    of_groups: ColumnElement[int] = func.max(case((of_each.c.student_id.is_(None), of_each.c.minutes), else_=0))
    of_one: ColumnElement[int] = func.max(case((of_each.c.student_id.is_not(None), of_each.c.minutes), else_=0))
    statement = select(of_each.c.assignment_id, of_groups + of_one).group_by(of_each.c.assignment_id)
    return {row[0]: row[1] for row in session.execute(statement)}


def _make_span(row: Any, overridden: Dates, added: int) -> ExamSpan:  # noqa: ANN401 - of `_COLUMNS`
    """Return the span that includes everybody's: starts are ignored, since they only let somebody finish earlier."""
    zone = ZoneInfo(row.time_zone)
    first, last, due = overridden
    since = resolve_start(min(row.opens_at, first or row.opens_at), zone)
    opens = resolve_start(max(row.opens_at, last or row.opens_at), zone)
    closes = resolve_end(max(row.due_at, due or row.due_at), zone)
    return ExamSpan(
        course=row.public_id,
        course_id=row.course_id,
        assignment_id=row.id,
        since=since,
        until=max(opens, closes) + timedelta(minutes=added),
        holds=row.holds_verdicts and (row.released_at is None or row.released_at < since),
    )
