"""Accounts: signing up, in and out, and telling who asks."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import IntegrityError

from app.accounts import repository
from app.accounts.passwords import Passwords, hash_token, make_token
from app.accounts.schemas import Account, SignIn
from app.accounts.throttle import Throttle
from app.audit.log import Action, record
from app.db.models import now
from app.db.statuses import Role
from app.errors import (
    AccountDisabledError,
    InvalidInputError,
    NameTakenError,
    RegistrationClosedError,
    UserNotFoundError,
    WrongCredentialsError,
)
from app.json_values import is_text
from app.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.models import User
    from app.db.session import Database
    from app.settings import Settings

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,31}")
PASSWORD_LENGTHS: Final = range(10, 257)
MAX_LABEL: Final = 80


def check_name(name: str) -> str:
    """Return the name as it is stored; raises `InvalidInputError` when it breaks the rules."""
    name = name.strip()
    if not NAME.fullmatch(name):
        message = _(
            "A name has 2 to 32 letters, digits, dots, dashes or underscores, and begins with a letter or digit."
        )
        raise InvalidInputError("name", message)
    return name


def check_password(password: str, name: str) -> None:
    """Raise `InvalidInputError` when a password breaks the rules. Length is what makes one strong."""
    if len(password) not in PASSWORD_LENGTHS:
        first, last = PASSWORD_LENGTHS[0], PASSWORD_LENGTHS[-1]
        message = _(
            "A password has %(first)s to %(last)s characters; this one has %(count)s.",
            first=first,
            last=last,
            count=len(password),
        )
        raise InvalidInputError("password", message)
    if password.casefold() == name.casefold():
        raise InvalidInputError("password", _("A password must differ from the name."))
    if len(set(password)) == 1:
        raise InvalidInputError("password", _("A password of one character, repeated, is too easy to guess."))
    if not is_text(password):
        raise InvalidInputError("password", _("The password has half of a surrogate pair: that is no text."))


class AccountService:
    """Everything about accounts."""

    def __init__(self, settings: Settings, database: Database) -> None:
        self._settings = settings
        self._database = database
        self._throttle = Throttle()
        self._passwords = Passwords(settings.password_memory_kib, settings.password_passes)

    async def sign_up(self, name: str, password: str) -> Account:
        """Make a learner's account, if this site lets people do so themselves."""
        if self._settings.registration == "closed":
            raise RegistrationClosedError
        return await self.add_user(name, password, Role.LEARNER)

    async def add_user(self, name: str, password: str, role: Role) -> Account:
        """Make an account; raises `InvalidInputError` or `NameTakenError`."""
        name = check_name(name)
        check_password(password, name)
        password_hash = await self._passwords.hash(password)
        try:
            user = await self._database.write(
                lambda session: repository.add_user(
                    session, name=name, name_key=name.lower(), password_hash=password_hash, role=role
                )
            )
        except IntegrityError as error:
            raise NameTakenError(name) from error
        return _to_account(user)

    async def find(self, name: str) -> Account:
        """Return the account with this name, in whatever capitals; raises `UserNotFoundError`."""
        user = await self._database.read(lambda session: repository.find_user(session, name.strip().lower()))
        if user is None:
            raise UserNotFoundError(name)
        return _to_account(user)

    async def change_role(self, name: str, role: Role) -> Account:
        """Let an account do more, or less; raises `UserNotFoundError`."""

        def store(session: Session) -> Account:
            user = repository.find_user(session, name.strip().lower())
            if user is None:
                raise UserNotFoundError(name)
            if role is not user.role:
                record(session, Action.ROLE_CHANGED, user.name, before=user.role.value, after=role.value)
            repository.change_role(session, user.id, role)
            return Account(user.id, user.name, role)

        return await self._database.write(store)

    async def sign_in(self, name: str, password: str, *, address: str, old_token: str | None = None) -> SignIn:
        """Return a fresh sign-in, in place of the one that `old_token` stands for; `address` is who asks.

        Raises `WrongCredentialsError`, `TooManySignInsError` after many of those, and `AccountDisabledError`.
        """
        if not is_text(name + password):
            raise WrongCredentialsError
        key = name.strip().lower()[:64]
        self._throttle.begin(address, key)
        user = await self._database.read(lambda session: repository.find_user(session, key))
        longest = PASSWORD_LENGTHS[-1]
        fits, better = await self._passwords.verify(password[: longest + 1], user.password_hash if user else None)
        if user is None or not fits:
            raise WrongCredentialsError
        self._throttle.succeed(address, key)
        if user.disabled_at is not None:
            raise AccountDisabledError
        token = make_token()
        expires_at = now() + timedelta(days=self._settings.session_days)

        def store(session: Session) -> None:
            if old_token:
                repository.delete_session(session, hash_token(old_token))
            if better:
                repository.replace_password_hash(session, user.id, better)
            repository.add_session(session, user.id, hash_token(token), expires_at)

        await self._database.write(store)
        return SignIn(_to_account(user), token, expires_at)

    async def sign_out(self, token: str | None) -> None:
        """End the sign-in that `token` stands for, if any."""
        if token:
            await self._database.write(lambda session: repository.delete_session(session, hash_token(token)))

    async def make_api_token(self, name: str, label: str = "") -> str:
        """Return a new API token for the account `name`; it is told this once. Raises `UserNotFoundError`."""
        token = make_token()

        def store(session: Session) -> None:
            user = repository.find_user(session, name.strip().lower())
            if user is None:
                raise UserNotFoundError(name)
            repository.add_api_token(session, user.id, hash_token(token), label[:MAX_LABEL])

        await self._database.write(store)
        return token

    async def find_by_name(self, name: str) -> Account | None:
        """Return the account with this name, in whatever capitals."""

        def look(session: Session) -> Account | None:
            user = repository.find_user(session, name.strip().lower())
            return None if user is None else _to_account(user)

        return await self._database.read(look)

    async def find_by_session(self, token: str) -> Account | None:
        """Whose sign-in this is."""
        return await self._database.read(lambda session: repository.find_account_by_session(session, hash_token(token)))

    async def find_by_api_token(self, token: str) -> Account | None:
        """Whose API token this is."""
        return await self._database.read(
            lambda session: repository.find_account_by_api_token(session, hash_token(token))
        )


def _to_account(user: User) -> Account:
    return Account(user.id, user.name, user.role)
