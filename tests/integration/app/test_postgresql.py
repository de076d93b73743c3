"""Several processes on PostgreSQL: they are woken by notifications, and wait while the database is down."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
import structlog
from sqlalchemy import text

from app.kit.errors import DatabaseUnavailableError
from app.services import make_services
from app.work.runner import Runner
from grader.report import Mode, Verdict
from tests.integration.app.test_http import check_problem, read_events

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account
    from app.kit.settings import Settings
    from app.services import Services
    from tests.integration.app.conftest import Person, StandInGrader
    from tests.postgresql import Server

pytestmark = pytest.mark.databases("postgresql")

ALL = ["queued", "started", "case", "case", "verdict"]
NEVER_S = 600.0


@pytest.fixture(autouse=True)
def _impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.work.runner.PAUSE_S", 0.05)
    monkeypatch.setattr("app.domains.submissions.notifications.PAUSE_S", 0.05)


@pytest.fixture
def look_never(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let followers of a submission look at it only when notified, and never poll."""
    for name in ("QUEUE_PLACE_POLL_S", "MISSED_NOTIFICATION_POLL_S", "OTHER_PROCESS_POLL_S"):
        monkeypatch.setattr(f"app.domains.submissions.service.{name}", NEVER_S)


@asynccontextmanager
async def run_elsewhere(settings: Settings, grader: StandInGrader) -> AsyncIterator[Services]:
    """Run what `jaxdojo runner` runs: a runner with its own services on the same database."""
    services = make_services(settings)
    runner = Runner(services, grader, poll_s=NEVER_S)
    services.submissions.wake_runner, services.submissions.notify_runner = runner.wake, runner.notify
    await runner.start()
    services.start()
    try:
        yield services
    finally:
        await runner.stop()
        grader.close()
        await services.close()


async def listen(*processes: Services) -> None:
    """Wait until all processes listen for notifications."""
    async with asyncio.timeout(60):
        for services in processes:
            assert services.notifications is not None
            await services.notifications.listening.wait()


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_processes_hear_of_each_other(
    services: Services,
    account: Account,
    settings: Settings,
    grader: StandInGrader,
    postgresql: Server,
    look_never: None,
) -> None:
    """Neither the runner in the other process nor a follower of a submission here looks without being notified."""

    async def judge() -> list[str]:
        made = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
        async with asyncio.timeout(60):
            return [event.kind.value async for event in services.submissions.events(made.id, account)]

    services.start()
    async with run_elsewhere(settings, grader) as elsewhere:
        await listen(services, elsewhere)
        assert await judge() == ALL
        with structlog.testing.capture_logs() as logs:
            postgresql.stop()
            await until(lambda: sum(line["event"] == "not_listening" for line in logs) >= 2)
            postgresql.start()
        await listen(services, elsewhere)
        assert await judge() == ALL


async def test_a_runner_that_stops_tells_who_follows(
    services: Services, account: Account, settings: Settings, grader: StandInGrader, look_never: None
) -> None:
    grader.gate.clear()
    services.start()
    async with asyncio.timeout(60):
        async with run_elsewhere(settings, grader) as elsewhere:
            await listen(services, elsewhere)
            made = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
            stream = services.submissions.events(made.id, account)
            told = [(await anext(stream)).kind.value for _ in range(2)]
        told.append((await anext(stream)).kind.value)
    assert told == ["queued", "started", "queued"]


async def test_a_restart_of_the_database_loses_nothing(
    application: FastAPI, ada: Person, grader: StandInGrader, postgresql: Server
) -> None:
    grader.gate.clear()
    running, waiting, late = [(await ada.submit())["id"] for _ in range(3)]
    await until(lambda: len(grader.sources) == 2)
    streams = [
        asyncio.create_task(ada.http.get(f"/api/v1/submissions/{made}/events")) for made in (running, waiting, late)
    ]
    await until(lambda: len(application.state.services.broadcaster._subscriptions) == 3)
    with structlog.testing.capture_logs() as logs:
        postgresql.stop()
        grader.gate.set()
        await until(lambda: any(line["event"] == "record_waits" for line in logs))
        body = {"source": "x = 1", "mode": "submit"}
        for answer in (
            await ada.http.post("/api/v1/problems/double/submissions", json=body),
            await ada.http.get(f"/api/v1/submissions/{running}"),
        ):
            problem = check_problem(answer, 503, "database_unavailable")
            assert int(answer.headers["retry-after"]) > 0
            assert "127.0.0.1" not in problem["detail"], "where the database is, is nobody's business"
        assert "right now" in await ada.read("/submissions", 503), "a page for people"
        assert (await ada.http.get("/readyz")).status_code == 503
        postgresql.start()
    async with asyncio.timeout(60):
        for stream in streams:
            kinds = [kind for kind, event_id, _ in read_events((await stream).text) if event_id is not None]
            assert kinds == ALL
    assert len(grader.sources) == 3, "what was found while the database was away is kept"
    made = await ada.solve()
    assert (await ada.http.get(f"/api/v1/submissions/{made}")).json()["verdict"] == Verdict.ACCEPTED


async def test_a_server_that_only_reads_for_a_moment_is_waited_for(services: Services) -> None:
    """As during a failover, when the address leads to the standby for a while."""

    def write(session: Session) -> None:
        session.execute(text("SET TRANSACTION READ ONLY"))
        session.execute(text("UPDATE users SET name = name"))

    with pytest.raises(DatabaseUnavailableError, match="read-only transaction"):
        await services.database.write(write)


async def test_topics_are_sent_after_one_could_not_be(
    services: Services, settings: Settings, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.start()
    async with run_elsewhere(settings, grader) as other:
        await listen(services, other)
        with monkeypatch.context() as patch:
            failed = asyncio.Event()

            async def fail(_work: object) -> None:
                failed.set()
                raise RuntimeError

            patch.setattr(services.database, "write", fail)
            services.broadcaster.notify("lost")
            await failed.wait()
        with other.broadcaster.subscribe("later") as subscription:
            services.broadcaster.notify("later")
            async with asyncio.timeout(30):
                await subscription.wait(NEVER_S)
