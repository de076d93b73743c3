"""Changed grades for webhooks of a course: found by comparison, sent through the outbox.

Theory of operation
-------------------
Grades are computed, not stored (`app.domains.courses.gradebook`), and a runner that records a verdict may not even see
the data they depend on. So `GradeTeller` computes them, compares them with those sent last, and stores the differences
as messages: in each round (`app.domains.courses.rounds`) for students with new events, and now and then for all. The
grades sent are recorded in the transaction that stores the messages, with the course locked, so that two servers send
nothing twice. The first webhook of a course starts from the grades of that moment, and receives only later changes.
While an exam holds verdicts, nothing is sent about its katas; afterwards all grades are compared at once.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import structlog

from app.db.holds import list_holds
from app.db.models import now
from app.db.statuses import Right
from app.domains.courses.gradebook import CHUNK
from app.domains.courses.repository import assignments as assignment_repository
from app.domains.courses.repository import courses as course_repository
from app.domains.courses.repository import grade_notices as repository
from app.domains.courses.repository import people
from app.domains.courses.rounds import POLL_S, STORED_AT_ONCE, Rounds
from app.domains.courses.student_grader import load_grader
from app.domains.webhooks.outbox import add_changed_grades
from app.domains.webhooks.schemas import GradeChanged, GradeReason
from app.kit.errors import DatabaseUnavailableError
from app.kit.outage import OUTAGE

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.courses.grading import CourseGrade
    from app.domains.courses.plans import AssignmentRow, KataRow
    from app.domains.courses.repository.grade_notices import LastTold
    from app.domains.courses.repository.grades import GivenGrade
    from app.domains.courses.repository.people import StudentRow
    from app.domains.courses.schemas import Access, CourseInfo
    from app.domains.webhooks.schemas import FreshWebhook
    from app.domains.webhooks.service import WebhookService

logger = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True)
class _Difference:
    """A grade that differs from the one sent last, `told`."""

    kata_id: int
    student_id: int
    told: LastTold | None
    is_given: bool
    change: GradeChanged


class GradeTeller:
    """Finds changed grades that weren't sent to webhooks of courses yet."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rounds = Rounds(database)

    async def run(self) -> None:
        """Compare until cancelled."""
        while True:
            try:
                await self.tell()
            except DatabaseUnavailableError as error:
                OUTAGE.report("grades", error.message)
            except Exception:
                logger.exception("telling_grades_failed")
            await asyncio.sleep(POLL_S)

    async def tell(self) -> int:
        """Compare the grades that are due for comparison; returns how many changed."""
        return await self._rounds.hold(lambda session, _: repository.list_watched_courses(session), self.tell_course)

    async def tell_course(self, public_id: str, since: datetime | None = None) -> int:
        """Compare the grades of a course; with `since`, only those of students with events since then."""
        moment = now()
        found = await self._database.read(lambda session: _compare(session, public_id, since))

        def store(session: Session, some: list[_Difference]) -> int:
            course = course_repository.find_course(session, public_id, for_update=True)
            if course is None:
                return 0
            told = repository.load_told(session, course.id, {one.student_id for one in some})
            still = [one for one in some if told.get((one.kata_id, one.student_id)) == one.told]
            _keep(session, still, moment)
            add_changed_grades(session, course.id, [one.change for one in still])
            return len(still)

        changed = 0
        for start in range(0, len(found), STORED_AT_ONCE):
            some = found[start : start + STORED_AT_ONCE]
            changed += await self._database.write(partial(store, some=some))
        return changed

    async def start(self, course: CourseInfo) -> None:
        """Record the current grades as sent, unless a webhook of the course has already been sent some."""
        if await self._database.read(lambda session: repository.has_webhooks(session, course.id)):
            return
        moment = now()
        grades = await self._database.read(lambda session: _compare(session, course.public_id, None, anew=True))

        def store(session: Session) -> None:
            course_repository.find_course(session, course.public_id, for_update=True)
            if not repository.has_webhooks(session, course.id):
                repository.forget_told(session, course.id)
                _keep(session, grades, moment)

        await self._database.write(store)


class CourseWebhookService:
    """Creates webhooks of courses, which are otherwise managed like any other webhook."""

    def __init__(self, teller: GradeTeller, webhooks: WebhookService) -> None:
        self._teller = teller
        self._webhooks = webhooks

    async def make(self, access: Access, url: str) -> FreshWebhook:
        """Create a webhook for changed grades; for staff who may see students' data.

        Raises `InvalidInputError` for an unusable address, and `TooManyWebhooksError`.
        """
        access.require(data=Right.VIEW)
        await self._teller.start(access.course)
        return await self._webhooks.make(access.user, url, course_id=access.course.id)


def _keep(session: Session, found: list[_Difference], moment: datetime) -> None:
    rows = [
        {
            "kata_id": one.kata_id,
            "student_id": one.student_id,
            "points": one.change.points,
            "is_given": one.is_given,
            "submission": one.change.submission,
        }
        for one in found
    ]
    repository.put_told(session, rows, moment)


def _compare(session: Session, public_id: str, since: datetime | None, *, anew: bool = False) -> list[_Difference]:
    """Return the grades of a course that differ from those sent; with `anew`, as if none were sent."""
    course = course_repository.find_course(session, public_id)
    if course is None:
        return []
    wanted = None if since is None else repository.list_touched(session, course.id, since)
    if wanted is not None and not wanted:
        return []
    plans = assignment_repository.load_plans(session, course, course.zone)
    students = people.list_students(session, course.id, removed=False, joined=True)
    students = [one for one in students if wanted is None or one.id in wanted]
    held = {one.assignment_id for one in list_holds(session)}
    told = {} if anew else repository.load_told(session, course.id)
    found: list[_Difference] = []
    for start in range(0, len(students), CHUNK):
        some = students[start : start + CHUNK]
        grader = load_grader(session, course, plans, some, for_students=True)
        for assignment in (one for one in plans.assignments if one.id not in held):
            for student in some:
                timeline = grader.find_timeline(assignment, student.id)
                if not timeline.find_state(grader.moment).visible:
                    continue
                for kata in assignment.katas:
                    grade = grader.grade(assignment, kata, student, timeline)
                    given = grader.given.get((student.id, kata.id))
                    before = told.get((kata.id, student.id))
                    if grade.held_until is None and _differs(grade, given, before):
                        change = _describe(session, course, assignment, kata, student, (grade, given, before))
                        found.append(_Difference(kata.id, student.id, before, given is not None, change))
    return found


def _describe(
    session: Session,
    course: CourseInfo,
    assignment: AssignmentRow,
    kata: KataRow,
    student: StudentRow,
    grades: tuple[CourseGrade, GivenGrade | None, LastTold | None],
) -> GradeChanged:
    """Return the message about a grade: as computed, as given by staff, and as sent last."""
    grade, given, told = grades
    was_regraded = told is not None and repository.is_regraded(session, student.user_id, kata.problem_id, told.told_at)
    return GradeChanged(
        course=course.public_id,
        assignment=assignment.public_id,
        problem=kata.slug,
        student=student.view.id,
        points=grade.points if given is None else given.points,
        full=kata.points,
        before=None if told is None else told.points,
        reason=_tell_reason(grade, given, told, was_regraded=was_regraded),
        submission=None if grade.attempt is None else grade.attempt.id,
    )


def _differs(grade: CourseGrade, given: GivenGrade | None, told: LastTold | None) -> bool:
    """Return whether the points or their giver changed, or there are points for the first time."""
    if told is None:
        return given is not None or grade.attempt is not None or bool(grade.points)
    points = grade.points if given is None else given.points
    first = told.submission is None and grade.attempt is not None and not told.is_given
    return points != told.points or (given is not None) is not told.is_given or first


def _tell_reason(
    grade: CourseGrade, given: GivenGrade | None, told: LastTold | None, *, was_regraded: bool
) -> GradeReason:
    """Return why a grade differs from the one sent last."""
    if given is not None:
        return GradeReason.OVERRIDDEN
    submission = None if grade.attempt is None else grade.attempt.id
    if told is None:
        return GradeReason.CHANGED if submission is None else GradeReason.GRADED
    if grade.attempt is not None and grade.attempt.at > told.told_at:
        return GradeReason.GRADED
    if was_regraded:
        return GradeReason.REGRADED
    if submission not in {None, told.submission}:
        return GradeReason.GRADED
    return GradeReason.CHANGED
