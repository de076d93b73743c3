"""Authorisation of programs without a password (RFC 8628, the device authorisation grant).

The program requests two codes and keeps the long one secret. It shows the short one, which its user enters on the page
/device in a browser where they are signed in. Meanwhile the program polls every few seconds until it is authorised and
gets its token, once.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Final, TypeVar

from app.db.models import now
from app.domains.accounts.passwords import hash_token, make_token
from app.domains.accounts.repository import find_account
from app.domains.accounts.scopes import join_scopes, split_scopes
from app.domains.accounts.sessions import require_fresh
from app.domains.audit.log import Action
from app.domains.limits.throttle import Throttle
from app.domains.tokens import repository
from app.domains.tokens.errors import (
    AccessDeniedError,
    AuthorizationPendingError,
    ExpiredTokenError,
    SlowDownError,
    UnknownCodeError,
)
from app.domains.tokens.schemas import DeviceView, FreshToken, Waiting
from app.domains.tokens.service import audit_token, check_label, check_room, check_scopes
from app.kit.errors import InvalidInputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.orm import Session

    from app.db.models import DeviceGrant
    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.accounts.scopes import Scope

T = TypeVar("T")

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters of user codes: no vowels, so that they form no words, and no lookalikes."""
CODE: Final = 8
LASTS: Final = timedelta(minutes=10)
INTERVAL_S: Final = 3
"""Minimum polling interval, in seconds."""
MAX_WAITING: Final = 100_000
"""Maximum number of waiting programs. The oldest make room: if new ones were refused, anybody could keep all others out
by beginning many."""
MAX_BEGUN: Final = 300
"""Maximum number of programs that begin at one address while a code is valid. A whole class may share one."""
TOKEN_DAYS: Final = 365
"""Lifetime, in days, of a token issued this way."""


class DeviceService:
    """Authorises programs."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._throttle = Throttle("device")
        self._beginning = Throttle(
            "begin device", window_s=int(LASTS.total_seconds()), per_name=MAX_BEGUN, per_address=MAX_BEGUN
        )

    async def begin(self, label: str, scopes: list[Scope], site: str, address: str = "") -> DeviceView:
        """Start an authorisation; `site` is this site's address, `address` the program's.

        Raises `InvalidInputError`, and `TooManySignInsError` after many from one address.
        """
        label = check_label(label)
        if not scopes:
            raise InvalidInputError("body.scopes", "Say what the token is for.")
        secret, code = make_token(), "".join(secrets.choice(LETTERS) for _ in range(CODE))

        def store(session: Session) -> None:
            self._beginning.begin(session, address, "")
            repository.add_grant(
                session,
                device_hash=hash_token(secret),
                user_code=code,
                label=label,
                scopes=join_scopes(scopes),
                ends=now() + LASTS,
                most=MAX_WAITING,
            )

        await self._database.write(store)
        return DeviceView(
            device_code=secret,
            user_code=show_code(code),
            verification_uri=f"{site}/device",
            verification_uri_complete=f"{site}/device?code={show_code(code)}",
            expires_in=int(LASTS.total_seconds()),
            interval=INTERVAL_S,
        )

    async def find(self, user: Account, code: str) -> Waiting:
        """Return the program that shows this code; raises `UnknownCodeError`, and `TooManySignInsError` after many."""
        return await self._try(
            user,
            code,
            lambda _session, grant: Waiting(
                show_code(grant.user_code), grant.label, sorted(split_scopes(grant.scopes))
            ),
        )

    async def decide(self, user: Account, code: str, *, allow: bool) -> None:
        """Authorise a program as `user`, which takes a recent sign-in, or refuse it.

        Raises `SignInAgainError`, and what `find` and `check_scopes` raise.
        """
        if allow:
            require_fresh(user)

        def store(session: Session, grant: DeviceGrant) -> None:
            if allow:
                check_scopes(user, split_scopes(grant.scopes))
                check_room(session, user.id)
                grant.user_id = user.id
                audit_token(session, Action.TOKEN_MADE, user, grant.label)
            else:
                grant.denied = True

        await self._try(user, code, store)

    async def claim(self, secret: str) -> FreshToken:
        """Return the program's token, once, after its authorisation.

        Raises `AuthorizationPendingError`, `SlowDownError`, `AccessDeniedError` and `ExpiredTokenError`.
        """

        def look(session: Session) -> FreshToken | SlowDownError | AuthorizationPendingError | AccessDeniedError:
            grant = repository.find_grant_by_device(session, hash_token(secret))
            if grant is None:
                raise ExpiredTokenError
            moment = now()
            hurried = grant.polled_at is not None and moment - grant.polled_at < timedelta(seconds=INTERVAL_S)
            grant.polled_at = moment
            if hurried:
                return SlowDownError()
            if grant.denied:
                session.delete(grant)
                return AccessDeniedError()
            account = None if grant.user_id is None else find_account(session, grant.user_id)
            if account is None:
                return AuthorizationPendingError()
            token, scopes = make_token(), split_scopes(grant.scopes)
            ends = moment + timedelta(days=TOKEN_DAYS)
            repository.add_token(session, account.id, hash_token(token), grant.label, scopes, ends)
            session.delete(grant)
            return FreshToken(token=token, name=account.name, scopes=sorted(scopes))

        answer = await self._database.write(look)
        if not isinstance(answer, FreshToken):
            raise answer  # Raised after the commit, so that this poll is recorded.
        return answer

    async def _try(self, user: Account, code: str, work: Callable[[Session, DeviceGrant], T]) -> T:
        """Run `work` on the program that shows this code, counting unknown codes."""
        key = str(user.id)

        def attempt(session: Session) -> tuple[T] | None:
            self._throttle.begin(session, key, "")
            grant = repository.find_grant(session, "".join(sign for sign in code.upper() if sign in LETTERS)[:CODE])
            if grant is None:
                return None
            self._throttle.succeed(session, key, "")
            return (work(session, grant),)

        done = await self._database.write(attempt)
        if done is None:
            raise UnknownCodeError  # Raised after the commit, so that this attempt is recorded.
        return done[0]


def show_code(code: str) -> str:
    """Return a code as people read it: `WDJB-MJHT`."""
    return f"{code[:4]}-{code[4:]}"
