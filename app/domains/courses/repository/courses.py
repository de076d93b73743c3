"""All SQL about courses and their staff."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import CursorResult, delete, func, or_, select, update

from app.db.models import Course, CourseInvitation, CourseStaff, Student, User, now
from app.db.statuses import Right, Role
from app.domains.courses.schemas import Access, CourseInfo, InvitationEntry, StaffView

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account

_FIELDS = [
    "id",
    "public_id",
    "name",
    "term",
    "time_zone",
    "starts_on",
    "ends_on",
    "late_days",
    "keeps_grades",
    "join_code",
    "join_open",
    "join_until",
    "archived_at",
]
_COLUMNS = tuple(getattr(Course, name) for name in _FIELDS)


def add_course(session: Session, user_id: int, **values: Any) -> CourseInfo:  # noqa: ANN401 - any value
    """Store a course whose only member of staff is `user_id`, with all rights."""
    course = Course(**values)
    session.add(course)
    session.flush()
    session.add(CourseStaff(course_id=course.id, user_id=user_id, content=Right.EDIT, data=Right.EDIT))
    return CourseInfo(**{name: getattr(course, name) for name in _FIELDS})


def change_course(session: Session, course_id: int, **values: Any) -> None:  # noqa: ANN401 - likewise
    """Update fields of a course."""
    session.execute(update(Course).where(Course.id == course_id).values(**values))


def find_course(session: Session, public_id: str, *, for_update: bool = False) -> CourseInfo | None:
    """Return a course; `for_update` locks it until the transaction ends."""
    statement = select(*_COLUMNS).where(Course.public_id == public_id)
    row = session.execute(statement.with_for_update() if for_update else statement).one_or_none()
    return None if row is None else CourseInfo(*row)


def lock_course(session: Session, course_id: int) -> None:
    """Lock a course's row, so that what is read about its people stays valid: a concurrent caller waits."""
    session.execute(select(Course.id).where(Course.id == course_id).with_for_update(key_share=True))


def list_courses(session: Session) -> list[CourseInfo]:
    """Return all courses, the newest first."""
    return [CourseInfo(*row) for row in session.execute(select(*_COLUMNS).order_by(Course.id.desc()))]


def find_by_code(session: Session, code: str) -> CourseInfo | None:
    """Return the course with a join code, whether joining is open or not."""
    row = session.execute(select(*_COLUMNS).where(Course.join_code == code)).one_or_none()
    return None if row is None else CourseInfo(*row)


def find_access(session: Session, user: Account, course: CourseInfo) -> Access:
    """Return an account's access to a course, from its staff list and its roster."""
    staff = session.execute(
        select(CourseStaff.content, CourseStaff.data).where(
            CourseStaff.course_id == course.id, CourseStaff.user_id == user.id
        )
    ).one_or_none()
    student = session.scalar(
        select(Student.id).where(
            Student.course_id == course.id,
            Student.user_id == user.id,
            Student.joined_at.is_not(None),
            Student.removed_at.is_(None),
        )
    )
    content, data = (Right.NONE, Right.NONE) if staff is None else (staff[0], staff[1])
    return Access(user, course, content, data, student)


def list_accesses(session: Session, user: Account) -> list[Access]:
    """Return the courses that somebody teaches or attends, the newest first."""
    attends = (Student.user_id == user.id) & Student.joined_at.is_not(None) & Student.removed_at.is_(None)
    statement = (
        select(*_COLUMNS, CourseStaff.content, CourseStaff.data, Student.id)
        .select_from(Course)
        .join(CourseStaff, (CourseStaff.course_id == Course.id) & (CourseStaff.user_id == user.id), isouter=True)
        .join(Student, (Student.course_id == Course.id) & attends, isouter=True)
        .where(or_(CourseStaff.id.is_not(None), Student.id.is_not(None)))
        .order_by(Course.starts_on.desc(), Course.id.desc())
    )
    return [
        Access(user, CourseInfo(*row[:-3]), row[-3] or Right.NONE, row[-2] or Right.NONE, row[-1])
        for row in session.execute(statement)
    ]


def count_taught(session: Session, user_id: int) -> int:
    """Return the number of courses that somebody teaches, without archived ones."""
    statement = (
        select(func.count())
        .select_from(CourseStaff)
        .join(Course, Course.id == CourseStaff.course_id)
        .where(CourseStaff.user_id == user_id, Course.archived_at.is_(None))
    )
    return session.scalar(statement) or 0


def list_staff(session: Session, course_id: int) -> list[StaffView]:
    """Return the staff of a course, in the order in which they joined."""
    statement = (
        select(User.name, CourseStaff.content, CourseStaff.data)
        .join(User, User.id == CourseStaff.user_id)
        .where(CourseStaff.course_id == course_id)
        .order_by(CourseStaff.id)
    )
    return [StaffView(name=row[0], content=row[1], data=row[2]) for row in session.execute(statement)]


def put_staff(session: Session, course_id: int, user_id: int, content: Right, data: Right) -> None:
    """Add somebody to a course's staff, or change their rights."""
    known = session.scalar(
        select(CourseStaff).where(CourseStaff.course_id == course_id, CourseStaff.user_id == user_id)
    )
    if known is None:
        session.add(CourseStaff(course_id=course_id, user_id=user_id, content=content, data=data))
    else:
        known.content, known.data = content, data
    session.flush()


def delete_staff(session: Session, course_id: int, user_id: int) -> bool:
    """Remove somebody from a course's staff; returns whether they were on it."""
    statement = delete(CourseStaff).where(CourseStaff.course_id == course_id, CourseStaff.user_id == user_id)
    result = session.execute(statement)
    return isinstance(result, CursorResult) and result.rowcount > 0


def count_managers(session: Session, course_id: int) -> int:
    """Return the number of a course's staff with all rights whose accounts are enabled."""
    statement = (
        select(func.count())
        .select_from(CourseStaff)
        .join(User, User.id == CourseStaff.user_id)
        .where(
            CourseStaff.course_id == course_id,
            CourseStaff.content == Right.EDIT,
            CourseStaff.data == Right.EDIT,
            User.disabled_at.is_(None),
        )
    )
    return session.scalar(statement) or 0


def add_invitation(
    session: Session,
    course_id: int,
    token_hash: str,
    made_by: int,
    expires_at: datetime,
    *,
    content: Right,
    data: Right,
) -> None:
    """Store an invitation to a course's staff."""
    session.add(
        CourseInvitation(
            course_id=course_id,
            token_hash=token_hash,
            made_by=made_by,
            expires_at=expires_at,
            content=content,
            data=data,
        )
    )


def list_invitations(session: Session, course_id: int) -> list[InvitationEntry]:
    """Return the valid invitations of a course."""
    statement = (
        select(CourseInvitation)
        .where(CourseInvitation.course_id == course_id, *_valid_invitation())
        .order_by(CourseInvitation.id)
    )
    return [
        InvitationEntry(id=one.public_id, content=one.content, data=one.data, expires_at=one.expires_at)
        for one in session.scalars(statement)
    ]


def find_invitation(session: Session, token_hash: str) -> tuple[int, CourseInfo, Right, Right] | None:
    """Return the row id, course and two rights of a valid invitation; none is valid in an archived course."""
    statement = (
        select(CourseInvitation.id, CourseInvitation.content, CourseInvitation.data, *_COLUMNS)
        .join(Course, Course.id == CourseInvitation.course_id)
        .where(
            CourseInvitation.token_hash == token_hash,
            *_valid_invitation(),
            Course.archived_at.is_(None),
        )
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else (row[0], CourseInfo(*row[3:]), row[1], row[2])


def _valid_invitation() -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for invitations that haven't expired and whose makers may still invite."""
    managers = select(CourseStaff.user_id).where(
        CourseStaff.course_id == CourseInvitation.course_id,
        CourseStaff.content == Right.EDIT,
        CourseStaff.data == Right.EDIT,
    )
    makers = select(User.id).where(
        User.disabled_at.is_(None),
        or_(User.role == Role.ADMIN, User.id.in_(managers.correlate(CourseInvitation))),
    )
    return CourseInvitation.expires_at > now(), CourseInvitation.made_by.in_(makers)


def delete_invitation(
    session: Session, *, row_id: int | None = None, course_id: int | None = None, public_id: str = ""
) -> bool:
    """Delete an invitation by its row id, or by course and public id; returns whether it existed."""
    statement = delete(CourseInvitation)
    if row_id is not None:
        statement = statement.where(CourseInvitation.id == row_id)
    else:
        statement = statement.where(CourseInvitation.course_id == course_id, CourseInvitation.public_id == public_id)
    result = session.execute(statement)
    return isinstance(result, CursorResult) and result.rowcount > 0
