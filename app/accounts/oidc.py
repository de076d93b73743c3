"""Sign-in with an account at a provider: found, linked, or made with a name that the newcomer chooses.

A provider's word links to an existing account only where somebody is signed in to it: never by a name or an address
that both have.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import IntegrityError

from app.accounts import queries, repository
from app.accounts.errors import IdentityTakenError, TicketNotFoundError
from app.accounts.passwords import hash_token, make_token
from app.accounts.provider import Provider
from app.db.models import now
from app.db.statuses import TicketKind
from app.errors import ConflictError
from app.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.accounts.provider import Person
    from app.accounts.schemas import Account
    from app.accounts.service import AccountService
    from app.db.models import User
    from app.db.session import Database
    from app.db.statuses import Role
    from app.settings import Settings

TICKET_LASTS: Final = timedelta(minutes=30)
"""How long a newcomer may think about their name."""


class OidcService:
    """Everything about accounts at the provider."""

    def __init__(self, settings: Settings, database: Database, accounts: AccountService) -> None:
        self.provider = Provider(settings)
        self.button = settings.oidc_name
        self._database = database
        self._accounts = accounts

    async def find(self, person: Person) -> Account | None:
        """Return whose account the provider's person signs in to."""
        return await self._database.read(
            lambda session: queries.find_account_by_identity(session, person.issuer, person.subject)
        )

    async def is_linked(self, account: Account) -> bool:
        """Whether one can sign in to an account by the provider."""
        return await self._database.read(lambda session: queries.is_linked(session, account.id, self.provider.issuer))

    async def link(self, account: Account, person: Person) -> None:
        """Let the provider's person sign in to an account; raises `IdentityTakenError` where it is another's."""
        known = await self.find(person)
        if known is not None and known.id != account.id:
            raise IdentityTakenError
        if known is None:
            await self._database.write(
                lambda session: queries.add_identity(session, account.id, person.issuer, person.subject)
            )

    async def unlink(self, account: Account) -> None:
        """Let nobody sign in by the provider any more; raises `ConflictError` where there is no other way in."""

        def store(session: Session) -> None:
            user = repository.get_user(session, account.id)
            if user is None or not user.password_hash:
                raise ConflictError(_("Choose a password first: without one there would be no way in."))
            queries.delete_identities(session, account.id, self.provider.issuer)

        await self._database.write(store)

    async def greet(self, person: Person, invitation: str) -> str:
        """Return a ticket by which a person without an account makes one.

        Raises `RegistrationClosedError` where they can't.
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
        """Make the account of who has a ticket. It has no password until its owner chooses one.

        Raises `TicketNotFoundError`, `NameTakenError`, `InvalidInputError`, or why nobody may join; then the ticket is
        still good.
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
