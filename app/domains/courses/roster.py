"""A course's roster: students and labels, added by hand or file, removed and restored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.db.models import now
from app.db.statuses import Right
from app.domains.audit.log import Action, record
from app.domains.courses.errors import CourseThingNotFoundError, JoinRefusedError, RosterRefusedError
from app.domains.courses.repository import people
from app.domains.courses.roster_file import MAX_MISTAKES, RosterRow, read_roster
from app.domains.courses.schemas import MAX_LABELS, RosterReport, StudentPage
from app.domains.limits.addresses import name_account
from app.kit.errors import ConflictError, InvalidInputError
from app.kit.language import translate as _
from app.kit.mail import EMAIL
from app.kit.paging import count_pages

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.courses.repository.people import StudentRow
    from app.domains.courses.schemas import Access, NewStudent, StudentChange
    from app.domains.mails.service import MailService
    from app.kit.settings import Settings
    from app.kit.workers.pool import Workers

PAGE: Final = 100
"""Number of students on a page."""
MAX_STUDENTS: Final = 20_000


class RosterService:
    """Manages a course's students and labels."""

    def __init__(self, settings: Settings, database: Database, workers: Workers, mailer: MailService) -> None:
        self._settings = settings
        self._database = database
        self._workers = workers
        self._mailer = mailer

    async def list_students(
        self, access: Access, *, page: int = 1, label: str = "", search: str = "", removed: bool = False
    ) -> StudentPage:
        """Return a page of the roster, by name: students who attend or are invited, or those who were removed."""
        access.require(data=Right.VIEW)

        def load(session: Session) -> StudentPage:
            total = people.count_students(session, access.course.id, removed=removed, label=label, search=search)
            found = people.list_students(
                session,
                access.course.id,
                removed=removed,
                label=label,
                search=search,
                offset=(page - 1) * PAGE,
                limit=PAGE,
            )
            return StudentPage(
                students=[one.view for one in found],
                total=total,
                page=page,
                pages=count_pages(total, PAGE),
                labels=list(people.list_labels(session, access.course.id)),
            )

        return await self._database.read(load)

    async def count_removed(self, access: Access) -> int:
        """Return the number of removed students."""
        access.require(data=Right.VIEW)
        return await self._database.read(lambda session: people.count_students(session, access.course.id, removed=True))

    async def find(self, access: Access, public_id: str) -> StudentRow:
        """Return a student; raises `CourseThingNotFoundError`."""
        access.require(data=Right.VIEW)
        return await self._database.read(lambda session: find_student(session, access, public_id))

    async def add(self, access: Access, new: NewStudent) -> RosterReport:
        """Invite or update one student; raises `RosterRefusedError`."""
        account, email = new.account.lower(), new.email.lower()
        if not account and not email:
            raise InvalidInputError("account", _("Enter the name of an account or an e-mail address."))
        if email and not EMAIL.fullmatch(email):
            raise InvalidInputError("email", _("This isn't an e-mail address that we can use."))
        row = RosterRow(
            row=0, account=account, email=email, name=new.name, number=new.number, labels=new.labels or None
        )
        return await self._store(access, [row], mail=new.mail)

    async def import_file(self, access: Access, data: bytes, *, mail: bool = False) -> RosterReport:
        """Invite the students of a file, all or none; raises `RosterRefusedError` with the file's mistakes.

        With `mail`, addresses that are new on the roster get an e-mail.
        """
        access.require(data=Right.EDIT)
        read = await self._workers.run(name_account(access.user.id), read_roster, data)
        if read.mistakes:
            raise RosterRefusedError([(_name_row(row), sentence) for row, sentence in read.mistakes])
        return await self._store(access, read.rows, mail=mail)

    async def _store(self, access: Access, rows: list[RosterRow], *, mail: bool) -> RosterReport:
        access.require(data=Right.EDIT)

        def store(session: Session) -> RosterReport:
            report, addresses = merge_roster(session, access.course.id, rows)
            if mail:
                self._mailer.store(session, [self._invite(access, address) for address in addresses])
            record(session, Action.COURSE_ROSTER_IMPORTED, access.course.public_id, **report.model_dump())
            return report

        return await self._database.write(store)

    def _invite(self, access: Access, address: str) -> tuple[str, str, str]:
        """Return the mail that invites the owner of an address: recipient, subject and text."""
        text = _(
            "%(inviter)s invites you to attend %(course)s, %(term)s.\n\n"
            "Sign in, or sign up with the address %(address)s and confirm it. Then join here:\n\n%(link)s\n\n"
            "If you didn't expect this, you needn't do anything.",
            inviter=access.user.name,
            course=access.course.name,
            term=access.course.term,
            address=address,
            link=f"{self._settings.address}/courses",
        )
        return address, _("an invitation to a course"), text

    async def change(self, access: Access, public_id: str, change: StudentChange) -> None:
        """Change a student's name, number and labels."""

        def store(session: Session) -> None:
            row = find_student(session, access, public_id)
            labels = add_labels(session, access.course.id, change.labels)
            people.change_students(session, [{"id": row.id, "name": change.name, "number": change.number}])
            people.replace_labels(session, {row.id: [labels[name] for name in change.labels]})

        await self._change(access, store)

    async def set_removed(self, access: Access, public_id: str, *, removed: bool) -> None:
        """Remove a student, keeping their data, or restore them; an open invitation is deleted."""

        def store(session: Session) -> None:
            row = find_student(session, access, public_id)
            if removed and not row.view.joined:
                people.delete_student(session, row.id)
            else:
                people.set_removed(session, row.id, removed=removed)
            action = Action.COURSE_STUDENT_REMOVED if removed else Action.COURSE_STUDENT_RESTORED
            record(session, action, access.course.public_id, student=row.view.id)

        await self._change(access, store)

    async def add_label(self, access: Access, name: str) -> None:
        """Create a label, unless it exists."""

        def store(session: Session) -> None:
            add_labels(session, access.course.id, [name])

        await self._change(access, store)

    async def delete_label(self, access: Access, name: str) -> None:
        """Delete a label with its overrides; its students lose it."""

        def remove(session: Session) -> None:
            if not people.delete_label(session, access.course.id, name):
                raise CourseThingNotFoundError

        await self._change(access, remove)

    async def list_labels(self, access: Access) -> list[str]:
        """Return the labels of a course, for its staff."""
        if not access.is_staff:
            access.require(content=Right.VIEW)
        return list(await self._database.read(lambda session: people.list_labels(session, access.course.id)))

    async def _change(self, access: Access, store: Callable[[Session], None]) -> None:
        access.require(data=Right.EDIT)
        await self._database.write(store)


def find_student(session: Session, access: Access, public_id: str) -> StudentRow:
    """Return a student of the course; raises `CourseThingNotFoundError`."""
    row = people.find_student(session, access.course.id, public_id)
    if row is None:
        raise CourseThingNotFoundError
    return row


def add_labels(session: Session, course_id: int, names: list[str]) -> dict[str, int]:
    """Add these labels to a course, and return all; raises `ConflictError` for too many."""
    labels = people.add_labels(session, course_id, names)
    if len(labels) > MAX_LABELS:
        raise ConflictError(_("A course can have at most %(most)s labels.", most=MAX_LABELS))
    return labels


def let_attend(session: Session, course_id: int, user_id: int, name: str = "") -> None:
    """Make an account a student of a course, by its invitation if there is one, unless it already is.

    `name` is the name on the roster of somebody without an invitation.

    Raises `JoinRefusedError` for a removed student, and `ConflictError` if the course is full.
    """
    row = people.find_row_of(session, course_id, user_id)
    if row is not None and row.removed_at is not None:
        raise JoinRefusedError
    attends = row is not None and row.joined_at is not None
    if attends or people.accept_place(session, course_id, user_id):
        return
    if people.count_students(session, course_id) >= MAX_STUDENTS:
        told = _("This course is full: it can have at most %(most)s students. Ask its staff.", most=MAX_STUDENTS)
        raise ConflictError(told)
    people.add_students(session, [{"course_id": course_id, "user_id": user_id, "joined_at": now(), "name": name}])


def merge_roster(session: Session, course_id: int, rows: list[RosterRow]) -> tuple[RosterReport, list[str]]:
    """Merge rows into a roster: new students are invited, known ones updated, removed ones restored.

    Returns a report, and the addresses that are invited for the first time.

    Raises `RosterRefusedError`, before any change, for unknown accounts and for rows that identify the same student.
    Fields that a row leaves empty stay unchanged.
    """
    by_name, by_email = people.find_users(session, [one.account for one in rows if one.account], _list_emails(rows))
    known = people.list_students(session, course_id)
    of_user = {one.user_id: one for one in known if one.user_id is not None}
    # Staff must not learn whose address it is, so an address finds an account's row only once that person has joined.
    of_joined = {one.user_id: one for one in known if one.view.joined}
    of_email = {one.view.email: one for one in known if one.view.email}
    mistakes: list[tuple[str, str]] = []
    taken: dict[int, int] = {}
    fresh: list[tuple[RosterRow, dict[str, Any]]] = []
    changed: list[tuple[RosterRow, StudentRow, dict[str, Any]]] = []
    moment = now()
    for row in rows:
        if row.account and row.account not in by_name:
            mistakes.append((_name_row(row.row), _("There is no account `%(name)s`.", name=row.account)))
            continue
        user_id = by_name.get(row.account)
        found = of_joined.get(by_email.get(row.email)) if user_id is None else of_user.get(user_id)
        found = found or of_email.get(row.email)
        if found is not None and taken.setdefault(found.id, row.row) != row.row:
            mistakes.append((_name_row(row.row), _("This is the same student as in row %(row)s.", row=taken[found.id])))
        elif found is not None and user_id is not None and found.user_id not in {None, user_id}:
            told = _("`%(email)s` belongs to another student of this course.", email=row.email)
            mistakes.append((_name_row(row.row), told))
        elif found is None:
            fresh.append(
                (
                    row,
                    {
                        "course_id": course_id,
                        "user_id": user_id,  # None for an address: its account hasn't revealed its name
                        "email": row.email or None,
                        "name": row.name,
                        "number": row.number,
                        "created_at": moment,
                    },
                )
            )
        else:
            changed.append((row, found, _find_changes(row, found, user_id)))
    if len(known) + len(fresh) > MAX_STUDENTS:
        mistakes.append((_name_row(0), _("A course can have at most %(most)s students.", most=MAX_STUDENTS)))
    if mistakes:
        raise RosterRefusedError(mistakes[:MAX_MISTAKES])
    labels = add_labels(session, course_id, [name for row in rows for name in row.labels or []])
    ids = people.add_students(session, [values for _, values in fresh])
    people.change_students(session, [values for _, _, values in changed if len(values) > 1])
    given = {one: row.labels for one, (row, _) in zip(ids, fresh, strict=True) if row.labels}
    given |= {one.id: row.labels for row, one, _ in changed if row.labels is not None}
    people.replace_labels(session, {one: [labels[name] for name in names] for one, names in given.items()})
    different = [
        one for row, one, values in changed
        if len(values) > 1 or (row.labels is not None and set(row.labels) != set(one.view.labels))
    ]  # fmt: skip
    restored = sum(one.view.removed for one in different)
    report = RosterReport(added=len(ids), changed=len(different) - restored, restored=restored)
    return report, [row.email for row, _values in fresh if row.email]


def _find_changes(row: RosterRow, found: StudentRow, user_id: int | None) -> dict[str, Any]:
    """Return the fields of a student that a row changes, and the `id`.

    An invitation by address becomes one for the account in the row, `user_id`, too.
    """
    values: dict[str, Any] = {"id": found.id}
    if user_id is not None and found.user_id is None:
        values["user_id"] = user_id
    for name in ("name", "number"):
        text = getattr(row, name)
        if text and text != getattr(found.view, name):
            values[name] = text
    if found.view.removed:
        values["removed_at"] = None
    return values


def _list_emails(rows: list[RosterRow]) -> list[str]:
    return [one.email for one in rows if one.email]


def _name_row(number: int) -> str:
    return _("Row %(row)s", row=number) if number else _("The student")
