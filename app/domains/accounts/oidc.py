"""Accounts that sign in with an OIDC provider: found, linked, or created under a name that the newcomer chooses.

An identity is linked to an existing account only by its signed-in owner, never because a name or address matches.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import IntegrityError

from app.db.models import now
from app.db.statuses import TicketKind
from app.domains.accounts import queries, repository
from app.domains.accounts.errors import IdentityTakenError, TicketNotFoundError
from app.domains.accounts.passwords import hash_token, make_token
from app.domains.accounts.provider import Provider
from app.domains.accounts.sessions import require_fresh
from app.kit.errors import ConflictError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.models import User
    from app.db.session import Database
    from app.db.statuses import Role
    from app.domains.accounts.provider import Person
    from app.domains.accounts.schemas import Account
    from app.domains.accounts.service import AccountService
    from app.kit.settings import Settings

TICKET_LASTS: Final = timedelta(minutes=30)
"""Time in which a newcomer must choose a name."""


class OidcService:
    """Finds, links and creates accounts of people at the provider."""

    def __init__(self, settings: Settings, database: Database, accounts: AccountService) -> None:
        self.provider = Provider(settings)
        self.button = settings.oidc_name
        self._database = database
        self._accounts = accounts

    async def find(self, person: Person) -> Account | None:
        """Return the account linked to a person at the provider."""
        return await self._database.read(
            lambda session: queries.find_account_by_identity(session, person.issuer, person.subject)
        )

    async def is_linked(self, account: Account) -> bool:
        """Return whether an account is linked to the provider."""
        return await self._database.read(lambda session: queries.is_linked(session, account.id, self.provider.issuer))

    async def link(self, account: Account, person: Person) -> bool:
        """Link a person at the provider to an account; return whether they weren't linked to it yet.

        Raises `SignInAgainError`, and `IdentityTakenError` if they are linked to another one.
        """
        require_fresh(account)
        known = await self.find(person)
        if known is not None and known.id != account.id:
            raise IdentityTakenError
        if known is None:
            await self._database.write(
                lambda session: queries.add_identity(session, account.id, person.issuer, person.subject)
            )
        return known is None

    async def unlink(self, account: Account) -> None:
        """Unlink the provider; raises `ConflictError` if the account has no password."""

        def store(session: Session) -> None:
            user = repository.get_user(session, account.id)
            if user is None or not user.password_hash:
                raise ConflictError(_("Choose a password first: without one you couldn't sign in."))
            queries.delete_identities(session, account.id, self.provider.issuer)

        await self._database.write(store)

    async def greet(self, person: Person, invitation: str) -> str:
        """Return a ticket with which a person without an account can create one.

        Raises `RegistrationClosedError` if they may not.
        """
        self._accounts.require_open(invitation)
        token, expires_at = make_token(), now() + TICKET_LASTS
        data = {"issuer": person.issuer, "subject": person.subject, "invitation": invitation}
        await self._database.write(
            lambda session: repository.add_ticket(
                session, TicketKind.NEWCOMER, hash_token(token), expires_at, data=data
            )
        )
        return token

    async def join(self, ticket: str, name: str) -> Account:
        """Create the account of a ticket's holder, without a password until they choose one.

        Raises `TicketNotFoundError`, `NameTakenError`, `InvalidInputError`, or the error for closed registration; the
        ticket then stays valid.
        """
        person: dict[str, str] = {}

        def admit(session: Session) -> Role:
            found = repository.use_ticket(session, TicketKind.NEWCOMER, hash_token(ticket))
            if found is None:
                raise TicketNotFoundError
            person.update(found.data)
            return self._accounts.admit(session, name, person["invitation"])

        def link(session: Session, user: User) -> None:
            try:
                queries.add_identity(session, user.id, person["issuer"], person["subject"])
            except IntegrityError as error:
                raise IdentityTakenError from error

        return await self._accounts.add_account(name, "", admit, link)
