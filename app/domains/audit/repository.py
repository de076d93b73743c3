"""All SQL that reads the audit log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select

from app.db.models import AuditEntry
from app.domains.audit.schemas import AuditFilter, LogEntry

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session


def count_entries(session: Session, wanted: AuditFilter) -> int:
    """Return the number of entries that match."""
    return session.scalar(select(func.count()).select_from(AuditEntry).where(*_narrow(wanted))) or 0


def list_entries(session: Session, wanted: AuditFilter, *, skip: int, most: int) -> list[LogEntry]:
    """Return at most `most` matching entries, newest first, after the first `skip`."""
    statement = select(AuditEntry).where(*_narrow(wanted)).order_by(AuditEntry.id.desc()).offset(skip).limit(most)
    return [_to_entry(row) for row in session.scalars(statement)]


def list_since(session: Session, since: datetime | None, most: int) -> list[LogEntry]:
    """Return the newest `most` entries since a moment, oldest first."""
    conditions = [] if since is None else [AuditEntry.at >= since]
    statement = select(AuditEntry).where(*conditions).order_by(AuditEntry.id.desc()).limit(most)
    return [_to_entry(row) for row in session.scalars(statement)][::-1]


def _narrow(wanted: AuditFilter) -> list[ColumnElement[bool]]:
    given = ((AuditEntry.actor, wanted.actor), (AuditEntry.action, wanted.action), (AuditEntry.target, wanted.target))
    return [column == value.strip() for column, value in given if value.strip()]


def _to_entry(row: AuditEntry) -> LogEntry:
    return LogEntry(row.at, row.actor, row.network, row.action, row.target, row.details)
