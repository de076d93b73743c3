"""All SQL that collects and removes personal data.

An account's data is found through foreign keys, so that a new table can't be forgotten: rows that refer to the account,
to its submissions, or to its places in courses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, or_, select, update

from app.db.holds import is_held, list_holds
from app.db.models import AuthoringTask, Base, ProblemVersion, Regrade, Student, Submission, ThreadMessage, User
from app.db.statuses import RegradeStatus

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sqlalchemy import ColumnElement, Table, orm

INTERNAL: Final = frozenset({"jobs"})
"""Tables of internal state, without personal data: places in the queue."""
SECRETS: Final = ("_hash", "secret")
"""Suffixes of columns that hold credentials and are never exported."""
TOLD_LATER: Final = ("verdict", "report", "code", "finished_at")
"""Columns of submissions that are left empty while their verdict is held."""


def collect(session: orm.Session, user_id: int, closed: Collection[int]) -> dict[str, list[dict[str, Any]]]:
    """Return all rows about an account, by table, without secrets.

    `closed` has the row ids of problems on which a running exam hides other people's work from the account.
    """
    found = {}
    for table in Base.metadata.sorted_tables:
        conditions = list(_refer(table, user_id)) if table.name not in INTERNAL else []
        if conditions:
            columns = [column for column in table.columns if not column.name.endswith(SECRETS)]
            statement = select(*columns).where(or_(*conditions))
            if table.name == "regradings":  # The others are proposals, which learners don't see.
                applied = select(Regrade.id).where(Regrade.status == RegradeStatus.APPLIED)
                statement = statement.where(table.c.regrade_id.in_(applied))
            found[table.name] = [dict(row) for row in session.execute(statement).mappings()]
    _leave_out_held(session, user_id, found)
    _leave_out_closed(session, user_id, found, closed)
    return found


def _leave_out_held(session: orm.Session, user_id: int, found: dict[str, list[dict[str, Any]]]) -> None:
    """Remove the verdicts that an exam holds, and all other rows that belong to those submissions."""
    if not list_holds(session):
        return
    held = set(session.scalars(select(Submission.id).where(Submission.user_id == user_id, is_held(session))))
    for name, rows in found.items():
        if name == Submission.__tablename__:
            found[name] = [row | dict.fromkeys(TOLD_LATER) if row["id"] in held else row for row in rows]
        else:
            found[name] = [row for row in rows if row.get("submission_id") not in held]


def _leave_out_closed(
    session: orm.Session, user_id: int, found: dict[str, list[dict[str, Any]]], closed: Collection[int]
) -> None:
    """Remove what others wrote about submissions to `closed` problems: it may reveal a solution."""
    if closed:
        versions = select(ProblemVersion.id).where(ProblemVersion.problem_id.in_(closed))
        own = select(Submission.id).where(Submission.user_id == user_id, Submission.problem_version_id.in_(versions))
        shut = set(session.scalars(own))
        name = ThreadMessage.__tablename__
        found[name] = [row for row in found[name] if row["author_id"] == user_id or row["submission_id"] not in shut]


def _refer(table: Table, user_id: int) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions under which a table's rows belong to an account; none if no row can."""
    if table.name == User.__tablename__:
        yield table.c.id == user_id
    owners = {key.column.table.name: key.parent for key in table.foreign_keys}
    if Student.__tablename__ in owners:
        # The row is the student's; any other account named in it only processed it.
        yield owners[Student.__tablename__].in_(select(Student.id).where(Student.user_id == user_id))
        return
    for key in table.foreign_keys:
        if key.column.table.name == User.__tablename__:
            yield key.parent == user_id
        elif key.column.table.name == Submission.__tablename__:
            yield key.parent.in_(select(Submission.id).where(Submission.user_id == user_id))


def delete_account(session: orm.Session, user: User) -> None:
    """Delete an account and everything it owns. Problems that it wrote stay, and belong to the installation."""
    session.execute(delete(Submission).where(Submission.user_id == user.id))
    session.execute(update(AuthoringTask).where(AuthoringTask.cancelled_by == user.name).values(cancelled_by=None))
    session.execute(delete(User).where(User.id == user.id))
