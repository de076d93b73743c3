"""All SQL about messages, requests and saved comments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from sqlalchemy import and_, case, delete, false, func, literal, or_, select, update
from sqlalchemy.orm import aliased

from app.db.models import (
    Assignment,
    AssignmentKata,
    CourseComment,
    CourseStaff,
    Problem,
    ProblemAuthor,
    ProblemVersion,
    Review,
    Student,
    Submission,
    ThreadMessage,
    User,
)
from app.db.statuses import ReviewStatus, Right, Role, Status
from app.domains.courses.repository.periods import find_period
from app.domains.threads.schemas import AttemptEntry, CommentView, MessageView, ReviewView, ThreadEntry
from grader.report import Mode, Report

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from sqlalchemy import ColumnElement, Select
    from sqlalchemy.orm import Session

    from grader.report import Verdict

MAX_ATTEMPTS: Final = 50
"""Maximum number of a learner's submissions to a problem in a list."""
MAX_LISTED: Final = 500
"""Maximum number of requests in a list; all open ones come first."""
_OWNER = aliased(User)
_LEARNER = aliased(User)


@dataclass(frozen=True)
class ThreadSubject:
    """The submission of a thread, in course `course_id` or, without one, with the problem's authors.

    `student_id` is the row id of its learner in the course.
    """

    id: int
    public_id: str
    user_id: int
    learner: str
    email: str | None
    problem_id: int
    problem: str
    source: str
    status: Status
    verdict: Verdict | None
    created_at: datetime
    finished_at: datetime | None
    course_id: int | None = None
    student_id: int | None = None


def find_subject(session: Session, condition: ColumnElement[bool]) -> ThreadSubject | None:
    """Return a matching submission for a thread with the problem's authors; runs have none."""
    row = session.execute(_select_subject().where(condition)).one_or_none()
    return None if row is None else ThreadSubject(*row)


def find_in_course(session: Session, course_id: int, condition: ColumnElement[bool]) -> ThreadSubject | None:
    """Return a submission by a student of a course to a kata of one of its assignments.

    It is from the course's period and from before the student left, or somebody has already written about it there:
    then it stays open, even if its kata isn't in an assignment any more.
    """
    written = select(ThreadMessage.submission_id).where(ThreadMessage.course_id == course_id)
    statement = (
        _select_subject()
        .add_columns(Student.course_id, Student.id, Student.name)
        .join(Student, Student.user_id == Submission.user_id)
        .where(Student.course_id == course_id, Student.joined_at.is_not(None), condition)
        .where(or_(_is_in_course(session, course_id), Submission.id.in_(written)))
    )
    row = session.execute(statement).one_or_none()
    if row is None:
        return None
    values = list(row[:-1])
    values[3] = row[-1] or values[3]  # the name in the course
    return ThreadSubject(*values)


def _is_in_course(session: Session, course_id: int | None) -> ColumnElement[bool]:
    """Return the condition for submissions to a course's katas, from its period and from before their student left."""
    if course_id is None:
        return false()
    katas = (
        select(AssignmentKata.problem_id)
        .join(Assignment, Assignment.id == AssignmentKata.assignment_id)
        .where(Assignment.course_id == course_id, Assignment.is_draft.is_(False))
    )
    since, until = find_period(session, course_id)
    attends = or_(Student.removed_at.is_(None), Submission.created_at < Student.removed_at)
    within = and_(Submission.created_at >= since, Submission.created_at < until)
    return and_(ProblemVersion.problem_id.in_(katas), within, attends)


def _select_subject(*, with_source: bool = True) -> Select[Any]:
    statement = (
        select(
            Submission.id,
            Submission.public_id,
            Submission.user_id,
            User.name,
            User.email,
            Problem.id,
            Problem.slug,
            Submission.source if with_source else literal(""),
            Submission.status,
            Submission.verdict,
            Submission.created_at,
            Submission.finished_at,
        )
        .join(User, User.id == Submission.user_id)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .join(Problem, Problem.id == ProblemVersion.problem_id)
        .where(Submission.mode == Mode.SUBMIT)
    )
    return cast("Select[Any]", statement)


def find_report(session: Session, subject: ThreadSubject) -> Report | None:
    """Return a submission's report, as its learner can read it."""
    report = session.scalar(select(Submission.report).where(Submission.id == subject.id))
    return None if report is None else Report.model_validate(report)


def list_attempts(session: Session, subject: ThreadSubject, withheld: ColumnElement[bool]) -> list[AttemptEntry]:
    """Return the newest submissions in a course by the same student to the same problem, newest first.

    Runs are left out, and so are the `withheld` verdicts.
    """
    statement = (
        select(Submission.public_id, case((~withheld, Submission.verdict), else_=None), Submission.created_at)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .join(Student, Student.user_id == Submission.user_id)
        .where(
            Student.id == subject.student_id,
            ProblemVersion.problem_id == subject.problem_id,
            Submission.mode == Mode.SUBMIT,
            _is_in_course(session, subject.course_id),
        )
        .order_by(Submission.id.desc())
        .limit(MAX_ATTEMPTS)
    )
    return [
        AttemptEntry(submission=public_id, verdict=verdict, submitted_at=created_at)
        for public_id, verdict, created_at in session.execute(statement)
    ]


def list_messages(session: Session, subject: ThreadSubject, reader: int) -> list[MessageView]:
    """Return the messages about a submission, oldest first."""
    statement = (
        select(User.name, ThreadMessage.author_id, ThreadMessage.line, ThreadMessage.body, ThreadMessage.created_at)
        .join(User, User.id == ThreadMessage.author_id, isouter=True)
        .where(*_within(subject))
        .order_by(ThreadMessage.id)
    )
    return [
        MessageView(
            author=name, staff=author != subject.user_id, mine=author == reader, line=line, body=body, at=created_at
        )
        for name, author, line, body, created_at in session.execute(statement)
    ]


def _within(subject: ThreadSubject) -> tuple[ColumnElement[bool], ...]:
    return ThreadMessage.submission_id == subject.id, ThreadMessage.course_id.is_not_distinct_from(subject.course_id)


def add_message(session: Session, subject: ThreadSubject, author: int, body: str, line: int | None = None) -> None:
    """Store a message."""
    session.add(
        ThreadMessage(submission_id=subject.id, course_id=subject.course_id, author_id=author, body=body, line=line)
    )
    session.flush()


def count_messages(session: Session, subject: ThreadSubject) -> int:
    """Return the number of messages about a submission; locks its row, so that it stays valid."""
    session.execute(select(Submission.id).where(Submission.id == subject.id).with_for_update())
    return session.scalar(select(func.count()).select_from(ThreadMessage).where(*_within(subject))) or 0


def find_last(session: Session, subject: ThreadSubject, author: int) -> datetime | None:
    """Return when a user last wrote about a submission."""
    statement = select(func.max(ThreadMessage.id)).where(*_within(subject), ThreadMessage.author_id == author)
    last = session.scalar(statement)
    return None if last is None else session.scalar(select(ThreadMessage.created_at).where(ThreadMessage.id == last))


def list_reviews(session: Session, condition: ColumnElement[bool], names: Mapping[str, str]) -> list[ReviewView]:
    """Return matching requests: open ones first, then oldest first. Of too many, old closed ones are missing."""
    is_open = Review.status == ReviewStatus.OPEN
    statement = (
        select(
            Review,
            Submission.public_id,
            Assignment.name,
            Problem.slug,
            func.coalesce(func.nullif(Student.name, ""), _LEARNER.name),
            _OWNER.name,
        )
        .join(Submission, Submission.id == Review.submission_id)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .join(Problem, Problem.id == ProblemVersion.problem_id)
        .join(_LEARNER, _LEARNER.id == Submission.user_id)
        .join(Student, (Student.user_id == Submission.user_id) & (Student.course_id == Review.course_id), isouter=True)
        .join(_OWNER, _OWNER.id == Review.owner_id, isouter=True)
        .join(AssignmentKata, AssignmentKata.id == Review.kata_id, isouter=True)
        .join(Assignment, Assignment.id == AssignmentKata.assignment_id, isouter=True)
        .where(condition)
        .order_by(is_open.desc(), case((is_open, Review.id), else_=-Review.id))
        .limit(MAX_LISTED)
    )
    rows = sorted(session.execute(statement), key=lambda row: (row[0].status is not ReviewStatus.OPEN, row[0].id))
    return [
        ReviewView(
            id=row.public_id,
            submission=submission,
            assignment=assignment,
            problem=slug,
            problem_name=names.get(slug, slug),
            learner=learner,
            status=row.status,
            outcome=row.outcome,
            owner=owner,
            before=row.before_verdict,
            after=row.after_verdict,
            created_at=row.created_at,
            closed_at=row.closed_at,
        )
        for row, submission, assignment, slug, learner, owner in rows
    ]


def list_threads(
    session: Session, course_id: int, names: Mapping[str, str], student_id: int | None = None
) -> list[tuple[ThreadEntry, ThreadSubject]]:
    """Return the threads of a course or of one of its students, the newest messages first.

    Their submissions come without sources: a learner can write about hundreds, and make all of them large.
    """
    newest = (
        select(
            ThreadMessage.submission_id,
            func.count().label("messages"),
            func.max(ThreadMessage.created_at).label("at"),
        )
        .where(ThreadMessage.course_id == course_id)
        .group_by(ThreadMessage.submission_id)
        .subquery()
    )
    statement = (
        _select_subject(with_source=False)
        .add_columns(Student.course_id, Student.id, Student.name, newest.c.messages, newest.c.at)
        .join(Student, (Student.user_id == Submission.user_id) & (Student.course_id == course_id))
        .join(newest, newest.c.submission_id == Submission.id)
        .order_by(newest.c.at.desc(), Submission.id.desc())
        .limit(MAX_LISTED)
    )
    if student_id is not None:
        statement = statement.where(Student.id == student_id)
    found = []
    for *values, name, messages, at in session.execute(statement):
        values[3] = name or values[3]
        one = ThreadSubject(*values)
        entry = ThreadEntry(
            submission=one.public_id,
            problem=one.problem,
            problem_name=names.get(one.problem, one.problem),
            learner=one.learner,
            messages=messages,
            last_at=at,
        )
        found.append((entry, one))
    return found


def of_subject(subject: ThreadSubject) -> ColumnElement[bool]:
    """Return the condition for requests about a submission."""
    return (Review.submission_id == subject.id) & Review.course_id.is_not_distinct_from(subject.course_id)


def of_problem(problem_id: int) -> ColumnElement[bool]:
    """Return the condition for reports on a problem's verdicts."""
    versions = select(ProblemVersion.id).where(ProblemVersion.problem_id == problem_id)
    submissions = select(Submission.id).where(Submission.problem_version_id.in_(versions))
    return Review.course_id.is_(None) & Review.submission_id.in_(submissions)


def find_review(session: Session, public_id: str, condition: ColumnElement[bool]) -> Review | None:
    """Return a request that matches a condition."""
    return session.scalars(select(Review).where(Review.public_id == public_id, condition)).one_or_none()


def find_open(session: Session, subject: ThreadSubject) -> Review | None:
    """Return the open request about a submission."""
    open_ = (of_subject(subject), Review.status == ReviewStatus.OPEN)
    return session.scalars(select(Review).where(*open_).limit(1)).first()


def count_reviews(session: Session, subject: ThreadSubject) -> int:
    """Return the number of requests about a submission."""
    return session.scalar(select(func.count()).select_from(Review).where(of_subject(subject))) or 0


def find_learner_email(session: Session, subject: ThreadSubject) -> str | None:
    """Return the learner's confirmed address; None if they left the course or may not sign in."""
    statement = select(User.email).where(User.id == subject.user_id, User.disabled_at.is_(None))
    if subject.student_id is not None:
        attending = select(Student.user_id).where(Student.id == subject.student_id, Student.removed_at.is_(None))
        statement = statement.where(User.id.in_(attending))
    return session.scalar(statement)


def find_owner_email(session: Session, subject: ThreadSubject, owner_id: int | None) -> str | None:
    """Return the confirmed address of a request's owner, if they may still handle it.

    In a course these are staff who may see students' data, for a report the problem's authors, and always admins.
    """
    if subject.course_id is not None:
        may = select(CourseStaff.user_id).where(
            CourseStaff.course_id == subject.course_id, CourseStaff.data != Right.NONE
        )
    else:
        may = select(ProblemAuthor.user_id).where(ProblemAuthor.problem_id == subject.problem_id)
    statement = select(User.email).where(
        User.id == owner_id, User.disabled_at.is_(None), or_(User.role == Role.ADMIN, User.id.in_(may))
    )
    return session.scalar(statement)


def find_user_id(session: Session, name: str) -> int | None:
    """Return the row id of an account."""
    return session.scalar(select(User.id).where(User.name == name))


def add_review(session: Session, subject: ThreadSubject, kata_id: int | None) -> str:
    """Store a request, and return its id."""
    row = Review(submission_id=subject.id, course_id=subject.course_id, kata_id=kata_id)
    session.add(row)
    session.flush()
    return row.public_id


def set_owner(session: Session, review_id: int, owner: int | None) -> None:
    """Store the owner of a request, who handles it."""
    session.execute(update(Review).where(Review.id == review_id).values(owner_id=owner))


def list_comments(session: Session, course_id: int) -> list[CommentView]:
    """Return a course's saved comments, oldest first."""
    statement = (
        select(CourseComment.public_id, CourseComment.body, User.name)
        .join(User, User.id == CourseComment.made_by, isouter=True)
        .where(CourseComment.course_id == course_id)
        .order_by(CourseComment.id)
    )
    return [CommentView(id=row[0], body=row[1], made_by=row[2]) for row in session.execute(statement)]


def add_comment(session: Session, course_id: int, made_by: int, body: str) -> str:
    """Save a comment, and return its id."""
    row = CourseComment(course_id=course_id, made_by=made_by, body=body)
    session.add(row)
    session.flush()
    return row.public_id


def change_comment(session: Session, course_id: int, public_id: str, body: str) -> bool:
    """Update a saved comment; returns whether it existed."""
    known = (CourseComment.course_id == course_id, CourseComment.public_id == public_id)
    return bool(session.connection().execute(update(CourseComment).where(*known).values(body=body)).rowcount)


def delete_comment(session: Session, course_id: int, public_id: str) -> bool:
    """Delete a saved comment; returns whether it existed."""
    known = (CourseComment.course_id == course_id, CourseComment.public_id == public_id)
    return bool(session.connection().execute(delete(CourseComment).where(*known)).rowcount)
