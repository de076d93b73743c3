"""Digests of files that are stored elsewhere, to detect forged ones."""

from datetime import datetime

from sqlalchemy import Index, String
from sqlalchemy.orm import Mapped, mapped_column

from app.db.models.base import Base, now


class BundlePrograms(Base):
    """The compiled programs of a bundle for one kind of machine: the SHA-256 of their archive in the shared store."""

    __tablename__ = "bundle_programs"
    __table_args__ = (Index("uq_bundle_programs_digest_machine", "digest", "machine", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(String(64))
    machine: Mapped[str] = mapped_column(String(64))
    sha256: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(default=now)
