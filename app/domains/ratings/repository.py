"""All SQL about ratings."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, select

from app.db.models import KataRating, now
from app.db.statuses import Clarity
from app.domains.ratings.schemas import RatingCounts

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.domains.ratings.schemas import Rating


def put_rating(session: Session, user_id: int, problem_id: int, rating: Rating) -> None:
    """Store a user's rating, replacing an earlier one."""
    row = _find(session, user_id, problem_id)
    if row is None:
        row = KataRating(user_id=user_id, problem_id=problem_id)
        session.add(row)
    row.clarity, row.difficulty, row.rated_at = rating.clarity, rating.difficulty, now()


def delete_rating(session: Session, user_id: int, problem_id: int) -> None:
    """Delete a user's rating, if there is one."""
    session.execute(delete(KataRating).where(KataRating.user_id == user_id, KataRating.problem_id == problem_id))


def count_ratings(session: Session, problem_id: int) -> RatingCounts:
    """Return the number of people for each value."""
    statement = (
        select(KataRating.clarity, KataRating.difficulty, func.count())
        .where(KataRating.problem_id == problem_id)
        .group_by(KataRating.clarity, KataRating.difficulty)
    )
    clarities = dict.fromkeys(Clarity, 0)
    difficulties = [0] * 5
    for clarity, difficulty, people in session.execute(statement).all():
        clarities[clarity] += people
        difficulties[difficulty - 1] += people
    given = [number for number, people in enumerate(difficulties, start=1) for _ in range(people)]
    return RatingCounts(
        people=len(given),
        **{clarity.value: people for clarity, people in clarities.items()},
        difficulties=difficulties,
        median_difficulty=median(given) if given else None,
    )


def _find(session: Session, user_id: int, problem_id: int) -> KataRating | None:
    return session.scalar(select(KataRating).where(KataRating.user_id == user_id, KataRating.problem_id == problem_id))
