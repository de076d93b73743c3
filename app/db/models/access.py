"""Access: invitations, single-use tickets, second factors, and accounts at an identity provider."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.db.models.base import Base, make_enum, make_public_id, now
from app.db.statuses import Role, TicketKind


class Invitation(Base):
    """A link with which up to `uses` people may create an account. Only the SHA-256 of its token is stored."""

    __tablename__ = "invitations"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    role: Mapped[Role] = mapped_column(make_enum(Role))
    uses: Mapped[int]
    used: Mapped[int] = mapped_column(default=0)
    made_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]


class Ticket(Base):
    """A secret that allows one step, once, such as the link in a mail. Only its SHA-256 is stored.

    `data` is further data that the step needs, besides the account.
    """

    __tablename__ = "tickets"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    kind: Mapped[TicketKind] = mapped_column(make_enum(TicketKind))
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    data: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime] = mapped_column(index=True)


class Identity(Base):
    """A user's account at the identity provider: `subject` is the permanent id that `issuer` gave them."""

    __tablename__ = "identities"
    __table_args__ = (Index("uq_identities_issuer_subject", "issuer", "subject", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    issuer: Mapped[str] = mapped_column(String(255))
    subject: Mapped[str] = mapped_column(String(255))
    created_at: Mapped[datetime] = mapped_column(default=now)


class SecondFactor(Base):
    """The secret of a user's one-time codes (TOTP, RFC 6238), which are required from `enabled_at` on.

    `last_step` is the time step of the last used code, and prevents using a code twice. The secret is encrypted
    (`app.domains.vault`).
    """

    __tablename__ = "second_factors"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    secret: Mapped[str] = mapped_column(String(255))
    last_step: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(default=now)
    enabled_at: Mapped[datetime | None]


class RecoveryCode(Base):
    """A recovery code, which replaces a code of the second factor once. Only its SHA-256 is stored."""

    __tablename__ = "recovery_codes"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    code_hash: Mapped[str] = mapped_column(String(64))
