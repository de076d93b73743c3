"""The one place that changes a status.

The table of `app.db.statuses` says what may follow what, and the database is asked again, in the `WHERE` of the
`UPDATE`: of two processes that want the same change, one gets `TransitionError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import CursorResult, update

from app.db.statuses import Status
from app.errors import TransitionError

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncSession

    from app.db.models import Job, Submission


async def change_status(
    session: AsyncSession,
    table: type[Submission | Job],
    row_id: int,
    target: Status,
    **values: object,
) -> None:
    """Give row `row_id` the status `target` and the other `values`; raises `TransitionError` when it may not."""
    sources = [status for status in Status if status.may_become(target)]
    statement = update(table).where(table.id == row_id, table.status.in_(sources)).values(status=target, **values)
    result = await session.execute(statement, execution_options={"synchronize_session": False})
    if not isinstance(result, CursorResult) or result.rowcount != 1:
        message = f"{table.__tablename__} {row_id} can't become `{target}`: it is none of {', '.join(sources)}."
        raise TransitionError(message)
