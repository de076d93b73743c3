"""The current states of a course's assignments for one of its students."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.models import now
from app.db.notes import look_up
from app.domains.courses.assignments import list_label_rows
from app.domains.courses.repository import assignments as repository
from app.domains.courses.repository import courses

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.domains.courses.plans import AssignmentRow
    from app.domains.courses.timeline import State


def list_states(session: Session, course: str, student: int) -> list[tuple[AssignmentRow, State]]:
    """Return the assignments of a course, given by its public id, and their states for a student, by their row id.

    They are loaded once for a page.
    """
    return look_up(session, ("states", course, student), lambda: _load_states(session, course, student))


def _load_states(session: Session, public_id: str, student: int) -> list[tuple[AssignmentRow, State]]:
    course = courses.find_course(session, public_id)
    if course is None:
        return []
    plans = repository.load_plans(session, course, course.zone, student=student)
    labels = list_label_rows(session, course.id, student)
    moment = now()
    return [(one, plans.make_timeline(one, student, labels).find_state(moment)) for one in plans.assignments]
