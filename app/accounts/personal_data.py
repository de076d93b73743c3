"""What is stored of somebody: given to them, and removed when they leave."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING

from app.accounts import holdings, repository
from app.accounts.errors import LastAdminError
from app.db.statuses import Role

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.accounts.schemas import Account
    from app.db.session import Database


class PersonalDataService:
    """Everything about what is stored of somebody."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def export(self, account: Account) -> bytes:
        """Return everything that is stored about an account, as JSON: rows by table."""

        def write(session: Session) -> bytes:
            rows = holdings.collect(session, account.id)
            return json.dumps(rows, indent=1, ensure_ascii=False, default=_write_value).encode()

        return await self._database.read(write)

    async def delete(self, account: Account) -> None:
        """Remove an account with all that is its own; raises `LastAdminError` for the only admin."""

        def remove(session: Session) -> None:
            user = repository.get_user(session, account.id)
            if user is None:
                return
            if user.role is Role.ADMIN and repository.lock_admins(session) == [user.id]:
                raise LastAdminError
            holdings.delete_account(session, user)

        await self._database.write(remove)


def _write_value(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
