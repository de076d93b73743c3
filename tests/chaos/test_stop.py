"""A server or runner that is told to stop claims no more jobs, and finishes its grades or gives them back."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.db.models import Submission
from app.db.statuses import Role, Status
from app.work.installation import open_installation
from bench.installations import ROOT, make_environment, make_settings
from grader.report import Mode, Verdict
from tests.integration.app.conftest import publish

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from app.services import Services

LONG_S = 600
"""A time in seconds that is longer than any test waits."""


@asynccontextmanager
async def _grading(folder: Path, role: str, *, grace_s: float, workers: int = 1) -> AsyncIterator[tuple[Services, int]]:
    """Yield the services, and the id of a process with `workers` workers, each grading; the last submission waits.

    Grades end when there is a file `end` in the folder.
    """
    runner = "inside" if role == "serve" else "separate"
    changes = {"runner": runner, "stop_grace_s": grace_s, "workers": workers, "max_pending": 100}
    settings = make_settings(folder, None).model_copy(update=changes)
    environment = make_environment(settings) | {
        "JAXDOJO_RUNNER": runner,
        "JAXDOJO_STAND_IN_S": str(LONG_S),
        "JAXDOJO_STAND_IN_UNTIL": str(folder / "end"),
    }
    async with open_installation(settings) as services:
        await publish(services)
        account = await services.accounts.add_user("ada", "correct horse battery", Role.LEARNER)
        for _ in range(workers + 1):
            await services.submissions.create(account, "double", "# accepted", Mode.SUBMIT)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.chaos.stand_in", role), env=environment, cwd=ROOT
        )
        async with asyncio.timeout(120):
            while [status for status, _, _ in await _look(services)].count(Status.RUNNING) < workers:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)
        yield services, process.pid
        async with asyncio.timeout(120):
            assert await process.wait() in {0, -signal.SIGTERM}, "the server ends by the signal itself, in the end"


async def _look(services: Services) -> list[tuple[Status, Verdict | None, int]]:
    statement = select(Submission.status, Submission.verdict, Submission.attempts).order_by(Submission.id)
    rows = await services.database.read(lambda session: session.execute(statement).all())
    return [(row[0], row[1], row[2]) for row in rows]


@pytest.mark.parametrize("role", ["serve", "runner"])
async def test_what_ends_in_time_is_finished(tmp_path: Path, role: str) -> None:
    async with _grading(tmp_path, role, grace_s=LONG_S) as (services, pid):
        began = time.monotonic()
        os.kill(pid, signal.SIGTERM)
        await asyncio.sleep(1)  # it is told before the grade ends
        (tmp_path / "end").touch()
        async with asyncio.timeout(120):
            while (await _look(services))[0][0] is not Status.DONE:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)
        assert time.monotonic() - began < LONG_S
    # The process is gone, and has claimed nothing more.
    async with open_installation(services.settings) as after:
        assert await _look(after) == [(Status.DONE, Verdict.ACCEPTED, 1), (Status.QUEUED, None, 0)]
        assert await after.fleet.list_runners() == []


@pytest.mark.parametrize("role", ["serve", "runner"])
@pytest.mark.parametrize("workers", [1, 10])
async def test_what_takes_longer_is_given_back(tmp_path: Path, role: str, workers: int) -> None:
    async with _grading(tmp_path, role, grace_s=0.5, workers=workers) as (services, pid):
        os.kill(pid, signal.SIGTERM)
    async with open_installation(services.settings) as after:
        assert {status for status, _, _ in await _look(after)} == {Status.QUEUED}
        works = [await after.ledger.begin("r") for _ in range(workers + 1)]
        attempts = [work.claim.attempt for work in works if work is not None]
        assert attempts == [1] * (workers + 1), "to be stopped costs no attempt"
