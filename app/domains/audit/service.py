"""Reads the audit log; `app.domains.audit.log` writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.domains.audit import repository
from app.domains.audit.schemas import AuditPage
from app.kit.paging import count_pages

if TYPE_CHECKING:
    from datetime import datetime

    from app.db.session import Database
    from app.domains.audit.schemas import AuditFilter, LogEntry

ENTRIES_A_PAGE: Final = 50
MAX_LISTED_ENTRIES: Final = 10_000
"""The maximum number of entries that the command line shows."""


class AuditService:
    """Reads the audit log."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_page(self, wanted: AuditFilter, page: int) -> AuditPage:
        """Return a page, counted from 1, of the matching entries, newest first."""
        total, entries = await self._database.read(
            lambda session: (
                repository.count_entries(session, wanted),
                repository.list_entries(session, wanted, skip=(page - 1) * ENTRIES_A_PAGE, most=ENTRIES_A_PAGE),
            )
        )
        return AuditPage(entries, page, count_pages(total, ENTRIES_A_PAGE), total)

    async def list_since(self, since: datetime | None) -> list[LogEntry]:
        """Return the entries since a moment, or all, oldest first; only the newest `MAX_LISTED_ENTRIES`."""
        return await self._database.read(lambda session: repository.list_since(session, since, MAX_LISTED_ENTRIES))
