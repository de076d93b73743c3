"""All SQL about assignments: katas, overrides, late days, extension requests."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, case, delete, func, or_, select, true, update
from sqlalchemy.orm import aliased

from app.db.models import (
    Assignment,
    AssignmentKata,
    AssignmentOverride,
    CourseLabel,
    ExamExtension,
    ExamStart,
    ExtensionRequest,
    PrivateProblem,
    Problem,
    SpentLateDays,
    Student,
    User,
)
from app.db.privacy import may_see
from app.db.statuses import ExtensionStatus
from app.domains.courses.assignment_schemas import ExtensionView, OverrideView
from app.domains.courses.plans import AssignmentRow, KataRow, OverrideRow, Plans, read_override, read_rule
from app.domains.courses.repository.spans import touch
from app.domains.courses.timeline import FIELDS

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from zoneinfo import ZoneInfo

    from sqlalchemy import ColumnElement, Select
    from sqlalchemy.orm import Session

    from app.domains.courses.schemas import CourseInfo


def list_assignments(session: Session, course_id: int, public_id: str | None = None) -> list[AssignmentRow]:
    """Return the assignments of a course in order, or one of them."""
    statement = select(Assignment).where(Assignment.course_id == course_id)
    katas = (
        select(AssignmentKata, Problem.slug)
        .join(Problem, Problem.id == AssignmentKata.problem_id)
        .join(Assignment, Assignment.id == AssignmentKata.assignment_id)
        .where(Assignment.course_id == course_id)
        .order_by(AssignmentKata.position)
    )
    if public_id is not None:
        statement = statement.where(Assignment.public_id == public_id)
        katas = katas.where(Assignment.public_id == public_id)
    by_assignment: defaultdict[int, list[KataRow]] = defaultdict(list)
    for row, slug in session.execute(katas):
        by_assignment[row.assignment_id].append(KataRow(row.id, row.assignment_id, row.problem_id, slug, row.points))
    return [
        AssignmentRow(
            one.id,
            one.public_id,
            one.position,
            one.name,
            one.is_draft,
            one.counts,
            read_rule(one),
            tuple(by_assignment[one.id]),
            one.access_code,
            one.addresses,
            one.holds_verdicts,
            one.released_at,
            one.regrade_days,
        )
        for one in session.scalars(statement.order_by(Assignment.position, Assignment.id))
    ]


def add_assignment(session: Session, course_id: int, values: dict[str, Any], katas: list[tuple[int, int]]) -> str:
    """Store an assignment after the others, with its katas (problem row id, points); returns its public id."""
    last = session.scalar(select(func.max(Assignment.position)).where(Assignment.course_id == course_id))
    row = Assignment(course_id=course_id, position=(last or 0) + 1, **values)
    session.add(row)
    session.flush()
    replace_katas(session, row.id, katas)
    return row.public_id


def change_assignment(session: Session, row_id: int, values: dict[str, Any], katas: list[tuple[int, int]]) -> None:
    """Change an assignment and its katas."""
    session.execute(update(Assignment).where(Assignment.id == row_id).values(**values))
    replace_katas(session, row_id, katas)


def replace_katas(session: Session, assignment_id: int, katas: list[tuple[int, int]]) -> None:
    """Set an assignment's katas: existing ones keep their rows, and so the grades that staff gave."""
    known = {
        row.problem_id: row
        for row in session.scalars(select(AssignmentKata).where(AssignmentKata.assignment_id == assignment_id))
    }
    for position, (problem_id, points) in enumerate(katas, start=1):
        row = known.pop(problem_id, None)
        if row is None:
            session.add(
                AssignmentKata(assignment_id=assignment_id, problem_id=problem_id, position=position, points=points)
            )
        else:
            row.position, row.points = position, points
    for row in known.values():
        session.delete(row)
    session.flush()


def order_assignments(session: Session, course_id: int, order: list[int]) -> None:
    """Store the order of a course's assignments, given by row ids."""
    for position, row_id in enumerate(order, start=1):
        session.execute(
            update(Assignment)
            .where(Assignment.id == row_id, Assignment.course_id == course_id)
            .values(position=position)
        )


def delete_assignment(session: Session, row_id: int) -> None:
    """Delete an assignment with everything that belongs to it; submissions stay."""
    session.execute(delete(Assignment).where(Assignment.id == row_id))


def load_plans(
    session: Session,
    course: CourseInfo,
    zone: ZoneInfo,
    only: Collection[int] | None = None,
    *,
    student: int | None = None,
) -> Plans:
    """Return the assignments of a course, or `only` those with some row ids, with overrides, late days and starts.

    With `student`, a row id, what is for other students is left out: in a large class it would be most of the work.
    """
    assignments = [one for one in list_assignments(session, course.id) if only is None or one.id in only]
    own = select(Assignment.id).where(Assignment.course_id == course.id)
    if only is not None:
        own = own.where(Assignment.id.in_(only))

    def is_meant(table: type[SpentLateDays | ExamStart]) -> ColumnElement[bool]:
        return and_(table.assignment_id.in_(own), true() if student is None else table.student_id == student)

    def may_concern(table: type[AssignmentOverride | ExamExtension]) -> ColumnElement[bool]:
        # Those without a student are for labels or all. An `or_` makes SQLite read those of all courses.
        whose = true() if student is None else func.coalesce(table.student_id, student) == student
        return and_(table.assignment_id.in_(own), whose)

    overrides = session.scalars(select(AssignmentOverride).where(may_concern(AssignmentOverride))).all()
    spent = session.scalars(select(SpentLateDays).where(is_meant(SpentLateDays)))
    starts: Sequence[ExamStart] = ()
    added: dict[tuple[int, int | None, int | None], int] = {}
    if any(one.is_exam for one in assignments):
        starts = session.scalars(select(ExamStart).where(is_meant(ExamStart))).all()
        targets = (ExamExtension.assignment_id, ExamExtension.student_id, ExamExtension.label_id)
        sums = select(*targets, func.sum(ExamExtension.minutes)).where(may_concern(ExamExtension)).group_by(*targets)
        added = {(exam, student, label): minutes for exam, student, label, minutes in session.execute(sums)}
    return Plans(
        zone=zone,
        assignments=tuple(assignments),
        of_labels={(one.assignment_id, one.label_id): read_override(one) for one in overrides if one.label_id},
        of_students={(one.assignment_id, one.student_id): read_override(one) for one in overrides if one.student_id},
        late_days={(one.assignment_id, one.student_id): one.days for one in spent},
        starts={(one.assignment_id, one.student_id): one.started_at for one in starts},
        added=added,
    )


def list_overrides(session: Session, assignment_id: int, *, with_students: bool) -> list[OverrideView]:
    """Return the overrides of an assignment: those for labels, then those for students, each by name."""
    title = func.coalesce(CourseLabel.name, func.nullif(Student.name, ""), User.name, Student.email, "")
    statement = (
        select(AssignmentOverride, CourseLabel.name, Student.public_id, title)
        .join(CourseLabel, CourseLabel.id == AssignmentOverride.label_id, isouter=True)
        .join(Student, Student.id == AssignmentOverride.student_id, isouter=True)
        .join(User, User.id == Student.user_id, isouter=True)
        .where(AssignmentOverride.assignment_id == assignment_id)
        .order_by(AssignmentOverride.student_id.is_not(None), title)
    )
    if not with_students:
        statement = statement.where(AssignmentOverride.label_id.is_not(None))
    return [
        OverrideView(
            id=row.public_id,
            label=label or "",
            student=student or "",
            title=name,
            **{field: getattr(row, field) for field in FIELDS},
        )
        for row, label, student, name in session.execute(statement)
    ]


def list_overrides_of(session: Session, course_id: int, student_id: int) -> dict[str, OverrideView]:
    """Return the overrides for a student, by the public ids of their assignments."""
    statement = (
        select(AssignmentOverride, Assignment.public_id, Student.public_id)
        .join(Assignment, Assignment.id == AssignmentOverride.assignment_id)
        .join(Student, Student.id == AssignmentOverride.student_id)
        .where(Assignment.course_id == course_id, AssignmentOverride.student_id == student_id)
    )
    return {
        assignment: OverrideView(
            id=row.public_id, student=student, title="", **{field: getattr(row, field) for field in FIELDS}
        )
        for row, assignment, student in session.execute(statement)
    }


def find_override(session: Session, assignment_id: int, public_id: str) -> OverrideRow | None:
    """Return an override of an assignment."""
    row = session.scalar(
        select(AssignmentOverride).where(
            AssignmentOverride.assignment_id == assignment_id, AssignmentOverride.public_id == public_id
        )
    )
    if row is None:
        return None
    return OverrideRow(row.id, row.public_id, row.assignment_id, row.student_id, row.label_id, read_override(row))


def put_override(
    session: Session,
    assignment_id: int,
    values: dict[str, Any],
    *,
    student_id: int | None = None,
    label_id: int | None = None,
) -> bool:
    """Store the override of an assignment for a student or a label, or update it with `values` if it exists.

    Returns whether it is new.
    """
    known = session.scalar(
        select(AssignmentOverride).where(
            AssignmentOverride.assignment_id == assignment_id,
            AssignmentOverride.student_id == student_id
            if student_id is not None
            else AssignmentOverride.label_id == label_id,
        )
    )
    is_new = known is None
    if known is None:
        known = AssignmentOverride(assignment_id=assignment_id, student_id=student_id, label_id=label_id)
        session.add(known)
    for name, value in values.items():
        setattr(known, name, value)
    session.flush()
    touch(session, assignment_id)
    return is_new


def delete_override(session: Session, override: OverrideRow) -> None:
    """Delete an override."""
    session.execute(delete(AssignmentOverride).where(AssignmentOverride.id == override.id))
    touch(session, override.assignment_id)


def put_late_days(session: Session, assignment_id: int, student_id: int, days: int) -> None:
    """Store the number of late days that a student spends on an assignment."""
    session.execute(
        delete(SpentLateDays).where(
            SpentLateDays.assignment_id == assignment_id, SpentLateDays.student_id == student_id
        )
    )
    if days:
        session.add(SpentLateDays(assignment_id=assignment_id, student_id=student_id, days=days))
    session.flush()


def sum_late_days(session: Session, course_id: int, student_id: int) -> int:
    """Return the number of late days that a student has spent in a course."""
    statement = (
        select(func.sum(SpentLateDays.days))
        .join(Assignment, Assignment.id == SpentLateDays.assignment_id)
        .where(Assignment.course_id == course_id, SpentLateDays.student_id == student_id)
    )
    return session.scalar(statement) or 0


def add_extension(session: Session, assignment_id: int, student_id: int, **values: Any) -> str:  # noqa: ANN401
    """Store an extension request; returns its public id."""
    row = ExtensionRequest(assignment_id=assignment_id, student_id=student_id, **values)
    session.add(row)
    session.flush()
    return row.public_id


def count_open_extensions(session: Session, assignment_id: int, student_id: int) -> int:
    """Return the number of a student's undecided requests for an assignment."""
    statement = select(func.count()).where(
        ExtensionRequest.assignment_id == assignment_id,
        ExtensionRequest.student_id == student_id,
        ExtensionRequest.status == ExtensionStatus.OPEN,
    )
    return session.scalar(statement) or 0


def count_extensions(session: Session, assignment_id: int, student_id: int) -> int:
    """Return the number of all of a student's requests for an assignment, including withdrawn ones."""
    statement = select(func.count()).where(
        ExtensionRequest.assignment_id == assignment_id, ExtensionRequest.student_id == student_id
    )
    return session.scalar(statement) or 0


def _select_extensions(course_id: int) -> Select[ExtensionRequest, str, str, str, Any, str]:
    decider = aliased(User)
    title = func.coalesce(func.nullif(Student.name, ""), User.name, Student.email, "")
    return (
        select(ExtensionRequest, Assignment.public_id, Assignment.name, Student.public_id, title, decider.name)
        .join(Assignment, Assignment.id == ExtensionRequest.assignment_id)
        .join(Student, Student.id == ExtensionRequest.student_id)
        .join(User, User.id == Student.user_id, isouter=True)
        .join(decider, decider.id == ExtensionRequest.decided_by, isouter=True)
        .where(Assignment.course_id == course_id)
    )


def list_extensions(
    session: Session, course_id: int, *, student_id: int | None = None, limit: int = 500
) -> list[ExtensionView]:
    """Return the extension requests of one or all students: open ones first, then oldest first.

    Of more than `limit`, old closed ones are missing.
    """
    is_open = ExtensionRequest.status == ExtensionStatus.OPEN
    statement = _select_extensions(course_id).order_by(
        is_open.desc(), case((is_open, ExtensionRequest.id), else_=-ExtensionRequest.id)
    )
    if student_id is None:
        statement = statement.where(Student.removed_at.is_(None))
    else:
        statement = statement.where(ExtensionRequest.student_id == student_id)
    rows = session.execute(statement.limit(limit))
    return [
        _to_extension(row)
        for row in sorted(rows, key=lambda row: (row[0].status is not ExtensionStatus.OPEN, row[0].id))
    ]


def _to_extension(row: Any) -> ExtensionView:  # noqa: ANN401 - of `_select_extensions`
    one = row[0]
    return ExtensionView(
        id=one.public_id,
        assignment=row[1],
        assignment_name=row[2],
        student=row[3],
        student_name=row[4],
        until=one.until,
        reason=one.reason,
        status=one.status,
        answer=one.answer,
        decided_by=row[5],
        decided_at=one.decided_at,
        created_at=one.created_at,
    )


def find_extension(session: Session, course_id: int, public_id: str) -> ExtensionRequest | None:
    """Return one of a course's extension requests."""
    row: ExtensionRequest | None = session.scalar(
        select(ExtensionRequest)
        .join(Assignment, Assignment.id == ExtensionRequest.assignment_id)
        .where(Assignment.course_id == course_id, ExtensionRequest.public_id == public_id)
    )
    return row


def find_problems(session: Session, course_id: int, slugs: list[str]) -> dict[str, int]:
    """Return the row ids, by slug, of problems that are public or private to this course."""
    own = select(PrivateProblem.problem_id).where(PrivateProblem.course_id == course_id)
    usable = or_(may_see(session, None), Problem.id.in_(own))
    statement = select(Problem.slug, Problem.id).where(Problem.slug.in_(slugs), usable)
    return {row[0]: row[1] for row in session.execute(statement)}


def count_katas(session: Session, course_id: int, *, besides: int) -> int:
    """Return the number of katas in a course's assignments, without those of the assignment with row id `besides`."""
    statement = (
        select(func.count())
        .select_from(AssignmentKata)
        .join(Assignment, Assignment.id == AssignmentKata.assignment_id)
        .where(Assignment.course_id == course_id, Assignment.id != besides)
    )
    return session.scalar(statement) or 0


def count_assignments(session: Session, course_id: int) -> int:
    """Return the number of assignments of a course."""
    return session.scalar(select(func.count()).select_from(Assignment).where(Assignment.course_id == course_id)) or 0
