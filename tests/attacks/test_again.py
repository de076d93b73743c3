"""A stalled sandbox, for whatever reason, costs an honest submission nothing: it is graded once more."""

from __future__ import annotations

import contextlib
import os
import signal
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from grader.report import Mode
from tests.attacks.forward import HONEST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.bundle.contents import Bundle
    from grader.grading.client import Grader
    from grader.grading.grade import GradeEvent
    from grader.grading.spare import Spare

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(180)]


def test_a_stopped_sandbox_is_replaced(grader: Grader, bundle: Bundle, monkeypatch: pytest.MonkeyPatch) -> None:
    lend = grader.pool.lend
    lent: list[Spare] = []

    @contextlib.contextmanager
    def lend_noted(bundle: Bundle | None = None) -> Iterator[Spare]:
        with lend(bundle) as spare:
            lent.append(spare)
            yield spare

    def stop_first(event: GradeEvent) -> None:
        pid = lent[0].process.worker_pid
        if event.kind == "case" and len(lent) == 1 and pid is not None:
            os.kill(pid, signal.SIGSTOP)  # after the sample, before the hidden cases

    monkeypatch.setattr(grader.pool, "lend", lend_noted)
    monkeypatch.setattr("grader.sandbox.spending.IDLE_ROOM", 0.0)  # the stopped sandbox is soon given up
    limits = bundle.manifest.limits.model_copy(update={"time_s": 5.0})
    hurried = replace(bundle, manifest=bundle.manifest.model_copy(update={"limits": limits}))
    report = grader.grade(hurried, HONEST, mode=Mode.SUBMIT, on_event=stop_first)
    assert (report.code, len(lent)) == ("accepted", 2), report.message
