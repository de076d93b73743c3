"""Browser sessions: started by signing in, listed, and ended."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.db.models import now
from app.domains.accounts import queries, repository
from app.domains.accounts.browsers import name_browser
from app.domains.accounts.errors import SecondFactorNeededError, SignInAgainError
from app.domains.accounts.passwords import hash_token, make_token
from app.domains.accounts.schemas import SignIn
from app.domains.accounts.service import PASSWORD_LENGTHS, check_password, to_account
from app.domains.limits.throttle import FROM_ANYWHERE, Throttle, is_known_browser, remember_browser
from app.kit.addresses import shorten_address
from app.kit.errors import AccountDisabledError, WrongCredentialsError
from app.kit.json_values import is_text

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.models import User
    from app.db.session import Database
    from app.domains.accounts.passwords import Passwords
    from app.domains.accounts.schemas import Account, Client, SignInView
    from app.domains.accounts.second_factor import SecondFactorService
    from app.kit.settings import Settings

SEEN_EVERY: Final = timedelta(minutes=10)
"""Resolution of a session's last use: recording every use would be a write per request."""

FRESH: Final = timedelta(minutes=10)
"""Time after signing in within which somebody may give a program, a provider or a platform access to their account, and
an account without a password may make sensitive changes."""


def is_fresh(account: Account) -> bool:
    """Return whether the account's browser session is recent, or there is none: for commands, never for API tokens."""
    return account.signed_in_at is None or account.signed_in_at >= now() - FRESH


def require_fresh(account: Account) -> None:
    """Raise `SignInAgainError` if the account's browser session isn't recent.

    Signing in asked for the password and the second factor. So a session that somebody left open or lost doesn't give
    access that outlasts it.
    """
    if not is_fresh(account):
        raise SignInAgainError


class SessionService:
    """Manages browser sessions."""

    def __init__(
        self, settings: Settings, database: Database, passwords: Passwords, second_factor: SecondFactorService
    ) -> None:
        self._settings = settings
        self._database = database
        self._passwords = passwords
        self._second_factor = second_factor
        self._throttle = Throttle("password", from_anywhere=FROM_ANYWHERE)

    async def sign_in(
        self, name: str, password: str, client: Client, old_token: str | None = None, code: str = ""
    ) -> SignIn:
        """Return a new session, which replaces that of `old_token`.

        Raises `WrongCredentialsError`, `TooManySignInsError` after many of those, and what `admit` raises.
        """
        user, password_hash = await self._check(name, password, client)
        return await self.admit(to_account(user), client, old_token, code, password_hash)

    async def admit(
        self,
        account: Account,
        client: Client,
        old_token: str | None = None,
        code: str = "",
        password_hash: str | None = None,
    ) -> SignIn:
        """Return a new session for an authenticated account, once its second factor, if any, is checked.

        Raises `SecondFactorNeededError` if `code` is missing, `WrongCodeError`, `AccountDisabledError`, and
        `WrongCredentialsError` if `password_hash`, that of the password checked, isn't the account's any more.
        """
        proven = (await self._second_factor.find_state(account)).enabled
        if proven:
            if not code:
                raise SecondFactorNeededError(await self._second_factor.ask(account, password_hash))
            await self._second_factor.check(account, code, client)
        return await self._start(account, client, old_token, password_hash, proven=proven)

    async def finish(self, ticket: str, code: str, client: Client, old_token: str | None = None) -> SignIn:
        """Return a new session for a ticket and its code; raises `WrongCodeError` or `TicketNotFoundError`."""
        account, password_hash = await self._second_factor.answer(ticket, code, client)
        return await self._start(account, client, old_token, password_hash, proven=True)

    async def _start(
        self,
        account: Account,
        client: Client,
        old_token: str | None,
        password_hash: str | None = None,
        *,
        proven: bool = False,
    ) -> SignIn:
        token = make_token()
        expires_at = now() + timedelta(days=self._settings.session_days)

        def store(session: Session) -> str:
            # A new password ends all sessions, and checking the previous one takes long: none may start after that.
            if password_hash is not None and not repository.keeps_password(session, account.id, password_hash):
                raise WrongCredentialsError
            user = repository.get_user(session, account.id)
            if user is None or user.disabled_at is not None:
                raise AccountDisabledError
            if old_token:
                queries.delete_session(session, hash_token(old_token))
            queries.add_session(
                session,
                account.id,
                hash_token(token),
                expires_at,
                browser=name_browser(client.user_agent),
                network=shorten_address(client.address),
            )
            return remember_browser(session, user.name.lower(), client.browser, proven=proven)

        browser = await self._database.write(store)
        return SignIn(account, token, expires_at, browser)

    async def find(self, token: str) -> Account | None:
        """Return the account of a session token."""
        key = hash_token(token)
        known = await self._database.read(lambda session: queries.find_session(session, key))
        if known is None:
            return None
        if known.seen_at < now() - SEEN_EVERY:
            await self._database.write(lambda session: queries.note_use(session, key))
        return known.account

    async def sign_out(self, token: str | None) -> None:
        """End the session of `token`, if any."""
        if token:
            await self._database.write(lambda session: queries.delete_session(session, hash_token(token)))

    async def list_own(self, account: Account, token: str) -> list[SignInView]:
        """Return an account's sessions, the last used first; `token` is that of the current one."""
        key = hash_token(token)
        return await self._database.read(lambda session: queries.list_sessions(session, account.id, key))

    async def end(self, account: Account, public_id: str) -> None:
        """End one of an account's sessions, if it exists."""
        await self._database.write(lambda session: queries.delete_sessions(session, account.id, public_id=public_id))

    async def end_all(self, account: Account) -> None:
        """End all of an account's sessions."""
        await self._database.write(lambda session: queries.delete_sessions(session, account.id))

    async def change_password(self, account: Account, old: str, new: str, client: Client, token: str) -> SignIn:
        """Store a new password, end all sessions and return a new one.

        Raises `WrongCredentialsError` if `old` is wrong, and `InvalidInputError`.
        """
        confirmed = await self.confirm(account, old, client, token)
        check_password(new, account.name)
        password_hash = await self._passwords.hash(new, member=True)

        def store(session: Session) -> None:
            if not repository.keeps_password(session, account.id, confirmed):
                raise WrongCredentialsError
            repository.replace_password(session, account.id, password_hash)
            queries.delete_sessions(session, account.id)

        await self._database.write(store)
        return await self._start(account, client, token, password_hash)

    async def confirm(self, account: Account, password: str, client: Client, token: str) -> str:
        """Raise `WrongCredentialsError` unless this is the account's password; guards irreversible actions.

        Returns the password's hash, which is empty for an account without one. Raises `SignInAgainError` for such an
        account unless the session of `token` is recent.
        """
        if await self.has_password(account):
            return (await self._check(account.name, password, client, member=True))[1]
        known = await self._database.read(lambda session: queries.find_session(session, hash_token(token)))
        if known is None or known.created_at < now() - FRESH:
            raise SignInAgainError
        return ""

    async def has_password(self, account: Account) -> bool:
        """Return whether an account has a password."""
        user = await self._database.read(lambda session: repository.get_user(session, account.id))
        return user is not None and bool(user.password_hash)

    async def _check(self, name: str, password: str, client: Client, *, member: bool = False) -> tuple[User, str]:
        """Return the account, and the hash of its password, unless the password is wrong."""
        if not is_text(name + password):
            raise WrongCredentialsError
        key = name.strip().lower()[:64]
        await self._database.write(lambda session: self._throttle.begin(session, client.address, key, client.browser))
        user, known = await self._database.read(
            lambda session: (repository.find_user(session, key), is_known_browser(session, key, client.browser))
        )
        given, stored = password[: PASSWORD_LENGTHS[-1] + 1], user.password_hash if user else ""
        fits, better = await self._passwords.verify(given, stored, member=member or known)
        if user is None or not fits:
            raise WrongCredentialsError

        def succeed(session: Session) -> bool:
            self._throttle.succeed(session, client.address, key, client.browser)
            return not better or repository.replace_password_hash(session, user.id, stored, better)

        if not await self._database.write(succeed):
            # Another sign-in has recomputed the hash, or there is a new password by now.
            return await self._check(name, password, client, member=member)
        return user, better or stored
