"""Who could have known a problem's solution before a submission, which then doesn't rank.

The solution opens to those who give up, which marks what they submit later, and with the first accepted submission.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import exists, or_, select
from sqlalchemy.orm import aliased

from app.db.models import BetaProblem, ProblemAuthor, ProblemVersion, Submission, Unlock
from app.db.statuses import UnlockKind
from grader.report import Mode, Verdict

_GAVE_UP: Final = exists().where(
    Unlock.user_id == Submission.user_id,
    Unlock.problem_id == ProblemVersion.problem_id,
    Unlock.kind == UnlockKind.SOLUTION,
    Unlock.created_at <= Submission.created_at,
)
IS_AUTHOR: Final = exists().where(
    ProblemAuthor.user_id == Submission.user_id, ProblemAuthor.problem_id == ProblemVersion.problem_id
)
"""Matches submissions, joined with their `ProblemVersion`, of the problem's authors."""
SAW_SOLUTION: Final = or_(_GAVE_UP, IS_AUTHOR)
"""Matches submissions, joined likewise, of those who had given up before, and of authors."""
_EARLIER: Final = aliased(Submission)
_EARLIER_VERSION: Final = aliased(ProblemVersion)
_SAME_PROBLEM: Final = select(_EARLIER_VERSION.id).where(_EARLIER_VERSION.problem_id == ProblemVersion.problem_id)
_IN_ENDED_BETA: Final = (
    select(BetaProblem.problem_id)
    .where(BetaProblem.problem_id == ProblemVersion.problem_id, _EARLIER.created_at < BetaProblem.released_at)
    .correlate(_EARLIER, ProblemVersion)
    .exists()
)
HAD_SOLVED: Final = (
    select(_EARLIER.id)
    .where(
        _EARLIER.user_id == Submission.user_id,
        # Not a join: for that SQLite reads all of the user's submissions, whatever they are to.
        _EARLIER.problem_version_id.in_(_SAME_PROBLEM.correlate(ProblemVersion)),
        _EARLIER.mode == Mode.SUBMIT,
        _EARLIER.verdict == Verdict.ACCEPTED,
        _EARLIER.id < Submission.id,
        ~_IN_ENDED_BETA,
    )
    .correlate(Submission, ProblemVersion)
    .exists()
)
"""Matches submissions, joined likewise, of those who had solved the problem before, in whatever version.

Solutions of a beta that is over don't count: since its release, everybody starts equal.
"""
RANKS: Final = ~or_(SAW_SOLUTION, HAD_SOLVED)
"""Matches submissions, joined likewise, that rank if they are accepted: each user's first one, made without help."""
