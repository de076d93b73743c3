"""Betas: volunteers try a problem before everybody sees it.

`app.db.privacy` decides who sees one, as for problems that are private to a course. Submissions during a beta count for
no ranking and no progress, and solve nothing once the problem is released (decision 43).
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
    """Starts and ends betas, and manages volunteers. Callers check who may start one."""

    def __init__(self, database: Database, catalogue: Catalogue) -> None:
        self._database = database
        self._catalogue = catalogue

    async def begin(self, slug: str) -> None:
        """Show a problem to volunteers only, from its first version on.

        Raises `ConflictError` if anybody but its authors has worked on it, or a course uses it.
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
        """End a problem's beta, which shows it to everybody; raises `ConflictError` if it isn't in beta."""

        def store(session: Session) -> None:
            if not repository.release(session, slug):
                raise ConflictError(_("`%(slug)s` isn't in beta.", slug=slug))
            record(session, Action.PROBLEM_RELEASED, slug)

        await self._database.write(store)
        self._catalogue.forget()

    async def volunteers(self, user: Account) -> bool:
        """Return whether a user volunteers to try problems in beta."""
        return await self._database.read(lambda session: repository.is_tester(session, user.id))

    async def choose(self, user: Account, *, volunteers: bool) -> None:
        """Store whether a user volunteers."""
        await self._database.write(lambda session: repository.set_tester(session, user.id, volunteers=volunteers))
