"""Assignments between the models of the API and the rows of the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.domains.courses.assignment_schemas import AssignmentView, Kata
from app.domains.courses.timeline import FIELDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.domains.courses.assignment_schemas import NewAssignment
    from app.domains.courses.plans import AssignmentRow


def to_values(new: NewAssignment) -> dict[str, Any]:
    """Return the column values of an assignment."""
    values = {name: getattr(new, name) for name in FIELDS}
    values |= {"access_code": new.access_code, "addresses": "\n".join(new.addresses)}
    values |= {"holds_verdicts": new.holds_verdicts, "regrade_days": new.regrade_days}
    return values | {"name": new.name, "is_draft": new.draft, "counts": new.counts}


def view_assignment(row: AssignmentRow, names: Mapping[str, str]) -> AssignmentView:
    """Return an assignment as staff see it."""
    katas = [Kata(problem=one.slug, name=names.get(one.slug, one.slug), points=one.points) for one in row.katas]
    return AssignmentView(
        id=row.public_id,
        name=row.name,
        draft=row.is_draft,
        counts=row.counts,
        katas=katas,
        access_code=row.access_code,
        addresses=row.addresses.splitlines(),
        holds_verdicts=row.holds_verdicts,
        regrade_days=row.regrade_days,
        **{name: getattr(row.rule, name) for name in FIELDS},
    )
