"""All SQL about accounts, invitations and tickets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, func, or_, select, update

from app.db.models import ApiToken, DeviceGrant, Invitation, Ticket, User, now
from app.db.statuses import Role, TicketKind
from app.domains.accounts.queries import change
from app.domains.accounts.schemas import Account, InvitationView

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy import Row, orm

_ADMINS: Final = (User.role == Role.ADMIN, User.disabled_at.is_(None))


def find_user(session: orm.Session, name_key: str) -> User | None:
    """Return the account with this name, ignoring case."""
    user: User | None = session.scalar(select(User).where(User.name_key == name_key))
    return user


def find_user_by_name_or_email(session: orm.Session, key: str) -> User | None:
    """Return the account with this name or confirmed address, in lower case. No name contains an `@`."""
    user: User | None = session.scalar(select(User).where(or_(User.name_key == key, User.email == key)))
    return user


def get_user(session: orm.Session, user_id: int) -> User | None:
    """Return the account with this id."""
    return session.get(User, user_id)


def find_account(session: orm.Session, user_id: int) -> Account | None:
    """Return the account with this id, unless it is disabled."""
    statement = select(User.id, User.name, User.role).where(User.id == user_id, User.disabled_at.is_(None))
    return _to_account(session.execute(statement).one_or_none())


def add_user(session: orm.Session, *, name: str, name_key: str, password_hash: str, role: Role) -> User:
    """Store an account; raises `sqlalchemy.exc.IntegrityError` when the name is taken."""
    user = User(name=name, name_key=name_key, password_hash=password_hash, role=role)
    session.add(user)
    session.flush()
    return user


def keeps_password(session: orm.Session, user_id: int, password_hash: str) -> bool:
    """Return whether this is still the hash of an account's password; it stays so until the transaction ends."""
    lock_user(session, user_id)
    return session.scalar(select(User.password_hash).where(User.id == user_id)) == password_hash


def replace_password_hash(session: orm.Session, user_id: int, old: str, new: str) -> bool:
    """Store a password's hash, recomputed with newer parameters; returns False if it has changed meanwhile."""
    if keeps := keeps_password(session, user_id, old):
        session.execute(update(User).where(User.id == user_id).values(password_hash=new))
    return keeps


def replace_password(session: orm.Session, user_id: int, password_hash: str) -> None:
    """Store the hash of a new password, and void pending tickets, API tokens, and programs' requests for one."""
    session.execute(update(User).where(User.id == user_id).values(password_hash=password_hash))
    for table in (ApiToken, DeviceGrant):
        session.execute(delete(table).where(table.user_id == user_id))
    for kind in (TicketKind.RESET, TicketKind.SECOND_FACTOR):
        delete_tickets(session, kind, user_id)


def change_email(session: orm.Session, user_id: int, email: str | None) -> None:
    """Store a confirmed address, or none; raises `sqlalchemy.exc.IntegrityError` if another account has it."""
    session.execute(update(User).where(User.id == user_id).values(email=email))


def change_role(session: orm.Session, user_id: int, role: Role) -> None:
    """Change an account's role."""
    session.execute(update(User).where(User.id == user_id).values(role=role))


def count_admins(session: orm.Session) -> int:
    """Return the number of admin accounts that aren't disabled."""
    return session.scalar(select(func.count()).select_from(User).where(*_ADMINS)) or 0


def lock_admins(session: orm.Session) -> list[int]:
    """Lock the enabled admin accounts and return their ids; a second caller waits and then sees the changes."""
    return list(session.scalars(select(User.id).where(*_ADMINS).order_by(User.id).with_for_update()))


def lock_user(session: orm.Session, user_id: int) -> None:
    """Lock an account's row until the transaction ends, so that a second caller waits and counts what this one adds.

    Those who don't lock it may still add rows that refer to the account.
    """
    session.execute(select(User.id).where(User.id == user_id).with_for_update(key_share=True))


def add_invitation(
    session: orm.Session, *, token_hash: str, role: Role, uses: int, made_by: int | None, expires_at: datetime
) -> None:
    """Store an invitation, and delete those that expired long ago."""
    session.execute(delete(Invitation).where(Invitation.expires_at <= now()))
    session.add(Invitation(token_hash=token_hash, role=role, uses=uses, made_by=made_by, expires_at=expires_at))


def list_invitations(session: orm.Session, made_by: int | None) -> list[InvitationView]:
    """Return the valid invitations, newest first: those of one account, or with None all."""
    statement = (
        select(Invitation, User.name)
        .outerjoin(User, User.id == Invitation.made_by)
        .where(Invitation.expires_at > now(), Invitation.used < Invitation.uses)
        .order_by(Invitation.id.desc())
    )
    if made_by is not None:
        statement = statement.where(Invitation.made_by == made_by)
    return [
        InvitationView(
            id=one.public_id,
            role=one.role,
            uses=one.uses,
            used=one.used,
            made_by=name,
            created_at=one.created_at,
            expires_at=one.expires_at,
        )
        for one, name in session.execute(statement)
    ]


def delete_invitation(session: orm.Session, public_id: str, made_by: int | None) -> bool:
    """Delete an invitation, with None anybody's; returns whether it existed."""
    statement = delete(Invitation).where(Invitation.public_id == public_id)
    return change(session, statement if made_by is None else statement.where(Invitation.made_by == made_by))


def find_invited_role(session: orm.Session, token_hash: str) -> Role | None:
    """Return an invitation's role; None if it is invalid or its maker may no longer invite."""
    statement = (
        select(Invitation, User)
        .outerjoin(User, User.id == Invitation.made_by)
        .where(Invitation.token_hash == token_hash, Invitation.expires_at > now(), Invitation.used < Invitation.uses)
    )
    row = session.execute(statement).one_or_none()
    if row is None:
        return None
    role: Role = row[0].role
    maker: User | None = row[1]
    if maker is not None and (maker.disabled_at is not None or not maker.role.may_invite(role)):
        return None
    return role


def use_invitation(session: orm.Session, token_hash: str) -> Role | None:
    """Use an invitation once, and return its role; None if it is invalid."""
    role = find_invited_role(session, token_hash)
    counted = update(Invitation).values(used=Invitation.used + 1)
    good = (Invitation.token_hash == token_hash, Invitation.used < Invitation.uses)
    return role if role is not None and change(session, counted.where(*good)) else None


def add_ticket(
    session: orm.Session,
    kind: TicketKind,
    token_hash: str,
    expires_at: datetime,
    *,
    user_id: int | None = None,
    data: dict[str, Any] | None = None,
) -> None:
    """Store a ticket, and delete expired ones."""
    session.execute(delete(Ticket).where(Ticket.expires_at <= now()))
    session.add(Ticket(kind=kind, token_hash=token_hash, expires_at=expires_at, user_id=user_id, data=data or {}))


def find_ticket(session: orm.Session, kind: TicketKind, token_hash: str) -> Ticket | None:
    """Return a ticket that is still valid."""
    statement = select(Ticket).where(Ticket.kind == kind, Ticket.token_hash == token_hash, Ticket.expires_at > now())
    ticket: Ticket | None = session.scalar(statement)
    return ticket


def use_ticket(session: orm.Session, kind: TicketKind, token_hash: str) -> Ticket | None:
    """Consume and return a valid ticket; None for any other."""
    ticket = find_ticket(session, kind, token_hash)
    return ticket if ticket is not None and change(session, delete(Ticket).where(Ticket.id == ticket.id)) else None


def count_tickets(session: orm.Session, kind: TicketKind, user_id: int) -> int:
    """Return the number of an account's valid tickets of a kind."""
    mine = (Ticket.kind == kind, Ticket.user_id == user_id, Ticket.expires_at > now())
    return session.scalar(select(func.count()).select_from(Ticket).where(*mine)) or 0


def delete_tickets(session: orm.Session, kind: TicketKind, user_id: int | None = None) -> None:
    """Delete all tickets of a kind: an account's, or those without an account."""
    session.execute(delete(Ticket).where(Ticket.kind == kind, Ticket.user_id == user_id))


def _to_account(row: Row[int, str, Role] | None) -> Account | None:
    return None if row is None else Account(row[0], row[1], row[2])
