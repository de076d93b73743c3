"""The runner: events as they arrive, retries, restarts."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import pytest

from app.db.statuses import EventKind
from app.work.runner import Runner
from grader.errors import SandboxUnavailableError
from grader.report import Mode, Timing, Verdict
from tests.integration.app.conftest import EACH_DATABASE, StandInGrader
from tests.integration.app.running import running_runner

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from app.domains.accounts.schemas import Account
    from app.domains.submissions.schemas import Event
    from app.kit.settings import Settings
    from app.services import Services

pytestmark = EACH_DATABASE

ALL = ["queued", "started", "case", "case", "verdict"]


@pytest.fixture
async def runner(services: Services, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Runner]:
    async with running_runner(services, grader, monkeypatch) as made:
        yield made


async def _follow(services: Services, submission: str, account: Account, after: int = 0) -> list[Event]:
    async with asyncio.timeout(20):
        return [event async for event in services.submissions.events(submission, account, after)]


async def test_a_submission_gets_its_verdict(services: Services, account: Account, runner: Runner) -> None:
    made = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
    events = await _follow(services, made.id, account)
    assert [event.kind for event in events] == ALL
    assert [event.data["index"] for event in events if event.kind is EventKind.CASE] == [0, 1]
    view = await services.submissions.get(made.id, account)
    assert view.report is not None
    assert events[-1].data == view.report.model_dump(mode="json")
    assert view.report.version == "1"
    assert view.finished_at is not None
    assert view.started_at is not None
    assert runner.is_alive


@pytest.mark.parametrize(
    ("mode", "told"),
    [
        (Mode.SUBMIT, Timing(total_ms=432)),
        (Mode.RUN, Timing(prepare_ms=5.25, run_ms=400.13, judge_ms=20.31, total_ms=431.77)),
    ],
)
async def test_times_of_hidden_cases_are_told_as_by_a_clock(
    services: Services, account: Account, runner: Runner, mode: Mode, told: Timing
) -> None:
    made = await services.submissions.create(account, "double", "x = 1", mode)
    await _follow(services, made.id, account)
    view = await services.submissions.get(made.id, account)
    assert view.report is not None
    assert view.report.timing == told


async def test_cases_are_told_while_the_grade_runs(
    services: Services, account: Account, runner: Runner, grader: StandInGrader
) -> None:
    grader.case_gate.clear()
    made = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
    stream = services.submissions.events(made.id, account)
    async with asyncio.timeout(20):
        seen: list[Any] = []
        async for event in stream:
            seen.append(event.kind.value)
            if event.kind is EventKind.CASE and len(seen) == 3:
                assert runner.active == 1
                grader.case_gate.set()
    assert seen == ALL


async def test_events_come_without_delay(services: Services, account: Account, runner: Runner) -> None:
    taken = []
    for _ in range(8):
        began = time.monotonic()
        made = await services.submissions.create(account, "double", "x = 1", Mode.RUN)
        await _follow(services, made.id, account)
        taken.append(time.monotonic() - began)
    assert min(taken) < 0.9, "were anything polled for, each would take a second"


async def test_a_failure_of_ours_is_retried(
    services: Services, account: Account, runner: Runner, grader: StandInGrader
) -> None:
    grader.verdicts = [Verdict.INTERNAL_ERROR, SandboxUnavailableError("jail", "none"), Verdict.ACCEPTED]
    made = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
    events = await _follow(services, made.id, account)
    kinds = [event.kind for event in events if event.kind is not EventKind.CASE]
    assert kinds == ["queued", "started", "queued", "started", "queued", "started", "verdict"]
    retries = [event.data["message"] for event in events if "message" in event.data and event.id is not None]
    assert any("not in your code" in message for message in retries)
    assert (await services.submissions.get(made.id, account)).verdict is Verdict.ACCEPTED


async def test_after_three_failures_of_ours_it_is_over(
    services: Services, account: Account, runner: Runner, grader: StandInGrader
) -> None:
    grader.verdicts = [RuntimeError("broken")]
    made = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
    events = await _follow(services, made.id, account)
    assert len(grader.sources) == 3
    assert events[-1].kind is EventKind.FAILED
    assert "operator" in events[-1].data["message"]
    view = await services.submissions.get(made.id, account)
    assert (view.status, view.verdict, view.report) == ("failed", "internal_error", None)
    # The runner keeps running.
    grader.verdicts = [Verdict.WRONG_ANSWER]
    made = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
    assert (await _follow(services, made.id, account))[-1].kind is EventKind.VERDICT


async def test_a_runner_that_stops_gives_its_jobs_back(
    services: Services, account: Account, runner: Runner, grader: StandInGrader
) -> None:
    grader.gate.clear()
    made = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
    while not grader.sources:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await runner.stop()
    assert not runner.is_alive
    assert (await services.submissions.get(made.id, account)).status == "queued"
    grader.gate.set()
    other = Runner(services, StandInGrader(), poll_s=0.05)
    await other.start()
    assert (await _follow(services, made.id, account))[-1].kind is EventKind.VERDICT
    await other.stop()


async def test_what_a_crash_left_running_is_taken_up_again(
    services: Services, account: Account, grader: StandInGrader
) -> None:
    made = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
    ours = Runner(services, grader).name
    crashed = ours.rpartition(":")[0] + ":before"
    assert await services.ledger.begin(crashed) is not None
    fresh = Runner(services, grader, poll_s=0.05)
    await fresh.start()
    events = await _follow(services, made.id, account)
    assert [event.kind for event in events] == ["queued", "started", *ALL]
    await fresh.stop()


async def test_no_more_grades_at_once_than_workers(
    services: Services, settings: Settings, account: Account, runner: Runner, grader: StandInGrader
) -> None:
    grader.gate.clear()
    made = [await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT) for _ in range(4)]
    while len(grader.sources) < settings.workers:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.2)
    assert len(grader.sources) == settings.workers
    assert runner.active == settings.workers
    grader.gate.set()
    for submission in made:
        assert (await _follow(services, submission.id, account))[-1].kind is EventKind.VERDICT


async def test_a_waiting_learner_hears_of_a_new_place(services: Services, account: Account) -> None:
    first = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
    second = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
    stream = services.submissions.events(second.id, account)
    async with asyncio.timeout(20):
        assert (await anext(stream)).data == {"position": 2}
        assert (await services.ledger.begin("r")) is not None
        event = await anext(stream)
    assert (event.id, event.data) == (None, {"position": 1})
    services.broadcaster.close()
    assert [event async for event in stream] == []
    assert first.position == 1
