"""The data types of mails, between outbox and sender."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class DueMail:
    """A due mail; `attempt` counts from 1."""

    id: int
    content: str
    """The sealed content."""
    attempt: int
    expires_at: datetime
