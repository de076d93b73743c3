"""Accounts, sessions and tokens."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.db.models.base import Base, make_enum, make_public_id, now
from app.db.statuses import Role


class User(Base):
    """An account. `name_key` is the name in lower case, which must be unique.

    `email` is stored in lower case, once its owner has confirmed it. An empty `password_hash` means that the account
    has no password. While `disabled_at` is set, nobody can sign in to the account, and its tokens are refused.
    """

    __tablename__ = "users"
    __table_args__ = (Index("uq_users_email", "email", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(32))
    name_key: Mapped[str] = mapped_column(String(32), unique=True)
    password_hash: Mapped[str] = mapped_column(String(255))
    email: Mapped[str | None] = mapped_column(String(254))
    role: Mapped[Role] = mapped_column(make_enum(Role), default=Role.LEARNER)
    created_at: Mapped[datetime] = mapped_column(default=now)
    disabled_at: Mapped[datetime | None]


class Session(Base):
    """A browser's session. Only the SHA-256 of its token is stored.

    `browser` and `network` help its owner to recognise it: a browser family, and part of an address. `seen_at` may be a
    few minutes old.
    """

    __tablename__ = "sessions"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    browser: Mapped[str] = mapped_column(String(40), default="")
    network: Mapped[str] = mapped_column(String(48), default="")
    created_at: Mapped[datetime] = mapped_column(default=now)
    seen_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
    user: Mapped[User] = relationship(lazy="raise")


class ApiToken(Base):
    """A token for programs. Only its SHA-256 is stored. Without `scopes`, it allows everything that the role allows."""

    __tablename__ = "api_tokens"

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    label: Mapped[str] = mapped_column(String(80), default="")
    scopes: Mapped[str | None] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(default=now)
    last_used_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
    user: Mapped[User] = relationship(lazy="raise")


class DeviceGrant(Base):
    """A program's pending request for a token: its user enters `user_code` on the page /device and decides.

    Only the SHA-256 of its secret is stored. The request is approved once `user_id` is set.
    """

    __tablename__ = "device_grants"

    id: Mapped[int] = mapped_column(primary_key=True)
    device_hash: Mapped[str] = mapped_column(String(64), unique=True)
    user_code: Mapped[str] = mapped_column(String(8), unique=True)
    label: Mapped[str] = mapped_column(String(80))
    scopes: Mapped[str] = mapped_column(String(200))
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    denied: Mapped[bool] = mapped_column(default=False)
    polled_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]


class BetaTester(Base):
    """A record that a user volunteers to try problems in beta."""

    __tablename__ = "beta_testers"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    since: Mapped[datetime] = mapped_column(default=now)


class Profile(Base):
    """Which parts of a user's progress are public. Without a row, none are."""

    __tablename__ = "profiles"

    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    shows_solved: Mapped[bool] = mapped_column(default=False)
    shows_activity: Mapped[bool] = mapped_column(default=False)
    shows_scores: Mapped[bool] = mapped_column(default=False)
