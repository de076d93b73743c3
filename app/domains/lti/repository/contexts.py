"""All SQL about platforms' courses (contexts): their links, members, and gradebook columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import delete, func, or_, select, update

from app.db.models import (
    Assignment,
    AssignmentKata,
    Course,
    CourseStaff,
    LtiContext,
    LtiDeployment,
    LtiIdentity,
    LtiLineItem,
    LtiMember,
    LtiPlatform,
    LtiScore,
    Student,
    User,
    now,
)
from app.db.statuses import LtiRole
from app.domains.courses.repository.grade_notices import select_judged, select_regraded
from app.domains.lti.schemas import ContextView, DepartedStudent, LinkedPlace, StaffProposal

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime

    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

    from app.domains.lti.claims import Launch


def put_context(session: Session, deployment_row: int, launch: Launch, services: dict[str, Any]) -> LtiContext:
    """Store a launch's data about its course; `services` are checked addresses."""
    row: LtiContext | None = session.scalar(
        select(LtiContext).where(LtiContext.deployment_id == deployment_row, LtiContext.context_id == launch.context_id)
    )
    if row is None:
        row = LtiContext(deployment_id=deployment_row, context_id=launch.context_id)
        session.add(row)
    row.title = launch.context_title or row.title or ""
    for name, value in services.items():
        # A launch without a service doesn't remove it: some platforms omit services in some places.
        if value:
            setattr(row, name, value)
    session.flush()
    return row


def put_member(session: Session, context_id: int, subject: str, name: str, role: LtiRole, *, active: bool) -> None:
    """Store a platform's data about a member of its course; if it hides the name, an earlier one stays."""
    row = session.scalar(select(LtiMember).where(LtiMember.context_id == context_id, LtiMember.subject == subject))
    if row is None:
        row = LtiMember(context_id=context_id, subject=subject, name="")
        session.add(row)
    row.name, row.role, row.is_active, row.seen_at = name or row.name, role, active, now()
    session.flush()


def find_assignment(session: Session, course_id: int | None, public_id: str) -> int | None:
    """Return the row id of a course's assignment."""
    statement = select(Assignment.id).where(Assignment.course_id == course_id, Assignment.public_id == public_id)
    found: int | None = session.scalar(statement)
    return found


def find_context(session: Session, public_id: str) -> LtiContext | None:
    """Return a platform's course."""
    row: LtiContext | None = session.scalar(select(LtiContext).where(LtiContext.public_id == public_id))
    return row


def find_place(session: Session, public_id: str, user_id: int) -> LinkedPlace | None:
    """Return a platform's course as an account sees it."""
    statement = (
        select(LtiContext, LtiPlatform.name, LtiPlatform.id, Course.public_id)
        .join(LtiDeployment, LtiDeployment.id == LtiContext.deployment_id)
        .join(LtiPlatform, LtiPlatform.id == LtiDeployment.platform_id)
        .join(Course, Course.id == LtiContext.course_id, isouter=True)
        .where(LtiContext.public_id == public_id)
    )
    found = session.execute(statement).one_or_none()
    if found is None:
        return None
    context, platform, platform_id, course = found
    member = session.scalars(
        select(LtiMember)
        .join(LtiIdentity, LtiIdentity.subject == LtiMember.subject)
        .where(
            LtiMember.context_id == context.id,
            LtiMember.is_active,
            LtiIdentity.platform_id == platform_id,
            LtiIdentity.user_id == user_id,
        )
        .order_by(LtiMember.role == LtiRole.STAFF)
    ).all()
    best = member[-1] if member else None
    return LinkedPlace(
        context.id,
        context.public_id,
        context.title,
        platform,
        course,
        None if best is None else best.role,
        "" if best is None else best.name,
    )


def link_course(session: Session, context_id: int, course_id: int | None) -> None:
    """Link a platform's course to a course, or with None unlink it."""
    session.execute(update(LtiContext).where(LtiContext.id == context_id).values(course_id=course_id))
    session.execute(delete(LtiLineItem).where(LtiLineItem.context_id == context_id))


def list_contexts(session: Session, course_id: int) -> list[ContextView]:
    """Return the platforms' courses linked to a course."""
    members = (
        select(func.count())
        .where(LtiMember.context_id == LtiContext.id, LtiMember.is_active)
        .correlate(LtiContext)
        .scalar_subquery()
    )
    attending = (
        select(Student.id)
        .join(LtiIdentity, LtiIdentity.user_id == Student.user_id)
        .where(
            Student.course_id == LtiContext.course_id,
            Student.joined_at.is_not(None),
            LtiIdentity.platform_id == LtiDeployment.platform_id,
            LtiIdentity.subject == LtiMember.subject,
        )
    )
    absent = (
        select(func.count())
        .select_from(LtiMember)
        .where(
            LtiMember.context_id == LtiContext.id,
            LtiMember.is_active,
            LtiMember.role == LtiRole.STUDENT,
            ~attending.correlate(LtiContext, LtiDeployment, LtiMember).exists(),
        )
        .correlate(LtiContext, LtiDeployment)
        .scalar_subquery()
    )
    statement = (
        select(LtiContext, LtiPlatform.name, members, absent)
        .join(LtiDeployment, LtiDeployment.id == LtiContext.deployment_id)
        .join(LtiPlatform, LtiPlatform.id == LtiDeployment.platform_id)
        .where(LtiContext.course_id == course_id)
        .order_by(LtiContext.id)
    )
    return [
        ContextView(
            id=row.public_id,
            title=row.title,
            platform=platform,
            may_read_members=bool(row.members_url),
            may_score=row.may_score,
            synced_at=row.synced_at,
            sync_result=row.sync_result,
            members=count,
            absent=missing,
        )
        for row, platform, count, missing in session.execute(statement)
    ]


def list_rows(session: Session, course_id: int) -> list[tuple[LtiContext, int]]:
    """Return the rows of the platforms' courses linked to a course, with their platforms' row ids."""
    statement = (
        select(LtiContext, LtiDeployment.platform_id)
        .join(LtiDeployment, LtiDeployment.id == LtiContext.deployment_id)
        .where(LtiContext.course_id == course_id)
        .order_by(LtiContext.id)
    )
    return [(row[0], row[1]) for row in session.execute(statement)]


def list_linked_courses(session: Session) -> list[str]:
    """Return the courses linked to platforms' courses that accept scores, without archived ones."""
    return list(session.scalars(select(Course.public_id).where(_is_linked(), Course.archived_at.is_(None))))


def list_changed_archives(session: Session, since: datetime, released: Collection[int]) -> list[str]:
    """Return the linked courses that were archived since a moment, and archived ones whose grades may have changed.

    An archived course can't be edited, so only a verdict, a regrade or the end of an exam (one of the assignments
    `released`) changes a grade.
    """
    archived = select(Course.id).where(_is_linked(), Course.archived_at.is_not(None))
    students = select(Student.course_id).where(Student.course_id.in_(archived))
    judged = students.where(Student.user_id.in_(select_judged(since)))
    regraded = students.where(Student.user_id.in_(select_regraded(since)))
    ended = select(Assignment.course_id).where(Assignment.id.in_(released))
    is_changed = or_(Course.archived_at >= since, *(Course.id.in_(one) for one in (judged, regraded, ended)))
    return list(session.scalars(select(Course.public_id).where(Course.id.in_(archived), is_changed)))


def _is_linked() -> ColumnElement[bool]:
    """Return the condition that a course is linked to a platform's course that accepts scores."""
    return Course.id.in_(select(LtiContext.course_id).where(LtiContext.may_score))


def list_proposals(session: Session, course_id: int) -> list[StaffProposal]:
    """Return the teachers of linked platforms' courses who have an account and aren't staff here."""
    staff = select(CourseStaff.user_id).where(CourseStaff.course_id == course_id)
    statement = (
        select(User.name, func.max(LtiMember.name))
        .join(LtiIdentity, LtiIdentity.user_id == User.id)
        .join(LtiMember, LtiMember.subject == LtiIdentity.subject)
        .join(LtiContext, LtiContext.id == LtiMember.context_id)
        .join(LtiDeployment, LtiDeployment.id == LtiContext.deployment_id)
        .where(
            LtiContext.course_id == course_id,
            LtiIdentity.platform_id == LtiDeployment.platform_id,
            LtiMember.role == LtiRole.STAFF,
            LtiMember.is_active,
            User.id.not_in(staff),
        )
        .group_by(User.name)
        .order_by(User.name)
    )
    return [StaffProposal(account=row[0], name=row[1] or "") for row in session.execute(statement)]


def list_departed(session: Session, course_id: int) -> list[DepartedStudent]:
    """Return the students of a course who were in a linked platform's course, and are in none any more, by name."""
    accounts = (
        select(LtiIdentity.user_id)
        .join(LtiMember, LtiMember.subject == LtiIdentity.subject)
        .join(LtiContext, LtiContext.id == LtiMember.context_id)
        .join(LtiDeployment, LtiDeployment.id == LtiContext.deployment_id)
        .where(LtiContext.course_id == course_id, LtiIdentity.platform_id == LtiDeployment.platform_id)
    )
    statement = (
        select(Student.public_id, User.name, Student.name)
        .join(User, User.id == Student.user_id)
        .where(
            Student.course_id == course_id,
            Student.joined_at.is_not(None),
            Student.removed_at.is_(None),
            Student.user_id.in_(accounts.where(LtiMember.is_active.is_(False))),
            Student.user_id.not_in(accounts.where(LtiMember.is_active)),
        )
        .order_by(Student.name, User.name)
    )
    return [DepartedStudent(id=row[0], account=row[1], name=row[2]) for row in session.execute(statement)]


def deactivate_members(session: Session, context_id: int, seen: Iterable[str]) -> None:
    """Mark all members except `seen` as no longer in a platform's course."""
    there = set(seen)
    for row in session.scalars(select(LtiMember).where(LtiMember.context_id == context_id, LtiMember.is_active)):
        if row.subject not in there:
            row.is_active = False


def note_sync(session: Session, context_id: int, result: str) -> None:
    """Record the result of the last contact, about members or columns: why it failed, or an empty text."""
    session.execute(
        update(LtiContext).where(LtiContext.id == context_id).values(synced_at=now(), sync_result=result[:200])
    )


def forget_person(session: Session, user_id: int) -> None:
    """Delete platforms' data about an account's person, before the account is deleted."""
    mine = select(LtiIdentity.platform_id, LtiIdentity.subject).where(LtiIdentity.user_id == user_id)
    for platform_id, subject in session.execute(mine).all():
        forget_member(session, platform_id, subject)


def forget_member(session: Session, platform_id: int, subject: str) -> None:
    """Delete a platform's data about one of its people, and the scores for them: another id may get these points."""
    contexts = (
        select(LtiContext.id)
        .join(LtiDeployment, LtiDeployment.id == LtiContext.deployment_id)
        .where(LtiDeployment.platform_id == platform_id)
    )
    session.execute(
        delete(LtiMember).where(LtiMember.context_id.in_(contexts), LtiMember.subject == subject),
        execution_options={"synchronize_session": False},
    )
    session.execute(
        delete(LtiScore).where(LtiScore.context_id.in_(contexts), LtiScore.subject == subject),
        execution_options={"synchronize_session": False},
    )


def list_assignments(session: Session, course_id: int) -> list[tuple[str, str]]:
    """Return the ids and names of a course's assignments, without drafts."""
    statement = (
        select(Assignment.public_id, Assignment.name)
        .where(Assignment.course_id == course_id, Assignment.is_draft.is_(False))
        .order_by(Assignment.position)
    )
    return [(row[0], row[1]) for row in session.execute(statement)]


def count_points(session: Session, course_id: int | None, public_id: str) -> int:
    """Return the total points of an assignment's katas."""
    statement = (
        select(func.sum(AssignmentKata.points))
        .join(Assignment, Assignment.id == AssignmentKata.assignment_id)
        .where(Assignment.course_id == course_id, Assignment.public_id == public_id)
    )
    return session.scalar(statement) or 0


def name_students(session: Session, context_id: int, course_id: int) -> None:
    """Fill in missing names of a course's students with those at the platform."""
    statement = (
        select(Student, LtiMember.name)
        .join(LtiIdentity, LtiIdentity.user_id == Student.user_id)
        .join(LtiMember, LtiMember.subject == LtiIdentity.subject)
        .join(LtiContext, LtiContext.id == LtiMember.context_id)
        .join(LtiDeployment, LtiDeployment.id == LtiContext.deployment_id)
        .where(
            LtiMember.context_id == context_id,
            LtiIdentity.platform_id == LtiDeployment.platform_id,
            Student.course_id == course_id,
            Student.name == "",
            Student.joined_at.is_not(None),
        )
    )
    for student, name in session.execute(statement).all():
        student.name = name
