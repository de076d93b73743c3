"""Versions of a problem over time, for those who run an installation: look at, retire, bring back, draw anew."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from app.audit.log import Action, record
from app.errors import ProblemNotFoundError, UnreadableBundleError, VersionNotFoundError, find_nearest
from app.problems import repository
from grader.errors import BundleError

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.problems.schemas import PastVersion, ProblemHistory
    from app.services import Services
    from grader.bundle import Bundle


class Lifecycle:
    """What becomes of published problems."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def get_history(self, slug: str) -> ProblemHistory:
        """Return all versions of a problem, the newest first, and whether it is retired.

        Raises `ProblemNotFoundError`.
        """
        history = await self._services.database.read(lambda session: repository.find_history(session, slug))
        if history is None:
            known = await self._services.database.read(repository.list_slugs)
            raise ProblemNotFoundError(slug, find_nearest(slug, known))
        return history

    async def load_version(self, slug: str, number: int | None = None) -> tuple[PastVersion, Bundle]:
        """Return a version of a problem, the newest by default, with its bundle.

        Raises `ProblemNotFoundError`, `VersionNotFoundError`, and `UnreadableBundleError`.
        """
        versions = (await self.get_history(slug)).versions
        version = next((one for one in versions if number is None or one.number == number), None)
        if version is None:
            raise VersionNotFoundError(slug, [one.number for one in versions])
        try:
            return version, await asyncio.to_thread(self._services.store.load, version.digest)
        except BundleError as error:
            raise UnreadableBundleError(slug, str(error)) from error

    async def retire(self, slug: str, *, retired: bool) -> None:
        """Take a problem off the list, or put it back; what was submitted stays readable either way.

        Raises `ProblemNotFoundError`.
        """
        await self.get_history(slug)

        def store(session: Session) -> None:
            repository.set_retired(session, slug, retired=retired)
            record(session, Action.PROBLEM_RETIRED if retired else Action.PROBLEM_RESTORED, slug)

        await self._services.database.write(store)
        self._services.catalogue.forget()

    async def redraw(self, slug: str) -> int:
        """Have the next publishing draw other hidden cases; return the number of the draw, from 0.

        Until then the version that is served keeps its own. Raises `ProblemNotFoundError`.
        """
        await self.get_history(slug)

        def store(session: Session) -> int:
            draw = repository.add_draw(session, slug)
            record(session, Action.PROBLEM_REDRAWN, slug, draw=draw)
            return draw

        draw = await self._services.database.write(store)
        self._services.catalogue.forget()
        return draw
