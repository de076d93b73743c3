"""Mails that wait to be sent."""

from datetime import datetime

from sqlalchemy import Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.db.models.base import Base, now


class WaitingMail(Base):
    """A mail that no server has taken yet; deleted when one has, or when it is too old to be of use.

    `content` is sealed (`app.domains.vault`), because it holds an address and perhaps a link that signs somebody in.
    """

    __tablename__ = "mails"
    __table_args__ = (Index("ix_mails_next_at", "next_at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    content: Mapped[str] = mapped_column(Text)
    attempts: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime]
    created_at: Mapped[datetime] = mapped_column(default=now)
