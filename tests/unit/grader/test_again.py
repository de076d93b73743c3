"""A submission whose sandbox was idle or starved is graded once more in another one, and no more often than that."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import pytest

from grader.bundle.contents import Bundle, seal
from grader.grading.client import Grader
from grader.grading.spare import Spare
from grader.report import Mode, Stack
from grader.sandbox.outcome import Ending, Outcome, SandboxEnded
from grader.sandbox.pipes import Output
from grader.sandbox.spending import RanOut
from grader.settings import GraderSettings
from tests.unit.grader.factories import make_case, make_manifest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.grading.pool import SandboxPool
    from grader.sandbox.process import SandboxProcess

USED_UP = Outcome(Ending.TIMED_OUT, ran_out=RanOut.PROCESSOR)
IDLE = Outcome(Ending.TIMED_OUT, ran_out=RanOut.IDLE)
STARVED = Outcome(Ending.TIMED_OUT, ran_out=RanOut.STARVED)
LEFT = Outcome(Ending.EXITED, 0)


@dataclass
class EndingProcess:
    """A sandbox process that accepts whatever is sent, and then ends."""

    outcome: Outcome
    tier: str = "B"
    output: Output = field(default_factory=lambda: Output(b"", b"", 0, 0))
    memory_mib: int | None = None
    step_seconds: float = 0.0

    def send(self, *_: object) -> None:
        pass

    def receive(self, _: object) -> None:
        raise SandboxEnded(self.outcome)


@dataclass
class EndingPool:
    """A pool that lends such processes, one after the other."""

    outcomes: list[Outcome]
    lent: int = 0

    @contextlib.contextmanager
    def lend(self, _: object = None) -> Iterator[Spare]:
        process = EndingProcess(self.outcomes[self.lent])
        self.lent += 1
        yield Spare(cast("SandboxProcess", process), Stack(python="3", jax="0", flax="0"), None)


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    return seal(make_manifest(), (make_case(),), (make_case(name="hidden-1"),), ())


@pytest.mark.parametrize(
    ("outcomes", "code"),
    [
        pytest.param([USED_UP], "limit.time", id="used up its time"),
        pytest.param([LEFT], "error.exit", id="ended by itself"),
        pytest.param([IDLE, IDLE], "limit.time", id="idle, twice"),
        pytest.param([STARVED, STARVED], "platform.busy", id="starved, twice"),
        pytest.param([IDLE, STARVED], "platform.busy", id="idle, then starved"),
        pytest.param([STARVED, LEFT], "error.exit", id="starved, then ended by itself"),
        pytest.param([IDLE, USED_UP], "limit.time", id="idle, then used up its time"),
    ],
)
def test_an_idle_or_starved_sandbox_is_not_believed_the_first_time(
    bundle: Bundle, caplog: pytest.LogCaptureFixture, outcomes: list[Outcome], code: str
) -> None:
    grader, pool = Grader(GraderSettings(), spares=0), EndingPool(outcomes)
    grader.pool.close()
    grader.pool = cast("SandboxPool", pool)
    started: list[str] = []
    with caplog.at_level(logging.WARNING):
        report = grader.grade(bundle, b"x = 1", mode=Mode.SUBMIT, on_event=lambda event: started.append(event.kind))
    assert report.code == code
    assert pool.lent == len(outcomes)
    assert started == ["started"] * len(outcomes)
    assert [record.message.partition(":")[0] for record in caplog.records] == [
        "a submission to forward is graded once more" for _ in outcomes[1:]
    ]
