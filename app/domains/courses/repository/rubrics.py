"""All SQL about rubrics: their items, and the ticks on submissions."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from app.db.models import Assignment, AssignmentKata, RubricItem, RubricTick, Submission
from app.domains.courses.grading import Mark

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy.orm import Session


@dataclass(frozen=True)
class ItemRow:
    """A rubric item, with its row id."""

    id: int
    public_id: str
    kata_id: int
    points: float
    words: str


def load_marks(session: Session, course_id: int, users: Collection[int]) -> dict[int, dict[str, list[Mark]]]:
    """Return the ticked items on submissions of accounts, by the kata's row id and the submission's id."""
    statement = (
        select(RubricItem.kata_id, Submission.public_id, RubricItem.points, RubricItem.words)
        .join(RubricTick, RubricTick.item_id == RubricItem.id)
        .join(Submission, Submission.id == RubricTick.submission_id)
        .join(AssignmentKata, AssignmentKata.id == RubricItem.kata_id)
        .join(Assignment, Assignment.id == AssignmentKata.assignment_id)
        .where(Assignment.course_id == course_id, Submission.user_id.in_(users))
        .order_by(RubricItem.position)
    )
    found: defaultdict[int, dict[str, list[Mark]]] = defaultdict(dict)
    for kata_id, submission, points, words in session.execute(statement):
        found[kata_id].setdefault(submission, []).append(Mark(points, words))
    return found


def list_items(session: Session, katas: Collection[int]) -> list[ItemRow]:
    """Return the items of the katas' rubrics, in order."""
    columns = (RubricItem.id, RubricItem.public_id, RubricItem.kata_id, RubricItem.points, RubricItem.words)
    statement = select(*columns).where(RubricItem.kata_id.in_(katas)).order_by(RubricItem.kata_id, RubricItem.position)
    return [ItemRow(*row) for row in session.execute(statement)]


def replace_items(session: Session, kata_id: int, items: Sequence[tuple[str | None, float, str]]) -> None:
    """Replace a kata's rubric (id of an existing item, points, text); removed items lose their ticks."""
    kept = [public_id for public_id, _points, _words in items if public_id is not None]
    session.execute(delete(RubricItem).where(RubricItem.kata_id == kata_id, RubricItem.public_id.not_in(kept)))
    for position, (public_id, points, words) in enumerate(items, start=1):
        if public_id is None:
            session.add(RubricItem(kata_id=kata_id, position=position, points=points, words=words))
        else:
            known = (RubricItem.kata_id == kata_id, RubricItem.public_id == public_id)
            session.execute(update(RubricItem).where(*known).values(position=position, points=points, words=words))
    session.flush()


def list_ticked(session: Session, submission_id: int) -> set[int]:
    """Return the row ids of the items ticked on a submission."""
    return set(session.scalars(select(RubricTick.item_id).where(RubricTick.submission_id == submission_id)))


def replace_ticks(
    session: Session, submission_id: int, items: Collection[int], among: Collection[int], given_by: int
) -> None:
    """Tick `items` on a submission, and untick the others in `among`."""
    session.execute(
        delete(RubricTick).where(RubricTick.submission_id == submission_id, RubricTick.item_id.in_(set(among)))
    )
    session.add_all(RubricTick(item_id=one, submission_id=submission_id, given_by=given_by) for one in items)
    session.flush()
