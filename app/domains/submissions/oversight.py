"""Everybody's submissions, for admins. Each one that is opened is recorded in the audit log.

Admins also see verdicts that an exam holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from app.domains.audit.log import Action, record
from app.domains.submissions import oversight_queries as queries
from app.domains.submissions.schemas import AllPage
from app.domains.submissions.views import to_view
from app.kit.errors import SubmissionNotFoundError
from app.kit.paging import count_pages

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.submissions.schemas import AllFilter, SubmissionView

A_PAGE: Final = 50
"""Number of submissions on a page of the list."""


class OversightService:
    """Lists and opens everybody's submissions for admins; its callers check that the reader is one."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def list_page(self, wanted: AllFilter, page: int) -> AllPage:
        """Return a page, counted from 1, of all matching submissions, newest first."""
        total, rows = await self._database.read(
            lambda session: (
                queries.count(session, wanted),
                queries.list_rows(session, wanted, skip=(page - 1) * A_PAGE, most=A_PAGE),
            )
        )
        return AllPage(rows, page, count_pages(total, A_PAGE), total)

    async def open(self, admin: Account, public_id: str) -> tuple[SubmissionView, str]:
        """Return a submission and its learner's name, and record it unless it is the admin's own.

        Raises `SubmissionNotFoundError`.
        """

        def load(session: Session) -> tuple[SubmissionView, str]:
            found = queries.find(session, public_id)
            if found is None:
                raise SubmissionNotFoundError
            submission, slug, number, learner = found
            if submission.user_id != admin.id:
                record(session, Action.SUBMISSION_VIEWED, slug, submission=public_id)
            return to_view(submission, slug, number), learner

        return await self._database.write(load)
