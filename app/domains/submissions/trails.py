"""All SQL about a user's trail through a problem: their submissions to it, and those that belong to the last verdict.

A verdict is shown beside the previous one and, if it solves the problem, beside the first attempts. Reports are long,
so only those are read; other submissions are only listed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Integer, and_, bindparam, case, cast, false, func, null, or_, select
from sqlalchemy.orm import aliased

from app.db.holds import find_until, is_held, list_holds, select_hold
from app.db.models import ProblemVersion, Submission
from app.db.unlocks import HAD_SOLVED, SAW_SOLUTION
from app.domains.submissions.schemas import AttemptView, Journey, Trail
from app.domains.submissions.views import hide_held, to_view
from grader.report import Mode, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy import CTE, ColumnElement, RowMapping, Select
    from sqlalchemy.orm import Session

MAX_EARLIEST: Final = 8
"""Number of a user's first attempts among which one is chosen to compare a solution with."""
_LISTED: Final = (
    Submission.public_id,
    Submission.mode,
    Submission.status,
    Submission.verdict,
    Submission.created_at,
)


def list_attempts(session: Session, user_id: int, problem_id: int, limit: int) -> list[AttemptView]:
    """Return a user's newest submissions to a problem, newest first."""
    statement = (
        select(*_LISTED, select_hold(session).label("hold"))
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(Submission.user_id == user_id, ProblemVersion.problem_id == problem_id)
        .order_by(Submission.id.desc())
        .limit(limit)
    )
    return [_view_attempt(row, find_until(session, row["hold"])) for row in session.execute(statement).mappings()]


def find_trail(session: Session, user_id: int, problem_id: int, slug: str, *, until: str | None, recent: int) -> Trail:
    """Return a user's trail through a problem, up to now or to their submission `until`, with the `recent` attempts."""
    statement = _select_trail(is_held(session), select_hold(session)) if list_holds(session) else _TRAIL
    asked = {"user_id": user_id, "problem_id": problem_id, "until": until, "recent": recent}
    rows = [(row, find_until(session, row["hold"])) for row in session.execute(statement, asked).mappings()]
    return _make_trail(rows, slug, recent)


def _select_own(held: ColumnElement[bool]) -> CTE:
    """Select what a trail consists of. `told`: the verdict isn't held; `solves`: it solves the problem."""
    judged = Submission.report.is_not(None)
    told = and_(judged, ~held)
    solves = and_(told, Submission.mode == Mode.SUBMIT, Submission.verdict == Verdict.ACCEPTED)
    end = select(Submission.id).where(Submission.public_id == bindparam("until")).scalar_subquery()
    return (
        select(Submission.id, Submission.mode, judged.label("judged"), told.label("told"), solves.label("solves"))
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .where(
            Submission.user_id == bindparam("user_id"),
            ProblemVersion.problem_id == bindparam("problem_id"),
            Submission.id <= func.coalesce(end, Submission.id),  # All of them without `until`.
        )
        .cte("mine")
    )


def _select_trail(held: ColumnElement[bool], hold: ColumnElement[int | None]) -> Select[Any]:
    """Select the `recent` submissions, and with their reports the last one, the one before it, and the earliest ones.

    Without a report of the last one, the others' aren't needed, and the earliest only if it solves the problem.
    """
    mine = _select_own(held)
    newest = select(func.max(mine.c.id)).scalar_subquery()
    last = select(mine).where(mine.c.id == newest, mine.c.judged).cte("last")
    before = and_(mine.c.told, mine.c.mode == last.c.mode, mine.c.id < last.c.id)
    previous = select(func.max(mine.c.id)).join(last, before)
    earliest = select(mine.c.id).join(last, last.c.solves).where(mine.c.told).order_by(mine.c.id).limit(MAX_EARLIEST)
    recent = select(mine.c.id).order_by(mine.c.id.desc()).limit(bindparam("recent", type_=Integer))
    shown = aliased(Submission, name="shown")
    is_shown = or_(shown.id.in_(select(last.c.id)), shown.id.in_(previous), shown.id.in_(earliest))
    is_solution = Submission.id == select(last.c.id).where(last.c.solves).scalar_subquery()
    return (
        select(
            *_LISTED,
            hold.label("hold"),
            shown,
            ProblemVersion.number,
            select(func.count()).select_from(mine).scalar_subquery().label("attempts"),
            case((is_solution, SAW_SOLUTION), else_=False).label("saw_solution"),
            case((is_solution, HAD_SOLVED), else_=False).label("had_solved"),
        )
        .join(mine, mine.c.id == Submission.id)
        .join(ProblemVersion, ProblemVersion.id == Submission.problem_version_id)
        .outerjoin(shown, and_(shown.id == Submission.id, is_shown))
        .where(or_(Submission.id.in_(recent), shown.id.is_not(None)))
        .order_by(Submission.id.desc())
    )


_TRAIL: Final = _select_trail(false(), cast(null(), Integer))
"""Built once, for when nothing is held."""


def _view_attempt(row: RowMapping, until: datetime | None) -> AttemptView:
    return AttemptView(
        id=row["public_id"],
        mode=row["mode"],
        status=row["status"],
        verdict=row["verdict"] if until is None else None,
        created_at=row["created_at"],
        held_until=until,
    )


def _make_trail(rows: Sequence[tuple[RowMapping, datetime | None]], slug: str, recent: int) -> Trail:
    """Return the trail of these rows, newest first, each with the time until which its verdict is held."""
    attempts = [_view_attempt(row, until) for row, until in rows[:recent]]
    shown = [
        hide_held(to_view(row["shown"], slug, row["number"]), until) for row, until in rows if row["shown"] is not None
    ]
    if not shown:
        return Trail(attempts)
    judged = shown[0]
    previous = next((one for one in shown[1:] if one.mode is judged.mode), None)
    if judged.mode is not Mode.SUBMIT or judged.verdict is not Verdict.ACCEPTED:
        return Trail(attempts, judged, previous)
    row, _until = rows[0]
    earliest = shown[-MAX_EARLIEST:][::-1]
    return Trail(attempts, judged, previous, Journey(earliest, row["attempts"], row["saw_solution"], row["had_solved"]))
