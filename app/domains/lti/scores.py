"""Scores for platforms: found by comparison, stored in an outbox, and sent with retries for days.

Theory of operation
-------------------
Grades are computed, not stored (`app.domains.courses.gradebook`), so there is no event for a changed one. `Collector`
computes the scores that each platform should have and compares them with those it has: in each round
(`app.domains.courses.rounds`) for students with new events, and now and then for all. So regrades, late days and points
given by staff are covered, too, and a server that was down misses nothing. Archived courses are many and hardly change,
so only those are compared that were just archived, or in which a verdict, a regrade or the end of an exam may have
changed a grade.

Platforms show scores to students, so nothing is sent about a kata whose verdicts an exam holds, neither for the exam
nor for another assignment, until it is over; then all are compared at once. A difference becomes a row in the outbox,
one per student and assignment: a newer score replaces a waiting one, so the newest wins, and sending one twice changes
nothing. `ScoreSender` leases, sends and retries them like the outbox of webhooks, but for days instead of one day.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import structlog

from app.db.holds import list_holds
from app.db.models import now
from app.db.statuses import DeliveryStatus
from app.domains.courses.repository import assignments as assignment_repository
from app.domains.courses.repository import courses as course_repository
from app.domains.courses.repository import people
from app.domains.courses.repository.grade_notices import list_touched
from app.domains.courses.rounds import POLL_S, STORED_AT_ONCE, Rounds
from app.domains.courses.student_grader import load_grader
from app.domains.lti.errors import ServiceFailedError, ServiceFailure
from app.domains.lti.repository import contexts, platforms
from app.domains.lti.repository import scores as repository
from app.kit.errors import DatabaseUnavailableError
from app.kit.outage import OUTAGE

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.courses.plans import AssignmentRow
    from app.domains.courses.repository.people import StudentRow
    from app.domains.courses.rounds import Round
    from app.domains.courses.student_grader import StudentGrader
    from app.domains.lti.schemas import DueScore
    from app.domains.lti.services import PlatformServices

CHUNK: Final = 250
MAX_PARALLEL: Final = 8
LEASE: Final = timedelta(minutes=2)
PAUSES_S: Final = (30, 120, 600, 1800, 3600, 7200, 14400, 28800, 43200, 86400, 86400, 86400)
"""Pauses, in seconds, before each retry: four days in all."""
CONFLICT: Final = 409
logger = structlog.stdlib.get_logger(__name__)


class Collector:
    """Finds scores that platforms don't have yet."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._rounds = Rounds(database)

    async def collect(self) -> int:
        """Compare the scores that are due for comparison; returns how many are new."""
        return await self._rounds.hold(_list_courses, self.collect_course)

    async def collect_course(self, public_id: str, since: datetime | None = None) -> int:
        """Compare the scores of a course; with `since`, only those of students with events since then."""
        wanted = await self._database.read(lambda session: _compare(session, public_id, since))
        for start in range(0, len(wanted), STORED_AT_ONCE):
            some = wanted[start : start + STORED_AT_ONCE]
            await self._database.write(partial(repository.put_scores, scores=some))
        return len(wanted)


def _list_courses(session: Session, current: Round) -> list[str]:
    """Return the linked courses that a round compares; only a full round compares archived ones."""
    courses = contexts.list_linked_courses(session)
    if current.is_full:
        courses += contexts.list_changed_archives(session, current.full_since, current.released)
    return courses


def _compare(session: Session, public_id: str, since: datetime | None) -> list[dict[str, object]]:
    """Return the scores of a course that differ from those at its platforms."""
    course = course_repository.find_course(session, public_id)
    if course is None:
        return []
    touched = None if since is None else list_touched(session, course.id, since)
    if touched is not None and not touched:
        return []
    plans = assignment_repository.load_plans(session, course, course.zone)
    students = {one.id: one for one in people.list_students(session, course.id, removed=False, joined=True)}
    held = {one.assignment_id for one in list_holds(session)}
    found: list[dict[str, object]] = []
    for context, _platform in contexts.list_rows(session, course.id):
        columns = repository.list_columns(session, context.id)
        subjects = repository.list_subjects(session, context.id, course.id)
        rows = [students[one] for one in subjects if one in students and (touched is None or one in touched)]
        if not columns or not rows or not context.may_score:
            continue
        known = repository.load_scores(session, context.id)
        for start in range(0, len(rows), CHUNK):
            some = rows[start : start + CHUNK]
            grader = load_grader(session, course, plans, some, for_students=True)
            for assignment in (one for one in plans.assignments if one.id in columns and one.id not in held):
                for student in some:
                    key = (assignment.id, student.id)
                    score = _sum_points(grader, assignment, student, is_known=key in known)
                    if score is None or score[:2] == known.get(key):
                        continue
                    found.append(
                        {
                            "context_id": context.id,
                            "assignment_id": assignment.id,
                            "student_id": student.id,
                            "subject": subjects[student.id],
                            "points": score[0],
                            "full": score[1],
                            "submitted_at": score[2],
                        }
                    )
    return found


def _sum_points(
    grader: StudentGrader, assignment: AssignmentRow, student: StudentRow, *, is_known: bool
) -> tuple[float, int, datetime | None] | None:
    """Return points, full points and the time of the last submission that counts; None without a score to send."""
    timeline = grader.find_timeline(assignment, student.id)
    if not timeline.find_state(grader.moment).visible or not assignment.katas:
        return None
    points, full, last, tried = 0.0, 0, None, False
    for kata in assignment.katas:
        grade = grader.grade(assignment, kata, student, timeline)
        if grade.held_until is not None:  # An exam holds it, perhaps another assignment with the same kata.
            return None
        given = grader.given.get((student.id, kata.id))
        points, full = points + (grade.points if given is None else given.points), full + kata.points
        tried = tried or given is not None or grade.attempts > 0
        if grade.attempt is not None and (last is None or grade.attempt.at > last):
            last = grade.attempt.at
    return (round(points, 2), full, last) if (tried or is_known) and full else None


class ScoreSender:
    """Sends the outbox's scores; none while `may_send` returns false."""

    def __init__(
        self,
        database: Database,
        services: PlatformServices,
        collector: Collector,
        may_send: Callable[[], bool] = lambda: True,
    ) -> None:
        self._database = database
        self._services = services
        self._collector = collector
        self._may_send = may_send

    async def run(self) -> None:
        """Collect and send until cancelled."""
        while True:
            sent = 0
            try:
                await self._collector.collect()
                sent = await self.send_due()
            except DatabaseUnavailableError as error:
                OUTAGE.report("lti", error.message)
            except Exception:
                logger.exception("lti_scores_failed")
            if not sent:
                await asyncio.sleep(POLL_S)

    async def send_due(self) -> int:
        """Send the due scores, a few at once; returns how many were tried."""
        if not self._may_send() or not await self._database.read(repository.is_any_due):
            return 0
        due = await self._database.write(lambda session: repository.take_due(session, LEASE, MAX_PARALLEL))
        await asyncio.gather(*(self._deliver(one) for one in due))
        return len(due)

    async def _deliver(self, due: DueScore) -> None:
        good, result = await self._send(due)
        last = due.attempt > len(PAUSES_S)
        pause = timedelta() if last or good else timedelta(seconds=PAUSES_S[due.attempt - 1])
        status = DeliveryStatus.DELIVERED if good else DeliveryStatus.FAILED if last else DeliveryStatus.WAITING
        moment = now() + pause
        await self._database.write(lambda session: repository.finish(session, due, status, result, moment))
        logger.info("lti_score_sent", context=due.context_id, attempt=due.attempt, result=result)

    async def _send(self, due: DueScore) -> tuple[bool, str]:
        """Send a score once; returns whether the platform has it now, and the result as text."""
        platform = await self._database.read(lambda session: platforms.get_platform(session, due.platform_id))
        if platform is None or not due.item_url:
            return False, ServiceFailure.COLUMN_MISSING.value
        try:
            answer = await self._services.send_score(platform, due.item_url, due)
        except ServiceFailedError as error:
            return False, error.result
        if answer.status == CONFLICT:
            return True, ServiceFailure.NEWER_SCORE.value
        return answer.is_good, f"status {answer.status}"
