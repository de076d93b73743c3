"""What applies to a student at a given time, in all time zones, and when clocks change."""

from __future__ import annotations

import random  # noqa: TC003 - Hypothesis reads the annotations
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.db.statuses import After
from app.domains.courses.timeline import (
    FULL,
    CreditRule,
    Override,
    Phase,
    Sitting,
    make_timeline,
    merge_rule,
    resolve_end,
    resolve_start,
)

ZONES = [
    "UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "Asia/Kathmandu", "Australia/Lord_Howe",
    "Pacific/Apia", "Pacific/Chatham", "Africa/Casablanca", "America/Santiago", "Asia/Kolkata",
]  # fmt: skip
BERLIN = ZoneInfo("Europe/Berlin")
RULE = CreditRule(
    opens_at=datetime(2026, 10, 1, 8, 0),  # noqa: DTZ001 - a wall time
    early_until=datetime(2026, 10, 5, 23, 59),  # noqa: DTZ001
    early_credit=110,
    due_at=datetime(2026, 10, 12, 23, 59),  # noqa: DTZ001
    late_until=datetime(2026, 10, 14, 23, 59),  # noqa: DTZ001
    late_credit=80,
    late_days=3,
)

zones = st.sampled_from([ZoneInfo(name) for name in ZONES])
walls = st.datetimes(datetime(2024, 1, 1), datetime(2028, 1, 1)).map(lambda one: one.replace(second=0, microsecond=0))  # noqa: DTZ001
moments = st.datetimes(datetime(2023, 6, 1), datetime(2028, 6, 1), timezones=st.just(UTC))  # noqa: DTZ001
credits = st.integers(0, 200)  # noqa: A001 - the field's own word
afters = st.sampled_from(list(After))
rules = st.builds(
    CreditRule,
    opens_at=walls,
    due_at=walls,
    early_until=st.none() | walls,
    early_credit=credits,
    late_until=st.none() | walls,
    late_credit=credits,
    after=afters,
    late_days=st.integers(0, 9),
)
exams = st.builds(CreditRule, opens_at=walls, due_at=walls, after=afters, minutes=st.integers(1, 1440))
sittings = st.builds(Sitting, started=st.none() | moments, extra_minutes=st.integers(0, 600))  # fmt: skip
overrides = st.builds(
    Override, opens_at=st.none() | walls, due_at=st.none() | walls, early_until=st.none() | walls,
    early_credit=st.none() | credits, late_until=st.none() | walls, late_credit=st.none() | credits,
    after=st.none() | afters, late_days=st.none() | st.integers(0, 9),
)  # fmt: skip


def berlin(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN).astimezone(UTC)


@pytest.mark.parametrize(
    ("moment", "phase", "credit", "until"),
    [
        ("2026-10-01T07:59", Phase.NOT_OPEN, 0, "2026-10-01T08:00"),
        ("2026-10-01T08:00", Phase.EARLY, 110, "2026-10-06T00:00"),
        ("2026-10-05T23:59", Phase.EARLY, 110, "2026-10-06T00:00"),
        ("2026-10-06T00:00", Phase.ON_TIME, 100, "2026-10-13T00:00"),
        ("2026-10-12T23:59", Phase.ON_TIME, 100, "2026-10-13T00:00"),
        ("2026-10-13T00:00", Phase.LATE, 80, "2026-10-15T00:00"),
        ("2026-10-15T00:00", Phase.PRACTICE, 0, None),
    ],
)
def test_a_timeline_from_opening_to_practice(moment: str, phase: Phase, credit: int, until: str | None) -> None:
    state = make_timeline(RULE, BERLIN).find_state(berlin(moment))
    assert (state.phase, state.credit) == (phase, credit)
    assert state.until == (None if until is None else berlin(until))
    assert state.visible is (phase is not Phase.NOT_OPEN)
    assert not make_timeline(RULE, BERLIN, is_draft=True).find_state(berlin(moment)).visible


def test_late_days_move_the_due_date_and_no_further_than_the_assignment_allows() -> None:
    for spent, day in ((0, 13), (1, 14), (3, 16), (9, 16)):
        assert make_timeline(RULE, BERLIN, late_days=spent).due == berlin(f"2026-10-{day}T00:00")


def test_a_late_day_is_a_day_of_the_calendar_where_clocks_change() -> None:
    rule = CreditRule(RULE.opens_at, datetime(2026, 10, 24, 23, 59), late_days=1)  # noqa: DTZ001
    due = make_timeline(rule, BERLIN).due
    assert make_timeline(rule, BERLIN, late_days=1).due - due == timedelta(hours=25)


def test_a_wall_time_that_happens_twice_or_never_is_what_helps_the_student() -> None:
    twice, never = datetime(2026, 10, 25, 2, 30), datetime(2026, 3, 29, 2, 30)  # noqa: DTZ001
    assert resolve_start(twice, BERLIN) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert resolve_end(twice, BERLIN) == datetime(2026, 10, 25, 1, 31, tzinfo=UTC)
    assert resolve_start(never, BERLIN) == datetime(2026, 3, 29, 0, 30, tzinfo=UTC)
    assert resolve_end(never, BERLIN) == datetime(2026, 3, 29, 1, 31, tzinfo=UTC)


def test_overrides_inherit_field_by_field() -> None:
    later = datetime(2026, 11, 1, 12, 0)  # noqa: DTZ001
    label = Override(due_at=later, late_credit=50)
    student = Override(due_at=later + timedelta(days=1))
    merged = merge_rule(RULE, [label], student)
    assert (merged.due_at, merged.late_credit, merged.opens_at) == (student.due_at, 50, RULE.opens_at)
    assert merge_rule(RULE) == RULE


@given(rules, zones, moments, st.integers(0, 12), st.lists(overrides, max_size=3), st.none() | overrides)
def test_what_is_said_holds_until_it_changes(
    rule: CreditRule, zone: ZoneInfo, moment: datetime, spent: int, labels: list[Override], student: Override | None
) -> None:
    timeline = make_timeline(rule, zone, labels=labels, student=student, late_days=spent)
    assert timeline.opens <= timeline.early_ends <= timeline.due <= timeline.late_ends
    state = timeline.find_state(moment)
    assert state.visible is (moment >= timeline.opens)
    order = [Phase.NOT_OPEN, Phase.EARLY, Phase.ON_TIME, Phase.LATE, Phase.PRACTICE]
    if state.until is None:
        assert (state.credit, state.phase.value) == (0, merge_rule(rule, labels, student).after.value)
    else:
        assert moment < state.until
        assert timeline.find_state(state.until - timedelta(microseconds=1)) == state
        then = timeline.find_state(state.until)
        after = Phase.PRACTICE if then.phase is Phase.CLOSED else then.phase
        assert order.index(after) > order.index(state.phase)


@given(rules, zones, st.integers(0, 9), st.integers(0, 9))
def test_a_late_day_never_hurts(rule: CreditRule, zone: ZoneInfo, less: int, more: int) -> None:
    less, more = sorted((less, more))
    assert make_timeline(rule, zone, late_days=less).due <= make_timeline(rule, zone, late_days=more).due
    assert make_timeline(rule, zone, late_days=less).late_ends <= make_timeline(rule, zone, late_days=more).late_ends


@given(rules, st.lists(overrides, max_size=4), st.none() | overrides, st.randoms())
def test_the_order_of_labels_says_nothing(
    rule: CreditRule, labels: list[Override], student: Override | None, chance: random.Random
) -> None:
    shuffled = labels.copy()
    chance.shuffle(shuffled)
    assert merge_rule(rule, labels, student) == merge_rule(rule, shuffled, student)


@given(rules, st.lists(overrides, max_size=3), overrides)
def test_a_students_own_field_wins(rule: CreditRule, labels: list[Override], student: Override) -> None:
    merged, without = merge_rule(rule, labels, student), merge_rule(rule, labels)
    for name, value in vars(student).items():
        assert getattr(merged, name) == (getattr(without, name) if value is None else value)


@given(walls, zones)
def test_a_deadline_is_shown_by_the_clock_of_its_place(wall: datetime, zone: ZoneInfo) -> None:
    for moment in (resolve_start(wall, zone), resolve_end(wall, zone) - timedelta(minutes=1)):
        there = moment.astimezone(zone).replace(tzinfo=None)
        # Clocks jump by an hour at most, except for a day that Samoa skipped long ago.
        assert abs(there - wall) <= timedelta(hours=1)
    assert resolve_start(wall, zone) < resolve_end(wall, zone)


def test_nothing_beside_it_gives_full_credit() -> None:
    plain = CreditRule(RULE.opens_at, RULE.due_at, after=After.CLOSED)
    timeline = make_timeline(plain, BERLIN)
    assert timeline.find_state(berlin("2026-10-02T00:00")).credit == FULL
    assert timeline.find_state(berlin("2026-10-13T00:00")).phase is Phase.CLOSED


EXAM = CreditRule(datetime(2026, 10, 1, 9, 0), datetime(2026, 10, 1, 11, 59), minutes=90)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("started", "extra", "moment", "phase", "until"),
    [
        (None, 0, "08:59", Phase.NOT_OPEN, "09:00"),
        (None, 0, "09:00", Phase.READY, "12:00"),
        (None, 10, "12:05", Phase.READY, "12:10"),
        (None, 0, "12:00", Phase.PRACTICE, None),
        ("09:30", 0, "09:29", Phase.READY, "09:30"),
        ("09:30", 0, "09:30", Phase.ON_TIME, "11:00"),
        ("09:30", 0, "11:00", Phase.PRACTICE, None),
        ("09:30", 15, "11:00", Phase.ON_TIME, "11:15"),
        ("11:30", 0, "11:59", Phase.ON_TIME, "12:00"),
        ("11:30", 15, "12:00", Phase.ON_TIME, "12:15"),
    ],
)
def test_an_exam_from_its_start_to_its_end(
    started: str | None, extra: int, moment: str, phase: Phase, until: str | None
) -> None:
    at = {one: berlin(f"2026-10-01T{one}") for one in (started, moment, until) if one is not None}
    sitting = Sitting(None if started is None else at[started], extra)
    state = make_timeline(EXAM, BERLIN, sitting=sitting).find_state(at[moment])
    assert (state.phase, state.until) == (phase, None if until is None else at[until])
    assert state.credit == (FULL if phase is Phase.ON_TIME else 0)
    assert state.closed_book is (phase in {Phase.READY, Phase.ON_TIME})
    assert state.visible is (phase is not Phase.NOT_OPEN)


@given(exams, zones, sittings, moments, st.lists(overrides, max_size=3), st.none() | overrides)
def test_an_exam_is_closed_book_from_its_opening_to_its_end_and_worth_something_after_the_start_only(
    rule: CreditRule,
    zone: ZoneInfo,
    sitting: Sitting,
    moment: datetime,
    labels: list[Override],
    student: Override | None,
) -> None:
    timeline = make_timeline(rule, zone, labels=labels, student=student, sitting=sitting)
    state = timeline.find_state(moment)
    minutes = merge_rule(rule, labels, student).minutes
    assert minutes is not None
    assert timeline.ready is not None
    assert timeline.ready <= timeline.opens <= timeline.due == timeline.late_ends
    assert state.closed_book is (timeline.ready <= moment < timeline.due)
    assert state.closed_book is (state.phase in {Phase.READY, Phase.ON_TIME})
    assert (state.credit > 0) is (state.phase is Phase.ON_TIME)
    if sitting.started is None:
        assert state.credit == 0
    else:
        assert timeline.due - timeline.opens <= timedelta(minutes=minutes + sitting.extra_minutes)
        assert state.credit == 0 or moment >= sitting.started


@given(exams, zones, sittings, st.integers(1, 600))
def test_added_minutes_are_added_whole(rule: CreditRule, zone: ZoneInfo, sitting: Sitting, more: int) -> None:
    """Whatever the due date: a student who gets ten more minutes has ten more minutes."""
    before = make_timeline(rule, zone, sitting=sitting)
    after = make_timeline(rule, zone, sitting=Sitting(sitting.started, sitting.extra_minutes + more))
    closes = max(resolve_start(rule.opens_at, zone), resolve_end(rule.due_at, zone))
    if sitting.started is None or sitting.started <= closes:
        assert after.due - before.due == timedelta(minutes=more)
    else:
        assert after.due >= before.due


@given(rules, zones, moments, sittings, overrides)
def test_what_is_no_exam_is_never_closed_book(
    rule: CreditRule, zone: ZoneInfo, moment: datetime, sitting: Sitting, student: Override
) -> None:
    """Not even if an exception adds minutes: nobody has an exam that others don't have."""
    student = replace(student, minutes=60)
    assert not make_timeline(rule, zone, student=student, sitting=sitting).find_state(moment).closed_book
    assert merge_rule(rule, (), student).minutes is None
