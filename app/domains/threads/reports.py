"""Reports on verdicts outside courses: a learner reports one as unfair, and the problem's authors answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.models import Submission
from app.db.statuses import ReviewOutcome, ReviewStatus, Role, SharingRole
from app.domains.problems.exams import ExamRunningError
from app.domains.threads import open_reviews, repository, writing
from app.domains.threads.errors import RequestRefusedError, ThreadClosedError, ThreadNotFoundError
from app.domains.threads.schemas import ReviewList, ThreadView
from app.kit.errors import InvalidInputError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

    from app.db.models import Review
    from app.db.session import Database
    from app.domains.accounts.schemas import Account
    from app.domains.authoring.authored import Authored
    from app.domains.problems.exams import ExamRules
    from app.domains.threads.repository import ThreadSubject
    from app.domains.threads.schemas import NewMessage, OpenReview
    from app.domains.threads.writing import Postman


class ReportService:
    """Manages reports on verdicts, for learners and for authors."""

    def __init__(self, database: Database, exams: ExamRules, postman: Postman) -> None:
        self._database = database
        self._exams = exams
        self._postman = postman

    async def show_own(self, user: Account, submission: str) -> ThreadView:
        """Return the thread of the user's own submission; raises `ThreadNotFoundError`, and what exams raise."""
        return await self._database.read(
            lambda session: _view(session, self._find_own(session, user, submission), user)
        )

    async def find_own(self, user: Account, submission: str) -> ThreadView | None:
        """Return the thread of the user's own submission, or None if it can't be reported, or not now."""
        try:
            return await self.show_own(user, submission)
        except (ThreadNotFoundError, ThreadClosedError, ExamRunningError):
            return None

    async def report(self, user: Account, submission: str, reason: str) -> None:
        """Report a verdict as unfair; raises `RequestRefusedError`, and what `show_own` raises."""

        def store(session: Session) -> None:
            subject = self._find_own(session, user, submission)
            repository.count_messages(session, subject)  # The submission's row is locked from here on.
            if subject.verdict is None:
                raise RequestRefusedError(_("There is no verdict yet."))
            writing.ask(session, subject, None)
            if reason:
                writing.write(session, subject, user, reason)

        await self._database.write(store)

    async def write_own(self, user: Account, submission: str, new: NewMessage) -> None:
        """Write to the authors about a submission that the user has reported; raises as `report` does."""

        def store(session: Session) -> tuple[str, str | None]:
            subject = self._find_own(session, user, submission)
            reports = repository.list_reviews(session, repository.of_subject(subject), {})
            if not reports:
                raise RequestRefusedError(_("Report the verdict first."))
            told = writing.write(session, subject, user, new.body, new.line)
            path = f"/authoring/{subject.problem}/reports/{reports[0].id}"  # an open one comes first
            return path, writing.find_reader(session, self._exams, subject, user) if told else None

        path, email = await self._database.write(store)
        self._postman.tell(email, path)

    async def withdraw(self, user: Account, submission: str) -> None:
        """Withdraw the user's own open report; raises `ThreadNotFoundError` without one."""

        def store(session: Session) -> None:
            review = repository.find_open(session, self._find_own(session, user, submission))
            if review is None:
                raise ThreadNotFoundError
            writing.close(session, review, ReviewStatus.WITHDRAWN)

        await self._database.write(store)

    async def list_reports(self, problem: Authored) -> ReviewList:
        """Return the reports on a problem's verdicts."""
        condition = repository.of_problem(problem.row_id)
        return ReviewList(
            requests=await self._database.read(lambda session: repository.list_reviews(session, condition, {}))
        )

    async def list_open(self, user: Account) -> list[OpenReview]:
        """Return the open reports and requests about grades that the user may answer, of all problems and courses."""
        return await self._database.read(lambda session: open_reviews.list_open(session, user))

    async def show(self, problem: Authored, report: str) -> ThreadView:
        """Return a report's submission and thread; recorded in the audit log for an admin.

        Raises `ThreadNotFoundError`.
        """

        def load(session: Session) -> ThreadView:
            subject = _find_reported(session, problem, report)[1]
            writing.record_admin(session, problem.user, subject)
            view = _view(session, subject, problem.user)
            return view.model_copy(update={"report": repository.find_report(session, subject)})

        return await (self._database.write(load) if problem.user.role is Role.ADMIN else self._database.read(load))

    async def set_owner(self, problem: Authored, report: str, name: str) -> None:
        """Assign a report to an author, or to nobody; raises `InvalidInputError` for anybody else."""

        def store(session: Session) -> None:
            review, _subject = _find_reported(session, problem, report)
            row = problem.row
            may = {one for user_id, one in row.authors.items() if row.roles[user_id].allows(SharingRole.COMMENT)}
            if name and name != problem.user.name and name not in may:
                raise InvalidInputError("name", _("Only this problem's authors can handle it."))
            repository.set_owner(session, review.id, repository.find_user_id(session, name) if name else None)

        await self._database.write(store)

    async def answer(self, problem: Authored, report: str, body: str) -> None:
        """Answer an open report, leaving the verdict unchanged, or add a message to an answered one."""

        def store(session: Session) -> tuple[str, str | None]:
            review, subject = _find_reported(session, problem, report)
            if review.status is ReviewStatus.OPEN:
                writing.close(session, review, ReviewStatus.ANSWERED, ReviewOutcome.KEPT)
            told = writing.write(session, subject, problem.user, body)
            return subject.public_id, writing.find_reader(session, self._exams, subject, problem.user) if told else None

        submission, email = await self._database.write(store)
        self._postman.tell(email, f"/submissions/{submission}#unfair")

    def _find_own(self, session: Session, user: Account, submission: str) -> ThreadSubject:
        condition: ColumnElement[bool] = (Submission.public_id == submission) & (Submission.user_id == user.id)
        subject = repository.find_subject(session, condition)
        if subject is None:
            raise ThreadNotFoundError
        writing.require_told(session, self._exams, subject)
        return subject


def _find_reported(session: Session, problem: Authored, report: str) -> tuple[Review, ThreadSubject]:
    review = repository.find_review(session, report, repository.of_problem(problem.row_id))
    subject = None if review is None else repository.find_subject(session, Submission.id == review.submission_id)
    if review is None or subject is None:
        raise ThreadNotFoundError
    return review, subject


def _view(session: Session, subject: ThreadSubject, reader: Account) -> ThreadView:
    return ThreadView(
        submission=subject.public_id,
        problem=subject.problem,
        problem_name=subject.problem,
        learner=subject.learner,
        own=subject.user_id == reader.id,
        verdict=subject.verdict,
        submitted_at=subject.created_at,
        source=subject.source,
        messages=repository.list_messages(session, subject, reader.id),
        requests=repository.list_reviews(session, repository.of_subject(subject), {}),
    )
