"""Checks of assignments and overrides before they are stored: dates in order, and only fields that have an effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domains.courses.plans import read_override
from app.domains.courses.timeline import merge_rule
from app.kit.errors import InvalidInputError
from app.kit.language import translate as _

if TYPE_CHECKING:
    from app.domains.courses.assignment_schemas import NewAssignment, OverrideFields
    from app.domains.courses.timeline import CreditRule


def check_assignment(new: NewAssignment) -> None:
    """Raise `InvalidInputError` for dates out of order, and for a duplicate kata."""
    if new.due_at < new.opens_at:
        raise InvalidInputError("due_at", _("It can't be due before it opens."))
    if new.early_until is not None and not new.opens_at <= new.early_until <= new.due_at:
        raise InvalidInputError("early_until", _("The bonus must end between the opening and the due date."))
    if new.late_until is not None and new.late_until < new.due_at:
        raise InvalidInputError("late_until", _("Late work can't end before the due date."))
    check_exam(new)
    slugs = [kata.problem for kata in new.katas]
    if len(set(slugs)) < len(slugs):
        raise InvalidInputError("katas", _("A kata can be in an assignment only once."))


def check_override(rule: CreditRule, fields: OverrideFields) -> None:
    """Raise `InvalidInputError` for an override whose dates contradict the assignment's, or that has no effect."""
    if rule.minutes is None and fields.minutes is not None:
        raise InvalidInputError("minutes", _("Only an exam has a working time."))
    if rule.minutes is not None and (
        fields.early_until is not None or fields.late_until is not None or fields.late_days
    ):
        raise InvalidInputError("minutes", _("An exam can't have a bonus, late work or late days."))
    merged = merge_rule(rule, student=read_override(fields))
    if merged.due_at < merged.opens_at:
        name = "opens_at" if fields.due_at is None else "due_at"
        raise InvalidInputError(name, _("It can't be due before it opens."))
    if fields.early_until is not None and not merged.opens_at <= fields.early_until <= merged.due_at:
        raise InvalidInputError("early_until", _("The bonus must end between the opening and the due date."))
    if fields.late_until is not None and fields.late_until < merged.due_at:
        raise InvalidInputError("late_until", _("Late work can't end before the due date."))


def check_exam(new: NewAssignment) -> None:
    """Raise `InvalidInputError` for an exam with late work, and for exam fields of an ordinary assignment."""
    if new.minutes is None:
        if new.access_code or new.addresses:
            raise InvalidInputError(
                "minutes", _("Only an exam can have an access code or networks: set its working time.")
            )
        if new.holds_verdicts:
            raise InvalidInputError("minutes", _("Only an exam can hold verdicts: set its working time."))
    elif new.early_until is not None or new.late_until is not None or new.late_days:
        raise InvalidInputError("minutes", _("An exam can't have a bonus, late work or late days."))
