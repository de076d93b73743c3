"""A course's assignments and overrides, as loaded from the database."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from app.domains.courses.timeline import FIELDS, CreditRule, Override, Sitting, make_timeline, merge_rule, resolve_start

if TYPE_CHECKING:
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from app.db.statuses import Counts
    from app.domains.courses.timeline import CreditTimeline


@dataclass(frozen=True)
class KataRow:
    """A kata of an assignment, with its row ids."""

    id: int
    assignment_id: int
    problem_id: int
    slug: str
    points: int


@dataclass(frozen=True)
class AssignmentRow:
    """An assignment, its rule and its katas."""

    id: int
    public_id: str
    position: int
    name: str
    is_draft: bool
    counts: Counts
    rule: CreditRule
    katas: tuple[KataRow, ...]
    access_code: str = ""
    addresses: str = ""
    holds_verdicts: bool = False
    released_at: datetime | None = None
    regrade_days: int = 7

    @property
    def is_exam(self) -> bool:
        """Whether it is an exam, on which each student works for a number of minutes from their start."""
        return self.rule.minutes is not None


@dataclass(frozen=True)
class OverrideRow:
    """An override, and the student or label to which it applies."""

    id: int
    public_id: str
    assignment_id: int
    student_id: int | None
    label_id: int | None
    fields: Override


@dataclass(frozen=True)
class Plans:
    """The assignments of a course, with overrides and spent late days, by row ids.

    `starts` has the times at which students started exams, `added` all minutes added to an exam for a student, for a
    label, or, without either, for everybody.
    """

    zone: ZoneInfo
    assignments: tuple[AssignmentRow, ...]
    of_labels: dict[tuple[int, int], Override]
    of_students: dict[tuple[int, int], Override]
    late_days: dict[tuple[int, int], int]
    starts: dict[tuple[int, int], datetime] = field(default_factory=dict)
    added: dict[tuple[int, int | None, int | None], int] = field(default_factory=dict)

    def merge_rule(self, assignment: AssignmentRow, student_id: int, labels: list[int]) -> CreditRule:
        """Return the rule of an assignment for a student with these labels."""
        of_labels = [one for label in labels if (one := self.of_labels.get((assignment.id, label)))]
        return merge_rule(assignment.rule, of_labels, self.of_students.get((assignment.id, student_id)))

    def make_timeline(self, assignment: AssignmentRow, student_id: int, labels: list[int]) -> CreditTimeline:
        """Return the timeline of an assignment for a student with these labels."""
        rule = self.merge_rule(assignment, student_id, labels)
        spent = self.late_days.get((assignment.id, student_id), 0)
        sitting = self.find_sitting(assignment, student_id, labels) if assignment.is_exam else None
        return make_timeline(rule, self.zone, late_days=spent, sitting=sitting, is_draft=assignment.is_draft)

    def find_sitting(self, assignment: AssignmentRow, student_id: int, labels: list[int]) -> Sitting:
        """Return a student's progress in an exam; minutes added for them, each of their labels and all add up.

        A start is void if its minutes were over before the exam opens to the student: the exam was moved since, and is
        to be sat again. After a smaller move, the student still sits it, and keeps what they did.
        """
        theirs = [(None, None), (student_id, None), *((None, label) for label in labels)]
        extra = sum(self.added.get((assignment.id, student, label), 0) for student, label in theirs)
        started = self.starts.get((assignment.id, student_id))
        if started is not None:
            rule = self.merge_rule(assignment, student_id, labels)
            ends = started + timedelta(minutes=(rule.minutes or 0) + extra)
            started = None if ends <= resolve_start(rule.opens_at, self.zone) else started
        return Sitting(started, extra)

    def is_plain(self, assignment: AssignmentRow, student_id: int, labels: list[int]) -> bool:
        """Return whether nothing about the assignment differs for this student."""
        key = (assignment.id, student_id)
        return (
            not assignment.is_exam
            and key not in self.of_students
            and key not in self.late_days
            and not any((assignment.id, label) in self.of_labels for label in labels)
        )


def read_rule(row: object) -> CreditRule:
    """Return the rule of a row or an API model, which have fields of the same names."""
    return CreditRule(**{name: getattr(row, name) for name in FIELDS})


def read_override(row: object) -> Override:
    """Return the override of a row or an API model."""
    return Override(**{name: getattr(row, name) for name in FIELDS})
