"""Computes the grades of some students of a course at one moment, from data that is loaded for all of them together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import Integer, cast, null

from app.db.holds import select_hold
from app.db.models import now
from app.domains.courses.assignment_schemas import GradeCell, GradeRow, RubricMark
from app.domains.courses.elsewhere import select_withheld
from app.domains.courses.grading import Why, find_told_grade
from app.domains.courses.repository import grades as repository
from app.domains.courses.repository import people, rubrics

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

    from app.domains.courses.grading import Attempts, CourseGrade, Mark
    from app.domains.courses.plans import AssignmentRow, KataRow, Plans
    from app.domains.courses.repository.grades import GivenGrade
    from app.domains.courses.repository.people import StudentRow
    from app.domains.courses.schemas import Access, CourseInfo
    from app.domains.courses.timeline import CreditTimeline


@dataclass
class StudentGrader:
    """Grades some students of a course at one moment, from data loaded for all of them together."""

    plans: Plans
    attempts: Attempts
    given: dict[tuple[int, int], GivenGrade]
    marks: dict[int, dict[str, list[Mark]]]
    labels: dict[int, list[int]]
    moment: datetime
    plain: dict[int, CreditTimeline] = field(default_factory=dict)

    def find_timeline(self, assignment: AssignmentRow, student_id: int) -> CreditTimeline:
        """Return the timeline of an assignment for a student; cached, since most students share one."""
        labels = self.labels.get(student_id, [])
        if not self.plans.is_plain(assignment, student_id, labels):
            return self.plans.make_timeline(assignment, student_id, labels)
        if assignment.id not in self.plain:
            self.plain[assignment.id] = self.plans.make_timeline(assignment, student_id, [])
        return self.plain[assignment.id]

    def grade(
        self, assignment: AssignmentRow, kata: KataRow, student: StudentRow, timeline: CreditTimeline
    ) -> CourseGrade:
        """Return the computed grade of a kata."""
        key = (student.user_id or 0, kata.problem_id)
        attempts, marks = self.attempts.get(key, ()), self.marks.get(kata.id, {})
        return find_told_grade(attempts, timeline, assignment.counts, kata.points, marks)

    def make_row(self, student: StudentRow) -> GradeRow:
        """Return a student's row of the gradebook."""
        cells: list[GradeCell | None] = []
        points, full = 0.0, 0
        for assignment in self.plans.assignments:
            timeline = self.find_timeline(assignment, student.id)
            visible = timeline.find_state(self.moment).visible
            for kata in assignment.katas:
                if not visible:
                    cells.append(None)
                    continue
                grade = self.grade(assignment, kata, student, timeline)
                given = self.given.get((student.id, kata.id))
                cell = GradeCell(
                    points=grade.points if given is None else given.points,
                    why=grade.why if given is None else Why.OVERRIDDEN,
                    credit=grade.credit,
                    submission=None if grade.attempt is None else grade.attempt.id,
                    rubric=view_marks(grade) if given is None else [],
                )
                cells.append(cell)
                points, full = points + cell.points, full + kata.points
        view = student.view
        return GradeRow(
            student=view.id,
            account=view.account,
            name=view.name,
            number=view.number,
            labels=view.labels,
            points=round(points, 2),
            full=full,
            cells=cells,
        )


def load_grader(
    session: Session,
    course: CourseInfo,
    plans: Plans,
    students: list[StudentRow],
    *,
    for_students: bool = False,
    reader: Access | None = None,
) -> StudentGrader:
    """Return a grader for these students, with all the data that it needs.

    `for_students`: leave out what exams hold from students. `reader`: leave out what they hold from this member of the
    staff. What somebody has submitted after leaving never counts.
    """
    users = [one.user_id for one in students if one.user_id is not None]
    problems = {kata.problem_id for assignment in plans.assignments for kata in assignment.katas}
    has_labels = bool(plans.of_labels) or any(label is not None for _exam, _student, label in plans.added)
    labels = people.list_labels(session, course.id) if has_labels else {}
    hold: ColumnElement[int | None] = cast(null(), Integer)
    if for_students:
        hold = select_hold(session)
    elif reader is not None:
        hold = select_withheld(session, reader)
    return StudentGrader(
        plans=plans,
        attempts=_leave_out_later(repository.load_attempts(session, users, problems, hold), students),
        given=repository.load_given(session, [one.id for one in students]),
        marks=rubrics.load_marks(session, course.id, users),
        labels={one.id: [labels[name] for name in one.view.labels] for one in students} if labels else {},
        moment=now(),
    )


def _leave_out_later(attempts: Attempts, students: list[StudentRow]) -> Attempts:
    """Return the attempts without those that students have made after they left the course."""
    left = {one.user_id: one.removed_at for one in students if one.removed_at is not None}
    if not left:
        return attempts
    return {
        (user, problem): [one for one in made if user not in left or one.at < left[user]]
        for (user, problem), made in attempts.items()
    }


def view_marks(grade: CourseGrade) -> list[RubricMark]:
    """Return the ticked rubric items of a grade."""
    return [RubricMark(points=one.points, words=one.words) for one in grade.marks]
