"""The outbox: messages are stored in the verdict's transaction, so that none is lost or sent too soon."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.models import now
from app.domains.webhooks import repository
from app.domains.webhooks.schemas import GradeMessage, JudgedAgain, Message, RegradedMessage
from app.kit.json_values import dump_json

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.domains.webhooks.schemas import GradeChanged


def add_messages(session: Session, submission_id: int) -> None:
    """Store a message about a judged submission for each webhook to notify."""
    listening = repository.list_listening(session, submission_id)
    if listening:
        message = Message(timestamp=now(), data=repository.describe_submission(session, submission_id))
        repository.add_deliveries(session, listening, dump_json(message))


def add_regraded(session: Session, regrade_id: int, reason: str) -> None:
    """Store a message about each submission whose verdict a regrade changed, for each webhook to notify."""
    if not repository.is_any_enabled(session):
        return
    for submission_id, before in repository.list_regraded(session, regrade_id):
        listening = repository.list_listening(session, submission_id)
        if listening:
            judged = repository.describe_submission(session, submission_id).model_dump()
            data = JudgedAgain(**judged, before=before, reason=reason)
            repository.add_deliveries(session, listening, dump_json(RegradedMessage(timestamp=now(), data=data)))


def add_changed_grades(session: Session, course_id: int, changes: list[GradeChanged]) -> None:
    """Store a message about each changed grade of a course for each webhook to notify."""
    listening = repository.list_course_listening(session, course_id)
    if listening:
        for change in changes:
            repository.add_deliveries(session, listening, dump_json(GradeMessage(timestamp=now(), data=change)))
