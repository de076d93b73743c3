"""The outbox: messages are stored in the verdict's transaction, so that none is lost or sent too soon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.models import now
from app.domains.webhooks import repository
from app.domains.webhooks.schemas import Message
from app.kit.json_values import dump_json

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def add_messages(session: Session, submission_id: int) -> None:
    """Store a message about a judged submission for each webhook to notify."""
    listening = repository.list_listening(session, submission_id)
    if listening:
        message = Message(timestamp=now(), data=repository.describe_submission(session, submission_id))
        repository.add_deliveries(session, listening, dump_json(message))
