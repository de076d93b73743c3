"""Changes that would end an exam early, and which of them are refused.

Archiving a course ends all its exams at once: hints open, held verdicts are released, and nothing can take that back.
So a course can be archived only when none of its exams runs. Moving dates, a draft, or no longer holding verdicts are
changes that somebody makes on purpose; but if they release held verdicts, at once or earlier than before, they need the
right to edit student data, as releasing them by name does (`app.domains.courses.exams`). Deleting an exam deletes the
times at which students started, so it is refused while somebody works on it.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.db.models import now
from app.db.statuses import Right
from app.domains.courses.errors import MissingRightError
from app.domains.courses.holding import find_holds
from app.domains.courses.repository import assignments as assignment_repository
from app.domains.courses.repository import exams, people
from app.domains.courses.timeline import Phase
from app.kit.errors import ConflictError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.orm import Session

    from app.db.holds import Hold
    from app.domains.courses.plans import AssignmentRow
    from app.domains.courses.schemas import Access, CourseInfo


def check_archiving(session: Session, course: CourseInfo) -> None:
    """Raise `ConflictError` while an exam of a course is closed-book for anybody, or holds verdicts."""
    held = {one.assignment_id for one in find_holds(session)}
    current = {one.assignment_id for one in exams.list_current(session) if one.course == course.public_id}
    for exam in assignment_repository.list_assignments(session, course.id) if current else ():
        if exam.id in current and (exam.id in held or list_phases(session, course, exam)):
            raise ConflictError(
                _(
                    "The exam `%(name)s` isn't over: archiving the course would open its hints and release its "
                    "verdicts. Wait until it ends for everybody, or change its dates first.",
                    name=exam.name,
                )
            )


def check_deletion(session: Session, course: CourseInfo, assignment: AssignmentRow) -> None:
    """Raise `ConflictError` for an exam that students are working on."""
    if assignment.is_exam and Phase.ON_TIME in list_phases(session, course, assignment):
        raise ConflictError(
            _(
                "Students are working on this exam, and deleting it would delete when they started. Delete it when it "
                "is over, or make it a draft to hide it."
            )
        )


def list_phases(session: Session, course: CourseInfo, exam: AssignmentRow) -> set[Phase]:
    """Return the phases in which an exam is for the students to whom it is closed-book now, even if they have left."""
    plans = assignment_repository.load_plans(session, course, course.zone, {exam.id})
    labels = people.list_labels(session, course.id)
    moment = now()
    states = (
        plans.make_timeline(exam, student.id, [labels[name] for name in student.view.labels]).find_state(moment)
        for student in people.list_students(session, course.id, joined=True)
    )
    return {state.phase for state in states if state.closed_book}


@contextmanager
def keep_holds(session: Session, access: Access) -> Iterator[None]:
    """Raise `MissingRightError` if the block releases held verdicts of the course and the user may not do that."""
    if access.data.includes(Right.EDIT):
        yield
        return
    before = _list_held(session, access.course)
    yield
    after = _list_held(session, access.course) if before else {}
    if any(_releases(one, after.get(exam)) for exam, one in before.items()):
        told = _("This would release verdicts that an exam holds. You need the right to edit student data for that.")
        raise MissingRightError(told)


@dataclass(frozen=True)
class _Held:
    """What an exam holds: verdicts on which problems, by row ids."""

    hold: Hold
    problems: frozenset[int]


def _list_held(session: Session, course: CourseInfo) -> dict[int, _Held]:
    holds = {one.assignment_id: one for one in find_holds(session) if one.course_id == course.id}
    return {
        exam.id: _Held(holds[exam.id], frozenset(kata.problem_id for kata in exam.katas))
        for exam in (assignment_repository.list_assignments(session, course.id) if holds else ())
        if exam.id in holds
    }


def _releases(before: _Held, after: _Held | None) -> bool:
    """Return whether a hold covers less after a change, or ends earlier."""
    if after is None or not before.problems <= after.problems:
        return True
    return after.hold.since > before.hold.since or after.hold.until < before.hold.until
