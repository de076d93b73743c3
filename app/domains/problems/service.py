"""Problems for readers: hints for signed-in users, the solution for those who solved the problem or gave up."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from app.db.statuses import UnlockKind
from app.domains.problems import repository
from app.domains.problems.exams import ExamRunningError, NoExams
from app.domains.problems.schemas import OpenedProblem, ProblemDetail, ProblemState, ProblemSummary, TrackEntry
from app.domains.problems.search import SearchIndex
from app.kit.errors import InvalidInputError, UnreadableBundleError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.problems.catalogue import Catalogue
    from app.domains.problems.exams import ExamRules
    from app.domains.problems.schemas import ProblemProgress, Standing, Version

MAX_INDEXES: Final = 8
"""Maximum number of cached indexes: readers of different courses may see different problems."""


class ProblemService:
    """Serves problems to readers, with search, hints and solutions."""

    def __init__(self, database: Database, catalogue: Catalogue, exams: ExamRules | None = None) -> None:
        self._database = database
        self._exams = exams or NoExams()
        self._catalogue = catalogue
        self._indexes: dict[tuple[tuple[str, int], ...], asyncio.Task[SearchIndex]] = {}
        """The indexes that are being built, or were: the last used ones are last."""
        self._one_at_a_time = asyncio.Lock()

    async def list_problems(self, user: Account | None, *, only_public: bool = False) -> list[ProblemSummary]:
        """Return the published problems that `user` may see by track and position, with their progress.

        `only_public`: only those that everybody may see, for pages about `user` that others see.
        """
        versions = await self._catalogue.list_versions(None if only_public else user)
        progress: dict[int, ProblemProgress] | None = None
        if user is not None:
            user_id = user.id
            progress = await self._database.read(lambda session: repository.list_progress(session, user_id))
        return [await self._summarise(version, progress) for version in versions.values()]

    async def _summarise(self, version: Version, progress: dict[int, ProblemProgress] | None) -> ProblemSummary:
        summary = ProblemSummary(
            slug=version.slug,
            name=version.name,
            track=version.track,
            position=version.position,
            difficulty=version.difficulty,
            version=version.number,
            private=version.private,
            beta=version.beta,
        )
        changes: dict[str, object] = {}
        try:
            detail, _bundle = await self._catalogue.load_detail(version)
            changes |= {"teaches": detail.concepts.teaches, "requires": detail.concepts.requires}
        except UnreadableBundleError:
            pass  # It stays in the list; opening it shows the error.
        if progress is not None:
            own = progress.get(version.problem_id)
            state = ProblemState.NEW if own is None else ProblemState.SOLVED if own.solved else ProblemState.STARTED
            changes |= {"state": state, "solved": state is ProblemState.SOLVED}
            changes |= {"touched_at": None if own is None else own.touched_at}
        return summary.model_copy(update=changes)

    async def get_problem(self, slug: str, user: Account | None) -> ProblemDetail:
        """Return what `user` may see of a problem; raises `ProblemNotFoundError`."""
        detail, _standing = await self._load(await self._catalogue.find_version(slug, user), user)
        return detail

    async def open_problem(self, slug: str, user: Account | None) -> OpenedProblem:
        """Return what a problem's page needs to know of `user`; raises `ProblemNotFoundError`.

        Its track has the problems that `user` may see, in order; a retired problem isn't among them.
        """
        version = await self._catalogue.find_version(slug, user)
        detail, standing = await self._load(version, user)
        versions = (await self._catalogue.list_versions(user)).values()
        solved = frozenset[int]() if standing is None else standing.solved_problems
        track = [
            TrackEntry(place, one.slug, one.name, one.problem_id in solved)
            for place, one in enumerate((one for one in versions if one.track == detail.track), start=1)
        ]
        return OpenedProblem(version.problem_id, detail, standing, track)

    async def _load(self, version: Version, user: Account | None) -> tuple[ProblemDetail, Standing | None]:
        """Return what `user` may see of a problem, and what they have done with it."""
        detail, bundle = await self._catalogue.load_detail(version)
        if version.retired or version.beta:
            detail = detail.model_copy(update={"retired": version.retired, "beta": version.beta})
        if user is None:
            return detail, None
        user_id, problem_id = user.id, version.problem_id
        standing, exam = await self._database.read(
            lambda session: (
                repository.find_standing(session, user_id, problem_id),
                self._exams.find_running(session, user_id).get(problem_id),
            )
        )
        opened, knows = standing.hints if exam is None else 0, standing.knows and exam is None
        manifest = bundle.manifest
        translations = {
            language: texts.model_copy(
                update={
                    "hints": manifest.translations[language].hints[:opened],
                    "notes": manifest.translations[language].notes if knows else None,
                }
            )
            for language, texts in detail.translations.items()
        }
        changes = {
            "translations": translations,
            "solved": standing.solved,
            "gave_up": standing.gave_up,
            "hints": manifest.hints[:opened],
            "solution": manifest.solution if knows else None,
            "notes": manifest.notes if knows else None,
            "exam": exam,
        }
        return detail.model_copy(update=changes), standing

    async def search(self, query: str, user: Account | None) -> dict[str, float]:
        """Return the slugs of the problems that `user` may see and that match a query; see `SearchIndex.find`."""
        index = await self._index_texts(await self._catalogue.list_versions(user))
        return index.find(query)

    async def _index_texts(self, versions: dict[str, Version]) -> SearchIndex:
        """Return the index of these versions, built once after each publication and cached for some sets.

        Everybody who searches meanwhile waits for the same one.
        """
        key = tuple((version.digest, version.number) for version in versions.values())
        building = self._indexes.pop(key, None)
        if building is None or (building.done() and (building.cancelled() or building.exception() is not None)):
            building = asyncio.create_task(self._build_index(versions))
        self._indexes[key] = building
        while len(self._indexes) > MAX_INDEXES:
            self._indexes.pop(next(iter(self._indexes)))
        return await asyncio.shield(building)

    async def _build_index(self, versions: dict[str, Version]) -> SearchIndex:
        details = []
        for version in versions.values():
            try:
                detail, _bundle = await self._catalogue.load_detail(version)
            except UnreadableBundleError:
                continue
            details.append(detail)
        async with self._one_at_a_time:
            return await asyncio.to_thread(SearchIndex, details)

    async def list_scored(self) -> set[str]:
        """Return the slugs of the problems whose accepted solutions differ in their score."""
        scored = set()
        for version in (await self._catalogue.list_all_versions()).values():
            try:
                detail, _bundle = await self._catalogue.load_detail(version)
            except UnreadableBundleError:
                continue
            if detail.scored:
                scored.add(version.slug)
        return scored

    async def open_hint(self, slug: str, user: Account, number: int) -> ProblemDetail:
        """Open hint `number`, counted from 1, and record that; hints are opened in order.

        Raises `ProblemNotFoundError` and `InvalidInputError`.
        """
        problem = await self.get_problem(slug, user)
        if problem.exam is not None:
            raise ExamRunningError
        if number < 1 or number > min(problem.hint_count, len(problem.hints or []) + 1):
            raise InvalidInputError("number", _("Hints open in order; this one isn't next."))
        return await self._unlock(slug, user, UnlockKind.HINT, number)

    async def give_up(self, slug: str, user: Account) -> ProblemDetail:
        """Show the solution to somebody who hasn't solved the problem, and record it; raises `ProblemNotFoundError`."""
        return await self._unlock(slug, user, UnlockKind.SOLUTION, 0)

    async def _unlock(self, slug: str, user: Account, kind: UnlockKind, number: int) -> ProblemDetail:
        version = await self._catalogue.find_version(slug, user)

        def store(session: Session) -> None:
            if version.problem_id in self._exams.find_running(session, user.id):
                raise ExamRunningError
            repository.add_unlock(session, user.id, version.problem_id, kind, number)

        await self._database.write(store)
        return await self.get_problem(slug, user)
