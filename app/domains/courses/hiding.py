"""Private katas that wait: those that a course's students may not know of yet.

A kata that is only in drafts, in assignments that aren't open to a student, and in exams that this student hasn't
started, would otherwise be readable in the catalogue before its exam. A kata that the student has already worked on
stays visible, and so does one that is in no assignment. All of this is computed on every request, so that a start
shows the katas at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.models import now
from app.domains.courses.repository import private as repository
from app.domains.courses.states import list_states

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.orm import Session

    from app.domains.courses.repository.private import PlacedProblem


def find_unopened(session: Session, user_id: int) -> set[int]:
    """Return the private problems of a student's courses that none of their assignments has opened to them yet."""
    placed = repository.list_placed(session, user_id, now().replace(tzinfo=None))
    opened = {one.problem_id for one in placed if one.is_open}
    left = [one for one in placed if one.problem_id not in opened]
    opened.update(_list_opened(session, left))
    return {one.problem_id for one in left} - opened


def _list_opened(session: Session, placed: list[PlacedProblem]) -> Iterator[int]:
    """Yield the problems that the courses' assignments show to the student now."""
    for course, student in dict.fromkeys((one.course, one.student_id) for one in placed):
        for assignment, state in list_states(session, course, student):
            if state.shows_katas:
                yield from (kata.problem_id for kata in assignment.katas)
