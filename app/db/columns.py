"""Statements that select columns, not objects, run without the object mapper's share of the work.

For statements that are built once and that many requests run: a session takes 0.1 ms more of processor time to find
that it has no objects to load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import CursorResult, Select
    from sqlalchemy.orm import Session


def execute_columns(
    session: Session,
    # Not `*tuple`, which the editor's parser doesn't know here; a test tries it on all our modules.
    statement: Select[Unpack[tuple[Any, ...]]],  # noqa: UP044 - as above
    parameters: Mapping[str, object] | None = None,
) -> CursorResult[Unpack[tuple[Any, ...]]]:  # noqa: UP044 - as above
    """Return the rows of a statement that selects columns. Like any query, it sees the session's own changes."""
    session.flush()
    return session.connection().execute(statement, parameters)
