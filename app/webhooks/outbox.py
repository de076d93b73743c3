"""Where a verdict leaves its messages: in the transaction that stores it, so that none is lost or told too soon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.models import now
from app.json_values import dump_json
from app.webhooks import repository
from app.webhooks.schemas import Message

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def tell(session: Session, submission_id: int) -> None:
    """Leave a message of a judged submission for each webhook that listens."""
    listening = repository.list_listening(session, submission_id)
    if listening:
        message = Message(timestamp=now(), data=repository.describe_submission(session, submission_id))
        repository.add_deliveries(session, listening, dump_json(message))
