"""Who had seen a problem's solution before a submission: it is marked so, and doesn't rank."""

from __future__ import annotations

from typing import Final

from sqlalchemy import exists, or_

from app.db.models import ProblemAuthor, ProblemVersion, Submission, Unlock
from app.db.statuses import UnlockKind

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
