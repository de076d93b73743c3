"""A course's assignments, overrides, late days, and extension requests."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from app.db.models import ExtensionRequest, now
from app.db.statuses import ExtensionStatus, Right, Role
from app.db.transitions import change_status
from app.domains.audit.log import Action, record
from app.domains.courses.assignment_schemas import (
    MAX_ASSIGNMENTS,
    MAX_EXAMS,
    MAX_EXAMS_OF_ONE,
    MAX_KATAS_OF_COURSE,
    OwnDates,
)
from app.domains.courses.assignment_views import to_values, view_assignment
from app.domains.courses.date_checks import check_assignment, check_override
from app.domains.courses.endings import check_deletion, keep_holds
from app.domains.courses.errors import CourseThingNotFoundError
from app.domains.courses.repository import assignments as repository
from app.domains.courses.repository import exams, people, private
from app.domains.courses.roster import find_student
from app.domains.courses.timeline import FIELDS, make_timeline, resolve_end
from app.kit.errors import ConflictError, InvalidInputError, ProblemNotFoundError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.courses.assignment_schemas import (
        AssignmentView,
        Decision,
        ExtensionView,
        NewAssignment,
        NewExtension,
        OverrideFields,
        OverrideView,
    )
    from app.domains.courses.plans import AssignmentRow
    from app.domains.courses.schemas import Access
    from app.domains.problems.catalogue import Catalogue

MAX_OVERRIDES: Final = 1000
"""Maximum number of overrides per assignment."""


class AssignmentService:
    """Manages assignments, overrides, late days and extension requests."""

    def __init__(self, database: Database, catalogue: Catalogue) -> None:
        self._database = database
        self._catalogue = catalogue

    async def list_assignments(self, access: Access) -> list[AssignmentView]:
        """Return the assignments in order, for staff who may see content."""
        access.require(content=Right.VIEW)
        names = await self.name_katas()
        rows = await self._database.read(lambda session: repository.list_assignments(session, access.course.id))
        return [view_assignment(row, names) for row in rows]

    async def get(self, access: Access, public_id: str) -> AssignmentView:
        """Return an assignment, for staff who may see content."""
        access.require(content=Right.VIEW)
        names = await self.name_katas()
        row = await self._database.read(lambda session: find_assignment(session, access, public_id))
        return view_assignment(row, names)

    async def create(self, access: Access, new: NewAssignment) -> str:
        """Create an assignment after the others; returns its id. Raises `InvalidInputError`."""
        access.require(content=Right.EDIT)
        check_assignment(new)

        def store(session: Session) -> str:
            if repository.count_assignments(session, access.course.id) >= MAX_ASSIGNMENTS:
                raise ConflictError(_("A course can have at most %(most)s assignments.", most=MAX_ASSIGNMENTS))
            made = add_assignment(session, access.course.id, new)
            check_exams(session, access.course.id, access.user)
            return made

        return await self._database.write(store)

    async def change(self, access: Access, public_id: str, new: NewAssignment) -> None:
        """Change an assignment; grades follow. Raises `InvalidInputError`, and as `keep_holds` does."""
        access.require(content=Right.EDIT)
        check_assignment(new)

        def store(session: Session) -> None:
            row = find_assignment(session, access, public_id)
            katas = find_katas(session, access.course.id, new, row.id)
            with keep_holds(session, access):
                repository.change_assignment(session, row.id, to_values(new), katas)
            check_exams(session, access.course.id, access.user)

        await self._database.write(store)

    async def move(self, access: Access, public_id: str, place: int) -> None:
        """Move an assignment to a position, counted from 1."""
        access.require(content=Right.EDIT)

        def store(session: Session) -> None:
            row = find_assignment(session, access, public_id)
            order = [one.id for one in repository.list_assignments(session, access.course.id) if one.id != row.id]
            order.insert(place - 1, row.id)
            repository.order_assignments(session, access.course.id, order)

        await self._database.write(store)

    async def delete(self, access: Access, public_id: str) -> None:
        """Delete an assignment with its overrides and requests; submissions stay.

        Raises as `keep_holds` and `check_deletion` do.
        """
        access.require(content=Right.EDIT)

        def remove(session: Session) -> None:
            row = find_assignment(session, access, public_id)
            check_deletion(session, access.course, row)
            with keep_holds(session, access):
                repository.delete_assignment(session, row.id)

        await self._database.write(remove)

    async def list_overrides(self, access: Access, public_id: str) -> list[OverrideView]:
        """Return the overrides: those for labels and, for staff who may see students' data, those for students."""
        access.require(content=Right.VIEW)
        with_students = access.data.includes(Right.VIEW)

        def load(session: Session) -> list[OverrideView]:
            row = find_assignment(session, access, public_id)
            return repository.list_overrides(session, row.id, with_students=with_students)

        return await self._database.read(load)

    async def put_override(self, access: Access, public_id: str, fields: OverrideFields) -> None:
        """Store the override for a label or a student, replacing an earlier one.

        For a label this needs the right to edit content, for a student the right to edit data.
        """
        if bool(fields.label) is bool(fields.student):
            raise InvalidInputError("label", _("Choose either a label or a student."))
        self._require_override(access, is_student=bool(fields.student))
        values = {name: getattr(fields, name) for name in FIELDS}
        if all(value is None for value in values.values()):
            raise InvalidInputError("due_at", _("Fill in at least one field that differs."))

        def store(session: Session) -> None:
            row = find_assignment(session, access, public_id)
            check_override(row.rule, fields)
            if len(repository.list_overrides(session, row.id, with_students=True)) >= MAX_OVERRIDES:
                raise ConflictError(_("An assignment can have at most %(most)s exceptions.", most=MAX_OVERRIDES))
            if fields.student:
                student = find_student(session, access, fields.student)
                repository.put_override(session, row.id, values, student_id=student.id)
                return
            label = people.list_labels(session, access.course.id).get(fields.label)
            if label is None:
                raise InvalidInputError("label", _("This course has no label `%(name)s`.", name=fields.label))
            with keep_holds(session, access):
                repository.put_override(session, row.id, values, label_id=label)

        await self._database.write(store)

    async def list_own_dates(self, access: Access, public_id: str) -> list[OwnDates]:
        """Return all assignments with what is different in each for one student."""
        access.require(data=Right.VIEW)

        def load(session: Session) -> list[OwnDates]:
            student = find_student(session, access, public_id)
            known = repository.list_overrides_of(session, access.course.id, student.id)
            return [
                OwnDates(assignment=row.public_id, name=row.name, exam=row.is_exam, override=known.get(row.public_id))
                for row in repository.list_assignments(session, access.course.id)
            ]

        return await self._database.read(load)

    async def delete_override(self, access: Access, public_id: str, override_id: str) -> None:
        """Delete the override for a label or a student."""
        if not access.data.includes(Right.EDIT):
            access.require(content=Right.EDIT)

        def remove(session: Session) -> None:
            row = find_assignment(session, access, public_id)
            found = repository.find_override(session, row.id, override_id)
            if found is None:
                access.require(content=Right.EDIT)
                raise CourseThingNotFoundError
            self._require_override(access, is_student=found.student_id is not None)
            with keep_holds(session, access):
                repository.delete_override(session, found.id)

        await self._database.write(remove)

    @staticmethod
    def _require_override(access: Access, *, is_student: bool) -> None:
        if is_student:
            access.require(data=Right.EDIT)
        else:
            access.require(content=Right.EDIT)

    async def spend_late_days(self, access: Access, public_id: str, days: int) -> None:
        """Set the total number of late days that a student spends on an assignment; started ones can't be taken back.

        Raises `ConflictError` if the student has too few left, or if it is too late.
        """
        access.require_open()

        def store(session: Session) -> None:
            student = _require_student(access)
            row = find_open_assignment(session, access, student, public_id)
            plans = repository.load_plans(session, access.course, access.course.zone)
            labels = list_label_rows(session, access.course.id, student)
            before = plans.late_days.get((row.id, student), 0)
            left = access.course.late_days - repository.sum_late_days(session, access.course.id, student) + before
            rule = plans.merge_rule(row, student, labels)
            most = rule.late_days
            if days > min(left, most):
                raise ConflictError(_("You have at most %(most)s late days for this assignment.", most=min(left, most)))
            moment = now()
            due = make_timeline(rule, plans.zone, late_days=days).due
            if days < before and moment >= due:
                raise ConflictError(_("These late days have already begun, so you can't take them back."))
            if days > before and moment >= due:
                raise ConflictError(_("Even with these late days, the due date has passed. Ask for more time instead."))
            repository.put_late_days(session, row.id, student, days)

        await self._database.write(store)

    async def request_extension(self, access: Access, public_id: str, new: NewExtension) -> str:
        """Store a student's extension request, one at a time for each assignment; returns its id."""
        access.require_open()

        def store(session: Session) -> str:
            student = _require_student(access)
            row = find_open_assignment(session, access, student, public_id)
            if resolve_end(new.until, access.course.zone) <= now():
                raise InvalidInputError("until", _("Choose a time in the future."))
            if new.until <= find_due(session, access, row, student):
                raise InvalidInputError("until", _("You already have until then. Ask for a later time."))
            if repository.count_open_extensions(session, row.id, student):
                raise ConflictError(
                    _("You have already asked for more time. Wait for the answer, or withdraw your request.")
                )
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
        """Grant a request, possibly with another deadline, or decline it. Granting sets the student's due date."""
        access.require(data=Right.EDIT)

        def store(session: Session) -> None:
            found = repository.find_extension(session, access.course.id, public_id)
            if found is None:
                raise CourseThingNotFoundError
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
            _decide(session, found, target, **values)
            details = {"request": public_id, "status": target.value}
            record(session, Action.COURSE_EXTENSION_DECIDED, access.course.public_id, **details)

        await self._database.write(store)

    async def list_usable(self, access: Access) -> dict[str, str]:
        """Return the names of the katas that the course's assignments may use, by slug."""
        own = set(await self._database.read(lambda session: private.list_slugs(session, access.course.id)))
        versions = await self._catalogue.list_all_versions()
        return {slug: one.name for slug, one in versions.items() if not one.private or slug in own}

    async def name_katas(self) -> dict[str, str]:
        """Return the names of all katas by slug."""
        return {slug: version.name for slug, version in (await self._catalogue.list_all_versions()).items()}


def find_assignment(session: Session, access: Access, public_id: str) -> AssignmentRow:
    """Return an assignment of the course; raises `CourseThingNotFoundError`."""
    found = repository.list_assignments(session, access.course.id, public_id)
    if not found:
        raise CourseThingNotFoundError
    return found[0]


def find_open_assignment(session: Session, access: Access, student: int, public_id: str) -> AssignmentRow:
    """Return an assignment that the student can see now; raises `CourseThingNotFoundError` for any other."""
    row = find_assignment(session, access, public_id)
    plans = repository.load_plans(session, access.course, access.course.zone)
    labels = list_label_rows(session, access.course.id, student)
    if not plans.make_timeline(row, student, labels).find_state(now()).visible:
        raise CourseThingNotFoundError
    return row


def find_due(session: Session, access: Access, row: AssignmentRow, student: int) -> datetime:
    """Return a student's due date, as a wall time, with the late days that they have spent."""
    plans = repository.load_plans(session, access.course, access.course.zone)
    rule = plans.merge_rule(row, student, list_label_rows(session, access.course.id, student))
    spent = min(plans.late_days.get((row.id, student), 0), rule.late_days)
    return rule.due_at + timedelta(days=spent)


def list_label_rows(session: Session, course_id: int, student: int) -> list[int]:
    """Return the row ids of a student's labels."""
    rows = people.list_labels(session, course_id)
    return [rows[name] for name in people.list_labels_of(session, course_id, [student]).get(student, [])]


def _require_student(access: Access) -> int:
    if access.student_id is None:
        raise CourseThingNotFoundError
    return access.student_id


def _decide(session: Session, found: ExtensionRequest, target: ExtensionStatus, **values: Any) -> None:  # noqa: ANN401
    if not found.status.may_become(target):
        raise ConflictError(_("This request has already been decided."))
    change_status(session, ExtensionRequest, found.id, target, **values)


def add_assignment(session: Session, course_id: int, new: NewAssignment) -> str:
    """Store an assignment in the caller's transaction; returns its id. Raises `ProblemNotFoundError`."""
    return repository.add_assignment(session, course_id, to_values(new), find_katas(session, course_id, new))


def check_exams(session: Session, course_id: int, user: Account) -> None:
    """Raise `InvalidInputError` if a course, or all courses that somebody edits, have too many exams."""
    of_course, of_all = exams.count_exams(session, course_id, user.id)
    if of_course > MAX_EXAMS or (of_all > MAX_EXAMS_OF_ONE and user.role is not Role.ADMIN):
        raise InvalidInputError("minutes", _("Too many exams: archive courses that are over, or use fewer exams."))


def find_katas(session: Session, course_id: int, new: NewAssignment, changed: int = 0) -> list[tuple[int, int]]:
    """Return problem row ids with points; `changed` is the row id of the assignment that is changed.

    Raises `ProblemNotFoundError`, also for other courses' private problems, and `InvalidInputError` for too many.
    """
    if repository.count_katas(session, course_id, besides=changed) + len(new.katas) > MAX_KATAS_OF_COURSE:
        told = _("All assignments of a course can have at most %(most)s katas.", most=MAX_KATAS_OF_COURSE)
        raise InvalidInputError("katas", told)
    rows = repository.find_problems(session, course_id, [kata.problem for kata in new.katas])
    for kata in new.katas:
        if kata.problem not in rows:
            raise ProblemNotFoundError(kata.problem)
    return [(rows[kata.problem], kata.points) for kata in new.katas]
