"""Courses and their staff: creating, changing and archiving courses, rights, and joining."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from app.db.models import now
from app.db.statuses import Right, Role
from app.domains.accounts import repository as accounts
from app.domains.accounts.passwords import hash_token, make_token
from app.domains.audit.log import Action, record
from app.domains.courses.endings import check_archiving, keep_holds
from app.domains.courses.errors import CourseNotFoundError, CourseThingNotFoundError, JoinRefusedError
from app.domains.courses.exam_limits import check_reopening
from app.domains.courses.repository import courses as repository
from app.domains.courses.repository import people
from app.domains.courses.roster import let_attend
from app.domains.courses.schemas import Access, CourseView, JoinView, StaffList
from app.domains.courses.timeline import resolve_end
from app.kit.errors import ConflictError, ForbiddenError, InvalidInputError, UserNotFoundError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.courses.schemas import CourseInfo, Joining, NewCourse, Rights

MAX_COURSES: Final = 200
"""Maximum number of courses that somebody who creates another one may teach, without archived ones."""
MAX_STAFF: Final = 200
INVITATION_DAYS: Final = 14
CODE_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits of join codes, without lookalikes."""
CODE_LENGTH: Final = 10


class CourseService:
    """Manages courses, their staff, and joining."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def create(self, user: Account, new: NewCourse) -> CourseInfo:
        """Create a course; raises `ForbiddenError` for learners, and `InvalidInputError`."""
        require_teacher(user)
        return await self._database.write(lambda session: make_course(session, user, new))

    async def list_own(self, user: Account) -> list[Access]:
        """Return the courses that somebody teaches or attends, the newest first."""
        return await self._database.read(lambda session: repository.list_accesses(session, user))

    async def list_all(self) -> list[CourseInfo]:
        """Return all courses, for the operator."""
        return await self._database.read(repository.list_courses)

    async def list_invited(self, user: Account) -> list[tuple[str, str, str]]:
        """Return the id, name and term of the courses to which the user is invited."""
        return await self._database.read(lambda session: people.list_invited(session, user.id))

    async def find_access(self, user: Account, public_id: str) -> Access:
        """Return a user's access to a course; raises `CourseNotFoundError` if they may not know of it."""

        def look(session: Session) -> Access:
            course = repository.find_course(session, public_id)
            if course is None:
                raise CourseNotFoundError
            access = repository.find_access(session, user, course)
            if user.role is Role.ADMIN:
                access = Access(user, course, Right.EDIT, Right.EDIT, access.student_id)
            if not access.is_member:
                raise CourseNotFoundError
            return access

        return await self._database.read(look)

    async def change(self, access: Access, new: NewCourse) -> None:
        """Change a course's name, term, dates and the like; raises as `keep_holds` does."""
        access.require(content=Right.EDIT)
        check_days(new)
        values = new.model_dump()

        def store(session: Session) -> None:
            with keep_holds(session, access):  # Another time zone moves all dates.
                repository.change_course(session, access.course.id, **values)

        await self._database.write(store)

    async def archive(self, access: Access, *, archived: bool) -> None:
        """Archive a course, or reopen it; for staff with all rights.

        Raises `ConflictError` during an exam, and when reopened exams would be too many.
        """
        require_manager(access)

        def store(session: Session) -> None:
            if archived:
                check_archiving(session, access.course)
            moment = now() if archived else None
            repository.change_course(session, access.course.id, archived_at=moment)
            if not archived:
                check_reopening(session, access.course.id, access.user)
            record(session, Action.COURSE_ARCHIVED if archived else Action.COURSE_REOPENED, access.course.public_id)

        await self._database.write(store)

    async def list_staff(self, access: Access) -> StaffList:
        """Return a course's staff and, for those who may invite people, the invitations."""
        if not access.is_staff:
            access.require(content=Right.VIEW)

        def load(session: Session) -> StaffList:
            invited = repository.list_invitations(session, access.course.id) if access.may_manage else []
            return StaffList(staff=repository.list_staff(session, access.course.id), invitations=invited)

        return await self._database.read(load)

    async def put_staff(self, access: Access, name: str, rights: Rights) -> None:
        """Add somebody to the staff, or change their rights; raises `UserNotFoundError`, and for the last manager."""
        require_manager(access)
        access.require_open()
        check_rights(rights)

        def store(session: Session) -> None:
            user = _find_user(session, name)
            repository.lock_course(session, access.course.id)
            repository.put_staff(session, access.course.id, user, rights.content, rights.data)
            _check_staff(session, access.course.id)
            _record_staff(session, access, name, rights)

        await self._database.write(store)

    async def remove_staff(self, access: Access, name: str) -> None:
        """Remove somebody from the staff: others need all rights for this, oneself none."""
        if name.strip().lower() != access.user.name.lower():
            require_manager(access)

        def store(session: Session) -> None:
            user = _find_user(session, name)
            repository.lock_course(session, access.course.id)
            if not repository.delete_staff(session, access.course.id, user):
                raise CourseThingNotFoundError
            _check_staff(session, access.course.id)
            _record_staff(session, access, name, None)

        await self._database.write(store)

    async def invite_staff(self, access: Access, rights: Rights) -> str:
        """Return the path of a link that makes one person staff; it is shown only once."""
        require_manager(access)
        access.require_open()
        check_rights(rights)
        token, until = make_token(), now() + timedelta(days=INVITATION_DAYS)

        def store(session: Session) -> None:
            if len(repository.list_invitations(session, access.course.id)) >= MAX_STAFF:
                raise ConflictError(_("This course has too many open invitations; withdraw some first."))
            repository.add_invitation(
                session,
                access.course.id,
                hash_token(token),
                access.user.id,
                until,
                content=rights.content,
                data=rights.data,
            )
            details = {"content": rights.content.value, "data": rights.data.value}
            record(session, Action.COURSE_STAFF_INVITED, access.course.public_id, **details)

        await self._database.write(store)
        return f"/courses/teach/{token}"

    async def revoke_invitation(self, access: Access, public_id: str) -> None:
        """Revoke an invitation."""
        require_manager(access)

        def remove(session: Session) -> None:
            if not repository.delete_invitation(session, course_id=access.course.id, public_id=public_id):
                raise CourseThingNotFoundError

        await self._database.write(remove)

    async def find_invitation(self, token: str) -> CourseInfo:
        """Return the course of a staff invitation link; raises `JoinRefusedError`."""
        found = await self._database.read(lambda session: repository.find_invitation(session, hash_token(token)))
        if found is None:
            raise JoinRefusedError
        return found[1]

    async def accept_invitation(self, user: Account, token: str) -> CourseInfo:
        """Add the user to the staff by a single-use link; raises `JoinRefusedError`, `ConflictError` for too many."""

        def store(session: Session) -> CourseInfo:
            found = repository.find_invitation(session, hash_token(token))
            if found is None or not repository.delete_invitation(session, row_id=found[0]):
                raise JoinRefusedError
            _row, course, content, data = found
            repository.lock_course(session, course.id)
            known = repository.find_access(session, user, course)
            # Existing staff keep their rights: a link takes none away.
            content, data = (
                max(content, known.content, key=list(Right).index),
                max(data, known.data, key=list(Right).index),
            )
            repository.put_staff(session, course.id, user.id, content, data)
            _limit_staff(session, course.id)
            details = {"name": user.name, "content": content.value, "data": data.value}
            record(session, Action.COURSE_STAFF_CHANGED, course.public_id, **details)
            return course

        return await self._database.write(store)

    async def set_joining(self, access: Access, joining: Joining) -> JoinView:
        """Open or close joining by code, and change the code if that is asked for."""
        access.require(data=Right.EDIT)
        # Only then: a colleague may have replaced a code that leaked since this request read the course.
        code = {"join_code": make_code()} if joining.rotate else {}

        def store(session: Session) -> CourseInfo | None:
            repository.change_course(
                session, access.course.id, join_open=joining.open, join_until=joining.until, **code
            )
            return repository.find_course(session, access.course.public_id)

        course = await self._database.write(store)
        if course is None:
            raise CourseNotFoundError
        return JoinView(code=course.join_code, open=joining.open, until=joining.until)

    async def find_by_code(self, code: str) -> CourseInfo:
        """Return the course that can be joined by a code now; raises `JoinRefusedError`."""
        return await self._database.read(lambda session: _find_open(session, code))

    async def join(self, user: Account, code: str) -> CourseInfo:
        """Join a course by its code; raises `JoinRefusedError`, also for removed students, and `ConflictError`."""

        def store(session: Session) -> CourseInfo:
            course = _find_open(session, code)
            let_attend(session, course.id, user.id)
            return course

        return await self._database.write(store)

    async def accept_place(self, user: Account, public_id: str, *, accepted: bool) -> None:
        """Accept or decline an invitation to attend a course; raises `CourseNotFoundError`."""

        def store(session: Session) -> None:
            course = repository.find_course(session, public_id)
            decide = people.accept_place if accepted else people.decline_place
            if course is None or course.archived_at is not None or not decide(session, course.id, user.id):
                raise CourseNotFoundError

        await self._database.write(store)

    async def leave(self, access: Access) -> None:
        """Leave a course. The student and their grades stay on the roster, as removed."""
        student = access.student_id
        if student is None:
            raise CourseThingNotFoundError
        await self._database.write(lambda session: people.set_removed(session, student, removed=True))


def make_course(session: Session, user: Account, new: NewCourse) -> CourseInfo:
    """Store a course, in the caller's transaction; raises `InvalidInputError`, and `ConflictError` for too many."""
    check_days(new)
    if repository.count_taught(session, user.id) >= MAX_COURSES:
        raise ConflictError(_("You teach too many courses; archive or leave some first."))
    course = repository.add_course(session, user.id, **new.model_dump(), join_code=make_code())
    record(session, Action.COURSE_MADE, course.public_id, name=course.name, term=course.term)
    return course


def make_code() -> str:
    """Return a join code that can't be guessed and is easy to read aloud."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def require_teacher(user: Account) -> None:
    """Raise `ForbiddenError` for learners, who can't create courses."""
    if not user.role.is_author:
        raise ForbiddenError(_("Only instructors can make courses. An admin can give you that role."))


def require_manager(access: Access) -> None:
    """Raise `MissingRightError` for anybody without all rights in a course."""
    access.require(content=Right.VIEW, data=Right.VIEW)
    if not access.may_manage:
        raise ForbiddenError(_("Only staff who may edit both content and student data can do this."))


def check_days(new: NewCourse) -> None:
    """Raise `InvalidInputError` for a course that ends before it starts."""
    if new.ends_on < new.starts_on:
        raise InvalidInputError("ends_on", _("The last day can't be before the first."))


def check_rights(rights: Rights) -> None:
    """Raise `InvalidInputError` if both rights are `none`."""
    if rights.content is Right.NONE and rights.data is Right.NONE:
        raise InvalidInputError("content", _("Give this person at least one right, or remove them from the staff."))


def view_course(access: Access) -> CourseView:
    """Return a course as its members see it over HTTP."""
    course = access.course
    return CourseView(
        id=course.public_id,
        name=course.name,
        term=course.term,
        time_zone=course.time_zone,
        starts_on=course.starts_on,
        ends_on=course.ends_on,
        late_days=course.late_days,
        keeps_grades=course.keeps_grades,
        archived=course.archived_at is not None,
        content=access.content,
        data=access.data,
        student=access.student_id is not None,
    )


def _find_open(session: Session, code: str) -> CourseInfo:
    """Return the course that can be joined by a code now."""
    course = repository.find_by_code(session, code.strip().lower()[:40])
    if course is None or not course.join_open or course.archived_at is not None:
        raise JoinRefusedError
    until = course.join_until
    if until is not None:
        last = datetime(until.year, until.month, until.day, 23, 59)  # noqa: DTZ001 - a wall time
        if now() >= resolve_end(last, course.zone):
            raise JoinRefusedError
    return course


def _find_user(session: Session, name: str) -> int:
    user = accounts.find_user(session, name.strip().lower()[:64])
    if user is None:
        raise UserNotFoundError(name)
    return user.id


def _check_staff(session: Session, course_id: int) -> None:
    """Raise `ConflictError` if nobody has all rights in a course, whose row is locked, or if it has too many staff."""
    if repository.count_managers(session, course_id) == 0:
        raise ConflictError(_("Somebody must have all rights in this course; give them to another person first."))
    _limit_staff(session, course_id)


def _limit_staff(session: Session, course_id: int) -> None:
    if len(repository.list_staff(session, course_id)) > MAX_STAFF:
        raise ConflictError(_("A course can have at most %(most)s staff.", most=MAX_STAFF))


def _record_staff(session: Session, access: Access, name: str, rights: Rights | None) -> None:
    details = {} if rights is None else {"content": rights.content.value, "data": rights.data.value}
    record(session, Action.COURSE_STAFF_CHANGED, access.course.public_id, name=name[:64], **details)
