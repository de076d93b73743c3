"""The only place that changes a status.

`app.db.statuses` defines the allowed transitions. The `WHERE` of the `UPDATE` checks them again in the database: if two
processes make the same change, one of them gets `TransitionError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Update, update

from app.kit.errors import TransitionError

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.models import (
        AuthoringTask,
        ExtensionRequest,
        Job,
        ProblemVersion,
        RegisteredRunner,
        Regrade,
        Regrading,
        Review,
        Submission,
    )
    from app.db.statuses import (
        ExtensionStatus,
        RegradeStatus,
        ReviewStatus,
        RunnerStatus,
        Status,
        TaskStatus,
        VersionStatus,
    )

    Table = type[
        Submission
        | Job
        | Regrading
        | Regrade
        | ProblemVersion
        | AuthoringTask
        | RegisteredRunner
        | ExtensionRequest
        | Review
    ]
    AnyStatus = Status | RegradeStatus | VersionStatus | TaskStatus | RunnerStatus | ExtensionStatus | ReviewStatus


def update_status(table: Table, target: AnyStatus) -> Update:
    """Return an `UPDATE` of all rows that may get the status `target`; restrict it with `where`."""
    return update(table).where(table.status.in_(_list_sources(target))).values(status=target)


def change_status(
    session: Session,
    table: Table,
    row_id: int,
    target: AnyStatus,
    **values: object,
) -> None:
    """Give row `row_id` the status `target` and the other `values`; raises `TransitionError` if that isn't allowed."""
    statement = update_status(table, target).where(table.id == row_id).values(values)
    result = session.connection().execute(statement)
    if result.rowcount != 1:
        raise TransitionError(table.__tablename__, row_id, target, _list_sources(target))


def _list_sources(target: AnyStatus) -> list[AnyStatus]:
    return [status for status in type(target) if status.may_become(target)]  # type: ignore[arg-type]  # both are members of one enum
