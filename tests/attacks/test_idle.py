"""A submission that sleeps a little in each of many calls occupies a runner no longer than one that computes."""

from __future__ import annotations

import shutil
import time

import numpy as np
import pytest

from grader.bundle.contents import seal
from grader.grading.client import Grader
from grader.report import Mode
from grader.settings import GraderSettings
from tests.attacks.forward import HONEST, make_bundle, make_case

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(180)]

SECONDS = 6
"""What a sandbox may compute, and be idle, in all. A single call may be idle for 35 seconds here."""
SLEEPER = HONEST.decode().replace("def forward(", "import time\ndef forward(", 1) + (
    "\nawake = forward\ndef forward(x, calls):\n    time.sleep(2)\n    return awake(x, calls)\n"
)


NOT_READING = HONEST.decode().replace(
    "def forward(",
    """import os, select, signal, stat, threading, time

def sleep(*_):
    time.sleep(1000)

def stop_reading(main):
    waiting = select.poll()
    for number in range(3, 100):
        try:
            if stat.S_ISFIFO(os.fstat(number).st_mode):
                waiting.register(number, select.POLLIN)
        except OSError:
            pass
    waiting.poll()
    signal.pthread_kill(main, signal.SIGUSR2)

signal.signal(signal.SIGUSR2, sleep)
threading.Thread(target=stop_reading, args=(threading.get_ident(),), daemon=True).start()

def forward(""",
    1,
)


def test_sleeping_while_hidden_cases_come_in_is_not_the_machines_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hidden cases don't fit into a pipe, so the host waits until they are read."""
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    small = make_bundle()
    rows = np.ones((700_000, 3), np.float32)
    bundle = seal(small.manifest, small.samples, tuple(make_case(f"hidden-{i}", rows * i, 1) for i in range(3)), ())
    monkeypatch.setattr("grader.grading.conversation.LOAD_SECONDS", 4.0)
    monkeypatch.setattr("grader.sandbox.spending.IDLE_ROOM", 0.0)
    with Grader(GraderSettings(), spares=0) as grader:
        report = grader.grade(bundle, NOT_READING.encode(), mode=Mode.SUBMIT)
    assert str(report.verdict) == "time_limit_exceeded", report.message
    assert len(report.cases) == 1, "the sample was right"


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
