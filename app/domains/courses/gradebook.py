"""Grades: computed from submissions on every request, overridden by staff, exported, and kept.

Only the grades that staff give by hand are stored, so grades are never out of date: a regrade, another deadline or a
late day shows at once. One page of the gradebook takes a handful of queries, whatever the number of students.
"""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from app.db.holds import list_holds
from app.db.statuses import Right
from app.domains.audit.log import Action, record
from app.domains.courses.assignment_schemas import (
    AssignmentForStudent,
    AssignmentName,
    CourseForStudent,
    Gradebook,
    GradeColumn,
    KataGrade,
)
from app.domains.courses.assignments import find_assignment
from app.domains.courses.errors import CourseThingNotFoundError
from app.domains.courses.exam_schemas import OwnExam
from app.domains.courses.grading import Why
from app.domains.courses.repository import assignments as assignment_repository
from app.domains.courses.repository import grades as repository
from app.domains.courses.repository import people
from app.domains.courses.roster import find_student
from app.domains.courses.spreadsheet import guard, list_cells, make_writer
from app.domains.courses.student_grader import load_grader, view_marks
from app.kit.paging import count_pages

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.courses.assignment_schemas import GradeChange
    from app.domains.courses.assignments import AssignmentService
    from app.domains.courses.grading import CourseGrade
    from app.domains.courses.plans import AssignmentRow, KataRow, Plans
    from app.domains.courses.repository.grades import GivenGrade
    from app.domains.courses.repository.people import StudentRow
    from app.domains.courses.schemas import Access, CourseInfo
    from app.domains.courses.student_grader import StudentGrader
    from app.domains.courses.timeline import CreditTimeline, State

PAGE: Final = 50
"""Number of students on a page of the gradebook."""
CHUNK: Final = 250
"""Number of students whose submissions are loaded at once for an export."""


class GradeService:
    """Computes, overrides and exports grades."""

    def __init__(self, database: Database, assignments: AssignmentService) -> None:
        self._database = database
        self._assignments = assignments

    async def show_own(self, access: Access) -> CourseForStudent:
        """Return a student's view of their course; raises `CourseThingNotFoundError` for others."""
        student = access.student_id
        if student is None:
            raise CourseThingNotFoundError
        names = await self._assignments.name_katas()

        def load(session: Session) -> CourseForStudent:
            row = people.get_student(session, access.course.id, student)
            if row is None:
                raise CourseThingNotFoundError
            return show_course(session, access.course, row, names)

        return await self._database.read(load)

    async def show_student(self, access: Access, public_id: str) -> CourseForStudent:
        """Return a student's view of the course, for staff who may see students' data."""
        access.require(data=Right.VIEW)
        names = await self._assignments.name_katas()

        def load(session: Session) -> CourseForStudent:
            return show_course(session, access.course, find_student(session, access, public_id), names)

        return await self._database.read(load)

    async def show_gradebook(
        self, access: Access, *, page: int = 1, label: str = "", search: str = "", assignment: str = ""
    ) -> Gradebook:
        """Return a page of the gradebook, sorted by name: of the students with a label or with `search` in their names.

        With `assignment`, an id, only its grades. Raises `CourseThingNotFoundError`.
        """
        access.require(data=Right.VIEW)
        names = await self._assignments.name_katas()
        course = access.course

        def load(session: Session) -> Gradebook:
            plans = assignment_repository.load_plans(session, course, course.zone)
            every = [AssignmentName(id=one.public_id, name=one.name) for one in plans.assignments]
            if assignment:
                plans = replace(
                    plans, assignments=tuple(one for one in plans.assignments if one.public_id == assignment)
                )
                if not plans.assignments:
                    raise CourseThingNotFoundError
            total = people.count_students(session, course.id, removed=False, joined=True, label=label, search=search)
            students = people.list_students(
                session,
                course.id,
                removed=False,
                joined=True,
                label=label,
                search=search,
                offset=(page - 1) * PAGE,
                limit=PAGE,
            )
            grader = load_grader(session, course, plans, students, reader=access)
            return Gradebook(
                columns=list(list_columns(plans, names)),
                rows=[grader.make_row(student) for student in students],
                total=total,
                page=page,
                pages=count_pages(total, PAGE),
                labels=list(people.list_labels(session, course.id)),
                assignments=every,
                kept=repository.count_kept(session, course.id),
            )

        return await self._database.read(load)

    async def export_csv(self, access: Access, *, label: str = "") -> str:
        """Return all grades as CSV, one row per student, with the kept grades of deleted accounts at the end."""
        access.require(data=Right.VIEW)
        names = await self._assignments.name_katas()
        course = access.course

        def load(session: Session) -> str:
            plans = assignment_repository.load_plans(session, course, course.zone)
            columns = list(list_columns(plans, names))
            text = io.StringIO()
            out = make_writer(text)
            heads = [f"{one.assignment_name}: {one.name} ({one.full})" for one in columns]
            out.writerow([guard(cell) for cell in ("account", "name", "number", "labels", "points", "of", *heads)])
            students = people.list_students(session, course.id, removed=False, joined=True, label=label)
            for start in range(0, len(students), CHUNK):
                some = students[start : start + CHUNK]
                grader = load_grader(session, course, plans, some, reader=access)
                out.writerows(list_cells(grader.make_row(student)) for student in some)
            for name, number, grades in [] if label else repository.list_kept(session, course.id):
                cells = [grades.get("katas", {}).get(f"{one.assignment}/{one.problem}", "") for one in columns]
                kept = ("", guard(name), guard(number), "", grades.get("points", ""), grades.get("full", ""))
                out.writerow([*kept, *cells])
            return text.getvalue()

        return await self._database.read(load)

    async def give(self, access: Access, student: str, assignment: str, problem: str, change: GradeChange) -> None:
        """Override a student's computed points for a kata; raises `CourseThingNotFoundError`."""
        access.require(data=Right.EDIT)

        def store(session: Session) -> None:
            row, kata = _find_cell(session, access, student, assignment, problem)
            repository.give_grade(
                session, kata, row.id, access.user.id, points=round(change.points, 2), reason=change.reason
            )
            target, who = access.course.public_id, row.view.id
            record(session, Action.COURSE_GRADE_GIVEN, target, student=who, kata=problem, points=change.points)

        await self._database.write(store)

    async def undo(self, access: Access, student: str, assignment: str, problem: str) -> None:
        """Restore the computed points; raises `CourseThingNotFoundError` if they weren't overridden."""
        access.require(data=Right.EDIT)

        def store(session: Session) -> None:
            row, kata = _find_cell(session, access, student, assignment, problem)
            if not repository.undo_grade(session, kata, row.id, access.user.id):
                raise CourseThingNotFoundError
            details = {"student": row.view.id, "kata": problem}
            record(session, Action.COURSE_GRADE_UNDONE, access.course.public_id, **details)

        await self._database.write(store)


def list_columns(plans: Plans, names: Mapping[str, str]) -> Iterator[GradeColumn]:
    """Yield the katas of all assignments."""
    for assignment in plans.assignments:
        for kata in assignment.katas:
            yield GradeColumn(
                assignment=assignment.public_id,
                assignment_name=assignment.name,
                problem=kata.slug,
                name=names.get(kata.slug, kata.slug),
                full=kata.points,
            )


def show_course(
    session: Session, course: CourseInfo, student: StudentRow, names: Mapping[str, str], *, with_held: bool = False
) -> CourseForStudent:
    """Return a student's view of a course; `with_held` includes what exams hold, for staff."""
    plans = assignment_repository.load_plans(session, course, course.zone, student=student.id)
    grader = load_grader(session, course, plans, [student], for_students=not with_held)
    holds = {one.assignment_id: one.until for one in list_holds(session)}
    shown = []
    for assignment in plans.assignments:
        timeline = grader.find_timeline(assignment, student.id)
        if timeline.find_state(grader.moment).visible:
            one = _show_assignment(grader, assignment, student, timeline, names)
            if one.exam is not None:
                one.exam.held_until = holds.get(assignment.id)
            shown.append(one)
    spent = sum(days for (_, student_id), days in plans.late_days.items() if student_id == student.id)
    return CourseForStudent(
        student=student.view.id,
        student_name=student.view.title,
        late_days_left=max(0, course.late_days - spent),
        points=round(sum(one.points for one in shown), 2),
        full=sum(one.full for one in shown),
        assignments=shown,
        extensions=assignment_repository.list_extensions(session, course.id, student_id=student.id),
    )


def _show_assignment(
    grader: StudentGrader,
    assignment: AssignmentRow,
    student: StudentRow,
    timeline: CreditTimeline,
    names: Mapping[str, str],
) -> AssignmentForStudent:
    state = timeline.find_state(grader.moment)
    katas = [
        _show_kata(
            grader.grade(assignment, kata, student, timeline), kata, grader.given.get((student.id, kata.id)), names
        )
        for kata in (assignment.katas if state.shows_katas else ())
    ]
    rule = grader.plans.merge_rule(assignment, student.id, grader.labels.get(student.id, []))
    return AssignmentForStudent(
        id=assignment.public_id,
        name=assignment.name,
        phase=state.phase,
        credit=state.credit,
        until=state.until,
        opens=timeline.opens,
        early_ends=timeline.early_ends if timeline.early_ends > timeline.opens else None,
        early_credit=timeline.early_credit,
        due=timeline.due,
        late_ends=timeline.late_ends if timeline.late_ends > timeline.due else None,
        late_credit=timeline.late_credit,
        after=timeline.after,
        counts=assignment.counts,
        late_days=rule.late_days,
        late_days_spent=grader.plans.late_days.get((assignment.id, student.id), 0),
        points=round(sum(one.points for one in katas), 2),
        full=sum(one.full for one in katas),
        katas=katas,
        exam=None if rule.minutes is None else _show_exam(grader, assignment, student, rule.minutes, state),
    )


def _show_exam(
    grader: StudentGrader, assignment: AssignmentRow, student: StudentRow, minutes: int, state: State
) -> OwnExam:
    sitting = grader.plans.find_sitting(assignment, student.id, grader.labels.get(student.id, []))
    return OwnExam(
        minutes=minutes,
        extra_minutes=sitting.extra_minutes,
        started=sitting.started,
        needs_code=bool(assignment.access_code),
        closed_book=state.closed_book,
    )


def _show_kata(grade: CourseGrade, kata: KataRow, given: GivenGrade | None, names: Mapping[str, str]) -> KataGrade:
    return KataGrade(
        problem=kata.slug,
        name=names.get(kata.slug, kata.slug),
        points=grade.points if given is None else given.points,
        full=kata.points,
        why=grade.why if given is None else Why.OVERRIDDEN,
        credit=grade.credit,
        submission=None if grade.attempt is None else grade.attempt.id,
        submitted_at=None if grade.attempt is None else grade.attempt.at,
        attempts=grade.attempts,
        computed=None if given is None else grade.points,
        reason=None if given is None else given.reason,
        override=None if given is None else given.id,
        held_until=grade.held_until,
        rubric=view_marks(grade),
    )


def keep_grades(session: Session, user_id: int) -> None:
    """Store an account's grades in courses that must keep them, before the account is deleted."""
    for course, student_id in repository.list_keeping_courses(session, user_id):
        row = people.get_student(session, course.id, student_id)
        if row is not None:
            shown = show_course(session, course, row, {}, with_held=True)
            katas = {f"{one.id}/{kata.problem}": kata.points for one in shown.assignments for kata in one.katas}
            grades = {"points": shown.points, "full": shown.full, "katas": katas}
            repository.keep_grades(session, course.id, row.view.name or row.view.title, row.view.number, grades)


def _find_cell(session: Session, access: Access, student: str, assignment: str, problem: str) -> tuple[StudentRow, int]:
    """Return a student, and the row id of a kata."""
    row = find_student(session, access, student)
    for kata in find_assignment(session, access, assignment).katas:
        if kata.slug == problem:
            return row, kata.id
    raise CourseThingNotFoundError
