"""Ratings of katas by those who know them.

Anybody who knows that they solved a kata, or who gave up, may rate it once and change the rating. Results are shown to
others once at least five people have rated. While an exam with the kata runs for a user, ratings are closed to them.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from app.domains.problems.exams import ExamRunningError
from app.domains.problems.repository import find_standing
from app.domains.ratings import repository
from app.domains.ratings.errors import RatingClosedError
from app.domains.ratings.schemas import Rating, RatingSummary, RatingView

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.problems.catalogue import Catalogue
    from app.domains.problems.exams import ExamRules
    from app.domains.problems.schemas import OpenedProblem, Standing
    from app.domains.ratings.schemas import RatingCounts

MIN_PEOPLE: Final = 5
"""Minimum number of ratings shown to others than the authors: fewer would reveal individuals."""
COUNTS_KEPT_S: Final = 60.0
"""Seconds for which the ratings of a kata that others gave through another process may be missing."""


class RatingService:
    """Stores and summarises ratings."""

    def __init__(self, database: Database, catalogue: Catalogue, exams: ExamRules) -> None:
        self._database = database
        self._catalogue = catalogue
        self._exams = exams
        self._counts: dict[int, tuple[float, RatingCounts]] = {}
        """When each problem's ratings must be counted again, and what they were."""

    async def show(self, user: Account | None, slug: str) -> RatingView:
        """Return a kata's ratings as the user sees them; raises `ProblemNotFoundError`."""
        problem_id = (await self._catalogue.find_version(slug, user)).problem_id

        def load(session: Session) -> RatingView:
            if user is not None and problem_id in self._exams.find_running(session, user.id):
                return RatingView(open=False, own=None, summary=None)
            summary = summarise(self._count(session, problem_id))
            if user is None:
                return RatingView(open=False, own=None, summary=summary)
            return _view(find_standing(session, user.id, problem_id), summary)

        return await self._database.read(load)

    async def show_beside(self, opened: OpenedProblem) -> RatingView:
        """Return the ratings that an opened problem's page shows."""
        if opened.detail.exam is not None:
            return RatingView(open=False, own=None, summary=None)
        problem_id = opened.problem_id
        counts = self._find_kept(problem_id)
        if counts is None:
            counts = await self._database.read(lambda session: self._count(session, problem_id))
        summary = summarise(counts)
        if opened.standing is None:
            return RatingView(open=False, own=None, summary=summary)
        return _view(opened.standing, summary)

    async def rate(self, user: Account, slug: str, rating: Rating) -> RatingView:
        """Store a rating, replacing the user's earlier one.

        Raises `ProblemNotFoundError`, `RatingClosedError` and `ExamRunningError`.
        """
        problem_id = (await self._catalogue.find_version(slug, user)).problem_id

        def store(session: Session) -> RatingView:
            self._require_no_exam(session, user, problem_id)
            if not _is_open(find_standing(session, user.id, problem_id)):
                raise RatingClosedError
            repository.put_rating(session, user.id, problem_id, rating)
            summary = summarise(repository.count_ratings(session, problem_id))
            return _view(find_standing(session, user.id, problem_id), summary)

        view = await self._database.write(store)
        self._counts.pop(problem_id, None)
        return view

    async def withdraw(self, user: Account, slug: str) -> None:
        """Delete the user's rating; raises `ProblemNotFoundError` and `ExamRunningError`."""
        problem_id = (await self._catalogue.find_version(slug, user)).problem_id

        def store(session: Session) -> None:
            self._require_no_exam(session, user, problem_id)
            repository.delete_rating(session, user.id, problem_id)

        await self._database.write(store)
        self._counts.pop(problem_id, None)

    async def count(self, slug: str) -> RatingCounts:
        """Return the number of people for each value, for the operator; raises `ProblemNotFoundError`."""
        problem_id = (await self._catalogue.find_any_version(slug)).problem_id
        return await self._database.read(lambda session: repository.count_ratings(session, problem_id))

    def _count(self, session: Session, problem_id: int) -> RatingCounts:
        """Return a kata's counts, which are kept for a while: every page of a kata shows them."""
        counts = self._find_kept(problem_id)
        if counts is None:
            counts = repository.count_ratings(session, problem_id)
            self._counts[problem_id] = time.monotonic() + COUNTS_KEPT_S, counts
        return counts

    def _find_kept(self, problem_id: int) -> RatingCounts | None:
        until, counts = self._counts.get(problem_id, (0.0, None))
        return counts if time.monotonic() < until else None

    def _require_no_exam(self, session: Session, user: Account, problem_id: int) -> None:
        if problem_id in self._exams.find_running(session, user.id):
            raise ExamRunningError


def summarise(counts: RatingCounts) -> RatingSummary | None:
    """Return the public summary of ratings; None if too few people gave one."""
    if counts.people < MIN_PEOPLE or counts.median_difficulty is None:
        return None
    clear = round(100 * counts.clear / counts.people)
    return RatingSummary(people=counts.people, clear=clear, difficulty=counts.median_difficulty)


def _is_open(standing: Standing) -> bool:
    """Return whether a user may rate a kata: they know that they solved it, or gave up."""
    return standing.knows and not standing.is_author


def _view(standing: Standing, summary: RatingSummary | None) -> RatingView:
    own = None
    if standing.rating is not None:
        clarity, difficulty = standing.rating
        own = Rating(clarity=clarity, difficulty=difficulty)
    return RatingView(open=_is_open(standing), own=own, summary=summary)
