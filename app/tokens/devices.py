"""Letting programs in without a password (after RFC 8628, the device authorisation grant).

The program asks for two codes and keeps one secret. It shows the short one, which its owner types on the page /device
of a browser where they are signed in. Meanwhile the program asks, every few seconds, whether it was let in; then it is
given a token, once.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Final, TypeVar

from app.accounts.passwords import hash_token, make_token
from app.accounts.repository import find_account
from app.accounts.scopes import join_scopes, split_scopes
from app.audit.log import Action
from app.db.models import now
from app.errors import InvalidInputError
from app.limits.throttle import Throttle
from app.tokens import repository
from app.tokens.errors import (
    AccessDeniedError,
    AuthorizationPendingError,
    ExpiredTokenError,
    SlowDownError,
    TooManyDevicesError,
    UnknownCodeError,
)
from app.tokens.schemas import DeviceView, FreshToken, Waiting
from app.tokens.service import audit_token, check_label, check_room, check_scopes

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.orm import Session

    from app.accounts.schemas import Account
    from app.accounts.scopes import Scope
    from app.db.models import DeviceGrant
    from app.db.session import Database

T = TypeVar("T")

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""What codes are made of: no vowels, so no words; nothing that looks like something else."""
CODE: Final = 8
LASTS: Final = timedelta(minutes=10)
INTERVAL_S: Final = 3
"""How often a program may ask."""
MOST_WAITING: Final = 1000
TOKEN_DAYS: Final = 365
"""How long a token lasts that a program got in this way."""


class DeviceService:
    """Everything about programs that wait to be let in."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._throttle = Throttle("device")

    async def begin(self, label: str, scopes: list[Scope], site: str) -> DeviceView:
        """Let a program wait; `site` is where the page is. Raises `InvalidInputError`, `TooManyDevicesError`."""
        label = check_label(label)
        if not scopes:
            raise InvalidInputError("body.scopes", "Say what the token is for.")
        secret, code = make_token(), "".join(secrets.choice(LETTERS) for _ in range(CODE))

        def store(session: Session) -> None:
            repository.add_grant(
                session,
                device_hash=hash_token(secret),
                user_code=code,
                label=label,
                scopes=join_scopes(scopes),
                ends=now() + LASTS,
            )
            if repository.count_grants(session) > MOST_WAITING:
                raise TooManyDevicesError

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
        """Return the program that shows this code; raises `UnknownCodeError`, `TooManySignInsError` after many."""
        return await self._try(
            user,
            code,
            lambda _session, grant: Waiting(
                show_code(grant.user_code), grant.label, sorted(split_scopes(grant.scopes))
            ),
        )

    async def decide(self, user: Account, code: str, *, allow: bool) -> None:
        """Let a program in as `user`, or refuse it; raises what `find` and `check_scopes` do."""

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
        """Return the program's token, once, when it was let in.

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
            raise answer  # Only now: that it asked is to be kept.
        return answer

    async def _try(self, user: Account, code: str, work: Callable[[Session, DeviceGrant], T]) -> T:
        """Do something with the program that shows this code, counting the codes that none shows."""
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
            raise UnknownCodeError  # Only now: that it was tried is to be kept.
        return done[0]


def show_code(code: str) -> str:
    """Return a code as people read it: `WDJB-MJHT`."""
    return f"{code[:4]}-{code[4:]}"
