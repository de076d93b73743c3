"""How allowances run out: processor time, idling, and waiting for a processor."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from grader.sandbox import spending
from grader.sandbox.outcome import find_line
from grader.sandbox.spending import IDLE_ROOM, Allowance, Meter, RanOut, Spent, read_spent

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("spent", "ran_out"),
    [
        (Spent(9.9, 0.0, 10.0), None),
        (Spent(10.0, 0.0, 10.0), RanOut.PROCESSOR),
        (Spent(10.0, 0.0, 5.0), RanOut.PROCESSOR),
        (Spent(1.0, 100.0, 101.0), None),
        (Spent(9.0, 100.0, 120.0), RanOut.STARVED),
        (Spent(0.0, 0.0, 10.0 + IDLE_ROOM - 0.1), None),
        (Spent(0.0, 0.0, 10.0 + IDLE_ROOM), RanOut.IDLE),
        (Spent(5.0, 20.0, 25.0), None),
        (Spent(8.0, 30.0, 25.0), None),
    ],
)
def test_what_is_used_up(spent: Spent, ran_out: RanOut | None) -> None:
    assert Allowance(10.0).find_excess(spent, spent.idle) is ran_out


def test_idling_can_have_its_own_limit() -> None:
    allowance = Allowance(10.0, 2.0)
    assert allowance.find_excess(Spent(5.0, 20.0, 26.9), idle=1.9) is None
    assert allowance.find_excess(Spent(5.0, 20.0, 27.0), idle=2.0) is RanOut.IDLE
    assert allowance.next_look(Spent(5.0, 20.0, 26.9)) == pytest.approx(0.1)


def test_nothing_is_looked_at_too_often_or_too_late() -> None:
    looks = [Allowance(10.0).next_look(Spent(used, 0.0, used)) for used in (0.0, 5.0, 9.9, 9.999)]
    assert looks == sorted(looks, reverse=True)
    assert all(0.02 <= look <= 0.5 for look in looks)


def test_idling_adds_up_over_the_steps_but_only_while_somebody_waits() -> None:
    meter, allowance = Meter(most_idle=12.0), Allowance(10.0)
    meter.start_step(Spent(1.0, 0.0, 100.0))
    assert meter.find_excess(Spent(2.0, 1.0, 107.0), allowance, waited=5.0) == (None, Spent(1.0, 1.0, 7.0))
    meter.end_step(Spent(2.0, 1.0, 108.0), waited=6.0)
    assert meter.seconds == 1.0
    assert meter.find_excess(Spent(2.0, 1.0, 113.9), allowance, waited=5.9)[0] is None
    assert meter.find_excess(Spent(2.0, 1.0, 114.0), allowance, waited=6.0)[0] is RanOut.IDLE_IN_ALL
    assert meter.find_excess(Spent(2.0, 1.0, 121.0), allowance, waited=0.1)[0] is None, "nobody read what it sent"
    assert meter.find_excess(Spent(12.0, 1.0, 124.0), allowance, waited=16.0)[0] is RanOut.PROCESSOR


def test_a_step_is_idle_only_while_somebody_waits_for_its_answer() -> None:
    """A frame that doesn't fit into the pipe blocks the worker until the host has judged the case before."""
    meter = Meter(most_idle=120.0)
    meter.start_step(Spent(0.0, 0.0, 0.0))
    meter.end_step(Spent(0.1, 0.0, 1.0), waited=1.0)
    assert meter.find_excess(Spent(0.2, 0.0, 31.0), Allowance(1.0), waited=0.001)[0] is None
    assert meter.find_excess(Spent(0.2, 0.0, 31.0), Allowance(1.0), waited=30.0)[0] is RanOut.IDLE


def test_a_worker_that_is_not_known_yet_or_has_ended_has_used_nothing() -> None:
    meter = Meter(most_idle=1.0)
    assert meter.find_excess(None, Allowance(1.0), waited=9.0) == (None, None)
    assert meter.find_excess(Spent(5.0, 0.0, 50.0), Allowance(1.0), waited=9.0) == (None, Spent(0.0, 0.0, 0.0))
    meter.end_step(None, waited=9.0)
    assert meter.seconds == 0.0


def test_the_kernel_tells_what_a_process_spent() -> None:
    before = read_spent(os.getpid())
    assert before is not None
    limit = time.process_time() + 0.05
    while time.process_time() < limit:
        pass
    after = read_spent(os.getpid())
    assert after is not None
    assert after.since(before).processor >= 0.05
    assert after.since(before).queued >= 0
    assert read_spent(2**22 + 1) is None


def test_threads_that_wait_for_each_other_hide_no_sleep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """200 threads waited 0.04 s each, since they woke up at once; in all, that is more than has passed."""
    for task in range(200):
        (tmp_path / str(task)).mkdir()
        (tmp_path / str(task) / "schedstat").write_text(f"1000 {40_000_000 + task} 3\n")
    scan = os.scandir
    monkeypatch.setattr(os, "scandir", lambda _path: scan(tmp_path))
    assert spending._read_queued(os.getpid()) == pytest.approx(4 * 0.04, rel=1e-3)


@pytest.mark.parametrize(
    ("dump", "line"),
    [
        (b'Current thread 0x1:\n  File "/jax/api.py", line 3 in a\n  File "solution.py", line 12 in f\n', 12),
        (b'  File "solution.py", line 4 in g\n  File "solution.py", line 12 in f\n', 4),
        (b"", None),
        (b'  File "other.py", line 4 in g\n', None),
    ],
)
def test_the_innermost_line_is_found(dump: bytes, line: int | None) -> None:
    assert find_line(dump) == line
