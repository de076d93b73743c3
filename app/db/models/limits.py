"""Counters shared by all servers."""

from sqlalchemy import BigInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from app.db.models.base import Base


class Tries(Base):
    """Recent attempts to guess a secret: `ends_ms` is when they would end at an even pace, in ms since 1970.

    `key` is the SHA-256 of the guessed secret's name and the guesser. A row whose time has passed has no effect and is
    deleted. A browser known for a name also has a row, until it is forgotten (`app.domains.limits.throttle`).
    """

    __tablename__ = "tries"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    ends_ms: Mapped[int] = mapped_column(BigInteger, index=True)
