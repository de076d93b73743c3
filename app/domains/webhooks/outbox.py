"""The outbox: messages are stored in the verdict's transaction, so that none is lost or sent too soon."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from app.db.models import now
from app.domains.webhooks import repository
from app.domains.webhooks.schemas import GradeMessage, JudgedAgain, Message, RegradedMessage
from app.kit.json_values import dump_json

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.domains.webhooks.schemas import GradeChanged

AT_ONCE: Final = 200
"""Number of submissions whose messages are stored at once."""


def add_messages(session: Session, submission_id: int) -> None:
    """Store a message about a judged submission for each webhook to notify."""
    listening = repository.list_listening(session, submission_id)
    if listening:
        judged = repository.describe_submissions(session, [submission_id])[submission_id]
        body = dump_json(Message(timestamp=now(), data=judged))
        repository.add_deliveries(session, ((one, body) for one in listening))


def add_regraded(session: Session, regrade_id: int, reason: str) -> None:
    """Store a message about each submission whose verdict a regrade changed, for each webhook to notify."""
    enabled = repository.list_enabled(session)
    if not enabled:
        return
    of_all = [webhook for webhook, _owner, for_all in enabled if for_all]
    own: defaultdict[int, list[int]] = defaultdict(list)
    for webhook, owner, for_all in enabled:
        if not for_all:
            own[owner].append(webhook)
    told = [one for one in repository.list_regraded(session, regrade_id) if of_all or one[1] in own]
    for start in range(0, len(told), AT_ONCE):
        some = told[start : start + AT_ONCE]
        described = repository.describe_submissions(session, [submission_id for submission_id, *_ in some])
        messages: list[tuple[int, str]] = []
        for submission_id, owner, before in some:
            data = JudgedAgain(**described[submission_id].model_dump(), before=before, reason=reason)
            body = dump_json(RegradedMessage(timestamp=now(), data=data))
            messages += [(webhook, body) for webhook in (*of_all, *own.get(owner, ()))]
        repository.add_deliveries(session, messages)


def add_changed_grades(session: Session, course_id: int, changes: list[GradeChanged]) -> None:
    """Store a message about each changed grade of a course for each webhook to notify."""
    listening = repository.list_course_listening(session, course_id)
    if listening:
        bodies = [dump_json(GradeMessage(timestamp=now(), data=change)) for change in changes]
        repository.add_deliveries(session, ((one, body) for body in bodies for one in listening))
