"""A course's assignments and their overrides."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Final, NamedTuple

from app.db.models import now
from app.db.statuses import Right
from app.domains.audit.log import Action, record
from app.domains.courses.assignment_schemas import (
    MAX_ASSIGNMENTS,
    MAX_KATAS_OF_COURSE,
    OwnDates,
)
from app.domains.courses.assignment_views import to_values, view_assignment
from app.domains.courses.date_checks import check_assignment, check_override
from app.domains.courses.endings import check_deletion, keep_holds
from app.domains.courses.errors import CourseThingNotFoundError, GradesLostError
from app.domains.courses.exam_limits import check_exams
from app.domains.courses.repository import assignments as repository
from app.domains.courses.repository import losses, people, private
from app.domains.courses.roster import find_student
from app.domains.courses.timeline import FIELDS
from app.kit.errors import ConflictError, InvalidInputError, ProblemNotFoundError
from app.kit.language import plural
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from pydantic import JsonValue
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.courses.assignment_schemas import (
        AssignmentView,
        NewAssignment,
        OverrideFields,
        OverrideView,
    )
    from app.domains.courses.plans import AssignmentRow, KataRow
    from app.domains.courses.repository.losses import Losses
    from app.domains.courses.schemas import Access
    from app.domains.courses.timeline import CreditTimeline
    from app.domains.problems.catalogue import Catalogue

MAX_OVERRIDES: Final = 1000
"""Maximum number of overrides per assignment."""


class AssignmentService:
    """Manages assignments and overrides."""

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

    async def change(self, access: Access, public_id: str, new: NewAssignment, *, with_grades: bool = False) -> None:
        """Change an assignment; grades follow.

        Raises `InvalidInputError`, as `keep_holds` does, and `GradesLostError` for the grades of dropped katas, unless
        `with_grades` confirms their loss.
        """
        access.require(content=Right.EDIT)
        check_assignment(new)

        def store(session: Session) -> None:
            losses.lock_assignment(session, access.course.id, public_id)
            row = find_assignment(session, access, public_id)
            katas = find_katas(session, access.course.id, new, row.id)
            kept = {problem for problem, _points in katas}
            dropped = [one for one in row.katas if one.problem_id not in kept]
            lost = losses.count_losses(session, access.course, row, dropped, with_starts=False)
            with keep_holds(session, access):
                repository.change_assignment(session, row.id, to_values(new), katas)
            if dropped:
                require_confirmed(lost, with_grades=with_grades)
                _record(session, Action.COURSE_KATAS_DROPPED, access, row, dropped, lost)
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

    async def delete(self, access: Access, public_id: str, *, with_grades: bool = False) -> None:
        """Delete an assignment with its overrides and requests; submissions stay.

        Raises as `keep_holds` and `check_deletion` do, and `GradesLostError` if it has grades, unless `with_grades`
        confirms their loss.
        """
        access.require(content=Right.EDIT)

        def remove(session: Session) -> None:
            losses.lock_assignment(session, access.course.id, public_id)
            row = find_assignment(session, access, public_id)
            check_deletion(session, access.course, row)
            lost = losses.count_losses(session, access.course, row, row.katas, with_starts=True)
            with keep_holds(session, access):
                repository.delete_assignment(session, row.id)
            require_confirmed(lost, with_grades=with_grades)
            _record(session, Action.COURSE_ASSIGNMENT_DELETED, access, row, row.katas, lost)

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
            if fields.student:
                student = find_student(session, access, fields.student)
                is_new = repository.put_override(session, row.id, values, student_id=student.id)
            else:
                label = people.list_labels(session, access.course.id).get(fields.label)
                if label is None:
                    raise InvalidInputError("label", _("This course has no label `%(name)s`.", name=fields.label))
                with keep_holds(session, access):
                    is_new = repository.put_override(session, row.id, values, label_id=label)
            if is_new and len(repository.list_overrides(session, row.id, with_students=True)) > MAX_OVERRIDES:
                raise ConflictError(_("An assignment can have at most %(most)s exceptions.", most=MAX_OVERRIDES))

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
                repository.delete_override(session, found)

        await self._database.write(remove)

    @staticmethod
    def _require_override(access: Access, *, is_student: bool) -> None:
        if is_student:
            access.require(data=Right.EDIT)
        else:
            access.require(content=Right.EDIT)

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


class OwnAssignment(NamedTuple):
    """An assignment that a student can see now, its timeline for them, and when they started it if it is an exam."""

    row: AssignmentRow
    timeline: CreditTimeline
    started: datetime | None


def open_assignment(session: Session, access: Access, student: int, public_id: str) -> OwnAssignment:
    """Return an assignment that the student can see now; raises `CourseThingNotFoundError` for any other."""
    row = find_assignment(session, access, public_id)
    plans = repository.load_plans(session, access.course, access.course.zone, {row.id}, student=student)
    labels = list_label_rows(session, access.course.id, student)
    timeline = plans.make_timeline(row, student, labels)
    if not timeline.find_state(now()).visible:
        raise CourseThingNotFoundError
    started = plans.find_sitting(row, student, labels).started if row.is_exam else None
    return OwnAssignment(row, timeline, started)


def find_open_assignment(session: Session, access: Access, student: int, public_id: str) -> AssignmentRow:
    """Return the row of an assignment that the student can see now; raises as `open_assignment` does."""
    return open_assignment(session, access, student, public_id).row


def list_label_rows(session: Session, course_id: int, student: int) -> list[int]:
    """Return the row ids of a student's labels."""
    rows = people.list_labels(session, course_id)
    return [rows[name] for name in people.list_labels_of(session, course_id, [student]).get(student, [])]


def require_confirmed(lost: Losses, *, with_grades: bool) -> None:
    """Raise `GradesLostError` if students lose anything, unless `with_grades`."""
    told = [
        plural("%(num)s grade that staff set", "%(num)s grades that staff set", lost.grades),
        plural("rubric ticks on %(num)s submission", "rubric ticks on %(num)s submissions", lost.ticks),
        plural("%(num)s request for another look", "%(num)s requests for another look", lost.requests),
        plural("the points of %(num)s student", "the points of %(num)s students", lost.students),
    ]
    counts = (lost.grades, lost.ticks, lost.requests, lost.students)
    what = ", ".join(one for one, count in zip(told, counts, strict=True) if count)
    if what and not with_grades:
        raise GradesLostError(_("This would be lost: %(what)s.", what=what))


def _record(
    session: Session, action: Action, access: Access, row: AssignmentRow, katas: Collection[KataRow], lost: Losses
) -> None:
    """Record that katas left a course with their assignment, or without it, and what students lost."""
    slugs: list[JsonValue] = [one.slug for one in katas]
    details: dict[str, JsonValue] = {"assignment": row.public_id, "name": row.name, "katas": slugs, **asdict(lost)}
    record(session, action, access.course.public_id, **details)


def add_assignment(session: Session, course_id: int, new: NewAssignment) -> str:
    """Store an assignment in the caller's transaction; returns its id. Raises `ProblemNotFoundError`."""
    return repository.add_assignment(session, course_id, to_values(new), find_katas(session, course_id, new))


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
