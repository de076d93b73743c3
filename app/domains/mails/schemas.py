"""Mails, between the outbox and whoever sends them."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class DueMail:
    """A mail to be sent now, for the `attempt`th time."""

    id: int
    content: str
    """Sealed."""
    attempt: int
    expires_at: datetime
