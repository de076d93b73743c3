"""Registered runners, with their abilities and statuses."""

from datetime import datetime

from sqlalchemy import String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.db.models.base import Base, make_enum, now
from app.db.statuses import RunnerStatus


class RegisteredRunner(Base):
    """A runner process, from its start to its stop. A killed one's row is deleted once it has been silent for long.

    `running` is the number of submissions that it is grading, null until its first report after a request to drain.
    `failures` counts consecutive grades that failed on the platform's side, and `reason` says why it was set aside.
    """

    __tablename__ = "runners"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200), unique=True)
    host: Mapped[str] = mapped_column(String(200))
    capacity: Mapped[int]
    device: Mapped[str] = mapped_column(String(16))
    labels: Mapped[str] = mapped_column(String(500), default="")
    tier: Mapped[str] = mapped_column(Text, default="")
    stack: Mapped[str] = mapped_column(Text, default="")
    started_at: Mapped[datetime] = mapped_column(default=now)
    seen_at: Mapped[datetime] = mapped_column(default=now)
    status: Mapped[RunnerStatus] = mapped_column(make_enum(RunnerStatus), default=RunnerStatus.ACTIVE)
    running: Mapped[int | None]
    failures: Mapped[int] = mapped_column(default=0)
    reason: Mapped[str] = mapped_column(Text, default="")
