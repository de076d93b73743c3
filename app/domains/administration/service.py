"""Administration of accounts: search, disable, enable and delete them, end their sessions, change their roles.

Every action is recorded in the audit log. Admins can't act on themselves, and must be admins in the same transaction,
so at least one always remains, even if two admins act against each other at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.db.orders import withhold_regrades
from app.domains.accounts import personal_data_queries
from app.domains.accounts.repository import get_user, lock_admins, lock_user
from app.domains.administration import repository
from app.domains.administration.schemas import UserPage
from app.domains.audit.log import Action, record
from app.kit.errors import ConflictError, ForbiddenError
from app.kit.paging import count_pages

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.db.statuses import Role
    from app.domains.accounts.schemas import Account
    from app.domains.accounts.service import AccountService

ACCOUNTS_A_PAGE: Final = 50


class AdministrationService:
    """Manages accounts for admins."""

    def __init__(self, database: Database, accounts: AccountService) -> None:
        self._database = database
        self._accounts = accounts

    async def count_by_role(self) -> dict[Role, int]:
        """Return the number of accounts with each role."""
        return await self._database.read(repository.count_by_role)

    async def list_users(self, search: str, page: int) -> UserPage:
        """Return a page, counted from 1, of the accounts with `search` in their names."""
        total, users = await self._database.read(
            lambda session: (
                repository.count_users(session, search),
                repository.list_users(session, search, skip=(page - 1) * ACCOUNTS_A_PAGE, most=ACCOUNTS_A_PAGE),
            )
        )
        return UserPage(users, page, count_pages(total, ACCOUNTS_A_PAGE), total)

    async def change_role(self, admin: Account, name: str, role: Role) -> None:
        """Change an account's role; raises `UserNotFoundError`, and `ConflictError` for the admin's own."""
        user = await self._find_other(admin, name)
        await self._accounts.change_role(user.name, role, lambda session: _require_admin(session, admin))

    async def disable(self, admin: Account, name: str) -> None:
        """End an account's sessions and disable it, including its tokens; raises as `change_role` does."""
        user = await self._find_other(admin, name)

        def store(session: Session) -> None:
            _require_admin(session, admin)
            if repository.set_disabled(session, user.id, disabled=True):
                ended = repository.end_sessions(session, user.id)
                withhold_regrades(session, user.id)
                record(session, Action.ACCOUNT_DISABLED, user.name, sessions=ended)

        await self._database.write(store)

    async def enable(self, admin: Account, name: str) -> None:
        """Enable an account and its tokens again; raises as `change_role` does."""
        user = await self._find_other(admin, name)

        def store(session: Session) -> None:
            _require_admin(session, admin)
            if repository.set_disabled(session, user.id, disabled=False):
                record(session, Action.ACCOUNT_ENABLED, user.name)

        await self._database.write(store)

    async def delete(self, admin: Account, name: str) -> None:
        """Permanently delete an account with everything it owns; raises as `change_role` does."""
        user = await self._find_other(admin, name)

        def remove(session: Session) -> None:
            _require_admin(session, admin)
            lock_user(session, user.id)  # Its owner may be deleting it, too.
            if (row := get_user(session, user.id)) is not None:
                personal_data_queries.delete_account(session, row)
                record(session, Action.ACCOUNT_DELETED, user.name)

        await self._database.write(remove)

    async def end_sessions(self, name: str) -> None:
        """End all sessions of an account, which may be the admin's own; raises `UserNotFoundError`."""
        user = await self._accounts.find(name)

        def store(session: Session) -> None:
            record(session, Action.SESSIONS_ENDED, user.name, sessions=repository.end_sessions(session, user.id))

        await self._database.write(store)

    async def _find_other(self, admin: Account, name: str) -> Account:
        user = await self._accounts.find(name)
        if user.id == admin.id:
            raise ConflictError("This is your own account: ask another admin, so that at least one always remains.")
        return user


def _require_admin(session: Session, admin: Account) -> None:
    """Raise `ForbiddenError` unless the account is still an admin, and lock all admins for the transaction."""
    if admin.id not in lock_admins(session):
        raise ForbiddenError("You are no longer an admin: another admin has just changed that.")
