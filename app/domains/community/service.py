"""Sharing between people.

Nothing of one person is shown unless they choose to share it: a submission, with anybody who has its link; a solution,
with others who solved the problem; a name, on a leaderboard. The typical effort for a problem is computed over
everybody, and shown once at least five people have solved it.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import secrets
import time
from typing import TYPE_CHECKING, Final

from app.db.privacy import is_seen
from app.domains.community import repository
from app.domains.community.efforts import measure_effort
from app.domains.community.errors import LinkNotFoundError, OwnVoteError, SolutionNotFoundError, SolveFirstError
from app.domains.community.schemas import Leaderboard, LeaderboardPlace, Order, ShareState
from app.domains.problems.exams import ExamRunningError, NoExams
from app.domains.problems.repository import find_standing
from app.kit.errors import InvalidInputError, SubmissionNotFoundError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.community.schemas import OwnedSubmission, Score, SolutionShown, TypicalEffort
    from app.domains.problems.catalogue import Catalogue
    from app.domains.problems.exams import ExamRules
    from app.domains.problems.schemas import OpenedProblem
    from app.domains.submissions.schemas import SubmissionView
    from app.domains.submissions.service import SubmissionService

TOKEN_BYTES: Final = 18
"""Number of random bytes in a link: 144 bits, which can't be guessed."""
SOLUTIONS_A_PAGE: Final = 50
MAX_PLACES: Final = 100
MAX_OUTCOMES: Final = 5000
"""Maximum number of attempts, the newest, from which a problem's effort is measured."""
EFFORT_KEPT_S: Final = 600.0
"""Seconds for which a measured effort is cached."""


class CommunityService:
    """Manages links, shared solutions, votes and leaderboards, and measures typical efforts."""

    def __init__(
        self,
        database: Database,
        catalogue: Catalogue,
        submissions: SubmissionService,
        exams: ExamRules | None = None,
    ) -> None:
        self._database = database
        self._catalogue = catalogue
        self._submissions = submissions
        self._exams = exams or NoExams()
        self._efforts: dict[int, tuple[float, asyncio.Task[TypicalEffort | None]]] = {}

    def _require_no_exam(self, session: Session, problem_id: int, *people: Account | None) -> None:
        """Raise `ExamRunningError` while an exam with the problem runs for one of these people."""
        if any(one is not None and problem_id in self._exams.find_running(session, one.id) for one in people):
            raise ExamRunningError

    async def find_sharing(self, user: Account, public_id: str) -> ShareState:
        """Return how this user's submission is shared; raises `SubmissionNotFoundError`."""

        def look(session: Session) -> ShareState:
            own = _find_own(session, public_id, user)
            token, shared = repository.find_sharing(session, own.id)
            card = name_card(own.public_id, token) if token is not None and own.is_solution else None
            return ShareState(token, shared, card)

        return await self._database.read(look)

    async def make_link(self, user: Account, public_id: str) -> str:
        """Return the token of a submission's link, which is created unless it exists."""

        def store(session: Session) -> str:
            own = _find_own(session, public_id, user)
            self._require_no_exam(session, own.problem_id, user)
            token = repository.find_token(session, own.id)
            if token is None:
                token = secrets.token_urlsafe(TOKEN_BYTES)
                repository.add_link(session, own.id, token)
            return token

        return await self._database.write(store)

    async def revoke_link(self, user: Account, public_id: str) -> None:
        """Delete a submission's link; a new one gets a new address."""
        await self._database.write(
            lambda session: repository.delete_link(session, _find_own(session, public_id, user).id)
        )

    async def open_link(self, token: str, reader: Account | None = None) -> SubmissionView:
        """Return the submission that a link shows; raises `LinkNotFoundError` and `ExamRunningError`.

        While an exam runs for its author it is closed to all others, since anybody might be sitting the exam.
        """

        def look(session: Session) -> OwnedSubmission | None:
            found = repository.find_linked(session, token)
            if found is not None and not is_seen(session, found.problem_id, reader):
                return None
            if found is not None and (reader is None or reader.id != found.owner.id):
                self._require_no_exam(session, found.problem_id, reader, found.owner)
            return found

        linked = await self._database.read(look)
        if linked is None:
            raise LinkNotFoundError
        return await self._submissions.get(linked.public_id, linked.owner)

    async def open_card(self, card: str) -> tuple[SubmissionView, Account]:
        """Return the accepted submission that a card shows, and its author; raises `LinkNotFoundError`.

        Raises `ExamRunningError` while an exam with its problem runs for its author.
        """
        public_id, _dash, _key = card.partition("-")

        def look(session: Session) -> OwnedSubmission | None:
            own = repository.find_by_public_id(session, public_id)
            token = None if own is None else repository.find_token(session, own.id)
            known = own is not None and own.is_solution and token is not None
            if not known or own is None or not hmac.compare_digest(name_card(public_id, token or ""), card):
                return None
            if not is_seen(session, own.problem_id, None):
                return None  # A card is public.
            self._require_no_exam(session, own.problem_id, own.owner)
            return own

        found = await self._database.read(look)
        if found is None:
            raise LinkNotFoundError
        return await self._submissions.get(found.public_id, found.owner), found.owner

    async def share_solution(self, user: Account, public_id: str) -> None:
        """Share an accepted submission with those who solved the problem, replacing the one shared before."""

        def store(session: Session) -> None:
            own = _find_own(session, public_id, user)
            self._require_no_exam(session, own.problem_id, user)
            if not own.is_solution:
                raise InvalidInputError("submission", _("Only a submission that was accepted can be shared."))
            if not repository.is_shared(session, own.id):
                repository.add_solution(session, own)

        await self._database.write(store)

    async def withdraw_solution(self, user: Account, public_id: str) -> None:
        """Stop sharing a solution, and delete its votes."""
        await self._database.write(
            lambda session: repository.delete_solution(session, _find_own(session, public_id, user).id)
        )

    async def count_solutions(self, slug: str, user: Account) -> int | None:
        """Return the number of a problem's shared solutions, for those who solved it; raises `ProblemNotFoundError`."""
        problem_id = (await self._catalogue.find_version(slug, user)).problem_id
        return await self._database.read(lambda session: find_standing(session, user.id, problem_id).shared)

    async def list_solutions(
        self, user: Account, slug: str, order: Order = Order.VOTES, page: int = 1
    ) -> list[SolutionShown]:
        """Return a page, counted from 1, of the shared solutions.

        Raises `SolveFirstError` unless the user has solved the problem.
        """
        version = await self._catalogue.find_version(slug, user)

        def load(session: Session) -> list[SolutionShown]:
            self._require_no_exam(session, version.problem_id, user)
            if not repository.has_solved(session, user.id, version.problem_id):
                raise SolveFirstError
            offset = (page - 1) * SOLUTIONS_A_PAGE
            return repository.list_solutions(session, version.problem_id, user.id, order, offset, SOLUTIONS_A_PAGE)

        return await self._database.read(load)

    async def vote(self, user: Account, solution_id: int, *, given: bool) -> str:
        """Give or take back a vote, one per person; returns the problem's slug.

        Raises `SolutionNotFoundError`, `SolveFirstError`, and `OwnVoteError` for one's own.
        """

        def store(session: Session) -> str:
            found = repository.find_solution(session, solution_id)
            if found is None or not is_seen(session, found[0], user):
                raise SolutionNotFoundError
            problem_id, author_id, slug = found
            self._require_no_exam(session, problem_id, user)
            if not repository.has_solved(session, user.id, problem_id):
                raise SolveFirstError
            if author_id == user.id:
                raise OwnVoteError
            repository.set_vote(session, solution_id, user.id, given=given)
            return slug

        return await self._database.write(store)

    async def tell_effort(self, opened: OpenedProblem) -> TypicalEffort | None:
        """Return a problem's typical effort; None if too few solved it, and while the reader's exam includes it.

        It is measured at most every ten minutes, and once for all who wait for it.
        """
        if opened.detail.exam is not None:
            return None
        until, measuring = self._efforts.get(opened.problem_id, (0.0, None))
        if measuring is None or (measuring.done() and time.monotonic() >= until):
            measuring = asyncio.create_task(self._measure_effort(opened.problem_id))
            self._efforts[opened.problem_id] = time.monotonic() + EFFORT_KEPT_S, measuring
        return await asyncio.shield(measuring)  # A reader who leaves doesn't end it for the others.

    async def _measure_effort(self, problem_id: int) -> TypicalEffort | None:
        try:
            return await self._database.read(
                lambda session: measure_effort(repository.list_outcomes(session, problem_id, MAX_OUTCOMES))
            )
        except BaseException:
            del self._efforts[problem_id]  # The next reader tries again.
            raise

    async def rank(self, user: Account | None, slug: str, number: int | None = None) -> Leaderboard:
        """Return the leaderboard of a version, by default the newest; it always includes the reader's own place."""
        version = await self._catalogue.find_version(slug, user)
        chosen = number or version.number

        def load(session: Session) -> tuple[list[int], list[tuple[int, Score]], int]:
            self._require_no_exam(session, version.problem_id, user)
            scores = repository.list_scores(session, version.problem_id, chosen)
            ranked = enumerate(scores, start=1)
            shown = [(rank, one) for rank, one in ranked if rank <= MAX_PLACES or _is_own(one, user)]
            return repository.list_solved_versions(session, version.problem_id), shown, len(scores)

        versions, shown, total = await self._database.read(load)
        places = [
            LeaderboardPlace(
                rank=rank,
                name=one.name if one.public or _is_own(one, user) else None,
                mine=_is_own(one, user),
                score=one.score,
                reached_at=one.reached_at,
            )
            for rank, one in shown
        ]
        return Leaderboard(chosen, sorted({*versions, version.number}, reverse=True), places, total)


def name_card(public_id: str, token: str) -> str:
    """Return the last part of the address of a submission's card.

    It can't be guessed, and doesn't reveal the token of the submission's link, so a card doesn't give access to the
    code. Both last as long as the link.
    """
    key = hashlib.sha256(f"card of {token}".encode()).digest()[:TOKEN_BYTES]
    return f"{public_id}-{base64.urlsafe_b64encode(key).decode()}"


def _is_own(score: Score, user: Account | None) -> bool:
    return user is not None and user.id == score.user_id


def _find_own(session: Session, public_id: str, user: Account) -> OwnedSubmission:
    own = repository.find_own(session, public_id, user.id)
    if own is None:
        raise SubmissionNotFoundError
    return own
