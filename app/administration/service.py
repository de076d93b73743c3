"""What admins do with accounts: search, disable, enable and delete them, end their sign-ins, change their roles.

All of it is in the audit log. Nobody does it to themselves, and who does it is still an admin when it is done: so there
is always one left, also where two admins turn against each other at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.accounts import holdings
from app.accounts.repository import get_user, lock_admins
from app.administration import repository
from app.administration.schemas import UserPage
from app.audit.log import Action, record
from app.errors import ConflictError, ForbiddenError

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.accounts.schemas import Account
    from app.accounts.service import AccountService
    from app.db.session import Database
    from app.db.statuses import Role

PAGE: Final = 50


class AdministrationService:
    """Everything that admins do with accounts."""

    def __init__(self, database: Database, accounts: AccountService) -> None:
        self._database = database
        self._accounts = accounts

    async def count_by_role(self) -> dict[Role, int]:
        """How many accounts there are of each role."""
        return await self._database.read(repository.count_by_role)

    async def list_users(self, search: str, page: int) -> UserPage:
        """Return a page, from 1, of the accounts with `search` in their names."""
        total, users = await self._database.read(
            lambda session: (
                repository.count_users(session, search),
                repository.list_users(session, search, skip=(page - 1) * PAGE, most=PAGE),
            )
        )
        return UserPage(users, page, max(1, -(-total // PAGE)), total)

    async def change_role(self, admin: Account, name: str, role: Role) -> None:
        """Let an account do more, or less; raises `UserNotFoundError`, and `ConflictError` for the admin's own."""
        user = await self._find_other(admin, name)
        await self._accounts.change_role(user.name, role, lambda session: _require_admin(session, admin))

    async def disable(self, admin: Account, name: str) -> None:
        """End an account's sign-ins, and let it do nothing, by its tokens neither; raises as `change_role` does."""
        user = await self._find_other(admin, name)

        def store(session: Session) -> None:
            _require_admin(session, admin)
            if repository.set_disabled(session, user.id, disabled=True):
                ended = repository.end_sessions(session, user.id)
                record(session, Action.ACCOUNT_DISABLED, user.name, sessions=ended)

        await self._database.write(store)

    async def enable(self, admin: Account, name: str) -> None:
        """Let an account sign in again, and its tokens act for it; raises as `change_role` does."""
        user = await self._find_other(admin, name)

        def store(session: Session) -> None:
            _require_admin(session, admin)
            if repository.set_disabled(session, user.id, disabled=False):
                record(session, Action.ACCOUNT_ENABLED, user.name)

        await self._database.write(store)

    async def delete(self, admin: Account, name: str) -> None:
        """Remove an account with all that is its own, for good; raises as `change_role` does."""
        user = await self._find_other(admin, name)

        def remove(session: Session) -> None:
            _require_admin(session, admin)
            if (row := get_user(session, user.id)) is not None:
                holdings.delete_account(session, row)
                record(session, Action.ACCOUNT_DELETED, user.name)

        await self._database.write(remove)

    async def end_sessions(self, name: str) -> None:
        """End all sign-ins of an account, perhaps one's own; raises `UserNotFoundError`."""
        user = await self._accounts.find(name)

        def store(session: Session) -> None:
            record(session, Action.SESSIONS_ENDED, user.name, sessions=repository.end_sessions(session, user.id))

        await self._database.write(store)

    async def _find_other(self, admin: Account, name: str) -> Account:
        user = await self._accounts.find(name)
        if user.id == admin.id:
            raise ConflictError("This is your own account: ask another admin, so that there is always one left.")
        return user


def _require_admin(session: Session, admin: Account) -> None:
    """Raise `ForbiddenError` where somebody isn't an admin any more, and let no other admin change that meanwhile."""
    if admin.id not in lock_admins(session):
        raise ForbiddenError("You aren't an admin any more: another admin has just changed that.")
