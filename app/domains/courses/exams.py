"""Exams: started by students, monitored and extended by staff, and what is closed while they run.

No end time is stored: `app.domains.courses.timeline` computes it on every request, so added minutes take effect
everywhere at once.
"""

from __future__ import annotations

import hmac
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import IntegrityError

from app.db.models import now
from app.db.notes import look_up
from app.db.statuses import Right
from app.domains.audit.log import Action, record
from app.domains.courses.assignments import find_assignment, open_assignment
from app.domains.courses.errors import CourseThingNotFoundError, ExamAddressError
from app.domains.courses.exam_schemas import ExamClock, ExamView, SittingView
from app.domains.courses.holding import find_until
from app.domains.courses.repository import assignments as assignment_repository
from app.domains.courses.repository import exams as repository
from app.domains.courses.repository import people
from app.domains.courses.roster import find_student
from app.domains.courses.states import list_states
from app.domains.courses.timeline import Phase
from app.domains.limits.throttle import Throttle
from app.domains.problems.schemas import RunningExam
from app.kit import asker
from app.kit.errors import ConflictError, InvalidInputError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic import JsonValue
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.courses.assignments import OwnAssignment
    from app.domains.courses.exam_schemas import AddedTime
    from app.domains.courses.plans import AssignmentRow
    from app.domains.courses.schemas import Access
    from app.domains.courses.timeline import State

MAX_ADDED: Final = 1000
"""Maximum number of times that minutes can be added to one exam."""
GUESSES: Final = 20
"""Wrong access codes allowed for one student in five minutes."""
PER_ROOM: Final = 5000
"""Wrong access codes allowed from one address in that time: a whole class may share it, and all start at once."""


class CourseExams:
    """Implements `app.domains.problems.exams.ExamRules`: tells other domains which exams run for an account."""

    def find_running(self, session: Session, user_id: int) -> dict[int, RunningExam]:
        """Return the exams that run for an account, by their problems' row ids."""
        return look_up(session, ("running", user_id), lambda: self._find_running(session, user_id))

    def _find_running(self, session: Session, user_id: int) -> dict[int, RunningExam]:
        return {
            kata.problem_id: RunningExam(
                course=course,
                assignment=assignment.public_id,
                name=assignment.name,
                started=state.phase is not Phase.READY,
                until=state.until,
                time_zone=zone,
            )
            for course, zone, assignment, state in list_running(session, user_id)
            for kata in assignment.katas
            if state.until is not None
        }

    def check_sending(self, session: Session, user_id: int, slug: str) -> None:
        """Raise `ExamAddressError` for a submission to an exam's problem from outside the exam's networks."""
        for _course, _zone, assignment, _state in list_running(session, user_id):
            if any(kata.slug == slug for kata in assignment.katas):
                check_address(assignment)


def list_running(session: Session, user_id: int) -> Iterator[tuple[str, str, AssignmentRow, State]]:
    """Yield the exams that are closed-book for an account now, after the public ids and time zones of their courses."""
    open_courses = {one.course for one in repository.list_current(session)}
    attended = repository.list_exam_courses(session, user_id) if open_courses else []
    for course, zone, student in attended:
        if course in open_courses:
            for assignment, state in list_states(session, course, student):
                if state.closed_book:
                    yield course, zone, assignment, state


def check_address(assignment: AssignmentRow) -> None:
    """Raise `ExamAddressError` unless the user's address is in one of the exam's ranges, if it has any."""
    ranges = assignment.addresses.splitlines()
    if not ranges:
        return
    try:
        address = ip_address(asker.address.get().partition("%")[0])
    except ValueError:
        raise ExamAddressError from None
    address = getattr(address, "ipv4_mapped", None) or address
    if not any(address in ip_network(one) for one in ranges):
        raise ExamAddressError


class ExamService:
    """Manages exams, for the students who sit them and for staff."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._throttle = Throttle("exam", per_name=GUESSES, per_address=PER_ROOM)

    async def start(self, access: Access, public_id: str, code: str) -> None:
        """Start an exam for a student; starting twice changes nothing.

        Raises `ConflictError` if it can't be started now, `ExamAddressError`, `InvalidInputError` for a wrong code, and
        `TooManySignInsError` after many of these.
        """
        access.require_open()
        who = f"{access.course.public_id} {access.user.id}"
        address = asker.address.get()
        await self._database.write(lambda session: self._throttle.begin(session, address, who))

        def store(session: Session) -> None:
            student, (row, timeline, started) = _find_own(session, access, public_id)
            if timeline.find_state(now()).phase is not Phase.READY:
                if started is not None:
                    return
                raise ConflictError(_("This exam can't be started now."))
            check_address(row)
            if row.access_code and not hmac.compare_digest(row.access_code.encode(), code.encode()):
                raise InvalidInputError("access_code", _("This isn't the access code of this exam."))
            repository.add_start(session, row.id, student, now(), timeline.ready or timeline.opens)
            self._throttle.succeed(session, address, who)
            record(session, Action.COURSE_EXAM_STARTED, access.course.public_id, exam=public_id)

        try:
            await self._database.write(store)
        except IntegrityError:
            return  # Of two concurrent starts, the other one counts.

    async def find_clock(self, access: Access, public_id: str) -> ExamClock:
        """Return the clock of the student's own exam."""

        def look(session: Session) -> ExamClock:
            _student, exam = _find_own(session, access, public_id)
            moment = now()
            state = exam.timeline.find_state(moment)
            left = None if state.until is None else max(0, int((state.until - moment).total_seconds()))
            return ExamClock(phase=state.phase, until=state.until, seconds_left=left)

        return await self._database.read(look)

    async def show(self, access: Access, public_id: str) -> ExamView:
        """Return an exam's current state, for staff who may see students' data."""
        access.require(data=Right.VIEW)

        def load(session: Session) -> ExamView:
            row = _find_exam(session, access, public_id)
            plans = assignment_repository.load_plans(session, access.course, access.course.zone)
            labels = people.list_labels(session, access.course.id)
            sittings = []
            for student in people.list_students(session, access.course.id, removed=False, joined=True):
                own = [labels[name] for name in student.view.labels]
                timeline, sitting = plans.make_timeline(row, student.id, own), plans.find_sitting(row, student.id, own)
                sittings.append(
                    SittingView(
                        student=student.view.id,
                        name=student.view.title,
                        labels=student.view.labels,
                        phase=timeline.find_state(now()).phase,
                        started=sitting.started,
                        ends=timeline.due,
                        extra_minutes=sitting.extra_minutes,
                    )
                )
            return ExamView(
                assignment=row.public_id,
                name=row.name,
                minutes=row.rule.minutes or 0,
                students=sittings,
                added=repository.list_added(session, row.id),
                labels=list(labels),
                held_until=find_until(session, row.id),
                released_at=row.released_at if row.holds_verdicts else None,
            )

        return await self._database.read(load)

    async def add_time(self, access: Access, public_id: str, added: AddedTime) -> str:
        """Add minutes for a student, a label or all, even while the exam runs; returns the addition's id."""
        access.require(data=Right.EDIT)
        if added.label and added.student:
            raise InvalidInputError("label", _("Choose either a label or a student."))

        def store(session: Session) -> str:
            row = _find_exam(session, access, public_id)
            student = find_student(session, access, added.student).id if added.student else None
            label = people.list_labels(session, access.course.id).get(added.label) if added.label else None
            if added.label and label is None:
                raise InvalidInputError("label", _("This course has no label `%(name)s`.", name=added.label))
            if len(repository.list_added(session, row.id)) >= MAX_ADDED:
                raise ConflictError(_("Time was added too often; remove some of it first."))
            made = repository.add_time(
                session,
                row.id,
                student_id=student,
                label_id=label,
                minutes=added.minutes,
                reason=added.reason,
                given_by=access.user.id,
            )
            details: dict[str, JsonValue] = {
                "exam": public_id,
                "label": added.label,
                "student": added.student,
                "minutes": added.minutes,
            }
            record(session, Action.COURSE_EXAM_EXTENDED, access.course.public_id, **details)
            return made

        return await self._database.write(store)

    async def take_time_back(self, access: Access, public_id: str, added_id: str) -> None:
        """Take back added minutes; raises `CourseThingNotFoundError`."""
        access.require(data=Right.EDIT)

        def remove(session: Session) -> None:
            row = _find_exam(session, access, public_id)
            if not repository.delete_time(session, row.id, added_id):
                raise CourseThingNotFoundError
            record(session, Action.COURSE_EXAM_EXTENDED, access.course.public_id, exam=public_id, taken_back=added_id)

        await self._database.write(remove)

    async def release(self, access: Access, public_id: str) -> None:
        """Release the verdicts that an exam holds; raises `ConflictError` if it holds none."""
        access.require(data=Right.EDIT)

        def store(session: Session) -> None:
            row = _find_exam(session, access, public_id)
            if find_until(session, row.id) is None:
                raise ConflictError(_("This exam isn't holding any verdicts."))
            repository.release(session, row.id, now())
            record(session, Action.COURSE_EXAM_RELEASED, access.course.public_id, exam=public_id)

        await self._database.write(store)


def _find_exam(session: Session, access: Access, public_id: str) -> AssignmentRow:
    row = find_assignment(session, access, public_id)
    if not row.is_exam:
        raise CourseThingNotFoundError
    return row


def _find_own(session: Session, access: Access, public_id: str) -> tuple[int, OwnAssignment]:
    """Return the student's row id, and an exam that they can see."""
    student = access.student_id
    if student is None:
        raise CourseThingNotFoundError
    exam = open_assignment(session, access, student, public_id)
    if not exam.row.is_exam:
        raise CourseThingNotFoundError
    return student, exam
