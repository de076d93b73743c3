"""All SQL about open reports and requests of all problems and courses, for those who handle them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, func, or_, select, true
from sqlalchemy.orm import aliased

from app.db.models import Course, CourseStaff, Problem, ProblemAuthor, ProblemVersion, Review, Student, Submission, User
from app.db.statuses import ReviewStatus, Right, Role, SharingRole
from app.domains.threads.repository import MAX_LISTED
from app.domains.threads.schemas import OpenReview

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account

_OWNER = aliased(User)
_LEARNER = aliased(User)


def list_open(session: Session, reader: Account) -> list[OpenReview]:
    """Return the open reports and requests that `reader` may answer, oldest first; all of them for an admin."""
    statement = (
        select(
            Review,
            Submission.public_id,
            Problem.slug,
            func.coalesce(func.nullif(Student.name, ""), _LEARNER.name),
            _OWNER.name,
            Course.public_id,
            Course.name,
        )
        .join(Submission, Submission.id == Review.submission_id)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .join(Problem, Problem.id == ProblemVersion.problem_id)
        .join(_LEARNER, _LEARNER.id == Submission.user_id)
        .join(Course, Course.id == Review.course_id, isouter=True)
        .join(Student, (Student.user_id == Submission.user_id) & (Student.course_id == Review.course_id), isouter=True)
        .join(_OWNER, _OWNER.id == Review.owner_id, isouter=True)
        .where(Review.status == ReviewStatus.OPEN, Course.archived_at.is_(None), _may_answer(reader))
        .order_by(Review.id)
        .limit(MAX_LISTED)
    )
    found = []
    for row, submission, slug, learner, owner, course, course_name in session.execute(statement):
        report = f"/authoring/{slug}/reports/{row.public_id}"
        found.append(
            OpenReview(
                path=report if course is None else f"/courses/{course}/submissions/{submission}",
                owner_path=f"{report}/owner" if course is None else None,
                problem=slug,
                learner=learner,
                owner=owner,
                course_name=course_name,
                created_at=row.created_at,
            )
        )
    return found


def _may_answer(reader: Account) -> ColumnElement[bool]:
    if reader.role is Role.ADMIN:
        return true()
    in_courses = Review.course_id.in_(
        select(CourseStaff.course_id).where(CourseStaff.user_id == reader.id, CourseStaff.data == Right.EDIT)
    )
    if not reader.role.is_author:
        return in_courses
    roles = [role for role in SharingRole if role.allows(SharingRole.COMMENT)]
    authored = select(ProblemAuthor.problem_id).where(ProblemAuthor.user_id == reader.id, ProblemAuthor.role.in_(roles))
    return or_(in_courses, and_(Review.course_id.is_(None), Problem.id.in_(authored)))
