"""Accounts: signing up, finding them, and roles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import IntegrityError

from app.db.orders import withhold_regrades
from app.db.statuses import Role, TicketKind
from app.domains.accounts import repository
from app.domains.accounts.errors import InvitationNotFoundError, TicketNotFoundError
from app.domains.accounts.passwords import hash_token
from app.domains.accounts.schemas import Account
from app.domains.audit.log import Action, record
from app.domains.limits.throttle import HOUR_S, Throttle
from app.kit.errors import InvalidInputError, NameTakenError, RegistrationClosedError, UserNotFoundError
from app.kit.json_values import is_text
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.orm import Session

    from app.db.models import User
    from app.db.session import Database
    from app.domains.accounts.passwords import Passwords
    from app.kit.settings import Settings

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,31}")
PASSWORD_LENGTHS: Final = range(10, 257)


def check_name(name: str) -> str:
    """Return the name as it is stored; raises `InvalidInputError` if it breaks the rules."""
    name = name.strip()
    if not NAME.fullmatch(name):
        message = _(
            "A name has 2 to 32 letters, digits, dots, dashes or underscores, and begins with a letter or digit."
        )
        raise InvalidInputError("name", message)
    return name


def check_password(password: str, name: str) -> None:
    """Raise `InvalidInputError` if a password breaks the rules. Length is what makes one strong."""
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
        raise InvalidInputError("password", _("A password that repeats one character is too easy to guess."))
    if not is_text(password):
        raise InvalidInputError("password", _("The password contains an unpaired surrogate, which isn't valid text."))


class AccountService:
    """Creates and finds accounts, and changes their roles."""

    def __init__(self, settings: Settings, database: Database, passwords: Passwords) -> None:
        self._settings = settings
        self._database = database
        self._passwords = passwords
        most = settings.sign_ups_per_hour
        self._joining = Throttle("join", window_s=HOUR_S, per_name=most, per_address=most) if most else None

    async def sign_up(self, name: str, password: str, invitation: str = "", *, address: str) -> Account:
        """Create an account by sign-up, with or without an invitation's token, if registration allows it.

        Raises `RegistrationClosedError`, `InvitationNotFoundError`, `InvalidInputError` or `NameTakenError`, and
        `TooManySignInsError` after many sign-ups from an address.
        """
        self.require_open(invitation)
        key = hash_token(invitation)
        if invitation and not await self._database.read(lambda session: repository.find_invited_role(session, key)):
            raise InvitationNotFoundError  # Before the slow hash of the password.
        check_password(password, check_name(name))
        if (joining := self._joining) is not None:  # Also before the hash, for which everybody's sign-ins wait.
            await self._database.write(lambda session: joining.begin(session, address, name.strip().lower()))
        return await self._add(name, password, lambda session: self.admit(session, name, invitation))

    async def add_user(self, name: str, password: str, role: Role) -> Account:
        """Create an account for somebody; raises `InvalidInputError` or `NameTakenError`."""

        def admit(session: Session) -> Role:
            record(session, Action.ACCOUNT_ADDED, name.strip(), role=role.value)
            return role

        return await self._add(name, password, admit)

    async def add_admin(self, ticket: str, name: str, password: str) -> Account:
        """Create an admin's account by its link; raises `TicketNotFoundError` and what `add_user` raises."""
        key = hash_token(ticket)

        def admit(session: Session) -> Role:
            if repository.use_ticket(session, TicketKind.ADMIN, key) is None:
                raise TicketNotFoundError
            record(session, Action.ACCOUNT_ADDED, name.strip(), role=Role.ADMIN.value)
            return Role.ADMIN

        if await self._database.read(lambda session: repository.find_ticket(session, TicketKind.ADMIN, key)) is None:
            raise TicketNotFoundError  # Before the slow hash of the password.
        return await self._add(name, password, admit)

    def require_open(self, invitation: str = "") -> None:
        """Raise `RegistrationClosedError` if nobody can sign up, or not without an invitation."""
        if self._settings.registration == "closed":
            raise RegistrationClosedError
        if self._settings.registration == "invited" and not invitation:
            raise RegistrationClosedError(_("You need an invitation to join; ask an instructor for one."))

    def admit(self, session: Session, name: str, invitation: str = "") -> Role:
        """Return the role of an account that signs up now, and count the invitation as used.

        Raises `RegistrationClosedError` or `InvitationNotFoundError`.
        """
        self.require_open(invitation)
        role = repository.use_invitation(session, hash_token(invitation)) if invitation else Role.LEARNER
        if role is None:
            raise InvitationNotFoundError
        if role.is_author:
            record(session, Action.ACCOUNT_ADDED, name.strip(), role=role.value)
        return role

    def admit_newcomer(self) -> Role:
        """Return the role of a newcomer sent by an LTI platform, which takes the place of an invitation.

        Raises `RegistrationClosedError` if nobody may join.
        """
        if self._settings.registration == "closed":
            raise RegistrationClosedError
        return Role.LEARNER

    async def add_account(
        self,
        name: str,
        password_hash: str,
        admit: Callable[[Session], Role],
        then: Callable[[Session, User], None] | None = None,
    ) -> Account:
        """Store an account with the role that `admit` grants, in the same transaction; `then` runs last in it.

        Raises `InvalidInputError` or `NameTakenError`.
        """
        name = check_name(name)

        def store(session: Session) -> User:
            role = admit(session)
            user = repository.add_user(
                session, name=name, name_key=name.lower(), password_hash=password_hash, role=role
            )
            _close_setup(session, role)
            if then is not None:
                then(session, user)
            return user

        try:
            return to_account(await self._database.write(store))
        except IntegrityError as error:
            raise NameTakenError(name) from error

    async def _add(self, name: str, password: str, admit: Callable[[Session], Role]) -> Account:
        check_password(password, check_name(name))
        return await self.add_account(name, await self._passwords.hash(password), admit)

    async def find(self, name: str) -> Account:
        """Return the account with this name, ignoring case; raises `UserNotFoundError` without one."""
        user = await self._database.read(lambda session: repository.find_user(session, name.strip().lower()))
        if user is None:
            raise UserNotFoundError(name)
        return to_account(user)

    async def change_role(
        self, name: str, role: Role, check: Callable[[Session], None] = lambda _session: None
    ) -> Account:
        """Change an account's role; raises `UserNotFoundError`, and what `check` raises in the transaction."""

        def store(session: Session) -> Account:
            check(session)
            user = repository.find_user(session, name.strip().lower())
            if user is None:
                raise UserNotFoundError(name)
            if role is not user.role:
                record(session, Action.ROLE_CHANGED, user.name, before=user.role.value, after=role.value)
                withhold_regrades(session, user.id)
            repository.change_role(session, user.id, role)
            _close_setup(session, role)
            return Account(user.id, user.name, role)

        return await self._database.write(store)

    async def find_by_name(self, name: str) -> Account | None:
        """Return the account with this name, ignoring case, or None."""

        def look(session: Session) -> Account | None:
            user = repository.find_user(session, name.strip().lower())
            return None if user is None else to_account(user)

        return await self._database.read(look)


def to_account(user: User) -> Account:
    """Return the account of a row."""
    return Account(user.id, user.name, user.role)


def _close_setup(session: Session, role: Role) -> None:
    """Delete the links that create an admin, once there is one."""
    if role is Role.ADMIN:
        repository.delete_tickets(session, TicketKind.ADMIN)
