"""Export of personal data for its owner, and its removal with the account."""

from __future__ import annotations

import json
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from app.db.statuses import Role
from app.domains.accounts import personal_data_queries, repository
from app.domains.accounts.errors import LastAdminError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection

    from sqlalchemy import Table
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.personal_data_queries import Key
    from app.domains.accounts.schemas import Account


class PersonalDataService:
    """Exports and deletes personal data.

    `find_closed` returns the row ids of problems on which a running exam hides other people's work from an account.
    `keepers` are called with an account's id before anybody deletes it, to copy what others have to keep.
    """

    def __init__(
        self,
        database: Database,
        find_closed: Callable[[Session, int], Collection[int]],
        *keepers: Callable[[Session, int], None],
    ) -> None:
        self._database = database
        self._find_closed = find_closed

        def keep(session: Session, user_id: int) -> None:
            for one in keepers:
                one(session, user_id)

        database.use_keeper(keep)

    async def export(self, account: Account) -> AsyncIterator[bytes]:
        """Yield everything that is stored about an account, as JSON: rows by table.

        A few rows are read at a time: somebody may have gigabytes of submissions. Whatever an exam holds or hides is
        left out while it does. Nothing more is read once the account is deleted: SQLite gives its row id to the next.
        """
        for number, table in enumerate(personal_data_queries.list_tables(account.id)):
            yield f"{',' if number else '{'}\n{json.dumps(table.name)}: [".encode()
            after, separator = None, "\n"
            while True:
                lines, after = await self._database.read(partial(self._write_page, table, account, after))
                for line in lines:
                    yield f"{separator}{line}".encode()
                    separator = ",\n"
                if after is None:
                    break
            yield b"]"
        yield b"}\n"

    def _write_page(
        self, table: Table, account: Account, after: Key | None, session: Session
    ) -> tuple[list[str], Key | None]:
        """Return rows after a key, each as JSON, and the last one's key; None if there are no more."""
        user = repository.get_user(session, account.id)
        if user is None or user.name != account.name:
            return [], None
        closed = self._find_closed(session, account.id)
        rows, last = personal_data_queries.read_page(session, table, account.id, closed, after)
        return [json.dumps(row, ensure_ascii=False, default=_write_value) for row in rows], last

    async def delete(self, account: Account) -> None:
        """Delete an account with everything it owns; raises `LastAdminError` for the only admin."""

        def remove(session: Session) -> None:
            repository.lock_user(session, account.id)  # Of two requests at once, the second finds nothing left.
            user = repository.get_user(session, account.id)
            if user is None:
                return
            if user.role is Role.ADMIN and repository.lock_admins(session) == [user.id]:
                raise LastAdminError
            personal_data_queries.delete_account(session, user)

        await self._database.write(remove)


def _write_value(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
