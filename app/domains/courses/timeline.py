"""The state of an assignment for one student at one moment: pure functions, without database or clock.

`make_timeline` is the entry point. It combines the assignment's rule, the overrides for the student's labels and for
the student, the late days that the student has spent, and their progress in an exam; `CreditTimeline.find_state` tells
the state at a moment.

An assignment goes through these phases, of which any except `on_time` may be missing ::

    not_open ──► early ──► on_time ──► late ──► practice or closed
      no credit   110 %     100 %      80 %       0 %

Dates are wall times, such as 23:59 on the third of October, in the time zone of the course: they don't change when a
course is copied to another term, or when clocks change in between. A deadline includes its whole minute. A wall time
that occurs twice, because clocks are put back, or never, because they are put forward, means the moment that is better
for the student: an earlier opening, a later deadline.

An exam has working minutes. Between its opening and its due date it is `ready`, until the student starts; then it is
`on_time` for its working minutes, at most until the due date, plus those added for the student, their labels or all.
While it is `ready` or `on_time` it is `closed_book` for the student: hints, solutions and others' work are closed::

    not_open ──► ready ──(start)──► on_time ──► practice or closed

Overrides change single fields and leave the others unchanged: the student's own override wins over those of their
labels, and those over the assignment. If several labels change the same field, the value that is better for the student
wins, so that their order doesn't matter.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from app.db.statuses import After

if TYPE_CHECKING:
    from collections.abc import Iterable
    from zoneinfo import ZoneInfo

FULL: Final = 100
"""The credit for work on time, in per cent."""
MINUTE: Final = timedelta(minutes=1)


class Phase(StrEnum):
    """Where an assignment is in its timeline."""

    NOT_OPEN = "not_open"
    READY = "ready"
    EARLY = "early"
    ON_TIME = "on_time"
    LATE = "late"
    PRACTICE = "practice"
    CLOSED = "closed"


@dataclass(frozen=True)
class CreditRule:
    """The dates and credits of an assignment: wall times, and per cent.

    Without `early_until` there is no bonus; without `late_until` late work doesn't count. `late_days` is the maximum
    number that a student may spend here. With `minutes`, the working time from a student's start, it is an exam.
    """

    opens_at: datetime
    due_at: datetime
    early_until: datetime | None = None
    early_credit: int = FULL
    late_until: datetime | None = None
    late_credit: int = FULL
    after: After = After.PRACTICE
    late_days: int = 0
    minutes: int | None = None


@dataclass(frozen=True)
class Sitting:
    """A student's progress in an exam: when they started, None if not yet, and the minutes added."""

    started: datetime | None = None
    extra_minutes: int = 0


@dataclass(frozen=True)
class Override:
    """Fields of a rule that differ for a student or label; None leaves a field unchanged."""

    opens_at: datetime | None = None
    due_at: datetime | None = None
    early_until: datetime | None = None
    early_credit: int | None = None
    late_until: datetime | None = None
    late_credit: int | None = None
    after: After | None = None
    late_days: int | None = None
    minutes: int | None = None


FIELDS: Final = tuple(field.name for field in fields(Override))
"""The names of the fields that an override may change."""


@dataclass(frozen=True)
class State:
    """The state at a moment: the phase, and the credit, in per cent, for a submission at that moment.

    `until`: when the state changes next, None if never. `visible`: whether the student sees the assignment at all.
    `closed_book`: whether hints, solutions and others' work on its katas are closed to the student.
    """

    phase: Phase
    credit: int
    until: datetime | None
    visible: bool
    closed_book: bool = False

    @property
    def shows_katas(self) -> bool:
        """Whether the student sees the assignment's katas: of an exam, once they have started it or it is over."""
        return self.visible and self.phase is not Phase.READY


@dataclass(frozen=True)
class CreditTimeline:
    """The moments at which an assignment's phase changes for one student, in UTC, in the order of the phases.

    A missing phase has no length: it ends when it begins. An exam can be started from `ready` on; for a student who
    hasn't started, it `opens` only when it is over.
    """

    opens: datetime
    early_ends: datetime
    due: datetime
    late_ends: datetime
    early_credit: int
    late_credit: int
    after: After
    is_draft: bool = False
    ready: datetime | None = None

    def find_state(self, moment: datetime) -> State:
        """Return the state at an aware `moment`."""
        steps = (
            (self.opens if self.ready is None else self.ready, Phase.NOT_OPEN, 0),
            (self.opens, Phase.READY, 0),
            (self.early_ends, Phase.EARLY, self.early_credit),
            (self.due, Phase.ON_TIME, FULL),
            (self.late_ends, Phase.LATE, self.late_credit),
        )
        for end, phase, credit in steps:
            if moment < end:
                visible = phase is not Phase.NOT_OPEN and not self.is_draft
                return State(phase, credit, end, visible=visible, closed_book=visible and self.ready is not None)
        return State(Phase(self.after.value), 0, None, visible=not self.is_draft)


def make_timeline(
    rule: CreditRule,
    zone: ZoneInfo,
    *,
    labels: Iterable[Override] = (),
    student: Override | None = None,
    late_days: int = 0,
    sitting: Sitting | None = None,
    is_draft: bool = False,
) -> CreditTimeline:
    """Return the moments at which the phase changes for a student with these overrides and spent `late_days`.

    `sitting` is their progress in an exam. Each late day moves the due date by a calendar day, at full credit. No phase
    begins before the previous one has ended: an assignment that is due before it opens is late, or over, from the
    start.
    """
    merged = merge_rule(rule, labels, student)
    if merged.minutes is not None:
        return _make_exam(merged, merged.minutes, zone, sitting or Sitting(), is_draft=is_draft)
    opens = resolve_start(merged.opens_at, zone)
    due = max(opens, resolve_end(merged.due_at + timedelta(days=min(late_days, merged.late_days)), zone))
    early = opens if merged.early_until is None else resolve_end(merged.early_until, zone)
    late = due if merged.late_until is None else resolve_end(merged.late_until, zone)
    return CreditTimeline(
        opens=opens,
        early_ends=min(max(early, opens), due),
        due=due,
        late_ends=max(late, due),
        early_credit=merged.early_credit,
        late_credit=merged.late_credit,
        after=merged.after,
        is_draft=is_draft,
    )


def _make_exam(rule: CreditRule, minutes: int, zone: ZoneInfo, sitting: Sitting, *, is_draft: bool) -> CreditTimeline:
    """Return the timeline of an exam; added minutes extend it beyond the due date, too, so none are lost."""
    ready = resolve_start(rule.opens_at, zone)
    closes, more = max(ready, resolve_end(rule.due_at, zone)), timedelta(minutes=sitting.extra_minutes)
    if sitting.started is None:
        begins = ends = closes + more
    else:
        begins = max(ready, sitting.started)
        ends = max(begins, min(begins + timedelta(minutes=minutes), closes) + more)
    return CreditTimeline(
        opens=begins,
        early_ends=begins,
        due=ends,
        late_ends=ends,
        early_credit=FULL,
        late_credit=0,
        after=rule.after,
        is_draft=is_draft,
        ready=ready,
    )


def merge_rule(rule: CreditRule, labels: Iterable[Override] = (), student: Override | None = None) -> CreditRule:
    """Return the rule with overrides applied field by field: student before labels before assignment."""
    overrides = list(labels)
    merged = {}
    for name in FIELDS:
        own = None if student is None else getattr(student, name)
        of_labels = [value for one in overrides if (value := getattr(one, name)) is not None]
        if own is not None:
            merged[name] = own
        elif of_labels:
            merged[name] = _choose_better(name, of_labels)
        else:
            merged[name] = getattr(rule, name)
    if rule.minutes is None:  # An override can't turn an assignment into an exam.
        merged["minutes"] = None
    return CreditRule(**merged)


def _choose_better(name: str, values: list[object]) -> object:
    """Return the value of a field that is better for the student."""
    if name == "after":
        return After.PRACTICE if After.PRACTICE in values else After.CLOSED
    return (min if name == "opens_at" else max)(values)  # type: ignore[type-var]  # all dates, or all numbers


def resolve_start(wall: datetime, zone: ZoneInfo) -> datetime:
    """Return the moment, in UTC, of a start; of two possible ones, the earlier."""
    return min(_list_moments(wall, zone))


def resolve_end(wall: datetime, zone: ZoneInfo) -> datetime:
    """Return the moment, in UTC, at which a deadline's minute ends; of two possible ones, the later."""
    return max(_list_moments(wall, zone)) + MINUTE


def _list_moments(wall: datetime, zone: ZoneInfo) -> list[datetime]:
    """Return the moments that a wall time may mean: they differ only where clocks change."""
    return [wall.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)]
