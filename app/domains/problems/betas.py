"""Betas: volunteers try a problem before everybody sees it.

Who may see one is asked in `app.db.privacy`, as for problems that are private to a course. What is submitted during a
beta counts for no ranking and no progress, and solves nothing once the problem is released (decision 43).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domains.audit.log import Action, record
from app.domains.problems import beta_repository as repository
from app.kit.errors import ConflictError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.problems.catalogue import Catalogue


class BetaService:
    """Begins betas and ends them, and knows who volunteers. Who may begin one is decided before."""

    def __init__(self, database: Database, catalogue: Catalogue) -> None:
        self._database = database
        self._catalogue = catalogue

    async def begin(self, slug: str) -> None:
        """Show a problem to volunteers only, from its first version on.

        Raises `ConflictError` where others than its authors have worked on it, or courses have it.
        """

        def store(session: Session) -> None:
            if not repository.begin(session, slug):
                raise ConflictError(_("`%(slug)s` is in beta already.", slug=slug))
            if repository.is_used(session, slug):
                message = _(
                    "Only a new problem can be in beta. Others have already worked on `%(slug)s`, or a course uses it.",
                    slug=slug,
                )
                raise ConflictError(message)
            record(session, Action.PROBLEM_BETA_BEGUN, slug)

        await self._database.write(store)
        self._catalogue.forget()

    async def release(self, slug: str) -> None:
        """End a problem's beta: everybody sees it from now on; raises `ConflictError` for one that isn't in beta."""

        def store(session: Session) -> None:
            if not repository.release(session, slug):
                raise ConflictError(_("`%(slug)s` isn't in beta.", slug=slug))
            record(session, Action.PROBLEM_RELEASED, slug)

        await self._database.write(store)
        self._catalogue.forget()

    async def volunteers(self, user: Account) -> bool:
        """Whether somebody volunteers to try problems in beta."""
        return await self._database.read(lambda session: repository.is_tester(session, user.id))

    async def choose(self, user: Account, *, volunteers: bool) -> None:
        """Store whether somebody volunteers."""
        await self._database.write(lambda session: repository.set_tester(session, user.id, volunteers=volunteers))
