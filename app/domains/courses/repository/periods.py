"""The period of a course: when its students' submissions to its katas may be work for it."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from sqlalchemy import func, select

from app.db.models import Assignment, AssignmentOverride, Course
from app.domains.courses.timeline import resolve_end, resolve_start

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

GRACE: Final = timedelta(days=60)
"""How long a period lasts beyond its last date: as long as late days can move a due date."""


def find_period(session: Session, course_id: int) -> tuple[datetime, datetime]:
    """Return from when until when staff see submissions of a course's students.

    It begins on the course's first day, or with its first assignment if that opens earlier, and ends some time after
    the last day or the last date of an assignment. Other submissions belong to other courses, or to nobody but their
    author.
    """
    row = session.execute(
        select(Course.starts_on, Course.ends_on, Course.time_zone).where(Course.id == course_id)
    ).one()
    assigned = (Assignment.course_id == course_id, Assignment.is_draft.is_(False))
    starts, ends = [datetime.combine(row[0], time.min)], [datetime.combine(row[1], time(23, 59))]
    for table in (Assignment, AssignmentOverride):
        dates = select(func.min(table.opens_at), func.max(table.due_at), func.max(table.late_until)).where(*assigned)
        if table is AssignmentOverride:
            dates = dates.join(Assignment, Assignment.id == AssignmentOverride.assignment_id)
        opens, *last = session.execute(dates).one()
        starts += [] if opens is None else [opens]
        ends += [one for one in last if one is not None]
    zone = ZoneInfo(row[2])
    return resolve_start(min(starts), zone), resolve_end(max(ends), zone) + GRACE
