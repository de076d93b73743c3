"""Exams that hold their verdicts: which do so now, and until when.

Verdicts are held for all students of the course from the moment the exam opens for the first of them until the last
moment at which anybody may work on it: even after a student's own working time, since they could tell the others. Like
everything that an exam closes, this is found on every request, so that added time takes effect at once
(`app.domains.courses.repository.spans`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.holds import Hold
from app.domains.courses.repository import exams as repository

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session


def find_holds(session: Session) -> list[Hold]:
    """Return the holds of all exams that hold verdicts now."""
    return [
        Hold(one.course_id, one.assignment_id, one.since, one.until)
        for one in repository.list_current(session)
        if one.holds
    ]


def find_until(session: Session, assignment_id: int) -> datetime | None:
    """Return until when an exam holds its verdicts; None if it holds none now."""
    return next((one.until for one in find_holds(session) if one.assignment_id == assignment_id), None)
