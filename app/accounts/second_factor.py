"""The second factor: codes that an app makes from a secret and the time (TOTP, RFC 6238), and recovery codes.

A code is good within its half minute and one before or after it, for clocks that are off, and never twice. The secret
is needed to check codes, so it is encrypted in the database (`app.vault`); recovery codes are hashed.
"""

from __future__ import annotations

import base64
import hmac
import secrets
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.accounts import queries, repository
from app.accounts.errors import TicketNotFoundError, WrongCodeError
from app.accounts.passwords import hash_token, make_token
from app.accounts.schemas import FactorState
from app.accounts.service import to_account
from app.audit.log import Action, record
from app.db.models import now
from app.db.statuses import TicketKind
from app.errors import ConflictError, UserNotFoundError
from app.language import translate as _
from app.limits.throttle import Throttle

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.orm import Session

    from app.accounts.schemas import Account
    from app.db.session import Database
    from app.vault.keys import Vault

STEP_S: Final = 30
"""How long a code is shown, in seconds: what every app takes it to be."""
WINDOW: Final = 1
"""How many steps before and after are good, too."""
CODES: Final = 10
CODE_BYTES: Final = 10
"""Chance in a recovery code: 80 bits, for which a fast hash is enough."""
TRIES: Final = 10
"""Wrong codes for one account in an hour, from wherever they come: a code has six digits only."""
TICKET_LASTS: Final = timedelta(minutes=10)
"""How long after the password the code may come."""
ISSUER: Final = "JAX Dojo"


class SecondFactorService:
    """Everything about the second factor."""

    def __init__(self, database: Database, vault: Vault) -> None:
        self._database = database
        self._vault = vault
        self._throttle = Throttle("code", window_s=3600, per_name=TRIES, per_address=TRIES)

    async def find_state(self, account: Account) -> FactorState:
        """Return whether codes are asked for, and how many recovery codes are left."""

        def look(session: Session) -> FactorState:
            factor = queries.find_factor(session, account.id)
            enabled = factor is not None and factor.enabled_at is not None
            return FactorState(enabled, queries.count_codes(session, account.id))

        return await self._database.read(look)

    async def begin(self, account: Account) -> str:
        """Return the address, for an app, of a new secret; it counts once a code has shown that the app has it.

        Raises `ConflictError` where the second factor is on.
        """
        import pyotp  # noqa: PLC0415 (for the few who want it, not at each start)

        secret = pyotp.random_base32()

        def store(session: Session) -> None:
            factor = queries.find_factor(session, account.id)
            if factor is not None and factor.enabled_at is not None:
                raise ConflictError(_("The second factor is on already."))
            queries.begin_factor(session, account.id, self._vault.seal(session, secret))

        await self._database.write(store)
        return _make_address(account, secret)

    async def find_address(self, account: Account) -> str:
        """Return the address of a secret that was begun; raises `ConflictError` without one."""
        factor = await self._database.read(lambda session: queries.find_factor(session, account.id))
        if factor is None or factor.enabled_at is not None:
            raise ConflictError(_("Begin anew to switch the second factor on."))
        return _make_address(account, self._vault.open(factor.secret))

    async def enable(self, account: Account, code: str) -> list[str]:
        """Ask for codes from now on, and return recovery codes; they are told this once. Raises `WrongCodeError`."""
        codes = _make_codes()

        def store(session: Session) -> bool:
            factor = queries.find_factor(session, account.id)
            if factor is None or factor.enabled_at is not None or not self._use_code(session, account.id, code):
                return False
            queries.enable_factor(session, account.id)
            queries.replace_codes(session, account.id, [hash_token(_normalise(one)) for one in codes])
            return True

        await self._try(account, store)
        return codes

    async def renew_codes(self, account: Account, code: str) -> list[str]:
        """Return new recovery codes in place of the old ones; they are told this once. Raises `WrongCodeError`."""
        codes = _make_codes()

        def store(session: Session) -> bool:
            if not self._use_any(session, account.id, code):
                return False
            queries.replace_codes(session, account.id, [hash_token(_normalise(one)) for one in codes])
            return True

        await self._try(account, store)
        return codes

    async def disable(self, account: Account, code: str) -> None:
        """Ask for no codes any more; raises `WrongCodeError`."""
        await self._try(
            account,
            lambda session: self._use_any(session, account.id, code) and queries.delete_factor(session, account.id),
        )

    async def check(self, account: Account, code: str) -> None:
        """Raise `WrongCodeError` unless a code, or a recovery code, is good; it isn't again."""
        await self._try(account, lambda session: self._use_any(session, account.id, code))

    async def ask(self, account: Account) -> str:
        """Return a ticket for who has given the password, to come back with a code within ten minutes."""
        token, expires_at = make_token(), now() + TICKET_LASTS
        await self._database.write(
            lambda session: repository.add_ticket(
                session, TicketKind.SECOND_FACTOR, hash_token(token), expires_at, user_id=account.id
            )
        )
        return token

    async def answer(self, ticket: str, code: str) -> Account:
        """Return whose ticket it is; raises `TicketNotFoundError`, or `WrongCodeError`: then one may try again."""
        key = hash_token(ticket)

        def look(session: Session) -> Account | None:
            found = repository.find_ticket(session, TicketKind.SECOND_FACTOR, key)
            user = None if found is None or found.user_id is None else repository.get_user(session, found.user_id)
            return None if user is None else to_account(user)

        account = await self._database.read(look)
        if account is None:
            raise TicketNotFoundError
        await self.check(account, code)
        if await self._database.write(
            lambda session: repository.use_ticket(session, TicketKind.SECOND_FACTOR, key) is None
        ):
            raise TicketNotFoundError
        return account

    async def reset(self, name: str) -> bool:
        """Forget the second factor of who has lost it, and end all their sign-ins; returns whether there was one.

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
        # A recovery code is looked for first: it is good even where a key of ours is missing.
        return queries.use_code(session, user_id, hash_token(_normalise(code))) or self._use_code(
            session, user_id, code
        )

    async def _try(self, account: Account, work: Callable[[Session], bool]) -> None:
        """Do what needs a good code, counting the wrong ones."""
        key = str(account.id)

        def attempt(session: Session) -> bool:
            self._throttle.begin(session, key, "")
            good = work(session)
            if good:
                self._throttle.succeed(session, key, "")
            return good

        if not await self._database.write(attempt):
            raise WrongCodeError


def find_step(secret: str, code: str, moment: float) -> int | None:
    """Return the time step that a code of six digits is of, at `moment` in seconds since 1970; None for none."""
    import pyotp  # noqa: PLC0415 (for the few who want it, not at each start)

    totp, current = pyotp.TOTP(secret, interval=STEP_S), int(moment) // STEP_S
    steps = range(current - WINDOW, current + WINDOW + 1)
    found = [step for step in steps if hmac.compare_digest(totp.generate_otp(step).encode(), code.encode())]
    return found[-1] if found else None


def _make_codes() -> list[str]:
    """Return fresh recovery codes such as `abcd-efgh-ijkl-mnop`."""
    codes = [base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode().lower() for _number in range(CODES)]
    return ["-".join(code[start : start + 4] for start in range(0, len(code), 4)) for code in codes]


def _normalise(code: str) -> str:
    """Return a code without what people put between its parts."""
    return "".join(sign for sign in code.lower() if sign.isalnum())[:64]


def _make_address(account: Account, secret: str) -> str:
    import pyotp  # noqa: PLC0415 (for the few who want it, not at each start)

    return pyotp.TOTP(secret).provisioning_uri(name=account.name, issuer_name=ISSUER)
