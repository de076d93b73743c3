"""What is said of a submission that ran out of time."""

from __future__ import annotations

import pytest

from grader.judge.conclusion import explain_outcome
from grader.report import Verdict
from grader.sandbox.outcome import Ending, Outcome


@pytest.mark.parametrize(
    ("cpu_seconds", "words", "never"),
    [(19.0, "a loop that never ends", "busy"), (2.0, "the machine was busy with others", "a loop that never ends")],
)
def test_an_endless_loop_is_suspected_only_where_the_processor_was_used(
    cpu_seconds: float, words: str, never: str
) -> None:
    outcome = Outcome(Ending.TIMED_OUT, cpu_seconds=cpu_seconds)
    found = explain_outcome(outcome, b"", "in case 1", 10, elapsed=20)
    assert (found.verdict, found.code) == (Verdict.TIME_LIMIT_EXCEEDED, "limit.time")
    assert words in found.message
    assert never not in found.message
