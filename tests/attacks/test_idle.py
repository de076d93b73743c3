"""A submission that sleeps a little in each of many calls occupies a runner no longer than one that computes."""

from __future__ import annotations

import shutil
import time

import pytest

from grader.grading.client import Grader
from grader.report import Mode
from grader.settings import GraderSettings
from tests.attacks.forward import HONEST, make_bundle

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(180)]

SECONDS = 6
"""What a sandbox may compute, and be idle, in all. A single call may be idle for 35 seconds here."""
SLEEPER = HONEST.decode().replace("def forward(", "import time\ndef forward(", 1) + (
    "\nawake = forward\ndef forward(x, calls):\n    time.sleep(2)\n    return awake(x, calls)\n"
)


def test_idle_time_adds_up_over_the_calls() -> None:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    with Grader(GraderSettings(cpu_seconds=SECONDS), spares=0) as grader:
        begun = time.monotonic()
        report = grader.grade(make_bundle(), SLEEPER.encode(), mode=Mode.SUBMIT)
        assert str(report.verdict) == "time_limit_exceeded", report.message
        assert "30 seconds" not in report.message, "that is the limit of one call, none of which waits for so long"
        assert time.monotonic() - begun >= 2 * SECONDS, "it has a second chance, since the machine may have stalled"
        again = SLEEPER.replace("sleep(2)", "sleep(0.1)").encode()
        assert str(grader.grade(make_bundle(), again, mode=Mode.SUBMIT).verdict) == "accepted"
