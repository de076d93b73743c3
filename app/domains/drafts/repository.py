"""All SQL about drafts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from app.db.models import Draft, now

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def lock_draft(session: Session, user_id: int, problem_id: int) -> Draft | None:
    """Return a user's draft of a problem, which nobody else changes until this transaction ends."""
    wanted = (Draft.user_id == user_id, Draft.problem_id == problem_id)
    return session.scalar(select(Draft).where(*wanted).with_for_update())


def store_draft(session: Session, draft: Draft | None, user_id: int, problem_id: int, source: str) -> int:
    """Store a draft, replacing the locked one if there is one; returns its version."""
    if draft is None:
        session.add(Draft(user_id=user_id, problem_id=problem_id, source=source, version=1))
        return 1
    draft.source, draft.version, draft.saved_at = source, draft.version + 1, now()
    return draft.version
