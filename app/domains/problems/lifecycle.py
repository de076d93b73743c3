"""Life cycle of published problems, for operators: history, retirement, restoration."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from app.domains.audit.log import Action, record
from app.domains.problems import repository
from app.kit.errors import (
    ConflictError,
    ProblemNotFoundError,
    UnreadableBundleError,
    VersionNotFoundError,
    find_nearest,
)
from app.kit.language import translate as _
from grader.errors import BundleError

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.problems.catalogue import Catalogue
    from app.domains.problems.schemas import PastVersion, ProblemHistory
    from grader.bundle.contents import Bundle
    from grader.bundle.store import BundleStore


class Lifecycle:
    """Manages the life cycle of published problems."""

    def __init__(self, database: Database, store: BundleStore, catalogue: Catalogue) -> None:
        self._database = database
        self._store = store
        self._catalogue = catalogue

    async def get_history(self, slug: str) -> ProblemHistory:
        """Return all versions of a problem, newest first, and whether it is retired.

        Raises `ProblemNotFoundError`, and `ConflictError` for a problem that has no version yet.
        """
        history = await self._database.read(lambda session: repository.find_history(session, slug))
        if history is None:
            known = await self._database.read(repository.list_slugs)
            if slug in known:
                raise ConflictError(_("`%(slug)s` isn't published yet: publish it first.", slug=slug))
            raise ProblemNotFoundError(slug, find_nearest(slug, known))
        return history

    async def load_version(self, slug: str, number: int | None = None) -> tuple[PastVersion, Bundle]:
        """Return a version of a problem, by default the one that learners get, with its bundle.

        Raises `ProblemNotFoundError`, `VersionNotFoundError`, and `UnreadableBundleError`.
        """
        history = await self.get_history(slug)
        versions = history.versions
        version = history.current if number is None else next((one for one in versions if one.number == number), None)
        if version is None:
            raise VersionNotFoundError(slug, [one.number for one in versions])
        try:
            return version, await asyncio.to_thread(self._store.load, version.digest)
        except BundleError as error:
            raise UnreadableBundleError(slug, str(error)) from error

    async def list_retired(self) -> list[str]:
        """Return the slugs of the retired problems, sorted."""
        return sorted(await self._database.read(repository.list_retired))

    async def retire(self, slug: str, *, retired: bool) -> None:
        """Retire a problem, or restore it; submissions stay readable either way.

        Raises `ProblemNotFoundError`.
        """
        await self.get_history(slug)

        def store(session: Session) -> None:
            repository.set_retired(session, slug, retired=retired)
            record(session, Action.PROBLEM_RETIRED if retired else Action.PROBLEM_RESTORED, slug)

        await self._database.write(store)
        await self._catalogue.forget_stamp()
        self._catalogue.forget()
