"""Counters shared by all servers."""

from sqlalchemy import BigInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from app.db.models.base import Base


class Tries(Base):
    """Recent attempts by somebody to guess something: when they would be over at an even pace, in ms since 1970.

    `key` is the SHA-256 of what is guessed and by whom. A row that is over means nothing, and is deleted. A browser
    that is known for a name has a row here, too, until it is forgotten (`app.domains.limits.throttle`).
    """

    __tablename__ = "tries"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    ends_ms: Mapped[int] = mapped_column(BigInteger, index=True)
