"""All SQL that collects and removes personal data.

An account's data is found through foreign keys, so that a new table can't be forgotten: rows that refer to the account,
to its submissions, or to its places in courses. What a platform said of a person has none, and is looked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, literal, or_, select, tuple_, update

from app.db.holds import is_held, list_holds
from app.db.models import (
    AuthoringTask,
    Base,
    LtiContext,
    LtiDeployment,
    LtiIdentity,
    LtiMember,
    ProblemVersion,
    Regrade,
    Student,
    Submission,
    ThreadMessage,
    User,
    WebhookDelivery,
)
from app.db.orders import withhold_regrades
from app.db.statuses import RegradeStatus
from app.kit.json_values import dump_json

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sqlalchemy import ColumnElement, Table, orm

Key = tuple[Any, ...]
"""The values of a row's primary key."""

INTERNAL: Final = frozenset({"jobs"})
"""Tables of internal state, without personal data: places in the queue."""
SECRETS: Final = ("_hash", "secret")
"""Suffixes of columns that hold credentials and are never exported."""
PAGE: Final = 20
"""Maximum number of rows that are read at a time; a submission with its report may have hundreds of kilobytes."""
TOLD_LATER: Final = ("verdict", "report", "code", "finished_at")
"""Columns of submissions that are left empty while their verdict is held."""


def list_tables(user_id: int) -> list[Table]:
    """Return the tables that may have rows about an account."""
    return [table for table in Base.metadata.sorted_tables if table.name not in INTERNAL and [*_refer(table, user_id)]]


def read_page(
    session: orm.Session, table: Table, user_id: int, closed: Collection[int], after: Key | None
) -> tuple[list[dict[str, Any]], Key | None]:
    """Return rows of a table about an account, without secrets, and the last one's key; None if there are no more.

    `after` is the key of the previous page's last row. `closed` has the row ids of problems on which a running exam
    hides other people's work from the account.
    """
    keys = list(table.primary_key.columns)
    statement = select(table).where(or_(*_refer(table, user_id))).order_by(*keys).limit(PAGE)
    if after is not None:
        reached = (literal(value, key.type) for key, value in zip(keys, after, strict=True))
        statement = statement.where(tuple_(*keys) > tuple_(*reached))
    if table.name == "regradings":  # The others are proposals, which learners don't see.
        applied = select(Regrade.id).where(Regrade.status == RegradeStatus.APPLIED)
        statement = statement.where(table.c.regrade_id.in_(applied))
    found = [dict(row) for row in session.execute(statement).mappings()]
    last = tuple(found[-1][key.name] for key in keys) if len(found) == PAGE else None
    rows = _leave_out_closed(session, user_id, table, _leave_out_held(session, table, found), closed)
    return [{name: value for name, value in row.items() if not name.endswith(SECRETS)} for row in rows], last


def _leave_out_held(session: orm.Session, table: Table, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows without the verdicts that an exam holds, and without all that belongs to those submissions."""
    if not list_holds(session):
        return rows
    column = "id" if table.name == Submission.__tablename__ else "submission_id"
    shown = {row[column] for row in rows if row.get(column) is not None}
    held = set(session.scalars(select(Submission.id).where(Submission.id.in_(shown), is_held(session))))
    if table.name == Submission.__tablename__:
        return [row | dict.fromkeys(TOLD_LATER) if row["id"] in held else row for row in rows]
    return [row for row in rows if row.get(column) not in held]


def _leave_out_closed(
    session: orm.Session, user_id: int, table: Table, rows: list[dict[str, Any]], closed: Collection[int]
) -> list[dict[str, Any]]:
    """Return rows without what others wrote about submissions to `closed` problems: it may reveal a solution."""
    if not closed or table.name != ThreadMessage.__tablename__:
        return rows
    versions = select(ProblemVersion.id).where(ProblemVersion.problem_id.in_(closed))
    own = select(Submission.id).where(Submission.user_id == user_id, Submission.problem_version_id.in_(versions))
    shut = set(session.scalars(own.where(Submission.id.in_({row["submission_id"] for row in rows}))))
    return [row for row in rows if row["author_id"] == user_id or row["submission_id"] not in shut]


def _refer(table: Table, user_id: int) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions under which a table's rows belong to an account; none if no row can."""
    if table.name == User.__tablename__:
        yield table.c.id == user_id
    if table.name == LtiMember.__tablename__:  # It names a platform's person, who is linked to the account.
        mine = (
            select(LtiContext.id, LtiIdentity.subject)
            .join(LtiDeployment, LtiDeployment.id == LtiContext.deployment_id)
            .join(LtiIdentity, LtiIdentity.platform_id == LtiDeployment.platform_id)
            .where(LtiIdentity.user_id == user_id)
        )
        yield tuple_(table.c.context_id, table.c.subject).in_(mine)
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
    """Delete an account and everything it owns, after copying what others have to keep (`Database.use_keeper`).

    Problems that it wrote stay, and belong to the installation.
    """
    if (keep := session.info.get("keep")) is not None:
        keep(session, user.id)
    withhold_regrades(session, user.id)
    about = _list_references(session, user)
    session.execute(delete(Submission).where(Submission.user_id == user.id))
    session.execute(update(AuthoringTask).where(AuthoringTask.cancelled_by == user.name).values(cancelled_by=None))
    session.execute(delete(User).where(User.id == user.id))
    # Last, because whoever is storing such a message holds a row that was deleted above.
    session.connection().execute(delete(WebhookDelivery).where(or_(*about)))


def _list_references(session: orm.Session, user: User) -> list[ColumnElement[bool]]:
    """Return the conditions for messages to others' webhooks about an account: only their texts refer to it."""
    places = session.scalars(select(Student.public_id).where(Student.user_id == user.id))
    told = [{"user": user.name}, *({"student": place} for place in places)]
    return [WebhookDelivery.body.contains(dump_json(one)[1:-1], autoescape=True) for one in told]
