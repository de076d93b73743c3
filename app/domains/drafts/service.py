"""Drafts: the last write wins, but never over a draft that its writer hasn't seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domains.drafts import repository
from app.domains.drafts.schemas import DraftView, SavedDraft
from app.domains.problems.repository import find_standing
from app.domains.submissions.service import check_source

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.models import Draft
    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.problems.catalogue import Catalogue
    from app.domains.problems.schemas import OwnDraft


class DraftService:
    """Finds and saves drafts."""

    def __init__(self, database: Database, catalogue: Catalogue) -> None:
        self._database = database
        self._catalogue = catalogue

    async def find(self, user: Account, slug: str) -> DraftView | None:
        """Return the draft of a problem, if there is one; raises `ProblemNotFoundError`."""
        version = await self._catalogue.find_version(slug, user)

        def load(session: Session) -> DraftView | None:
            draft = find_standing(session, user.id, version.problem_id).draft
            return None if draft is None else view_draft(draft)

        return await self._database.read(load)

    async def save(self, user: Account, slug: str, source: str, *, version: int | None) -> SavedDraft:
        """Store a draft, replacing the one with this `version`, or any if it is None.

        A draft with another version is kept and returned: it was written elsewhere, and this writer hasn't seen it.
        Raises `ProblemNotFoundError` and `InvalidInputError`.
        """
        check_source(source)
        problem = await self._catalogue.find_version(slug, user)

        def store(session: Session) -> SavedDraft:
            stored = repository.lock_draft(session, user.id, problem.problem_id)
            if stored is not None and version not in {None, stored.version} and stored.source != source:
                return SavedDraft(saved=False, version=stored.version, other=view_draft(stored))
            number = repository.store_draft(session, stored, user.id, problem.problem_id, source)
            return SavedDraft(saved=True, version=number)

        return await self._database.write(store)


def view_draft(draft: Draft | OwnDraft) -> DraftView:
    """Return a draft as its writer sees it."""
    return DraftView(source=draft.source, version=draft.version, saved_at=draft.saved_at)
