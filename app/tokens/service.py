"""Making, finding and revoking API tokens."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.accounts.passwords import hash_token, make_token
from app.accounts.scopes import list_allowed
from app.audit.log import Action, record
from app.db.models import now
from app.errors import InvalidInputError
from app.json_values import is_text
from app.language import translate as _
from app.tokens import repository
from app.tokens.errors import MissingScopeError, TokenNotFoundError, TooManyTokensError

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy.orm import Session

    from app.accounts.schemas import Account
    from app.accounts.scopes import Scope
    from app.db.session import Database
    from app.tokens.schemas import TokenView

MAX_LABEL: Final = 80
MOST_TOKENS: Final = 50
"""Most tokens of one account that haven't expired."""
MOST_DAYS: Final = 3650
NOTE_EVERY: Final = timedelta(minutes=1)
"""How often a token's last use is written down, so that reading doesn't become writing."""


class TokenService:
    """Everything about API tokens."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make(
        self, user: Account, label: str = "", *, scopes: Collection[Scope] | None = None, days: int | None = None
    ) -> str:
        """Return a new token for an account; it is told this once and stored only as a hash.

        Without `scopes` it may do all that the account's role allows, without `days` it never expires. Raises
        `InvalidInputError` and `TooManyTokensError`.
        """
        label = check_label(label)
        check_scopes(user, scopes)
        if days is not None and not 1 <= days <= MOST_DAYS:
            raise InvalidInputError("days", _("A token lasts 1 to %(most)s days.", most=MOST_DAYS))
        token = make_token()
        expires_at = None if days is None else now() + timedelta(days=days)

        def store(session: Session) -> None:
            check_room(session, user.id)
            repository.add_token(session, user.id, hash_token(token), label, scopes, expires_at)
            audit_token(session, Action.TOKEN_MADE, user, label)

        await self._database.write(store)
        return token

    async def find(self, token: str) -> Account | None:
        """Whose token this is, with its scopes, unless it has expired; that it was used is noted."""
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
        """Make a token worthless from now on; raises `TokenNotFoundError`."""

        def delete(session: Session) -> None:
            if not repository.delete_token(session, user.id, token_id):
                raise TokenNotFoundError
            audit_token(session, Action.TOKEN_REVOKED, user, str(token_id))

        await self._database.write(delete)

    async def revoke_itself(self, token: str) -> None:
        """Make this token worthless from now on, if it is one."""
        await self._database.write(lambda session: repository.delete_by_hash(session, hash_token(token)))


def audit_token(session: Session, action: Action, user: Account, label: str) -> None:
    """Note what is done with a token that may do more than a learner's."""
    if user.role.is_author:
        record(session, action, user.name, token=label)


def check_room(session: Session, user_id: int) -> None:
    """Raise `TooManyTokensError` where an account may have no more."""
    if repository.count_tokens(session, user_id) >= MOST_TOKENS:
        raise TooManyTokensError(MOST_TOKENS)


def check_label(label: str) -> str:
    """Return a label as it is stored; raises `InvalidInputError`."""
    label = " ".join(label.split())
    if len(label) > MAX_LABEL or not is_text(label) or not label.isprintable():
        raise InvalidInputError("label", _("A label has %(most)s printable characters at most.", most=MAX_LABEL))
    return label


def check_scopes(user: Account, scopes: Collection[Scope] | None) -> None:
    """Raise `InvalidInputError` where a token of this account can't have these scopes.

    A token makes no token that may do more than itself.
    """
    if scopes is None and user.scopes is None:
        return
    wanted = set(list_allowed(user.role) if scopes is None else scopes)
    if not wanted:
        raise InvalidInputError("scopes", _("Choose at least one thing that the token may do."))
    beyond = wanted - set(list_allowed(user.role))
    if user.scopes is not None and wanted - user.scopes:
        raise MissingScopeError(min(wanted - user.scopes))
    if beyond:
        message = _("An account that is %(role)s can't give the scope `%(scope)s`.", role=user.role, scope=min(beyond))
        raise InvalidInputError("scopes", message)
