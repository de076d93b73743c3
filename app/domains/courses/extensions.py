"""More time for a student: late days that they spend, and extensions that they request and staff grant.

Both are checked against what is stored before, so each first locks the student's row in the course: with PostgreSQL,
concurrent requests would otherwise all see the same budget.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from app.db.models import ExtensionRequest, now
from app.db.statuses import ExtensionStatus, Right
from app.db.transitions import change_status
from app.domains.audit.log import Action, record
from app.domains.courses.assignments import find_open_assignment, list_label_rows
from app.domains.courses.errors import CourseThingNotFoundError
from app.domains.courses.repository import assignments as repository
from app.domains.courses.repository import people
from app.domains.courses.timeline import make_timeline, resolve_end
from app.kit.errors import ConflictError, InvalidInputError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.courses.assignment_schemas import Decision, ExtensionView, NewExtension
    from app.domains.courses.plans import AssignmentRow
    from app.domains.courses.schemas import Access

ABOUT_ONE: Final = 20
"""Maximum number of a student's requests for an assignment, including withdrawn ones."""


class ExtensionService:
    """Manages late days and extension requests."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def spend_late_days(self, access: Access, public_id: str, days: int) -> None:
        """Set the total number of late days that a student spends on an assignment; started ones can't be taken back.

        Raises `ConflictError` if the student has too few left, or if it is too late.
        """
        access.require_open()

        def store(session: Session) -> None:
            student = _lock_own(session, access)
            row = find_open_assignment(session, access, student, public_id)
            plans = repository.load_plans(session, access.course, access.course.zone, student=student)
            labels = list_label_rows(session, access.course.id, student)
            before = plans.late_days.get((row.id, student), 0)
            left = access.course.late_days - repository.sum_late_days(session, access.course.id, student) + before
            rule = plans.merge_rule(row, student, labels)
            # Fewer days are always fine, even if more are spent than the course or the assignment allows by now.
            most = max(0, min(left, rule.late_days))
            if days > max(before, most):
                raise ConflictError(_("You have at most %(most)s late days for this assignment.", most=most))
            moment = now()
            due = make_timeline(rule, plans.zone, late_days=days).due
            if days < before and moment >= due:
                raise ConflictError(_("These late days have already begun, so you can't take them back."))
            if days > before and moment >= due:
                raise ConflictError(_("Even with these late days, the due date has passed. Ask for more time instead."))
            repository.put_late_days(session, row.id, student, days)

        await self._database.write(store)

    async def request_extension(self, access: Access, public_id: str, new: NewExtension) -> str:
        """Store a student's extension request, one at a time for each assignment; returns its id.

        Raises `InvalidInputError`, and `ConflictError` while one is open or if there were too many.
        """
        access.require_open()

        def store(session: Session) -> str:
            student = _lock_own(session, access)
            row = find_open_assignment(session, access, student, public_id)
            if resolve_end(new.until, access.course.zone) <= now():
                raise InvalidInputError("until", _("Choose a time in the future."))
            if new.until <= find_due(session, access, row, student):
                raise InvalidInputError("until", _("You already have until then. Ask for a later time."))
            if repository.count_open_extensions(session, row.id, student):
                raise ConflictError(
                    _("You have already asked for more time. Wait for the answer, or withdraw your request.")
                )
            if repository.count_extensions(session, row.id, student) >= ABOUT_ONE:
                raise ConflictError(_("You can ask for more time %(limit)s times for an assignment.", limit=ABOUT_ONE))
            return repository.add_extension(session, row.id, student, until=new.until, reason=new.reason)

        return await self._database.write(store)

    async def withdraw_extension(self, access: Access, public_id: str) -> None:
        """Withdraw a student's undecided request."""
        access.require_open()

        def store(session: Session) -> None:
            found = repository.find_extension(session, access.course.id, public_id)
            if found is None or found.student_id != access.student_id:
                raise CourseThingNotFoundError
            _decide(session, found, ExtensionStatus.WITHDRAWN)

        await self._database.write(store)

    async def list_extensions(self, access: Access) -> list[ExtensionView]:
        """Return all students' extension requests, for staff who may see their data."""
        access.require(data=Right.VIEW)
        return await self._database.read(lambda session: repository.list_extensions(session, access.course.id))

    async def decide_extension(self, access: Access, public_id: str, decision: Decision) -> None:
        """Grant a request, possibly with another deadline, or decline it.

        Granting sets the student's due date. The late days that they had spent on the assignment, which would move that
        date further, are theirs again.
        """
        access.require(data=Right.EDIT)

        def store(session: Session) -> None:
            found = repository.find_extension(session, access.course.id, public_id)
            if found is None:
                raise CourseThingNotFoundError
            people.lock_student(session, found.student_id)
            target = ExtensionStatus.GRANTED if decision.granted else ExtensionStatus.DECLINED
            values: dict[str, Any] = {"answer": decision.answer, "decided_by": access.user.id, "decided_at": now()}
            if decision.granted:
                until = decision.until or found.until
                row = next(
                    one
                    for one in repository.list_assignments(session, access.course.id)
                    if one.id == found.assignment_id
                )
                if until <= find_due(session, access, row, found.student_id):
                    raise InvalidInputError(
                        "until", _("The student already has until then. Choose a later time, or decline the request.")
                    )
                values["until"] = until
                repository.put_override(session, found.assignment_id, {"due_at": until}, student_id=found.student_id)
                repository.put_late_days(session, found.assignment_id, found.student_id, 0)
            _decide(session, found, target, **values)
            details = {"request": public_id, "status": target.value}
            record(session, Action.COURSE_EXTENSION_DECIDED, access.course.public_id, **details)

        await self._database.write(store)


def find_due(session: Session, access: Access, row: AssignmentRow, student: int) -> datetime:
    """Return a student's due date, as a wall time, with the late days that they have spent."""
    plans = repository.load_plans(session, access.course, access.course.zone, student=student)
    rule = plans.merge_rule(row, student, list_label_rows(session, access.course.id, student))
    spent = min(plans.late_days.get((row.id, student), 0), rule.late_days)
    return rule.due_at + timedelta(days=spent)


def _lock_own(session: Session, access: Access) -> int:
    """Return the row id of a student, whose row is locked from here on; raises `CourseThingNotFoundError` for staff."""
    if access.student_id is None:
        raise CourseThingNotFoundError
    people.lock_student(session, access.student_id)
    return access.student_id


def _decide(session: Session, found: ExtensionRequest, target: ExtensionStatus, **values: Any) -> None:  # noqa: ANN401
    if not found.status.may_become(target):
        raise ConflictError(_("This request has already been decided."))
    change_status(session, ExtensionRequest, found.id, target, **values)
