"""All SQL about a course's students and labels."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import ColumnElement, delete, func, insert, or_, select, true, update

from app.db.models import (
    AssignmentOverride,
    Course,
    CourseLabel,
    ExamExtension,
    GradeOverride,
    Student,
    StudentLabel,
    User,
    now,
)
from app.domains.courses.schemas import StudentView

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from datetime import datetime

    from sqlalchemy import Select
    from sqlalchemy.orm import Session

CHUNK: Final = 500
"""Maximum number of names in one query."""
_TITLE: Final = func.lower(func.coalesce(func.nullif(Student.name, ""), User.name, Student.email, ""))
"""The sort key of students."""


def _split(values: Collection[Any]) -> Iterator[list[Any]]:
    """Yield chunks of values, since all may be too many for one query."""
    listed = list(values)
    for start in range(0, len(listed), CHUNK):
        yield listed[start : start + CHUNK]


@dataclass(frozen=True)
class StudentRow:
    """A student's row, and its public view. `view.labels` is filled only on request."""

    id: int
    user_id: int | None
    view: StudentView
    removed_at: datetime | None = None


def _condition(
    course_id: int, *, removed: bool | None, joined: bool | None, label: str, search: str = ""
) -> list[ColumnElement[bool]]:
    conditions = [Student.course_id == course_id]
    if removed is not None:
        conditions.append(Student.removed_at.is_not(None) if removed else Student.removed_at.is_(None))
    if joined is not None:
        conditions.append(Student.joined_at.is_not(None) if joined else Student.joined_at.is_(None))
    if label:
        labelled = (
            select(StudentLabel.student_id)
            .join(CourseLabel, CourseLabel.id == StudentLabel.label_id)
            .where(CourseLabel.course_id == course_id, CourseLabel.name == label)
        )
        conditions.append(Student.id.in_(labelled))
    if wanted := search.strip():
        conditions.append(_match(wanted))
    return conditions


def _match(wanted: str) -> ColumnElement[bool]:
    """Return the condition that a student's name, number, address or account has some text, whatever its case.

    An account counts only where staff see it (see `_to_row`).
    """
    accounts = select(User.id).where(User.name_key.contains(wanted.lower(), autoescape=True))
    is_told = or_(Student.joined_at.is_not(None), Student.email.is_(None))
    texts = (Student.name, Student.number, Student.email)
    return or_(
        *(one.contains(wanted, autoescape=True) for one in texts),
        *(func.lower(one).contains(wanted.lower(), autoescape=True) for one in texts),
        Student.user_id.in_(accounts) & is_told,
    )


def select_users(course_id: int, label: str = "") -> Select[int | None]:
    """Return the query for the accounts that attend a course, or for those of them with a label."""
    return select(Student.user_id).where(
        *_condition(course_id, removed=False, joined=True, label=label), Student.user_id.is_not(None)
    )


def list_students(
    session: Session,
    course_id: int,
    *,
    removed: bool | None = None,
    joined: bool | None = None,
    label: str = "",
    search: str = "",
    offset: int = 0,
    limit: int | None = None,
) -> list[StudentRow]:
    """Return the matching students by name: `limit` of them after the first `offset`."""
    statement = (
        select(Student, User.name)
        .join(User, User.id == Student.user_id, isouter=True)
        .where(*_condition(course_id, removed=removed, joined=joined, label=label, search=search))
        .order_by(_TITLE, Student.id)
        .offset(offset)
        .limit(limit)
    )
    rows = [(row[0], row[1]) for row in session.execute(statement)]
    labels = list_labels_of(session, course_id, [row.id for row, _ in rows] if limit is not None else None)
    return [_to_row(row, name, labels.get(row.id, [])) for row, name in rows]


def count_students(
    session: Session,
    course_id: int,
    *,
    removed: bool | None = None,
    joined: bool | None = None,
    label: str = "",
    search: str = "",
) -> int:
    """Return the number of matching students."""
    conditions = _condition(course_id, removed=removed, joined=joined, label=label, search=search)
    return session.scalar(select(func.count()).select_from(Student).where(*conditions)) or 0


def find_student(session: Session, course_id: int, public_id: str) -> StudentRow | None:
    """Return a student of a course."""
    return _find(session, course_id, Student.public_id == public_id)


def get_student(session: Session, course_id: int, student_id: int) -> StudentRow | None:
    """Return a student of a course by row id."""
    return _find(session, course_id, Student.id == student_id)


def _find(session: Session, course_id: int, condition: ColumnElement[bool]) -> StudentRow | None:
    statement = (
        select(Student, User.name)
        .join(User, User.id == Student.user_id, isouter=True)
        .where(Student.course_id == course_id, condition)
    )
    found = session.execute(statement).one_or_none()
    if found is None:
        return None
    return _to_row(found[0], found[1], list_labels_of(session, course_id, [found[0].id]).get(found[0].id, []))


def _to_row(row: Student, account: str | None, labels: list[str]) -> StudentRow:
    joined = row.joined_at is not None
    view = StudentView(
        id=row.public_id,
        # A student invited by address hasn't agreed to reveal their account.
        account=account if joined or row.email is None else None,
        email=row.email,
        name=row.name,
        number=row.number,
        labels=labels,
        joined=joined,
        removed=row.removed_at is not None,
    )
    return StudentRow(row.id, row.user_id, view, row.removed_at)


def list_labels(session: Session, course_id: int) -> dict[str, int]:
    """Return the row ids of a course's labels, by name."""
    statement = select(CourseLabel.name, CourseLabel.id).where(CourseLabel.course_id == course_id)
    return {row[0]: row[1] for row in session.execute(statement.order_by(CourseLabel.name))}


def list_labels_of(session: Session, course_id: int, students: Collection[int] | None) -> dict[int, list[str]]:
    """Return the names of students' labels, by the student's row id; with None those of the whole course."""
    statement = (
        select(StudentLabel.student_id, CourseLabel.name)
        .join(CourseLabel, CourseLabel.id == StudentLabel.label_id)
        .where(CourseLabel.course_id == course_id)
        .order_by(CourseLabel.name)
    )
    if students is not None:
        statement = statement.where(StudentLabel.student_id.in_(students))
    found: defaultdict[int, list[str]] = defaultdict(list)
    for student, name in session.execute(statement):
        found[student].append(name)
    return found


def add_labels(session: Session, course_id: int, names: Iterable[str]) -> dict[str, int]:
    """Store the labels that a course doesn't have yet; returns all."""
    known = list_labels(session, course_id)
    session.add_all([CourseLabel(course_id=course_id, name=name) for name in dict.fromkeys(names) if name not in known])
    session.flush()
    return list_labels(session, course_id)


def delete_label(session: Session, course_id: int, name: str) -> bool:
    """Delete a label and its overrides; returns whether it existed."""
    found = session.scalar(select(CourseLabel).where(CourseLabel.course_id == course_id, CourseLabel.name == name))
    if found is not None:
        session.delete(found)
        session.flush()
    return found is not None


def replace_labels(session: Session, labels: dict[int, list[int]]) -> None:
    """Set students' labels, given as label row ids by student row id."""
    for some in _split(labels):
        session.execute(delete(StudentLabel).where(StudentLabel.student_id.in_(some)))
    rows = [{"student_id": one, "label_id": label} for one, given in labels.items() for label in dict.fromkeys(given)]
    if rows:
        session.execute(insert(StudentLabel), rows)


def add_students(session: Session, rows: list[dict[str, Any]]) -> list[int]:
    """Store students; returns their row ids in the same order."""
    if not rows:
        return []
    statement = insert(Student).returning(Student.id, sort_by_parameter_order=True)
    return list(session.scalars(statement, rows))


def change_students(session: Session, rows: list[dict[str, Any]]) -> None:
    """Update students: each row has an `id`, and the changed fields."""
    if rows:
        session.execute(update(Student), rows)


def find_users(
    session: Session, names: Collection[str], emails: Collection[str]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return account ids by name, in lower case, and by confirmed address."""
    by_name: dict[str, int] = {}
    by_email: dict[str, int] = {}
    for some in _split(names):
        by_name |= {
            row[0]: row[1] for row in session.execute(select(User.name_key, User.id).where(User.name_key.in_(some)))
        }
    for some in _split(emails):
        found = session.execute(select(User.email, User.id).where(User.email.in_(some)))
        by_email |= {str(row[0]): row[1] for row in found}
    return by_name, by_email


def list_invited(session: Session, user_id: int) -> list[tuple[str, str, str]]:
    """Return id, name and term of the courses to which an account is invited, by name or by confirmed address.

    Courses that removed the account are left out: only their staff can put somebody back.
    """
    removed = select(Student.course_id).where(Student.user_id == user_id, Student.removed_at.is_not(None))
    statement = (
        select(Course.public_id, Course.name, Course.term)
        .join(Student, Student.course_id == Course.id)
        .where(*_invited(user_id), Course.archived_at.is_(None), Course.id.not_in(removed))
        .order_by(Course.id)
    )
    return [(row[0], row[1], row[2]) for row in session.execute(statement)]


def _invited(user_id: int) -> tuple[ColumnElement[bool], ...]:
    email = select(User.email).where(User.id == user_id, User.email.is_not(None)).scalar_subquery()
    return (
        or_(Student.user_id == user_id, Student.user_id.is_(None) & (Student.email == email)),
        Student.joined_at.is_(None),
        Student.removed_at.is_(None),
    )


def accept_place(session: Session, course_id: int, user_id: int) -> bool:
    """Accept an account's invitation to a course; returns whether there was one.

    Somebody may be invited twice, by name and by address, or attend already: the places are then merged into one.
    """
    statement = select(Student).where(Student.course_id == course_id, *_invited(user_id))
    places = list(session.scalars(statement.order_by(Student.user_id.is_(None), Student.id)))
    known = find_row_of(session, course_id, user_id)
    if not places or (known is not None and known.removed_at is not None):
        return False
    kept = known if known is not None and known.joined_at is not None else places[0]
    for place in places:
        if place is not kept:
            _merge_place(session, place, kept)
    if kept.joined_at is None:
        kept.user_id, kept.joined_at = user_id, now()
    session.flush()
    return True


def _merge_place(session: Session, place: Student, kept: Student) -> None:
    """Delete a place that wasn't accepted, and move to `kept` what staff stored with it; what `kept` has stays."""
    kept.name, kept.number = kept.name or place.name, kept.number or place.number
    for column, owner, counts in (
        (StudentLabel.label_id, StudentLabel.student_id, true()),
        (AssignmentOverride.assignment_id, AssignmentOverride.student_id, true()),
        (GradeOverride.kata_id, GradeOverride.student_id, GradeOverride.undone_at.is_(None)),
    ):
        taken = select(column).where(owner == kept.id, counts)
        _move(session, owner, place.id, kept.id, column.not_in(taken))
    _move(session, ExamExtension.student_id, place.id, kept.id)
    email = place.email
    session.delete(place)
    session.flush()  # An address is on a roster once, so the place must be gone before it is given to another.
    kept.email = kept.email or email


def _move(session: Session, owner: Any, old: int, new: int, *conditions: ColumnElement[bool]) -> None:  # noqa: ANN401 - a column
    """Let the matching rows of one student belong to another, by the column with the student."""
    statement = update(owner.class_).where(owner == old, *conditions).values({owner: new})
    session.execute(statement, execution_options={"synchronize_session": False})


def decline_place(session: Session, course_id: int, user_id: int) -> bool:
    """Delete an account's invitations to a course; returns whether there were any."""
    places = list(session.scalars(select(Student).where(Student.course_id == course_id, *_invited(user_id))))
    for place in places:
        session.delete(place)
    return bool(places)


def find_row_of(session: Session, course_id: int, user_id: int) -> Student | None:
    """Return an account's row in a course, whatever its state."""
    row: Student | None = session.scalar(
        select(Student).where(Student.course_id == course_id, Student.user_id == user_id)
    )
    return row


def lock_student(session: Session, student_id: int) -> None:
    """Lock a student's row, so that what is read about the student stays valid: a concurrent caller waits."""
    session.execute(select(Student.id).where(Student.id == student_id).with_for_update(key_share=True))


def delete_student(session: Session, student_id: int) -> None:
    """Delete a student's row, and everything that belongs to it."""
    session.execute(delete(Student).where(Student.id == student_id))


def set_removed(session: Session, student_id: int, *, removed: bool) -> None:
    """Remove a student, or restore them. If they are already removed, the time at which they left stays."""
    was = Student.removed_at.is_(None) if removed else Student.removed_at.is_not(None)
    session.execute(update(Student).where(Student.id == student_id, was).values(removed_at=now() if removed else None))
