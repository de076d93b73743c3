"""The platform (LTI) to whose courses those of `bench.school` are linked; it answers nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import select, update

from app.db.models import Assignment, LtiContext, LtiScore, Student
from app.db.statuses import DeliveryStatus, LtiRole
from app.domains.lti.errors import ServiceFailure
from app.domains.lti.repository import contexts, platforms, scores
from app.domains.lti.schemas import NewPlatform

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account
    from app.domains.courses.schemas import Access
    from app.services import Services

ISSUER: Final = "https://lms.invalid"
ABSENT: Final = 3
"""Number of students who are only in the platform's course."""
STATES: Final = (DeliveryStatus.FAILED, DeliveryStatus.WAITING, DeliveryStatus.DELIVERED)


async def add_platform(services: Services, people: list[Account]) -> None:
    """Register the platform, from which these people come."""
    new = NewPlatform(
        name="A campus whose name is rather long",
        issuer=ISSUER,
        client_id="dojo",
        deployments=["1"],
        auth_url=f"{ISSUER}/auth",
        token_url=f"{ISSUER}/token",
        jwks_url=f"{ISSUER}/keys",
    )
    await services.lti.platforms.add(new)

    def store(session: Session) -> None:
        [platform] = platforms.find_platforms(session, ISSUER)
        for one in people:
            platforms.add_identity(session, platform.id, one.name, one.id)

    await services.database.write(store)


async def link_course(services: Services, access: Access, newcomer: Account) -> dict[str, str]:
    """Link a course to one of the platform, with students who left it; return the pages of who comes from there.

    A teacher comes from another course of the platform, which isn't linked yet, and a newcomer from the linked one.
    """

    def store(session: Session) -> dict[str, str]:
        [platform] = platforms.find_platforms(session, ISSUER)
        course = access.course
        linked, other = (
            LtiContext(deployment_id=platform.deployments["1"], context_id=f"{course.public_id}-{part}")
            for part in ("linked", "other")
        )
        session.add_all([linked, other])
        session.flush()
        linked.course_id, linked.title, linked.members_url = course.id, "JAX 101", f"{ISSUER}/members"
        linked.may_score = True
        contexts.note_sync(session, linked.id, ServiceFailure.ELSEWHERE)
        contexts.put_member(session, other.id, access.user.name, "", LtiRole.STAFF, active=True)
        contexts.put_member(session, linked.id, newcomer.name, "", LtiRole.STUDENT, active=True)
        for number in range(ABSENT):
            contexts.put_member(session, linked.id, f"absent-{number}", "Nobody", LtiRole.STUDENT, active=True)
        _fill_gradebook(session, platform.id, linked)
        return {"place-link": f"/lti/contexts/{other.public_id}", "place-attend": f"/lti/contexts/{linked.public_id}"}

    return await services.database.write(store)


def _fill_gradebook(session: Session, platform_id: int, context: LtiContext) -> None:
    """Store a score in each state, each of a student who has left the platform's course."""
    mine = select(Assignment.id).where(Assignment.course_id == context.course_id).order_by(Assignment.id)
    assignment = session.scalars(mine.limit(1)).one()
    attending = select(Student).where(Student.course_id == context.course_id, Student.user_id.is_not(None))
    students = session.scalars(attending.order_by(Student.id).limit(len(STATES))).all()
    for student, status in zip(students, STATES, strict=True):
        subject = f"student-{student.id}"
        platforms.add_identity(session, platform_id, subject, student.user_id or 0)
        contexts.put_member(session, context.id, subject, student.name, LtiRole.STUDENT, active=False)
        key = {"context_id": context.id, "assignment_id": assignment, "student_id": student.id}
        scores.put_score(session, **key, subject=subject, points=7.5, full=10, submitted_at=None)
        changed = update(LtiScore).filter_by(**key).values(status=status, attempts=13, result="status 422")
        session.execute(changed)
