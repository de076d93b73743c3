"""Steps of publishing are tried once more if a sandbox ran out of time that it didn't use."""

from __future__ import annotations

from collections.abc import Callable  # noqa: TC003 - a fixture's type is read

import pytest

from grader.errors import PublishRefusedError
from grader.grading.sealing import RefereeEndedError
from grader.publishing.second_try import tried_twice
from grader.sandbox.outcome import Ending, Outcome
from grader.sandbox.process import SandboxEnded
from grader.sandbox.spending import RanOut

TIMED_OUT = Ending.TIMED_OUT


def make_step(*causes: Exception | None) -> tuple[Callable[[], str], list[Exception | None]]:
    """Return a step that is refused for each of the causes in turn, and that succeeds where the cause is None."""
    left = list(causes)

    @tried_twice
    def step() -> str:
        cause = left.pop(0)
        if cause is None:
            return "done"
        raise PublishRefusedError("kata", ["a finding"]) from cause

    return step, left


@pytest.mark.parametrize("kind", [SandboxEnded, RefereeEndedError])
@pytest.mark.parametrize("ran_out", [RanOut.IDLE, RanOut.IDLE_IN_ALL, RanOut.STARVED])
def test_it_is_tried_once_more_if_the_machine_had_no_time(kind: type[SandboxEnded], ran_out: RanOut) -> None:
    late = kind(Outcome(TIMED_OUT, ran_out=ran_out))
    step, left = make_step(late, None)
    assert step() == "done"
    assert left == []
    step, left = make_step(late, late, None)
    with pytest.raises(PublishRefusedError):
        step()
    assert left == [None], "twice is enough"


@pytest.mark.parametrize(
    "cause",
    [
        SandboxEnded(Outcome(TIMED_OUT, ran_out=RanOut.PROCESSOR)),
        SandboxEnded(Outcome(Ending.MEMORY)),
        ValueError("something else"),
    ],
)
def test_what_the_author_is_to_blame_for_is_not_tried_again(cause: Exception) -> None:
    step, left = make_step(cause, None)
    with pytest.raises(PublishRefusedError):
        step()
    assert left == [None]
