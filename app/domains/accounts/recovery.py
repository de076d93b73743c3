"""Account recovery: a confirmed e-mail address, and password reset by a link sent to it."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

from sqlalchemy.exc import IntegrityError

from app.db.models import now
from app.db.statuses import TicketKind
from app.domains.accounts import queries, repository
from app.domains.accounts.errors import EmailTakenError, TicketNotFoundError
from app.domains.accounts.passwords import hash_token, make_token
from app.domains.accounts.service import check_password, to_account
from app.domains.audit.log import Action, record
from app.domains.limits.throttle import HOUR_S, Throttle, remember_browser
from app.kit.errors import InvalidInputError, TooManySignInsError, UserNotFoundError
from app.kit.language import translate as _
from app.kit.mail import EMAIL

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.models import User
    from app.db.session import Database
    from app.domains.accounts.passwords import Passwords
    from app.domains.accounts.schemas import Account, Client
    from app.domains.mails.service import MailService
    from app.kit.settings import Settings

LINK_LASTS: Final = timedelta(hours=1)
PER_NAME: Final = 5
"""Maximum number of e-mails per hour for one account, or to one recipient, requested from one address."""
FROM_ANYWHERE: Final = 20
"""Maximum number of confirmations per day to one recipient, requested from all addresses together."""
PER_ADDRESS: Final = 30
"""Maximum number of links for a new password per hour requested from one address, for all accounts together."""
PER_CLASS: Final = 300
"""Maximum number of confirmations per hour requested from one address, or `JAXDOJO_SIGN_UPS_PER_HOUR` if that is more.
A whole class may share one address, and everybody who signs up may give an e-mail address."""

MAX_LINKS: Final = 5
"""Maximum number of valid links of each kind per account, whoever requested them."""


def check_email(email: str) -> str:
    """Return a normalised address; raises `InvalidInputError` if it isn't valid."""
    email = email.strip()
    if not EMAIL.fullmatch(email):
        raise InvalidInputError("email", _("This isn't an e-mail address that we can use."))
    return email.lower()


class RecoveryService:
    """Manages e-mail addresses and password resets."""

    def __init__(self, settings: Settings, database: Database, passwords: Passwords, mailer: MailService) -> None:
        self._settings = settings
        self._database = database
        self._passwords = passwords
        self._mailer = mailer
        most = max(PER_CLASS, settings.sign_ups_per_hour)
        self._confirming = Throttle("confirm", window_s=HOUR_S, per_name=PER_NAME, per_address=most)
        self._confirmed = Throttle(
            "confirmed", window_s=HOUR_S, per_name=PER_NAME, per_address=most, from_anywhere=FROM_ANYWHERE
        )
        self._resetting = Throttle("reset", window_s=HOUR_S, per_name=PER_NAME, per_address=PER_ADDRESS)

    async def find_email(self, account: Account) -> str | None:
        """Return an account's confirmed address."""
        user = await self._database.read(lambda session: repository.get_user(session, account.id))
        return None if user is None else user.email

    async def request_email(self, account: Account, email: str, client: Client) -> None:
        """Send a link that confirms an address; an empty `email` removes the address at once.

        Raises `InvalidInputError`, and `TooManySignInsError` after many mails.
        """
        if not email.strip():
            old = await self.find_email(account)

            def remove(session: Session) -> None:
                repository.change_email(session, account.id, None)
                repository.delete_tickets(session, TicketKind.RESET, account.id)  # They were sent to this address.

            await self._database.write(remove)
            self._notify_old_address(account, old)
            return
        email = check_email(email)

        def count(session: Session) -> None:
            self._confirming.begin(session, client.address, account.name.lower())
            self._confirmed.begin(session, client.address, email)  # Many accounts may ask for the same recipient.

        await self._database.write(count)
        link = await self._make_link(TicketKind.EMAIL, "/account/email", account.id, {"email": email}, MAX_LINKS)
        if not link:
            raise TooManySignInsError(HOUR_S)
        text = _(
            "Somebody, probably you, asked to add this address to the account %(name)s.\n\n"
            "Confirm it within an hour:\n\n%(link)s\n\nIf it wasn't you, do nothing.",
            name=account.name,
            link=link,
        )
        self._mailer.begin(self._mailer.send(email, _("confirm your e-mail address"), text, LINK_LASTS))

    async def confirm_email(self, account: Account, token: str) -> None:
        """Store the address that a link confirms; raises `TicketNotFoundError` or `EmailTakenError`."""

        def store(session: Session) -> str:
            ticket = repository.use_ticket(session, TicketKind.EMAIL, hash_token(token))
            if ticket is None or ticket.user_id != account.id:
                raise TicketNotFoundError
            new = str(ticket.data["email"])
            repository.change_email(session, account.id, new)
            repository.delete_tickets(session, TicketKind.RESET, account.id)
            return new

        old = await self.find_email(account)
        try:
            new = await self._database.write(store)
        except IntegrityError as error:
            raise EmailTakenError from error
        if old != new:
            self._notify_old_address(account, old)

    async def request_reset(self, name: str, client: Client) -> None:
        """Send a password reset link to the account with this name or address, if it has an address.

        The caller can't tell whether it does. Raises `TooManySignInsError` after many mails.
        """
        key = name.strip().lower()[:254]
        await self._database.write(lambda session: self._resetting.begin(session, client.address, key))
        self._mailer.begin(self._send_reset(key))

    async def make_reset_link(self, name: str) -> str:
        """Return a password reset link, for the operator to pass on; raises `UserNotFoundError`."""
        user = await self._database.read(lambda session: repository.find_user(session, name.strip().lower()))
        if user is None:
            raise UserNotFoundError(name)
        await self._database.write(lambda session: record(session, Action.RESET_LINK_MADE, user.name))
        return await self._make_link(TicketKind.RESET, "/reset", user.id)

    async def check_reset(self, token: str) -> None:
        """Raise `TicketNotFoundError` unless a password reset link is valid."""
        key = hash_token(token)
        if await self._database.read(lambda session: repository.find_ticket(session, TicketKind.RESET, key)) is None:
            raise TicketNotFoundError

    async def reset(self, token: str, password: str, browser: str = "") -> str:
        """Store a new password by a link and end all sessions; return the token that makes the browser known.

        It replaces `browser`, the token of the browser's cookie, if it has one. Raises `TicketNotFoundError` or
        `InvalidInputError`.
        """
        key = hash_token(token)

        def look(session: Session) -> User | None:
            ticket = repository.find_ticket(session, TicketKind.RESET, key)
            return None if ticket is None or ticket.user_id is None else repository.get_user(session, ticket.user_id)

        user = await self._database.read(look)
        if user is None:
            raise TicketNotFoundError
        check_password(password, user.name)
        password_hash = await self._passwords.hash(password, member=True)

        def store(session: Session) -> str:
            if repository.use_ticket(session, TicketKind.RESET, key) is None:
                raise TicketNotFoundError
            repository.replace_password(session, user.id, password_hash)
            queries.delete_sessions(session, user.id)
            return remember_browser(session, user.name.lower(), browser)

        known = await self._database.write(store)
        await self.notify(to_account(user), _("your password was changed"), _("It was changed through a reset link."))
        return known

    async def notify(self, account: Account, subject: str, text: str) -> None:
        """Notify an account by e-mail, if it has an address, of a change to it."""
        email = await self.find_email(account)
        if email is not None:
            advice = _("If it wasn't you, ask for a new password, and sign out everywhere on the Account page.")
            body = f"{account.name}: {text}\n\n{advice}\n\n{self._settings.address}/account"
            self._mailer.begin(self._mailer.send(email, subject, body))

    def notify_deleted(self, account: Account, email: str | None) -> None:
        """Notify the address of an account that was just deleted, if it had one."""
        if email is not None:
            text = _(
                "The account %(name)s was deleted on its Account page, and can't be restored.\n\n"
                "If it wasn't you, tell the operator of this site.",
                name=account.name,
            )
            self._mailer.begin(self._mailer.send(email, _("your account is deleted"), text))

    def _notify_old_address(self, account: Account, old: str | None) -> None:
        """Notify an account's old address that it is no longer used."""
        if old is not None:
            text = _("The account %(name)s no longer uses this e-mail address.", name=account.name)
            self._mailer.begin(self._mailer.send(old, _("your e-mail address was changed"), text))

    async def _send_reset(self, key: str) -> None:
        find = partial(repository.find_user_by_name_or_email, key=key)
        user = await self._mailer.outlast(partial(self._database.read, find))
        if user is None or user.email is None:
            return
        make_link = partial(self._make_link, TicketKind.RESET, "/reset", user.id, most=MAX_LINKS)
        link = await self._mailer.outlast(make_link)
        if not link:
            return
        text = _(
            "Somebody, probably you, asked for a new password for the account %(name)s.\n\n"
            "Choose one within an hour:\n\n%(link)s\n\nIf it wasn't you, do nothing; the old password stays.",
            name=user.name,
            link=link,
        )
        await self._mailer.send(user.email, _("a new password"), text, LINK_LASTS)

    async def _make_link(
        self, kind: TicketKind, path: str, user_id: int, data: dict[str, str] | None = None, most: int | None = None
    ) -> str:
        """Return a new link, or an empty string if the account already has `most` of this kind."""
        token, expires_at = make_token(), now() + LINK_LASTS

        def store(session: Session) -> bool:
            if most is not None:
                repository.lock_user(session, user_id)
                if repository.count_tickets(session, kind, user_id) >= most:
                    return False
            repository.add_ticket(session, kind, hash_token(token), expires_at, user_id=user_id, data=data)
            return True

        return f"{self._settings.address}{path}?token={token}" if await self._database.write(store) else ""
