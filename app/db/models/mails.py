"""Mails that have not been sent yet."""

from datetime import datetime

from sqlalchemy import Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.db.models.base import Base, now


class WaitingMail(Base):
    """A mail that no mail server has accepted yet; deleted when one has, or when it is too old to be useful.

    `content` is encrypted (`app.domains.vault`), because it contains an address and perhaps a sign-in link.
    """

    __tablename__ = "mails"
    __table_args__ = (Index("ix_mails_next_at", "next_at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    content: Mapped[str] = mapped_column(Text)
    attempts: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
    created_at: Mapped[datetime] = mapped_column(default=now)
