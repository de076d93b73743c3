"""Invitations, and the link for creating the first admin's account."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.db.models import now
from app.db.statuses import Role, TicketKind
from app.domains.accounts import repository
from app.domains.accounts.errors import InvitationNotFoundError, TicketNotFoundError
from app.domains.accounts.passwords import hash_token, make_token
from app.domains.audit.log import Action, record
from app.kit.errors import ForbiddenError, InvalidInputError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account, InvitationView

USES: Final = range(1, 1001)
DAYS: Final = range(1, 366)
ADMIN_LINK_HOURS: Final = 24


class InvitationService:
    """Manages invitations, and the link for the first admin."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def invite(self, maker: Account | None, role: Role, *, uses: int = 1, days: int = 7) -> str:
        """Return the path of a new invitation, shown only once; a `maker` of None is the operator.

        Raises `ForbiddenError` if the maker may not invite, and `InvalidInputError`.
        """
        _require_inviter(maker)
        if maker is not None and not maker.role.may_invite(role):
            raise ForbiddenError(_("Instructors can invite only learners; an admin can invite others."))
        if uses not in USES:
            raise InvalidInputError("uses", _("An invitation is for 1 to %(most)s people.", most=USES[-1]))
        if days not in DAYS:
            raise InvalidInputError("days", _("An invitation is valid for 1 to %(most)s days.", most=DAYS[-1]))
        token, expires_at = make_token(), now() + timedelta(days=days)
        made_by = None if maker is None else maker.id

        def store(session: Session) -> None:
            repository.add_invitation(
                session, token_hash=hash_token(token), role=role, uses=uses, made_by=made_by, expires_at=expires_at
            )
            record(session, Action.ACCOUNT_INVITED, role.value, uses=uses, days=days)

        await self._database.write(store)
        return f"/signup?invitation={token}"

    async def list_open(self, reader: Account) -> list[InvitationView]:
        """Return the valid invitations: an admin sees all, an instructor their own."""
        whose = _require_inviter(reader)
        return await self._database.read(lambda session: repository.list_invitations(session, whose))

    async def revoke(self, reader: Account, public_id: str) -> None:
        """Revoke an invitation; raises `InvitationNotFoundError` unless `reader` can see it."""
        whose = _require_inviter(reader)

        def remove(session: Session) -> None:
            if not repository.delete_invitation(session, public_id, whose):
                raise InvitationNotFoundError
            record(session, Action.INVITATION_REVOKED, public_id)

        await self._database.write(remove)

    async def check(self, token: str) -> None:
        """Raise `InvitationNotFoundError` unless an invitation is valid."""
        role = await self._database.read(lambda session: repository.find_invited_role(session, hash_token(token)))
        if role is None:
            raise InvitationNotFoundError

    async def has_admin(self) -> bool:
        """Return whether there is an admin account."""
        return await self._database.read(repository.count_admins) > 0

    async def make_admin_link(self) -> str:
        """Return the path of a single-use link, valid for a day, that creates an admin; it is shown only once."""
        token, expires_at = make_token(), now() + timedelta(hours=ADMIN_LINK_HOURS)

        def store(session: Session) -> None:
            repository.add_ticket(session, TicketKind.ADMIN, hash_token(token), expires_at)
            record(session, Action.ADMIN_LINK_MADE, Role.ADMIN.value)

        await self._database.write(store)
        return f"/setup?token={token}"

    async def check_admin_link(self, token: str) -> None:
        """Raise `TicketNotFoundError` unless a link that creates an admin is valid."""
        key = hash_token(token)
        if await self._database.read(lambda session: repository.find_ticket(session, TicketKind.ADMIN, key)) is None:
            raise TicketNotFoundError


def _require_inviter(account: Account | None) -> int | None:
    """Return the id of the maker whose invitations an account can see, None for all; raises `ForbiddenError`."""
    if account is None or account.role is Role.ADMIN:
        return None
    if not account.role.is_author:
        raise ForbiddenError(_("Only instructors and admins can invite people."))
    return account.id
