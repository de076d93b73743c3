"""The one place that changes a status.

The table of `app.db.statuses` says what may follow what, and the database is asked again, in the `WHERE` of the
`UPDATE`: of two processes that want the same change, one gets `TransitionError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Update, update

from app.db.statuses import Status
from app.errors import TransitionError

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.models import Job, Submission


def update_status(table: type[Submission | Job], target: Status) -> Update:
    """Return an `UPDATE` to the status `target` of all rows that may become it: say with `where` which are meant."""
    return update(table).where(table.status.in_(_list_sources(target))).values(status=target)


def change_status(
    session: Session,
    table: type[Submission | Job],
    row_id: int,
    target: Status,
    **values: object,
) -> None:
    """Give row `row_id` the status `target` and the other `values`; raises `TransitionError` when it may not."""
    result = session.connection().execute(update_status(table, target).where(table.id == row_id).values(**values))
    if result.rowcount != 1:
        raise TransitionError(table.__tablename__, row_id, target, _list_sources(target))


def _list_sources(target: Status) -> list[Status]:
    return [status for status in Status if status.may_become(target)]
