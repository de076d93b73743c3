"""The interface through which this domain asks courses which problems a running exam closes to a user."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from app.kit.errors import ForbiddenError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.orm import Session

    from app.domains.problems.schemas import RunningExam


class ExamRunningError(ForbiddenError):
    """An exam with this problem is running, for the user or for the author of the requested work."""

    code = "exam_running"
    title = "An exam is running"

    def __init__(self) -> None:
        super().__init__(
            _("An exam with this kata is running. Until it ends, hints, solutions and others' work are closed.")
        )


class ExamRules(Protocol):
    """Tells which exams run for an account."""

    def find_running(self, session: Session, user_id: int) -> Mapping[int, RunningExam]:
        """Return the exams that run for an account, by row ids of their problems, which are closed until they end."""

    def check_sending(self, session: Session, user_id: int, slug: str) -> None:
        """Raise an error if an account may not submit to a problem from its current address."""


class NoExams:
    """The rules without courses."""

    def find_running(self, session: Session, user_id: int) -> Mapping[int, RunningExam]:  # noqa: ARG002
        """See the protocol."""
        return {}

    def check_sending(self, session: Session, user_id: int, slug: str) -> None:
        """See the protocol."""
