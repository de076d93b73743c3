"""Webhooks and their deliveries."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.db.models.base import Base, make_enum, make_public_id, now
from app.db.statuses import DeliveryStatus


class Webhook(Base):
    """An address to which verdicts are sent: its owner's, or everybody's if an admin has set `for_all`.

    The secret signs each message, and is encrypted (`app.domains.vault`). `failing_since` is the time of the first
    failure since the last success.
    """

    __tablename__ = "webhooks"

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    url: Mapped[str] = mapped_column(String(500))
    secret: Mapped[str] = mapped_column(String(255))
    for_all: Mapped[bool] = mapped_column(default=False)
    failing_since: Mapped[datetime | None]
    disabled_at: Mapped[datetime | None]
    created_at: Mapped[datetime] = mapped_column(default=now)


class CourseWebhook(Base):
    """A webhook to which a course's changed grades are sent, but no verdicts."""

    __tablename__ = "course_webhooks"

    webhook_id: Mapped[int] = mapped_column(ForeignKey("webhooks.id", ondelete="CASCADE"), primary_key=True)
    course_id: Mapped[int] = mapped_column(ForeignKey("courses.id", ondelete="CASCADE"), index=True)


class WebhookDelivery(Base):
    """One message to one webhook, stored with its body; sent at `next_at`, and again later if that fails."""

    __tablename__ = "webhook_deliveries"
    __table_args__ = (
        Index("ix_webhook_deliveries_status_next_at", "status", "next_at"),
        Index("ix_webhook_deliveries_webhook_id_id", "webhook_id", "id"),
        Index("ix_webhook_deliveries_webhook_id_status_next_at", "webhook_id", "status", "next_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    webhook_id: Mapped[int] = mapped_column(ForeignKey("webhooks.id", ondelete="CASCADE"))
    body: Mapped[str] = mapped_column(Text)
    status: Mapped[DeliveryStatus] = mapped_column(make_enum(DeliveryStatus), default=DeliveryStatus.WAITING)
    attempts: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[datetime] = mapped_column(default=now)
    result: Mapped[str | None] = mapped_column(String(200))
    created_at: Mapped[datetime] = mapped_column(default=now)
