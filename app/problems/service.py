"""Problems for those who read them: hints for whoever is signed in, the solution for whoever solved it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.problems import repository
from app.problems.schemas import ProblemDetail, ProblemSummary

if TYPE_CHECKING:
    from app.accounts.schemas import Account
    from app.db.session import Database
    from app.problems.catalogue import Catalogue


class ProblemService:
    """Everything about reading problems."""

    def __init__(self, database: Database, catalogue: Catalogue) -> None:
        self._database = database
        self._catalogue = catalogue

    async def list_problems(self, user: Account | None) -> list[ProblemSummary]:
        """All published problems by track and position, with what `user` has solved."""
        versions = await self._catalogue.list_versions()
        solved = await self._list_solved(user)
        return [
            ProblemSummary(
                slug=version.slug,
                name=version.name,
                track=version.track,
                position=version.position,
                difficulty=version.difficulty,
                version=version.number,
                solved=None if solved is None else version.problem_id in solved,
            )
            for version in versions.values()
        ]

    async def get_problem(self, slug: str, user: Account | None) -> ProblemDetail:
        """All of a problem that `user` may see; raises `ProblemNotFoundError`."""
        version = await self._catalogue.find_version(slug)
        detail, bundle = await self._catalogue.load_detail(version)
        solved = await self._list_solved(user)
        if solved is None:
            return detail
        has_solved = version.problem_id in solved
        return detail.model_copy(
            update={
                "solved": has_solved,
                "hints": bundle.manifest.hints,
                "solution": bundle.manifest.solution if has_solved else None,
            }
        )

    async def _list_solved(self, user: Account | None) -> set[int] | None:
        if user is None:
            return None
        return await self._database.read(lambda session: repository.list_solved(session, user.id))
