"""The condition for judged submissions in statements that find their submissions by something else.

Nearly all submissions are judged. SQLite has no statistics here and assumes the opposite, so with a plain comparison it
reads the submissions of the whole site through the index by status, instead of those of one problem or one learner.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import func

from app.db.models import Submission
from app.db.statuses import Status

IS_DONE: Final = func.coalesce(Submission.status, Status.QUEUED) == Status.DONE
"""Matches judged submissions. `coalesce` changes no result, since each has a status: it only hides the index."""
