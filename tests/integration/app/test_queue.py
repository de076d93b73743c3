"""The queue: order, claims, and jobs of runners that vanish."""

from __future__ import annotations

import asyncio
import os
import socket
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import Executable, delete, text, update

from app.db.models import Job, Submission, now
from app.db.session import Database
from app.db.statuses import Role
from app.domains.fleet.schemas import Registration
from app.domains.regrading.schemas import Selection
from app.domains.submissions.repository import find_public_id
from app.domains.submissions.service import NOBODY, choose_priority
from app.kit.errors import LostClaimError
from app.queue.local import LocalQueue, name_runner
from app.queue.port import BACKGROUND, Claim
from app.queue.procrastinate import ProcrastinateQueue
from app.services import make_services
from app.work.runner import Runner
from grader.report import Mode, Report, Stack, Verdict
from tests.integration.app.conftest import EACH_DATABASE, StandInGrader, publish

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account
    from app.domains.submissions.schemas import SubmissionView
    from app.kit.settings import Settings
    from app.services import Services

pytestmark = EACH_DATABASE


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"max_pending": 100, "lost_after_s": 60.0})


async def _submit(services: Services, account: Account, mode: Mode = Mode.SUBMIT) -> SubmissionView:
    return await services.submissions.create(account, "double", "x = 1", mode)


async def end_delays(services: Services) -> None:
    """Let jobs that are to be retried later be retried now."""
    statement: Executable = update(Job).values(not_before=now())
    if not services.database.is_sqlite:
        statement = text("UPDATE procrastinate_jobs SET scheduled_at = now()")
    await services.database.write(lambda session: session.execute(statement))


def _report(verdict: Verdict = Verdict.ACCEPTED) -> Report:
    return Report(problem="double", version="1", mode=Mode.SUBMIT, verdict=verdict, code="c", message="m", score=1.0)


async def test_first_in_first_out_and_runs_before_submits(services: Services, account: Account) -> None:
    first, second = await _submit(services, account), await _submit(services, account)
    run = await _submit(services, account, Mode.RUN)
    assert [first.position, second.position, run.position] == [1, 2, 1]
    assert (await services.submissions.get(second.id, account)).position == 3
    works = [await services.ledger.begin("r") for _ in range(4)]
    assert [work and work.public_id for work in works] == [run.id, first.id, second.id, None]


async def test_everybodys_first_goes_before_anybodys_second(services: Services, account: Account) -> None:
    eve = await services.accounts.add_user("eve", "correct horse battery", Role.LEARNER)
    flood = [await _submit(services, account) for _ in range(7)]
    first = await _submit(services, eve)
    run = await _submit(services, eve, Mode.RUN)
    assert (first.position, run.position) == (2, 1)
    second = await _submit(services, eve)
    assert second.position == 6, "one run and two first submissions, then the flood's second and third"
    places = [(await services.submissions.get(one.id, account)).position for one in flood]
    assert places == [2, 4, 5, 7, 8, 9, 10]
    expected = [run, flood[0], first, flood[1], flood[2], second, *flood[3:]]
    works = [await services.ledger.begin("r") for _ in expected]
    assert [work and work.public_id for work in works] == [one.id for one in expected]


@pytest.mark.parametrize("mode", list(Mode))
def test_whoever_waits_goes_before_the_background(mode: Mode) -> None:
    priorities = [choose_priority(mode, {Mode.RUN: runs, Mode.SUBMIT: 3}) for runs in range(1000)]
    assert priorities == sorted(priorities)
    assert max(priorities) < BACKGROUND


async def test_two_claimers_never_get_the_same_job(services: Services, account: Account, settings: Settings) -> None:
    for _ in range(12):
        await _submit(services, account)
    databases = [Database(settings.database_url) for _ in range(3)]
    queue = services.queue

    async def claim_all(database: Database, runner: str) -> list[int]:
        claimed: list[int] = []
        while True:
            claim = await database.write(lambda session: queue.claim(session, runner))
            if claim is None:
                return claimed
            claimed.append(claim.job_id)

    got = await asyncio.gather(*(claim_all(database, f"r{n}") for n, database in enumerate(databases)))
    for database in databases:
        await database.close()
    assert sorted(job for jobs in got for job in jobs) == sorted({job for jobs in got for job in jobs})
    assert sum(map(len, got)) == 12


async def test_two_runners_judge_each_submission_once(services: Services, account: Account, settings: Settings) -> None:
    made = [(await _submit(services, account)).id for _ in range(16)]
    other = make_services(settings)
    graders = [StandInGrader(), StandInGrader()]
    runners = [Runner(parts, grader, poll_s=0.02) for parts, grader in zip((services, other), graders, strict=True)]
    runners[1].name = "elsewhere:1:a"  # another process: two runners in one process would each consider the other dead
    await asyncio.gather(*(runner.start() for runner in runners))
    async with asyncio.timeout(60):
        while await services.submissions.measure_backlog():  # noqa: ASYNC110 - other threads end it
            await asyncio.sleep(0.02)
    for submission in made:
        kinds = [event.kind async for event in services.submissions.events(submission, account)]
        assert kinds == ["queued", "started", "case", "case", "verdict"]
    await asyncio.gather(*(runner.stop() for runner in runners))
    await other.close()
    assert sum(len(grader.sources) for grader in graders) == len(made)


async def test_a_runner_that_lost_its_claim_changes_nothing(services: Services, account: Account) -> None:
    made = await _submit(services, account)
    old = await services.ledger.begin("host:1:a")
    assert old is not None
    await services.ledger.abandon(old)
    assert await services.ledger.take_back_lost("host:2:b") == (1, 0)
    new = await services.ledger.begin("host:2:b")
    assert new is not None
    assert new.claim.attempt == 2
    with pytest.raises(LostClaimError):
        await services.ledger.finish(old, _report(Verdict.WRONG_ANSWER), [])
    with pytest.raises(LostClaimError):
        await services.ledger.add_cases(old, [{"index": 0}])
    for give_up in (services.ledger.release, services.ledger.abandon):
        with pytest.raises(LostClaimError):
            await give_up(old)
    await services.ledger.finish(new, _report(), [])
    view = await services.submissions.get(made.id, account)
    assert view.verdict is Verdict.ACCEPTED
    kinds = [event.kind async for event in services.submissions.events(made.id, account)]
    assert kinds == ["queued", "started", "queued", "started", "verdict"]


async def test_a_job_that_kills_each_runner_fails_in_the_end(services: Services, account: Account) -> None:
    made = await _submit(services, account)
    for attempt in range(1, 4):
        work = await services.ledger.begin(f"host:1:{attempt}")
        assert work is not None
        assert work.claim.attempt == attempt
        await services.ledger.abandon(work)
        assert await services.ledger.take_back_lost("host:2:b") == ((1, 0) if attempt < 3 else (0, 1))
    view = await services.submissions.get(made.id, account)
    assert (view.status, view.verdict) == ("failed", "internal_error")


@pytest.mark.parametrize(
    ("name", "lost"),
    [
        ("{host}:{nobody}:aa", True),
        ("{host}:{here}:other", True),  # Our process id, but another process: from before a restart.
        ("{host}:{parent}:aa", False),
        ("elsewhere:1:aa", False),
    ],
)
async def test_the_dead_of_this_host_are_known_at_once(
    services: Services, account: Account, name: str, *, lost: bool
) -> None:
    above = 2**22 + 1  # Above the kernel's largest process id.
    name = name.format(host=socket.gethostname(), nobody=above, here=os.getpid(), parent=os.getppid())
    await _submit(services, account)
    assert await services.ledger.begin(name) is not None
    assert await services.ledger.take_back_lost(name_runner()) == ((1, 0) if lost else (0, 0))


async def test_own_jobs_are_not_lost(services: Services, account: Account) -> None:
    await _submit(services, account)
    name = name_runner()
    assert await services.ledger.begin(name) is not None
    assert await services.ledger.take_back_lost(name) == (0, 0)


async def test_a_released_job_may_be_delayed(services: Services, account: Account) -> None:
    await _submit(services, account)
    work = await services.ledger.begin("r")
    assert work is not None
    assert await services.ledger.retry_or_fail(work, delay_s=60)
    assert await services.ledger.begin("r") is None
    await end_delays(services)
    again = await services.ledger.begin("r")
    assert again is not None
    assert again.claim == Claim(work.claim.job_id, work.claim.submission_id, 2, "r", since=again.claim.since)
    await services.ledger.release(again)
    third = await services.ledger.begin("r")
    assert third is not None
    assert third.claim.attempt == 2, "a release because of a stop doesn't count"


@pytest.mark.databases("postgresql")
async def test_a_job_whose_heartbeat_stopped_is_lost(services: Services, account: Account) -> None:
    """By the database's clock; the time during which the database itself was down doesn't count."""
    for _ in range(2):
        await _submit(services, account)
    silent, alive = await services.ledger.begin("elsewhere:1:a"), await services.ledger.begin("elsewhere:1:a")
    assert silent is not None
    assert alive is not None
    age = text("UPDATE procrastinate_workers SET last_heartbeat = last_heartbeat - interval '1 day'")
    await services.database.write(lambda session: session.execute(age))
    await services.ledger.heartbeat([alive])

    uptime = text("SELECT CAST(extract(epoch FROM now() - pg_postmaster_start_time()) AS float)")
    up_s: float = await services.database.read(lambda session: session.scalars(uptime).one())

    async def look(lost_after_s: float) -> list[int]:
        lost = await services.database.write(
            lambda session: services.queue.requeue_lost(session, "r", lost_after_s=lost_after_s, max_attempts=3)
        )
        return [job.submission_id for job in lost]

    assert await look(up_s + 3600) == [], "the database was started a moment ago"
    assert await look(up_s * 0.9) == [silent.claim.submission_id]
    await services.ledger.abandon(alive)
    assert await look(up_s + 3600) == [alive.claim.submission_id]
    workers = text("SELECT count(*) FROM procrastinate_workers")
    assert await services.database.read(lambda session: session.scalar(workers)) == 0


async def _claim_all(services: Services, device: str, stack: Stack | None = None) -> list[str]:
    """Claim jobs as a runner with that device and those versions until none are left for it."""
    queue = LocalQueue(device) if services.database.is_sqlite else ProcrastinateQueue(device)

    def claim(session: Session) -> str | None:
        claim = queue.claim(session, "r", stack=stack)
        return None if claim is None else find_public_id(session, claim.submission_id)

    claimed = []
    while (public_id := await services.database.write(claim)) is not None:
        claimed.append(public_id)
    return claimed


async def test_jobs_go_to_the_device_that_they_need(services: Services, account: Account) -> None:
    made = [(await _submit(services, account)).id]
    for device in ("gpu", "cpu"):
        await publish(services, device=device, lesson=f"For {device}.")
        made.append((await _submit(services, account)).id)
    if not services.database.is_sqlite:
        positions = [(await services.submissions.get(one, account)).position for one in made]
        assert positions == [1, 2, 2], "who needs the other device isn't ahead"
    assert await _claim_all(services, "gpu") == made[:2]
    assert await _claim_all(services, "cpu") == made[2:]


OLD = Stack(python="3.11.9", jax="0.10.2", flax="0.12.8")
NEW = Stack(python="3.13.1", jax="0.12.0", flax="0.12.12")


async def test_jobs_go_to_the_versions_that_they_need(services: Services, account: Account) -> None:
    made = {}
    for name, needs in (
        ("any", {}),
        ("new", {"python": ">= 3.12", "jax": ">=0.12,<0.13"}),
        ("old", {"jax": "<0.11"}),
        ("never", {"flax": ">=9"}),
    ):
        await publish(services, needs=needs, lesson=f"For {name}.")
        made[name] = (await _submit(services, account)).id
    assert await _claim_all(services, "cpu") == [made["any"]], "what a runner has isn't known yet"
    assert await _claim_all(services, "cpu", OLD) == [made["old"]]
    assert await _claim_all(services, "cpu", NEW) == [made["new"]]
    assert (await services.submissions.get(made["never"], account)).status == "queued"


async def test_a_regrade_goes_to_the_versions_of_the_version_that_judges(services: Services, account: Account) -> None:
    """And not to those of the version that judged the submission before."""
    await publish(services, lesson="For any.")
    await _submit(services, account)
    work = await services.ledger.begin("r")
    assert work is not None
    await services.ledger.finish(work, _report(), [])
    await publish(services, needs={"jax": "<0.11"}, lesson="For old ones.")
    version = (await services.catalogue.list_all_versions())["double"]
    await services.regrades.rejudge(
        Selection(submission=work.public_id), version, reason="A new version.", by=None, newest=True
    )
    assert await _claim_all(services, "cpu", NEW) == []
    assert await _claim_all(services, "cpu", OLD) == [work.public_id]


async def test_who_waits_for_a_runner_that_isnt_there_is_told(
    services: Services, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.domains.submissions.service.CHECK_RUNNERS_AFTER_S", -1.0)
    monkeypatch.setattr("app.domains.submissions.service.QUEUE_PLACE_POLL_S", 0.02)
    await publish(services, device="gpu", needs={"jax": ">=0.12"}, lesson="For new GPUs.")
    made = await _submit(services, account)
    events = services.submissions.events(made.id, account)
    assert "message" not in (await anext(events)).data
    assert (await anext(events)).data == {"position": 1, "message": NOBODY}
    for number, (device, stack) in enumerate((("cpu", NEW), ("gpu", OLD))):
        await services.fleet.register(Registration(f"r{number}", "h", 1, device, ""))
        await services.fleet.record_report(f"r{number}", stack=stack.tell())
    [waiting] = (await services.fleet.describe()).waiting
    assert (waiting.device, waiting.needs, waiting.count, waiting.runners) == ("gpu", "jax>=0.12", 1, 0)
    assert waiting.wanted == "a runner with JAXDOJO_DEVICE=gpu, jax>=0.12"
    await services.fleet.record_report("r1", stack=NEW.tell())
    assert (await anext(events)).data == {"position": 1}, "there is hope again"
    assert [one.runners for one in (await services.fleet.describe()).waiting] == [1]
    await services.fleet.cordon("r1")
    assert (await anext(events)).data["message"] == NOBODY
    page = await services.fleet.describe_queue()
    assert [(one.count, one.runners) for one in page.waiting] == [(1, 0)]


async def test_a_job_goes_with_what_it_is_about(services: Services, account: Account) -> None:
    for _ in range(2):
        await _submit(services, account)
    running = await services.ledger.begin("r")
    assert running is not None
    await services.database.write(lambda session: session.execute(delete(Submission)))
    assert await services.ledger.begin("r") is None, "nothing waits"
    with pytest.raises(LostClaimError):
        await services.ledger.finish(running, _report(), [])


async def test_a_deleted_accounts_grade_is_nobody_elses(services: Services, account: Account) -> None:
    """SQLite gives the ids of the deleted submission and its job to the next one: the claims differ all the same."""
    eve = await services.accounts.add_user("eve", "correct horse battery", Role.LEARNER)
    await _submit(services, eve)
    first = await services.ledger.begin("r")
    assert first is not None
    await services.personal_data.delete(eve)
    made = await _submit(services, account)
    second = await services.ledger.begin("r")
    assert second is not None
    if services.database.is_sqlite:
        assert second.claim.job_id == first.claim.job_id
        assert second.claim.submission_id == first.claim.submission_id
    assert second.claim != first.claim
    with pytest.raises(LostClaimError):
        await services.ledger.add_cases(first, [{"index": 0}])
    with pytest.raises(LostClaimError):
        await services.ledger.finish(first, _report(), [])
    with pytest.raises(LostClaimError):
        await services.ledger.abandon(first)
    await services.ledger.finish(second, _report(Verdict.WRONG_ANSWER), [])
    assert (await services.submissions.get(made.id, account)).verdict is Verdict.WRONG_ANSWER
