"""Faults of the machine that runs the service: each is logged, costs nobody a submission, and is recovered from."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
import structlog
from sqlalchemy import event, select

from app.db.models import Submission, base
from app.db.statuses import EventKind
from app.domains.accounts.schemas import Client
from app.kit.errors import DatabaseUnavailableError
from app.kit.outage import OutageLog
from app.queue.local import MAX_DELAY_S, LocalQueue
from app.server.processes import _run_runner
from app.work.runner import Runner
from grader.report import Mode, Verdict
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, StandInGrader

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from datetime import tzinfo

    from fastapi import FastAPI

    from app.domains.accounts.schemas import Account
    from app.domains.submissions.schemas import Event
    from app.kit.settings import Settings
    from app.services import Services
    from tests.integration.app.conftest import Person

HOURS = timedelta(hours=5)
LOCKER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
connection.execute("ROLLBACK")
"""


class Clock(datetime):
    """The system's clock, off by `offset`."""

    offset: ClassVar[timedelta] = timedelta()

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) + cls.offset


@pytest.fixture
def set_clock(services: Services, monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    patient = services.settings.model_copy(update={"lost_after_s": 120.0})  # A busy machine is silent for seconds.
    monkeypatch.setattr(services.ledger, "_settings", patient)
    monkeypatch.setattr(base, "datetime", Clock)
    return lambda offset: monkeypatch.setattr(Clock, "offset", offset)


@pytest.fixture(autouse=True)
def _impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.work.runner.RETRY_DELAY_S", 0.01)
    monkeypatch.setattr("app.work.runner.PAUSE_S", 0.05)
    monkeypatch.setattr("app.db.session.BUSY_TIMEOUT_MS", 100)


@asynccontextmanager
async def _locked(settings: Settings) -> AsyncIterator[None]:
    """Let another process hold the database's lock."""
    locker = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", LOCKER, str(settings.data / "jaxdojo.sqlite3")),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert locker.stdout is not None
    assert await locker.stdout.readline() == b"locked\n"
    yield
    await locker.communicate()


@asynccontextmanager
async def _running(services: Services, grader: StandInGrader) -> AsyncIterator[Runner]:
    runner = Runner(services, grader, poll_s=0.05)
    services.submissions.wake_runner = runner.wake
    await runner.start()
    try:
        yield runner
    finally:
        grader.close()
        await runner.stop()


async def _submit(services: Services, account: Account) -> str:
    return (await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)).id


async def _follow(services: Services, submission: str, account: Account) -> list[Event]:
    async with asyncio.timeout(60):
        return [event async for event in services.submissions.events(submission, account)]


async def _count_attempts(services: Services) -> list[int]:
    return await services.database.read(lambda session: list(session.scalars(select(Submission.attempts))))


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


# The database ------------------------------------------------------------------------------------------------------


async def test_a_locked_database_costs_no_attempt(
    services: Services, settings: Settings, account: Account, grader: StandInGrader
) -> None:
    grader.gate.clear()
    async with _running(services, grader):
        submission = await _submit(services, account)
        await _until(lambda: bool(grader.sources))
        with structlog.testing.capture_logs() as logs:
            async with _locked(settings):
                grader.case_gate.clear()
                grader.gate.set()
                await _until(lambda: any(line["event"] == "cases_wait" for line in logs))
                grader.case_gate.set()
                await _until(lambda: any(line["event"] == "record_waits" for line in logs))
                with pytest.raises(DatabaseUnavailableError) as refused:
                    await _submit(services, account)
                assert "Retry-After" in refused.value.headers
                assert (await services.submissions.get(submission, account)).status == "running", "reading goes on"
            events = await _follow(services, submission, account)
            await _until(lambda: any(line["event"] == "graded" for line in logs))  # logged after it is stored
        assert [told.kind for told in events] == ["queued", "started", "case", "case", "verdict"]
        assert len(grader.sources) == 1, "what was found is kept, and not graded again"
        assert (await _follow(services, await _submit(services, account), account))[-1].kind is EventKind.VERDICT
    assert await _count_attempts(services) == [1, 1]


async def test_a_runner_waits_at_its_start_until_the_database_can_be_used(
    services: Services, settings: Settings, account: Account, grader: StandInGrader
) -> None:
    submission = await _submit(services, account)
    runner = Runner(services, grader, poll_s=0.05)
    async with _locked(settings):
        starting = asyncio.create_task(runner.start())
        await asyncio.sleep(0.5)
        assert not starting.done()
    async with asyncio.timeout(30):
        await starting
    assert (await _follow(services, submission, account))[-1].kind is EventKind.VERDICT
    await runner.stop()


async def test_a_runner_gives_up_its_start_at_last(
    services: Services, settings: Settings, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.work.runner.START_S", 0.2)
    async with _locked(settings), asyncio.timeout(30):
        with pytest.raises(DatabaseUnavailableError):
            await Runner(services, grader).start()


async def test_a_runner_that_waits_for_its_database_stops_when_told(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would otherwise go on waiting for a minute, and then fail."""
    monkeypatch.setattr("app.kit.outage.OUTAGE", OutageLog())
    nowhere = settings.model_copy(update={"database_url": "postgresql+psycopg://dojo@127.0.0.1:1/dojo"})
    with structlog.testing.capture_logs() as logs:
        running = asyncio.create_task(_run_runner(nowhere, print))
        await _until(lambda: any(line["event"] == "database_away" for line in logs))
        os.kill(os.getpid(), signal.SIGTERM)
        async with asyncio.timeout(30):
            await running


async def test_a_full_disk_costs_no_attempt(services: Services, account: Account, grader: StandInGrader) -> None:
    """SQLite gets no more pages: its errors and behaviour are then the same as when the disk is full."""
    engine = services.database.engine
    limits = {"pages": 0}

    def limit_pages(connection: Any, _record: object, _proxy: object) -> None:  # noqa: ANN401
        connection.execute(f"PRAGMA max_page_count={limits['pages'] or 2**30}")

    event.listen(engine, "checkout", limit_pages)
    grader.gate.clear()
    async with _running(services, grader):
        submission = await _submit(services, account)
        await _until(lambda: bool(grader.sources))
        with structlog.testing.capture_logs() as logs:
            limits["pages"] = 1  # SQLite never goes below what it has
            with pytest.raises(DatabaseUnavailableError, match="full"):
                await services.submissions.create(account, "double", "x" * 65_000, Mode.SUBMIT)
            grader.message = "m" * 100_000
            grader.gate.set()
            await _until(lambda: any(line["event"] == "record_waits" and "full" in line["reason"] for line in logs))
            limits["pages"] = 0
            events = await _follow(services, submission, account)
        assert [told.kind for told in events] == ["queued", "started", "case", "case", "verdict"]
        assert len(grader.sources) == 1
        assert len(events[-1].data["message"]) == 100_000
    assert await _count_attempts(services) == [1]


async def test_a_full_disk_is_told_and_breaks_no_promise(
    application: FastAPI, ada: Person, grader: StandInGrader, settings: Settings
) -> None:
    """Submissions that got a 202 before the disk was full are judged once there is room again; others aren't stored."""
    services: Services = application.state.services
    limits = {"pages": 0}

    def limit_pages(connection: Any, _record: object, _proxy: object) -> None:  # noqa: ANN401
        connection.execute(f"PRAGMA max_page_count={limits['pages'] or 2**30}")

    event.listen(services.database.engine, "checkout", limit_pages)
    grader.gate.clear()
    body = {"source": "x" * 65_000, "mode": "submit"}
    path = "/api/v1/problems/double/submissions"
    promised = [(await ada.http.post(path, json=body)).json()["id"]]
    await _until(lambda: bool(grader.sources))
    limits["pages"] = 1  # SQLite never goes below what it has
    refused = await ada.http.post(path, json=body)
    assert refused.status_code == 503
    assert refused.headers["content-type"] == "application/problem+json"
    assert "Retry-After" in refused.headers
    assert refused.json()["code"] == "database_unavailable"
    assert str(settings.data) not in refused.text
    assert (await ada.http.get(f"/api/v1/submissions/{promised[0]}")).status_code == 200, "reading goes on"
    limits["pages"] = 0
    grader.gate.set()
    promised.append((await ada.http.post(path, json=body)).json()["id"])
    for submission in promised:
        events = (await ada.http.get(f"/api/v1/submissions/{submission}/events")).text
        assert "event: verdict" in events
    assert await _count_attempts(services) == [1, 1]


@EACH_DATABASE
async def test_a_runner_stops_although_the_database_is_gone(
    services: Services, account: Account, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(work: object) -> None:
        raise DatabaseUnavailableError("gone")

    grader.gate.clear()
    async with _running(services, grader) as runner:
        await _submit(services, account)
        await _until(lambda: bool(grader.sources))
        monkeypatch.setattr(services.ledger, "release", fail)
        with structlog.testing.capture_logs() as logs:
            await runner.stop()
        assert "job_not_released" in {line["event"] for line in logs}
    # The runner's process is gone by then, so the next one takes the job back.
    next_runner = Runner(services, StandInGrader()).name
    assert await services.ledger.take_back_lost(next_runner) == (1, 0)


# Bundles -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["manifest.json", "cases.bin"])
async def test_a_damaged_bundle_counts_against_nobody(
    services: Services, settings: Settings, account: Account, grader: StandInGrader, name: str
) -> None:
    services.store._loaded.clear()  # as after a restart
    path = next(settings.bundles.glob("*")) / name
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    async with _running(services, grader):
        with structlog.testing.capture_logs() as logs:
            submission = await _submit(services, account)
            events = await _follow(services, submission, account)
        assert events[-1].kind is EventKind.FAILED
        view = await services.submissions.get(submission, account)
        assert (view.status, view.verdict) == ("failed", Verdict.INTERNAL_ERROR)
        assert [line["event"] for line in logs].count("grade_raised") == 3
        assert any(line["event"] == "grade_failed" for line in logs)
        assert not grader.sources
        path.write_bytes(whole)
        assert (await _follow(services, await _submit(services, account), account))[-1].kind is EventKind.VERDICT


# Clocks ------------------------------------------------------------------------------------------------------------


@EACH_DATABASE
@pytest.mark.parametrize("offset", [HOURS, -HOURS])
async def test_a_clock_set_anew_takes_no_job_away(
    services: Services, account: Account, set_clock: Callable[[timedelta], None], offset: timedelta
) -> None:
    await _submit(services, account)
    work = await services.ledger.begin("elsewhere:1:a")
    assert work is not None
    assert await services.ledger.take_back_lost("here:1:a") == (0, 0)
    set_clock(offset)
    assert await services.ledger.take_back_lost("here:1:a") == (0, 0)
    await services.ledger.heartbeat([work])
    assert await services.ledger.take_back_lost("here:1:a") == (0, 0)


async def test_silence_is_measured_by_the_watchers_own_clock(
    services: Services, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _submit(services, account)
    work = await services.ledger.begin("elsewhere:1:a")
    assert work is not None
    queue, clock = LocalQueue("cpu"), iter((0, 20, 21, 45, 46, 99, 120, 130))
    monkeypatch.setattr("app.queue.local.time", SimpleNamespace(monotonic=lambda: next(clock)))

    async def look() -> int:
        lost = await services.database.write(
            lambda session: queue.requeue_lost(session, "here:1:a", lost_after_s=30, max_attempts=3)
        )
        return len(lost)

    assert await look() == 0, "at 0 s it is seen for the first time"
    assert await look() == 0
    await services.ledger.heartbeat([work])
    assert await look() == 0, "a sign of life at 21 s"
    assert await look() == 0
    assert await look() == 0
    assert await look() == 0, "nobody watched until 99 s: the database was away, perhaps"
    assert await look() == 0
    assert await look() == 1, "31 s of silence, and somebody watched"


@pytest.mark.parametrize("offset", [HOURS, -HOURS])
async def test_a_clock_set_anew_delays_no_job_for_hours(
    services: Services, account: Account, set_clock: Callable[[timedelta], None], offset: timedelta
) -> None:
    await _submit(services, account)
    work = await services.ledger.begin("r")
    assert work is not None
    assert await services.ledger.retry_or_fail(work, delay_s=MAX_DELAY_S)
    assert await services.ledger.begin("r") is None
    set_clock(offset)
    assert await services.ledger.begin("r") is not None


@EACH_DATABASE
@pytest.mark.parametrize("offset", [HOURS, -HOURS])
async def test_a_clock_set_anew_signs_nobody_out(
    services: Services, account: Account, set_clock: Callable[[timedelta], None], offset: timedelta
) -> None:
    signed_in = await services.sessions.sign_in("ada", PASSWORD, Client("127.0.0.1"))
    set_clock(offset)
    assert await services.sessions.find(signed_in.token) == account


@EACH_DATABASE
async def test_a_clock_set_anew_in_mid_grade(
    services: Services,
    account: Account,
    grader: StandInGrader,
    set_clock: Callable[[timedelta], None],
) -> None:
    grader.gate.clear()
    async with _running(services, grader) as runner:
        submission = await _submit(services, account)
        await _until(lambda: bool(grader.sources))
        set_clock(HOURS)
        assert await services.ledger.take_back_lost(runner.name) == (0, 0)
        set_clock(-HOURS)
        grader.gate.set()
        events = await _follow(services, submission, account)
    assert [told.kind for told in events] == ["queued", "started", "case", "case", "verdict"]
    assert await _count_attempts(services) == [1]


# Retries -----------------------------------------------------------------------------------------------------------


@EACH_DATABASE
async def test_a_retry_tells_its_own_cases_only(services: Services, account: Account, grader: StandInGrader) -> None:
    grader.verdicts = [Verdict.INTERNAL_ERROR, Verdict.ACCEPTED]
    async with _running(services, grader):
        submission = await _submit(services, account)
        await _follow(services, submission, account)
    events = await _follow(services, submission, account)
    kinds = [told.kind.value for told in events]
    assert kinds == ["queued", "started", "queued", "started", "case", "case", "verdict"]
    assert {told.data["case"]["verdict"] for told in events if told.kind is EventKind.CASE} == {Verdict.ACCEPTED}
