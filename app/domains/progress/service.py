"""Users' progress: complete for themselves, and for others the parts they chose to show."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Final

from app.db.models import now
from app.domains.progress import repository
from app.domains.progress.errors import ProfileNotFoundError
from app.domains.progress.schemas import (
    WEEKS,
    Activity,
    FirstPass,
    Progress,
    RankedScore,
    SolvedKata,
    TrackProgress,
)
from app.kit.errors import UnreadableBundleError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.accounts.service import AccountService
    from app.domains.problems.catalogue import Catalogue
    from app.domains.problems.service import ProblemService
    from app.domains.progress.schemas import Publicity

ONE_DAY: Final = timedelta(days=1)
EARLIEST: Final = datetime(1970, 1, 1, tzinfo=UTC)


class ProgressService:
    """Shows progress, and manages which parts of it are public."""

    def __init__(
        self, database: Database, catalogue: Catalogue, accounts: AccountService, problems: ProblemService
    ) -> None:
        self._database = database
        self._catalogue = catalogue
        self._accounts = accounts
        self._problems = problems

    async def show_own(self, user: Account) -> Progress:
        """Return a user's complete progress, for themselves."""
        publicity = await self.find_publicity(user)
        return Progress(
            name=user.name,
            publicity=publicity,
            tracks=await self._list_tracks(user),
            activity=await self._count_activity(user),
            scores=await self._list_scores(user),
            firsts=await self._list_firsts(user),
            certificates=await self._database.read(lambda session: repository.list_certificates(session, user.id)),
        )

    async def show_public(self, name: str) -> Progress:
        """Return a user's public progress.

        Raises `ProfileNotFoundError` for users who show nothing, as for unknown ones.
        """
        user = await self._accounts.find_by_name(name)
        if user is None:
            raise ProfileNotFoundError
        publicity = await self.find_publicity(user)
        if publicity.is_nothing:
            raise ProfileNotFoundError
        return Progress(
            name=user.name,
            publicity=publicity,
            tracks=await self._list_tracks(user, only_public=True) if publicity.shows_solved else None,
            activity=await self._count_activity(user) if publicity.shows_activity else None,
            scores=await self._list_scores(user, only_public=True) if publicity.shows_scores else None,
            firsts=await self._list_firsts(user, only_public=True) if publicity.shows_solved else None,
        )

    async def find_publicity(self, user: Account) -> Publicity:
        """Return which parts a user shows."""
        return await self._database.read(lambda session: repository.find_publicity(session, user.id))

    async def choose_publicity(self, user: Account, publicity: Publicity) -> None:
        """Store which parts a user shows."""
        await self._database.write(lambda session: repository.store_publicity(session, user.id, publicity))

    async def _list_tracks(self, user: Account, *, only_public: bool = False) -> list[TrackProgress]:
        problems = await self._problems.list_problems(user, only_public=only_public)
        solved_at = await self._database.read(lambda session: repository.list_solved_at(session, user.id))
        saw_solution = {slug for slug, (_at, saw) in solved_at.items() if saw}
        tracks = []
        for name, group in groupby(
            (problem for problem in problems if not problem.beta), key=lambda problem: problem.track
        ):
            listed = list(group)
            solved = [
                SolvedKata(problem.slug, problem.name, problem.slug in saw_solution)
                for problem in listed
                if problem.solved
            ]
            public = [problem for problem in listed if not problem.private]
            certifiable = bool(public) and all(problem.solved for problem in public)
            tracks.append(TrackProgress(name, len(listed), solved, certifiable))
        return tracks

    async def _count_activity(self, user: Account) -> Activity:
        today = now().date()
        first = datetime.combine(today + ONE_DAY - timedelta(weeks=WEEKS), datetime.min.time(), UTC)

        def count(session: Session) -> tuple[dict[date, int], tuple[int, int, int]]:
            return (
                repository.count_by_day(session, user.id, first),
                repository.count_attempts(session, user.id),
            )

        days, (runs, submissions, accepted) = await self._database.read(count)
        streak, longest = find_streaks(days, today)
        if streak >= 7 * WEEKS - 1:  # It may have begun before the first of these days.
            ever = await self._database.read(lambda session: repository.count_by_day(session, user.id, EARLIEST))
            streak, _longest = find_streaks(ever, today)
        return Activity(days, today, runs, submissions, accepted, streak, longest)

    async def _list_firsts(self, user: Account, *, only_public: bool = False) -> list[FirstPass]:
        """Return the first accepted submission that passed each check."""
        accepted = await self._database.read(
            lambda session: repository.list_first_accepted(session, user.id, only_public=only_public)
        )
        firsts: dict[str, FirstPass] = {}
        for slug, name, at, checks in accepted:
            for check in checks:
                if check["passed"]:
                    firsts.setdefault(check["check"], FirstPass(check["check"], slug, name, at))
        return list(firsts.values())

    async def _list_scores(self, user: Account, *, only_public: bool = False) -> list[RankedScore]:
        scores = await self._database.read(lambda session: repository.list_ranked_scores(session, user.id))
        ranked = []
        for version in (await self._catalogue.list_versions(None if only_public else user)).values():
            if version.id in scores:
                try:
                    detail, _ = await self._catalogue.load_detail(version)
                except UnreadableBundleError:
                    continue
                if detail.scored:
                    ranked.append(RankedScore(version.slug, version.name, version.number, scores[version.id]))
        return ranked


def find_streaks(days: Iterable[date], today: date) -> tuple[int, int]:
    """Return the current streak of active days, up to today or yesterday, and the longest streak."""
    lengths: dict[date, int] = {}
    for day in sorted(days):
        lengths[day] = lengths.get(day - ONE_DAY, 0) + 1
    current = lengths.get(today) or lengths.get(today - ONE_DAY, 0)
    return current, max(lengths.values(), default=0)
