"""Links between people at platforms and accounts here: listed, and undone by the account's owner.

Whoever comes from a platform as a linked person is signed in to the account. Launches make the links.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domains.accounts import repository as accounts
from app.domains.lti.repository import platforms as repository
from app.domains.lti.repository.contexts import forget_member
from app.kit.errors import ConflictError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.lti.schemas import IdentityView


class IdentityService:
    """Lists an account's links to platforms, and undoes them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_own(self, account: Account) -> list[IdentityView]:
        """Return the people at platforms who are linked to an account, those linked first first."""
        return await self._database.read(lambda session: repository.list_identities(session, account.id))

    async def unlink(self, account: Account, identity_id: int) -> None:
        """Undo a link, if it is the account's, and delete what the platform said of that person.

        Raises `ConflictError` if the account has no password.
        """

        def store(session: Session) -> None:
            user = accounts.get_user(session, account.id)
            if user is None or not user.password_hash:
                raise ConflictError(_("Choose a password first: without one you couldn't sign in."))
            person = repository.delete_identity(session, account.id, identity_id)
            if person is not None:
                forget_member(session, *person)

        await self._database.write(store)
