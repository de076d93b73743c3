"""The one place that changes a status.

The tables of `app.db.statuses` say what may follow what, and the database is asked again, in the `WHERE` of the
`UPDATE`: of two processes that want the same change, one gets `TransitionError`. Statements are kept, since to
build one takes longer than the database does.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import Update, bindparam, update

from app.errors import TransitionError

if TYPE_CHECKING:
    from sqlalchemy import BindParameter
    from sqlalchemy.orm import Session

    from app.db.models import AuthoringTask, Job, ProblemVersion, RegisteredRunner, Regrade, Regrading, Submission
    from app.db.statuses import RegradeStatus, RunnerStatus, Status, TaskStatus, VersionStatus

    Table = type[Submission | Job | Regrading | Regrade | ProblemVersion | AuthoringTask | RegisteredRunner]
    AnyStatus = Status | RegradeStatus | VersionStatus | TaskStatus | RunnerStatus


def update_status(table: Table, target: AnyStatus) -> Update:
    """Return an `UPDATE` to the status `target` of all rows that may become it: say with `where` which are meant."""
    return update(table).where(table.status.in_(_list_sources(target))).values(status=target)


def change_status(
    session: Session,
    table: Table,
    row_id: int,
    target: AnyStatus,
    **values: object,
) -> None:
    """Give row `row_id` the status `target` and the other `values`; raises `TransitionError` when it may not."""
    parameters = {"row_id": row_id, **{f"new_{name}": value for name, value in values.items()}}
    result = session.connection().execute(_change_row(table, target, tuple(values)), parameters)
    if result.rowcount != 1:
        raise TransitionError(table.__tablename__, row_id, target, _list_sources(target))


@cache
def _change_row(table: Table, target: AnyStatus, names: tuple[str, ...]) -> Update:
    """Return the `UPDATE` of the row `:row_id`, with `:new_NAME` for each of the columns `names`."""
    values: dict[str, BindParameter[object]] = {name: bindparam(f"new_{name}") for name in names}
    return update_status(table, target).where(table.id == bindparam("row_id")).values(values)


def _list_sources(target: AnyStatus) -> list[AnyStatus]:
    return [status for status in type(target) if status.may_become(target)]  # type: ignore[arg-type]  # both are members of one enum
