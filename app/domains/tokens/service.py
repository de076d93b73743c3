"""Creates, finds and revokes API tokens."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.db.models import now
from app.domains.accounts.errors import MissingScopeError
from app.domains.accounts.passwords import hash_token, make_token
from app.domains.accounts.repository import lock_user
from app.domains.accounts.scopes import list_allowed
from app.domains.accounts.sessions import require_fresh
from app.domains.audit.log import Action, record
from app.domains.tokens import repository
from app.domains.tokens.errors import TokenNotFoundError, TooManyTokensError
from app.kit.errors import InvalidInputError
from app.kit.json_values import is_text
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.accounts.scopes import Scope
    from app.domains.tokens.schemas import TokenView

MAX_LABEL: Final = 80
MAX_TOKENS: Final = 50
"""Maximum number of unexpired tokens per account."""
MAX_DAYS: Final = 3650
NOTE_EVERY: Final = timedelta(minutes=1)
"""Interval at which a token's last use is stored, so that reads don't become writes."""


class TokenService:
    """Manages API tokens."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make(
        self, user: Account, label: str = "", *, scopes: Collection[Scope] | None = None, days: int | None = None
    ) -> str:
        """Return a new token for an account, shown only once; only its hash is stored.

        Without `scopes` it may do all that the account's role allows; without `days` it never expires. Raises
        `SignInAgainError`, `InvalidInputError` and `TooManyTokensError`.
        """
        require_fresh(user)
        label = check_label(label)
        check_scopes(user, scopes)
        if days is not None and not 1 <= days <= MAX_DAYS:
            raise InvalidInputError("days", _("A token is valid for 1 to %(most)s days.", most=MAX_DAYS))
        token = make_token()
        expires_at = None if days is None else now() + timedelta(days=days)

        def store(session: Session) -> None:
            check_room(session, user.id)
            repository.add_token(session, user.id, hash_token(token), label, scopes, expires_at)
            audit_token(session, Action.TOKEN_MADE, user, label)

        await self._database.write(store)
        return token

    async def find(self, token: str) -> Account | None:
        """Return a token's account and scopes, unless it has expired, and record its use."""
        found = await self._database.read(lambda session: repository.find_token(session, hash_token(token)))
        if found is None:
            return None
        moment = now()
        if found.last_used_at is None or moment - found.last_used_at >= NOTE_EVERY:
            await self._database.write(lambda session: repository.note_use(session, found.id, moment))
        return found.account

    async def list_tokens(self, user: Account) -> list[TokenView]:
        """Return an account's tokens, newest first."""
        return await self._database.read(lambda session: repository.list_tokens(session, user.id))

    async def revoke(self, user: Account, token_id: int) -> None:
        """Revoke a token; raises `TokenNotFoundError`."""

        def delete(session: Session) -> None:
            if not repository.delete_token(session, user.id, token_id):
                raise TokenNotFoundError
            audit_token(session, Action.TOKEN_REVOKED, user, str(token_id))

        await self._database.write(delete)

    async def revoke_itself(self, token: str) -> None:
        """Revoke `token`, if it exists."""
        await self._database.write(lambda session: repository.delete_by_hash(session, hash_token(token)))


def audit_token(session: Session, action: Action, user: Account, label: str) -> None:
    """Record an action on a token with more rights than a learner's in the audit log."""
    if user.role.is_author:
        record(session, action, user.name, token=label)


def check_room(session: Session, user_id: int) -> None:
    """Lock an account's row; raise `TooManyTokensError` if it has the maximum number of tokens."""
    lock_user(session, user_id)
    if repository.count_tokens(session, user_id) >= MAX_TOKENS:
        raise TooManyTokensError(MAX_TOKENS)


def check_label(label: str) -> str:
    """Return a label as it is stored; raises `InvalidInputError`."""
    label = " ".join(label.split())
    if len(label) > MAX_LABEL or not is_text(label) or not label.isprintable():
        raise InvalidInputError("label", _("A label can have at most %(most)s printable characters.", most=MAX_LABEL))
    return label


def check_scopes(user: Account, scopes: Collection[Scope] | None) -> None:
    """Raise `InvalidInputError` if a token of this account can't have these scopes.

    A token can't create a more powerful token.
    """
    if scopes is None and user.scopes is None:
        return
    wanted = set(list_allowed(user.role) if scopes is None else scopes)
    if not wanted:
        raise InvalidInputError("scopes", _("Choose at least one scope for the token."))
    beyond = wanted - set(list_allowed(user.role))
    if user.scopes is not None and wanted - user.scopes:
        raise MissingScopeError(min(wanted - user.scopes))
    if beyond:
        message = _(
            "An account with the role %(role)s can't grant the scope `%(scope)s`.", role=user.role, scope=min(beyond)
        )
        raise InvalidInputError("scopes", message)
