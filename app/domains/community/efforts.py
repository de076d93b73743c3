"""The effort that a problem typically takes, measured from attempts at it."""

from __future__ import annotations

from collections import defaultdict
from statistics import median
from typing import TYPE_CHECKING, Final

from app.domains.community.schemas import TypicalEffort

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.domains.community.schemas import KataAttempt

MIN_SOLVERS: Final = 5
"""Minimum number of people behind a median: with fewer it would reveal individuals."""


def measure_effort(outcomes: Iterable[KataAttempt]) -> TypicalEffort | None:
    """Return the typical effort from attempts in chronological order; None if too few people solved the problem."""
    by_person: defaultdict[int, list[KataAttempt]] = defaultdict(list)
    for outcome in outcomes:
        by_person[outcome.user_id].append(outcome)
    submissions, minutes, tried = [], [], 0
    for made in by_person.values():
        submitted = [one for one in made if one.submitted]
        tried += bool(submitted)
        number, first = next(((at, one) for at, one in enumerate(submitted, start=1) if one.solved), (0, None))
        if first is not None:
            submissions.append(number)
            minutes.append((first.at - made[0].at).total_seconds() / 60)
    if len(submissions) < MIN_SOLVERS:
        return None
    return TypicalEffort(tried, len(submissions), median(submissions), median(minutes))
