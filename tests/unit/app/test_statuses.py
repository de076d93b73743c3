"""Statuses: the transitions, in random walks and in SQL."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.db.statuses import TRANSITIONS, EventKind, RegradeStatus, Status, TaskStatus, VersionStatus

walks = st.lists(st.sampled_from(Status), max_size=12)


@given(walks)
def test_only_a_failure_is_tried_again(targets: list[Status]) -> None:
    status = Status.QUEUED
    for target in targets:
        if status.may_become(target):
            assert not status.is_final or (status, target) == (Status.FAILED, Status.QUEUED)
            status = target
    assert status.is_final is not status.is_pending


def test_the_table_knows_every_status() -> None:
    assert set(TRANSITIONS) == set(Status)


def test_everything_is_reached_from_queued() -> None:
    reached, fresh = set(), {Status.QUEUED}
    while fresh:
        reached |= fresh
        fresh = {target for status in fresh for target in TRANSITIONS[status]} - reached
    assert reached == set(Status)


@pytest.mark.parametrize("status", [Status.DONE, Status.FAILED])
def test_a_submission_ends_only_after_it_ran(status: Status) -> None:
    assert [source for source in Status if source.may_become(status)] == [Status.RUNNING]


@pytest.mark.parametrize("status", [*VersionStatus, *RegradeStatus])
def test_what_is_decided_stays_so(status: VersionStatus | RegradeStatus) -> None:
    targets = [target for target in type(status) if status.may_become(target)]  # type: ignore[arg-type]
    open_ones = {VersionStatus.STAGED, RegradeStatus.RUNNING, RegradeStatus.READY}
    assert bool(targets) == (status in open_ones)
    if isinstance(status, RegradeStatus):
        assert status.is_open == bool(targets)


@pytest.mark.parametrize("status", TaskStatus)
def test_a_task_that_is_over_stays_so_and_none_waits_again(status: TaskStatus) -> None:
    targets = {target for target in TaskStatus if status.may_become(target)}
    assert bool(targets) is not status.is_over
    assert (TaskStatus.WAITING in targets) == (status is TaskStatus.WAITING)


def test_two_kinds_of_event_are_the_last() -> None:
    assert {kind for kind in EventKind if kind.is_last} == {EventKind.VERDICT, EventKind.FAILED}
