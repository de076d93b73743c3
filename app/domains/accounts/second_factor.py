"""The second factor: time-based one-time codes (TOTP, RFC 6238) from an authenticator app, and recovery codes.

A code is valid once, within its 30 seconds and the 30 before and after, to allow for inaccurate clocks. The secret is
needed to check codes, so it is stored encrypted (`app.domains.vault`); recovery codes are hashed.
"""

from __future__ import annotations

import base64
import hmac
import secrets
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.db.models import now
from app.db.statuses import TicketKind
from app.domains.accounts import queries, repository
from app.domains.accounts.errors import TicketNotFoundError, WrongCodeError
from app.domains.accounts.passwords import hash_token, make_token
from app.domains.accounts.schemas import Client, FactorState
from app.domains.accounts.service import to_account
from app.domains.audit.log import Action, record
from app.domains.limits.throttle import HOUR_S, Throttle, prove_browser
from app.kit.errors import ConflictError, UserNotFoundError, WrongCredentialsError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.vault.keys import Vault

STEP_S: Final = 30
"""The time step, in seconds, for which a code is shown: the value that every app assumes."""
WINDOW: Final = 1
"""Number of time steps before and after the current one that are accepted as well."""
CODES: Final = 10
CODE_BYTES: Final = 10
"""Number of random bytes in a recovery code: 80 bits, for which a fast hash is enough."""
GUESSES: Final = 10
"""Wrong codes allowed for one account per day from any address, or per hour from a browser that has sent a right one: a
code has only six digits, and anybody guessing one already has the password."""
TICKET_LASTS: Final = timedelta(minutes=10)
"""Time after the password within which the code is accepted."""
ISSUER: Final = "JAX Dojo"


class SecondFactorService:
    """Sets up, checks and removes second factors."""

    def __init__(self, database: Database, vault: Vault) -> None:
        self._database = database
        self._vault = vault
        self._throttle = Throttle("code", window_s=HOUR_S, per_name=GUESSES, from_anywhere=GUESSES, only_proven=True)

    async def find_state(self, account: Account) -> FactorState:
        """Return whether the second factor is enabled, and how many recovery codes are left."""

        def look(session: Session) -> FactorState:
            factor = queries.find_factor(session, account.id)
            enabled = factor is not None and factor.enabled_at is not None
            return FactorState(enabled, queries.count_codes(session, account.id))

        return await self._database.read(look)

    async def begin(self, account: Account) -> str:
        """Return the `otpauth` address of a new secret, which takes effect once a code proves that the app has it.

        Raises `ConflictError` if the second factor is enabled.
        """
        import pyotp  # noqa: PLC0415 (imported late, because few starts need it)

        secret = pyotp.random_base32()

        def store(session: Session) -> None:
            repository.lock_user(session, account.id)  # `enable` may be under way in another tab.
            factor = queries.find_factor(session, account.id)
            if factor is not None and factor.enabled_at is not None:
                raise ConflictError(_("The second factor is already on."))
            queries.begin_factor(session, account.id, self._vault.seal(session, secret))

        await self._database.write(store)
        return _make_address(account, secret)

    async def find_address(self, account: Account) -> str:
        """Return the address of a pending secret; raises `ConflictError` without one."""
        factor = await self._database.read(lambda session: queries.find_factor(session, account.id))
        if factor is None or factor.enabled_at is not None:
            raise ConflictError(_("Start again to switch the second factor on."))
        return _make_address(account, self._vault.open(factor.secret))

    async def enable(self, account: Account, code: str, client: Client) -> list[str]:
        """Enable the second factor and return recovery codes, shown only once. Raises `WrongCodeError`."""
        codes = _make_codes()

        def store(session: Session) -> bool:
            repository.lock_user(session, account.id)
            factor = queries.find_factor(session, account.id)
            if factor is None or factor.enabled_at is not None or not self._use_code(session, account.id, code):
                return False
            queries.enable_factor(session, account.id)
            queries.replace_codes(session, account.id, [hash_token(_normalise(one)) for one in codes])
            return True

        await self._try(account, client, store)
        return codes

    async def renew_codes(self, account: Account, code: str, client: Client) -> list[str]:
        """Replace the recovery codes and return the new ones, shown only once. Raises `WrongCodeError`."""
        codes = _make_codes()

        def store(session: Session) -> bool:
            if not self._use_any(session, account.id, code):
                return False
            queries.replace_codes(session, account.id, [hash_token(_normalise(one)) for one in codes])
            return True

        await self._try(account, client, store)
        return codes

    async def disable(self, account: Account, code: str, client: Client) -> None:
        """Disable the second factor; raises `WrongCodeError`."""
        await self._try(
            account,
            client,
            lambda session: self._use_any(session, account.id, code) and queries.delete_factor(session, account.id),
        )

    async def check(self, account: Account, code: str, client: Client) -> None:
        """Raise `WrongCodeError` unless `code` is a valid code or recovery code; each works once."""
        await self._try(account, client, lambda session: self._use_any(session, account.id, code))

    async def ask(self, account: Account, password_hash: str | None = None) -> str:
        """Return a ticket for sending a code within ten minutes, once the password has been checked.

        Raises `WrongCredentialsError` if `password_hash`, that of the password checked, isn't the account's any more.
        """
        token, expires_at = make_token(), now() + TICKET_LASTS

        def store(session: Session) -> None:
            if password_hash is not None and not repository.keeps_password(session, account.id, password_hash):
                raise WrongCredentialsError
            repository.add_ticket(session, TicketKind.SECOND_FACTOR, hash_token(token), expires_at, user_id=account.id)

        await self._database.write(store)
        return token

    async def answer(self, ticket: str, code: str, client: Client) -> tuple[Account, str]:
        """Return the ticket's account, and the hash of its password, of which a change would have ended the ticket.

        Raises `TicketNotFoundError`, or `WrongCodeError`, which allows a retry.
        """
        key = hash_token(ticket)

        def look(session: Session) -> Account | None:
            found = repository.find_ticket(session, TicketKind.SECOND_FACTOR, key)
            user = None if found is None or found.user_id is None else repository.get_user(session, found.user_id)
            return None if user is None else to_account(user)

        account = await self._database.read(look)
        if account is None:
            raise TicketNotFoundError
        await self.check(account, code, client)

        def use(session: Session) -> str:
            used = repository.use_ticket(session, TicketKind.SECOND_FACTOR, key)
            user = None if used is None else repository.get_user(session, account.id)
            if user is None:
                raise TicketNotFoundError
            return user.password_hash

        return account, await self._database.write(use)

    async def reset(self, name: str) -> bool:
        """Remove a lost second factor, and end all of the account's sessions; returns whether there was one.

        Raises `UserNotFoundError`.
        """

        def store(session: Session) -> bool:
            user = repository.find_user(session, name.strip().lower())
            if user is None:
                raise UserNotFoundError(name)
            queries.delete_sessions(session, user.id)
            record(session, Action.SECOND_FACTOR_RESET, user.name)
            return queries.delete_factor(session, user.id)

        return await self._database.write(store)

    def _use_code(self, session: Session, user_id: int, code: str) -> bool:
        factor = queries.find_factor(session, user_id)
        step = None if factor is None else find_step(self._vault.open(factor.secret), _normalise(code), time.time())
        return step is not None and queries.use_step(session, user_id, step)

    def _use_any(self, session: Session, user_id: int, code: str) -> bool:
        factor = queries.find_factor(session, user_id)
        if factor is None or factor.enabled_at is None:
            return False
        # Recovery codes are checked first: they work even when an encryption key is missing.
        return queries.use_code(session, user_id, hash_token(_normalise(code))) or self._use_code(
            session, user_id, code
        )

    async def _try(self, account: Account, client: Client, work: Callable[[Session], bool]) -> None:
        """Run `work`, counting wrong codes."""
        key = account.name.lower()

        def attempt(session: Session) -> bool:
            self._throttle.begin(session, client.address, key, client.browser)
            good = work(session)
            if good:
                self._throttle.succeed(session, client.address, key, client.browser)
                prove_browser(session, key, client.browser)
            return good

        if not await self._database.write(attempt):
            raise WrongCodeError


def find_step(secret: str, code: str, moment: float) -> int | None:
    """Return the time step of a six-digit code at `moment`, in seconds since 1970; None if no step matches."""
    import pyotp  # noqa: PLC0415 (imported late, because few starts need it)

    totp, current = pyotp.TOTP(secret, interval=STEP_S), int(moment) // STEP_S
    steps = range(current - WINDOW, current + WINDOW + 1)
    found = [step for step in steps if hmac.compare_digest(totp.generate_otp(step).encode(), code.encode())]
    return found[-1] if found else None


def _make_codes() -> list[str]:
    """Return new recovery codes such as `abcd-efgh-ijkl-mnop`."""
    codes = [base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode().lower() for _number in range(CODES)]
    return ["-".join(code[start : start + 4] for start in range(0, len(code), 4)) for code in codes]


def _normalise(code: str) -> str:
    """Return a code without spaces and dashes."""
    return "".join(sign for sign in code.lower() if sign.isalnum())[:64]


def _make_address(account: Account, secret: str) -> str:
    import pyotp  # noqa: PLC0415 (imported late, because few starts need it)

    return pyotp.TOTP(secret).provisioning_uri(name=account.name, issuer_name=ISSUER)
