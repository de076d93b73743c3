"""The effort that a problem took others: medians over people, and nothing if there are few."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from app.domains.community.efforts import MIN_SOLVERS, measure_effort
from app.domains.community.schemas import KataAttempt

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def attempt(user: int, minute: float, *, submitted: bool = True, solved: bool = False) -> KataAttempt:
    return KataAttempt(user, submitted, solved, START + timedelta(minutes=minute))


def test_medians_are_over_those_who_solved_it() -> None:
    outcomes = [
        *(attempt(user, 0, submitted=False) for user in range(5)),
        *(attempt(user, 1) for user in range(3)),
        *(attempt(user, 2 + user, solved=True) for user in range(5)),
        attempt(0, 90),  # after solving it
        attempt(7, 3),
        attempt(8, 3, submitted=False),  # only ran the samples
    ]
    effort = measure_effort(outcomes)
    assert effort is not None
    assert (effort.tried, effort.solved, effort.percent) == (6, 5, 83)
    assert (effort.submissions, effort.minutes) == (2, 4)


def test_too_few_people_are_nobody_s_business() -> None:
    outcomes = [attempt(user, 1, solved=True) for user in range(MIN_SOLVERS - 1)]
    assert measure_effort([]) is None
    assert measure_effort([*outcomes, *(attempt(user, 2) for user in range(100, 200))]) is None
    assert measure_effort([*outcomes, attempt(50, 1, solved=True)]) is not None
