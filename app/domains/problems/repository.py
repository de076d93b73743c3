"""All SQL about problems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, bindparam, case, exists, func, literal, or_, select, union_all, update

from app.db.columns import execute_columns
from app.db.holds import is_held, list_holds
from app.db.models import (
    Draft,
    KataRating,
    PinnedHint,
    Problem,
    ProblemAuthor,
    ProblemVersion,
    SharedSolution,
    Student,
    Submission,
    Unlock,
    now,
)
from app.db.notes import look_up
from app.db.privacy import in_beta, is_beta, is_private
from app.db.statuses import UnlockKind, VersionStatus
from app.domains.problems.schemas import OwnDraft, PastVersion, ProblemHistory, ProblemProgress, Standing, Version
from app.domains.problems.tracks import rank_track
from app.kit.errors import ConflictError
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from sqlalchemy import BindParameter, ColumnElement, Select
    from sqlalchemy.orm import Session

    from grader.bundle.contents import Manifest

RECENT_SUBMISSIONS: Final = 200
"""Number of recent submissions that determine which problems were recently used."""


def list_newest(session: Session) -> list[Version]:
    """Return the newest published version of each problem, in the order of tracks and places."""
    newest = (
        select(ProblemVersion.problem_id, func.max(ProblemVersion.number).label("number"))
        .where(ProblemVersion.status == VersionStatus.PUBLISHED)
        .group_by(ProblemVersion.problem_id)
        .subquery()
    )
    statement = (
        select(ProblemVersion, Problem, is_private(), is_beta())
        .join(Problem, Problem.id == ProblemVersion.problem_id)
        .join(newest, (newest.c.problem_id == ProblemVersion.problem_id) & (newest.c.number == ProblemVersion.number))
    )
    versions = [
        _to_version(version, problem, private=private, beta=beta)
        for version, problem, private, beta in session.execute(statement).all()
    ]
    return sorted(versions, key=lambda version: (rank_track(version.track), version.position, version.slug))


def list_used_last(session: Session) -> list[int]:
    """Return the ids of recently used problems, the most recent first."""
    last = (
        select(Submission.id, Submission.problem_version_id)
        .order_by(Submission.id.desc())
        .limit(RECENT_SUBMISSIONS)
        .subquery()
    )
    statement = (
        select(ProblemVersion.problem_id)
        .join(last, last.c.problem_version_id == ProblemVersion.id)
        .order_by(last.c.id.desc())
    )
    return list(dict.fromkeys(session.scalars(statement)))


_SOLVES: Final = and_(Submission.mode == Mode.SUBMIT, Submission.verdict == Verdict.ACCEPTED, ~in_beta(over=True))
"""Matches submissions that solve their problem, unless the verdict is held."""


def _select_progress(solves: ColumnElement[bool]) -> Select[Any]:
    """Select each problem that a user started, when they last saved or submitted something, and 1 if it is solved."""
    submitted = (
        select(
            ProblemVersion.problem_id,
            func.max(Submission.created_at).label("touched_at"),
            func.max(case((solves, 1), else_=0)).label("solved"),
        )
        .join(Submission, Submission.problem_version_id == ProblemVersion.id)
        .where(Submission.user_id == bindparam("user_id"))
        .group_by(ProblemVersion.problem_id)
    )
    written = select(Draft.problem_id, Draft.saved_at, literal(0)).where(Draft.user_id == bindparam("user_id"))
    begun = union_all(submitted, written).subquery()
    return select(
        begun.c.problem_id,
        func.max(begun.c.touched_at).label("touched_at"),
        func.max(begun.c.solved).label("solved"),
    ).group_by(begun.c.problem_id)


_PROGRESS: Final = _select_progress(_SOLVES)
"""Built once, for when nothing is held, because many pages run it."""


def list_progress(session: Session, user_id: int) -> dict[int, ProblemProgress]:
    """Return this user's progress on each problem that they started, by the problem's id, without held verdicts.

    The page of a problem has it from `find_standing`.
    """
    return look_up(session, ("progress", user_id), lambda: _list_progress(session, user_id))


def _list_progress(session: Session, user_id: int) -> dict[int, ProblemProgress]:
    statement = _select_progress(_SOLVES & ~is_held(session)) if list_holds(session) else _PROGRESS
    return {
        problem_id: ProblemProgress(bool(solved), touched_at)
        for problem_id, touched_at, solved in session.execute(statement, {"user_id": user_id})
    }


def _select_standing(solves: ColumnElement[bool]) -> Select[Any]:
    """Select a user's progress, one row for each problem, with what else is theirs on one problem in its own row."""
    user_id: BindParameter[int] = bindparam("user_id")
    problem_id: BindParameter[int] = bindparam("problem_id")
    opened = (Unlock.user_id == user_id, Unlock.problem_id == problem_id)
    progress = _select_progress(solves).subquery()
    here = Problem.id == problem_id
    pinned = exists().where(
        PinnedHint.problem_id == problem_id, Student.course_id == PinnedHint.course_id, Student.user_id == user_id
    )
    shared = (
        select(func.count())
        .select_from(SharedSolution)
        .join(Submission, Submission.id == SharedSolution.submission_id)
        .where(SharedSolution.problem_id == problem_id, solves)
    )
    return (
        select(
            Problem.id,
            progress.c.touched_at,
            progress.c.solved,
            exists().where(*opened, Unlock.kind == UnlockKind.SOLUTION),
            select(func.max(Unlock.number)).where(*opened, Unlock.kind == UnlockKind.HINT).scalar_subquery(),
            exists().where(ProblemAuthor.user_id == user_id, ProblemAuthor.problem_id == problem_id),
            pinned,
            Draft.source,
            Draft.version,
            Draft.saved_at,
            KataRating.clarity,
            KataRating.difficulty,
            case((and_(here, progress.c.solved == 1), shared.scalar_subquery())),
        )
        .outerjoin(progress, progress.c.problem_id == Problem.id)
        .outerjoin(Draft, and_(here, Draft.problem_id == Problem.id, Draft.user_id == user_id))
        .outerjoin(KataRating, and_(here, KataRating.problem_id == Problem.id, KataRating.user_id == user_id))
        .where(or_(here, progress.c.solved.is_not(None)))
    )


_STANDING: Final = _select_standing(_SOLVES)
"""Built once, for when nothing is held."""


def find_standing(session: Session, user_id: int, problem_id: int) -> Standing:
    """Return what a problem's page depends on that is different for each user, without held verdicts."""
    standing = look_up(session, ("standing", user_id, problem_id), lambda: _find_standing(session, user_id, problem_id))
    look_up(session, ("progress", user_id), lambda: standing.progress)  # Noted for `list_progress`.
    return standing


def _find_standing(session: Session, user_id: int, problem_id: int) -> Standing:
    statement = _select_standing(_SOLVES & ~is_held(session)) if list_holds(session) else _STANDING
    rows = execute_columns(session, statement, {"user_id": user_id, "problem_id": problem_id}).all()
    progress = {row[0]: ProblemProgress(bool(row.solved), row.touched_at) for row in rows if row.solved is not None}
    [own] = [row for row in rows if row[0] == problem_id]
    gave_up, hints, is_author, pinned, source, version, saved_at, clarity, difficulty, shared = own[3:]
    return Standing(
        solved=bool(own.solved),
        progress=progress,
        gave_up=gave_up,
        hints=hints or 0,
        is_author=is_author,
        may_have_pins=pinned,
        draft=None if version is None else OwnDraft(source, version, saved_at),
        rating=None if clarity is None else (clarity, difficulty),
        shared=shared,
    )


def add_unlock(session: Session, user_id: int, problem_id: int, kind: UnlockKind, number: int) -> None:
    """Record that this user opened a hint or the solution; repeating it changes nothing."""
    known = select(Unlock.id).where(
        Unlock.user_id == user_id, Unlock.problem_id == problem_id, Unlock.kind == kind, Unlock.number == number
    )
    if session.scalar(known) is None:
        session.add(Unlock(user_id=user_id, problem_id=problem_id, kind=kind, number=number))


def find_or_add_problem(session: Session, slug: str) -> Problem:
    """Return a problem's row, creating it if necessary."""
    problem = session.scalar(select(Problem).where(Problem.slug == slug))
    if problem is None:
        problem = Problem(slug=slug)
        session.add(problem)
        session.flush()
    return problem


def list_staged(session: Session) -> set[str]:
    """Return the slugs of the problems with a staged version."""
    statement = (
        select(Problem.slug)
        .join(ProblemVersion, ProblemVersion.problem_id == Problem.id)
        .where(ProblemVersion.status == VersionStatus.STAGED)
    )
    return set(session.scalars(statement))


def list_digests(session: Session) -> set[str]:
    """Return the digests of all versions: submissions and regrades may need earlier and staged ones, too."""
    return set(session.scalars(select(ProblemVersion.digest)))


def list_slugs(session: Session) -> list[str]:
    """Return the slugs of all problems, including retired ones and those that aren't published yet."""
    return list(session.scalars(select(Problem.slug).order_by(Problem.slug)))


def find_history(session: Session, slug: str) -> ProblemHistory | None:
    """Return a problem's versions, newest first, or None if it has none."""
    statement = (
        select(ProblemVersion, Problem)
        .join(Problem, Problem.id == ProblemVersion.problem_id)
        .where(Problem.slug == slug)
        .order_by(ProblemVersion.number.desc())
    )
    rows = session.execute(statement).all()
    if not rows:
        return None
    versions = [
        PastVersion(version.number, version.digest, version.published_at, version.status) for version, _ in rows
    ]
    problem = rows[0][1]
    return ProblemHistory(slug, versions, problem.retired_at, problem.draw)


def list_retired(session: Session) -> set[str]:
    """Return the slugs of the retired problems."""
    return set(session.scalars(select(Problem.slug).where(Problem.retired_at.is_not(None))))


def set_retired(session: Session, slug: str, *, retired: bool) -> None:
    """Retire a problem as of now, or restore it."""
    statement = update(Problem).where(Problem.slug == slug, Problem.retired_at.is_(None) == retired)
    session.execute(statement.values(retired_at=now() if retired else None))


def find_draw(session: Session, slug: str) -> int:
    """Return the number of times that a problem's hidden cases were redrawn; 0 for a new problem."""
    return session.scalar(select(Problem.draw).where(Problem.slug == slug)) or 0


def add_draw(session: Session, slug: str) -> int:
    """Count a redraw of a problem's hidden cases, in the transaction that adds their version; returns the new number.

    The files of versions from earlier draws no longer reproduce them.
    """
    problem = find_or_add_problem(session, slug)
    problem.draw += 1
    versions = update(ProblemVersion).where(ProblemVersion.problem_id == problem.id)
    session.execute(versions.values(source_digest=""))
    return problem.draw


def add_version(
    session: Session,
    manifest: Manifest,
    digest: str,
    source_digest: str,
    status: VersionStatus = VersionStatus.PUBLISHED,
) -> tuple[int, int, int]:
    """Record a bundle as the newest version, published or staged; returns its number, its problem's id and its own id.

    A bundle that is already the newest published one keeps its number: only its source has changed. Raises
    `ConflictError` while another version is staged, or if that bundle was to be staged.
    """
    problem = find_or_add_problem(session, manifest.slug)
    if manifest.slug in list_staged(session):
        raise ConflictError(f"A version of `{manifest.slug}` is staged: apply or drop its regrade first.")
    versions = list(
        session.scalars(
            select(ProblemVersion).where(ProblemVersion.problem_id == problem.id).order_by(ProblemVersion.number.desc())
        )
    )
    newest = next((version for version in versions if version.status is VersionStatus.PUBLISHED), None)
    if newest is not None and newest.digest == digest:
        if status is VersionStatus.STAGED:
            raise ConflictError(
                f"This is already version {newest.number} of `{manifest.slug}`: there is nothing to stage."
            )
        changed = update(ProblemVersion).where(ProblemVersion.id == newest.id).values(source_digest=source_digest)
        session.execute(changed)
        return newest.number, problem.id, newest.id
    version = ProblemVersion(
        problem_id=problem.id,
        number=versions[0].number + 1 if versions else 1,
        status=status,
        digest=digest,
        source_digest=source_digest,
        name=manifest.name,
        track=manifest.track,
        position=manifest.track_position,
        difficulty=manifest.difficulty,
        device=manifest.device,
        needs=manifest.needs.tell(),
    )
    session.add(version)
    session.flush()
    return version.number, problem.id, version.id


def _to_version(version: ProblemVersion, problem: Problem, *, private: bool, beta: bool) -> Version:
    return Version(
        id=version.id,
        problem_id=version.problem_id,
        slug=problem.slug,
        number=version.number,
        digest=version.digest,
        source_digest=version.source_digest,
        name=version.name,
        track=version.track,
        position=version.position,
        difficulty=version.difficulty,
        retired=problem.retired_at is not None,
        private=private,
        beta=beta,
    )
