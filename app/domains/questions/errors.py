"""Errors about questions."""

from __future__ import annotations

from app.kit.errors import ConflictError, ForbiddenError, NotFoundError
from app.kit.language import translate as _


class QuestionsClosedError(ForbiddenError):
    """Questions may reveal the solution, so they are open only to those who solved the kata or gave up."""

    code = "questions_closed"
    title = "Not open yet"

    def __init__(self) -> None:
        super().__init__(_("Questions open once you have solved the kata, or given up and seen its solution."))


class QuestionNotFoundError(NotFoundError):
    """There is no such question or answer, or the user may not see it."""

    code = "question_not_found"
    title = "No such question"

    def __init__(self) -> None:
        super().__init__(_("This question or answer doesn't exist, or has been deleted."))


class TooManyQuestionsError(ConflictError):
    """The user has reached the daily limit of posts."""

    code = "too_many_questions"
    title = "Enough for today"

    def __init__(self, limit: int) -> None:
        super().__init__(_("You can write %(limit)s questions and answers in 24 hours.", limit=limit))
