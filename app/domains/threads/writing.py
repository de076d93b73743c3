"""Functions for both kinds of threads: limits, whether the learner may read now, the audit log, and mails."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from app.db.holds import find_held
from app.db.models import Review, Submission, now
from app.db.statuses import Role
from app.db.transitions import change_status
from app.domains.audit.log import Action, record
from app.domains.limits import repository as limits
from app.domains.limits.rate import Rate
from app.domains.limits.throttle import DAY_S
from app.domains.problems.exams import ExamRunningError
from app.domains.threads import repository
from app.domains.threads.errors import RequestRefusedError, ThreadClosedError, TooMuchWrittenError
from app.kit.errors import InvalidInputError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.db.statuses import ReviewOutcome, ReviewStatus
    from app.domains.accounts.schemas import Account
    from app.domains.mails.service import MailService
    from app.domains.problems.exams import ExamRules
    from app.domains.threads.repository import ThreadSubject
    from app.kit.settings import Settings

A_DAY: Final = 200
"""Maximum number of messages by one user at once, and then in 24 hours, at an even pace."""
IN_THREAD: Final = 200
"""Maximum number of messages about a submission."""
ABOUT_ONE: Final = 20
"""Maximum number of requests about a submission, including withdrawn ones."""
QUIET: Final = timedelta(minutes=10)
"""Time after a user's message during which their further messages aren't mailed."""


def require_told(session: Session, exams: ExamRules, subject: ThreadSubject) -> None:
    """Raise an error while an exam closes a thread to its learner, because it runs or holds the verdict."""
    if find_held(session, Submission.id == subject.id) is not None:
        raise ThreadClosedError
    if subject.problem_id in exams.find_running(session, subject.user_id):
        raise ExamRunningError


def is_told(session: Session, exams: ExamRules, subject: ThreadSubject) -> bool:
    """Return whether the thread is open to its learner, not closed by an exam."""
    try:
        require_told(session, exams, subject)
    except (ThreadClosedError, ExamRunningError):
        return False
    return True


def record_admin(session: Session, reader: Account, subject: ThreadSubject) -> None:
    """Record in the audit log that an admin reads somebody else's submission."""
    if reader.role is Role.ADMIN and subject.user_id != reader.id:
        record(session, Action.SUBMISSION_VIEWED, subject.problem, submission=subject.public_id)


def write(session: Session, subject: ThreadSubject, author: Account, body: str, line: int | None = None) -> bool:
    """Store a message; returns whether to mail the other side.

    Raises `TooMuchWrittenError`, and `InvalidInputError` for a line that the source doesn't have.
    """
    if line is not None and line > len(subject.source.splitlines()):
        raise InvalidInputError("line", _("The source has fewer lines."))
    if limits.count_try(session, f"messages:{author.id}", Rate(A_DAY, DAY_S)) is not None:
        raise TooMuchWrittenError(_("You can write %(limit)s messages in 24 hours.", limit=A_DAY))
    if repository.count_messages(session, subject) >= IN_THREAD:
        raise TooMuchWrittenError(_("A submission can have %(limit)s messages.", limit=IN_THREAD))
    last = repository.find_last(session, subject, author.id)
    repository.add_message(session, subject, author.id, body, line)
    return last is None or now() - last > QUIET


def ask(session: Session, subject: ThreadSubject, kata_id: int | None) -> None:
    """Open a request about a submission, whose row is already locked.

    Raises `RequestRefusedError` if one is open, and `TooMuchWrittenError` if there were too many.
    """
    if repository.find_open(session, subject) is not None:
        raise RequestRefusedError(_("You have already asked. Wait for the answer."))
    if repository.count_reviews(session, subject) >= ABOUT_ONE:
        raise TooMuchWrittenError(_("You can ask %(limit)s times about a submission.", limit=ABOUT_ONE))
    repository.add_review(session, subject, kata_id)


def close(session: Session, review: Review, status: ReviewStatus, outcome: ReviewOutcome | None = None) -> None:
    """Close a request; raises `RequestRefusedError` if it isn't open."""
    if not review.status.may_become(status):
        raise RequestRefusedError(_("This request is no longer open."))
    change_status(session, Review, review.id, status, outcome=outcome, closed_at=now())


def find_reader(session: Session, exams: ExamRules, subject: ThreadSubject, author: Account) -> str | None:
    """Return the address to notify of a message: the learner's, or that of the open request's owner.

    Only people who may read the thread now are notified: not a learner to whom an exam closes it or who was removed
    from the course, and not an owner who may no longer handle the request.
    """
    if author.id != subject.user_id:
        return repository.find_learner_email(session, subject) if is_told(session, exams, subject) else None
    review = repository.find_open(session, subject)
    return None if review is None else repository.find_owner_email(session, subject, review.owner_id)


class Postman:
    """Mails a link to a thread, without the message itself."""

    def __init__(self, settings: Settings, mailer: MailService) -> None:
        self._settings = settings
        self._mailer = mailer

    def tell(self, email: str | None, path: str) -> None:
        """Notify somebody by mail of a new message."""
        if email is not None:
            link = f"{self._settings.address}{path}"
            text = _("There is a new message about a submission:\n\n%(link)s", link=link)
            self._mailer.begin(self._mailer.send(email, _("a message about a submission"), text))
