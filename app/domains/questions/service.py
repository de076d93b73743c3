"""Questions under a kata.

They are open to those who solved the kata, or gave up and saw its solution, and to instructors, who moderate: they may
reveal the solution to anybody else. While an exam with the kata runs for a user, they are closed to that user. A post
marked as a spoiler is folded. Decision 35 has the reasons.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from app.db.privacy import is_seen
from app.domains.audit.log import Action, record
from app.domains.community.repository import has_solved
from app.domains.courses import fields
from app.domains.limits import repository as limits
from app.domains.limits.rate import Rate
from app.domains.limits.throttle import DAY_S
from app.domains.problems.exams import ExamRunningError
from app.domains.questions import repository
from app.domains.questions.errors import QuestionNotFoundError, QuestionsClosedError, TooManyQuestionsError
from app.domains.questions.schemas import QuestionPage
from app.kit.errors import ForbiddenError, InvalidInputError
from app.kit.language import translate as _
from app.kit.paging import count_pages

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.models import Question
    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.problems.catalogue import Catalogue
    from app.domains.problems.exams import ExamRules
    from app.domains.questions.schemas import Post, ReportedPost

LONGEST: Final = fields.LONGEST
"""Maximum number of characters in a question or an answer: the same as in a message."""
A_DAY: Final = 20
"""Maximum number of posts by one user at once, and then in 24 hours, at an even pace. Deleted posts count, too."""
SHOWN: Final = 50
"""Number of questions on a page."""


class QuestionService:
    """Shows questions, and accepts questions, answers, reports and moderators' decisions."""

    def __init__(self, database: Database, catalogue: Catalogue, exams: ExamRules) -> None:
        self._database = database
        self._catalogue = catalogue
        self._exams = exams

    async def list_questions(self, user: Account, slug: str, page: int = 1, post: int | None = None) -> QuestionPage:
        """Return a page, counted from 1, or the last, of a problem's questions with their answers, newest first.

        `post`: the page of this question or answer, if the problem has it. Raises `ProblemNotFoundError`,
        `QuestionsClosedError` and `ExamRunningError`.
        """
        version = await self._catalogue.find_version(slug, user)

        def load(session: Session) -> tuple[list[Post], int, int]:
            self._require_open(session, user, version.problem_id)
            total, wanted = repository.count_questions(session, version.problem_id, user), page
            found = None if post is None else repository.find_post(session, post)
            if found is not None and found[0].problem_id == version.problem_id:
                question = found[0].parent_id or found[0].id
                newer = repository.count_questions(session, version.problem_id, user, after=question)
                wanted = newer // SHOWN + 1
            shown = min(wanted, count_pages(total, SHOWN))
            posts = repository.list_posts(session, version.problem_id, user, (shown - 1) * SHOWN, SHOWN)
            return posts, shown, total

        posts, shown, total = await self._database.read(load)
        answers: dict[int, list[Post]] = {}
        for one in posts:
            if one.parent_id is not None:
                answers.setdefault(one.parent_id, []).append(one)
        questions = [replace(one, answers=answers.get(one.id, [])) for one in posts if one.parent_id is None]
        older = max(0, total - shown * SHOWN)
        return QuestionPage(questions[::-1], shown, count_pages(total, SHOWN), older)

    async def ask(self, user: Account, slug: str, body: str, *, spoiler: bool) -> int:
        """Store a question and return its id; raises `InvalidInputError`, and what `list_questions` raises."""
        version = await self._catalogue.find_version(slug, user)
        return await self._write(user, version.problem_id, None, body, spoiler=spoiler)

    async def answer(self, user: Account, question_id: int, body: str, *, spoiler: bool) -> str:
        """Store an answer to a question and return the problem's slug; raises as `ask` and `QuestionNotFoundError`."""
        question, slug = await self._database.read(lambda session: self._find(session, user, question_id))
        await self._write(user, question.problem_id, question.parent_id or question.id, body, spoiler=spoiler)
        return slug

    async def report(self, user: Account, question_id: int) -> str:
        """Report a post to the moderators, and return the problem's slug; raises `QuestionNotFoundError`."""

        def store(session: Session) -> str:
            question, slug = self._find(session, user, question_id)
            repository.add_report(session, question.id, user.id)
            return slug

        return await self._database.write(store)

    async def list_reported(self, user: Account) -> list[ReportedPost]:
        """Return the reported posts that the user moderates, of all problems, longest reported first."""
        if not user.role.is_author:
            return []
        return await self._database.read(
            lambda session: repository.list_reported(session, user, self._exams.find_running(session, user.id))
        )

    async def moderate(self, user: Account, question_id: int, *, hidden: bool) -> str:
        """Hide a post or show it again, as an instructor; raises `ForbiddenError` and `QuestionNotFoundError`."""
        if not user.role.is_author:
            raise ForbiddenError(_("Only instructors moderate questions."))

        def store(session: Session) -> str:
            question, slug = self._find(session, user, question_id)
            repository.set_hidden(session, question.id, hidden=hidden)
            record(session, Action.QUESTION_HIDDEN if hidden else Action.QUESTION_SHOWN, slug, question=question.id)
            return slug

        return await self._database.write(store)

    async def delete(self, user: Account, question_id: int) -> str:
        """Delete one of the user's own posts, and return the problem's slug; raises `QuestionNotFoundError`."""

        def store(session: Session) -> str:
            question, slug = self._find(session, user, question_id)
            if question.user_id != user.id:
                raise QuestionNotFoundError
            repository.delete_post(session, question.id)
            return slug

        return await self._database.write(store)

    async def _write(self, user: Account, problem_id: int, parent_id: int | None, body: str, *, spoiler: bool) -> int:
        text = check_body(body)

        def store(session: Session) -> int:
            self._require_open(session, user, problem_id)
            if limits.count_try(session, f"questions:{user.id}", Rate(A_DAY, DAY_S)) is not None:
                raise TooManyQuestionsError(A_DAY)
            return repository.add_post(session, problem_id, user.id, parent_id, text, spoiler=spoiler)

        return await self._database.write(store)

    def _find(self, session: Session, user: Account, question_id: int) -> tuple[Question, str]:
        """Return a post that this user may see, with its problem's slug; raises `QuestionNotFoundError`."""
        found = repository.find_post(session, question_id)
        if found is None or not is_seen(session, found[0].problem_id, user):
            raise QuestionNotFoundError
        question, slug = found
        if question.hidden and question.user_id != user.id and not user.role.is_author:
            raise QuestionNotFoundError
        self._require_open(session, user, question.problem_id)
        return question, slug

    def _require_open(self, session: Session, user: Account, problem_id: int) -> None:
        if problem_id in self._exams.find_running(session, user.id):
            raise ExamRunningError
        may = (
            user.role.is_author
            or has_solved(session, user.id, problem_id)
            or repository.gave_up(session, user.id, problem_id)
        )
        if not may:
            raise QuestionsClosedError


def check_body(body: str) -> str:
    """Return a post's text as it is stored; raises `InvalidInputError` if it is empty, too long or invalid."""
    text = fields.unify_lines(body).strip()
    if not text:
        raise InvalidInputError("body", _("Write something first."))
    if len(text) > LONGEST:
        raise InvalidInputError("body", _("This is too long: at most %(most)s characters.", most=LONGEST))
    if not fields.is_storable(text):
        raise InvalidInputError("body", _("The text contains a character that can't be stored."))
    return text
