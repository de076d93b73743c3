"""All SQL about sharing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, case, delete, exists, func, select

from app.db.holds import is_held
from app.db.judged import IS_DONE
from app.db.models import (
    Problem,
    ProblemVersion,
    Profile,
    SharedSolution,
    ShareLink,
    Submission,
    User,
    Vote,
)
from app.db.privacy import in_beta
from app.db.unlocks import IS_AUTHOR, RANKS, SAW_SOLUTION
from app.domains.accounts.schemas import Account
from app.domains.community.schemas import KataAttempt, Order, OwnedSubmission, Score, SolutionShown
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Select
    from sqlalchemy.orm import Session


def _is_accepted(session: Session) -> ColumnElement[bool]:
    """Return the condition for submissions whose current verdict solves their problem and isn't held.

    Submissions in a beta count until the beta is over.
    """
    told = (Submission.verdict == Verdict.ACCEPTED, ~is_held(session))
    return and_(Submission.mode == Mode.SUBMIT, *told, ~in_beta(over=True))


def _select_owned(session: Session) -> Select[int, str, User, int, str, Mode, Verdict | None]:
    told = case((~is_held(session), Submission.verdict), else_=None)
    return (
        select(
            Submission.id,
            Submission.public_id,
            User,
            ProblemVersion.problem_id,
            Problem.slug,
            Submission.mode,
            told,
        )
        .join(User, User.id == Submission.user_id)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .join(Problem, Problem.id == ProblemVersion.problem_id)
    )


def _find_owned(
    session: Session, statement: Select[int, str, User, int, str, Mode, Verdict | None]
) -> OwnedSubmission | None:
    row = session.execute(statement).one_or_none()
    if row is None:
        return None
    submission_id, public_id, user, problem_id, slug, mode, verdict = row
    owner = Account(user.id, user.name, user.role)
    return OwnedSubmission(submission_id, public_id, owner, problem_id, slug, mode, verdict)


def find_own(session: Session, public_id: str, user_id: int) -> OwnedSubmission | None:
    """Return a user's submission."""
    statement = _select_owned(session).where(Submission.public_id == public_id, Submission.user_id == user_id)
    return _find_owned(session, statement)


def find_by_public_id(session: Session, public_id: str) -> OwnedSubmission | None:
    """Return a submission, whoever its author is."""
    return _find_owned(session, _select_owned(session).where(Submission.public_id == public_id))


def find_linked(session: Session, token: str) -> OwnedSubmission | None:
    """Return the submission that a link shows."""
    statement = _select_owned(session).join(ShareLink, ShareLink.submission_id == Submission.id)
    return _find_owned(session, statement.where(ShareLink.token == token))


def find_token(session: Session, submission_id: int) -> str | None:
    """Return the token of a submission's link."""
    return session.scalar(select(ShareLink.token).where(ShareLink.submission_id == submission_id))


def find_sharing(session: Session, submission_id: int) -> tuple[str | None, bool]:
    """Return the token of a submission's link, if it has one, and whether it is its author's shared solution."""
    token = select(ShareLink.token).where(ShareLink.submission_id == submission_id).scalar_subquery()
    shared = exists().where(SharedSolution.submission_id == submission_id)
    row = session.execute(select(token, shared)).one()
    return row[0], row[1]


def add_link(session: Session, submission_id: int, token: str) -> None:
    """Store a link to a submission."""
    session.add(ShareLink(submission_id=submission_id, token=token))


def delete_link(session: Session, submission_id: int) -> None:
    """Delete the link to a submission, if there is one."""
    session.execute(delete(ShareLink).where(ShareLink.submission_id == submission_id))


def is_shared(session: Session, submission_id: int) -> bool:
    """Return whether a submission is its author's shared solution."""
    found = session.scalar(select(SharedSolution.id).where(SharedSolution.submission_id == submission_id))
    return found is not None


def add_solution(session: Session, submission: OwnedSubmission) -> None:
    """Share a solution, replacing the one that its author shared before."""
    before = select(SharedSolution).where(
        SharedSolution.problem_id == submission.problem_id, SharedSolution.user_id == submission.owner.id
    )
    for row in session.scalars(before):
        session.delete(row)
    session.flush()
    session.add(
        SharedSolution(problem_id=submission.problem_id, user_id=submission.owner.id, submission_id=submission.id)
    )


def delete_solution(session: Session, submission_id: int) -> None:
    """Stop sharing a solution."""
    session.execute(delete(SharedSolution).where(SharedSolution.submission_id == submission_id))


def list_solutions(
    session: Session, problem_id: int, user_id: int, order: Order, offset: int, limit: int
) -> list[SolutionShown]:
    """Return the shared solutions that are still accepted, as `user_id` sees them."""
    votes = select(func.count()).where(Vote.solution_id == SharedSolution.id).scalar_subquery()
    voted = exists().where(Vote.solution_id == SharedSolution.id, Vote.user_id == user_id)
    newest = SharedSolution.id.desc()
    statement = (
        select(
            SharedSolution.id,
            User.name,
            Submission.source,
            ProblemVersion.number,
            votes,
            voted,
            SharedSolution.user_id == user_id,
            SharedSolution.created_at,
            SAW_SOLUTION,
        )
        .join(User, User.id == SharedSolution.user_id)
        .join(Submission, Submission.id == SharedSolution.submission_id)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(SharedSolution.problem_id == problem_id, _is_accepted(session))
        .order_by(*([votes.desc(), newest] if order is Order.VOTES else [newest]))
        .offset(offset)
        .limit(limit)
    )
    return [SolutionShown(*row) for row in session.execute(statement)]


def find_solution(session: Session, solution_id: int) -> tuple[int, int, str] | None:
    """Return the problem, the author and the problem's slug of a shared solution."""
    statement = (
        select(SharedSolution.problem_id, SharedSolution.user_id, Problem.slug)
        .join(Problem, Problem.id == SharedSolution.problem_id)
        .where(SharedSolution.id == solution_id)
    )
    row = session.execute(statement).one_or_none()
    return None if row is None else (row[0], row[1], row[2])


def set_vote(session: Session, solution_id: int, user_id: int, *, given: bool) -> None:
    """Give or take back a user's vote for a solution."""
    found = session.scalar(select(Vote).where(Vote.solution_id == solution_id, Vote.user_id == user_id))
    if given and found is None:
        session.add(Vote(solution_id=solution_id, user_id=user_id))
    elif not given and found is not None:
        session.delete(found)


def has_solved(session: Session, user_id: int, problem_id: int) -> bool:
    """Return whether a user solved some version of a problem."""
    statement = (
        select(Submission.id)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(Submission.user_id == user_id, ProblemVersion.problem_id == problem_id, _is_accepted(session))
        .limit(1)
    )
    return session.scalar(statement) is not None


def list_solved_versions(session: Session, problem_id: int) -> list[int]:
    """Return the numbers of a problem's versions that somebody solved, the newest first."""
    statement = (
        select(ProblemVersion.number)
        .where(
            ProblemVersion.problem_id == problem_id,
            exists().where(Submission.problem_version_id == ProblemVersion.id, _is_accepted(session)),
        )
        .order_by(ProblemVersion.number.desc())
    )
    return list(session.scalars(statement))


def list_scores(session: Session, problem_id: int, version: int) -> list[Score]:
    """Return the scores of those who first solved a problem in one version, the best first, and then the earliest.

    Submissions made after seeing or finding a solution, by the authors or in a beta, don't rank.
    """
    score = Submission.report["score"].as_float()
    statement = (
        select(User.id, User.name, func.coalesce(Profile.shows_scores, False), score, Submission.created_at)
        .join(Submission, Submission.user_id == User.id)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .join(Profile, Profile.user_id == User.id, isouter=True)
        .where(
            ProblemVersion.problem_id == problem_id,
            ProblemVersion.number == version,
            _is_accepted(session),
            RANKS,
            ~in_beta(),
        )
        .order_by(score.desc(), Submission.id)
    )
    return [Score(*row) for row in session.execute(statement)]


def list_outcomes(session: Session, problem_id: int, most: int) -> list[KataAttempt]:
    """Return the newest judged attempts at a problem, oldest first, without guests', authors' and held ones."""
    solved = and_(_is_accepted(session), ~SAW_SOLUTION)
    statement = (
        select(Submission.user_id, Submission.mode, case((solved, True), else_=False), Submission.created_at)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(
            ProblemVersion.problem_id == problem_id,
            IS_DONE,
            Submission.user_id.is_not(None),
            Submission.verdict != Verdict.INTERNAL_ERROR,
            ~is_held(session),
            ~in_beta(),
            ~IS_AUTHOR,
        )
        .order_by(Submission.created_at.desc(), Submission.id.desc())
        .limit(most)
    )
    rows = session.execute(statement).all()
    return [KataAttempt(user, mode is Mode.SUBMIT, bool(solves), at) for user, mode, solves, at in reversed(rows)]
