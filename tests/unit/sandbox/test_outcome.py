"""How exit statuses are interpreted."""

from __future__ import annotations

import pytest

from grader.sandbox.cgroup import MemoryEvents
from grader.sandbox.outcome import Ending, Outcome, classify_exit
from grader.sandbox.spending import RanOut

CASES = {
    "exit 0": (0, b"", 1.0, "exited 0"),
    "exit 3": (3, b"", 1.0, "exited 3"),
    "the largest status": (255, b"", 1.0, "exited 255"),
    "exit like a signal": (128 + 9, b"", 1.0, "exited 137"),
    "seccomp": (-31, b"", 1.0, "signalled 31: SIGSYS"),
    "killed outside of the jail": (-15, b"", 1.0, "signalled 15: SIGTERM"),
    "a real-time signal": (-40, b"", 1.0, "signalled 40: signal 40"),
    "abort": (-6, b"", 1.0, "signalled 6: SIGABRT"),
    "abort for memory": (-6, b"what(): std::bad_alloc", 1.0, "memory 6: aborted because an allocation failed"),
    "crash for memory": (-11, b"RESOURCE_EXHAUSTED", 1.0, "memory 11: aborted because an allocation failed"),
    "abort of a worker": (6, b"", 1.0, "signalled 6: SIGABRT"),
    "abort of a worker for memory": (6, b"std::bad_alloc", 1.0, "memory 6: aborted because an allocation failed"),
    "exit with such words": (1, b"std::bad_alloc", 1.0, "exited 1"),
    "kernel": (-9, b"", 1.0, "memory 9: killed by the kernel, out of memory"),
    "processor time, hard": (-9, b"", 10.0, "timed_out: used up its processor time"),
    "processor time, soft": (-24, b"", 10.0, "timed_out: used up its processor time"),
}


@pytest.mark.parametrize(("status", "tail", "cpu", "expected"), CASES.values(), ids=CASES)
def test_classify_exit(status: int, tail: bytes, cpu: float, expected: str) -> None:
    outcome = classify_exit(status, tail, cpu_seconds=cpu, cpu_limit=10.0)
    assert str(outcome) == expected
    assert outcome.cpu_seconds == cpu


def test_the_kernel_ends_what_took_too_long_in_all_and_not_in_one_case() -> None:
    assert classify_exit(-9, b"", cpu_seconds=10.0, cpu_limit=10.0).ran_out is RanOut.PROCESSOR_IN_ALL


def test_an_outcome_says_itself_shortly() -> None:
    assert str(Outcome(Ending.KILLED)) == "killed"


@pytest.mark.parametrize(
    ("memory", "expected"),
    [
        (MemoryEvents(1, at_limit=True), "memory 9: killed by the kernel, out of memory"),
        (MemoryEvents(0, at_limit=False), "killed: killed from outside, or the machine ran out of memory"),
        (MemoryEvents(0, at_limit=True), "killed: killed from outside, or the machine ran out of memory"),
        (MemoryEvents(1, at_limit=False), "killed: killed from outside, or the machine ran out of memory"),
    ],
)
def test_a_kill_is_blamed_by_the_groups_counters(memory: MemoryEvents, expected: str) -> None:
    assert str(classify_exit(-9, b"", cpu_seconds=1.0, cpu_limit=10.0, memory=memory)) == expected
    assert classify_exit(-9, b"", cpu_seconds=9.0, cpu_limit=10.0, memory=memory).ending is Ending.TIMED_OUT


def test_an_end_that_nobody_tells_of_is_no_fault_of_its_own() -> None:
    outcome = classify_exit(None, b"std::bad_alloc", cpu_seconds=0.0, cpu_limit=10.0)
    assert str(outcome) == "killed: its zygote is gone"
