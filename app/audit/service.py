"""Reading the audit log; `app.audit.log` writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.audit import repository
from app.audit.schemas import AuditPage

if TYPE_CHECKING:
    from datetime import datetime

    from app.audit.schemas import AuditFilter, Entry
    from app.db.session import Database

PAGE: Final = 50
MOST: Final = 10_000
"""Most entries that the command line shows."""


class AuditService:
    """Everything that is read of the audit log."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_page(self, wanted: AuditFilter, page: int) -> AuditPage:
        """Return a page, from 1, of the entries that fit, newest first."""
        total, entries = await self._database.read(
            lambda session: (
                repository.count_entries(session, wanted),
                repository.list_entries(session, wanted, skip=(page - 1) * PAGE, most=PAGE),
            )
        )
        return AuditPage(entries, page, max(1, -(-total // PAGE)), total)

    async def list_since(self, since: datetime | None) -> list[Entry]:
        """Return the entries from a moment on, or all, the oldest first; of very many the newest."""
        return await self._database.read(lambda session: repository.list_since(session, since, MOST))
