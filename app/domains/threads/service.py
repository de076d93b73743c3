"""Threads and requests in a course, between a student and the staff who may see students' data.

An exam that holds a verdict, or runs, closes the thread to its student: staff's messages may reveal the verdict. It
closes it to the staff of other courses, too, as `app.domains.courses.elsewhere` says.
Decision 38 has the reasons.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import select

from app.db.models import Review, Submission, now
from app.db.statuses import ReviewOutcome, ReviewStatus, Right, Role
from app.domains.audit.log import Action, record
from app.domains.courses.assignments import list_label_rows
from app.domains.courses.elsewhere import is_withheld, require_free
from app.domains.courses.errors import MissingRightError
from app.domains.courses.kept_schemas import MAX_COMMENTS
from app.domains.courses.repository import assignments as assignment_repository
from app.domains.courses.repository import courses as course_repository
from app.domains.courses.repository import grades, rubrics
from app.domains.threads import repository, writing
from app.domains.threads.errors import (
    RequestRefusedError,
    ThreadClosedError,
    ThreadNotFoundError,
    TooMuchWrittenError,
)
from app.domains.threads.schemas import ReviewList, RubricLine, ThreadList, ThreadView
from app.domains.threads.settling import find_regraded
from app.kit.errors import InvalidInputError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from datetime import datetime

    from pydantic import JsonValue
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.courses.assignments import AssignmentService
    from app.domains.courses.schemas import Access, CourseInfo
    from app.domains.problems.exams import ExamRules
    from app.domains.threads.repository import ThreadSubject
    from app.domains.threads.schemas import CommentView, NewStaffMessage, RequestAnswer, ReviewView
    from app.domains.threads.writing import Postman

NOBODY: Final = 0
"""A placeholder for a student's row id: that of a student without overrides."""


class ThreadService:
    """Manages threads, requests and saved comments of courses."""

    def __init__(self, database: Database, assignments: AssignmentService, exams: ExamRules, postman: Postman) -> None:
        self._database = database
        self._assignments = assignments
        self._exams = exams
        self._postman = postman

    async def show(self, access: Access, submission: str) -> ThreadView:
        """Return a submission and its thread.

        Recorded in the audit log if an admin reads it, who may read those of all courses. Raises `ThreadNotFoundError`,
        `MissingRightError`, `ThreadClosedError` and `ExamRunningError`.
        """
        names = await self._assignments.name_katas()

        def load(session: Session) -> ThreadView:
            subject = self._find(session, access, submission)
            own = subject.user_id == access.user.id
            writing.record_admin(session, access.user, subject)
            window = find_window(session, access, subject) if own else None
            open_ = repository.find_open(session, subject)
            attempts = [] if own else repository.list_attempts(session, subject, is_withheld(session, access))
            return ThreadView(
                submission=subject.public_id,
                problem=subject.problem,
                problem_name=names.get(subject.problem, subject.problem),
                learner=subject.learner,
                own=own,
                verdict=subject.verdict,
                submitted_at=subject.created_at,
                source=subject.source,
                messages=repository.list_messages(session, subject, access.user.id),
                requests=repository.list_reviews(session, repository.of_subject(subject), names),
                request_until=window.until if window is not None and open_ is None and access.is_open else None,
                rubric=[line for line in list_lines(session, access, subject) if line.ticked or not own],
                report=None if own else repository.find_report(session, subject),
                attempts=attempts,
            )

        return await (self._database.write(load) if access.user.role is Role.ADMIN else self._database.read(load))

    async def list_threads(self, access: Access) -> ThreadList:
        """Return a course's threads for staff who may see students' data, and their own for students.

        Threads that an exam closes to a student are left out.
        """
        if access.student_id is None:
            access.require(data=Right.VIEW)
        names = await self._assignments.name_katas()

        def load(session: Session) -> ThreadList:
            only = None if access.data.includes(Right.VIEW) else access.student_id
            found = repository.list_threads(session, access.course.id, names, only)
            own = [one.student_id == access.student_id and access.student_id is not None for _entry, one in found]
            return ThreadList(
                threads=[
                    entry
                    for (entry, one), mine in zip(found, own, strict=True)
                    if not mine or writing.is_told(session, self._exams, one)
                ]
            )

        return await self._database.read(load)

    async def write(self, access: Access, submission: str, new: NewStaffMessage) -> None:
        """Write a message; raises what `show` raises, `CourseArchivedError`, `TooMuchWrittenError` and others."""
        access.require_open()

        def store(session: Session) -> str | None:
            subject = self._find(session, access, submission)
            if new.keep:
                access.require(data=Right.EDIT)
                keep_comment(session, access, new.body)
            told = writing.write(session, subject, access.user, new.body, new.line)
            return writing.find_reader(session, self._exams, subject, access.user) if told else None

        self._tell(access, submission, await self._database.write(store))

    async def request(self, access: Access, submission: str, reason: str) -> None:
        """Request a review of a grade; raises `RequestRefusedError`, and what `write` raises."""
        access.require_open()

        def store(session: Session) -> None:
            subject = self._find(session, access, submission)
            if subject.user_id != access.user.id:
                raise ThreadNotFoundError
            writing.write(session, subject, access.user, reason)  # The submission's row is locked from here on.
            window = find_window(session, access, subject)
            if window is None:
                raise RequestRefusedError(_("You can't ask for another look at this now."))
            writing.ask(session, subject, window.kata_id)

        await self._database.write(store)

    async def list_requests(self, access: Access) -> ReviewList:
        """Return a course's requests, for staff who may see students' data."""
        access.require(data=Right.VIEW)
        return ReviewList(requests=await self.list_all_requests(access.course))

    async def list_all_requests(self, course: CourseInfo) -> list[ReviewView]:
        """Return a course's requests, for the operator."""
        names = await self._assignments.name_katas()
        condition = Review.course_id == course.id
        return await self._database.read(lambda session: repository.list_reviews(session, condition, names))

    async def set_owner(self, access: Access, request: str, name: str) -> None:
        """Assign a request to a member of staff, to the reader, who may be an admin, or to nobody.

        Raises `InvalidInputError` for anybody else.
        """
        access.require(data=Right.EDIT)

        def store(session: Session) -> None:
            review = self._find_review(session, access, request)
            owner = None
            if name == access.user.name:
                owner = access.user.id
            elif name:
                staff = {one.name: one for one in course_repository.list_staff(session, access.course.id)}
                if name not in staff or staff[name].data is Right.NONE:
                    raise InvalidInputError("name", _("Only staff who may see student data can handle it."))
                owner = repository.find_user_id(session, name)
            repository.set_owner(session, review.id, owner)

        await self._database.write(store)

    async def answer(self, access: Access, request: str, answer: RequestAnswer) -> str:
        """Answer a request, possibly with other points, and return the submission's id.

        Raises `ThreadNotFoundError`, `RequestRefusedError`, `InvalidInputError` and `TooMuchWrittenError`.
        """
        access.require(data=Right.EDIT)
        if (answer.outcome == "changed") != (answer.points is not None):
            raise InvalidInputError("points", _("Enter points if the grade changes, and only then."))

        def store(session: Session) -> tuple[str, str | None]:
            review = self._find_review(session, access, request)
            subject = self._find_row(session, access, Submission.id == review.submission_id)
            writing.close(session, review, ReviewStatus.ANSWERED, ReviewOutcome(answer.outcome))
            writing.write(session, subject, access.user, answer.body)
            if answer.points is not None and review.kata_id is not None and subject.student_id is not None:
                points, reason = round(answer.points, 2), answer.body
                grades.give_grade(
                    session, review.kata_id, subject.student_id, access.user.id, points=points, reason=reason
                )
                target = access.course.public_id
                details: dict[str, JsonValue] = {
                    "student": subject.learner[:64],
                    "kata": subject.problem,
                    "points": points,
                }
                record(session, Action.COURSE_GRADE_GIVEN, target, **details)
            return subject.public_id, writing.find_reader(session, self._exams, subject, access.user)

        submission, email = await self._database.write(store)
        self._tell(access, submission, email)
        return submission

    async def withdraw(self, access: Access, request: str) -> str:
        """Withdraw the student's own request, and return the submission's id; raises `RequestRefusedError`."""
        access.require_open()

        def store(session: Session) -> str:
            review = self._find_review(session, access, request)
            subject = self._find_row(session, access, Submission.id == review.submission_id)
            if subject.user_id != access.user.id:
                raise ThreadNotFoundError
            writing.close(session, review, ReviewStatus.WITHDRAWN)
            return subject.public_id

        return await self._database.write(store)

    async def list_comments(self, access: Access) -> list[CommentView]:
        """Return the comments saved for reuse, for staff who may see students' data."""
        access.require(data=Right.VIEW)
        return await self._database.read(lambda session: repository.list_comments(session, access.course.id))

    async def add_comment(self, access: Access, body: str) -> None:
        """Save a comment for reuse; raises `TooMuchWrittenError`."""
        access.require(data=Right.EDIT)
        await self._database.write(lambda session: keep_comment(session, access, body))

    async def change_comment(self, access: Access, comment: str, body: str | None) -> None:
        """Change a saved comment or, without a text, delete it; messages stay. Raises `ThreadNotFoundError`."""
        access.require(data=Right.EDIT)

        def store(session: Session) -> None:
            course = access.course.id
            done = (
                repository.delete_comment(session, course, comment)
                if body is None
                else repository.change_comment(session, course, comment, body)
            )
            if not done:
                raise ThreadNotFoundError

        await self._database.write(store)

    def _find(self, session: Session, access: Access, submission: str) -> ThreadSubject:
        """Return a submission whose thread the user may use now."""
        if access.student_id is None:
            access.require(data=Right.VIEW)
        return self._find_row(session, access, Submission.public_id == submission)

    def _find_row(self, session: Session, access: Access, condition: object) -> ThreadSubject:
        subject = repository.find_in_course(session, access.course.id, condition)  # type: ignore[arg-type]
        if subject is None:
            raise ThreadNotFoundError
        attends = access.student_id is not None and subject.student_id == access.student_id
        if not attends and not access.data.includes(Right.VIEW):
            raise MissingRightError if access.is_staff else ThreadNotFoundError
        if subject.user_id == access.user.id:
            writing.require_told(session, self._exams, subject)
        else:
            require_free(session, access, subject.problem_id)
            if session.scalar(select(is_withheld(session, access)).where(Submission.id == subject.id)):
                raise ThreadClosedError
        return subject

    def _find_review(self, session: Session, access: Access, request: str) -> Review:
        review = repository.find_review(session, request, Review.course_id == access.course.id)
        if review is None:
            raise ThreadNotFoundError
        return review

    def _tell(self, access: Access, submission: str, email: str | None) -> None:
        self._postman.tell(email, f"/courses/{access.course.public_id}/submissions/{submission}")


def keep_comment(session: Session, access: Access, body: str) -> None:
    """Save a comment for reuse, unless it is already saved; raises `TooMuchWrittenError`."""
    known = repository.list_comments(session, access.course.id)
    if any(one.body == body for one in known):
        return
    if len(known) >= MAX_COMMENTS:
        raise TooMuchWrittenError(_("A course can keep at most %(limit)s comments.", limit=MAX_COMMENTS))
    repository.add_comment(session, access.course.id, access.user.id, body)


class Window(NamedTuple):
    """Until when a student may request a review of their grade for a kata, by row id.

    The first of several is the one that a request is about: of those for which the submission counts, the first due.
    """

    without_credit: bool
    due: datetime
    kata_id: int
    until: datetime


def find_window(session: Session, access: Access, subject: ThreadSubject) -> Window | None:
    """Return the window in which a student may request a review of a submission now; None if there is none.

    It starts at the due date or the last change of the verdict, whichever is later; for an exam, once it is over for
    everybody. Of several assignments with the kata, it is about the one that was due first, of those for which the
    submission counts: a kata is usually handed in for that one, and stays in others, such as a collection for the whole
    term.
    """
    if subject.student_id is None or subject.verdict is None or subject.finished_at is None:
        return None
    student = subject.student_id
    plans = assignment_repository.load_plans(session, access.course, access.course.zone, student=student)
    labels = list_label_rows(session, access.course.id, student)
    judged = find_regraded(session, subject.id) or subject.finished_at
    found = []
    for assignment in plans.assignments:
        katas = [kata for kata in assignment.katas if kata.problem_id == subject.problem_id]
        if not katas or not assignment.regrade_days or assignment.is_draft:
            continue
        timeline = plans.make_timeline(assignment, student, labels)
        begins = [timeline.due, judged]
        if assignment.is_exam:
            begins.append(plans.make_timeline(assignment, NOBODY, []).due)
        until = max(begins) + timedelta(days=assignment.regrade_days)
        if now() < until and timeline.opens <= subject.created_at:
            without_credit = timeline.find_state(subject.created_at).credit == 0
            found.append(Window(without_credit, timeline.due, katas[0].id, until))
    return min(found, default=None)


def list_lines(session: Session, access: Access, subject: ThreadSubject) -> list[RubricLine]:
    """Return the rubrics of all assignments with the submission's kata, and which items are ticked."""
    katas = find_katas(session, access, subject)
    ticked = rubrics.list_ticked(session, subject.id)
    return [
        RubricLine(
            id=one.public_id,
            assignment=katas[one.kata_id],
            points=one.points,
            words=one.words,
            ticked=one.id in ticked,
        )
        for one in rubrics.list_items(session, katas)
    ]


def find_katas(session: Session, access: Access, subject: ThreadSubject) -> dict[int, str]:
    """Return the row ids of the submission's kata in the course's assignments, with the assignments' names."""
    return {
        kata.id: assignment.name
        for assignment in assignment_repository.list_assignments(session, access.course.id)
        for kata in assignment.katas
        if kata.problem_id == subject.problem_id and not assignment.is_draft
    }
